/** Reads VROOM's JSON input (jobs, shipments, vehicles, matrices) into a Problem, and keeps its ids for the solution. */

import type { Problem, Stop, Vehicle } from '../problem.ts'
import { FormatError } from './format-error.ts'
import type { InstancePoint } from './instance.ts'
import { findWhole, getArray, getRecord, type JsonRecord, listIntegers, listWhole } from './json-fields.ts'
import { requireOneLength, scaleAmounts } from './vroom-amounts.ts'
import { readChargingPlaces, type VroomChargingPlace } from './vroom-battery.ts'
import { findClock, readWindows, type VroomClock } from './vroom-clock.ts'
import { requireKnownKeys } from './vroom-keys.ts'
import { getPlace } from './vroom-places.ts'
import { readSteps } from './vroom-steps.ts'
import { buildStraightLines, findProfiles, requirePlacesFor, type VroomPlaces } from './vroom-travel.ts'
import {
  describeVehicle,
  findId,
  findText,
  getProfileName,
  mostSeconds,
  refuse,
  toVehicle,
  type VroomVehicle,
} from './vroom-vehicles.ts'

export interface VroomInstance {
  readonly problem: Problem
  /** The file's task for each stop of the problem. */
  readonly tasks: readonly VroomTask[]
  readonly vehicles: readonly VroomVehicle[]
  /** In the order of the problem's charging places. */
  readonly chargingPlaces: readonly VroomChargingPlace[]
  /** Names of the problem's profiles, in order. */
  readonly profileNames: readonly string[]
  /** Coordinates by location index; undefined when the file gives only matrix indices. */
  readonly points: readonly InstancePoint[] | undefined
  /** Whether travel times come from the file's matrices. */
  readonly hasMatrices: boolean
  readonly hasDistances: boolean
  /** Second of the file at which the problem's time begins. */
  readonly offsetSeconds: number
  /** Per dimension, the amount in the file per unit of the problem's loads. */
  readonly loadUnits: readonly number[]
  /** Stops by vehicle in the order given by the file's `steps`; empty lists without any. */
  readonly steps: readonly (readonly number[])[]
  /** Whether the file asks for the times of its `steps`, instead of a plan (option `c`). */
  readonly isTimedOnly: boolean
}

/** A job, or one end of a shipment. */
export interface VroomTask {
  readonly id: number
  readonly type: 'job' | 'pickup' | 'delivery'
  readonly description: string | undefined
  readonly setup: number
  readonly service: number
  readonly priority: number
  /** Amounts; those of a shipment are given at both of its ends. */
  readonly delivery: readonly number[]
  readonly pickup: readonly number[]
  /** Its JSON path in the file. */
  readonly path: string
}

/** VROOM's own upper bound of a priority. */
const highestPriority = 100
const most = Number.MAX_SAFE_INTEGER

/** Parses the text, and uses straight lines when it has no matrices. Throws FormatError naming the JSON path. */
export function readVroom(text: string): VroomInstance {
  const instance = toVroomInstance(parse(text))
  if (instance.hasMatrices) return instance
  const profile = buildStraightLines(instance.points!)
  return { ...instance, problem: { ...instance.problem, profiles: instance.profileNames.map(() => profile) } }
}

