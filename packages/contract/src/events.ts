// The eight webhook events that every subscription gets, others that it names, and their envelope.
import Type, { type Static, type TSchema } from 'typebox'
import { oneOf, record } from './schema.ts'
import { id, label, timestamp } from './schemas/fields.ts'
import { Plan } from './schemas/plan.ts'
import { ReportConflict } from './schemas/report-conflict.ts'
import { BareRoute, Position } from './schemas/route.ts'
import { SlotPromise } from './schemas/slot-promise.ts'
import { BareStop, ReportedStop } from './schemas/stop.ts'

export interface EventDeclaration {
  resource: 'plan' | 'route' | 'stop' | 'report' | 'slot'
  /** The moment that the event reports. */
  when: string
  /** Content of `data`. */
  data: string
}

export const events = {
  'svc.planner.2.plan.created': {
    resource: 'plan',
    when: 'A plan is created.',
    data: 'The plan without stops and routes.',
  },
  'svc.planner.2.plan.updated': {
    resource: 'plan',
    when: 'A field of a plan changes by PUT, or its status changes.',
    data: 'The plan without stops and routes.',
  },
  'svc.planner.2.plan.deleted': {
    resource: 'plan',
    when: 'A plan is deleted.',
    data: 'The deleted plan without stops and routes.',
  },
  'svc.drivers.2.route.started': {
    resource: 'route',
    when: 'A route moves to in_transit.',
    data: 'The route without stops.',
  },
  'svc.drivers.2.route.finished': {
    resource: 'route',
    when: 'A route moves to finished.',
    data: 'The route without stops.',
  },
  'svc.planner.2.stop.created': {
    resource: 'stop',
    when: 'A stop is created, alone, in bulk or with its plan.',
    data: 'The stop without tasks, reports, packages and survey.',
  },
  'svc.planner.2.stop.deleted': {
    resource: 'stop',
    when: 'A stop is deleted, alone, in bulk or with its plan.',
    data: 'The deleted stop without tasks, reports, packages and survey.',
  },
  'svc.planner.2.stop.reported': {
    resource: 'stop',
    when: 'A report is made on a stop.',
    data: 'The stop with its status, reports and tasks; never with packages.',
  },
} as const satisfies Record<string, EventDeclaration>

/** Events that only subscriptions get that name them: an empty list of events stands for the eight. */
export const optionalEvents = {
  'svc.drivers.2.stop.arrived': {
    resource: 'stop',
    when: 'The driver says that they are at a stop, or positions show the van there: whichever comes first, once for each visit.',
    data: 'The stop without tasks, reports, packages and survey, and when it was reached.',
  },
  'svc.drivers.2.stop.departed': {
    resource: 'stop',
    when: 'Positions show that the van has left a stop.',
    data: 'The stop without tasks, reports, packages and survey, with `noticed_departure_time`.',
  },
  'svc.drivers.2.report.contradicted': {
    resource: 'report',
    when: 'A report of a driver contradicts what the service knows, and waits for somebody to decide.',
    data: 'The report with its reason, its stop and its route.',
  },
  'svc.planner.2.slot.booked': {
    resource: 'slot',
    when: 'A slot is booked: by a program, a checkout, a recipient or a dispatcher.',
    data: 'The promise, with its stop and its window.',
  },
  'svc.planner.2.slot.changed': {
    resource: 'slot',
    when: 'What was promised with a booked slot changes: it moves to another slot, is given up, is changed by hand, or somebody agrees to break it.',
    data: 'The promise as it is now.',
  },
  'svc.drivers.2.stop.expected': {
    resource: 'stop',
    when: 'The driver is expected at a stop within `expected_within_minutes` of the subscription.',
    data: 'The stop without tasks, reports, packages and survey, with the minutes until the arrival.',
  },
  'svc.drivers.2.stop.approached': {
    resource: 'stop',
    when: 'The last position is within `within_meters` of the next stop, in a straight line.',
    data: 'The stop without tasks, reports, packages and survey, with the metres to it.',
  },
  'svc.drivers.2.stop.window_at_risk': {
    resource: 'stop',
    when: 'The driver is expected at a stop `late_by_minutes` or more after its last window closes.',
    data: 'The stop without tasks, reports, packages and survey, with the minutes after the window.',
  },
  'svc.drivers.2.route.delayed': {
    resource: 'route',
    when: 'A route under way is expected to end `delayed_by_minutes` or more after its planned end.',
    data: 'The route without stops, with the minutes after its planned end.',
  },
  'svc.drivers.2.route.positioned': {
    resource: 'route',
    when: 'A van under way has a new position; at most one event every `position_every_seconds`.',
    data: 'The position, with the route that it belongs to.',
  },
} as const satisfies Record<string, EventDeclaration>

