/** Reads VROOM's JSON input (jobs, shipments, vehicles, matrices) into a Problem; ids go back out in the answer. */

import type { Break, Problem, Stop, TimeWindow, Vehicle } from '../problem.ts'
import { FormatError } from './format-error.ts'
import type { InstancePoint } from './instance.ts'
import { findInteger, findNumber, getArray, getRecord, type JsonRecord, listIntegers } from './json-fields.ts'
import { readBattery, readChargingPlaces, type VroomChargingPlace } from './vroom-battery.ts'
import { readDrivingRules } from './vroom-driving.ts'
import { buildStraightLines, findProfiles, type VroomPlaces } from './vroom-travel.ts'

export interface VroomInstance {
  readonly problem: Problem
  /** What each stop of the problem is in the file. */
  readonly tasks: readonly VroomTask[]
  readonly vehicles: readonly VroomVehicle[]
  /** In the order of the problem's. */
  readonly chargingPlaces: readonly VroomChargingPlace[]
  /** Names of the problem's profiles, in its order. */
  readonly profileNames: readonly string[]
  /** Coordinates by location index; undefined when the file gives only matrix indices. */
  readonly points: readonly InstancePoint[] | undefined
  /** Whether travel is the file's own. */
  readonly hasMatrices: boolean
  readonly hasDistances: boolean
}

/** A job, or one end of a shipment. */
export interface VroomTask {
  readonly id: number
  readonly type: 'job' | 'pickup' | 'delivery'
  readonly description: string | undefined
  readonly setup: number
  readonly service: number
  readonly priority: number
  /** Amounts: of a shipment at both of its ends. */
  readonly delivery: readonly number[]
  readonly pickup: readonly number[]
}

export interface VroomVehicle {
  readonly id: number
  readonly description: string | undefined
  /** In the order of the problem's. */
  readonly breaks: readonly { readonly id: number; readonly description: string | undefined }[]
}

/** VROOM's own upper bound of a priority. */
const highestPriority = 100
/** Value of one step of priority, in the cost unit (seconds of driving by default): above any detour within a day. */
const rewardPerPriority = 100_000

/** Parses the text, and takes straight lines where it has no matrices; throws FormatError naming the JSON path. */
export function readVroom(text: string): VroomInstance {
  const instance = toVroomInstance(parse(text))
  if (instance.hasMatrices) return instance
  const profile = buildStraightLines(instance.points!)
  return { ...instance, problem: { ...instance.problem, profiles: instance.profileNames.map(() => profile) } }
}

/** The same of what is parsed already; without matrices it has no profiles, which are then the caller's to add. */
export function toVroomInstance(input: unknown): VroomInstance {
  const root = getRecord(input, 'the file')
  const places: VroomPlaces = { points: [], indexByKey: new Map(), indices: 'unknown' }
  const jobs = getArray(root.jobs ?? [], 'jobs').map((job, index) => getRecord(job, `jobs[${index}]`))
  const shipments = getArray(root.shipments ?? [], 'shipments').map((entry, index) =>
    getRecord(entry, `shipments[${index}]`),
  )
  const fleet = getArray(root.vehicles ?? [], 'vehicles').map((entry, index) => getRecord(entry, `vehicles[${index}]`))
  if (fleet.length === 0) throw new FormatError('no vehicle', 'vehicles')

  const { tasks, stops } = readStops(jobs, shipments, places)
  const profileNames = [...new Set(fleet.map((vehicle) => getProfileName(vehicle)))]
  const vehicles = fleet.map((vehicle, index) => toVehicle(vehicle, `vehicles[${index}]`, profileNames, places))
  const chargingPlaces = readChargingPlaces(root, (entry, path) => getPlace(entry, path, places), toWindows)
  const profiles = findProfiles(root, profileNames, places)
  const hasDistances = !profiles || profiles.every(({ seconds, meters }) => seconds !== meters)
  const electric = vehicles.findIndex(({ battery }) => battery)
  if (electric >= 0 && !hasDistances)
    throw new FormatError('needs the distances of the matrices', `vehicles[${electric}].battery`)
  return {
    problem: {
      locationCount: profiles ? Math.sqrt(profiles[0]!.seconds.length) : places.points.length,
      profiles: profiles ?? [],
      loadDimensions: Math.max(
        0,
        ...stops.map((stop) => Math.max(stop.delivered?.length ?? 0, stop.collected?.length ?? 0)),
      ),
      stops,
      vehicles,
      options: {},
      ...(chargingPlaces.length > 0 && { chargingPlaces: chargingPlaces.map(({ place }) => place) }),
    },
    tasks,
    chargingPlaces,
    vehicles: fleet.map((vehicle, index) => describeVehicle(vehicle, index)),
    profileNames,
    points: places.indices === 'matrix' && places.points.length === 0 ? undefined : places.points,
    hasMatrices: profiles !== undefined,
    hasDistances,
  }
}

