// Estimated arrivals of a driver under way at the stops ahead: from the last known place, by travel times.
import { limits, listStopsAhead } from '@routewright/contract'
import { requireReach } from '../../accounts/projects/projects.ts'
import { findDayPace } from '../../data/day-paces.sql.ts'
import { noteForMessages } from '../../data/events.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { wantsEstimates } from '../../data/resources/recipients.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { type RouteProgress, writeExpectations, writeProgress } from '../../data/routes.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listStopsOfRoutes, type StopEstimate } from '../../data/stops.sql.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import { momentOfPlanDay, secondsOfPlanDay } from '../../frame/platform/local-time.ts'
import { type Scope, withoutWaiting } from '../../frame/platform/scope.ts'
import type { TravelPoint, TravelProvider } from '../../geography/travel/travel.ts'
import { getLegHours, secondsByHour } from '../../planning/modelling/by-hour.ts'
import { chargingAhead, toldSince } from '../../planning/modelling/charging/charged-so-far.ts'
import { doneSoFar, knownBreaks, leftOfBreak, restsInOrder } from '../../planning/modelling/pace/breaks-ahead.ts'
import { type DayFactors, findDayHabits, USUAL_DAY } from '../../planning/modelling/pace/day-pace.ts'
import { computeHabits, computeSlowness, getPace } from '../../planning/modelling/pace/pace.ts'
import { findDestination, findPlace } from '../../planning/modelling/places.ts'
import type { RouteWithStops } from '../../planning/modelling/plan-problem.ts'
import { type PlanSettings, planSettings } from '../../planning/modelling/settings.ts'
import { getTravelClass } from '../../planning/modelling/travel-class.ts'
import { findWay, type Way, type WayLock } from './estimates.sql.ts'

export type { RouteProgress } from '../../data/routes.sql.ts'
export type { Way } from './estimates.sql.ts'

/** Returns the route with what its times depend on. Throws 404, or 403 when the caller cannot access its project. */
export async function getWay(scope: Scope, routeId: string, lock?: WayLock): Promise<Way> {
  const way = await findWay(scope, routeId, lock)
  if (!way) throw notFound('route', routeId)
  requireReach(scope, way.project.id)
  return way
}

/** Recomputes the estimated times of the pending stops of a route that is under way, and of its end. */
export async function updateEstimates(scope: Scope, routeId: string): Promise<void> {
  const way = await getWay(scope, routeId)
  if (way.route.status === 'in_transit') await keepProgress(scope, way, await listStopsOfRoutes(scope, [routeId]), {})
}

/**
 * Writes changes of the route by a driver's positions or reports, together with the resulting estimates. Estimates are derived
 * values, so `updated_at` stays. A route that is not under way keeps its estimates. `way` and `stops` (all of the route, in
 * driving order) already contain the change.
 */
export async function keepProgress(
  scope: Scope,
  way: WayOfDay,
  stops: readonly StopRow[],
  progress: RouteProgress,
): Promise<void> {
  const { route, project } = way
  if (route.status !== 'in_transit') return withoutWaiting(writeProgress(scope, route.id, progress))
  const { estimates, end } = await expect(scope, way, stops)
  withoutWaiting(writeExpectations(scope, route.id, { ...progress, estimated_end_time: end }, estimates))
  if (project.sends_messages && wantsEstimates(project)) {
    await noteForMessages(scope, [{ note: 'route_estimated', projectId: project.id, resourceId: route.id }])
  }
}

/** The effect of the day is the same for all routes of the project on it. */
type WayOfDay = Pick<Way, 'route' | 'plan' | 'project' | 'day'>

/** Returns the effect of a plan's day, for callers without a `Way`. Queries nothing where the project does not use it. */
export async function findDay(
  scope: Scope,
  { id, learning }: Pick<ProjectRow, 'id' | 'learning'>,
  { execution_date }: Pick<Way['plan'], 'execution_date'>,
): Promise<DayFactors | undefined> {
  if (!findDayHabits(learning)) return undefined
  const row = await findDayPace(scope, id, execution_date.toISOString().slice(0, 10))
  return row && { driving: row.driving_factor, work: row.work_factor }
}

/** Estimates when the driver will be at the pending stops, and at the end. */
async function expect(
  { now, travel }: Scope,
  { route, plan, project, day = USUAL_DAY }: WayOfDay,
  stops: readonly StopRow[],
): Promise<{ estimates: StopEstimate[]; end: Date }> {
  const settings = planSettings(plan, project)
  const { secondsOf, momentOf } = getClock(plan, project)
  const nowOfPlan = secondsOf(now)
  const way = await findWayAhead(travel, { route, stops }, settings, nowOfPlan)
  const { pending, first, end, path, travelClass, charging } = way
  const { driving, work, restBefore } = computeOutlook(route, stops, { ...project, day }, nowOfPlan, secondsOf)
  const nowMilliseconds = now.getTime()
  let [leg, seconds] = [way.start ? 0 : -1, 0]
  const momentAt = () => new Date(nowMilliseconds + seconds * 1_000)
  const drive = () => {
    const own = path?.legSeconds[leg] ?? 0
    seconds += driving * secondsByHour(settings, travelClass, own, getLegHours(path, leg), nowOfPlan + seconds)
    leg += 1
  }
  const charge = (order: number) => {
    for (const one of charging.get(order) ?? []) {
      drive()
      seconds = one.leavesAt(nowOfPlan + seconds) - nowOfPlan
    }
  }
  const estimates: StopEstimate[] = []
  for (const [index, stop] of pending.entries()) {
    const hasArrived = stop.arrived_at !== null
    // A driver at a stop takes the break after it, not before.
    if (!hasArrived) seconds += restBefore(first + index, nowOfPlan + seconds)
    charge(first + index)
    if (findPlace(stop.location)) drive()
    if (hasArrived) seconds = 0
    const opensAt = nextOpening(stop, momentAt(), momentOf)
    if (opensAt && !hasArrived) seconds = Math.max(seconds, (opensAt.getTime() - nowMilliseconds) / 1_000)
    const arrival = hasArrived ? stop.arrived_at! : momentAt()
    const spent = hasArrived ? (nowMilliseconds - stop.arrived_at!.getTime()) / 1_000 : 0
    seconds += Math.max(0, work * (workAt(stop, project.learning) ?? settings.serviceSeconds) - spent)
    estimates.push({
      id: stop.id,
      estimated_arrival_time: arrival.toISOString(),
      estimated_departure_time: momentAt().toISOString(),
    })
  }
  seconds += restBefore(stops.length, nowOfPlan + seconds)
  charge(stops.length)
  if (end) drive()
  return { estimates, end: momentAt() }
}

