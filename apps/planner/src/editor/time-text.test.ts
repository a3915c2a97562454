import { expect, test } from 'vitest'
import { readTime, readWindows, writeWindows } from './time-text.ts'

test.each([
  ['8', 28_800],
  ['08:30', 30_600],
  ['8.30', 30_600],
  ['2 pm', 50_400],
  ['12am', 0],
  ['25:00', 90_000],
])('%s is a time of day', (text, seconds) => {
  expect(readTime(text)).toBe(seconds)
})

test('windows are read in any of the usual spellings, sorted, and written back', () => {
  expect(readWindows('14–16:30; 8:00-12:00')).toEqual([
    [28_800, 43_200],
    [50_400, 59_400],
  ])
  expect(readWindows('')).toEqual([])
  expect(writeWindows([[28_800, 43_200]])).toBe('8:00-12:00')
})

test.each(['8', '12-8', '8-25:99', 'morning'])('%s is no window', (text) => {
  expect(readWindows(text)).toBeUndefined()
})
