// Evaluates a route in its present sequence: planned times, distances, track, breaks, and every rule that it breaks.
import type { OptimizationWarning } from '@routewright/contract'
import { currentBreak } from '@routewright/contract/breaks'
import { evaluate, type Problem, type Route, type Violation } from '@routewright/solver'
import type { RouteRow } from '../../data/route-table.ts'
import type { StopRow } from '../../data/stop-table.ts'
import type {
  BreakStopValue,
  ChargingVisitValue,
  PlannedChargeValue,
  RouteBreakValue,
  RouteWorkValue,
  WarningValue,
} from '../../data/values.ts'
import { withoutEmpty } from '../../frame/platform/compact.ts'
import { straightTable } from '../../geography/travel/straight-lines.ts'
import type {
  TravelMatrix,
  TravelMode,
  TravelPath,
  TravelPoint,
  TravelProvider,
  VehicleClass,
} from '../../geography/travel/travel.ts'
import { inWholeSeconds } from './by-hour.ts'
import { findPlannedCharge } from './charging/battery.ts'
import { chargingBehind } from './charging/charged-so-far.ts'
import { getCharging, type PlannedPlace, withWays } from './charging/charging.ts'
import { findDepotBounds, isEndedByDepot } from './depots.ts'
import { workAhead, workDone } from './law/driver-work.ts'
import { findLaw } from './law/driving-rules.ts'
import { outlyingWarnings } from './outlying-stops.ts'
import { factorOfRoute } from './pace/pace-of-route.ts'
import { findDestination, findPlace, hasPlace } from './places.ts'
import { createPlanProblem, type PlanPicture, type RouteWithStops, withTravel } from './plan-problem.ts'
import { breaksOfRoute } from './route-breaks.ts'
import { asDriven } from './route-drivers.ts'
import { getTravelClass } from './travel-class.ts'
import { depotWarning, lateWarning, lawfulBreakWarning, violationWarning } from './warnings.ts'

/** Values as the interface has them; null where there is none. */
export interface StopTimes {
  planned_arrival_time: number | null
  planned_departure_time: number | null
  distance_to_previous_stop: number | null
  distance_to_next_stop: number | null
  /** Whether straight lines are part of these ways; null for ways on roads. */
  is_straight_to_previous_stop: boolean | null
  is_straight_to_next_stop: boolean | null
  optimization_warnings: WarningValue[]
}

export interface RouteTimes {
  planned_start_time: number | null
  /** Loading at the depot, from the planned start on. */
  planned_loading_time: number | null
  planned_end_time: number | null
  planned_distance: number | null
  /** Metres of it that are straight lines among others on roads; null for none. */
  straight_distance: number | null
  /** True where no roads are known at all for the vehicle. */
  is_off_roads: boolean | null
  planned_track: string | null
  break_stop: BreakStopValue | null
  breaks: RouteBreakValue[]
  /** Driving and working time of its driver, where a law applies to them. */
  driver_work: RouteWorkValue | null
  /** Battery charge along the way; null without a battery. */
  planned_charge: PlannedChargeValue | null
  /** Factor of the driver's or vehicle's driving pace; null: as usual. */
  drive_factor: number | null
  /** Sums over the part that lies ahead; absent where nothing was computed. */
  totals?: { travelSeconds: number; waitSeconds: number; lateSeconds: number }
  /** True while straight lines stand in for roads that a job will ask for. */
  isStandIn: boolean
  /** Times by stop id, including executed stops. */
  stops: Map<string, StopTimes>
}

/** Returns the planned times of a stop as the editor's responses have them. */
export function plannedStop({ id }: StopRow, times: RouteTimes) {
  const { planned_arrival_time = null, planned_departure_time = null } = times.stops.get(id) ?? {}
  return { stop_id: id, ...withoutEmpty({ planned_arrival_time, planned_departure_time }) }
}

