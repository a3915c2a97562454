// One event of each kind, as delivered, for the descriptions: set on the day of the other examples.
import type { EventId, WebhookEvent } from '../events.ts'
import * as example from './examples.ts'

const { organization, project, user, route, plan, stop } = example.ids

type Meta = WebhookEvent['meta']

const byKey: Meta['actor'] = { type: 'api_key', id: user }
const bySystem: Meta['actor'] = { type: 'system' }
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
const morning: [number, number] = [36_000, 43_200]
const afternoon: [number, number] = [50_400, 57_600]
const bookedSlot = {
  id: '691ef3a07b9e12d45c6a8fc2',
  organization_id: organization,
  project_id: project,
  key: 'order-1001',
  slot_id: '2026-11-23/36000-43200',
  date: '2026-11-23',
  time_window: morning,
  state: 'booked' as const,
  offer: {
    cost: 240,
    cost_unit: 'driving_seconds' as const,
    added_time: 540,
    added_distance: 2_100,
    arrives_at: 37_200,
    opens_vehicle: false,
    stops_on_route: 14,
    capacity_left: {},
  },
  held_until: '2026-11-20T06:10:00.000Z',
  stop_id: stop,
  plan_id: plan,
  booked_at: '2026-11-20T06:02:00.000Z',
  created_at: '2026-11-20T06:00:00.000Z',
  updated_at: '2026-11-20T06:02:00.000Z',
}
const stopAhead = {
  ...createdStop,
  estimated_arrival_time: '2026-11-23T08:10:00.000Z',
  updated_at: '2026-11-23T08:02:00.000Z',
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
  'svc.drivers.2.stop.arrived': envelope('svc.drivers.2.stop.arrived', {
    data: { ...createdStop, arrived_at: '2026-11-23T08:10:02.000Z', told_by: 'driver' as const },
    actor: byDriver,
  }),
  'svc.drivers.2.stop.departed': envelope('svc.drivers.2.stop.departed', {
    data: {
      ...createdStop,
      noticed_arrival_time: '2026-11-23T08:10:02.000Z',
      noticed_departure_time: '2026-11-23T08:16:40.000Z',
    },
    actor: byDriver,
    changes: ['noticed_departure_time'],
  }),
  'svc.drivers.2.report.contradicted': envelope('svc.drivers.2.report.contradicted', {
    data: {
      id: '691ef3a07b9e12d45c6a8fc1',
      stop_id: stop,
      project_id: project,
      plan_id: plan,
      route_id: route,
      reason: 'ended' as const,
      state: 'open' as const,
      type: 'service_report_completed' as const,
      images: [],
      tasks: [],
      packages: [],
      created_at: '2026-11-23T08:12:31.000Z',
      received_at: '2026-11-23T08:40:00.000Z',
      updated_at: '2026-11-23T08:40:00.000Z',
    },
    actor: byDriver,
  }),
  'svc.planner.2.slot.booked': envelope('svc.planner.2.slot.booked', { data: bookedSlot, actor: byKey }),
  'svc.planner.2.slot.changed': envelope('svc.planner.2.slot.changed', {
    data: {
      ...bookedSlot,
      slot_id: '2026-11-23/50400-57600',
      time_window: afternoon,
      updated_at: '2026-11-21T09:15:00.000Z',
    },
    actor: { type: 'customer' },
  }),
  'svc.drivers.2.stop.expected': envelope('svc.drivers.2.stop.expected', {
    data: { ...stopAhead, minutes_ahead: 8 },
    actor: bySystem,
  }),
  'svc.drivers.2.stop.approached': envelope('svc.drivers.2.stop.approached', {
    data: { ...stopAhead, meters_ahead: 420 },
    actor: bySystem,
  }),
  'svc.drivers.2.stop.window_at_risk': envelope('svc.drivers.2.stop.window_at_risk', {
    data: { ...stopAhead, estimated_arrival_time: '2026-11-23T16:12:00.000Z', minutes_late: 12 },
    actor: bySystem,
  }),
  'svc.drivers.2.route.delayed': envelope('svc.drivers.2.route.delayed', {
    data: {
      ...started,
      estimated_end_time: '2026-11-23T08:40:00.000Z',
      minutes_late: 21,
      updated_at: '2026-11-23T08:02:00.000Z',
    },
    actor: bySystem,
  }),
  'svc.drivers.2.route.positioned': envelope('svc.drivers.2.route.positioned', {
    data: {
      id: route,
      organization_id: organization,
      project_id: project,
      plan_id: plan,
      status: 'in_transit' as const,
      label: 'Van 2',
      position: { lat: 47.1701, lng: 9.5122, created_at: '2026-11-23T08:01:58.000Z' },
      updated_at: '2026-11-23T08:02:00.000Z',
    },
    actor: bySystem,
  }),
} satisfies { [Id in EventId]: Extract<WebhookEvent, { event_id: Id }> }