type UsualEventId = keyof typeof events
export type OptionalEventId = keyof typeof optionalEvents
export type EventId = UsualEventId | OptionalEventId
export const eventIds = listNames(events)
export const optionalEventIds = listNames(optionalEvents)
/** All events that a subscription may name. */
export const allEvents = { ...events, ...optionalEvents }
export const allEventIds: readonly EventId[] = [...eventIds, ...optionalEventIds]

function listNames<Name extends string>(declared: Readonly<Record<Name, EventDeclaration>>): Name[] {
  return Object.keys(declared) as Name[]
}

/**
 * Events that tell what is about to happen: which stops and routes they are about depends on the thresholds of the subscription, so each
 * goes to one subscription, and once for each cause.
 */
export const forecastEventIds = [
  'svc.drivers.2.stop.expected',
  'svc.drivers.2.stop.approached',
  'svc.drivers.2.stop.window_at_risk',
  'svc.drivers.2.route.delayed',
  'svc.drivers.2.route.positioned',
] as const satisfies readonly OptionalEventId[]
export type ForecastEventId = (typeof forecastEventIds)[number]

export function isEventId(value: unknown): value is EventId {
  return typeof value === 'string' && Object.hasOwn(allEvents, value)
}

export const actorTypes = ['api_key', 'user', 'driver', 'customer', 'system'] as const

export const Actor = record('Actor', 'Who caused a change.', {
  type: oneOf(actorTypes, { description: 'What kind of actor.' }),
  id: Type.Optional(Type.String({ description: 'Its id; missing for customers and the system itself.' })),
})

const EventMeta = record('EventMeta', 'Where an event comes from.', {
  organization_id: id(),
  actor: Actor,
  changes: Type.Array(label(), { description: 'Fields that changed; empty for creations and deletions.' }),
})

/** Body of a delivery: the envelope around the resource. Receivers drop repeats by (event_id, data.id, data.updated_at). */
function eventSchema<const Id extends EventId, Data extends TSchema>(eventId: Id, name: string, data: Data) {
  return record(name, allEvents[eventId].when, {
    created_at: timestamp('The moment of the event.'),
    project_id: id(),
    event_id: oneOf([eventId], { description: 'Type of the event; it does not identify the delivery.' }),
    meta: EventMeta,
    data,
  })
}

const ArrivedStop = record('ArrivedStop', 'A stop that was reached, without what hangs on it.', {
  ...BareStop.properties,
  arrived_at: timestamp('When it was reached.'),
  told_by: oneOf(['driver', 'positions'], { description: 'How that is known.' }),
})

const ContradictedReport = record('ContradictedReport', 'A report that waits for somebody to decide.', {
  ...ReportConflict.properties,
  updated_at: ReportConflict.properties.received_at,
})

const foretoldAt = timestamp(
  'When the estimate or position was looked at: estimates leave the `updated_at` of a record as it is.',
)
const minutesAfter = (of: string) => Type.Integer({ description: `Minutes after ${of}, rounded down.`, minimum: 0 })

const ExpectedStop = record('ExpectedStop', 'A stop that the driver is expected at soon.', {
  ...BareStop.properties,
  minutes_ahead: Type.Integer({ description: 'Minutes until the estimated arrival, rounded up.', minimum: 0 }),
  updated_at: foretoldAt,
})

