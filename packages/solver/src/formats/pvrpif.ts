/**
 * Reads GeoJSON of the pvrpif collection (Taverna & Tilk 2026): collections on evenly spread days, with a matrix of travel times and places
 * to unload on the way (Angelelli & Speranza 2002).
 */
import type { PeriodicProblem, Vehicle } from '../problem.ts'
import type { PeriodicSolution, Route } from '../solution.ts'
import { FormatError } from './format-error.ts'
import { findInteger, getArray, getRecord, type JsonRecord, listIntegers } from './json-fields.ts'
import type { PeriodicInstance } from './periodic-instance.ts'

/** Whether a JSON text has this format. */
export function isPvrpif(text: string): boolean {
  return /"planningHorizon"\s*:/.test(text)
}

/** Parses the file; throws FormatError naming the field. */
export function readPvrpif(text: string): PeriodicInstance {
  const file = parse(text)
  const { customers, facilities, size } = readNodes(file)
  const matrix = readMatrix(file.duration, size)
  return {
    periodic: toProblem(file, customers, facilities, withHome(matrix, size, facilities)),
    getCost: ({ solution }) => solution.cost.distance,
    listNumbers(answer, route) {
      const numbers = listSteps(answer, route)
      const last = route.steps.findLast(({ kind }) => kind === 'stop')
      return last ? [...numbers, findFacility(matrix, size, facilities, last.location!)] : []
    },
  }
}

/** Numbers of stops and of unloading places on the way, in order. */
function listSteps({ visits }: PeriodicSolution, { steps }: Route): number[] {
  return steps.flatMap(({ kind, stop, location }) => {
    if (kind === 'stop') return [visits[stop!]!.stop + 1]
    return kind === 'reload' ? [location!] : []
  })
}

/** Properties of a node, and their path in the file. */
interface FileNode {
  readonly properties: JsonRecord
  readonly path: string
}

/** The depot first, then customers in order; facilities by number. */
function readNodes(file: JsonRecord): { customers: FileNode[]; facilities: number[]; size: number } {
  const nodes = getArray(file.features, 'features').map((feature, index): FileNode => {
    const path = `features[${index}].properties`
    const properties = getRecord(getRecord(feature, `features[${index}]`).properties, path)
    if (properties.id !== index) throw new FormatError(`${JSON.stringify(properties.id)} is not ${index}`, `${path}.id`)
    return { properties, path }
  })
  const facilities = nodes.flatMap(({ properties }, id) => (properties.type === 'intermediateFacility' ? [id] : []))
  const customers = nodes.filter(({ properties }) => properties.type === 'customer')
  if (nodes[0]?.properties.type !== 'depot') throw new FormatError('is not the depot', 'features[0]')
  if (facilities.length === 0) throw new FormatError('names no intermediateFacility', 'features')
  if (customers.some(({ properties }, index) => properties.id !== index + 1))
    throw new FormatError('customers do not follow the depot', 'features')
  return { customers, facilities, size: nodes.length }
}

/**
 * Builds the problem. A vehicle must return empty: its route ends at an extra location, as far away as the depot by way of the nearer
 * facility.
 */
function toProblem(
  file: JsonRecord,
  customers: readonly FileNode[],
  facilities: readonly number[],
  seconds: Int32Array,
): PeriodicProblem {
  const info = getRecord(file.info, 'info')
  const dayCount = getWhole(info, 'info', 'planningHorizon', 1)
  const fleet = getWhole(info, 'info', 'numVehicles', 1)
  const locationCount = Math.sqrt(seconds.length)
  const vehicle: Vehicle = {
    startLocation: 0,
    endLocation: locationCount - 1,
    capacity: [getWhole(info, 'info', 'maxCapacity')],
    maxSeconds: getWhole(info, 'info', 'maxDuration'),
    reload: { location: facilities[0]!, serviceSeconds: 0, others: facilities.slice(1) },
    cost: { perMeter: 1 },
  }
  const vehicles = Array.from({ length: dayCount * fleet }, () => vehicle)
  const stops = customers.map(({ properties, path }, index) => ({
    location: index + 1,
    serviceSeconds: getWhole(properties, path, 'service'),
    collected: [getWhole(properties, path, 'demand')],
  }))
  return {
    problem: {
      locationCount,
      profiles: [{ seconds, meters: seconds }],
      loadDimensions: 1,
      stops,
      vehicles,
      options: {},
    },
    dayCount,
    dayOfVehicle: vehicles.map((_, v) => Math.floor(v / fleet)),
    choices: customers.map(({ properties, path }) =>
      spreadDays(dayCount, getWhole(properties, path, 'frequency', 1), path),
    ),
  }
}

/** Days s, s + T/f, s + 2T/f and so on, for every s below T/f. */
function spreadDays(dayCount: number, frequency: number, path: string): number[][] {
  const step = dayCount / frequency
  if (!Number.isInteger(step))
    throw new FormatError(`${frequency} does not divide ${dayCount} days`, `${path}.frequency`)
  return Array.from({ length: step }, (_, first) => Array.from({ length: frequency }, (_, k) => first + k * step))
}

/** The facility on the quickest way from a node to the depot. */
function findFacility(matrix: Int32Array, size: number, facilities: readonly number[], from: number): number {
  const way = (facility: number): number => matrix[from * size + facility]! + matrix[facility * size]!
  return facilities.reduce((best, facility) => (way(facility) < way(best) ? facility : best))
}

/** The matrix with one more location at the end, which is reached by way of a facility and the depot. */
function withHome(matrix: Int32Array, size: number, facilities: readonly number[]): Int32Array {
  const wide = size + 1
  const seconds = new Int32Array(new SharedArrayBuffer(wide * wide * 4))
  for (let from = 0; from < size; from++) {
    for (let to = 0; to < size; to++) seconds[from * wide + to] = matrix[from * size + to]!
    const facility = findFacility(matrix, size, facilities, from)
    seconds[from * wide + size] = matrix[from * size + facility]! + matrix[facility * size]!
  }
  return seconds
}

function readMatrix(value: unknown, size: number): Int32Array {
  const rows = getArray(value, 'duration')
  if (rows.length !== size) throw new FormatError(`has ${rows.length} rows, not ${size}`, 'duration')
  return Int32Array.from(
    rows.flatMap((row, from) => {
      const cells = listIntegers(row, `duration[${from}]`)
      if (cells.length !== size) throw new FormatError(`has ${cells.length} entries, not ${size}`, `duration[${from}]`)
      const negative = cells.findIndex((cell) => cell < 0)
      if (negative >= 0) throw new FormatError('is negative', `duration[${from}][${negative}]`)
      return cells
    }),
  )
}

function getWhole(record: JsonRecord, path: string, name: string, least = 0): number {
  const number = findInteger(record[name], `${path}.${name}`)
  if (number === undefined) throw new FormatError('is missing', `${path}.${name}`)
  if (number < least) throw new FormatError(`${number} is below ${least}`, `${path}.${name}`)
  return number
}

function parse(text: string): JsonRecord {
  try {
    return getRecord(JSON.parse(text), 'file')
  } catch (error) {
    if (error instanceof FormatError) throw error
    throw new FormatError('is not JSON', 'file')
  }
}
