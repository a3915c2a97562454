// The days of a weekly pattern: calendar arithmetic on dates without a time zone.
import { weekdays } from '@routewright/contract'
import type { RecurringOrderRow } from '../../data/recurring-tables.ts'

export type Pattern = Pick<RecurringOrderRow, 'weekdays' | 'every_weeks' | 'starts_on' | 'ends_on' | 'exceptions'>

/** Days since 1 January 1970 of a calendar date. */
export function dayNumber(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000)
}

export function getDate(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10)
}

/** 0 is Monday; 1 January 1970 was a Thursday. */
export function weekdayIndex(day: number): number {
  return (((day + 3) % 7) + 7) % 7
}

/** Whether the pattern has this calendar date. */
export function fallsOn(pattern: Pattern, date: string): boolean {
  return fallsOnDay(pattern, dayNumber(date), date)
}

/** The same, for a date whose number is known. */
export function fallsOnDay(pattern: Pattern, day: number, date: string): boolean {
  if (date < pattern.starts_on || (pattern.ends_on !== null && date > pattern.ends_on)) return false
  if (!pattern.weekdays.includes(weekdays[weekdayIndex(day)]!) || pattern.exceptions.includes(date)) return false
  const firstDay = dayNumber(pattern.starts_on)
  // Weeks begin on Monday, and the week of the first day is the first of the rhythm.
  const weeks = Math.floor((day - weekdayIndex(day) - (firstDay - weekdayIndex(firstDay))) / 7)
  return weeks % pattern.every_weeks === 0
}

/** Returns up to `count` days of the pattern from `from` on, in order; fewer if the pattern ends. */
export function nextDates(pattern: Pattern, from: string, count: number): string[] {
  const dates: string[] = []
  const first = Math.max(dayNumber(from), dayNumber(pattern.starts_on))
  // Each cycle of weeks has a day unless it is an exception, so this many cycles suffice.
  const rounds = count + pattern.exceptions.length + 1
  const end = pattern.ends_on === null ? Number.POSITIVE_INFINITY : dayNumber(pattern.ends_on)
  const last = Math.min(end, first + rounds * pattern.every_weeks * 7)
  for (let day = first; day <= last && dates.length < count; day += 1) {
    const date = getDate(day)
    if (fallsOnDay(pattern, day, date)) dates.push(date)
  }
  return dates
}
