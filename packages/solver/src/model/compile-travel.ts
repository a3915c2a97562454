/** Travel matrices over the model's nodes: one pair per class of travel (profile × speed factor × pace at stops), in shared memory. */
import { compileHours } from '../hours/compile-hours.ts'
import { isShortEnough, type Matrix, makeMatrix, rangeOf } from '../matrix.ts'
import type { Problem } from '../problem.ts'
import { type Model, unreachableTravel } from './model.ts'

/** How a vehicle gets on: its matrices, and how long it stays at stops. Classes that differ in that alone share all matrices. */
export interface TravelClass {
  profile: number
  /** On the seconds of the profile. */
  factor: number
  /** On the seconds of each stop. */
  serviceFactor: number
  /** Those seconds are the ones of anybody. False where no stop tells them from the others. */
  isAnybody: boolean
}

/** Classes of travel that occur, and the class of each vehicle. */
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
 * Matrices of every class: nodeCount × nodeCount, row by row, and the same by columns. `nodeLocation` is the location of each node, -1
 * where it has none; legs from and to the node `nowhere` cost nothing. Where the hour counts,
 * seconds are the least that a leg takes, rounded down.
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
  // One node matrix per different source and factor; transposed only where it differs.
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

/** Whether all legs between the nodes fit 16 bits; told by the whole source, nodes of a part of it too. */
function fitsShort(
  source: Matrix,
  factor: number,
  nodeLocation: Int32Array,
  nowhere: number,
  round: (seconds: number) => number,
): boolean {
  // A node without a location is out of everybody's reach.
  const isSomewhere = nodeLocation.every((location, node) => location >= 0 || node === nowhere)
  const { least, most } = rangeOf(source)
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
