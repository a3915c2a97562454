/** Travel matrices over the model's nodes: one pair per travel class (profile × speed factor × service times), in shared memory. */
import { compileHours } from '../hours/compile-hours.ts'
import { computeRange, isShortEnough, type Matrix, makeMatrix } from '../matrix.ts'
import type { Problem } from '../problem.ts'
import { type Model, unreachableTravel } from './model.ts'

/** Travel matrices of a vehicle and its service times. Classes that differ only in service times share all matrices. */
export interface TravelClass {
  profile: number
  /** Factor on the seconds of the profile. */
  factor: number
  /** Factor on the service seconds of each stop. */
  serviceFactor: number
  /** Uses the service seconds for an unknown driver. False when no stop has different ones. */
  isAnybody: boolean
}

/** Distinct travel classes, and the class of each vehicle. */
export function listTravelClasses(problem: Problem): {
  list: TravelClass[]
  classOf: Int32Array
} {
  const list: TravelClass[] = []
  const hasAnybody = problem.stops.some((stop) => stop.anybodySeconds !== undefined)
  const classOf = Int32Array.from(problem.vehicles, (vehicle) => {
    const profile = vehicle.profile ?? 0
    const factor = vehicle.speedFactor ?? 1
    const serviceFactor = vehicle.serviceFactor ?? 1
    const isAnybody = hasAnybody && vehicle.isAnybody === true
    const known = list.findIndex(
      (entry) =>
        entry.profile === profile &&
        entry.factor === factor &&
        entry.serviceFactor === serviceFactor &&
        entry.isAnybody === isAnybody,
    )
    if (known >= 0) return known
    return list.push({ profile, factor, serviceFactor, isAnybody }) - 1
  })
  if (list.length === 0) list.push({ profile: 0, factor: 1, serviceFactor: 1, isAnybody: false })
  return { list, classOf }
}

/**
 * Matrices of every class: nodeCount × nodeCount, by rows and transposed. `nodeLocation` is the location of each node, -1 for none; legs
 * from and to the node `nowhere` cost nothing. When travel times depend on the hour, the seconds are the shortest of each leg, rounded
 * down.
 */
export function buildMatrices(
  problem: Problem,
  classes: readonly TravelClass[],
  nodeLocation: Int32Array,
  nowhere: number,
): Pick<Model, 'seconds' | 'meters' | 'secondsInto' | 'metersInto' | 'hours'> {
  const result = {
    seconds: [] as Matrix[],
    meters: [] as Matrix[],
    secondsInto: [] as Matrix[],
    metersInto: [] as Matrix[],
    hours: [] as Model['hours'],
  }
  // One node matrix per distinct source and factor; transposed only when it is not symmetric.
  const cache = new Map<Matrix, Map<number, [Matrix, Matrix]>>()
  const build = (source: Matrix, factor: number, isBound: boolean): [Matrix, Matrix] => {
    const key = isBound ? -factor : factor
    const known = cache.get(source)?.get(key)
    if (known) return known
    const straight = expandMatrix(
      source,
      problem.locationCount,
      factor,
      nodeLocation,
      nowhere,
      isBound ? Math.floor : Math.round,
    )
    const pair: [Matrix, Matrix] = [straight, transposeUnlessSymmetric(straight, nodeLocation.length)]
    if (!cache.has(source)) cache.set(source, new Map())
    cache.get(source)!.set(key, pair)
    return pair
  }
  for (const { profile, factor } of classes) {
    const { seconds, meters, hours } = problem.profiles[profile]!
    const twin = classes.findIndex((other) => other.profile === profile && other.factor === factor)
    const isKnown = twin < result.hours.length
    result.hours.push(
      isKnown ? result.hours[twin] : hours && compileHours(hours, problem.locationCount, nodeLocation, factor),
    )
    const [straightSeconds, intoSeconds] = build(seconds, factor, hours !== undefined)
    const [straightMeters, intoMeters] = build(meters, 1, false)
    result.seconds.push(straightSeconds)
    result.secondsInto.push(intoSeconds)
    result.meters.push(straightMeters)
    result.metersInto.push(intoMeters)
  }
  return result
}

function expandMatrix(
  source: Matrix,
  size: number,
  factor: number,
  nodeLocation: Int32Array,
  nowhere: number,
  round: (seconds: number) => number,
): Matrix {
  const count = nodeLocation.length
  const matrix = makeMatrix(count * count, fitsShort(source, factor, nodeLocation, nowhere, round))
  for (let from = 0; from < count; from++) {
    const fromLocation = nodeLocation[from]!
    if (from === nowhere) continue
    for (let to = 0; to < count; to++) {
      const toLocation = nodeLocation[to]!
      if (to === nowhere || from === to) continue
      if (fromLocation < 0 || toLocation < 0) {
        matrix[from * count + to] = unreachableTravel
        continue
      }
      const value = source[fromLocation * size + toLocation]!
      matrix[from * count + to] = value < 0 ? unreachableTravel : factor === 1 ? value : round(value * factor)
    }
  }
  return matrix
}

/** Whether all legs between the nodes fit in 16 bits. Decided by the whole source matrix, even when only part of it becomes nodes. */
function fitsShort(
  source: Matrix,
  factor: number,
  nodeLocation: Int32Array,
  nowhere: number,
  round: (seconds: number) => number,
): boolean {
  // A node without a location cannot be reached.
  const isSomewhere = nodeLocation.every((location, node) => location >= 0 || node === nowhere)
  const { least, most } = computeRange(source)
  return isSomewhere && isShortEnough(nodeLocation.length ** 2, least, factor === 1 ? most : round(most * factor))
}

function transposeUnlessSymmetric(matrix: Matrix, count: number): Matrix {
  let isSymmetric = true
  for (let from = 0; from < count && isSymmetric; from++) {
    for (let to = from + 1; to < count; to++) {
      if (matrix[from * count + to] !== matrix[to * count + from]) {
        isSymmetric = false
        break
      }
    }
  }
  if (isSymmetric) return matrix
  const transposed = makeMatrix(count * count, matrix instanceof Uint16Array)
  for (let from = 0; from < count; from++) {
    for (let to = 0; to < count; to++) transposed[to * count + from] = matrix[from * count + to]!
  }
  return transposed
}
