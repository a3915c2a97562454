/** A file of work over several days, whatever its format. */
import type { PeriodicProblem } from '../problem.ts'
import type { PeriodicSolution, Route } from '../solution.ts'

/** The problem of a file, and functions that express its solutions in the file's own numbers. Stop i has number i + 1 there. */
export interface PeriodicInstance {
  readonly periodic: PeriodicProblem
  /** Travel over all days in the file's unit. */
  getCost(answer: PeriodicSolution): number
  /** Numbers on a route, without depots, with unloading places. */
  listNumbers(answer: PeriodicSolution, route: Route): number[]
}
