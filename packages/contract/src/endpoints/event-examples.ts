// One event of each kind, as delivered, for the descriptions: set on the day of the other examples.
import type { EventId, WebhookEvent } from '../events.ts'
import * as example from './examples.ts'

const { organization, project, user, route } = example.ids

type Meta = WebhookEvent['meta']

const byKey: Meta['actor'] = { type: 'api_key', id: user }
const byDriver: Meta['actor'] = { type: 'driver', id: route }

function envelope<const Id extends EventId, Data>(
  event_id: Id,
  { data, actor, changes = [] }: { data: Data & { updated_at: string }; actor: Meta['actor']; changes?: string[] },
) {
  const meta: Meta = { organization_id: organization, actor, changes }
  return { created_at: data.updated_at, project_id: project, event_id, meta, data }
}

const { tasks, reports, packages: _packages, ...reportedStop } = example.reportedStop
const { tasks: _tasks, reports: _reports, packages: _none, ...createdStop } = example.unassignedStop
const newPlan = { ...example.plan, total_stops: 0, pending_stops: 0, total_routes: 0 }
const started = {
  ...example.bareRoute,
  status: 'in_transit' as const,
  start_date: '2026-11-23T07:58:10.000Z',
  updated_at: '2026-11-23T07:58:10.214Z',
}
const gone = { ...example.deleted, updated_at: example.deleted.deleted_at }

export const eventExamples = {
  'svc.planner.2.plan.created': envelope('svc.planner.2.plan.created', { data: newPlan, actor: byKey }),
  'svc.planner.2.plan.updated': envelope('svc.planner.2.plan.updated', {
    data: { ...example.plan, label: 'Monday, north and centre', updated_at: '2026-11-20T06:30:12.000Z' },
    actor: byKey,
    changes: ['label', 'updated_at'],
  }),
  'svc.planner.2.plan.deleted': envelope('svc.planner.2.plan.deleted', {
    data: { ...example.plan, ...gone },
    actor: byKey,
  }),
  'svc.drivers.2.route.started': envelope('svc.drivers.2.route.started', {
    data: started,
    actor: byDriver,
    changes: ['status', 'start_date', 'updated_at'],
  }),
  'svc.drivers.2.route.finished': envelope('svc.drivers.2.route.finished', {
    data: {
      ...started,
      status: 'finished' as const,
      end_date: '2026-11-23T08:12:31.000Z',
      updated_at: '2026-11-23T08:12:31.400Z',
    },
    actor: byDriver,
    changes: ['status', 'end_date', 'updated_at'],
  }),
  'svc.planner.2.stop.created': envelope('svc.planner.2.stop.created', { data: createdStop, actor: byKey }),
  'svc.planner.2.stop.deleted': envelope('svc.planner.2.stop.deleted', {
    data: { ...createdStop, ...gone },
    actor: byKey,
  }),
  'svc.planner.2.stop.reported': envelope('svc.planner.2.stop.reported', {
    data: { ...reportedStop, reports, tasks },
    actor: byDriver,
    changes: ['reports', 'status', 'updated_at'],
  }),
} satisfies { [Id in EventId]: Extract<WebhookEvent, { event_id: Id }> }
