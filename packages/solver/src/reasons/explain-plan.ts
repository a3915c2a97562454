/** Explains a whole plan: how full its routes are, which vehicles it needs, what windows cost, and what relaxed limits would save. */

import { buildSolution } from '../answer/build-solution.ts'
import { evaluate, findObstacle, getModel, listPlaces, listReasons, listWorthLooking } from '../answer/explain.ts'
import type { DrivingLimit } from '../driving-rules.ts'
import { compileModel } from '../model/compile-model.ts'
import type { Problem, Stop, Vehicle } from '../problem.ts'
import { RouteEvaluator } from '../schedule/route-evaluator.ts'
import type { Route, Solution, UnassignedReason, ViolationCode } from '../solution.ts'
import { listInitial, type SolveOptions, solve } from '../solve.ts'
import { type FewerVehicles, findFewerVehicles, mostTrials } from './fewer-vehicles.ts'
import { listSavings, type PlanSaving, tryWithoutWindows, windowsTried } from './savings.ts'

/** Effort of the explanation. The same problem, plan, seed and steps give the same result, unless a deadline cuts a search short. */
export interface ExplainPlanOptions {
  /** Ruin-and-recreate steps of each search. */
  steps: number
  seed?: number
  /** Milliseconds on any clock, for all searches together. */
  clock?: () => number
  deadlineMilliseconds?: number
  /** Number of vehicles whose removal is tried: those with the fewest stops. Default 5. */
  mostVehicles?: number
  /** Number of windows that are priced: those with the least slack. Default 200. */
  mostWindows?: number
}

export interface PlanReasons {
  /** One per used vehicle, in their order. */
  routes: RouteReasons[]
  /** For the vehicles with the fewest stops in the plan, fewest first. */
  without: WithoutVehicle[]
  /** Most expensive first; only windows that cost something. */
  windows: WindowPrice[]
  changes: PlanChange[]
  /** Limit of stops with which fewer vehicles would suffice, when that limit is what requires so many. */
  fewer?: Omit<FewerVehicles, 'solution'> & Difference
  /** The three changes of all tried ones that save most, largest first. */
  savings: PlanSaving[]
}

/** Usage of each limit of a route, and the rules that keep neighbouring routes' stops out. */
export interface RouteReasons {
  vehicle: number
  /** Highest usage first. */
  limits: RouteLimit[]
  /** Number of nearest stops of other routes that each rule keeps out, most first. Empty when all would fit. */
  keptOut: { rule: ViolationCode; stops: number }[]
  /** Number of nearest stops of other routes that were tried. */
  lookedAt: number
}

export interface RouteLimit {
  limit: 'shift' | 'max_time' | 'max_distance' | 'max_services' | 'capacity' | 'driving' | 'work' | 'span' | 'battery'
  /** For `capacity`: the load dimension. */
  dimension?: number
  /** In the limit's own unit: seconds, metres, stops, load units, watt-hours. */
  used: number
  of: number
}

/** Cost difference of one plan to another. Negative: cheaper. */
export interface Difference {
  /** Cost that the optimizer minimizes, without that of unassigned stops. */
  cost: number
  /** The part of it that is money: fixed, tolls, time, distance, stops. */
  money: number
  travelSeconds: number
  meters: number
  /** Difference in unassigned stops. */
  unassigned: number
}

/** The best plan found without one of its vehicles, compared with the best one found with all. */
export interface WithoutVehicle extends Difference {
  vehicle: number
}

/** Savings if this stop could be served at any time, with all other stops unchanged. */
export interface WindowPrice {
  stop: number
  cost: number
  seconds: number
  meters: number
}

const planChanges = [
  'again',
  'one_vehicle_more',
  'half_hour_longer',
  'windows_half_hour_wider',
  'quarter_more_stops',
  'quarter_more_room',
] as const

/**
 * `again`: a search with nothing changed, compared with the plan as given. The others: compared with the best found with nothing changed.
 */
export interface PlanChange extends Difference {
  change: (typeof planChanges)[number]
}

const usualVehicles = 5
const neighboursLookedAt = 10
const routesLookedAt = 4
const placesLookedAt = 8
const leftOutLookedAt = 20
const halfHour = 1_800

/**
 * Explains a plan, which may break rules when it was made by hand. Every figure comes from trying: a search with the same number of steps,
 * starting from the best plan found, so that the gain of merely searching longer is shown separately (`again`).
 */