/** A stop for each job, then two for each shipment, its pickup first; and what each is in the file. */
function readStops(
  jobs: readonly JsonRecord[],
  shipments: readonly JsonRecord[],
  places: VroomPlaces,
): { tasks: VroomTask[]; stops: Stop[] } {
  const tasks: VroomTask[] = []
  const stops: Stop[] = []
  jobs.forEach((job, index) => {
    const path = `jobs[${index}]`
    const stop = toJobStop(job, path, places)
    const amounts = { delivery: stop.delivered ?? [], pickup: stop.collected ?? [] }
    tasks.push({ ...describeTask(job, path, index), type: 'job', priority: getPriority(job, path), ...amounts })
    stops.push(stop)
  })
  shipments.forEach((shipment, index) => {
    const path = `shipments[${index}]`
    const pickup = getRecord(shipment.pickup, `${path}.pickup`)
    const delivery = getRecord(shipment.delivery, `${path}.delivery`)
    const amount = listIntegers(shipment.amount ?? [], `${path}.amount`)
    const shared = { ...toSkills(shipment, path), ...toReward(shipment, path) }
    const both = { delivery: amount, pickup: amount, priority: getPriority(shipment, path) }
    tasks.push({ ...describeTask(pickup, `${path}.pickup`, index), type: 'pickup', ...both })
    tasks.push({ ...describeTask(delivery, `${path}.delivery`, index), type: 'delivery', ...both })
    const pickupIndex = stops.length
    // The pair is wanted as one: its reward stands at the delivery, and a pickup alone is worth nothing.
    stops.push({ ...toPlace(pickup, `${path}.pickup`, places), ...toSkills(shipment, path), dropPenalty: 0 })
    stops.push({ ...toPlace(delivery, `${path}.delivery`, places), ...shared, pickup: pickupIndex, delivered: amount })
  })
  return { tasks, stops }
}

function describeTask(entry: JsonRecord, path: string, index: number) {
  return {
    id: findInteger(entry.id, `${path}.id`) ?? index,
    description: findText(entry.description),
    setup: findInteger(entry.setup, `${path}.setup`) ?? 0,
    service: findInteger(entry.service, `${path}.service`) ?? 0,
  }
}

function describeVehicle(entry: JsonRecord, index: number): VroomVehicle {
  const path = `vehicles[${index}]`
  return {
    id: findInteger(entry.id, `${path}.id`) ?? index,
    description: findText(entry.description),
    breaks: readBreaks(entry, path).map(({ id, description }) => ({ id, description })),
  }
}

function findText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new FormatError(error instanceof Error ? error.message : String(error), 'JSON')
  }
}

function toJobStop(job: JsonRecord, path: string, places: VroomPlaces): Stop {
  const stop: Stop = { ...toPlace(job, path, places), ...toSkills(job, path), ...toReward(job, path) }
  const delivered = job.delivery ?? job.amount
  if (delivered !== undefined) stop.delivered = listIntegers(delivered, `${path}.delivery`)
  if (job.pickup !== undefined) stop.collected = listIntegers(job.pickup, `${path}.pickup`)
  return stop
}

