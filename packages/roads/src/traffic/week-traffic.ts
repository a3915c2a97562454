// Traffic as factors on the plain travel times, by group of roads and hour of the week; and the resulting speeds of one day.

import { MIX_SHARES, ROAD_GROUPS, type RoadGroup } from './road-mix.ts'

/** Factors on the plain times of roads: 168 for each group, Monday 0:00 first. */
export type WeekTraffic = Readonly<Record<RoadGroup, readonly number[]>>

export const HOURS_OF_WEEK = 168
/** Bounds of a factor: values beyond them are mistakes, not traffic. */
export const LEAST_FACTOR = 0.3
export const MOST_FACTOR = 5

/**
 * Traffic from the beginning of a day on. Each period begins at its second of the day and ends with the next; the first also holds before,
 * the last has no end. A vehicle drives every moment at that moment's speed, so leaving later never means arriving earlier.
 */
export interface DayTraffic {
  periodStarts: readonly number[]
  /** Per mix (see MIX_SHARES) and period: plain seconds covered in a second. */
  speeds: readonly (readonly number[])[]
}

/** Plans may end at night on the following day. */
const hoursPlanned = 48
const secondsPerHour = 3_600
const secondsPerDay = 86_400

/**
 * Traffic of a date (YYYY-MM-DD) and the day after it, with as many periods as differ. Holidays have the hours of Sunday. Undefined when
 * traffic changes nothing.
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

/** Arrival when leaving at the given seconds of the day, along a way of a mix that takes `plainSeconds` without traffic. */
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
  // In the calendar Sunday is 0; in this week 6.
  const weekday = isHoliday ? 6 : (midnight.getUTCDay() + 6) % 7
  return weekday * 24 + (hour % 24)
}

function isOther(one: readonly number[], other: readonly number[]): boolean {
  return one.some((factor, index) => factor !== other[index])
}
