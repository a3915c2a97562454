import { expect, test } from 'vitest'
import { getMonday, laterDay } from './week-days.ts'

test('a week begins on Monday, also on Sundays and over the turn of the year', () => {
  expect(getMonday('2026-11-23')).toBe('2026-11-23')
  expect(getMonday('2026-11-29')).toBe('2026-11-23')
  expect(getMonday('2027-01-01')).toBe('2026-12-28')
  expect(laterDay('2028-02-28', 2)).toBe('2028-03-01')
})
