// A plan as the tools look at it: every stop and route once, by id, and the routes in their order.
import type { BareRoute, Plan, Project, Stop } from '@routewright/contract'
import { clockTime, localMoment, nameOfRoute, nameOfStop, windows } from './figures.ts'
import type { Call } from './operations.ts'
import { quote, quoteName } from './quoted.ts'

export interface PlanView {
  plan: Plan
  project: Project
  routes: Map<string, BareRoute>
  stops: Map<string, Stop>
  /** In driving order. */
  stopsOf(routeId: string): Stop[]
  unassigned: Stop[]
}

export async function viewPlan(call: Call, planId: string): Promise<PlanView> {
  const board = await call('getPlanBoard', { params: { plan_id: planId } })
  const project = await call('getProject', { params: { project_id: board.plan.project_id } })
  const stops = new Map(board.stops.map((stop) => [stop.id, { ...board.common, ...stop } as Stop]))
  const ofRoutes = new Map<string, Stop[]>()
  for (const stop of stops.values()) {
    if (stop.route_id) ofRoutes.set(stop.route_id, [...(ofRoutes.get(stop.route_id) ?? []), stop])
  }
  for (const list of ofRoutes.values()) list.sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
  return {
    plan: board.plan,
    project,
    routes: new Map(board.routes.map((route) => [route.id, route])),
    stops,
    stopsOf: (routeId) => ofRoutes.get(routeId) ?? [],
    unassigned: [...stops.values()].filter(({ route_id, status }) => !route_id && status === 'pending'),
  }
}

/** How many minutes after its window a stop is planned or expected to begin; 0 when it is in time. */
export function lateMinutes(stop: Stop, day: string, timezone: string): number {
  const end = stop.time_windows.at(-1)?.[1]
  if (end === undefined || stop.status !== 'pending') return 0
  const expected = stop.estimated_arrival_time
    ? secondsAfterMidnight(stop.estimated_arrival_time, day, timezone)
    : stop.planned_arrival_time
  return expected === undefined ? 0 : Math.max(0, Math.ceil((expected - end) / 60))
}

/** A moment as seconds after the midnight that begins the day in the zone. */
function secondsAfterMidnight(moment: string, day: string, timezone: string): number {
  const [date = '', time = ''] = (localMoment(moment, timezone) ?? '').split(' ')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const days = Math.round((Date.parse(date) - Date.parse(day)) / 86_400_000)
  return days * 86_400 + hours * 3_600 + minutes * 60
}

/** A stop on one line. */
export function stopLine(stop: Stop, { project, plan, routes }: PlanView) {
  const route = stop.route_id ? routes.get(stop.route_id) : undefined
  const late = lateMinutes(stop, plan.execution_date.slice(0, 10), project.timezone)
  return {
    id: stop.id,
    stop: nameOfStop(stop),
    address: quoteName(stop.location?.label ?? stop.location?.street),
    status: stop.status,
    ...(route ? { route: nameOfRoute(route), route_id: route.id, place: (stop.order ?? 0) + 1 } : {}),
    windows: windows(stop.time_windows),
    planned: clockTime(stop.planned_arrival_time),
    expected: localMoment(stop.estimated_arrival_time, project.timezone)?.slice(11),
    ...(late > 0 ? { late_minutes: late } : {}),
    ...(stop.location?.lat === undefined ? { has_no_place: true } : {}),
    ...(stop.optimization_warnings.length > 0
      ? { breaks: stop.optimization_warnings.map(({ code }) => code).join(', ') }
      : {}),
  }
}

/** Returns people's texts about a stop. */
export function getNotes(stop: Stop) {
  return {
    comments: quote(stop.comments),
    of_the_recipient: quote(stop.customer_text_field),
    where_exactly: quote(stop.location_details),
    contact: quoteName(stop.reference_person),
    phone: quoteName(stop.phone),
    email: quoteName(stop.email),
  }
}
