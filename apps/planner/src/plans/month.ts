// The days of a month as a calendar shows them, weeks beginning where the language has them begin.

import { weekdays } from '@routewright/contract'

const DAY_MS = 86_400_000

/** 1 is Monday, 7 is Sunday. */
export function firstWeekday(language: string): number {
  const locale = new Intl.Locale(language).maximize() as Intl.Locale & {
    getWeekInfo?(): { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  return locale.getWeekInfo?.().firstDay ?? locale.weekInfo?.firstDay ?? 1
}

/** Calendar dates of whole weeks around `2026-01`. */
export function daysOfMonth(month: string, language: string): string[] {
  const first = Date.parse(`${month}-01T00:00:00Z`)
  const last = Date.parse(`${monthAfter(month, 1)}-01T00:00:00Z`) - DAY_MS
  const start = firstWeekday(language)
  const daysBefore = (new Date(first).getUTCDay() - start + 7) % 7
  const days: string[] = []
  for (let at = first - daysBefore * DAY_MS; at <= last || days.length % 7 !== 0; at += DAY_MS) {
    days.push(new Date(at).toISOString().slice(0, 10))
  }
  return days
}

export function monthAfter(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** In the order in which the language has them; weekdays of the contract begin on Monday. */
export function weekdaysFrom(language: string): readonly (typeof weekdays)[number][] {
  const start = firstWeekday(language) - 1
  return weekdays.map((_, index) => weekdays[(start + index) % 7]!)
}