/** Converts parsed JSON. Without matrices the problem has no profiles, and the caller must add them. */
export function toVroomInstance(input: unknown): VroomInstance {
  const root = getRecord(input, 'the file')
  requireKnownKeys(root, 'file', '')
  const lists = readLists(root)
  const clock = findClock(root)
  const profileNames = [...new Set(lists.fleet.map((vehicle) => getProfileName(vehicle)))]
  const profiles = findProfiles(root, profileNames)
  const size = profiles && Math.sqrt(profiles[0]!.seconds.length)
  const places: VroomPlaces = { points: [], indexByKey: new Map(), indices: 'unknown', size }
  const { tasks, stops } = readStops(lists, places, clock)
  linkJobs(lists.jobs, tasks, stops)
  const vehicles = lists.fleet.map((entry, index) =>
    toVehicle(entry, `vehicles[${index}]`, profileNames, places, clock),
  )
  const chargingPlaces = readChargingPlaces(
    root,
    (entry, path) => getPlace(entry, path, places),
    (value, path) => readWindows(value, path, clock),
  )
  requirePlacesFor(profiles, places)
  const hasDistances = !profiles || profiles.every(({ seconds, meters }) => seconds !== meters)
  if (!hasDistances) refuseBatteries(vehicles)
  requireUnlikeIds(tasks, lists.fleet)
  const loadUnits = settleAmounts(tasks, stops, vehicles)
  const problem: Problem = {
    locationCount: size ?? places.points.length,
    profiles: profiles ?? [],
    loadDimensions: loadUnits.length,
    stops,
    vehicles,
    options: {},
    ...(chargingPlaces.length > 0 && { chargingPlaces: chargingPlaces.map(({ place }) => place) }),
  }
  const steps = readSteps(lists.fleet, tasks)
  return {
    problem,
    tasks,
    chargingPlaces,
    vehicles: lists.fleet.map((entry, index) => describeVehicle(entry, index, clock)),
    profileNames,
    points: places.indices === 'matrix' && places.points.length === 0 ? undefined : places.points,
    hasMatrices: profiles !== undefined,
    hasDistances,
    offsetSeconds: clock.offsetSeconds,
    loadUnits,
    steps,
    isTimedOnly: isTimedOnly(root, lists, steps),
  }
}

/**
 * Requires amounts of one length and converts them to units that fit the problem. Returns the amount in the file per unit, per dimension.
 */
function settleAmounts(tasks: readonly VroomTask[], stops: readonly Stop[], vehicles: readonly Vehicle[]): number[] {
  requireOneLength([
    ...vehicles.map(({ capacity }, index) => ({ path: `vehicles[${index}].capacity`, list: capacity })),
    ...stops.flatMap(({ delivered, collected }, index) => [
      { path: amountPath(tasks[index]!, 'delivery'), list: delivered },
      { path: amountPath(tasks[index]!, 'pickup'), list: collected },
    ]),
  ])
  const dimensions = stops.map(({ delivered = [], collected = [] }) => Math.max(delivered.length, collected.length))
  const getPath = (stop: number): string => amountPath(tasks[stop]!, 'delivery')
  return scaleAmounts(Math.max(0, ...dimensions), stops, vehicles, getPath)
}

/** Whether option `c` asks for the times of the steps; throws when there are none. */
function isTimedOnly({ options }: JsonRecord, { jobs }: VroomLists, steps: readonly (readonly number[])[]): boolean {
  if ((options as { c?: unknown } | null | undefined)?.c !== true) return false
  if (jobs.some(({ after }) => after)) throw new FormatError('cannot be combined with after of a job', 'options.c')
  if (steps.every((order) => order.length === 0)) throw new FormatError('needs the steps of a vehicle', 'options.c')
  return true
}

/** Refuses batteries without distances, because consumption is per metre. */
function refuseBatteries(vehicles: readonly Vehicle[]): void {
  const electric = vehicles.findIndex(({ battery }) => battery)
  if (electric >= 0) throw new FormatError('needs the distances of the matrices', `vehicles[${electric}].battery`)
}

interface VroomLists {
  readonly jobs: readonly JsonRecord[]
  readonly shipments: readonly JsonRecord[]
  readonly fleet: readonly JsonRecord[]
}

function readLists(root: JsonRecord): VroomLists {
  const list = (name: string) =>
    getArray(root[name] ?? [], name).map((entry, index) => getRecord(entry, `${name}[${index}]`))
  const fleet = list('vehicles')
  if (fleet.length === 0) throw new FormatError('no vehicle', 'vehicles')
  return { jobs: list('jobs'), shipments: list('shipments'), fleet }
}

