// Inserts unassigned stops and moves nothing else: for settled plans with some late orders. Pure, like the optimizer.
import {
  evaluate,
  type InsertionOption,
  listReasons,
  type Problem,
  type Route,
  rankInsertions,
  type Solution,
} from '@routewright/solver'

interface Progress {
  fraction: number
  cost: number
  unassigned: number
}

/** Most vehicles, nearest first, for which reasons are searched. */
const explainedVehicles = 30

/**
 * Every vehicle keeps its pinned stops in sequence; the others are inserted one by one where they cost least, pickups before
 * their deliveries. A stop that fits nowhere without breaking a rule stays out, with its reasons.
 */
export function insertOnly(
  problem: Problem,
  onProgress: (progress: Progress) => void,
  isCanceled: () => boolean,
): Solution {
  const orders = problem.vehicles.map(({ pinnedPrefix = [], pinned = [] }) => [...pinnedPrefix, ...pinned])
  const routes = orders.map((order, vehicle) => evaluate(problem, vehicle, order))
  const assigned = new Set(orders.flat())
  const waiting = problem.stops.map((_, stop) => stop).filter((stop) => !assigned.has(stop))
  const left: number[] = []
  const total = waiting.length
  for (const [index, stop] of inOrder(problem, waiting).entries()) {
    const best = isCanceled() ? undefined : findPlace(problem, routes, stop)
    if (best) {
      const order = [...routes[best.vehicle]!.stops]
      order.splice(best.position, 0, stop)
      routes[best.vehicle] = evaluate(problem, best.vehicle, order)
    } else left.push(stop)
    onProgress({
      fraction: (index + 1) / total,
      cost: computeCost(routes),
      unassigned: left.length + total - index - 1,
    })
  }
  left.push(...takeBackLonePickups(problem, routes, assigned))
  const solution: Solution = { routes, unassigned: [], cost: sumCosts(routes), totalCost: computeCost(routes) }
  solution.unassigned = left.map((stop) => ({ stop, reasons: listReasons(problem, solution, stop, explainedVehicles) }))
  return solution
}

/** Removes pickups that were just inserted but none of whose deliveries found a place. Returns them. */
function takeBackLonePickups(problem: Problem, routes: Route[], assigned: ReadonlySet<number>): number[] {
  const lone: number[] = []
  for (const [vehicle, { stops, violations }] of routes.entries()) {
    const ofNobody = violations.flatMap(({ code, stop }) =>
      code === 'delivery_unassigned' && stop !== null && !assigned.has(stop) ? stop : [],
    )
    if (ofNobody.length === 0) continue
    routes[vehicle] = evaluate(
      problem,
      vehicle,
      stops.filter((stop) => !ofNobody.includes(stop)),
    )
    lone.push(...ofNobody)
  }
  return lone
}

/** Pickups first, then by reward, then those with the least time to be served. */
function inOrder(problem: Problem, stops: readonly number[]): number[] {
  const pickups = new Set(problem.stops.flatMap(({ pickup }) => pickup ?? []))
  const slack = (stop: number) =>
    problem.stops[stop]!.windows?.reduce((sum, [start, end]) => sum + end - start, 0) ?? Number.MAX_SAFE_INTEGER
  const reward = (stop: number) => problem.stops[stop]!.priority ?? problem.stops[stop]!.reward ?? 0
  return [...stops].sort(
    (a, b) => Number(pickups.has(b)) - Number(pickups.has(a)) || reward(b) - reward(a) || slack(a) - slack(b) || a - b,
  )
}

function findPlace(problem: Problem, routes: readonly Route[], stop: number): InsertionOption | undefined {
  const { location, pickup, cluster } = problem.stops[stop]!
  if (location === null) return undefined
  const bound = routes.filter(({ stops }) =>
    stops.some((other) => other === pickup || (cluster !== undefined && problem.stops[other]!.cluster === cluster)),
  )
  if (bound.length > 1 || (pickup !== undefined && !bound.some((route) => route.stops.includes(pickup))))
    return undefined
  const solution = {
    routes: bound.length === 1 ? bound : [...routes],
    unassigned: [],
    cost: sumCosts(routes),
    totalCost: 0,
  }
  const [place] = rankInsertions(problem, solution, stop, 1)
  return place && place.violations.length === 0 ? place : undefined
}

function computeCost(routes: readonly Route[]): number {
  return routes.reduce((sum, route) => sum + route.totalCost, 0)
}

function sumCosts(routes: readonly Route[]): Solution['cost'] {
  const sum: Record<string, number> = {}
  for (const { cost } of routes)
    for (const [part, amount] of Object.entries(cost)) sum[part] = (sum[part] ?? 0) + amount
  return sum as unknown as Solution['cost']
}
