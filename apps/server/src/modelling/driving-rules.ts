// The law on driving and working time that holds for a route, and what is left under it: values of the interface to rules of the optimizer.
import {
  type DrivenBefore,
  type DrivingActivity,
  type DrivingRules,
  type LawChoice,
  longDaysLeftBy,
  rulesAfter,
  rulesOfLaw,
  withLeft,
} from '@routewright/solver'
import type { RouteRow } from '../data/route-table.ts'
import type { DrivingLogValue, DrivingRulesValue } from '../data/values.ts'
import { secondsOfPlanDay } from './local-time.ts'
import type { PlanSettings } from './settings.ts'

/** What the law of a route is read from: the route as its driver drives it. */
type Ruled = Pick<RouteRow, 'driving_rules' | 'driving_log'>

/** The route's own, which its driver's stands in for, or the project's; undefined where none holds. */
export function lawOf(route: Ruled, settings: Pick<PlanSettings, 'drivingRules'>): LawChoice | undefined {
  const rules: DrivingRulesValue = route.driving_rules ?? settings.drivingRules ?? { law: 'none' }
  const { law, ...parts } = rules
  return law === 'none' ? undefined : { law, ...parts }
}

/** The rules of a route on a calendar date, `behind` of it used up; undefined where none hold. */
export function drivingRulesOf(
  route: Ruled,
  settings: Pick<PlanSettings, 'drivingRules' | 'date' | 'timeZone'>,
  date: string | undefined,
  behind: { record: readonly DrivingActivity[]; isUnderWay: boolean },
): DrivingRules | undefined {
  const law = lawOf(route, settings)
  if (!law) return undefined
  const log = date === undefined ? undefined : logOn(route.driving_log, date)
  const { restUntilSeconds, ...rules } = withLeft(rulesOfLaw(law, beforeOf(log, date, settings.timeZone)), leftBy(log))
  const left = rulesAfter(rules, behind.record)
  // Once the driver is on the road his rest is over; loading before the first way comes after it, too.
  if (behind.isUnderWay || restUntilSeconds === undefined) return left
  const loading = behind.record.reduce((sum, { seconds }) => sum + seconds, 0)
  return { ...left, restUntilSeconds: Math.max(0, restUntilSeconds + loading) }
}

/**
 * What the log says on a date: its own day, all of it; from then to the Sunday of that week, what is left of the week, which is the most that can
 * be left; and always when the last work ended.
 */
function logOn(log: DrivingLogValue | null, date: string): Partial<DrivingLogValue> | undefined {
  if (!log || log.date === date) return log ?? undefined
  const { last_duty_end, driving_left_week, driving_left_fortnight, work_left_week } = log
  const isSameWeek = log.date < date && date <= sundayOf(log.date)
  return {
    ...(last_duty_end !== undefined && { last_duty_end }),
    ...(isSameWeek && {
      ...(driving_left_week !== undefined && { driving_left_week }),
      ...(driving_left_fortnight !== undefined && { driving_left_fortnight }),
      ...(work_left_week !== undefined && { work_left_week }),
    }),
  }
}

function sundayOf(date: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + ((7 - day.getUTCDay()) % 7))
  return day.toISOString().slice(0, 10)
}

function beforeOf(log: Partial<DrivingLogValue> | undefined, date: string | undefined, timeZone: string): DrivenBefore {
  if (!log || date === undefined) return {}
  const { last_duty_end: ended } = log
  return {
    drivingSinceBreakSeconds: log.driving_since_break ?? 0,
    workSinceBreakSeconds: log.work_since_break ?? 0,
    isFirstPartTaken: log.first_part_taken ?? false,
    workTodaySeconds: log.work_today ?? 0,
    breaksTodaySeconds: log.breaks_today ?? 0,
    longDaysLeft: longDaysLeftBy(log.driving_left_today),
    ...(ended !== undefined && {
      dutyEndedSeconds: secondsOfPlanDay(new Date(ended), new Date(`${date}T00:00:00Z`), timeZone),
    }),
  }
}

function leftBy(log: Partial<DrivingLogValue> = {}): Parameters<typeof withLeft>[1] {
  return {
    drivingTodaySeconds: log.driving_left_today,
    dutyTodaySeconds: log.duty_left_today,
    drivingWeekSeconds: log.driving_left_week,
    drivingFortnightSeconds: log.driving_left_fortnight,
    workWeekSeconds: log.work_left_week,
  }
}
