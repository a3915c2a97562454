// The eight webhook events that every subscription gets, others that it names, and their envelope.
import Type, { type Static, type TSchema } from 'typebox'
import { oneOf, record } from './schema.ts'
import { id, label, timestamp } from './schemas/fields.ts'
import { Plan } from './schemas/plan.ts'
import { ReportConflict } from './schemas/report-conflict.ts'
import { BareRoute } from './schemas/route.ts'
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
} satisfies Record<EventId, TSchema>

/** An event as delivered; `event_id` identifies its kind. */
export type WebhookEvent = { [Id in EventId]: Static<(typeof eventSchemas)[Id]> }[EventId]
