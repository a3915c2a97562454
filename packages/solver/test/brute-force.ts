/** Exact solution of tiny problems by trying every order on every vehicle, for comparison with the search. */

import type { Finding, FindingCode } from '../src/check/check-report.ts'
import { listRouteFindings } from '../src/check/check-route.ts'
import type { Problem } from '../src/problem.ts'
import { getDropCosts, getRequiredPenalty } from '../src/problem.ts'
import type { Route, Solution } from '../src/solution.ts'
import { type OrderItem, scheduleOrders, scheduleRoute } from './schedule-orders.ts'

interface BestRoute {
  readonly cost: number
  readonly order: readonly OrderItem[]
}

/**
 * The cheapest solution under the scheduling policy (earliest service, latest start that keeps the end). When a plan has room for breaks,
 * each break is where its route ends first (among equal places at the most expensive one): that is the policy, though another place may
 * save margins. At most 7 stops and one break per vehicle; no spans, minima or pins. Time grows with the factorial of the stops.
 */
export function solveByBruteForce(problem: Problem): Solution {
  const stopCount = problem.stops.length
  if (stopCount > 7) throw new RangeError(`${stopCount} stops are too many for brute force`)
  const all = 2 ** stopCount
  const perVehicle = problem.vehicles.map((_, vehicle) => listBestRoutes(problem, vehicle))
  const vehicleWeight = problem.options.minimiseVehicles === true ? getRequiredPenalty(problem) / 100 : 0

  // best[set]: cheapest way for the vehicles so far to serve exactly the stops of the set.
  let best = new Map<number, { cost: number; orders: (readonly OrderItem[])[] }>([[0, { cost: 0, orders: [] }]])
  for (const routes of perVehicle) {
    const extended: typeof best = new Map()
    for (const [served, soFar] of best) {
      for (let set = 0; set < all; set++) {
        const route = set === 0 ? { cost: 0, order: [] } : routes.get(set)
        if (route === undefined || (set & served) !== 0 || splitsCluster(problem, served, set)) continue
        const cost = soFar.cost + route.cost + (set === 0 ? 0 : vehicleWeight)
        const known = extended.get(served | set)
        if (known === undefined || cost < known.cost) {
          extended.set(served | set, { cost, orders: [...soFar.orders, route.order] })
        }
      }
    }
    best = extended
  }
  const dropCosts = getDropCosts(problem)
  let answer = { cost: Number.POSITIVE_INFINITY, orders: [] as (readonly OrderItem[])[] }
  for (const [served, candidate] of best) {
    let cost = candidate.cost
    dropCosts.forEach((dropCost, index) => {
      if ((served & (1 << index)) === 0) cost += dropCost
    })
    if (cost < answer.cost) answer = { cost, orders: candidate.orders }
  }
  return scheduleOrders(problem, answer.orders)
}

/** Whether the set has a pickup without any of its deliveries. */
function isHalf(problem: Problem, set: number): boolean {
  return problem.stops.some((_, pickup) => {
    const deliveries = problem.stops.flatMap((stop, index) => (stop.pickup === pickup ? 1 << index : []))
    return (set & (1 << pickup)) !== 0 && deliveries.length > 0 && deliveries.every((bit) => (set & bit) === 0)
  })
}

/** Whether a cluster has members on the route and on another one. */
function splitsCluster(problem: Problem, served: number, set: number): boolean {
  return problem.stops.some(
    (stop, index) =>
      stop.cluster !== undefined &&
      (set & (1 << index)) !== 0 &&
      problem.stops.some((other, at) => other.cluster === stop.cluster && (served & (1 << at)) !== 0),
  )
}

/** Cheapest order for every set of stops that the vehicle can serve alone. */
function listBestRoutes(problem: Problem, vehicle: number): Map<number, BestRoute> {
  const best = new Map<number, BestRoute>()
  const order: number[] = []
  function extend(set: number): void {
    for (let stop = 0; stop < problem.stops.length; stop++) {
      if ((set & (1 << stop)) !== 0 || problem.stops[stop]!.location === null) continue
      order.push(stop)
      const reached = set | (1 << stop)
      for (const { cost, order: items } of isHalf(problem, reached) ? [] : listSoundRoutes(problem, vehicle, order)) {
        const known = best.get(reached)
        if (known === undefined || cost < known.cost) best.set(reached, { cost, order: items })
      }
      extend(reached)
      order.pop()
    }
  }
  extend(0)
  return best
}

/** Feasible routes of the vehicle for an order; with room for its break, one for each choice of reloads. */
function listSoundRoutes(problem: Problem, vehicle: number, order: readonly number[]): BestRoute[] {
  const routes = listVariants(problem, vehicle, order)
    .map((items) => ({ items, route: scheduleRoute(problem, vehicle, items) }))
    .filter(({ route }) => isSound(problem, vehicle, route))
  const [pause] = problem.vehicles[vehicle]!.breaks ?? []
  const found = routes.map(({ items, route }) => ({ cost: route.totalCost, order: items, end: route.endSeconds }))
  if (pause?.takenShares === undefined) return found
  // A route without its break has time for it after its end, or starts after it.
  const isBehind =
    Math.max(...[0, ...(problem.vehicles[vehicle]!.shift ?? [])].slice(0, 2)) >=
    pause.earliestSeconds + pause.durationSeconds
  const allowed = found.filter(
    ({ order, end }) =>
      isBehind || end <= pause.latestSeconds - pause.durationSeconds || order.some((item) => typeof item === 'object'),
  )
  const byReloads = Map.groupBy(allowed, ({ order }) => order.filter((item) => typeof item !== 'object').join(' '))
  return [...byReloads.values()].map((routes) => {
    const end = Math.min(...routes.map((route) => route.end))
    return routes
      .filter((route) => route.end === end)
      .reduce((dearest, route) => (route.cost > dearest.cost ? route : dearest))
  })
}

function isSound(problem: Problem, vehicle: number, route: Route): boolean {
  const codes: (Finding['code'] | FindingCode)[] = []
  listRouteFindings(problem, route, vehicle, (code) => codes.push(code))
  return codes.length === 0
}

/** The order with reloads at every choice of gaps, and the first break nowhere or on either side of every leg. */
function listVariants(problem: Problem, vehicle: number, order: readonly number[]): OrderItem[][] {
  const { reload, breaks = [] } = problem.vehicles[vehicle]!
  if (breaks.length > 1) throw new RangeError('brute force knows one break a vehicle')
  let variants: OrderItem[][] = [[...order]]
  if (reload !== undefined) {
    for (let gap = 1; gap < order.length; gap++) {
      variants = variants.flatMap((items) => {
        const at = items.indexOf(order[gap]!)
        return [items, [...items.slice(0, at), 'reload', ...items.slice(at)]]
      })
    }
    const most = reload.maxReloads ?? order.length
    variants = variants.filter((items) => items.length - order.length <= most)
  }
  if (breaks.length === 0) return variants
  return variants.flatMap((items) => {
    const paused: OrderItem[][] = [items]
    for (let gap = 0; gap <= items.length; gap++) {
      for (const at of ['before', 'next'] as const) {
        paused.push([...items.slice(0, gap), { pause: 0, at }, ...items.slice(gap)])
      }
    }
    return paused
  })
}
