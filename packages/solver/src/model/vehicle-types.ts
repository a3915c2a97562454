/** Differences between vehicles: pins, types of identical vehicles, and which type may serve which stop. */
import type { Problem, Stop, Vehicle } from '../problem.ts'
import type { Model } from './model.ts'

/** Stops pinned to vehicles, and the pinned prefixes of their routes. */
export function compilePins(problem: Problem): Pick<Model, 'pinnedTo' | 'isFrozen' | 'prefixFrom' | 'prefixStop'> {
  const pinnedTo = new Int32Array(problem.stops.length).fill(-1)
  const isFrozen = new Uint8Array(problem.stops.length)
  const prefixFrom = new Int32Array(problem.vehicles.length + 1)
  const prefix: number[] = []
  problem.vehicles.forEach((vehicle, index) => {
    for (const stop of vehicle.pinned ?? []) pinnedTo[stop] = index
    for (const stop of vehicle.pinnedPrefix ?? []) {
      pinnedTo[stop] = index
      isFrozen[stop] = 1
      prefix.push(stop)
    }
    prefixFrom[index + 1] = prefix.length
  })
  return { pinnedTo, isFrozen, prefixFrom, prefixStop: Int32Array.from(prefix) }
}

/** Groups vehicles that are identical to the search. A vehicle with pins or named by a stop has a type of its own. */
export function listVehicleTypes({ stops, vehicles, chargingPlaces = [] }: Problem): {
  typeOf: Int32Array
  count: number
} {
  // Vehicles named by the same lists stay together: the signature is a running hash of the lists that name the vehicle.
  const signature = new Int32Array(vehicles.length)
  const second = new Int32Array(vehicles.length)
  const listed = new Map<string, number>()
  const note = (list: readonly number[] | undefined, kind: string): void => {
    if (!list) return
    const name = `${kind} ${[...list].sort((a, b) => a - b).join(' ')}`
    if (listed.has(name)) return
    listed.set(name, listed.size + 1)
    for (const vehicle of list) {
      if (vehicle < 0 || vehicle >= vehicles.length) continue
      signature[vehicle] = Math.imul(signature[vehicle]!, 1000003) + listed.size
      second[vehicle] = Math.imul(second[vehicle]! ^ listed.size, 0x5bd1e995) + 7
    }
  }
  for (const stop of stops) {
    note(stop.allowedVehicles, 'only')
    note(stop.forbiddenVehicles, 'not')
  }
  for (const place of chargingPlaces) note(place.vehicles, 'only')
  const priced = stops.filter(({ costByVehicle }) => costByVehicle?.some(isCost))
  const keys = new Map<string, number>()
  const typeOf = Int32Array.from(vehicles, (vehicle, index) => {
    const ownCosts = priced.map(({ costByVehicle }) => costByVehicle?.[index] ?? 0)
    const isAlone = vehicle.isLocked || vehicle.pinnedPrefix?.length || vehicle.pinned?.length
    const key = isAlone
      ? `alone ${index}`
      : `${signature[index]} ${second[index]} ${JSON.stringify(vehicle)} ${ownCosts.some(isCost) ? ownCosts : ''}`
    if (!keys.has(key)) keys.set(key, keys.size)
    return keys.get(key)!
  })
  return { typeOf, count: keys.size }
}

const isCost = (cost: number): boolean => cost > 0

/** stopCount × typeCount: 1 when a vehicle of the type may serve the stop. */
export function compileCompatibility(
  stops: readonly Stop[],
  vehicles: readonly Vehicle[],
  typeOf: Int32Array,
  typeCount: number,
): Uint8Array {
  const matrix = new Uint8Array(stops.length * typeCount)
  const example = new Int32Array(typeCount)
  for (let vehicle = vehicles.length - 1; vehicle >= 0; vehicle--) example[typeOf[vehicle]!] = vehicle
  stops.forEach((stop, index) => {
    for (let type = 0; type < typeCount; type++) {
      matrix[index * typeCount + type] = mayServe(stop, vehicles[example[type]!]!, example[type]!) ? 1 : 0
    }
  })
  return matrix
}

/** Whether skills, zones and vehicle lists allow the vehicle to serve the stop. */
export function mayServe(stop: Stop, vehicle: Vehicle, vehicleIndex: number): boolean {
  if (stop.location === null) return false
  if (stop.skills?.some((skill) => !vehicle.skills?.includes(skill))) return false
  if (stop.zones?.length && !stop.zones.some((zone) => vehicle.zones?.includes(zone))) return false
  if (stop.allowedVehicles && !stop.allowedVehicles.includes(vehicleIndex)) return false
  return !stop.forbiddenVehicles?.includes(vehicleIndex)
}
