// Webhook subscriptions and the log of their deliveries.
import Type, { type Static } from 'typebox'
import { allEventIds } from '../events.ts'
import { forecastThresholds, textLength } from '../limits.ts'
import { clearableFields, nullable, oneOf, optionalFields, record } from '../schema.ts'
import { count, flag, id, label, text, timestamp, url } from './fields.ts'

const eventList = Type.Array(oneOf(allEventIds, { title: 'EventType' }), {
  description: 'Event types that are delivered; when empty, the eight that are not optional.',
  maxItems: 100,
  'x-message-id': 'highway.webhook.error.unknown_event',
})
const target = Type.String({
  description: 'Where events go; https outside development.',
  minLength: 1,
  maxLength: textLength.webhookUrl,
  'x-message-id': 'highway.webhook.error.invalid_url',
})

/** Forms of a delivery's body besides the plain envelope. */
export const webhookForms = ['cloudevents'] as const
const form = oneOf(webhookForms, {
  description:
    'How deliveries are written: as CloudEvents 1.0, with the envelope as `data`. The plain envelope without it.',
})

function threshold(name: keyof typeof forecastThresholds, meaning: string) {
  const { least, most, usual } = forecastThresholds[name]
  return Type.Integer({ description: `${meaning} ${usual} without it.`, minimum: least, maximum: most })
}

/** From when on an event tells what is about to happen; without effect where `events` does not name the event. */
const thresholds = {
  expected_within_minutes: threshold('expected_within_minutes', 'Minutes to the arrival for `stop.expected`.'),
  within_meters: threshold('within_meters', 'Metres to the next stop for `stop.approached`.'),
  late_by_minutes: threshold('late_by_minutes', 'Minutes after the last window for `stop.window_at_risk`.'),
  delayed_by_minutes: threshold('delayed_by_minutes', 'Minutes after the planned end for `route.delayed`.'),
  position_every_seconds: threshold('position_every_seconds', 'Seconds between two `route.positioned` of a route.'),
}

export const Webhook = record('Webhook', 'A subscription to events.', {
  id: id(),
  organization_id: id(),
  url: url(),
  events: eventList,
  enabled: flag('Switched off by itself after 50 failures in a row.'),
  failure_count: count('Failed attempts since the last success.'),
  signed: flag('Whether deliveries carry Standard Webhooks headers.'),
  created_at: timestamp(),
  updated_at: timestamp(),
  ...optionalFields({
    project_id: id('All projects when missing.'),
    created_by: id(),
    label: label(),
    disabled_at: timestamp(),
    form,
    ...thresholds,
  }),
})
export type Webhook = Static<typeof Webhook>

export const WebhookCreated = record('WebhookCreated', 'A new subscription; its signing secret is shown this once.', {
  ...Webhook.properties,
  signing_secret: Type.Optional(Type.String()),
})

const writable = {
  events: Type.Optional(eventList),
  enabled: Type.Optional(flag()),
  label: Type.Optional(nullable(label())),
  project_id: Type.Optional(nullable(id('All projects when null.'))),
  form: Type.Optional(nullable(form)),
  ...clearableFields(thresholds),
  signed: Type.Optional(flag('Sign deliveries after Standard Webhooks; off by default.')),
}

export const WebhookInput = record('WebhookInput', 'A new subscription.', { url: target, ...writable })
export type WebhookInput = Static<typeof WebhookInput>

export const WebhookUpdate = record(
  'WebhookUpdate',
  'What changes in a subscription; enabling it resets its failures.',
  {
    url: Type.Optional(target),
    ...writable,
  },
)
export type WebhookUpdate = Static<typeof WebhookUpdate>

export const WebhookAttempt = record('WebhookAttempt', 'One attempt to deliver one event.', {
  id: Type.Integer(),
  event_id: Type.String(),
  resource_id: Type.String(),
  ok: flag('Whether the receiver answered 2xx within 10 seconds.'),
  duration_ms: count(),
  body: Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'What was sent.' }),
  created_at: timestamp(),
  ...optionalFields({ response_status: Type.Integer(), error: text(), delivery_id: Type.Integer() }),
})
export type WebhookAttempt = Static<typeof WebhookAttempt>