/** Converts a moment to seconds of the plan's day, and back. */
function getClock(
  { execution_date }: Pick<Way['plan'], 'execution_date'>,
  { timezone }: Pick<Way['project'], 'timezone'>,
) {
  return {
    secondsOf: (moment: Date) => secondsOfPlanDay(moment, execution_date, timezone),
    momentOf: (seconds: number) => momentOfPlanDay(seconds, execution_date, timezone),
  }
}

/** Returns the path ahead: from where the driver is through the pending stops and the charging places before them to the end. */
async function findWayAhead(travel: TravelProvider, one: RouteWithStops, settings: PlanSettings, nowSeconds: number) {
  const { route, stops } = one
  const pending = listStopsAhead(stops)
  /** Number of the first pending stop on the route. */
  const first = stops.length - pending.length
  const charging = Map.groupBy(chargingAhead(one, { settings, nowSeconds }), ({ visit }) => visit.order)
  const placesBefore = (order: number): TravelPoint[] =>
    (charging.get(order) ?? []).map(({ visit }) => ({ ...visit.location }))
  const start = whereabouts(route, stops)
  const end = findPlace(route.end_location)
  const between = pending.flatMap((stop, index) => [...placesBefore(first + index), findDestination(stop)])
  const points = [start, ...between, ...placesBefore(stops.length), end].filter((point) => point !== undefined)
  const travelClass = getTravelClass(route, settings)
  const path = points.length > 1 ? await travel.path(points, travelClass) : undefined
  return { pending, first, start, end, path, travelClass, charging }
}

/** Seconds of the work at a stop: as planned where plans use paces, else the stop's duration. */
function workAt(
  { duration, planned_arrival_time: from, planned_departure_time: to }: StopRow,
  { uses_paces }: Way['project']['learning'],
): number | null {
  return uses_paces && from !== null && to !== null ? to - from : duration
}

/** Returns the factors on the driving and work ahead, and the seconds of rest before each stop. */
function computeOutlook(
  route: RouteRow,
  stops: readonly StopRow[],
  { learning, day }: Pick<Way['project'], 'learning'> & { day: DayFactors },
  now: number,
  secondsOf: (moment: Date) => number,
): DayFactors & { restBefore: ReturnType<typeof restsInOrder> } {
  const habits = computeHabits(learning)
  const breaks = knownBreaks(route, secondsOf)
  const done = doneSoFar(stops, now, secondsOf)
  const own = learning.uses_paces ? (route.drive_factor ?? 1) : 1
  const slowness = computeSlowness(habits, getPace(done.finished, breaks, day))
  return {
    driving: slowness * day.driving * own,
    work: slowness * day.work,
    restBefore: restsInOrder(breaks.flatMap((pause) => leftOfBreak(pause, done, habits.breakDelay) ?? [])),
  }
}

/**
 * Returns the last position when it is recent, else the place where the driver reported charging, else the last executed stop,
 * else the start.
 */
function whereabouts(route: RouteRow, stops: readonly StopRow[]): TravelPoint | undefined {
  const executed = stops.filter((stop) => stop.finished_at !== null)
  const last = executed.toSorted((a, b) => a.finished_at!.getTime() - b.finished_at!.getTime()).at(-1)
  const charged = toldSince(
    route,
    stops.filter(({ status }) => status !== 'pending'),
  )
  const left = charged?.left ?? last?.finished_at
  const seen = route.last_position
  const isFresh = seen && (!left || Date.parse(seen.created_at) >= left.getTime() - freshMilliseconds)
  if (isFresh) return { lat: seen.lat, lng: seen.lng, isVehicle: true }
  if (charged) return { ...charged.visit.location }
  return (last && findDestination(last)) ?? findPlace(route.start_location)
}

/** Age relative to the last report up to which a position is a better starting point than the stop's address. */
const freshMilliseconds = limits.SESSION_SECONDS * 1_000

/** Returns when the first window that is not over opens, if that is after the arrival. */
function nextOpening(stop: StopRow, arrival: Date, momentOf: (seconds: number) => Date): Date | undefined {
  const window = stop.time_windows.find(([, close]) => momentOf(close) >= arrival)
  const opens = window && momentOf(window[0])
  return opens && opens > arrival ? opens : undefined
}
