/**
 * Daily limits of a driver: breaks by rule and limits of driving and work, as plain data. The law of one country is a preset of this form
 * (`presets.ts`), not code of its own.
 */

/** Limits and breaks of one driver, with the part used before the route. A list left out means no such rule. */
export interface DrivingRules {
  /** Breaks due after a certain amount of driving or work. */
  breaks?: readonly BreakRule[]
  /** Total breaks that the day must contain. */
  breakTotals?: readonly BreakTotal[]
  /** Limits for a day, a week or any other period; several of one kind all apply. */
  limits?: readonly DrivingLimit[]
  /** Earliest start of the route: the end of the last work plus the required rest. */
  restUntilSeconds?: number
}

/** At most `afterSeconds` of driving or work between two breaks. */
export interface BreakRule {
  /** Driving alone, or driving, service and reloading. Waiting counts as neither. */
  counts: 'driving' | 'work'
  afterSeconds: number
  /** Length of the break in one piece. */
  breakSeconds: number
  /** The same break in parts, each with its minimum length, in this order. */
  partSeconds?: readonly number[]
  /** Any continuous time without driving counts as a break, including service and reloading. `partSeconds` is then ignored. */
  isAnyHalt?: boolean
  /** Driving or work between the last break and the route. Default 0. */
  spentSeconds?: number
  /** Parts of `partSeconds` taken since the last whole break. Default 0. */
  partsTaken?: number
}

/** A day with more than `overWorkSeconds` of work must contain breaks of `totalSeconds` in total. */
export interface BreakTotal {
  overWorkSeconds: number
  totalSeconds: number
  /** Shorter breaks do not count. */
  leastPartSeconds: number
  /** Work on this day before the route. Default 0. */
  spentSeconds?: number
  /** Breaks on this day before the route. Default 0. */
  takenSeconds?: number
}

/** At most `seconds`, of which `spentSeconds` were used before the route. */
export interface DrivingLimit {
  /** `span`: from the start of the route to its end, whatever happens in between. */
  counts: 'driving' | 'work' | 'span'
  seconds: number
  spentSeconds?: number
  /**
   * For `span`: counts from this time (seconds of the day) instead of the start of the route, because an earlier route of the driver began
   * it.
   */
  beganSeconds?: number
  /** Whether `work` includes waiting. */
  isWaitWork?: boolean
}
