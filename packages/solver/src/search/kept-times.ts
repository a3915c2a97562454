/** Interface between the rich kernel and the classes that keep the times of its routes. */

export interface KeptTimes {
  /** Per route, at the last `refresh`, in seconds. `work` is driving, service, reloading and the break, a lower bound on the duration. */
  readonly start: Float64Array
  readonly end: Float64Array
  readonly work: Float64Array
  readonly travel: Float64Array
  readonly lateCost: Float64Array
  /** Results of the last successful `probe`. */
  readonly newStart: number
  readonly newEnd: number
  readonly newWork: number
  readonly newLateCost: number
  /** Duration from which a probe may give up; some implementations ignore it. */
  mostDuration: number
  /** The last successful probe found only an upper bound: the route may be shorter still. */
  readonly isBound: boolean
  /** Whether routes of the vehicle can be timed here. */
  supports(v: number): boolean
  /** Recomputes route v; false when it breaks a rule of times other than single waits. */
  refresh(v: number): boolean
  /** Lower bound on the cost of lateness and missing margins with `stop` after `before`, on a route with room for its break. */
  leastLate(v: number, stop: number, before: number): number
  /**
   * Times route v with `stop` after `before`, with a reload before the stop (bit 0 of `variant`) and after it (bit 1). Returns false when a
   * rule forbids it.
   */
  probe(v: number, stop: number, before: number, variant: number): boolean
}
