/** Remaining times from a tachograph or a log, in addition to the limits of a law. */
import type { DrivingLimit, DrivingRules } from '../driving-rules.ts'

/** Seconds left before the route; omitted fields mean the law's full limit. */
export interface DrivingLeft {
  drivingTodaySeconds?: number | undefined
  /** From the start of the route to its end. */
  dutyTodaySeconds?: number | undefined
  drivingWeekSeconds?: number | undefined
  drivingFortnightSeconds?: number | undefined
  workWeekSeconds?: number | undefined
}

/** The rules with the remaining times applied in addition to their own limits: the lower one holds. */
export function withLeft(rules: DrivingRules, left: DrivingLeft): DrivingRules {
  const limit = (counts: DrivingLimit['counts'], seconds: number | undefined, more: object = {}): DrivingLimit[] =>
    seconds === undefined ? [] : [{ counts, seconds, ...more }]
  // When the law counts waiting as work, so does the log.
  const isWaitWork = rules.limits?.some((rule) => rule.isWaitWork) ?? false
  const limits = [
    ...limit('driving', left.drivingTodaySeconds),
    ...limit('driving', left.drivingWeekSeconds),
    ...limit('driving', left.drivingFortnightSeconds),
    ...limit('span', left.dutyTodaySeconds),
    ...limit('work', left.workWeekSeconds, isWaitWork ? { isWaitWork } : {}),
  ]
  return limits.length === 0 ? rules : { ...rules, limits: [...(rules.limits ?? []), ...limits] }
}
