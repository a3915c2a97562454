/** What the rich kernel asks of whatever keeps the times of its routes. */

export interface KeptTimes {
  /** Per route, as of the last `refresh`, in seconds; `work` is driving, service, reloading and the break: no route is shorter. */
  readonly start: Float64Array
  readonly end: Float64Array
  readonly work: Float64Array
  readonly travel: Float64Array
  readonly lateCost: Float64Array
  /** What the last successful `probe` found. */
  readonly newStart: number
  readonly newEnd: number
  readonly newWork: number
  readonly newLateCost: number
  /** A probe that would last so long may be given up; not every keeper looks at it. */
  mostDuration: number
  /** The last successful probe found no more than a bound: the route may be shorter still. */
  readonly isBound: boolean
  /** Whether routes of the vehicle can be timed here. */
  supports(v: number): boolean
  /** Recomputes route v; false when it breaks a rule of times other than single waits. */
  refresh(v: number): boolean
  /** What lateness and missing margins cost at least with `stop` behind `before`, on a route with room for its break. */
  leastLate(v: number, stop: number, before: number): number
  /** Times route v with `stop` behind `before`, with a reload before it (bit 0 of `variant`) and behind it (bit 1); false when a rule forbids it. */
  probe(v: number, stop: number, before: number, variant: number): boolean
}
