/** Output of `routewright solve --json`: one object on one line. */

export interface SolveResult {
  readonly instance: string
  /** Cost in the file's unit. */
  readonly cost: number
  /** Number of vehicles with at least one stop. */
  readonly vehicles: number
  /** Stop numbers as in published solutions; one list per vehicle when the set numbers its vehicles, 0 for a reload. */
  readonly routes: readonly (readonly number[])[]
  readonly unassigned: readonly number[]
  readonly iterations: number
  readonly seconds: number
  readonly threads: number
  readonly seed: number
}