/**
 * Evaluates one route in its present sequence. Executed stops keep their planned times; when the route is under way, those ahead
 * follow from the clock. `planned_arrival_time` is when the service begins: a driver who is early waits before it.
 */
export async function evaluateRoute(
  one: RouteWithStops,
  context: RouteContext,
  travel: TravelProvider,
): Promise<RouteTimes> {
  const times = keptTimes(one)
  const pending = one.stops.filter((stop) => stop.status === 'pending')
  const located = pending.filter(hasPlace)
  const alone = located.length > 0 ? await evaluateOrder(one, context, travel) : undefined
  const charging = alone ? chargingOnWay(one, context, alone, located) : (one.route.planned_charge?.charging ?? [])
  const path = await pathThrough(one, charging, travel, getTravelClass(one.route, context.settings))
  placeDistances(one, path, times)
  flagUnreachable(one, path, times)
  flagPlaces(one.route, pending, times)
  const { route } = one
  const result: RouteTimes = {
    planned_start_time: route.planned_start_time,
    planned_loading_time: route.planned_loading_time,
    planned_end_time: route.planned_end_time,
    planned_distance: computeSum(path.legMeters),
    ...path.straight,
    planned_track: path.polyline,
    break_stop: route.break_stop,
    breaks: route.breaks,
    driver_work: null,
    planned_charge: route.planned_charge,
    drive_factor: route.drive_factor,
    isStandIn: path.isStandIn ?? false,
    stops: times,
  }
  if (one.stops.length === 0) return { ...result, ...withoutPlan(route) }
  if (!alone) return { ...result, driver_work: workDone(one, context) }
  const { problem, evaluated } = alone
  applySteps(evaluated, located, times)
  const atDepots = findDepotBounds(route, context.settings.depots, context.settings.date)
  applyViolations(evaluated, located, times, getWarning(route, context))
  if (route.status !== 'in_transit' || route.planned_start_time === null) {
    const loading = atDepots?.loadingSeconds ?? 0
    result.planned_start_time = evaluated.startSeconds - loading
    result.planned_loading_time = loading > 0 ? loading : null
  }
  result.planned_end_time = evaluated.endSeconds
  result.totals = computeTotals(evaluated)
  const law = findLaw(asDriven(route, context.drivers), context.settings)
  result.breaks = breaksOfRoute(route, problem, evaluated, one.stops.length - located.length, law)
  result.break_stop = currentBreak(result.breaks) ?? null
  result.driver_work = workAhead(one, context, { problem, evaluated })
  result.planned_charge = findPlannedCharge(evaluated, problem.vehicles[0]!, located, charging)
  return { ...result, drive_factor: findDriveFactor(route, context) }
}

/** Warns of stops without a place, and of places that cannot be meant. */
function flagPlaces(route: RouteRow, pending: readonly StopRow[], times: RouteTimes['stops']): void {
  const outlying = outlyingWarnings([route.start_location, route.end_location], pending)
  for (const stop of pending) {
    const warning = hasPlace(stop) ? outlying.get(stop.id) : violationWarning(noLocation)
    if (warning) times.get(stop.id)!.optimization_warnings.push(warning)
  }
}

/** Everything other than the route itself that its times depend on. */
export type RouteContext = Pick<PlanPicture, 'settings' | 'zones' | 'nowSeconds' | 'isLive' | 'drivers' | 'booked'>

/** A route as a problem of its own, evaluated by the optimizer. */
export interface RouteAlone {
  problem: Problem
  /** Stop row by stop index: the pending stops that have a place, in driving order. */
  stopRows: readonly StopRow[]
  evaluated: Route
  /** Charging places of the problem. */
  charging: readonly PlannedPlace[]
}

/**
 * Models the pending stops that have a place, in driving order. As in the optimizer, charging is considered only where the
 * battery would run empty, so that other routes need no travel times to charging places.
 */
