import { expect, test } from 'vitest'
import { isOtherDay } from './other-day.ts'

test.each([
  ['2026-03-02', 'Europe/Vaduz', '2026-03-02T08:00:00Z', false],
  ['2026-03-03', 'Europe/Vaduz', '2026-03-02T01:52:00Z', true],
  // Half past midnight where the project works, still the day before in Greenwich.
  ['2026-03-02', 'Europe/Vaduz', '2026-03-01T23:30:00Z', false],
  ['2026-03-01', 'America/Los_Angeles', '2026-03-02T05:00:00Z', false],
  ['2026-03-01T00:00:00.000Z', 'UTC', '2026-03-01T05:00:00Z', false],
])('a route of %s in %s at %s is of another day: %s', (date, zone, now, expected) => {
  expect(isOtherDay(date, zone, Date.parse(now))).toBe(expected)
})