export function explainPlan(
  problem: Problem,
  plan: Solution | readonly (readonly number[])[],
  options: ExplainPlanOptions,
): PlanReasons {
  const solution = planAsItIs(problem, listInitial(problem, plan))
  const search = searcher(options)
  const used = solution.routes.filter(({ stops }) => stops.length > 0)
  const best = chooseCheaper(solution, search(problem, solution))
  const foundFewer = findFewerVehicles(problem, best, search)
  const fewer = foundFewer && { ...withoutSolution(foundFewer), ...difference(best, foundFewer.solution) }
  const without = removable(problem, solution, options.mostVehicles ?? usualVehicles).map((vehicle) => ({
    vehicle,
    ...difference(best, withoutVehicle(problem, best, vehicle, search)),
  }))
  const windows = priceWindows(problem, solution, options.mostWindows ?? 200)
  const anyTime = tryWithoutWindows(problem, windows, (changed) => difference(best, search(changed, best)))
  const changes = [{ change: 'again' as const, ...difference(solution, best) }, ...tryChanges(problem, best, search)]
  return {
    routes: used.map((route) => getReasons(problem, solution, route)),
    without,
    windows,
    changes,
    ...(fewer && { fewer }),
    savings: listSavings(best, { changes, without, anyTime, fewer }),
  }
}

function planAsItIs(problem: Problem, orders: readonly (readonly number[])[]): Solution {
  const served = new Set(orders.flat())
  const left = problem.stops.flatMap((_, stop) => (served.has(stop) ? [] : { stop, reasons: [] }))
  return buildSolution(problem, getModel(problem), [...orders], left)
}

type Search = (problem: Problem, initial: Solution) => Solution

function searcher({ steps, seed, clock, deadlineMilliseconds, mostVehicles }: ExplainPlanOptions): Search {
  let left = planChanges.length + (mostVehicles ?? usualVehicles) + mostTrials + windowsTried
  return (problem, initial) => {
    const limits: SolveOptions = { iterations: steps, initial, ...(seed !== undefined && { seed }) }
    if (!clock || deadlineMilliseconds === undefined) return solve(problem, limits).solution
    // Each search gets its share of the remaining time, so that the last ones are not left without any.
    const now = clock()
    const share = Math.max(0, deadlineMilliseconds - now) / Math.max(1, left)
    left -= 1
    return solve(problem, { ...limits, clock, deadlineMilliseconds: now + share }).solution
  }
}

/** Routes made by hand may break rules at a cost that a search would not accept; the search's plan then counts. */
function chooseCheaper(plan: Solution, found: Solution): Solution {
  const listBroken = ({ routes }: Solution) =>
    routes.flatMap(({ violations }) => violations.map(({ code, vehicle, stop }) => `${code} ${vehicle} ${stop}`))
  // Pinned stops break their rules in every plan.
  const unavoidable = new Set(listBroken(found))
  const isAllowed = listBroken(plan).every((broken) => unavoidable.has(broken))
  return isAllowed && plan.totalCost <= found.totalCost ? plan : found
}

function difference(from: Solution, to: Solution): Difference {
  const sum = ({ routes }: Solution, field: 'travelSeconds' | 'meters') =>
    routes.reduce((total, route) => total + route[field], 0)
  // The penalty for unassigned stops is not real money; their number is reported separately.
  const cost = ({ totalCost, cost: { unassigned } }: Solution) => totalCost - unassigned
  const money = ({ cost: { fixed, toll, time, distance, stops } }: Solution) => fixed + toll + time + distance + stops
  return {
    cost: cost(to) - cost(from),
    money: money(to) - money(from),
    travelSeconds: sum(to, 'travelSeconds') - sum(from, 'travelSeconds'),
    meters: sum(to, 'meters') - sum(from, 'meters'),
    unassigned: to.unassigned.length - from.unassigned.length,
  }
}

function getReasons(problem: Problem, solution: Solution, route: Route): RouteReasons {
  const near = nearestOfOthers(problem, solution, route)
  const model = getModel(problem)
  const evaluator = new RouteEvaluator(model)
  const counts = new Map<ViolationCode, number>()
  for (const { stop, from } of near) {
    // Removed from its present route, so that what ties it to that route does not count.
    const rest = {
      ...solution,
      routes: solution.routes.map((route) => (route === from ? without(problem, route, stop) : route)),
    }
    const { rule } = findObstacle(problem, model, evaluator, rest, route, stop, placesLookedAt)
    if (rule) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  }
  const keptOut = [...counts].map(([rule, stops]) => ({ rule, stops }))
  keptOut.sort((a, b) => b.stops - a.stops || (a.rule < b.rule ? -1 : 1))
  return { vehicle: route.vehicle, limits: computeLimits(problem, route), keptOut, lookedAt: near.length }
}

