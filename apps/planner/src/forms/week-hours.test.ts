import { expect, test } from 'vitest'
import { daysText } from './week-hours.ts'

test('three days in a row and more are written as from and to, two and single ones one by one', () => {
  const written = (...days: Parameters<typeof daysText>[0]) => daysText(days, (day) => day.slice(0, 2))
  expect(written('monday', 'tuesday', 'wednesday', 'thursday', 'friday')).toBe('mo–fr')
  expect(written('monday', 'tuesday')).toBe('mo tu')
  expect(written('sunday', 'wednesday', 'monday', 'tuesday')).toBe('mo–we su')
  expect(written('saturday')).toBe('sa')
  expect(written()).toBe('')
})