export async function modelRoute(
  one: RouteWithStops,
  context: RouteContext,
  travel: TravelProvider,
): Promise<RouteAlone> {
  const { settings } = context
  const uncharged = await modelWith(one, { ...context, settings: { ...settings, chargingPlaces: [] } }, travel)
  const isShort = uncharged.evaluated.violations.some(({ code }) => code === 'battery')
  return isShort && settings.chargingPlaces.length > 0 ? modelWith(one, context, travel) : uncharged
}

async function modelWith(one: RouteWithStops, context: RouteContext, travel: TravelProvider): Promise<RouteAlone> {
  const planProblem = createPlanProblem({
    ...context,
    routes: [one],
    unassigned: [],
    withPackages: new Set(),
    freedom: 'keep_order',
  })
  const { points, stopRows } = planProblem
  const [way] = planProblem.ways
  const known = await travel.matrix(points, way!)
  const charging = withWays(planProblem.charging, known, points.length)
  const problem = withTravel({ ...planProblem, charging }, [await withoutGaps(known, points, way!.mode)])
  return { problem, stopRows, charging, evaluated: evaluate(problem, 0, [...planProblem.stops.keys()]) }
}

async function evaluateOrder(
  one: RouteWithStops,
  context: RouteContext,
  travel: TravelProvider,
): Promise<Pick<RouteAlone, 'problem' | 'evaluated' | 'charging'>> {
  const { problem, evaluated, charging } = await modelRoute(one, context, travel)
  return {
    problem,
    charging,
    evaluated: problem.profiles.some((profile) => profile.hours) ? inWholeSeconds(evaluated) : evaluated,
  }
}

function computeTotals({ travelSeconds, waitSeconds, lateSeconds, violations }: Route): RouteTimes['totals'] {
  // A broken time window counts as lateness whether windows are hard rules or costs.
  const broken = violations.reduce(
    (sum, violation) => sum + (violation.code === 'time_window' ? violation.amount : 0),
    0,
  )
  return { travelSeconds, waitSeconds, lateSeconds: Math.max(lateSeconds, broken) }
}

const noLocation = { code: 'no_location', vehicle: 0, stop: null, amount: 1 } as const

/** Returns the charging done by a route under way, followed by the charging planned ahead. */
function chargingOnWay(
  one: RouteWithStops,
  context: RouteContext,
  { problem, evaluated, charging }: Pick<RouteAlone, 'problem' | 'evaluated' | 'charging'>,
  located: readonly StopRow[],
): ChargingVisitValue[] {
  const { battery } = problem.vehicles[0]!
  if (!battery) return []
  const ahead = getCharging(evaluated, charging, battery.capacityWh, one.stops, located)
  return [...chargingBehind(one, context), ...ahead]
}

/** Places of the start, the stops that have one, and the end. */
export function listWaypoints(one: RouteWithStops): TravelPoint[] {
  return waypointsThrough(one, []).map(({ point }) => point)
}

interface Waypoint {
  point: TravelPoint
  isCharging: boolean
}

/** The same waypoints with charging places, each before its stop. */
export function waypointsThrough(
  { route, stops }: RouteWithStops,
  charging: readonly Pick<ChargingVisitValue, 'order' | 'location'>[],
): Waypoint[] {
  const at = (point: TravelPoint | undefined): Waypoint[] => (point ? [{ point, isCharging: false }] : [])
  const chargingBefore = (order: number): Waypoint[] =>
    charging.flatMap((visit) => (visit.order === order ? { point: { ...visit.location }, isCharging: true } : []))
  return [
    ...at(findPlace(route.start_location)),
    ...stops.flatMap((stop, order) => [...chargingBefore(order), ...at(findDestination(stop))]),
    ...chargingBefore(stops.length),
    ...at(findPlace(route.end_location)),
  ]
}

/** A route's path, and what its record says of straight lines. */
interface RoutePath extends Legs, Pick<TravelPath, 'polyline' | 'isStandIn'> {
  straight: Pick<RouteTimes, 'straight_distance' | 'is_off_roads'>
}

