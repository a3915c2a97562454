// The eight webhook events and their envelope.
import Type, { type Static, type TSchema } from 'typebox'
import { oneOf, record } from './schema.ts'
import { id, label, timestamp } from './schemas/fields.ts'
import { Plan } from './schemas/plan.ts'
import { BareRoute } from './schemas/route.ts'
import { BareStop, ReportedStop } from './schemas/stop.ts'

export interface EventDeclaration {
  resource: 'plan' | 'route' | 'stop'
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

export type EventId = keyof typeof events
export const eventIds = Object.keys(events) as EventId[]

export function isEventId(value: unknown): value is EventId {
  return typeof value === 'string' && Object.hasOwn(events, value)
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
  return record(name, events[eventId].when, {
    created_at: timestamp('The moment of the event.'),
    project_id: id(),
    event_id: oneOf([eventId], { description: 'Type of the event; it does not identify the delivery.' }),
    meta: EventMeta,
    data,
  })
}

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
} satisfies Record<EventId, TSchema>

/** An event as delivered; `event_id` identifies its kind. */
export type WebhookEvent = { [Id in EventId]: Static<(typeof eventSchemas)[Id]> }[EventId]