function without(problem: Problem, { vehicle, stops }: Route, stop: number): Route {
  return evaluate(
    problem,
    vehicle,
    stops.filter((other) => other !== stop),
  )
}

/**
 * Nearest stops of other routes, by travel time from any of the route's stops. Pairs and clusters could only move together and are skipped.
 */
function nearestOfOthers(problem: Problem, solution: Solution, route: Route): { stop: number; from: Route }[] {
  const { nodeCount, seconds, classOf } = getModel(problem)
  const ways = seconds[classOf[route.vehicle]!]!
  const tied = listTied(problem)
  const others = solution.routes.flatMap((from) =>
    from === route || problem.vehicles[from.vehicle]!.isLocked
      ? []
      : from.stops.filter((stop) => !tied.has(stop)).map((stop) => ({ stop, from })),
  )
  const nearness = new Map(
    others.map(({ stop }) => [stop, Math.min(...route.stops.map((own) => ways[own * nodeCount + stop]!))]),
  )
  return others
    .sort((a, b) => nearness.get(a.stop)! - nearness.get(b.stop)! || a.stop - b.stop)
    .slice(0, neighboursLookedAt)
}

/** Stops tied to their route or position by another rule. */
function listTied({ stops, vehicles }: Problem): Set<number> {
  const tied = new Set(vehicles.flatMap(({ pinnedPrefix = [], pinned = [] }) => [...pinnedPrefix, ...pinned]))
  for (const [stop, { pickup, cluster }] of stops.entries()) {
    if (pickup !== undefined) tied.add(stop).add(pickup)
    if (cluster !== undefined) tied.add(stop)
  }
  return tied
}

function computeLimits(problem: Problem, route: Route): RouteLimit[] {
  const { shift, maxSeconds, maxMeters, maxServices, capacity = [], spent } = problem.vehicles[route.vehicle]!
  // Pinned stops may be unreachable: the route's times are then meaningless.
  if (route.violations.some(({ code }) => code === 'unreachable')) return []
  const lasts = route.endSeconds - route.startSeconds
  const limits: RouteLimit[] = []
  const add = (limit: RouteLimit['limit'], used: number, of: number | undefined, more: object = {}) => {
    if (of !== undefined && of > 0 && Number.isFinite(of)) limits.push({ limit, used, of, ...more })
  }
  if (shift) add('shift', lasts, shift[1] - shift[0])
  add('max_time', lasts + (spent?.seconds ?? 0), maxSeconds)
  add('max_distance', route.meters + (spent?.meters ?? 0), maxMeters)
  add('max_services', route.stops.length + (spent?.services ?? 0), maxServices)
  for (const [dimension, of] of capacity.entries()) {
    const used = Math.max(0, ...route.steps.map(({ load }) => load[dimension] ?? 0))
    if (used > 0) add('capacity', used, of, { dimension })
  }
  for (const limit of lawfulLimits(problem, route)) add(...limit)
  if (problem.vehicles[route.vehicle]!.battery) add('battery', ...computeRange(problem, route))
  return limits.sort((a, b) => b.used / b.of - a.used / a.of)
}

/** Usable energy of the battery, and the most of it that is used at any time of the route. */
function computeRange({ vehicles }: Problem, route: Route): [used: number, of: number] {
  const { capacityWh, startWh = capacityWh, reserveWh = 0 } = vehicles[route.vehicle]!.battery!
  const lowest = Math.min(...route.steps.map(({ energy }) => energy?.arrivalWh ?? startWh))
  return [startWh - lowest, startWh - reserveWh]
}

/** For each kind of limit that a law sets on a day, a week or more, the one with the least time left. */
function lawfulLimits(
  { vehicles }: Problem,
  route: Route,
): [limit: DrivingLimit['counts'], used: number, of: number][] {
  const { limits = [] } = vehicles[route.vehicle]!.drivingRules ?? {}
  const work = route.travelSeconds + route.serviceSeconds + route.reloadSeconds + (route.chargeSeconds ?? 0)
  const all = limits.map(({ counts, seconds, spentSeconds = 0, beganSeconds = route.startSeconds, isWaitWork }) => {
    const of = { driving: route.travelSeconds, work: isWaitWork ? work + route.waitSeconds : work }
    const used = spentSeconds + (counts === 'span' ? route.endSeconds - beganSeconds : of[counts])
    return [counts, used, seconds] as [DrivingLimit['counts'], number, number]
  })
  return (['driving', 'work', 'span'] as const).flatMap((kind) =>
    all
      .filter(([counts]) => counts === kind)
      .sort((a, b) => a[2] - a[1] - (b[2] - b[1]))
      .slice(0, 1),
  )
}