/** Returns the path of the route; a leg to a charging place and the leg after it are merged. */
async function pathThrough(
  one: RouteWithStops,
  charging: readonly ChargingVisitValue[],
  travel: TravelProvider,
  travelClass: VehicleClass,
): Promise<RoutePath> {
  const waypoints = waypointsThrough(one, charging)
  const path = await travel.path(
    waypoints.map(({ point }) => point),
    travelClass,
  )
  const straightMeters = computeSum(path.legMeters.filter((_, leg) => path.straightLegs?.[leg]))
  const straight = {
    straight_distance: path.isOffRoads ? null : straightMeters || null,
    is_off_roads: path.isOffRoads || null,
  }
  if (!waypoints.some(({ isCharging }) => isCharging)) return { ...path, straight }
  const joined = (legs: readonly number[]) => {
    const sums: number[] = []
    for (const [index, leg] of legs.entries()) {
      const last = sums.at(-1)
      if (last === undefined || !waypoints[index]!.isCharging) sums.push(leg)
      else sums[sums.length - 1] = last < 0 || leg < 0 ? -1 : last + leg
    }
    return sums
  }
  return {
    ...path,
    straight,
    legSeconds: joined(path.legSeconds),
    legMeters: joined(path.legMeters),
    straightLegs: joined(path.legMeters.map((_, leg) => Number(path.straightLegs?.[leg] ?? false))).map(Boolean),
  }
}

function keptTimes({ stops }: RouteWithStops): Map<string, StopTimes> {
  return new Map(
    stops.map((stop) => {
      const isExecuted = stop.status !== 'pending'
      return [
        stop.id,
        {
          planned_arrival_time: isExecuted ? stop.planned_arrival_time : null,
          planned_departure_time: isExecuted ? stop.planned_departure_time : null,
          distance_to_previous_stop: null,
          distance_to_next_stop: null,
          is_straight_to_previous_stop: null,
          is_straight_to_next_stop: null,
          optimization_warnings: isExecuted ? stop.optimization_warnings : [],
        },
      ]
    }),
  )
}

type Legs = Pick<TravelPath, 'legSeconds' | 'legMeters' | 'straightLegs'>

/** Sets the distances of the legs before and after each stop that has a place. */
function placeDistances({ route, stops }: RouteWithStops, path: Legs, times: Map<string, StopTimes>): void {
  let leg = findPlace(route.start_location) ? 0 : -1
  for (const stop of stops) {
    if (!hasPlace(stop)) continue
    const own = times.get(stop.id)!
    own.distance_to_previous_stop = measureMeters(path.legMeters[leg])
    own.is_straight_to_previous_stop = path.straightLegs?.[leg] || null
    leg += 1
    own.distance_to_next_stop = measureMeters(path.legMeters[leg])
    own.is_straight_to_next_stop = path.straightLegs?.[leg] || null
  }
}

/** Flags the second of two neighbours without a way between them. If the first is flagged already, that one is off the roads. */
function flagUnreachable({ route, stops }: RouteWithStops, path: Legs, times: Map<string, StopTimes>): void {
  const located = stops.filter(hasPlace)
  const first = findPlace(route.start_location) ? 0 : 1
  let isFlagged = false
  for (const [index, stop] of located.entries()) {
    isFlagged = isGap(path.legSeconds[index - first]) && !isFlagged
    if (isFlagged) flag(stop)
  }
  const lastStop = located.at(-1)
  if (lastStop && isGap(path.legSeconds[located.length - first]) && !isFlagged) flag(lastStop)

  function flag(stop: StopRow): void {
    if (stop.status === 'pending') times.get(stop.id)!.optimization_warnings.push(violationWarning(unreachable))
  }
}

function isGap(seconds: number | undefined): boolean {
  return seconds !== undefined && seconds < 0
}

const unreachable = { code: 'unreachable', vehicle: 0, stop: null, amount: 1 } as const

