/** What a tachograph or a log says is left, beside the limits of a law. */
import type { DrivingLimit, DrivingRules } from '../driving-rules.ts'

/** Seconds that are left before the route; what is not said is as much as the law gives. */
export interface DrivingLeft {
  drivingTodaySeconds?: number | undefined
  /** From the start of the route to its end. */
  dutyTodaySeconds?: number | undefined
  drivingWeekSeconds?: number | undefined
  drivingFortnightSeconds?: number | undefined
  workWeekSeconds?: number | undefined
}

/** The rules with what is left beside their own limits: the lesser holds. */
export function withLeft(rules: DrivingRules, left: DrivingLeft): DrivingRules {
  const limit = (counts: DrivingLimit['counts'], seconds: number | undefined, more: object = {}): DrivingLimit[] =>
    seconds === undefined ? [] : [{ counts, seconds, ...more }]
  // Where waiting is work to the law, it is to the log.
  const isWaitWork = rules.limits?.some((one) => one.isWaitWork) ?? false
  const limits = [
    ...limit('driving', left.drivingTodaySeconds),
    ...limit('driving', left.drivingWeekSeconds),
    ...limit('driving', left.drivingFortnightSeconds),
    ...limit('span', left.dutyTodaySeconds),
    ...limit('work', left.workWeekSeconds, isWaitWork ? { isWaitWork } : {}),
  ]
  return limits.length === 0 ? rules : { ...rules, limits: [...(rules.limits ?? []), ...limits] }
}
