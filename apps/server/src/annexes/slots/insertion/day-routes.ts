// The routes of one day as insertions see them: the earliest and latest time of each place, and the present cost of the route.
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { evaluate, getServiceSeconds, type Problem, type Route, type VehicleCost } from '@routewright/solver'
import { listIds } from '../../../data/records.ts'
import type { RouteRow } from '../../../data/route-table.ts'
import type { StopRow } from '../../../data/stop-table.ts'
import { pointKey } from '../../../geography/travel/leg-source.ts'
import type { TravelMatrix, TravelPoint, TravelProvider, VehicleClass } from '../../../geography/travel/travel.ts'
import { hasPrice, routeCosts } from '../../../planning/modelling/costs.ts'
import { costWithLoading, findDepotBounds } from '../../../planning/modelling/depots.ts'
import { hasPlace } from '../../../planning/modelling/places.ts'
import {
  createPlanProblem,
  isOpen,
  type PlanPicture,
  type PlanProblem,
  type RouteWithStops,
  withTravel,
} from '../../../planning/modelling/plan-problem.ts'
import { asDriven, type BehindRoute, findEarlierWork } from '../../../planning/modelling/route-drivers.ts'
import { type ChargerLegs, findChargerLegs, getChargerLegs } from './charger-legs.ts'
import type { Leg, LegsOfPlace } from './legs.ts'

/** Everything except its routes that the times of a day depend on. */
export type DayContext = Pick<
  PlanPicture,
  'settings' | 'zones' | 'nowSeconds' | 'isLive' | 'drivers' | 'booked' | 'isPriced'
>

/** One route of the day, with its stops in driving order. Never changed: who puts a stop on it makes another one. */
export interface DayRoute {
  /** The route as planned. */
  one: RouteWithStops
  /** With the skills, hours and costs of who drives it. */
  driven: RouteRow
  way: VehicleClass
  /** Equal where ways are. */
  wayKey: string
  /** Work of its driver before it, that day and on earlier days. */
  behind: BehindRoute | undefined
  /** In one unit with all routes of the day; loading is in it. */
  cost: VehicleCost
  /** Loading at the depot before the wheels turn; none once the route is under way. */
  loadingSeconds: number
  /** Pending stops with a place, in driving order. */
  pending: readonly StopRow[]
  /** Place 0 is the start, 1…n are the pending stops, n + 1 is the end; a start or end that is nowhere is undefined. */
  places: readonly (TravelPoint | undefined)[]
  /** Keys of the places in tables of legs. */
  keys: readonly (string | undefined)[]
  /** Leg from each place to the next; undefined where one of the two has no coordinates. */
  legs: readonly (Leg | undefined)[]
  /** Between its places and those where it may charge on the way; undefined where it does not charge. */
  chargerLegs: ChargerLegs | undefined
  /** The places of its problem where it may charge. */
  charging: PlanProblem['charging']
  /** Number of stops fixed at the beginning, because the driver is on the way to them. */
  fixed: number
  /** The earliest moment to leave each place, and the latest to begin there, seconds of the day; bounds that no schedule beats. */
  earliest: Float64Array
  latest: Float64Array
  /** Its present cost, times and broken rules. */
  now: Route
  /** Stop ids by index in the problem. */
  stopIds: readonly string[]
  /** Equal for routes without stops that would do all the same. */
  kind: string | undefined
}

export interface Day {
  date: string
  context: DayContext
  routes: readonly DayRoute[]
  /** Plain seconds of a leg times this are never more than it takes. */
  leastFactor: number
  /** Where stops were put on it that are on no route: the day without them, they in their sequence, and the day with each of them. */
  filled?: { base: Day; stops: readonly StopRow[]; steps: readonly Day[] }
}

/**
 * The day with its open routes. Of the day as it was before, routes are taken over that nothing changed for, so that only the others are
 * asked for and evaluated. Throws TravelError.
 */