/** Location, times and windows of a job or of one end of a shipment. Set-up time is served like service time. */
function toPlace(entry: JsonRecord, path: string, places: VroomPlaces): Stop {
  const location = getPlace(entry, path, places)
  for (const field of ['setup_per_type', 'service_per_type']) refuse(entry, field, path)
  const { service, setup } = describeTask(entry, path, 0)
  const stop: Stop = { location, serviceSeconds: service + setup }
  if (entry.time_windows !== undefined) stop.windows = toWindows(entry.time_windows, `${path}.time_windows`)
  return stop
}

function getPlace(entry: JsonRecord, path: string, places: VroomPlaces): number {
  const location = findPlace(entry.location, entry.location_index, `${path}.location`, places)
  if (location === null) throw new FormatError('neither location nor location_index', `${path}.location`)
  return location
}

function toWindows(value: unknown, path: string): TimeWindow[] {
  const windows = getArray(value, path).map((entry, index) => toWindow(entry, `${path}[${index}]`))
  windows.sort((a, b) => a[0] - b[0])
  windows.forEach((window, index) => {
    if (index > 0 && window[0] <= windows[index - 1]![1])
      throw new FormatError('overlaps another window', `${path}[${index}]`)
  })
  return windows
}

function toWindow(value: unknown, path: string): TimeWindow {
  const [start, end] = listIntegers(value, path)
  if (start === undefined || end === undefined || end < start) throw new FormatError('is not [start, end]', path)
  return [start, end]
}

function toSkills(entry: JsonRecord, path: string): Pick<Stop, 'skills'> {
  return entry.skills === undefined ? {} : { skills: listIntegers(entry.skills, `${path}.skills`).map(String) }
}

/** The higher priority goes first when not all fit. */
function toReward(entry: JsonRecord, path: string): Pick<Stop, 'reward'> {
  const priority = getPriority(entry, path)
  return priority === 0 ? {} : { reward: priority * rewardPerPriority }
}

function getPriority(entry: JsonRecord, path: string): number {
  const priority = findInteger(entry.priority, `${path}.priority`) ?? 0
  if (priority < 0 || priority > highestPriority) {
    throw new FormatError(`${priority} is outside 0..${highestPriority}`, `${path}.priority`)
  }
  return priority
}

function refuse(entry: JsonRecord, field: string, path: string): void {
  if (entry[field] !== undefined) throw new FormatError('is not supported', `${path}.${field}`)
}

function toVehicle(entry: JsonRecord, path: string, profileNames: readonly string[], places: VroomPlaces): Vehicle {
  const costs = getRecord(entry.costs ?? {}, `${path}.costs`)
  const vehicle: Vehicle = {
    startLocation: findPlace(entry.start, entry.start_index, `${path}.start`, places),
    endLocation: findPlace(entry.end, entry.end_index, `${path}.end`, places),
    profile: profileNames.indexOf(getProfileName(entry)),
    cost: {
      fixed: findNumber(costs.fixed, `${path}.costs.fixed`) ?? 0,
      perTravelSecond: (findNumber(costs.per_hour, `${path}.costs.per_hour`) ?? 3600) / 3600,
      perMeter: (findNumber(costs.per_km, `${path}.costs.per_km`) ?? 0) / 1000,
    },
  }
  if (vehicle.startLocation === null && vehicle.endLocation === null)
    throw new FormatError('neither start nor end', path)
  if (entry.capacity !== undefined) vehicle.capacity = listIntegers(entry.capacity, `${path}.capacity`)
  if (entry.skills !== undefined) vehicle.skills = listIntegers(entry.skills, `${path}.skills`).map(String)
  if (entry.time_window !== undefined) vehicle.shift = toWindow(entry.time_window, `${path}.time_window`)
  const speedFactor = findNumber(entry.speed_factor, `${path}.speed_factor`)
  // VROOM's factor is on the speed, ours is on the seconds.
  if (speedFactor !== undefined) vehicle.speedFactor = 1 / speedFactor
  const maxTasks = findInteger(entry.max_tasks, `${path}.max_tasks`)
  if (maxTasks !== undefined) vehicle.maxServices = maxTasks
  const maxDistance = findInteger(entry.max_distance, `${path}.max_distance`)
  if (maxDistance !== undefined) vehicle.maxMeters = maxDistance
  const drivingRules = readDrivingRules(entry, path)
  if (drivingRules) vehicle.drivingRules = drivingRules
  const battery = readBattery(entry, path)
  if (battery) vehicle.battery = battery
  const breaks = readBreaks(entry, path)
  if (breaks.length > 0) vehicle.breaks = breaks.map(({ pause }) => pause)
  // `steps` are only where VROOM begins its search; what is planned of them is an answer of its own (option c).
  refuse(entry, 'max_travel_time', path)
  refuse(costs, 'per_task_hour', `${path}.costs`)
  return vehicle
}