/** Vehicles that could be removed: their stops may move to others. */
function removable(problem: Problem, { routes }: Pick<Solution, 'routes'>, most: number): number[] {
  const isFree = ({ isLocked, pinnedPrefix, pinned, departureSeconds }: Vehicle) =>
    !isLocked && departureSeconds === undefined && !pinnedPrefix?.length && !pinned?.length
  const used = routes.filter(({ vehicle, stops }) => stops.length > 0 && isFree(problem.vehicles[vehicle]!))
  return used
    .sort((a, b) => a.stops.length - b.stops.length || a.vehicle - b.vehicle)
    .slice(0, most)
    .map(({ vehicle }) => vehicle)
}

/** The best plan found without the vehicle; the same plan when the vehicle is idle in it. */
function withoutVehicle(problem: Problem, best: Solution, gone: number, search: Search): Solution {
  if (best.routes[gone]!.stops.length === 0) return best
  const change = (vehicle: Vehicle, v: number) =>
    v === gone ? { ...vehicle, isLocked: true, pinnedPrefix: [] } : vehicle
  return search(changeVehicles(problem, change), best)
}

function changeVehicles(problem: Problem, change: (vehicle: Vehicle, v: number) => Vehicle): Problem {
  return { ...problem, vehicles: problem.vehicles.map(change) }
}

function tryChanges(problem: Problem, best: Solution, search: Search): PlanChange[] {
  const more = withVehicleMore(problem, best)
  const longer = changeVehicles(problem, longerBy)
  const wider = { ...problem, stops: problem.stops.map(wider15) }
  const hasHours = problem.vehicles.some(({ shift, maxSeconds }) => shift || maxSeconds !== undefined)
  const hasWindows = problem.stops.some(({ windows }) => windows?.length)
  const tried: { change: PlanChange['change']; changed: Problem | undefined }[] = [
    { change: 'one_vehicle_more', changed: more },
    { change: 'half_hour_longer', changed: hasHours ? longer : undefined },
    { change: 'windows_half_hour_wider', changed: hasWindows ? wider : undefined },
    {
      change: 'quarter_more_stops',
      changed: isLeftOutBy(problem, best, 'max_services') ? changeVehicles(problem, withMoreStops) : undefined,
    },
    {
      change: 'quarter_more_room',
      changed: isLeftOutBy(problem, best, 'capacity') ? changeVehicles(problem, withMoreRoom) : undefined,
    },
  ]
  return tried.flatMap(({ change, changed }) => {
    if (!changed) return []
    const found = search(changed, best)
    // Everything allowed before still is, so relaxing a limit makes nothing worse: a worse result only means that the search ended early.
    const isBetter = found.unassigned.length < best.unassigned.length || found.totalCost < best.totalCost
    return [{ change, ...difference(best, isBetter ? found : best) }]
  })
}

/** Whether this limit is the first reason of one of the unassigned stops. */
function isLeftOutBy(problem: Problem, solution: Solution, reason: UnassignedReason): boolean {
  return solution.unassigned
    .slice(0, leftOutLookedAt)
    .some(({ stop }) => listReasons(problem, solution, stop, routesLookedAt)[0] === reason)
}

function withMoreStops(vehicle: Vehicle): Vehicle {
  const { maxServices } = vehicle
  return maxServices === undefined ? vehicle : { ...vehicle, maxServices: maxServices + Math.ceil(maxServices / 4) }
}

function withMoreRoom(vehicle: Vehicle): Vehicle {
  const { capacity } = vehicle
  return capacity === undefined ? vehicle : { ...vehicle, capacity: capacity.map((room) => room + Math.ceil(room / 4)) }
}

function withoutSolution({ solution: _, ...rest }: FewerVehicles): Omit<FewerVehicles, 'solution'> {
  return rest
}

