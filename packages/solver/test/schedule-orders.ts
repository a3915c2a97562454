/**
 * Turns given orders of stops (published solutions, brute force, hand-made tests) into a full Solution. It shares no code with the search:
 * each stop starts as early as possible, and the route as late as that allows.
 */

import { driveByHours } from '../src/check/check-hours.ts'
import { recomputeHeldSlackCost, recomputeSlackCost } from '../src/check/check-slack.ts'
import type { Problem, Stop, Vehicle } from '../src/problem.ts'
import { getDropCosts } from '../src/problem.ts'
import {
  type CostParts,
  emptyCostParts,
  type Route,
  type Solution,
  type Step,
  sumCostParts,
  type Unassigned,
} from '../src/solution.ts'

/** A stop index, a reload, or one of the vehicle's breaks, taken at the place of the step before or of the next one. */
export type OrderItem = number | 'reload' | { readonly pause: number; readonly at: 'before' | 'next' }

/** Stops on no route are listed as unassigned for the given reason; of places with the same `oneOf` the first, when none is served. */
export function scheduleOrders(
  problem: Problem,
  orders: readonly (readonly OrderItem[])[],
  reason: Unassigned['reasons'][number] = 'cheaper_to_drop',
): Solution {
  const routes = problem.vehicles.map((_, vehicle) => scheduleRoute(problem, vehicle, orders[vehicle] ?? []))
  const served = new Set(routes.flatMap((route) => route.stops))
  const unassigned: Unassigned[] = []
  const cost = emptyCostParts()
  for (const route of routes)
    for (const key of Object.keys(cost) as (keyof CostParts)[]) cost[key] = (cost[key] ?? 0) + route.cost[key]!
  const { timeSpanCoefficient = 0, distanceSpanCoefficient = 0 } = problem.options
  cost.span =
    timeSpanCoefficient * Math.max(0, ...routes.map((route) => route.endSeconds - route.startSeconds)) +
    distanceSpanCoefficient * Math.max(0, ...routes.map((route) => route.meters))
  const dropCosts = getDropCosts(problem)
  const settled = new Set([...served].map((stop) => problem.stops[stop]?.oneOf))
  dropCosts.forEach((dropCost, index) => {
    const group = problem.stops[index]?.oneOf
    if (served.has(index) || (group !== undefined && settled.has(group))) return
    settled.add(group)
    unassigned.push({ stop: index, reasons: [reason] })
    cost.unassigned += dropCost
  })
  return { routes, unassigned, cost, totalCost: sumCostParts(cost) }
}

/** One route, starting at `startSeconds` when given, otherwise as late as keeps its end and its lateness minimal. */
export function scheduleRoute(
  problem: Problem,
  vehicle: number,
  order: readonly OrderItem[],
  startSeconds?: number,
): Route {
  if (!order.some((item) => typeof item === 'number')) return buildRoute(problem, vehicle, [])
  const stated = problem.vehicles[vehicle]!
  if (startSeconds !== undefined || stated.departureSeconds !== undefined) {
    return buildRoute(problem, vehicle, walk(problem, vehicle, order, startSeconds ?? stated.departureSeconds!))
  }
  let least = Math.max(stated.shift?.[0] ?? 0, 0, getTripRelease(problem, order, 0))
  const earliest = walk(problem, vehicle, order, least)
  const end = earliest.at(-1)!.departureSeconds
  const late = sumLate(earliest)
  // A later start must not use up slack either.
  const missing = (steps: Step[]) =>
    problem.options.slack ? recomputeHeldSlackCost(problem, buildRoute(problem, vehicle, steps), vehicle) : 0
  const slack = missing(earliest) + 1e-9
  // Whole seconds only: bisection between a second and a fraction of the next one would never end.
  let most = Math.ceil(end) + 1
  const hasHours = problem.profiles[stated.profile ?? 0]!.hours !== undefined
  const first = least
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2)
    const steps = walk(problem, vehicle, order, middle)
    const isAsSoon =
      steps.at(-1)!.departureSeconds <= end + 1e-9 && sumLate(steps) <= late + 1e-9 && missing(steps) <= slack
    if (isAsSoon) least = middle
    else most = middle
  }
  const latest = buildRoute(problem, vehicle, walk(problem, vehicle, order, least))
  return hasHours && !problem.options.slack ? findShortest(problem, vehicle, order, latest, first) : latest
}