/** Requires that ids are unique among jobs, pickups, deliveries and vehicles. */
function requireUnlikeIds(tasks: readonly VroomTask[], fleet: readonly JsonRecord[]): void {
  const seen = new Set<string>()
  const claim = (kind: string, id: number | undefined, path: string): void => {
    if (id !== undefined && seen.has(`${kind} ${id}`))
      throw new FormatError(`${id} is the id of another ${kind}`, `${path}.id`)
    seen.add(`${kind} ${id}`)
  }
  for (const { type, id, path } of tasks) claim(type, id, path)
  fleet.forEach((vehicle, index) => {
    const path = `vehicles[${index}]`
    claim('vehicle', findId(vehicle, path) ?? index, path)
    getArray(vehicle.breaks ?? [], `${path}.breaks`).forEach((entry, at) => {
      const pause = `${path}.breaks[${at}]`
      claim(`break of ${path}`, findId(getRecord(entry, pause), pause) ?? at, pause)
    })
  })
}

function amountPath({ path, type }: VroomTask, field: 'delivery' | 'pickup'): string {
  return type === 'job' ? `${path}.${field}` : `${path.slice(0, path.lastIndexOf('.'))}.amount`
}

/** One stop for each job, then two for each shipment, its pickup first; with the file's task for each. */
function readStops(
  { jobs, shipments }: VroomLists,
  places: VroomPlaces,
  clock: VroomClock,
): { tasks: VroomTask[]; stops: Stop[] } {
  const tasks: VroomTask[] = []
  const stops: Stop[] = []
  jobs.forEach((job, index) => {
    const path = `jobs[${index}]`
    requireKnownKeys(job, 'job', path)
    const stop = toJobStop(job, path, places, clock)
    const amounts = { delivery: stop.delivered ?? [], pickup: stop.collected ?? [] }
    tasks.push({ ...describeTask(job, path, index), type: 'job', priority: stop.priority ?? 0, ...amounts })
    stops.push(stop)
  })
  shipments.forEach((shipment, index) => {
    const path = `shipments[${index}]`
    requireKnownKeys(shipment, 'shipment', path)
    const ends = [`${path}.pickup`, `${path}.delivery`] as const
    const pickup = getRecord(shipment.pickup, ends[0])
    const delivery = getRecord(shipment.delivery, ends[1])
    requireKnownKeys(pickup, 'end of a shipment', ends[0])
    requireKnownKeys(delivery, 'end of a shipment', ends[1])
    const amount = listWhole(shipment.amount ?? [], `${path}.amount`, 0, most)
    // A shipment is two tasks, which both have its priority.
    const shared = { ...toSkills(shipment, path), ...toPriority(shipment, path) }
    const both = { delivery: amount, pickup: amount, priority: shared.priority ?? 0 }
    tasks.push({ ...describeTask(pickup, ends[0], index), type: 'pickup', ...both })
    tasks.push({ ...describeTask(delivery, ends[1], index), type: 'delivery', ...both })
    const pickupIndex = stops.length
    stops.push({ ...toPlace(pickup, ends[0], places, clock), ...shared })
    stops.push({
      ...toPlace(delivery, ends[1], places, clock),
      ...shared,
      // The pickup has no kind: otherwise a kind that is never with its own would part it from its delivery.
      ...toKinds(shipment, path),
      pickup: pickupIndex,
      delivered: amount,
    })
  })
  return { tasks, stops }
}

/** Reads which jobs are done before others begin. */
function linkJobs(jobs: readonly JsonRecord[], tasks: readonly VroomTask[], stops: readonly Stop[]): void {
  const numbers = new Map(tasks.flatMap(({ type, id }, stop) => (type === 'job' ? [[id, stop] as const] : [])))
  jobs.forEach(({ after }, stop) => {
    if (after === undefined || after === null) return
    const path = `jobs[${stop}].after`
    const links = getArray(after, path).map((entry, index) => {
      const link = getRecord(entry, `${path}[${index}]`)
      requireKnownKeys(link, 'after', `${path}[${index}]`)
      const other = numbers.get(findId(link, `${path}[${index}]`) ?? -1)
      if (other === undefined) throw new FormatError('is the id of no job', `${path}[${index}].id`)
      const leastSeconds = findWhole(link.least, `${path}[${index}].least`, 0, mostSeconds) ?? 0
      const mostAllowed = findWhole(link.most, `${path}[${index}].most`, leastSeconds, mostSeconds)
      return { stop: other, leastSeconds, ...(mostAllowed !== undefined && { mostSeconds: mostAllowed }) }
    })
    if (links.length > 0) Object.assign(stops[stop] ?? {}, { after: links })
  })
}

