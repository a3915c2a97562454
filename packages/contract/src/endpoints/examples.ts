// Example records shown in the descriptions: one small day in Vaduz, the same ids throughout.
import type { Client } from '../schemas/client.ts'
import type { Page } from '../schemas/list.ts'
import type { RunningOptimization } from '../schemas/optimizer.ts'
import type { FullPlan, Plan, PlanInput } from '../schemas/plan.ts'
import type { Project } from '../schemas/project.ts'
import type { FileReference, Report, ReportInput } from '../schemas/report.ts'
import type { BareRoute, Route, RouteInput } from '../schemas/route.ts'
import type { Stop, StopInput } from '../schemas/stop.ts'
import type { Task } from '../schemas/task.ts'
import type { Vehicle, VehicleInput, VehiclePerformance } from '../schemas/vehicle.ts'
import type { Webhook, WebhookAttempt, WebhookInput } from '../schemas/webhook.ts'
import type { Zone } from '../schemas/zone.ts'

export const ids = {
  organization: '691ef3a0c51a7d3e9b024f60',
  project: '691ef3a07b9e12d45c6a8f01',
  user: '691ef3a0d08c4b21f73e6a92',
  plan: '691ef3b25e1f0a97c4d8b631',
  route: '691ef3c48a2d6f10e95b7c43',
  vehicle: '691ef3b1f4c07e62a18d935b',
  stop: '691ef3b3906bd1e47fa2c850',
  task: '691ef3b4217ca8f5d60e93b1',
  report: '691f1a2e6d40b97c135f8ea2',
  image: '691f1a2b84f5c1e60d7a932b',
  client: '691ef3a9c71d0e58b46f2a93',
  zone: '691ef3aa3f8b60c7d5e1942a',
  webhook: '691ef3ab62d9f3108c7b45ea',
} as const

const created = { created_at: '2026-11-20T06:00:00.000Z', updated_at: '2026-11-20T06:00:00.000Z' }
export const deleted = { deleted: true, deleted_at: '2026-11-20T08:00:00.000Z' }
const owned = { organization_id: ids.organization, project_id: ids.project, created_by: ids.user }

/** A list with one record. */
export function page<Doc>(doc: Doc): Page<Doc> {
  return { total: 1, limit: 20, offset: 0, pages: 1, page: 1, docs: [doc] }
}

const depot = { label: 'Depot', city: 'Schaan', country_code: 'LI', lat: 47.1652, lng: 9.5087 }
const museum = {
  label: 'Städtle 32, 9490 Vaduz',
  street: 'Städtle 32',
  city: 'Vaduz',
  postal_code: '9490',
  country_code: 'LI',
  lat: 47.1391,
  lng: 9.5222,
}

export const task: Task = {
  id: ids.task,
  stop_id: ids.stop,
  created_by: ids.user,
  label: 'Collect the empty crate',
  status: 'pending',
  ...created,
}

export const stopInput: StopInput = {
  external_id: 'ORDER-1001',
  label: 'Museum',
  type: 'delivery',
  location: museum,
  duration: 300,
  weight: 12.5,
  time_windows: [
    [28_800, 43_200],
    [50_400, 61_200],
  ],
  requires: ['fragile'],
  packages: [{ identifier: 'PARCEL-1001-A' }],
  tasks: [{ label: 'Collect the empty crate' }],
}

export const unassignedStop: Stop = {
  id: ids.stop,
  ...owned,
  plan_id: ids.plan,
  plan_label: 'Monday, north',
  plan_execution_date: '2026-11-23T00:00:00.000Z',
  fixed_id: '1',
  external_id: 'ORDER-1001',
  label: 'Museum',
  type: 'delivery',
  location: museum,
  duration: 300,
  weight: 12.5,
  requires: ['fragile'],
  time_windows: [
    [28_800, 43_200],
    [50_400, 61_200],
  ],
  supervisors: [],
  status: 'pending',
  tracking_url: 'https://routes.example.com/t/3q2vJx0mY7dR5uWkE9bTzA',
  optimization_warning: false,
  optimization_warnings: [],
  report_attempts: 0,
  tasks: [task],
  reports: [],
  packages: [{ identifier: 'PARCEL-1001-A', status: 'pending', updated_at: '2026-11-20T06:00:00.000Z' }],
  location_validation_sent: false,
  location_validated: false,
  ...created,
  deleted: false,
}