/**
 * The shortest of the routes that start at each minute, if time counts and nothing is late; not when the start matters for breaks or
 * reloads.
 */
function findShortest(
  problem: Problem,
  vehicle: number,
  order: readonly OrderItem[],
  latest: Route,
  from: number,
): Route {
  const { cost, maxSeconds, breaks } = problem.vehicles[vehicle]!
  const isTimed = (cost.perSecond ?? 0) > 0 || (problem.options.balanceTimeWeight ?? 0) > 0 || maxSeconds !== undefined
  if (!isTimed || breaks !== undefined || order.includes('reload') || latest.lateSeconds > 0) return latest
  let best = latest
  for (let start = from; start < latest.endSeconds; start += 60) {
    const route = buildRoute(problem, vehicle, walk(problem, vehicle, order, start))
    const isShorter = route.endSeconds - route.startSeconds < best.endSeconds - best.startSeconds
    const isInTime = route.endSeconds <= (problem.vehicles[vehicle]!.shift?.[1] ?? Number.POSITIVE_INFINITY)
    if (isShorter && isInTime && route.lateSeconds === 0) best = route
  }
  return best
}

/** Rounds independently of the code under test. */
function workSeconds({ serviceSeconds, anybodySeconds }: Stop, { serviceFactor = 1, isAnybody }: Vehicle): number {
  return Math.floor(0.5 + serviceFactor * ((isAnybody ? anybodySeconds : undefined) ?? serviceSeconds))
}

function sumLate(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => sum + step.lateSeconds, 0)
}

/** Latest release among the stops of the trip that begins at a position of the order. */
function getTripRelease(problem: Problem, order: readonly OrderItem[], from: number): number {
  let release = 0
  for (let index = from; index < order.length && order[index] !== 'reload'; index++) {
    const item = order[index]!
    if (typeof item === 'number' && problem.stops[item]!.pickup === undefined)
      release = Math.max(release, problem.stops[item]!.releaseSeconds ?? 0)
  }
  return release
}

/** Steps of the route when it starts at a given second; never refuses. */
function walk(problem: Problem, vehicleIndex: number, order: readonly OrderItem[], startSeconds: number): Step[] {
  const vehicle = problem.vehicles[vehicleIndex]!
  const loads = createLoads(problem, vehicle, order)
  const steps: Step[] = [
    makeStep('start', null, vehicle.startLocation, [0, 0], startSeconds, startSeconds, 0, loads.leave(0)),
  ]
  let place = vehicle.startLocation
  order.forEach((item, position) => {
    const before = steps.at(-1)!
    const target = findTarget(problem, vehicle, order, position, place)
    const leg = getLeg(problem, vehicle, place, target, before.departureSeconds)
    place = target ?? place
    const arrival = before.departureSeconds + leg[0]
    if (typeof item === 'number') {
      const stop = problem.stops[item]!
      const start = getServiceStart(problem, stop, arrival)
      const step = makeStep('stop', item, target, leg, arrival, start, workSeconds(stop, vehicle), loads.visit(item))
      for (const [opens, closes] of stop.windows ?? [])
        if (opens <= start) step.lateSeconds = Math.max(0, start - closes)
      steps.push(step)
    } else if (item === 'reload') {
      const service = vehicle.reload?.serviceSeconds ?? 0
      const start = Math.max(arrival, getTripRelease(problem, order, position + 1) - service)
      steps.push(makeStep('reload', null, target, leg, arrival, start, service, loads.leave(position + 1)))
    } else {
      const pause = vehicle.breaks![item.pause]!
      const start = Math.max(arrival, pause.earliestSeconds)
      steps.push(makeStep('break', null, target, leg, arrival, start, pause.durationSeconds, [...before.load]))
    }
  })
  const last = steps.at(-1)!
  const home = getLeg(problem, vehicle, place, vehicle.endLocation, last.departureSeconds)
  const end = last.departureSeconds + home[0]
  steps.push(makeStep('end', null, vehicle.endLocation, home, end, end, 0, [...last.load]))
  return steps
}

