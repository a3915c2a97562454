// Facts of past days for queries about slots: read once an hour for each project and weekday.

import type { ProjectRow } from '../../data/project-tables.ts'
import { dateInZone, startInstant } from '../../frame/platform/calendar.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { PastDays, PastDaysStore } from './insertion/past-days.ts'
import { readPastDays } from './slots.sql.ts'

/** Weeks back in which past days are looked for, and how many of them count, the newest first. */
const weeksBack = 8
const mostDays = 4

/** The past days of the weekday of each date after today; a day under way is what it is. */
export async function loadPastDays(
  scope: Scope,
  store: PastDaysStore,
  project: ProjectRow,
  dates: readonly string[],
): Promise<Map<string, PastDays | undefined>> {
  const today = dateInZone(scope.now, project.timezone)
  const getName = (weekday: number) => `${scope.organizationId} ${project.id} ${weekday} ${today}`
  const getWeekday = (date: string) => startInstant(date).getUTCDay()
  const ahead = dates.filter((date) => date > today)
  const weekdays = [...new Set(ahead.map(getWeekday))]
  const missing = new Set(store.missing(weekdays.map(getName), scope.now))
  const wanted = weekdays.filter((weekday) => missing.has(getName(weekday)))
  if (wanted.length > 0) {
    const to = startInstant(today)
    const from = new Date(to.getTime() - weeksBack * 7 * 86_400_000)
    const read = await readPastDays(scope, project.id, { from, to, weekdays: wanted, most: mostDays })
    for (const weekday of wanted) store.set(getName(weekday), read.get(weekday), scope.now)
  }
  return new Map(ahead.map((date) => [date, store.get(getName(getWeekday(date)))]))
}