const ApproachedStop = record('ApproachedStop', 'The next stop of a van that is near.', {
  ...BareStop.properties,
  meters_ahead: Type.Integer({ description: 'Metres to the stop, in a straight line.', minimum: 0 }),
  updated_at: foretoldAt,
})

const EndangeredStop = record('EndangeredStop', 'A stop whose last window is expected to close before the arrival.', {
  ...BareStop.properties,
  minutes_late: minutesAfter('the last window'),
  updated_at: foretoldAt,
})

const DelayedRoute = record('DelayedRoute', 'A route that is expected to end late.', {
  ...BareRoute.properties,
  minutes_late: minutesAfter('the planned end'),
  updated_at: foretoldAt,
})

const {
  id: routeId,
  organization_id,
  project_id,
  plan_id,
  vehicle_id,
  label: routeLabel,
  external_id,
  status,
} = BareRoute.properties
const PositionedRoute = record('PositionedRoute', 'Where the van of a route is.', {
  id: routeId,
  organization_id,
  project_id,
  plan_id,
  status,
  position: Position,
  updated_at: foretoldAt,
  vehicle_id,
  label: routeLabel,
  external_id,
})

/** Data of each event, field by field. */
export const eventSchemas = {
  'svc.planner.2.plan.created': eventSchema('svc.planner.2.plan.created', 'PlanCreatedEvent', Plan),
  'svc.planner.2.plan.updated': eventSchema('svc.planner.2.plan.updated', 'PlanUpdatedEvent', Plan),
  'svc.planner.2.plan.deleted': eventSchema('svc.planner.2.plan.deleted', 'PlanDeletedEvent', Plan),
  'svc.drivers.2.route.started': eventSchema('svc.drivers.2.route.started', 'RouteStartedEvent', BareRoute),
  'svc.drivers.2.route.finished': eventSchema('svc.drivers.2.route.finished', 'RouteFinishedEvent', BareRoute),
  'svc.planner.2.stop.created': eventSchema('svc.planner.2.stop.created', 'StopCreatedEvent', BareStop),
  'svc.planner.2.stop.deleted': eventSchema('svc.planner.2.stop.deleted', 'StopDeletedEvent', BareStop),
  'svc.planner.2.stop.reported': eventSchema('svc.planner.2.stop.reported', 'StopReportedEvent', ReportedStop),
  'svc.drivers.2.stop.arrived': eventSchema('svc.drivers.2.stop.arrived', 'StopArrivedEvent', ArrivedStop),
  'svc.drivers.2.stop.departed': eventSchema('svc.drivers.2.stop.departed', 'StopDepartedEvent', BareStop),
  'svc.drivers.2.report.contradicted': eventSchema(
    'svc.drivers.2.report.contradicted',
    'ReportContradictedEvent',
    ContradictedReport,
  ),
  'svc.planner.2.slot.booked': eventSchema('svc.planner.2.slot.booked', 'SlotBookedEvent', SlotPromise),
  'svc.planner.2.slot.changed': eventSchema('svc.planner.2.slot.changed', 'SlotChangedEvent', SlotPromise),
  'svc.drivers.2.stop.expected': eventSchema('svc.drivers.2.stop.expected', 'StopExpectedEvent', ExpectedStop),
  'svc.drivers.2.stop.approached': eventSchema('svc.drivers.2.stop.approached', 'StopApproachedEvent', ApproachedStop),
  'svc.drivers.2.stop.window_at_risk': eventSchema(
    'svc.drivers.2.stop.window_at_risk',
    'StopWindowAtRiskEvent',
    EndangeredStop,
  ),
  'svc.drivers.2.route.delayed': eventSchema('svc.drivers.2.route.delayed', 'RouteDelayedEvent', DelayedRoute),
  'svc.drivers.2.route.positioned': eventSchema(
    'svc.drivers.2.route.positioned',
    'RoutePositionedEvent',
    PositionedRoute,
  ),
} satisfies Record<EventId, TSchema>

/** An event as delivered; `event_id` identifies its kind. */
export type WebhookEvent = { [Id in EventId]: Static<(typeof eventSchemas)[Id]> }[EventId]
