/** Rejects problems whose numbers the model cannot hold; each error names field, value and limit. */

import { validateHours } from '../hours/read-hours.ts'
import type { Problem, Stop, Vehicle } from '../problem.ts'
import { requireAlternatives } from './alternatives.ts'
import { requireBackhauls } from './backhauls.ts'
import { requireLinks } from './links.ts'
import { unlimited, unreachableTravel } from './model.ts'
import { listReloadPlaces } from './reload-places.ts'

/** Allowed range of `Vehicle.serviceFactor`. */
const [leastServiceFactor, mostServiceFactor] = [0.1, 10]

/** Throws a RangeError that names the field, its value and its limit when an index, size or number is out of range. */
export function requireValid(problem: Problem): void {
  const { locationCount, profiles } = problem
  if (profiles.length === 0) throw new RangeError('problem.profiles is empty: at least one')
  profiles.forEach((profile, index) => {
    for (const matrix of ['seconds', 'meters'] as const) {
      if (profile[matrix].length >= locationCount * locationCount) continue
      throw new RangeError(
        `problem.profiles[${index}].${matrix} has ${profile[matrix].length} entries: ${locationCount} × ${locationCount} are needed`,
      )
    }
  })
  validateHours(problem)
  problem.stops.forEach((stop, index) => {
    requireStop(problem, stop, index)
  })
  problem.vehicles.forEach((vehicle, index) => {
    requireVehicle(problem, vehicle, index)
  })
  requireBackhauls(problem)
  requireAlternatives(problem)
  requireLinks(problem)
}

function requireStop(problem: Problem, stop: Stop, index: number): void {
  const path = `stops[${index}]`
  requireLocation(problem, stop.location, `${path}.location`)
  requireNumber(stop.serviceSeconds, 0, unreachableTravel, `${path}.serviceSeconds`)
  requireNumber(stop.anybodySeconds, 0, unreachableTravel, `${path}.anybodySeconds`)
  requireNumber(stop.setupSeconds, 0, unreachableTravel, `${path}.setupSeconds`)
  requireNumber(stop.priority, 0, Number.MAX_SAFE_INTEGER, `${path}.priority`)
  stop.windows?.forEach(([start], at) => {
    requireNumber(start, Number.NEGATIVE_INFINITY, unlimited, `${path}.windows[${at}][0]`)
  })
  for (const field of ['delivered', 'collected'] as const) {
    stop[field]?.forEach((amount, k) => {
      requireNumber(amount, Number.NEGATIVE_INFINITY, unlimited, `${path}.${field}[${k}]`)
    })
  }
  for (const cost of stop.costByVehicle ?? []) requireNumber(cost, 0, Number.POSITIVE_INFINITY, `${path}.costByVehicle`)
  if (stop.pickup === undefined) return
  requireIndex(stop.pickup, problem.stops.length, `${path}.pickup`)
  if (stop.pickup === index) throw new RangeError(`problem.${path}.pickup is out of range: it is the stop itself`)
}

function requireVehicle(problem: Problem, vehicle: Vehicle, index: number): void {
  const path = `vehicles[${index}]`
  requireLocation(problem, vehicle.startLocation, `${path}.startLocation`)
  requireLocation(problem, vehicle.endLocation, `${path}.endLocation`)
  requireIndex(vehicle.profile ?? 0, problem.profiles.length, `${path}.profile`)
  requireNumber(vehicle.serviceFactor, leastServiceFactor, mostServiceFactor, `${path}.serviceFactor`)
  requireNumber(vehicle.shift?.[0], Number.NEGATIVE_INFINITY, unlimited, `${path}.shift[0]`)
  requireNumber(vehicle.departureSeconds, Number.NEGATIVE_INFINITY, unlimited, `${path}.departureSeconds`)
  listReloadPlaces(vehicle.reload).forEach((place, at) => {
    requireLocation(problem, place, `${path}.reload.${at === 0 ? 'location' : `others[${at - 1}]`}`)
  })
  for (const list of ['pinnedPrefix', 'pinned'] as const) {
    for (const stop of vehicle[list] ?? []) requireIndex(stop, problem.stops.length, `${path}.${list}`)
  }
}

function requireLocation({ locationCount }: Problem, location: number | null, path: string): void {
  if (location !== null) requireIndex(location, locationCount, path)
}

function requireIndex(value: number, count: number, path: string): void {
  if (Number.isInteger(value) && value >= 0 && value < count) return
  throw new RangeError(`problem.${path} is out of range: ${value} is no index below ${count}`)
}

function requireNumber(value: number | undefined, least: number, most: number, path: string): void {
  if (value === undefined || (value >= least && value <= most)) return
  const limits = least === Number.NEGATIVE_INFINITY ? `${most} at most` : `${least} to ${most}`
  throw new RangeError(`problem.${path} is out of range: ${value}, not ${limits}`)
}
