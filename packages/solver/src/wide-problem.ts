/** Input of the optimizer for plans too large for full travel tables: points on a plane in place of matrices. */
import type { Problem, ProblemOptions } from './problem.ts'

/**
 * A problem whose travel is computed where it is needed. The search works on parts of the plan, each with a small table of its own, so
 * memory grows with the number of stops and not with its square. Rules over the whole plan are refused: see `requireWide`.
 */
export interface WideProblem extends Omit<Problem, 'profiles' | 'options'> {
  /** Coordinates of each location, in shared memory. */
  points: PlanePoints
  /** One per kind of vehicle; at least one. */
  travel: PlaneTravel[]
  options: ProblemOptions & { requiredPenalty: number }
}

/** Coordinates in any unit, by location. */
export interface PlanePoints {
  x: Float64Array
  y: Float64Array
}

/** Straight ways: the distance of two points times `scale`, rounded to a whole number. Seconds and metres are the same number. */
export interface PlaneTravel {
  scale: number
  rounding: 'nearest' | 'down'
}

/** The problem itself, when it has tables. Throws a RangeError for a wide one. */
export function requireTables(problem: Problem | WideProblem): Problem {
  if (isWide(problem))
    throw new RangeError(`problem.profiles is missing: ${problem.locationCount} locations without tables`)
  return problem
}

/** Whether a problem computes its travel instead of holding tables. */
export function isWide(problem: Problem | WideProblem): problem is WideProblem {
  return 'travel' in problem
}
