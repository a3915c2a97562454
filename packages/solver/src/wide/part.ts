/** Takes a part out of a wide problem: some vehicles with their routes, as an ordinary problem with a small travel table. */

import type { Share } from '../parallel/partition.ts'
import type { Problem, Stop, TravelProfile, Vehicle } from '../problem.ts'
import type { PlanePoints, PlaneTravel, WideProblem } from '../wide-problem.ts'
import { entryAt } from './entry-at.ts'

/** A part as a problem of its own, and the numbers that its stops, vehicles and locations have in the whole problem. */
export interface Part {
  problem: Problem
  stops: Int32Array
  vehicles: Int32Array
  locations: Int32Array
  /** Routes and absent stops of the share, in the numbers of the part. */
  routes: Int32Array[]
  absent: Int32Array
}

/** Renumbers what a part holds: from numbers of the whole problem to those of the part. */
type Numbers = Map<number, number>

/**
 * Builds the problem of a part. `rank` orders stops in space, so that stops close in space are close in memory. O(m²) for the m locations of
 * the part.
 */
export function takePart(whole: WideProblem, share: Share, rank: Int32Array): Part {
  const stops = listStops(share).sort((a, b) => entryAt(rank, a) - entryAt(rank, b))
  const vehicles = Int32Array.from(share.vehicles)
  const stopNumbers = numberAll(stops)
  const vehicleNumbers = numberAll(vehicles)
  const locations = numberLocations(whole, stops, vehicles)
  const renumbered = (route: Int32Array): Int32Array =>
    route.map((stop) => (stop < 0 ? stop : requireNumber(stopNumbers, stop)))
  return {
    problem: {
      ...withoutTravel(whole),
      locationCount: locations.size,
      profiles: whole.travel.map((travel) => fillTable(whole.points, travel, [...locations.keys()])),
      stops: Array.from(stops, (stop) =>
        takeStop(entryAt(whole.stops, stop), vehicles, { stopNumbers, vehicleNumbers, locations }),
      ),
      vehicles: Array.from(vehicles, (vehicle) => takeVehicle(entryAt(whole.vehicles, vehicle), locations)),
    },
    stops,
    vehicles,
    locations: Int32Array.from(locations.keys()),
    routes: share.routes.map(renumbered),
    absent: renumbered(share.absent),
  }
}

function withoutTravel({ loadDimensions, options }: WideProblem): Pick<Problem, 'loadDimensions' | 'options'> {
  return { loadDimensions, options }
}

function listStops({ routes, absent }: Share): Int32Array {
  const stops = new Int32Array(routes.reduce((sum, route) => sum + route.length, absent.length))
  let count = 0
  for (const list of [...routes, absent]) {
    for (const stop of list) if (stop >= 0) stops[count++] = stop
  }
  return stops.slice(0, count)
}

function numberAll(items: Int32Array): Numbers {
  const numbers: Numbers = new Map()
  for (const item of items) numbers.set(item, numbers.size)
  return numbers
}

function numberLocations(whole: WideProblem, stops: Int32Array, vehicles: Int32Array): Numbers {
  const numbers: Numbers = new Map()
  const add = (location: number | null): void => {
    if (location !== null && !numbers.has(location)) numbers.set(location, numbers.size)
  }
  for (const stop of stops) add(entryAt(whole.stops, stop).location)
  for (const vehicle of vehicles) {
    const { startLocation, endLocation, reload } = entryAt(whole.vehicles, vehicle)
    add(startLocation)
    add(endLocation)
    if (!reload) continue
    for (const location of [reload.location, ...(reload.others ?? [])]) add(location)
  }
  return numbers
}

function takeStop(
  stop: Stop,
  vehicles: Int32Array,
  { stopNumbers, vehicleNumbers, locations }: { stopNumbers: Numbers; vehicleNumbers: Numbers; locations: Numbers },
): Stop {
  const taken: Stop = { ...stop, location: moveLocation(locations, stop.location) }
  if (stop.pickup !== undefined) taken.pickup = requireNumber(stopNumbers, stop.pickup)
  const present = (list: readonly number[]): number[] => list.flatMap((vehicle) => vehicleNumbers.get(vehicle) ?? [])
  if (stop.allowedVehicles) taken.allowedVehicles = present(stop.allowedVehicles)
  if (stop.forbiddenVehicles) taken.forbiddenVehicles = present(stop.forbiddenVehicles)
  const { costByVehicle } = stop
  if (costByVehicle) taken.costByVehicle = Array.from(vehicles, (vehicle) => costByVehicle[vehicle] ?? 0)
  return taken
}

function takeVehicle(vehicle: Vehicle, locations: Numbers): Vehicle {
  const { startLocation, endLocation, reload } = vehicle
  const taken: Vehicle = {
    ...vehicle,
    startLocation: moveLocation(locations, startLocation),
    endLocation: moveLocation(locations, endLocation),
  }
  if (!reload) return taken
  taken.reload = { ...reload, location: requireNumber(locations, reload.location) }
  if (reload.others) taken.reload.others = reload.others.map((location) => requireNumber(locations, location))
  return taken
}

function moveLocation(numbers: Numbers, location: number | null): number | null {
  return location === null ? null : requireNumber(numbers, location)
}

function requireNumber(numbers: Numbers, item: number): number {
  const number = numbers.get(item)
  if (number === undefined) throw new RangeError(`${item} is outside of its part of the plan`)
  return number
}

/** Ways between all given locations. O(m²). */
function fillTable({ x, y }: PlanePoints, { scale, rounding }: PlaneTravel, locations: number[]): TravelProfile {
  const size = locations.length
  const round = rounding === 'down' ? Math.floor : Math.round
  const xs = Float64Array.from(locations, (location) => x[location] ?? 0)
  const ys = Float64Array.from(locations, (location) => y[location] ?? 0)
  const table = new Int32Array(size * size)
  for (let from = 0; from < size; from++) {
    for (let to = from + 1; to < size; to++) {
      const across = entryAt(xs, from) - entryAt(xs, to)
      const along = entryAt(ys, from) - entryAt(ys, to)
      const way = round(Math.sqrt(across * across + along * along) * scale)
      table[from * size + to] = way
      table[to * size + from] = way
    }
  }
  return { seconds: table, meters: table }
}