/** The reload place with the quickest detour, the first of equal ones. */
function findReload(
  problem: Problem,
  vehicle: Vehicle,
  order: readonly OrderItem[],
  position: number,
  from: number | null,
): number | null {
  if (!vehicle.reload) return null
  const next = order.slice(position + 1).find((item) => typeof item === 'number')
  const to = next === undefined ? vehicle.endLocation : problem.stops[next]!.location
  const way = (place: number): number =>
    getLeg(problem, vehicle, from, place, 0)[0] + getLeg(problem, vehicle, place, to, 0)[0]
  return [vehicle.reload.location, ...(vehicle.reload.others ?? [])].reduce((best, place) =>
    way(place) < way(best) ? place : best,
  )
}

function findTarget(
  problem: Problem,
  vehicle: Vehicle,
  order: readonly OrderItem[],
  position: number,
  place: number | null,
): number | null {
  const item = order[position]
  if (item === undefined) return vehicle.endLocation
  if (typeof item === 'number') return problem.stops[item]!.location
  if (item === 'reload') return findReload(problem, vehicle, order, position, place)
  return item.at === 'before' ? place : findTarget(problem, vehicle, order, position + 1, place)
}

function getLeg(
  problem: Problem,
  vehicle: Vehicle,
  from: number | null,
  to: number | null,
  leavesSeconds: number,
): [seconds: number, meters: number] {
  if (from === null || to === null) return [0, 0]
  const profile = problem.profiles[vehicle.profile ?? 0]!
  const cell = from * problem.locationCount + to
  const factor = vehicle.speedFactor ?? 1
  const seconds = profile.hours
    ? driveByHours(profile.hours, cell, leavesSeconds, factor)
    : Math.round(profile.seconds[cell]! * factor)
  return [seconds, profile.meters[cell]!]
}

/** Earliest start at or after an arrival: inside a hard window, or after the first opening when windows are soft. */
function getServiceStart(problem: Problem, stop: Stop, arrivalSeconds: number): number {
  const windows = stop.windows ?? []
  const isSoft = stop.latePenaltyPerSecond !== undefined || problem.options.allowLate === true
  if (isSoft) return Math.max(arrivalSeconds, windows[0]?.[0] ?? 0)
  for (const [opens, closes] of windows) if (arrivalSeconds <= closes) return Math.max(arrivalSeconds, opens)
  return arrivalSeconds
}

function makeStep(
  kind: Step['kind'],
  stop: number | null,
  location: number | null,
  [legSeconds, legMeters]: readonly [number, number],
  arrivalSeconds: number,
  startSeconds: number,
  durationSeconds: number,
  load: number[],
): Step {
  const waitSeconds = startSeconds - arrivalSeconds
  const departureSeconds = startSeconds + durationSeconds
  return {
    kind,
    stop,
    location,
    legSeconds,
    legMeters,
    arrivalSeconds,
    waitSeconds,
    startSeconds,
    departureSeconds,
    lateSeconds: 0,
    load,
  }
}