/** Fills gaps with straight lines, so that stops after an unreachable place still get times. */
async function withoutGaps(
  matrix: TravelMatrix,
  points: readonly TravelPoint[],
  mode: TravelMode,
): Promise<TravelMatrix> {
  if (!matrix.seconds.some((seconds) => seconds < 0)) return matrix
  const straight = await straightTable(points, points, mode)
  for (const [entry, seconds] of matrix.seconds.entries()) {
    if (seconds < 0) continue
    straight.seconds[entry] = seconds
    straight.meters[entry] = matrix.meters[entry]!
  }
  const { mixes, periods } = matrix
  // A gap takes the same time at all hours.
  const filled = (own: Int32Array) => own.map((seconds, entry) => (seconds < 0 ? straight.seconds[entry]! : seconds))
  const byHour = periods && { starts: periods.starts, seconds: periods.seconds.map(filled) }
  return { ...straight, ...(mixes && { mixes }), ...(byHour && { periods: byHour }) }
}

function measureMeters(meters: number | undefined): number | null {
  return meters === undefined || meters < 0 ? null : meters
}

function applySteps({ steps }: Route, located: readonly StopRow[], times: Map<string, StopTimes>): void {
  for (const step of steps) {
    if (step.kind !== 'stop' || step.stop === null) continue
    const own = times.get(located[step.stop]!.id)!
    own.planned_arrival_time = step.startSeconds
    own.planned_departure_time = step.departureSeconds
    if (step.lateSeconds > 0) own.optimization_warnings.push(lateWarning(step.lateSeconds))
  }
}

/** Returns the warning for a broken rule of this route. The wording of a late end or a missing break depends on whose rule it is. */
export function getWarning(
  route: RouteRow,
  { settings, drivers }: Pick<RouteContext, 'settings' | 'drivers'>,
): (violation: Violation) => OptimizationWarning {
  const atDepots = findDepotBounds(route, settings.depots, settings.date)
  const driven = asDriven(route, drivers)
  const isDepot = isEndedByDepot(driven.time_window ?? undefined, atDepots)
  const isLawful = findLaw(driven, settings) !== undefined
  return (violation) => {
    if (isDepot && violation.code === 'shift') return depotWarning(violation.amount, atDepots?.isClosed === true)
    return isLawful && violation.code === 'break' ? lawfulBreakWarning : violationWarning(violation)
  }
}

/** Adds warnings to the stops; a rule that the whole route breaks is reported at its last stop. */
function applyViolations(
  { violations }: Route,
  located: readonly StopRow[],
  times: Map<string, StopTimes>,
  toWarning: (violation: Violation) => WarningValue,
): void {
  for (const violation of violations) {
    const row = violation.stop === null ? located.at(-1)! : located[violation.stop]!
    const { optimization_warnings } = times.get(row.id)!
    const warning = toWarning(violation)
    if (!optimization_warnings.some(({ code }) => code === warning.code)) optimization_warnings.push(warning)
  }
}

function withoutPlan(route: RouteRow): Omit<RouteTimes, 'stops' | 'isStandIn' | 'totals'> {
  const isStarted = route.status !== 'not_started'
  return {
    planned_start_time: isStarted ? route.planned_start_time : null,
    planned_loading_time: isStarted ? route.planned_loading_time : null,
    planned_end_time: isStarted ? route.planned_end_time : null,
    planned_distance: null,
    straight_distance: null,
    is_off_roads: null,
    planned_track: null,
    break_stop: isStarted ? route.break_stop : null,
    breaks: isStarted ? route.breaks : [],
    driver_work: null,
    planned_charge: null,
    drive_factor: null,
  }
}

function findDriveFactor(route: RouteRow, { drivers, settings }: RouteContext): number | null {
  const factor = factorOfRoute(route, drivers, settings.drivingPaces)
  return factor === 1 ? null : factor
}

function computeSum(meters: readonly number[]): number {
  return meters.reduce((sum, meter) => sum + Math.max(0, meter), 0)
}