export async function createDay(
  date: string,
  ofDay: DayContext,
  routes: readonly RouteWithStops[],
  travel: TravelProvider,
  previous?: Day,
): Promise<Day> {
  const open = routes.filter(({ route }) => isOpen(route))
  const context = { ...ofDay, isPriced: open.some(({ route }) => hasPrice(asDriven(route, ofDay.drivers))) }
  const day: Day = { date, context, routes: [], leastFactor: getLeastFactor(context) }
  const made: DayRoute[] = []
  const costs = routeCosts(
    open.map(({ route }) => asDriven(route, context.drivers)),
    context.settings,
  )
  const known = keptRoutes(previous, context)
  for (const [index, one] of open.entries()) {
    const price = computePrice(one, costs[index]!, context)
    const same = known.get(one.route.id)
    const isSame = same && isDeepStrictEqual(same.one, one) && isDeepStrictEqual(same.cost, price.cost)
    if (isSame && isDeepStrictEqual(same.behind, findEarlierWork(one.route, context.drivers))) {
      made.push(same)
      continue
    }
    const problem = getProblem(context, one, [])
    const places = listPlaces(problem, one)
    const path = await travel.path(
      places.flatMap((place) => place ?? []),
      problem.ways[0]!,
    )
    const legs = legsBetween(places, (index) => ({
      seconds: path.legSeconds[index]!,
      meters: path.legMeters[index]!,
      ...(path.legMixes?.[index] !== undefined && { mix: path.legMixes[index] }),
      ...((path.isOffRoads || path.straightLegs?.[index]) && { isStraight: true }),
    }))
    const chargerLegs = await findChargerLegs(problem, context.settings, places, travel, problem.ways[0]!)
    made.push(createDayRoute(day, one, price, { problem, places, legs, chargerLegs }))
    if (made.length % 20 === 0) await setImmediate()
  }
  return { ...day, routes: made }
}

/** Routes by id that were made of the same settings, zones and drivers; of a day under way every moment counts. */
function keptRoutes(previous: Day | undefined, context: DayContext): Map<string, DayRoute> {
  const base = previous?.filled?.base ?? previous
  if (!base || context.isLive || base.context.isLive) return new Map()
  // The driver's earlier work is compared route by route.
  const timeless = (context: DayContext) => {
    return {
      ...context,
      nowSeconds: 0,
      drivers: context.drivers && { ...context.drivers, work: undefined, past: undefined },
    }
  }
  if (!isDeepStrictEqual(timeless(base.context), timeless(context))) return new Map()
  return new Map(base.routes.map((route) => [route.one.route.id, route]))
}

/** The same route with another stop at a place among the pending ones. */
export function withStop(
  day: Day,
  route: DayRoute,
  stop: StopRow,
  position: number,
  legsOfStop: LegsOfPlace,
): DayRoute {
  const following = route.pending[position]
  const stops = [...route.one.stops]
  const at = following ? stops.indexOf(following) : stops.length
  stops.splice(at, 0, { ...stop, route_id: route.one.route.id })
  const one = { ...route.one, stops }
  const problem = getProblem(day.context, one, [])
  const places = listPlaces(problem, one)
  const known = [...route.legs]
  const [before, behind] = [route.keys[position], route.keys[position + 1]]
  const to = before === undefined ? undefined : (legsOfStop.to.get(before) ?? nowhere)
  const from = behind === undefined ? undefined : (legsOfStop.from.get(behind) ?? nowhere)
  known.splice(position, 1, to, from)
  const chargerLegs =
    route.chargerLegs && new Map([...route.chargerLegs, [pointKey(places[position + 1]!), legsOfStop]])
  return createDayRoute(day, one, route, { problem, places, legs: known, chargerLegs })
}

const nowhere: Leg = { seconds: 0, meters: 0 }

/** The problem of one route; `joining` are stops that might join it. */
export function getProblem(context: DayContext, one: RouteWithStops, joining: readonly StopRow[]): PlanProblem {
  return createPlanProblem({
    ...context,
    routes: [one],
    unassigned: joining,
    withPackages: new Set(),
    freedom: 'keep_assignment',
  })
}

/** Indices of stops in a problem, in this order; those that it refuses are left out. */
export function listIndices(problem: PlanProblem, stops: readonly StopRow[]): number[] {
  const indexOf = new Map(problem.stopRows.map((row, index) => [row.id, index]))
  return stops.flatMap((stop) => indexOf.get(stop.id) ?? [])
}