export const stop: Stop = {
  ...unassignedStop,
  route_id: ids.route,
  vehicle_id: ids.vehicle,
  order: 0,
  chain_id: ids.route,
  chain_position: 0,
  planned_arrival_time: 29_220,
  planned_departure_time: 29_520,
  distance_to_previous_stop: 4_180,
  distance_to_next_stop: 4_180,
}

export const deletedStop: Stop = { ...stop, ...deleted }

export const geocodedStop: Stop = {
  ...unassignedStop,
  location: { ...museum, scoring: 0.98, partial_match: false },
}

export const image: FileReference = {
  id: ids.image,
  url: 'https://routes.example.com/i/691f1a2b84f5c1e60d7a932b/Zt8kq0WmXb4uHs2LJyV6cA',
}

/** Only fields valid for any stop: a picture, a task or a parcel of another stop would be rejected. */
export const reportInput: ReportInput = {
  type: 'service_report_completed',
  comments: 'Handed over at the desk',
  location: { lat: 47.1392, lng: 9.5221 },
}

export const report: Report = {
  id: ids.report,
  stop_id: ids.stop,
  route_id: ids.route,
  project_id: ids.project,
  plan_id: ids.plan,
  type: 'service_report_completed',
  comments: 'Handed over at the desk',
  images: [image],
  tasks: [{ task_id: ids.task, status: 'completed' }],
  packages: [{ identifier: 'PARCEL-1001-A', scanned_at: '2026-11-23T08:11:50.000Z' }],
  location: { lat: 47.1392, lng: 9.5221 },
  location_distance: 14,
  time_in_stop: 281,
  client_id: '4f0c1a52-6f0e-4f8e-9d2b-5f1f6a1b8c3d',
  created_at: '2026-11-23T08:12:31.000Z',
}

export const reportedStop: Stop = {
  ...stop,
  status: 'completed',
  tasks: [{ ...task, status: 'completed' }],
  reports: [report],
  packages: [
    {
      identifier: 'PARCEL-1001-A',
      status: 'delivered',
      picked_at: '2026-11-23T06:40:02.000Z',
      delivered_at: '2026-11-23T08:11:50.000Z',
      updated_at: '2026-11-23T08:12:31.400Z',
    },
  ],
  updated_at: '2026-11-23T08:12:31.400Z',
}

export const vehicleInput: VehicleInput = {
  label: 'Van 2',
  plate: 'FL 4711',
  email: 'driver2@example.com',
  default_time_window: [28_800, 61_200],
  default_working_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  default_max_weight: 900,
  default_start_location: depot,
  default_end_location: depot,
  default_provides: ['fragile'],
  default_travel: { mode: 'van', height: 2.8, weight: 3_500, avoid: ['unpaved'] },
  default_driving_rules: { law: 'eu' },
  default_break: { start: 43_200, end: 50_400, duration: 1_800 },
}

export const vehicle: Vehicle = {
  id: ids.vehicle,
  ...owned,
  label: 'Van 2',
  plate: 'FL 4711',
  email: 'driver2@example.com',
  default_time_window: [28_800, 61_200],
  default_working_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  default_max_weight: 900,
  default_start_location: depot,
  default_end_location: depot,
  default_provides: ['fragile'],
  default_travel: { mode: 'van', height: 2.8, weight: 3_500, avoid: ['unpaved'] },
  default_geo_fences: [],
  default_driving_rules: { law: 'eu' },
  default_break: { start: 43_200, end: 50_400, duration: 1_800 },
  enabled: true,
  ...created,
  deleted: false,
}

export const performance: VehiclePerformance = {
  total_routes: 14,
  total_stops: 212,
  completed_stops: 205,
  incomplete_stops: 3,
  canceled_stops: 4,
  report_attempts: 9,
  on_time_stops: 197,
  average_delay: 84,
  average_time_in_stop: 263,
  planned_distance: 912_400,
  distance_traveled: 934_120,
  planned_time: 361_200,
  real_time: 372_840,
  average_rating: 4.7,
}

export const bareRoute: BareRoute = {
  id: ids.route,
  ...owned,
  plan_id: ids.plan,
  vehicle_id: ids.vehicle,
  label: 'Van 2',
  vehicle_label: 'Van 2',
  plan_label: 'Monday, north',
  plan_execution_date: '2026-11-23',
  email: 'driver2@example.com',
  plate: 'FL 4711',
  start_location: depot,
  end_location: depot,
  vehicle: { break: { start: 43_200, end: 50_400, duration: 1_800 } },
  time_window: [28_800, 61_200],
  max_weight: 900,
  provides: ['fragile'],
  geo_fences: [],
  breaks: [],
  is_locked: false,
  order: 0,
  status: 'not_started',
  planned_start_time: 28_800,
  planned_end_time: 29_940,
  planned_distance: 8_360,
  ...created,
  deleted: false,
}

