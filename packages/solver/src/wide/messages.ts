/** Messages between the main thread and the workers of a wide search. */
import { type FlatRoutes, flatten } from '../parallel/messages.ts'
import type { Share } from '../parallel/partition.ts'
import type { Solution } from '../solution.ts'
import type { WideProblem } from '../wide-problem.ts'

/** Data for a worker at its start; coordinates are in shared memory, stops and vehicles are copied. */
export interface WideSetup {
  problem: WideProblem
  /** Place of each stop in an order in which stops close in space are close. */
  rank: Int32Array
  /** A non-zero element 0 stops the search. */
  cancel: Int32Array
}

/** A part of the plan, in numbers of the whole problem, and what to do with it. */
export interface PartOrder extends FlatRoutes {
  absent: Int32Array
  /** construct: keeps of the given routes what breaks no rule, and inserts the absent stops. anneal: searches. finish: returns the part as a solution, with all times and reasons. */
  task: 'construct' | 'anneal' | 'finish'
  seed: number
  /** Temperatures as factors of the mean cost of a leg; the fractions are those of the whole cooling. */
  hot: number
  cold: number
  fromFraction: number
  toFraction: number
  iterations: number
  /** Time for the search and for building the part. */
  milliseconds: number
}

/** Temperature at the end of the search, as a factor of the mean cost of a leg. */
export const coldFactor = 0.02

/** An order for a share, without limits of steps and time, at the last temperature. */
export function packOrder({ vehicles, routes, absent }: Share, task: PartOrder['task'], seed: number): PartOrder {
  return {
    ...flatten(Array.from(vehicles), routes),
    absent,
    task,
    seed,
    hot: coldFactor,
    cold: coldFactor,
    fromFraction: 0,
    toFraction: 1,
    iterations: 0,
    milliseconds: Number.POSITIVE_INFINITY,
  }
}

/** A part after its order. */
export interface PartReport {
  current: FlatRoutes
  best: FlatRoutes
  /** Search costs of the part: as it was given, as it is, and at its best. */
  givenCost: number
  currentCost: number
  bestCost: number
  iterations: number
  /** Time until the part was ready to be searched, and time that the steps took. */
  builtMilliseconds: number
  searchedMilliseconds: number
  /** For a finished part, in numbers of the whole problem: one route per vehicle of the order. */
  finished: Pick<Solution, 'routes' | 'unassigned'> | undefined
}
