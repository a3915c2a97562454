// The law on driving and working time that applies to a route, and what is left under it: converts interface values to optimizer rules.
import {
  type DrivenBefore,
  type DrivingActivity,
  type DrivingLeft,
  type DrivingRules,
  type EarlierRoute,
  type LawChoice,
  longDaysLeftBy,
  rulesAfter,
  rulesBehind,
  rulesOfLaw,
  withLeft,
} from '@routewright/solver'
import type { RouteRow } from '../../../data/route-table.ts'
import type { DrivingLogValue, DrivingRulesValue } from '../../../data/values.ts'
import { secondsOfPlanDay } from '../../../frame/platform/local-time.ts'
import type { PastWork } from '../route-drivers.ts'
import type { PlanSettings } from '../settings.ts'

/** Fields that decide on the law of a route, after applying its driver (`asDriven`). */
type Ruled = Pick<RouteRow, 'driving_rules' | 'driving_log'>

/** Returns the law of the route (its driver's value replaces its own), else of the project; undefined where none applies. */
export function findLaw(route: Ruled, settings: Pick<PlanSettings, 'drivingRules'>): LawChoice | undefined {
  const rules: DrivingRulesValue = route.driving_rules ?? settings.drivingRules ?? { law: 'none' }
  const { law, ...parts } = rules
  return law === 'none' ? undefined : { law, ...parts }
}

/** Work already done when the route's next leg begins. */
export interface Behind {
  /** Activities of the route itself so far. */
  record: readonly DrivingActivity[]
  isUnderWay: boolean
  /** The driver's earlier routes of the day, and when this one begins: exactly then once it is under way, else no earlier. */
  earlier?: readonly EarlierRoute[]
  opensSeconds?: number
  /** Work of the driver on the days before. */
  past?: readonly PastWork[]
}

/** Returns the rules of a route on a calendar date with `behind` already used; undefined where none apply. */
export function findDrivingRules(
  route: Ruled,
  settings: Pick<PlanSettings, 'drivingRules' | 'date' | 'timeZone' | 'countsDrivenDays'>,
  date: string | undefined,
  behind: Behind,
): DrivingRules | undefined {
  const law = findLaw(route, settings)
  if (!law) return undefined
  const past = settings.countsDrivenDays ? (behind.past ?? []) : []
  const { before, left: said } = carriedOver(
    law.law,
    date === undefined ? null : route.driving_log,
    date,
    past,
    settings,
  )
  const ofDay = withLeft(rulesOfLaw(law, before), said)
  const start = { seconds: behind.opensSeconds ?? 0, isFixed: behind.isUnderWay }
  const { restUntilSeconds, ...rules } = rulesBehind(ofDay, behind.earlier ?? [], start)
  const left = rulesAfter(rules, behind.record)
  // Once the driver is on the road, their rest is over; it also ends before any loading that precedes the first leg.
  if (behind.isUnderWay || restUntilSeconds === undefined) return left
  const loading = behind.record.reduce((sum, { seconds }) => sum + seconds, 0)
  return { ...left, restUntilSeconds: Math.max(0, restUntilSeconds + loading) }
}

/**
 * Combines the driving log with the work of the days since. On the log's own day all of its values count; until the Sunday of
 * that week, only what it leaves of the week, less what was driven since. Values that it does not contain follow from past days,
 * as far as these are known.
 */
function carriedOver(
  law: LawChoice['law'],
  stored: DrivingLogValue | null,
  date: string | undefined,
  past: readonly PastWork[],
  { timeZone }: Pick<PlanSettings, 'timeZone'>,
): { before: DrivenBefore; left: DrivingLeft } {
  if (date === undefined) return { before: {}, left: {} }
  const log = logOn(stored, date)
  const since = past.filter((day) => stored && stored.date <= day.date)
  const thisWeek = past.filter((day) => getMonday(date) <= day.date)
  const sum = (days: readonly PastWork[], of: (one: PastWork) => number) => days.reduce((all, day) => all + of(day), 0)
  const driving = ({ driving }: PastWork) => driving
  const work = (day: PastWork) => day.work + (law === 'us' ? day.waiting : 0)
  const saysWeek = log.driving_left_week !== undefined
  const drivenThisWeek = sum(thisWeek, driving)
  const drivenLastWeek = sum(past, driving) - drivenThisWeek
  const working = law === 'us' ? past.filter((day) => laterDate(date, -6) <= day.date) : thisWeek
  const less = (said: number | undefined, of: (one: PastWork) => number) =>
    said === undefined ? undefined : Math.max(0, said - sum(since, of))
  return {
    before: {
      ...readBefore(log),
      ...(log.driving_left_fortnight === undefined && {
        drivingLastWeekSeconds: drivenLastWeek + (saysWeek ? drivenThisWeek : 0),
      }),
      ...(!saysWeek && { drivingThisWeekSeconds: drivenThisWeek }),
      ...(log.work_left_week === undefined && { workThisWeekSeconds: sum(working, work) }),
      ...endOfDuty(log, past, date, timeZone),
    },
    left: {
      drivingTodaySeconds: log.driving_left_today,
      dutyTodaySeconds: log.duty_left_today,
      drivingWeekSeconds: less(log.driving_left_week, driving),
      drivingFortnightSeconds: less(log.driving_left_fortnight, driving),
      workWeekSeconds: less(log.work_left_week, work),
    },
  }
}

function logOn(log: DrivingLogValue | null, date: string): Partial<DrivingLogValue> {
  if (!log || log.date === date) return log ?? {}
  const { last_duty_end, driving_left_week, driving_left_fortnight, work_left_week } = log
  const isSameWeek = log.date < date && getMonday(date) === getMonday(log.date)
  return {
    ...(last_duty_end !== undefined && { last_duty_end }),
    ...(isSameWeek && {
      ...(driving_left_week !== undefined && { driving_left_week }),
      ...(driving_left_fortnight !== undefined && { driving_left_fortnight }),
      ...(work_left_week !== undefined && { work_left_week }),
    }),
  }
}

function getMonday(date: string): string {
  return laterDate(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7))
}

function laterDate(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

function readBefore(log: Partial<DrivingLogValue>): DrivenBefore {
  return {
    drivingSinceBreakSeconds: log.driving_since_break ?? 0,
    workSinceBreakSeconds: log.work_since_break ?? 0,
    isFirstPartTaken: log.first_part_taken ?? false,
    workTodaySeconds: log.work_today ?? 0,
    breaksTodaySeconds: log.breaks_today ?? 0,
    longDaysLeft: longDaysLeftBy(log.driving_left_today),
  }
}

/** When the last duty ended: by the log of the day, else by the later of the log and the routes of the days before. */
function endOfDuty(
  log: Partial<DrivingLogValue>,
  past: readonly PastWork[],
  date: string,
  timeZone: string,
): Pick<DrivenBefore, 'dutyEndedSeconds'> {
  const said = log.last_duty_end === undefined ? [] : [Date.parse(log.last_duty_end)]
  const isOfDay = log.date === date && said.length > 0
  const moments = isOfDay ? said : [...said, ...past.map(({ ended_at }) => Date.parse(ended_at))]
  if (moments.length === 0) return {}
  const ended = new Date(Math.max(...moments))
  return { dutyEndedSeconds: secondsOfPlanDay(ended, new Date(`${date}T00:00:00Z`), timeZone) }
}