/** The problem with the legs that an order of the route needs; every other way counts as unknown. */
export function withLegs(
  problem: PlanProblem,
  cost: VehicleCost,
  known: Iterable<readonly [number, number, Leg]>,
): Problem {
  const count = problem.points.length
  const shared = (bytes: number) => new SharedArrayBuffer(Math.max(1, count * count) * bytes)
  const matrix: TravelMatrix = { seconds: new Int32Array(shared(4)).fill(-1), meters: new Int32Array(shared(4)) }
  for (let point = 0; point < count; point++) matrix.seconds[point * count + point] = 0
  for (const [from, to, { seconds, meters, mix }] of known) {
    const entry = from * count + to
    matrix.seconds[entry] = seconds
    matrix.meters[entry] = meters
    if (mix === undefined) continue
    matrix.mixes ??= new Uint8Array(shared(1))
    matrix.mixes[entry] = mix
  }
  const whole = withTravel(problem, [matrix])
  return { ...whole, vehicles: whole.vehicles.map((vehicle) => ({ ...vehicle, cost })) }
}

/** The legs of the route between the points of a problem that holds it, with those to charging places. */
export function* ownLegs(
  problem: PlanProblem,
  route: Pick<DayRoute, 'legs' | 'places' | 'chargerLegs'>,
): Generator<readonly [number, number, Leg]> {
  const indexOf = new Map(problem.points.map((point, index) => [pointKey(point), index]))
  for (const [index, leg] of route.legs.entries()) {
    if (leg) yield [indexOf.get(pointKey(route.places[index]!))!, indexOf.get(pointKey(route.places[index + 1]!))!, leg]
  }
  yield* getChargerLegs(problem, route.chargerLegs)
}

function createDayRoute(
  day: Day,
  one: RouteWithStops,
  { cost, loadingSeconds }: Pick<DayRoute, 'cost' | 'loadingSeconds'>,
  { problem, places, legs, chargerLegs }: Pick<DayRoute, 'places' | 'legs' | 'chargerLegs'> & { problem: PlanProblem },
): DayRoute {
  const pending = listPending(one)
  const driven = asDriven(one.route, day.context.drivers)
  const keys = places.map((place) => place && pointKey(place))
  const way = problem.ways[0]!
  const behind = findEarlierWork(one.route, day.context.drivers)
  const vehicle = { driven, behind, way, wayKey: getWayKey(way), cost, loadingSeconds }
  const bare = { one, ...vehicle, pending, places, keys, legs, chargerLegs }
  const fixed = problem.vehicles[0]!.pinnedPrefix?.length ?? 0
  const own = withLegs(problem, cost, ownLegs(problem, bare))
  const now = evaluate(own, 0, listIndices(problem, pending))
  const { charging } = problem
  const stopIds = listIds(problem.stopRows)
  return {
    ...bare,
    charging,
    stopIds,
    ...computeBounds(day, problem, { ...bare, now }),
    fixed,
    now,
    kind: findKind(bare),
  }
}

function computePrice({ route, date }: RouteWithStops, cost: VehicleCost, { settings }: DayContext) {
  const loadingSeconds = findDepotBounds(route, settings.depots, date ?? settings.date)?.loadingSeconds ?? 0
  return { cost: costWithLoading(cost, loadingSeconds), loadingSeconds }
}

/** Vehicles that travel alike have the same. */
export function getWayKey(way: VehicleClass): string {
  return JSON.stringify(way)
}

function listPending({ stops }: RouteWithStops): StopRow[] {
  return stops.filter((stop) => stop.status === 'pending' && hasPlace(stop))
}

function listPlaces(problem: PlanProblem, one: RouteWithStops): DayRoute['places'] {
  const [vehicle] = problem.vehicles
  const indexOf = new Map(problem.stopRows.map((row, index) => [row.id, index]))
  const findPoint = (index: number | null | undefined) =>
    index === null || index === undefined ? undefined : problem.points[index]
  const ofStops = listPending(one).map((stop) => {
    const index = indexOf.get(stop.id)
    return findPoint(index === undefined ? undefined : problem.stops[index]!.location)
  })
  return [findPoint(vehicle!.startLocation), ...ofStops, findPoint(vehicle!.endLocation)]
}

