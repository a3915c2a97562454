/**
 * What a driver may do in a day: breaks by rule and limits of driving and work, as plain data. The law of one country is a preset of
 * this form (`presets.ts`), not code of its own.
 */

/** Limits and breaks of one driver, with what is used up of them before the route. Every list left out is a rule that does not exist. */
export interface DrivingRules {
  /** Breaks that are due after so much driving or work. */
  breaks?: readonly BreakRule[]
  /** Breaks that the day must contain in all. */
  breakTotals?: readonly BreakTotal[]
  /** What a day, a week or any other time may contain; several of one kind hold together. */
  limits?: readonly DrivingLimit[]
  /** The route starts no earlier: the end of the last work plus the rest that is due. */
  restUntilSeconds?: number
}

/** At most `afterSeconds` between two breaks. */
export interface BreakRule {
  /** Driving alone, or driving, service and reloading. Waiting is neither. */
  counts: 'driving' | 'work'
  afterSeconds: number
  /** Length of the break in one piece. */
  breakSeconds: number
  /** The same in pieces, each at least so long, in this order. */
  partSeconds?: readonly number[]
  /** Any time in one piece in which nothing is driven will do: service and reloading count too. Then `partSeconds` is not read. */
  isAnyHalt?: boolean
  /** Counted before the route, since the last break. Default 0. */
  spentSeconds?: number
  /** Pieces of `partSeconds` that were taken since the last whole break. Default 0. */
  partsTaken?: number
}

/** A day with more than `overWorkSeconds` of work is interrupted by breaks of `totalSeconds` in all. */
export interface BreakTotal {
  overWorkSeconds: number
  totalSeconds: number
  /** Shorter breaks do not count. */
  leastPartSeconds: number
  /** Work of the day before the route. Default 0. */
  spentSeconds?: number
  /** Breaks of the day before the route. Default 0. */
  takenSeconds?: number
}

/** At most `seconds`, of which `spentSeconds` are used up before the route. */
export interface DrivingLimit {
  /** `span`: from the start of the route to its end, whatever is done in between. */
  counts: 'driving' | 'work' | 'span'
  seconds: number
  spentSeconds?: number
  /** Of `span`: it runs from this moment (seconds of the day) instead of from the start of the route, because an earlier route of the driver began it. */
  beganSeconds?: number
  /** `work` counts waiting too. */
  isWaitWork?: boolean
}
