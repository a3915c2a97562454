// docs/events.md: the webhook events, their envelope and how they are delivered.
import { eventExamples } from '../endpoints/event-examples.ts'
import {
  actorTypes,
  allEventIds,
  allEvents,
  type EventDeclaration,
  eventSchemas,
  events,
  type OptionalEventId,
  optionalEvents,
} from '../events.ts'
import { forecastThresholds, webhookLimits } from '../limits.ts'
import { CONTRACT_SCRIPT, code, page, table } from './markdown.ts'

export function eventsPage(): string {
  return page(
    CONTRACT_SCRIPT,
    'Events',
    listEvents(events),
    '## Optional events',
    'Only subscriptions get these that name them in `events`; an empty list stands for the eight above.',
    listEvents(optionalEvents),
    beforeItIsLate(),
    envelope(),
    delivery(),
    each(),
  )
}

function listEvents(declared: Readonly<Record<string, EventDeclaration>>): string {
  const rows = Object.entries(declared).map(([eventId, { when, data }]) => [code(eventId), when, data])
  return table(['event_id', 'When', 'data'], rows)
}

/** How events come about that tell what is about to happen. */
function beforeItIsLate(): string {
  const rows = thresholdMeanings.map(([field, event, meaning]) => {
    const { least, most, usual } = forecastThresholds[field]
    return [code(field), code(event), meaning, String(usual), `${least} to ${most}`]
  })
  return [
    '## Before it is late',
    'Five events tell what is about to happen. Their thresholds are fields of the subscription:',
    table(['Field', 'Event', 'Meaning', 'Without it', 'Bounds'], rows),
    [
      '- The service looks at a route under way with each new position, report, arrival and break, when it computes the estimated times anew. A van that sends nothing causes none of these events.',
      '- Each event is told once to a subscription: of a stop once a visit and plan, after a failed attempt again; a window at risk again when the windows of the stop change; a delay once a route. An estimate that swings tells nothing twice.',
      '- `data.updated_at` is the moment when the route was looked at, so that two of them are no repeats for a receiver; the actor is the system.',
      '- The last window counts: a stop whose first window is missed can still be served in a later one. Stops without windows are never at risk.',
    ].join('\n'),
  ].join('\n\n')
}

const thresholdMeanings: readonly (readonly [keyof typeof forecastThresholds, OptionalEventId, string])[] = [
  ['expected_within_minutes', 'svc.drivers.2.stop.expected', 'Minutes from now to the estimated arrival.'],
  ['within_meters', 'svc.drivers.2.stop.approached', 'Metres from the last position to the next stop.'],
  ['late_by_minutes', 'svc.drivers.2.stop.window_at_risk', 'Minutes from the end of the last window to the arrival.'],
  [
    'delayed_by_minutes',
    'svc.drivers.2.route.delayed',
    'Minutes from the planned end of the route to the estimated one.',
  ],
  ['position_every_seconds', 'svc.drivers.2.route.positioned', 'Seconds between two events of a route.'],
]

function envelope(): string {
  const rows = [
    ['created_at', 'timestamp', 'The moment of the event.'],
    ['project_id', 'id', 'The project of the resource.'],
    ['event_id', 'string', 'The type of the event; it does not identify the delivery.'],
    ['meta.organization_id', 'id', 'The owner.'],
    ['meta.actor.type', 'string', `Who caused it: ${actorTypes.join(', ')}.`],
    ['meta.actor.id', 'string', 'Which one; missing for customers and the system.'],
    ['meta.changes', 'array of string', 'Fields that changed; empty for creations and deletions.'],
    ['data', 'object', 'The resource as it was at that moment; its fields are listed with each event.'],
  ]
  const cells = rows.map(([field, type, meaning]) => [code(field!), type!, meaning!])
  return `## Envelope\n\n${table(['Field', 'Type', 'Meaning'], cells)}`
}

function delivery(): string {
  const { timeoutSeconds, retrySeconds, failuresUntilMail, failuresUntilDisabled, logLength } = webhookLimits
  const { atOnce, atOnceWhenQuick, quickSeconds } = webhookLimits
  const pauses = retrySeconds.map(formatPause).join(', ')
  return [
    '## Delivery',
    '',
    `- One POST per event and subscription; any 2xx within ${timeoutSeconds} seconds of the connection is a success; redirects are not followed.`,
    `- Up to ${atOnce} deliveries of a subscription are on their way at once; while many wait and each is answered with a 2xx within ${quickSeconds} s, up to ${atOnceWhenQuick}. A slower answer or a failure brings it back to ${atOnce}. That holds for each process that delivers: one, unless you run several workers.`,
    '- The events of one resource are sent one after the other, in their order; one that waits for another try holds back none of those behind it.',
    `- A failed delivery is tried again after ${pauses}, or up to a tenth of the pause later.`,
    '- A delivery can arrive more than once: drop repeats by (`event_id`, `data.id`, `data.updated_at`).',
    `- After ${failuresUntilMail} failures in a row the owner gets an e-mail, after ${failuresUntilDisabled} the webhook is switched off. A success starts the count anew.`,
    `- The planner shows the last ${logLength} attempts of each webhook and can send each again.`,
    '- Deliveries are not signed unless the subscription asks for it; put a secret into your own URL. Signed ones follow [Standard Webhooks](https://www.standardwebhooks.com) 1.0: `webhook-id` (the same at every retry), `webhook-timestamp`, and `webhook-signature`, an HMAC-SHA256 over id, timestamp and body, so that its libraries verify them.',
    '- A subscription with `form: "cloudevents"` gets [CloudEvents](https://cloudevents.io) 1.0 in structured mode (`application/cloudevents+json`): `type` is the event_id, `subject` the id of the resource, `source` the project, `id` the same at every retry, and `data` the envelope above.',
    '- Ignore unknown events and unknown fields: both may be added at any time.',
  ].join('\n')
}

/** Every event with the fields of its data and an example. */
function each(): string {
  const parts = allEventIds.map((eventId) => {
    const { properties, required, title } = eventSchemas[eventId].properties.data as unknown as ResourceSchema
    const names = Object.keys(properties).map((name) => (required.includes(name) ? code(name) : `${code(name)}?`))
    return [
      `### ${eventId}`,
      `${allEvents[eventId].when} ${code('data')} is a ${code(title)}:`,
      `${names.join(', ')}.`,
      `\`\`\`json\n${JSON.stringify(eventExamples[eventId], null, 2)}\n\`\`\``,
    ].join('\n\n')
  })
  const intro =
    'The OpenAPI 3.1 description declares each event under `webhooks`, field by field. A question mark stands behind fields that are left out while they have no value.'
  return ['## Each event', intro, ...parts].join('\n\n')
}

interface ResourceSchema {
  title: string
  properties: Record<string, unknown>
  required: readonly string[]
}

function formatPause(seconds: number): string {
  return seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`
}