/** `legOf` returns the leg by its number among those between neighbours with coordinates. */
function legsBetween(places: DayRoute['places'], legOf: (index: number) => Leg): (Leg | undefined)[] {
  let index = 0
  return places.slice(1).map((place, before) => (place && places[before] ? legOf(index++) : undefined))
}

/**
 * Forward: the earliest departure from each place. Backward: the latest start at each place that keeps all later ones in time.
 * Breaks, charging and loads are ignored, and legs are the fastest possible, so the bounds are generous (slack of Savelsbergh
 * 1992).
 */
function computeBounds(day: Day, problem: PlanProblem, route: Pick<DayRoute, 'pending' | 'legs' | 'now'>) {
  const { pending, legs, now } = route
  const [vehicle] = problem.vehicles
  const count = pending.length
  const usual = day.context.settings.serviceSeconds
  const services = pending.map(({ duration }) => getServiceSeconds({ serviceSeconds: duration ?? usual }, vehicle!))
  const legSeconds = (index: number) => quickest(day, legs[index])
  const earliest = new Float64Array(count + 2)
  const begins = new Float64Array(count + 2)
  const beginsNow = new Map(now.steps.map(({ stop, startSeconds }) => [problem.stopRows[stop ?? -1]?.id, startSeconds]))
  earliest[0] = vehicle!.departureSeconds ?? vehicle!.shift?.[0] ?? 0
  for (let at = 1; at <= count; at++) {
    begins[at] = nextOpening(pending[at - 1]!.time_windows, earliest[at - 1]! + legSeconds(at - 1))
    earliest[at] = begins[at]! + services[at - 1]!
  }
  const latest = new Float64Array(count + 2)
  latest[count + 1] = vehicle!.shift?.[1] ?? Number.POSITIVE_INFINITY
  for (let at = count; at >= 1; at--) {
    const wanted = latest[at + 1]! - legSeconds(at) - services[at - 1]!
    // A route that is late already keeps what it has: its own place is never later than it is now.
    const { id, time_windows } = pending[at - 1]!
    latest[at] = Math.max(begins[at]!, beginsNow.get(id) ?? 0, lastOpening(time_windows, wanted))
  }
  return { earliest, latest }
}

/** Seconds of a leg at the quickest hour; none where it is unknown or nowhere. */
export function quickest({ leastFactor }: Day, leg: Leg | undefined): number {
  return leg && leg.seconds > 0 ? Math.floor(leg.seconds * leastFactor) : 0
}

function getLeastFactor({ settings }: DayContext): number {
  const fastest = settings.traffic ? Math.max(1, ...settings.traffic.speeds.flat()) : 1
  return settings.travelFactor / fastest
}

type Windows = StopRow['time_windows']

function nextOpening(windows: Windows, moment: number): number {
  const open = windows.find(([, closes]) => moment <= closes)
  return open ? Math.max(moment, open[0]) : moment
}

function lastOpening(windows: Windows, moment: number): number {
  if (windows.length === 0) return moment
  const open = windows.findLast(([opens]) => opens <= moment)
  return open ? Math.min(moment, open[1]) : Number.NEGATIVE_INFINITY
}

/** Vans without stops that differ in nothing that planning knows of are one kind. */
function findKind({
  one,
  driven,
  behind,
  way,
  places,
}: Pick<DayRoute, 'one' | 'driven' | 'behind' | 'way' | 'places'>): string | undefined {
  if (one.stops.length > 0 || one.route.status !== 'not_started') return undefined
  const { time_window, max_weight, max_volume, max_services, max_time, max_distance, provides, geo_fences } = driven
  const { price_per_minute, price_per_distance, price_per_stop, toll_price, min_time, min_distance, vehicle } = driven
  const limits = [time_window, max_weight, max_volume, max_services, max_time, max_distance, min_time, min_distance]
  const costs = [price_per_minute, price_per_distance, price_per_stop, toll_price]
  const depots = [driven.start_depot_id, driven.end_depot_id]
  const hasBehind = behind && behind.earlier.length + behind.past.length > 0
  const laws = [driven.driving_rules, driven.driving_log, hasBehind && behind, driven.battery]
  return JSON.stringify([way, places, depots, limits, costs, [...provides].sort(), geo_fences, vehicle?.break, laws])
}
