// Times as people write them.
import { expect, test } from 'vitest'
import { parseTime, parseWindows, rangesWritten, windowsText } from './time-text.ts'

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

test.each([
  ['8:00-12:00', [[28_800, 43_200]]],
  ['8-12', [[28_800, 43_200]]],
  [
    '8–12, 14-18',
    [
      [28_800, 43_200],
      [50_400, 64_800],
    ],
  ],
  [
    '14:00 to 18:00; 8am - 10am',
    [
      [28_800, 36_000],
      [50_400, 64_800],
    ],
  ],
  ['22-2', [[79_200, 93_600]]],
  ['8 bis 12', [[28_800, 43_200]]],
  ['', []],
])('%s are windows', (text, windows) => {
  expect(parseWindows(text)).toEqual(windows)
})

test.each(['8', '8-8', '8-12-14', '8-12, 10-14', 'morning'])('"%s" are none', (text) => {
  expect(parseWindows(text)).toBeUndefined()
})

test('what is written can be read again', () => {
  const windows = [
    [28_800, 43_200],
    [79_200, 93_600],
  ] as const
  expect(parseWindows(windowsText(windows))).toEqual(windows)
})

test('typed ranges are read with a dash', () => {
  expect(rangesWritten('08:00-12:00, 14 - 18')).toBe('08:00–12:00, 14–18')
  expect(rangesWritten('12:00–14:00 / 30')).toBe('12:00–14:00 / 30')
})
