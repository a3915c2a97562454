/**
 * Linehauls before backhauls, without a rule of its own in the search. Ways that would break it do not exist: to a backhaul from where a
 * route begins, and from a backhaul to a linehaul. Goods are then never aboard together, so what a route collects is counted in dimensions of
 * its own, as if it were delivered, with the same capacities.
 */
import { type Matrix, makeMatrix } from '../matrix.ts'
import type { Problem } from '../problem.ts'
import type { PlainModel } from './detect-features.ts'
import { type Model, unreachableTravel } from './model.ts'

/** The model with collections in dimensions of their own, behind those of the deliveries. Unchanged unless linehauls come first. */
export function splitLoads(problem: Problem, model: PlainModel): PlainModel {
  if (!problem.options.linehaulsFirst) return model
  const { stopCount, vehicleCount, loadDimensions, delivered, collected, capacity, aboard } = model
  return {
    ...model,
    loadDimensions: 2 * loadDimensions,
    delivered: interleave(stopCount, loadDimensions, delivered, collected),
    collected: new Int32Array(2 * stopCount * loadDimensions),
    capacity: interleave(vehicleCount, loadDimensions, capacity, capacity),
    aboard: interleave(vehicleCount, loadDimensions, aboard, aboard),
  }
}

/** Rows of both lists side by side. */
function interleave(rows: number, width: number, first: Int32Array, second: Int32Array): Int32Array {
  const both = new Int32Array(2 * rows * width)
  for (let row = 0; row < rows; row++) {
    both.set(first.subarray(row * width, (row + 1) * width), 2 * row * width)
    both.set(second.subarray(row * width, (row + 1) * width), (2 * row + 1) * width)
  }
  return both
}

/**
 * The model without the ways that would break the rule. A lean search keeps away from them because they are so long, which takes a price on
 * travel.
 */
export function forbidBackhaulLegs(problem: Problem, model: Model): Model {
  if (!problem.options.linehaulsFirst) return model
  const places = Array.from({ length: model.nodeCount }, (_, node): Place => {
    const stop = problem.stops[node]
    return stop === undefined ? 'depot' : sumAmounts(stop.collected) > 0 ? 'backhaul' : 'linehaul'
  })
  const isPriced = problem.vehicles.every(
    ({ cost: { perMeter = 0, perTravelSecond = 0, perSecond = 0 } }) => perMeter + perTravelSecond + perSecond > 0,
  )
  const out = (matrices: readonly Matrix[], known: Map<Matrix, Matrix>): Matrix[] =>
    matrices.map((matrix) => cutLegs(matrix, known, places, isForbidden))
  const into = (matrices: readonly Matrix[], known: Map<Matrix, Matrix>): Matrix[] =>
    matrices.map((matrix) => cutLegs(matrix, known, places, (to, from) => isForbidden(from, to)))
  const [knownOut, knownInto] = [new Map<Matrix, Matrix>(), new Map<Matrix, Matrix>()]
  return {
    ...model,
    seconds: out(model.seconds, knownOut),
    meters: out(model.meters, knownOut),
    secondsInto: into(model.secondsInto, knownInto),
    metersInto: into(model.metersInto, knownInto),
    features: { ...model.features, isLean: model.features.isLean && isPriced, hasUnreachable: true },
  }
}

type Place = 'depot' | 'linehaul' | 'backhaul'

/** Whether a way would begin a route with a collection, or lead from a collection to a delivery. */
function isForbidden(from: Place, to: Place): boolean {
  return to === 'backhaul' ? from === 'depot' : to === 'linehaul' && from === 'backhaul'
}

/** Copy of a matrix without the forbidden pairs of row and column. Equal matrices share a copy. */
function cutLegs(
  matrix: Matrix,
  known: Map<Matrix, Matrix>,
  places: readonly Place[],
  isCut: (row: Place, column: Place) => boolean,
): Matrix {
  const found = known.get(matrix)
  if (found !== undefined) return found
  const copy = makeMatrix(matrix.length, false)
  copy.set(matrix)
  places.forEach((rowPlace, row) => {
    places.forEach((columnPlace, column) => {
      if (isCut(rowPlace, columnPlace)) copy[row * places.length + column] = unreachableTravel
    })
  })
  known.set(matrix, copy)
  return copy
}

/**
 * Throws a RangeError that names the field for a stop that both delivers and collects or does neither, and for rules that linehauls before
 * backhauls cannot be planned with.
 */
export function requireBackhauls(problem: Problem): void {
  if (!problem.options.linehaulsFirst) return
  problem.stops.forEach(({ delivered, collected, pickup }, index) => {
    const [out, back] = [sumAmounts(delivered), sumAmounts(collected)]
    if (out > 0 === back > 0)
      throw new RangeError(
        `problem.stops[${index}] delivers ${out} and collects ${back}: with options.linehaulsFirst one of the two is 0, the other is not`,
      )
    if (pickup !== undefined) refuse(`stops[${index}].pickup`)
  })
  problem.profiles.forEach(({ hours }, index) => {
    if (hours !== undefined) refuse(`profiles[${index}].hours`)
  })
  problem.vehicles.forEach(({ battery, reload }, index) => {
    if (battery !== undefined) refuse(`vehicles[${index}].battery`)
    // The search reloads for room only, never to begin another trip with a delivery.
    if (reload !== undefined) refuse(`vehicles[${index}].reload`)
  })
}

function refuse(path: string): never {
  throw new RangeError(`problem.${path} cannot be combined with options.linehaulsFirst`)
}

function sumAmounts(amounts: readonly number[] = []): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}