/** The problem with one more vehicle of the kind that drives most routes; undefined while a usable vehicle is idle. */
function withVehicleMore(problem: Problem, { routes }: Solution): Problem | undefined {
  const isIdle = ({ vehicle, stops }: Route) => stops.length === 0 && !problem.vehicles[vehicle]!.isLocked
  if (routes.some(isIdle)) return undefined
  const { typeOf } = getModel(problem)
  const counts = new Map<number, number>()
  const free = removable(problem, { routes }, problem.vehicles.length)
  for (const v of free) counts.set(typeOf[v]!, (counts.get(typeOf[v]!) ?? 0) + 1)
  const [twin] = free.toSorted((a, b) => counts.get(typeOf[b]!)! - counts.get(typeOf[a]!)! || a - b)
  if (twin === undefined) return undefined
  const added = problem.vehicles.length
  const like = (stop: Stop): Stop => {
    const { forbiddenVehicles, costByVehicle } = stop
    return {
      ...stop,
      ...(forbiddenVehicles?.includes(twin) && { forbiddenVehicles: [...forbiddenVehicles, added] }),
      ...(costByVehicle && { costByVehicle: [...costByVehicle, costByVehicle[twin] ?? 0] }),
    }
  }
  const vehicles = [...problem.vehicles, problem.vehicles[twin]!]
  return { ...problem, vehicles, stops: problem.stops.map(like) }
}

function longerBy(vehicle: Vehicle): Vehicle {
  const { shift, maxSeconds } = vehicle
  return {
    ...vehicle,
    ...(shift && { shift: [shift[0], shift[1] + halfHour] as const }),
    ...(maxSeconds !== undefined && { maxSeconds: maxSeconds + halfHour }),
  }
}

/** Extends windows by a quarter of an hour on each side; windows that then meet are merged. */
function wider15(stop: Stop): Stop {
  if (!stop.windows?.length) return stop
  const windows: [number, number][] = []
  for (const [start, end] of stop.windows) {
    const [from, to] = [Math.max(0, start - halfHour / 2), end + halfHour / 2]
    const last = windows.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else windows.push([from, to])
  }
  return { ...stop, windows }
}

/** Prices the windows with the least slack, by trying each of these stops without windows on its route and the nearest ones. */
function priceWindows(problem: Problem, solution: Solution, most: number): WindowPrice[] {
  const chosen = listTight(problem, solution).slice(0, most)
  if (chosen.length === 0) return []
  // Each stop is added to the problem a second time, without windows: one model then serves for all.
  const count = problem.stops.length
  const freed = chosen.map(({ stop }): Stop => ({ ...problem.stops[stop]!, windows: [] }))
  const both: Problem = { ...problem, stops: [...problem.stops, ...freed] }
  const model = compileModel(both)
  const evaluator = new RouteEvaluator(model)
  const cheapest = (rest: Solution, stop: number) => {
    const routes = listWorthLooking(model, rest, stop, routesLookedAt)
    const places = routes.flatMap((route) => {
      const { isLocked } = both.vehicles[route.vehicle]!
      return isLocked ? [] : listPlaces(both, model, evaluator, route, stop, placesLookedAt)
    })
    const allowed = places.filter(({ violations }) => violations.length === 0)
    return allowed.sort((a, b) => a.addedCost - b.addedCost || a.vehicle - b.vehicle || a.position - b.position)[0]
  }
  const prices = chosen.flatMap(({ stop, route }, index): WindowPrice[] => {
    const rest = {
      ...solution,
      routes: solution.routes.map((entry) => (entry === route ? without(problem, entry, stop) : entry)),
    }
    const now = cheapest(rest, stop)
    const free = cheapest(rest, count + index)
    if (!now || !free || free.addedCost >= now.addedCost - 1e-9) return []
    const cost = now.addedCost - free.addedCost
    return [{ stop, cost, seconds: now.addedSeconds - free.addedSeconds, meters: now.addedMeters - free.addedMeters }]
  })
  return prices.sort((a, b) => b.cost - a.cost || a.stop - b.stop)
}

/** Stops of changeable routes, in order of the time between their service and the nearest end of their window. */
function listTight(problem: Problem, { routes }: Solution): { stop: number; route: Route }[] {
  const tied = listTied(problem)
  const found: { stop: number; route: Route; spare: number }[] = []
  for (const route of routes) {
    if (problem.vehicles[route.vehicle]!.isLocked || route.violations.length > 0) continue
    for (const step of route.steps) {
      const windows = step.stop === null ? undefined : problem.stops[step.stop]!.windows
      if (!windows?.length || tied.has(step.stop!)) continue
      const ends = windows.flat().map((end) => Math.abs(end - step.startSeconds))
      found.push({ stop: step.stop!, route, spare: Math.min(...ends) })
    }
  }
  return found.sort((a, b) => a.spare - b.spare || a.stop - b.stop)
}
