// Possible days of an order with a number of visits per week: sets of days that keep their distance.
import type { RecurringOrderRow } from '../../data/recurring-tables.ts'
import { dayNumber, fallsOnDay, getDate, type Pattern, weekdayIndex } from './pattern.ts'

/** A pattern with fewer visits than weekdays. */
export type ChosenPattern = Pattern & { visits_per_week: number } & Pick<RecurringOrderRow, 'min_days_between'>

/** Most sets offered to the search; of more, an evenly spread selection. */
const mostSets = 400

export function hasChosenDays<Order extends Pick<RecurringOrderRow, 'visits_per_week'>>(
  order: Order,
): order is Order & { visits_per_week: number } {
  return order.visits_per_week !== null
}

/** Returns how many of these days fit with this distance. `days` ascending. */
export function mostVisits(days: readonly number[], apart: number): number {
  let last = Number.NEGATIVE_INFINITY
  return days.filter((day) => {
    const fits = day - last >= apart
    if (fits) last = day
    return fits
  }).length
}

/**
 * The sets of days, as places in `dates`, that give each week its visits; none where nothing is wanted. `dates` are consecutive,
 * `placed` the days on which a visit is planned already. What a week that goes on after the last date can still get there is left to it.
 * Where not all visits of a week fit, as many as do.
 */
export function visitSets(order: ChosenPattern, dates: readonly string[], placed: ReadonlySet<string>): number[][] {
  const [first, last] = [dayNumber(dates[0]!), dayNumber(dates.at(-1)!)]
  const apart = order.min_days_between ?? 1
  const planned = [...placed].map(dayNumber)
  const isFree = (day: number) => fallsOnDay(order, day, getDate(day)) && !planned.includes(day)
  let sets: number[][] = [[]]
  for (let monday = first - weekdayIndex(first); monday <= last; monday += 7) {
    const week = Array.from({ length: 7 }, (_, index) => monday + index)
    const free = week.filter(isFree)
    const missing = order.visits_per_week - week.filter((day) => planned.includes(day)).length
    const later = mostVisits(
      free.filter((day) => day > last),
      apart,
    )
    const open = free.filter((day) => day >= first && day <= last)
    sets = thinned(
      sets.flatMap((set) =>
        fullest(open, missing - later, [...planned, ...set], apart).map((more) => [...set, ...more]),
      ),
    )
  }
  const most = Math.max(...sets.map(({ length }) => length))
  return most === 0 ? [] : sets.filter(({ length }) => length === most).map((set) => set.map((day) => day - first))
}

/** All choices of `count` of the days, or of as many as fit. */
function fullest(days: readonly number[], count: number, taken: readonly number[], apart: number): number[][] {
  for (let size = Math.min(count, days.length); size > 0; size -= 1) {
    const found = choices(days, size, taken, apart)
    if (found.length > 0) return found
  }
  return [[]]
}

function choices(days: readonly number[], size: number, taken: readonly number[], apart: number): number[][] {
  if (size === 0) return [[]]
  return days.flatMap((day, at) => {
    if (taken.some((other) => Math.abs(day - other) < apart)) return []
    return choices(days.slice(at + 1), size - 1, [...taken, day], apart).map((rest) => [day, ...rest])
  })
}

function thinned(sets: number[][]): number[][] {
  const step = Math.ceil(sets.length / mostSets)
  return sets.filter((_, index) => index % step === 0)
}