interface VroomBreak {
  id: number
  description: string | undefined
  pause: Break
}

/** By when they may begin. VROOM's window bounds the start of a break; ours must also hold its end. */
function readBreaks(vehicle: JsonRecord, vehiclePath: string): VroomBreak[] {
  const path = `${vehiclePath}.breaks`
  const breaks = getArray(vehicle.breaks ?? [], path).map((raw, index): VroomBreak => {
    const entry = getRecord(raw, `${path}[${index}]`)
    const windows = toWindows(entry.time_windows ?? [], `${path}[${index}].time_windows`)
    if (windows.length !== 1)
      throw new FormatError('a break needs exactly one window here', `${path}[${index}].time_windows`)
    refuse(entry, 'max_load', `${path}[${index}]`)
    const [first, last] = windows[0]!
    const durationSeconds = findInteger(entry.service, `${path}[${index}].service`) ?? 0
    return {
      id: findInteger(entry.id, `${path}[${index}].id`) ?? index,
      description: findText(entry.description),
      pause: { earliestSeconds: first, latestSeconds: last + durationSeconds, durationSeconds },
    }
  })
  return breaks.sort((a, b) => a.pause.earliestSeconds - b.pause.earliestSeconds)
}

function getProfileName(vehicle: JsonRecord): string {
  return typeof vehicle.profile === 'string' ? vehicle.profile : 'car'
}

/** Index of a place: the file's own matrix index, or a new one per pair of coordinates; null when neither is given. */
function findPlace(location: unknown, index: unknown, path: string, places: VroomPlaces): number | null {
  const matrixIndex = findInteger(index, `${path}_index`)
  if (matrixIndex !== undefined) {
    if (location !== undefined) places.points[matrixIndex] = toPoint(location, path)
    return claim(places, 'matrix', matrixIndex, path)
  }
  if (location === undefined) return null
  const point = toPoint(location, path)
  const key = `${point.x} ${point.y}`
  let place = places.indexByKey.get(key)
  if (place === undefined) {
    place = places.points.length
    places.indexByKey.set(key, place)
    places.points.push(point)
  }
  return claim(places, 'coordinates', place, path)
}

function toPoint(value: unknown, path: string): InstancePoint {
  const pair = getArray(value, path)
  const x = findNumber(pair[0], `${path}[0]`)
  const y = findNumber(pair[1], `${path}[1]`)
  if (x === undefined || y === undefined) throw new FormatError('is not [x, y]', path)
  return { x, y }
}

function claim(places: VroomPlaces, kind: 'matrix' | 'coordinates', place: number, path: string): number {
  if (places.indices !== 'unknown' && places.indices !== kind) {
    throw new FormatError('some places have a matrix index and some have none', path)
  }
  places.indices = kind
  return place
}
