// The day of a plan begins at midnight of its zone, also where clocks change.
import type { Plan } from '@routewright/contract'
import { expect, test } from 'vitest'
import { dayOfPlan, getMidnight } from './plan-day.ts'

test.each([
  ['2026-03-02', 'UTC', '2026-03-02T00:00:00Z'],
  ['2026-03-02', 'Europe/Zurich', '2026-03-01T23:00:00Z'],
  ['2026-07-01', 'Europe/Zurich', '2026-06-30T22:00:00Z'],
  ['2026-01-01', 'America/New_York', '2026-01-01T05:00:00Z'],
  // Clocks change on these days, after midnight; in Lord Howe by half an hour.
  ['2026-03-29', 'Europe/Zurich', '2026-03-28T23:00:00Z'],
  ['2026-10-25', 'Europe/Zurich', '2026-10-24T22:00:00Z'],
  ['2026-10-04', 'Australia/Lord_Howe', '2026-10-03T13:30:00Z'],
])('%s in %s', (day, zone, moment) => {
  expect(new Date(getMidnight(day, zone)).toISOString()).toBe(moment.replace('Z', '.000Z'))
})

test('a date stands at midnight UTC; any other moment is of the day that the zone has then', () => {
  const dayKey = (moment: string) => `day of ${moment}`
  const plan = (execution_date: string) => ({ execution_date }) as Plan
  expect(dayOfPlan(plan('2026-03-02T00:00:00.000Z'), dayKey)).toBe('2026-03-02')
  expect(dayOfPlan(plan('2026-03-02T23:30:00.000Z'), dayKey)).toBe('day of 2026-03-02T23:30:00.000Z')
})
