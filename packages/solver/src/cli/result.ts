/** What `routewright solve --json` prints, one object on one line. */

export interface SolveResult {
  readonly instance: string
  /** In the file's unit. */
  readonly cost: number
  /** Vehicles with at least one stop. */
  readonly vehicles: number
  /** Stop numbers as in published solutions; one list per vehicle where the set numbers its vehicles, 0 for a reload. */
  readonly routes: readonly (readonly number[])[]
  readonly unassigned: readonly number[]
  readonly iterations: number
  readonly seconds: number
  readonly threads: number
  readonly seed: number
}
