/** What searches with a population have in common, whatever improves their plans. */

/** Limits of one run. */
export interface BreedingLimits {
  /** Largest number of children. */
  iterations: number
  /** Clock of the calling thread; the search ends when it reaches `deadlineMilliseconds`. */
  clock?: (() => number) | undefined
  deadlineMilliseconds?: number
  cancel?: Int32Array | undefined
  /** Time for the first plans, over all runs; default: a share of this run's. */
  firstMilliseconds?: number
  /** Called after every child. */
  onPause?: (doneIterations: number) => void
  /** Called between children: whether more of them are not worth their time. */
  isEnough?: () => boolean
}

export interface PopulationSearch {
  /** Number of children made since construction, or of as many steps as a child takes. */
  readonly iterations: number
  /** Cost of the best feasible plan; Infinity before there is one. */
  readonly bestCost: number
  /** Adds a plan of the same problem: `routes[v]` in order, every stop on one of them. */
  admit(routes: ArrayLike<ArrayLike<number>>): void
  /** Makes plans until a limit is reached. Returns whether it was cancelled. */
  run(limits: BreedingLimits): boolean
  /** Reads the best plan: calls `visit` for every used vehicle with its stops. */
  readBest(visit: (v: number, stops: Int32Array) => void): void
}
