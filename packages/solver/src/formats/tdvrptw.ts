/**
 * Reads the time-dependent VRPTW files of the ANR-MAMUT collection (Lera2026, Rifki2020): one depot, identical vehicles, travel times by
 * the hour.
 */

import { leastSeconds } from '../hours/read-hours.ts'
import type { Problem, TravelHours } from '../problem.ts'
import type { Solution } from '../solution.ts'
import { FormatError } from './format-error.ts'
import type { InstancePoint } from './instance.ts'
import { findNumber, getArray, getRecord, type JsonRecord } from './json-fields.ts'

/** The problem of a file, and functions that express its solutions in the file's own numbers. */
export interface TdvrptwInstance {
  readonly problem: Problem
  /** Points by location, the depot first. */
  readonly points: readonly InstancePoint[]
  /** Number of stop i in published routes. */
  readonly numbers: readonly number[]
  /** Sum of the routes' durations in the file's unit. */
  getCost(solution: Solution): number
}

/** Reads a companion file named in the instance, unpacked. */
export type ReadCompanion = (path: string) => string

/**
 * Units of the problem per unit of the file: a leg in Lera's files is only a few units long, and the search uses whole numbers as bounds.
 */
const unitsPerLera = 100

/** Whether a JSON text has this format. */
export function isTdvrptw(text: string): boolean {
  return /"num_customers"\s*:/.test(text) && /"td"\s*:\s*\{/.test(text)
}

/** Parses the file; throws FormatError naming the field. */
export function readTdvrptw(text: string, readCompanion: ReadCompanion): TdvrptwInstance {
  const file = getRecord(parse(text, 'file'), 'file')
  const size = getNumber(file.num_customers, 'num_customers') + 1
  if (!Number.isInteger(size) || size < 2)
    throw new FormatError(`${size - 1} is not a number of stops`, 'num_customers')
  const td = getRecord(file.td, 'td')
  const model = td.model
  if (model !== 'igp-profile' && model !== 'atf-ndcpwlf') {
    throw new FormatError(`${JSON.stringify(model)} is neither igp-profile nor atf-ndcpwlf`, 'td.model')
  }
  const points = readPoints(file, size)
  const units = model === 'igp-profile' ? unitsPerLera : 1
  const hours =
    model === 'igp-profile'
      ? readProfile(td, points, size, units, readCompanion)
      : readArrivals(td, size, readCompanion)
  const depot = file.depot ?? 0
  if (depot !== 0) throw new FormatError(`${JSON.stringify(depot)} is not node 0`, 'depot')
  return {
    problem: toProblem(file, size, units, hours),
    points,
    numbers: Array.from({ length: size - 1 }, (_, stop) => stop + 1),
    getCost: (solution) => Number((solution.cost.time / units).toFixed(9)),
  }
}

function toProblem(file: JsonRecord, size: number, units: number, hours: TravelHours): Problem {
  const demands = listNumbers(file.demands, 'demands', size)
  const services = listNumbers(file.service_times, 'service_times', size)
  const windows = getArray(file.time_windows, 'time_windows').map((pair, index) => {
    const [opens, closes] = listNumbers(pair, `time_windows[${index}]`, 2)
    return [upTo(opens! * units), downTo(closes! * units)] as const
  })
  if (windows.length !== size) throw new FormatError(`has ${windows.length} entries, not ${size}`, 'time_windows')
  const [from, until] = listNumbers(file.horizon, 'horizon', 2)
  const shift = [
    Math.max(windows[0]![0], upTo(from! * units)),
    Math.min(windows[0]![1], downTo(until! * units)),
  ] as const
  const capacity = toWhole(getNumber(file.vehicle_capacity, 'vehicle_capacity'), 'vehicle_capacity')
  const seconds = leastSeconds(hours, size)
  return {
    locationCount: size,
    // Nearness is measured by travel time in the middle of the day: with the files' speeds, distance alone says little.
    profiles: [{ seconds, meters: seconds, hours }],
    loadDimensions: 1,
    stops: windows.slice(1).map((window, stop) => ({
      location: stop + 1,
      serviceSeconds: toWhole(services[stop + 1]! * units, `service_times[${stop + 1}]`),
      windows: [window],
      delivered: [toWhole(demands[stop + 1]!, `demands[${stop + 1}]`)],
    })),
    vehicles: Array.from({ length: getNumber(file.num_vehicles, 'num_vehicles') }, () => ({
      startLocation: 0,
      endLocation: 0,
      shift,
      capacity: [capacity],
      cost: { perSecond: 1 },
    })),
    options: {},
  }
}

function readPoints(file: JsonRecord, size: number): InstancePoint[] {
  const points = getArray(file.coordinates, 'coordinates').map((pair, index) => {
    const [x, y] = listNumbers(pair, `coordinates[${index}]`, 2)
    return { x: x!, y: y! }
  })
  if (points.length !== size) throw new FormatError(`has ${points.length} entries, not ${size}`, 'coordinates')
  return points
}

/** Speeds by class and period, Euclidean distances, and the companion's class of each pair: one digit per pair. */
function readProfile(
  td: JsonRecord,
  points: readonly InstancePoint[],
  size: number,
  units: number,
  readCompanion: ReadCompanion,
): TravelHours {
  const periods = getArray(td.time_periods, 'td.time_periods')
  const companion = readNamed(td.categories_path, 'td.categories_path', readCompanion)
  const rows = getArray(companion.categories, 'categories')
  if (rows.length !== size) throw new FormatError(`has ${rows.length} rows, not ${size}`, 'categories')
  const classes = new Uint8Array(size * size)
  const distances = new Float64Array(size * size)
  rows.forEach((row, from) => {
    if (typeof row !== 'string' || row.length !== size)
      throw new FormatError(`is not ${size} digits`, `categories[${from}]`)
    for (let to = 0; to < size; to++) {
      if (from === to) continue
      const dx = points[from]!.x - points[to]!.x
      const dy = points[from]!.y - points[to]!.y
      classes[from * size + to] = row.charCodeAt(to) - 48
      distances[from * size + to] = units * Math.sqrt(dx * dx + dy * dy)
    }
  })
  return {
    kind: 'speeds',
    periodStarts: periods.map((pair, index) => units * listNumbers(pair, `td.time_periods[${index}]`, 2)[0]!),
    speeds: getArray(td.speeds, 'td.speeds').map((row, index) =>
      listNumbers(row, `td.speeds[${index}]`, periods.length),
    ),
    classes,
    distances,
  }
}

/** The companion's arrival functions, rows [from, to, departures, arrivals] in any order. */
function readArrivals(td: JsonRecord, size: number, readCompanion: ReadCompanion): TravelHours {
  const companion = readNamed(td.atf_path, 'td.atf_path', readCompanion)
  const curves: (readonly [readonly number[], readonly number[]])[] = Array.from({ length: size * size }, () => [
    [0],
    [0],
  ])
  const seen = new Uint8Array(size * size)
  getArray(companion.arcs, 'arcs').forEach((row, index) => {
    const [from, to, departs, arrives] = getArray(row, `arcs[${index}]`)
    const isPair = [from, to].every(
      (node) => Number.isInteger(node) && (node as number) >= 0 && (node as number) < size,
    )
    if (!isPair) throw new FormatError(`${from} to ${to} is no pair of nodes`, `arcs[${index}]`)
    const times = getArray(departs, `arcs[${index}][2]`)
    const cell = (from as number) * size + (to as number)
    seen[cell] = 1
    if (from === to) return
    curves[cell] = [
      listNumbers(times, `arcs[${index}][2]`, times.length),
      listNumbers(arrives, `arcs[${index}][3]`, times.length),
    ]
  })
  for (let cell = 0; cell < size * size; cell++) {
    const isMissing = seen[cell] === 0 && cell % (size + 1) !== 0
    if (isMissing) throw new FormatError(`no row for ${Math.floor(cell / size)} to ${cell % size}`, 'arcs')
  }
  const from = new Int32Array(size * size + 1)
  curves.forEach(([departs], cell) => {
    from[cell + 1] = from[cell]! + departs.length
  })
  return {
    kind: 'arrivals',
    from,
    departs: Float64Array.from(curves.flatMap(([departs]) => departs)),
    arrives: Float64Array.from(curves.flatMap(([, arrives]) => arrives)),
  }
}

function readNamed(path: unknown, field: string, readCompanion: ReadCompanion): JsonRecord {
  if (typeof path !== 'string' || path === '') throw new FormatError('is not the name of a file', field)
  return getRecord(parse(readCompanion(path), path), path)
}

function parse(text: string, field: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new FormatError('is not JSON', field)
  }
}

function getNumber(value: unknown, path: string): number {
  const number = findNumber(value, path)
  if (number === undefined) throw new FormatError('is missing', path)
  return number
}

function listNumbers(value: unknown, path: string, length: number): number[] {
  const list = getArray(value, path)
  if (list.length !== length) throw new FormatError(`has ${list.length} entries, not ${length}`, path)
  return list.map((entry, index) => getNumber(entry, `${path}[${index}]`))
}

/** Window edges finer than the optimizer's unit are rounded inwards: a plan that keeps these keeps the file's. */
const upTo = (value: number): number => Math.ceil(value - 1e-6)
const downTo = (value: number): number => Math.floor(value + 1e-6)

/** Returns the value as a whole number, as services and loads of a problem must be. */
function toWhole(value: number, path: string): number {
  const whole = Math.round(value)
  if (Math.abs(whole - value) > 1e-6) throw new FormatError(`${value} is finer than the optimizer's unit`, path)
  return whole
}