export const route: Route = { ...bareRoute, stops: [stop] }

export const deletedRoute: Route = { ...bareRoute, stops: [], ...deleted }

export const dispatch = {
  email: 'driver2@example.com',
  public_link: 'https://routes.example.com/d/9sVtY2mQp7LxAa4RkE0bZw',
}

/** Ids in paths, by the segment before them. */
export const pathIds: Readonly<Record<string, string>> = {
  plan: ids.plan,
  route: ids.route,
  stop: ids.stop,
  task: ids.task,
  vehicle: ids.vehicle,
  project: ids.project,
  zone: ids.zone,
  client: ids.client,
  webhook: ids.webhook,
}

export const routeInput: RouteInput = {
  label: 'Extra van',
  email: 'driver2@example.com',
  time_window: [28_800, 61_200],
  start_location: depot,
  end_location: depot,
}

export const planInput: PlanInput = {
  label: 'Monday, north',
  execution_date: '2026-11-23',
  external_id: 'WMS-2026-11-23',
  optimizer_config: { time_limit_seconds: 20, balance_services: true },
}

export const plan: Plan = {
  id: ids.plan,
  ...owned,
  label: 'Monday, north',
  external_id: 'WMS-2026-11-23',
  execution_date: '2026-11-23T00:00:00.000Z',
  status: 'planning',
  optimizer_config: { time_limit_seconds: 20, balance_services: true },
  total_stops: 1,
  pending_stops: 1,
  completed_stops: 0,
  incomplete_stops: 0,
  canceled_stops: 0,
  total_routes: 1,
  ...created,
  deleted: false,
}

export const fullPlan: FullPlan = { ...plan, stops: [stop], routes: [route], vehicles: [vehicle] }

export const deletedPlan: FullPlan = {
  ...plan,
  ...deleted,
  stops: [deletedStop],
  routes: [deletedRoute],
  vehicles: [vehicle],
}

export const runningOptimization: RunningOptimization = {
  finished: false,
  status: 'in progress',
  progress: 0.42,
  cost: 18_240,
  unassigned_stops: 0,
  started_at: '2026-11-20T06:01:00.000Z',
}

export const client: Client = {
  id: ids.client,
  ...owned,
  external_id: 'CUST-77',
  label: 'Museum',
  phone: '+423 555 01 01',
  default_location: museum,
  default_duration: 300,
  default_time_windows: [[28_800, 43_200]],
  ...created,
  deleted: false,
}

export const zone: Zone = {
  id: ids.zone,
  ...owned,
  label: 'Vaduz centre',
  color: '#3366ff',
  enabled: true,
  polygon: [
    [9.515, 47.134],
    [9.53, 47.134],
    [9.53, 47.146],
    [9.515, 47.146],
  ],
  ...created,
  deleted: false,
}

export const project: Project = {
  id: ids.project,
  organization_id: ids.organization,
  label: 'Liechtenstein',
  timezone: 'Europe/Vaduz',
  currency: 'CHF',
  cancel_reasons: [{ id: 'recipient_absent', requires_photo: true, enabled: true }],
  settings: { units: 'metric', pin_required: false },
  ...created,
  deleted: false,
}

export const webhookInput: WebhookInput = {
  url: 'https://shop.example.com/hooks/3f9c1d',
  label: 'Web shop',
  events: ['svc.planner.2.stop.reported'],
}

export const webhook: Webhook = {
  id: ids.webhook,
  organization_id: ids.organization,
  created_by: ids.user,
  url: 'https://shop.example.com/hooks/3f9c1d',
  label: 'Web shop',
  events: ['svc.planner.2.stop.reported'],
  enabled: true,
  failure_count: 0,
  signed: false,
  ...created,
}

export const webhookAttempt: WebhookAttempt = {
  id: 1,
  event_id: 'svc.planner.2.stop.reported',
  resource_id: ids.stop,
  ok: true,
  response_status: 200,
  duration_ms: 41,
  body: { event_id: 'svc.planner.2.stop.reported', data: { id: ids.stop, label: 'Test event' } },
  created_at: '2026-11-20T06:05:00.000Z',
}
