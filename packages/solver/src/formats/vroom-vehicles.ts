/** Vehicles and breaks of a VROOM file. */

import type { Break, Vehicle } from '../problem.ts'
import { FormatError } from './format-error.ts'
import {
  findInteger,
  findWhole,
  findWithin,
  getArray,
  getRecord,
  type JsonRecord,
  listIntegers,
  listWhole,
} from './json-fields.ts'
import { readBattery } from './vroom-battery.ts'
import { readWindow, readWindows, type VroomClock } from './vroom-clock.ts'
import { readDrivingRules } from './vroom-driving.ts'
import { requireKnownKeys } from './vroom-keys.ts'
import { findPlace } from './vroom-places.ts'
import type { VroomPlaces } from './vroom-travel.ts'

export interface VroomVehicle {
  readonly id: number
  readonly description: string | undefined
  /** In the order of the problem's breaks. */
  readonly breaks: readonly { readonly id: number; readonly description: string | undefined }[]
}

/** Longest service, set-up or break: eight years. */
export const mostSeconds = 2 ** 28

const most = Number.MAX_SAFE_INTEGER

/** Fields of a vehicle that the solution repeats. */
export function describeVehicle(entry: JsonRecord, index: number, clock: VroomClock): VroomVehicle {
  const path = `vehicles[${index}]`
  return {
    id: findId(entry, path) ?? index,
    description: findText(entry.description),
    breaks: readBreaks(entry, path, clock).map(({ id, description }) => ({ id, description })),
  }
}

/** Reads an id, which must be below 2^53 to be exact in JSON. */
export function findId(entry: JsonRecord, path: string): number | undefined {
  return findWhole(entry.id, `${path}.id`, 0, most)
}

export function findText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function getProfileName(vehicle: JsonRecord): string {
  return typeof vehicle.profile === 'string' ? vehicle.profile : 'car'
}

export function refuse(entry: JsonRecord, field: string, path: string): void {
  if (entry[field] !== undefined && entry[field] !== null) throw new FormatError('is not supported', `${path}.${field}`)
}

/** Converts a vehicle to one of the problem. Throws FormatError naming the field. */
export function toVehicle(
  entry: JsonRecord,
  path: string,
  profileNames: readonly string[],
  places: VroomPlaces,
  clock: VroomClock,
): Vehicle {
  requireKnownKeys(entry, 'vehicle', path)
  const costs = getRecord(entry.costs ?? {}, `${path}.costs`)
  requireKnownKeys(costs, 'costs', `${path}.costs`)
  refuse(entry, 'max_travel_time', path)
  refuse(costs, 'per_task_hour', `${path}.costs`)
  const price = (name: string): number | undefined => findWithin(costs[name], `${path}.costs.${name}`, 0, most)
  const vehicle: Vehicle = {
    startLocation: findPlace(entry.start, entry.start_index, `${path}.start`, places),
    endLocation: findPlace(entry.end, entry.end_index, `${path}.end`, places),
    profile: profileNames.indexOf(getProfileName(entry)),
    cost: {
      fixed: price('fixed') ?? 0,
      perTravelSecond: (price('per_hour') ?? 3600) / 3600,
      perMeter: (price('per_km') ?? 0) / 1000,
    },
  }
  if (vehicle.startLocation === null && vehicle.endLocation === null)
    throw new FormatError('neither start nor end', path)
  readLimits(vehicle, entry, path, clock)
  const drivingRules = readDrivingRules(entry, path, clock)
  if (drivingRules) vehicle.drivingRules = drivingRules
  const battery = readBattery(entry, path)
  if (battery) vehicle.battery = battery
  const breaks = readBreaks(entry, path, clock)
  if (breaks.length > 0) vehicle.breaks = breaks.map(({ pause }) => pause)
  return vehicle
}

/** Reads capacity, skills, shift, speed and limits of a vehicle. */
function readLimits(vehicle: Vehicle, entry: JsonRecord, path: string, clock: VroomClock): void {
  const has = (field: string): boolean => entry[field] !== undefined && entry[field] !== null
  if (has('capacity')) vehicle.capacity = listWhole(entry.capacity, `${path}.capacity`, 0, most)
  if (has('skills')) vehicle.skills = listIntegers(entry.skills, `${path}.skills`).map(String)
  if (has('time_window')) vehicle.shift = readWindow(entry.time_window, `${path}.time_window`, clock)
  const speedFactor = findWithin(entry.speed_factor, `${path}.speed_factor`, leastSpeed, mostSpeed)
  // VROOM's factor multiplies the speed, ours the seconds.
  if (speedFactor !== undefined) vehicle.speedFactor = 1 / speedFactor
  const maxTasks = findWhole(entry.max_tasks, `${path}.max_tasks`, 0, most)
  if (maxTasks !== undefined) vehicle.maxServices = maxTasks
  const maxDistance = findWhole(entry.max_distance, `${path}.max_distance`, 0, most)
  if (maxDistance !== undefined) vehicle.maxMeters = maxDistance
}

const [leastSpeed, mostSpeed] = [0.01, 100]

interface VroomBreak {
  id: number
  description: string | undefined
  pause: Break
}

/** Reads breaks, in order of their earliest start. VROOM's window limits the start of a break; ours must also contain its end. */
function readBreaks(vehicle: JsonRecord, vehiclePath: string, clock: VroomClock): VroomBreak[] {
  const path = `${vehiclePath}.breaks`
  const breaks = getArray(vehicle.breaks ?? [], path).map((raw, index): VroomBreak & { path: string } => {
    const place = `${path}[${index}]`
    const entry = getRecord(raw, place)
    requireKnownKeys(entry, 'break', place)
    const windows = readWindows(entry.time_windows ?? [], `${place}.time_windows`, clock)
    if (windows.length !== 1) throw new FormatError('a break needs exactly one window here', `${place}.time_windows`)
    refuse(entry, 'max_load', place)
    const [first, last] = windows[0]!
    const durationSeconds = findWhole(entry.service, `${place}.service`, 0, mostSeconds) ?? 0
    return {
      id: findInteger(entry.id, `${place}.id`) ?? index,
      description: findText(entry.description),
      pause: { earliestSeconds: first, latestSeconds: last + durationSeconds, durationSeconds },
      path: place,
    }
  })
  breaks.sort((a, b) => a.pause.earliestSeconds - b.pause.earliestSeconds)
  requireTakable(breaks)
  return breaks
}

/** Requires that all breaks can be taken, one after another. */
function requireTakable(breaks: readonly (VroomBreak & { path: string })[]): void {
  let ends = 0
  for (const { pause, path } of breaks) {
    const begins = Math.max(ends, pause.earliestSeconds)
    if (begins + pause.durationSeconds > pause.latestSeconds)
      throw new FormatError('cannot be taken beside the break before it', path)
    ends = begins + pause.durationSeconds
  }
}
