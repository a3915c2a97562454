// A driver's activities on a route, as a tachograph would record them: the past from reports, the rest as planned.
import {
  type DrivingActivity,
  type EarlierRoute,
  type Problem,
  type Route,
  recordActivities,
} from '@routewright/solver'
import type { RouteRow } from '../../../data/route-table.ts'
import type { RouteWorkValue } from '../../../data/values.ts'
import { momentOfPlanDay, secondsOfPlanDay } from '../../../frame/platform/local-time.ts'
import { isClockUsable } from '../live-state.ts'
import type { RouteWithStops } from '../plan-problem.ts'
import { asDriven, type DriversOfDay, getDriver, type WorkOfRoute } from '../route-drivers.ts'
import type { PlanSettings } from '../settings.ts'
import { recordSoFar } from './driven-so-far.ts'
import { findLaw } from './driving-rules.ts'

type Context = { settings: PlanSettings; drivers?: DriversOfDay | undefined; nowSeconds: number }

/** Returns the work of an evaluated route: the part done, and its steps. Null where no law applies or no particular person drives it. */
export function workAhead(
  one: RouteWithStops,
  context: Context,
  { problem, evaluated }: { problem: Problem; evaluated: Route },
): RouteWorkValue | null {
  const { settings, nowSeconds } = context
  const date = one.date ?? settings.date
  const driver = lawfulDriver(one.route, context)
  if (driver === undefined || date === undefined || evaluated.stops.length === 0) return null
  const [vehicle] = problem.vehicles
  const loading = vehicle!.spent?.seconds ?? 0
  const until = vehicle!.departureSeconds
  const behind: DrivingActivity[] =
    until === undefined
      ? [{ kind: 'work', seconds: loading }]
      : recordSoFar(one, settings, date, { untilSeconds: until, hasClock: isClockUsable(nowSeconds) })
  const ahead = recordActivities(problem, evaluated)
  return workValue(driver, [...behind, ...ahead], evaluated.endSeconds, date, settings)
}

/**
 * Returns the work of a route that is over, by reports, arrivals and breaks; by its plan where the reports are of another day.
 * The way back from the last stop, which nobody reports, is as planned.
 */
export function workDone(one: RouteWithStops, context: Context): RouteWorkValue | null {
  const { settings } = context
  const { route, stops } = one
  const date = one.date ?? settings.date
  // The person who drove it then counts, whoever drives its vehicle now.
  if (route.status === 'finished' && route.driver_work?.is_reported) return route.driver_work
  const driver = lawfulDriver(route, context)
  if (driver === undefined || date === undefined || route.status === 'not_started') return null
  if (stops.length === 0) return null
  const day = new Date(`${date}T00:00:00Z`)
  const reported = stops.flatMap(({ finished_at }) =>
    finished_at ? secondsOfPlanDay(finished_at, day, settings.timeZone) : [],
  )
  const hasClock = reported.length > 0 && reported.every(isClockUsable)
  const planned = stops.map(({ planned_departure_time }) => planned_departure_time ?? 0)
  const last = Math.max(...(hasClock ? reported : planned))
  const back = Math.max(0, (route.planned_end_time ?? 0) - Math.max(...planned))
  const record = recordSoFar(one, settings, date, { untilSeconds: last, hasClock })
  const work = workValue(driver, [...record, { kind: 'driving', seconds: back }], last + back, date, settings)
  return work && { ...work, is_reported: hasClock }
}

function lawfulDriver(route: RouteRow, { settings, drivers }: Context): string | undefined {
  const driver = drivers && getDriver(route, drivers).driver
  return driver && findLaw(asDriven(route, drivers), settings) ? driver.id : undefined
}

function workValue(
  driver: string,
  record: readonly DrivingActivity[],
  ended: number,
  date: string,
  { timeZone }: PlanSettings,
): RouteWorkValue | null {
  const whole = record
    .map(({ kind, seconds }) => [kind, Math.round(seconds)] as const)
    .filter(([, seconds]) => seconds > 0)
  const sum = (...kinds: DrivingActivity['kind'][]) =>
    whole.reduce((total, [kind, seconds]) => total + (kinds.includes(kind) ? seconds : 0), 0)
  if (whole.length === 0) return null
  const end = Math.round(ended)
  return {
    driver,
    ended: end,
    began: end - sum('driving', 'work', 'wait', 'break'),
    driving: sum('driving'),
    work: sum('driving', 'work'),
    waiting: sum('wait'),
    ended_at: momentOfPlanDay(end, new Date(`${date}T00:00:00Z`), timeZone).toISOString(),
    is_reported: false,
    record: joined(whole),
  }
}

/** Merges adjacent stretches of one kind. */
function joined(record: readonly (readonly [DrivingActivity['kind'], number])[]): RouteWorkValue['record'] {
  const all: RouteWorkValue['record'] = []
  for (const [kind, seconds] of record) {
    const last = all.at(-1)
    if (last?.[0] === kind) last[1] += seconds
    else all.push([kind, seconds])
  }
  return all
}

/** Returns a route in the form of the optimizer's rules. */
export function earlierRoute({ work: { began, ended, record } }: WorkOfRoute): EarlierRoute {
  return {
    beganSeconds: began,
    endedSeconds: ended,
    record: record.map(([kind, seconds]) => ({ kind, seconds })),
  }
}
