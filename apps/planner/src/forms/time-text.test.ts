// Times as people write them.
import { expect, test } from 'vitest'
import { parseTime, rangesWritten } from './time-text.ts'

test.each([
  ['8', 28_800],
  ['8:30', 30_600],
  ['08.30', 30_600],
  ['8h30', 30_600],
  ['8h', 28_800],
  ['14 Uhr', 50_400],
  ['2pm', 50_400],
  ['2:15 p.m.', 51_300],
  ['12am', 0],
  ['0830', 30_600],
  ['25:30', 91_800],
])('%s is a time', (text, seconds) => {
  expect(parseTime(text)).toBe(seconds)
})

test.each(['', 'soon', '8:75', '13pm', '8:3', '-1'])('"%s" is none', (text) => {
  expect(parseTime(text)).toBeUndefined()
})

test('typed ranges are read with a dash', () => {
  expect(rangesWritten('08:00-12:00, 14 - 18')).toBe('08:00–12:00, 14–18')
  expect(rangesWritten('12:00–14:00 / 30')).toBe('12:00–14:00 / 30')
})
