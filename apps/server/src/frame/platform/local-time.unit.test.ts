// Seconds of the plan's day on the project's clock, clock changes included.
import { describe, expect, test } from 'vitest'
import { getWeekday, momentOfPlanDay, secondsOfPlanDay } from './local-time.ts'

const day = (date: string) => new Date(`${date}T00:00:00.000Z`)

describe('a time of day is seconds from midnight in the time zone of the project', () => {
  test.each([
    ['2026-03-02T09:00:00Z', '2026-03-02', 'UTC', 9 * 3600],
    ['2026-03-02T09:00:00Z', '2026-03-02', 'Europe/Vaduz', 10 * 3600],
    ['2026-07-02T09:00:00Z', '2026-07-02', 'Europe/Vaduz', 11 * 3600],
    ['2026-03-03T01:30:00Z', '2026-03-02', 'UTC', 86_400 + 5_400],
    ['2026-03-01T23:00:00Z', '2026-03-02', 'UTC', -3_600],
    ['2026-03-01T23:00:00Z', '2026-03-02', 'Europe/Vaduz', 0],
    ['2026-03-02T05:30:00Z', '2026-03-02', 'Asia/Kolkata', 11 * 3600],
    ['2026-03-02T08:00:00Z', '2026-03-02', 'America/Los_Angeles', 0],
    // The clock goes from 2:00 to 3:00: seconds are those that the clock shows.
    ['2026-03-29T01:00:00Z', '2026-03-29', 'Europe/Vaduz', 3 * 3600],
  ])('%s on %s in %s', (moment, date, zone, seconds) => {
    expect(secondsOfPlanDay(new Date(moment), day(date), zone)).toBe(seconds)
    expect(momentOfPlanDay(seconds, day(date), zone)).toEqual(new Date(moment))
  })

  test('the weekday is that of the calendar date, whatever the zone', () => {
    expect(getWeekday(day('2026-03-02'))).toBe('monday')
    expect(getWeekday(new Date('2026-03-01T23:59:59.999Z'))).toBe('sunday')
  })
})