function describeTask(entry: JsonRecord, path: string, index: number) {
  return {
    id: findId(entry, path) ?? index,
    description: findText(entry.description),
    setup: findWhole(entry.setup, `${path}.setup`, 0, mostSeconds) ?? 0,
    service: findWhole(entry.service, `${path}.service`, 0, mostSeconds) ?? 0,
    path,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new FormatError(error instanceof Error ? error.message : String(error), 'JSON')
  }
}

function toJobStop(job: JsonRecord, path: string, places: VroomPlaces, clock: VroomClock): Stop {
  const stop: Stop = {
    ...toPlace(job, path, places, clock),
    ...toSkills(job, path),
    ...toPriority(job, path),
    ...toKinds(job, path),
  }
  const delivered = job.delivery ?? job.amount
  if (delivered !== undefined && delivered !== null)
    stop.delivered = listWhole(delivered, `${path}.${job.delivery ? 'delivery' : 'amount'}`, 0, most)
  const oneOf = findName(job.one_of, `${path}.one_of`)
  if (oneOf !== undefined && stop.priority !== undefined)
    throw new FormatError('cannot be combined with one_of', `${path}.priority`)
  if (oneOf !== undefined) stop.oneOf = oneOf
  if (job.pickup !== undefined && job.pickup !== null) stop.collected = listWhole(job.pickup, `${path}.pickup`, 0, most)
  return stop
}

/** The text, or undefined when the field is absent. */
function findName(value: unknown, path: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value === '')
    throw new FormatError(`${JSON.stringify(value)} is not a text of at least one character`, path)
  return value
}

/** Reads location, times and windows of a job or of one end of a shipment. */
function toPlace(entry: JsonRecord, path: string, places: VroomPlaces, clock: VroomClock): Stop {
  const location = getPlace(entry, path, places)
  for (const field of ['setup_per_type', 'service_per_type']) refuse(entry, field, path)
  const { service, setup } = describeTask(entry, path, 0)
  const stop: Stop = { location, serviceSeconds: service }
  if (setup > 0) stop.setupSeconds = setup
  if (entry.time_windows !== undefined && entry.time_windows !== null)
    stop.windows = readWindows(entry.time_windows, `${path}.time_windows`, clock)
  return stop
}

function toSkills(entry: JsonRecord, path: string): Pick<Stop, 'skills'> {
  return entry.skills === undefined || entry.skills === null
    ? {}
    : { skills: listIntegers(entry.skills, `${path}.skills`).map(String) }
}

/** Reads what it is, and the kinds that are never on its route. */
function toKinds({ kind, apart_from: others }: JsonRecord, path: string): Pick<Stop, 'kind' | 'apartFrom'> {
  const name = findName(kind, `${path}.kind`)
  const apartFrom = getArray(others ?? [], `${path}.apart_from`).flatMap(
    (other, index) => findName(other, `${path}.apart_from[${index}]`) ?? [],
  )
  return { ...(name !== undefined && { kind: name }), ...(apartFrom.length > 0 && { apartFrom }) }
}

/** Reads the priority: a higher one goes first when not all fit. */
function toPriority(entry: JsonRecord, path: string): Pick<Stop, 'priority'> {
  const priority = findWhole(entry.priority, `${path}.priority`, 0, highestPriority) ?? 0
  return priority === 0 ? {} : { priority }
}