/** Load along an order: `leave` when a trip starts at a position, `visit` after a stop. */
function createLoads(problem: Problem, vehicle: Vehicle, order: readonly OrderItem[]) {
  const riding = new Set(order)
  const visited = new Set<number>()
  const dimensions = Array.from({ length: problem.loadDimensions }, (_, dimension) => dimension)
  const load = dimensions.map((dimension) => vehicle.aboard?.[dimension] ?? 0)
  const collected = dimensions.map(() => 0)
  function addTo(dimension: number, amounts: readonly number[] | undefined, sign: number): void {
    load[dimension]! += sign * (amounts?.[dimension] ?? 0)
  }
  return {
    leave(from: number): number[] {
      for (const dimension of dimensions) {
        load[dimension]! -= collected[dimension]!
        collected[dimension] = 0
        for (let index = from; index < order.length && order[index] !== 'reload'; index++) {
          const item = order[index]!
          if (typeof item !== 'number' || problem.stops[item]!.pickup !== undefined) continue
          addTo(dimension, problem.stops[item]!.delivered, 1)
        }
      }
      return [...load]
    },
    visit(index: number): number[] {
      const stop = problem.stops[index]!
      visited.add(index)
      for (const dimension of dimensions) {
        if (stop.pickup === undefined || visited.has(stop.pickup)) addTo(dimension, stop.delivered, -1)
        addTo(dimension, stop.collected, 1)
        collected[dimension]! += stop.collected?.[dimension] ?? 0
        for (const item of riding) {
          if (typeof item === 'number' && problem.stops[item]!.pickup === index && !visited.has(item))
            addTo(dimension, problem.stops[item]!.delivered, 1)
        }
      }
      return [...load]
    },
  }
}

function buildRoute(problem: Problem, vehicleIndex: number, steps: Step[]): Route {
  const vehicle = problem.vehicles[vehicleIndex]!
  const stops = steps.filter((step) => step.kind === 'stop').map((step) => step.stop!)
  const route: Route = {
    vehicle: vehicleIndex,
    stops,
    steps,
    startSeconds: steps[0]?.startSeconds ?? 0,
    endSeconds: steps.at(-1)?.departureSeconds ?? 0,
    travelSeconds: 0,
    serviceSeconds: 0,
    waitSeconds: 0,
    breakSeconds: 0,
    reloadSeconds: 0,
    lateSeconds: 0,
    meters: 0,
    cost: emptyCostParts(),
    totalCost: 0,
    violations: [],
  }
  for (const step of steps) {
    route.travelSeconds += step.legSeconds
    route.meters += step.legMeters
    route.waitSeconds += step.waitSeconds
    route.lateSeconds += step.lateSeconds
    const length = step.departureSeconds - step.startSeconds
    if (step.kind === 'stop') route.serviceSeconds += length
    if (step.kind === 'break') route.breakSeconds += length
    if (step.kind === 'reload') route.reloadSeconds += length
  }
  if (stops.length > 0) priceRoute(problem, vehicle, route)
  return route
}

function priceRoute(problem: Problem, vehicle: Vehicle, route: Route): void {
  const { cost, options } = { cost: route.cost, options: problem.options }
  const seconds = route.endSeconds - route.startSeconds
  cost.fixed = vehicle.cost.fixed ?? 0
  cost.toll = vehicle.cost.toll ?? 0
  cost.time = (vehicle.cost.perSecond ?? 0) * seconds + (vehicle.cost.perTravelSecond ?? 0) * route.travelSeconds
  cost.distance = (vehicle.cost.perMeter ?? 0) * route.meters
  cost.stops = (vehicle.cost.perStop ?? 0) * route.stops.length
  cost.balance =
    (options.balanceStopsWeight ?? 0) * route.stops.length ** 2 +
    (options.balanceTimeWeight ?? 0) * (seconds / 3600) ** 2
  for (const step of route.steps) {
    if (step.kind !== 'stop') continue
    const { latePenaltyPerSecond } = problem.stops[step.stop!]!
    const isSoft = latePenaltyPerSecond !== undefined || options.allowLate === true
    if (isSoft) cost.lateness += step.lateSeconds * (latePenaltyPerSecond ?? options.latePenaltyPerSecond ?? 1)
  }
  cost.slack = recomputeSlackCost(problem, route, route.vehicle)
  cost.compactness = (options.compactnessWeight ?? 0) * sumInnerSeconds(route.steps)
  route.totalCost = sumCostParts(cost)
}

/** Driving between two stops with no depot in between. */
function sumInnerSeconds(steps: readonly Step[]): number {
  let sum = 0
  let sinceStop: number | undefined
  for (const step of steps) {
    if (sinceStop !== undefined) sinceStop += step.legSeconds
    if (step.kind === 'stop') {
      sum += sinceStop ?? 0
      sinceStop = 0
    } else if (step.kind !== 'break') {
      sinceStop = undefined
    }
  }
  return sum
}
