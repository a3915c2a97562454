// The eight webhook events and their envelope.
import Type, { type Static } from 'typebox'
import { oneOf, record } from './schema.ts'
import { id, label, timestamp } from './schemas/fields.ts'

export interface EventDeclaration {
  resource: 'plan' | 'route' | 'stop'
  /** The moment that it tells of. */
  when: string
  /** What `data` holds. */
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
    data: 'The stop without tasks, reports and packages.',
  },
  'svc.planner.2.stop.deleted': {
    resource: 'stop',
    when: 'A stop is deleted, alone, in bulk or with its plan.',
    data: 'The deleted stop without tasks, reports and packages.',
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

export const EventEnvelope = record('EventEnvelope', 'Body of a webhook delivery.', {
  created_at: timestamp('The moment of the event.'),
  project_id: id(),
  event_id: oneOf(eventIds, { description: 'Type of the event; it does not identify the delivery.' }),
  meta: record('EventMeta', 'Where an event comes from.', {
    organization_id: id(),
    actor: Actor,
    changes: Type.Array(label(), { description: 'Fields that changed; empty for creations and deletions.' }),
  }),
  data: Type.Unsafe<{ id: string; updated_at: string; [field: string]: unknown }>({
    type: 'object',
    description: 'The resource. Receivers drop repeats by (event_id, data.id, data.updated_at).',
    properties: { id: id(), updated_at: timestamp() },
    required: ['id', 'updated_at'],
  }),
})
export type EventEnvelope = Static<typeof EventEnvelope>
