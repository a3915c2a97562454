// Traffic as factors on the plain travel times, by group of roads and hour of the week; and what it means for one day.

import { MIX_SHARES, ROAD_GROUPS, type RoadGroup } from './road-mix.ts'

/** How much longer roads take than by their plain times: 168 factors for each group, Monday 0:00 first. */
export type WeekTraffic = Readonly<Record<RoadGroup, readonly number[]>>

export const HOURS_OF_WEEK = 168
/** Bounds of a factor: beyond them it is a mistake, not traffic. */
export const LEAST_FACTOR = 0.3
export const MOST_FACTOR = 5

/**
 * The traffic from the beginning of a day on. Each period begins at its seconds of the day and ends with the next; the first holds before, the
 * last has no end. A vehicle drives every moment at that moment's speed, so nobody who leaves later arrives earlier.
 */
export interface DayTraffic {
  periodStarts: readonly number[]
  /** Per mix (see MIX_SHARES) and period: plain seconds covered in a second. */
  speeds: readonly (readonly number[])[]
}

/** Plans may end on the day after, in the night. */
const hoursPlanned = 48
const secondsPerHour = 3_600
const secondsPerDay = 86_400

/**
 * The traffic of a date (YYYY-MM-DD) and the day after it, with as many periods as differ. On holidays the hours of Sunday hold.
 * Undefined where traffic changes nothing.
 */
export function dayTraffic(
  week: WeekTraffic,
  date: string,
  holidays: ReadonlySet<string> = new Set(),
): DayTraffic | undefined {
  const hours = Array.from({ length: hoursPlanned }, (_, hour) => {
    const at = hourOfWeek(date, hour, holidays)
    return ROAD_GROUPS.map((group) => week[group][at]!)
  })
  const differing = hours.flatMap((factors, hour) => (hour === 0 || isOther(factors, hours[hour - 1]!) ? [hour] : []))
  if (differing.length === 1 && hours[0]!.every((factor) => factor === 1)) return undefined
  return {
    periodStarts: differing.map((hour) => hour * secondsPerHour),
    speeds: MIX_SHARES.map((shares) =>
      differing.map(
        (hour) => 1 / ROAD_GROUPS.reduce((sum, group, index) => sum + shares[group] * hours[hour]![index]!, 0),
      ),
    ),
  }
}

/** When whoever leaves at some seconds of the day arrives, along a way of a mix that takes `plainSeconds` without traffic. */
export function arrivalBy(
  { periodStarts, speeds }: DayTraffic,
  mix: number,
  plainSeconds: number,
  departure: number,
): number {
  const own = speeds[mix]!
  let period = 0
  while (period + 1 < periodStarts.length && periodStarts[period + 1]! <= departure) period++
  let left = plainSeconds
  let time = departure
  for (; ; period++) {
    const arrival = time + left / own[period]!
    const end = periodStarts[period + 1] ?? Infinity
    if (arrival <= end) return arrival
    left -= (end - time) * own[period]!
    time = end
  }
}

function hourOfWeek(date: string, hour: number, holidays: ReadonlySet<string>): number {
  const midnight = new Date(Date.parse(`${date}T00:00:00Z`) + Math.floor(hour / 24) * secondsPerDay * 1_000)
  const isHoliday = holidays.has(midnight.toISOString().slice(0, 10))
  // Of the calendar, Sunday is 0; of the week here, 6.
  const weekday = isHoliday ? 6 : (midnight.getUTCDay() + 6) % 7
  return weekday * 24 + (hour % 24)
}

function isOther(one: readonly number[], other: readonly number[]): boolean {
  return one.some((factor, index) => factor !== other[index])
}
