/** The checker's rule on priorities: no stop of lower priority has a position that an unserved stop of higher priority could have. */

import type { Stop, Vehicle } from '../problem.ts'
import type { Route, Solution } from '../solution.ts'
import type { NoteFinding } from './check-report.ts'
import { workAt } from './check-service.ts'
import { type CheckedProblem, readHours, readLeg } from './check-travel.ts'

/** Largest number of exchanges tried in one plan. */
const mostTrials = 200_000

/**
 * Notes each unserved stop that could replace one of lower priority with everything else unchanged. Only on routes whose times follow from
 * driving, windows and work alone, because the checker does not search.
 */
export function listPriorityFindings(problem: CheckedProblem, solution: Solution, note: NoteFinding): void {
  const bound = listBound(problem)
  const isAlone = (stop: number): boolean => problem.stops[stop] !== undefined && !bound.has(stop)
  const left = solution.unassigned
    .map(({ stop }) => stop)
    .filter((stop) => isAlone(stop) && computeRank(problem, stop) > 0)
  const plain = solution.routes.filter((route, v) => isPlain(problem, route, v))
  let trials = 0
  for (const stop of left) {
    for (const route of plain) {
      const at = route.stops.findIndex((other) => {
        if (!isAlone(other) || computeRank(problem, other) >= computeRank(problem, stop) || trials++ > mostTrials)
          return false
        const order = route.stops.map((member) => (member === other ? stop : member))
        return canDrive(problem, route.vehicle, order)
      })
      if (at < 0) continue
      const message = `stop ${stop} is left out, though it could stand in the place of stop ${route.stops[at]}, of lower priority`
      note(
        'priority',
        route.vehicle,
        stop,
        computeRank(problem, stop) - computeRank(problem, route.stops[at]!),
        message,
      )
      break
    }
  }
}

/** Stops that cannot be exchanged by themselves: shipments, clusters, pinned and optional ones. */
function listBound({ stops, vehicles }: CheckedProblem): Set<number> {
  const bound = new Set(vehicles.flatMap(({ pinned = [], pinnedPrefix = [] }) => [...pinned, ...pinnedPrefix]))
  stops.forEach((stop, index) => {
    if (stop.pickup !== undefined) bound.add(index).add(stop.pickup)
    for (const { stop: other } of stop.after ?? []) bound.add(index).add(other)
    if (stop.cluster !== undefined || stop.dropPenalty !== undefined || stop.location === null) bound.add(index)
  })
  return bound
}

function computeRank({ stops }: CheckedProblem, stop: number): number {
  return stops[stop]?.priority ?? 0
}

function isPlain(problem: CheckedProblem, route: Route, v: number): boolean {
  const vehicle = problem.vehicles[v]!
  const hasMore = vehicle.breaks?.length || vehicle.drivingRules || vehicle.battery || vehicle.reload || vehicle.aboard
  const isOwn = vehicle.isLocked === true || vehicle.departureSeconds !== undefined || vehicle.spent !== undefined
  if (hasMore || isOwn || route.violations.length > 0) return false
  if (vehicle.minSeconds || vehicle.minMeters || problem.options.maxWaitSeconds !== undefined) return false
  return readHours(problem, vehicle) === undefined
}

/** Whether the vehicle may drive the order when it starts at the beginning of its shift. */
function canDrive(problem: CheckedProblem, v: number, order: readonly number[]): boolean {
  const vehicle = problem.vehicles[v]!
  if (order.some((stop) => !suits(problem.stops[stop]!, vehicle, v)) || !hasRoom(problem, vehicle, order)) return false
  const opens = Math.max(vehicle.shift?.[0] ?? 0, 0, ...order.map((stop) => problem.stops[stop]!.releaseSeconds ?? 0))
  let time = opens
  let distance = 0
  let place = vehicle.startLocation
  for (const to of [...order.map((stop) => problem.stops[stop]!.location), vehicle.endLocation]) {
    if (place === null || to === null) {
      place = to ?? place
      continue
    }
    const leg = readLeg(problem, vehicle, place, to)
    if (leg.seconds < 0 || leg.meters < 0) return false
    distance += leg.meters
    place = to
  }
  place = vehicle.startLocation
  for (const stop of order) {
    const wish = problem.stops[stop]!
    const isThere = place !== null && place === wish.location
    if (place !== null) time += getLeg(problem, vehicle, place, wish.location!)
    const window = wish.windows?.find(([, closes]) => closes >= time)
    if (wish.windows?.length && !window) return false
    time = Math.max(time, window?.[0] ?? 0) + workAt(problem, vehicle, stop) + (isThere ? 0 : (wish.setupSeconds ?? 0))
    place = wish.location
  }
  if (place !== null && vehicle.endLocation !== null) time += getLeg(problem, vehicle, place, vehicle.endLocation)
  return (
    time <= (vehicle.shift?.[1] ?? Number.POSITIVE_INFINITY) &&
    time - opens <= (vehicle.maxSeconds ?? Number.POSITIVE_INFINITY) &&
    distance <= (vehicle.maxMeters ?? Number.POSITIVE_INFINITY)
  )
}

function getLeg(problem: CheckedProblem, vehicle: Vehicle, from: number, to: number): number {
  return Math.round(readLeg(problem, vehicle, from, to).seconds * (vehicle.speedFactor ?? 1))
}

function suits(stop: Stop, vehicle: Vehicle, v: number): boolean {
  if (stop.pickup !== undefined || stop.maxRideSeconds !== undefined || stop.location === null) return false
  if (stop.skills?.some((skill) => !vehicle.skills?.includes(skill))) return false
  if (stop.zones?.length && !stop.zones.some((zone) => vehicle.zones?.includes(zone))) return false
  return stop.allowedVehicles?.includes(v) !== false && stop.forbiddenVehicles?.includes(v) !== true
}

/** Whether the load fits on every leg. */
function hasRoom(
  { stops, loadDimensions }: CheckedProblem,
  { capacity = [] }: Vehicle,
  order: readonly number[],
): boolean {
  for (let k = 0; k < loadDimensions; k++) {
    const room = capacity[k] ?? Number.POSITIVE_INFINITY
    let load = order.reduce((sum, stop) => sum + (stops[stop]!.delivered?.[k] ?? 0), 0)
    if (load > room) return false
    for (const stop of order) {
      load += (stops[stop]!.collected?.[k] ?? 0) - (stops[stop]!.delivered?.[k] ?? 0)
      if (load > room) return false
    }
  }
  return true
}
