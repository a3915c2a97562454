/** Travel matrices of a VROOM file: those it contains, or straight lines between its coordinates. */

import type { TravelProfile } from '../problem.ts'
import { FormatError } from './format-error.ts'
import type { InstancePoint } from './instance.ts'
import { findWhole, getArray, getRecord, type JsonRecord } from './json-fields.ts'
import { requireKnownKeys } from './vroom-keys.ts'

export interface VroomPlaces {
  readonly points: InstancePoint[]
  readonly indexByKey: Map<string, number>
  /** Number of rows of the file's matrices; undefined without any. */
  readonly size: number | undefined
  /** Whether places are indices into the file's matrices, or are numbered from its coordinates. */
  indices: 'unknown' | 'matrix' | 'coordinates'
}

const earthRadiusMeters = 6_371_000
/** Ratio of road distance to straight-line distance. */
const detourFactor = 1.3
/** 45 km/h, a van between stops in mixed traffic. */
const metersPerSecond = 12.5

/** Throws FormatError when places are indices without matrices, or coordinates in addition to matrices. */
export function requirePlacesFor(profiles: readonly TravelProfile[] | undefined, { indices }: VroomPlaces): void {
  if (!profiles && indices === 'matrix') throw new FormatError('location_index needs it', 'matrices')
  if (profiles && indices === 'coordinates')
    throw new FormatError('places need a location_index beside the matrices', 'jobs')
}

/** Largest entry of a matrix, in seconds or metres: nothing longer is driven within a plan. */
const mostOfLeg = 2 ** 28 - 1

/** The matrices of the file, one profile per name, in order, in shared memory; undefined without any. */
export function findProfiles(root: JsonRecord, names: readonly string[]): TravelProfile[] | undefined {
  const matrices = root.matrices === undefined ? undefined : getRecord(root.matrices, 'matrices')
  if (matrices === undefined && root.matrix === undefined) return undefined
  const profiles = names.map((name) => {
    if (matrices === undefined) return readMatrices({ durations: root.matrix }, 'matrix')
    const path = `matrices.${name}`
    if (matrices[name] === undefined) throw new FormatError('is missing', path)
    return readMatrices(getRecord(matrices[name], path), path)
  })
  const [first] = profiles
  profiles.forEach(({ seconds }, index) => {
    if (first && seconds.length !== first.seconds.length)
      throw new FormatError(`has not as many rows as matrices.${names[0]}`, `matrices.${names[index]}`)
  })
  return profiles
}

function readMatrices(entry: JsonRecord, path: string): TravelProfile {
  requireKnownKeys(entry, 'matrices', path)
  const seconds = readMatrix(entry.durations, `${path}.durations`)
  const meters = entry.distances === undefined ? seconds : readMatrix(entry.distances, `${path}.distances`)
  if (meters.length !== seconds.length) throw new FormatError('has not as many rows as durations', `${path}.distances`)
  if (entry.costs !== undefined)
    throw new FormatError('is not supported: state costs per hour and per km', `${path}.costs`)
  return { seconds, meters }
}

/** Reads whole numbers; null means that there is no way, -1 in the problem. */
function readMatrix(value: unknown, path: string): Int32Array {
  const rows = getArray(value, path)
  const matrix = new Int32Array(new SharedArrayBuffer(rows.length * rows.length * 4))
  rows.forEach((row, index) => {
    const cells = getArray(row, `${path}[${index}]`)
    if (cells.length !== rows.length) {
      throw new FormatError(`has ${cells.length} columns for ${rows.length} rows`, `${path}[${index}]`)
    }
    cells.forEach((cell, column) => {
      // A matrix has a million entries: paths are built only for wrong ones.
      const isFine = cell === null || (Number.isInteger(cell) && (cell as number) >= 0 && (cell as number) <= mostOfLeg)
      if (!isFine) requireLeg(cell, `${path}[${index}][${column}]`)
      matrix[index * rows.length + column] = cell === null ? -1 : (cell as number)
    })
  })
  return matrix
}

function requireLeg(cell: unknown, path: string): void {
  if (typeof cell === 'number' && cell > mostOfLeg)
    throw new FormatError(`${cell} is more than ${mostOfLeg}; null says that there is no way`, path)
  if (findWhole(cell, path, 0, mostOfLeg) === undefined) throw new FormatError('is missing', path)
}

/** Straight-line travel: points are longitude and latitude when all of them can be, otherwise metres on a plane. */
export function buildStraightLines(points: readonly InstancePoint[]): TravelProfile {
  const size = points.length
  const seconds = new Int32Array(new SharedArrayBuffer(size * size * 4))
  const meters = new Int32Array(new SharedArrayBuffer(size * size * 4))
  const isGeographic = points.every(({ x, y }) => Math.abs(x) <= 180 && Math.abs(y) <= 90)
  const measure = isGeographic ? getSphereMeters : getPlaneMeters
  for (let from = 0; from < size; from++) {
    for (let to = 0; to < size; to++) {
      const distance = measure(points[from]!, points[to]!) * detourFactor
      meters[from * size + to] = Math.round(distance)
      seconds[from * size + to] = Math.round(distance / metersPerSecond)
    }
  }
  return { seconds, meters }
}

function getPlaneMeters(a: InstancePoint, b: InstancePoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** Great-circle distance by the haversine formula. */
function getSphereMeters(a: InstancePoint, b: InstancePoint): number {
  const radians = Math.PI / 180
  const latitude = Math.sin(((b.y - a.y) * radians) / 2) ** 2
  const longitude = Math.sin(((b.x - a.x) * radians) / 2) ** 2
  const chord = latitude + Math.cos(a.y * radians) * Math.cos(b.y * radians) * longitude
  return 2 * earthRadiusMeters * Math.asin(Math.sqrt(chord))
}
