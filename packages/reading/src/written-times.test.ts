// Times as people write them.
import { expect, test } from 'vitest'
import { parseTime, rangesWritten, timeText, windowsText } from './written-times.ts'

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
  ['2:00 p. m.', 50_400],
  ['2:00 P.M.', 50_400],
  ['08:00:00', 28_800],
  ['0830', 30_600],
  ['25:30', 91_800],
])('%s is a time', (text, seconds) => {
  expect(parseTime(text)).toBe(seconds)
})

test.each([
  ['12 pm', 43_200],
  ['12:30 pm', 45_000],
  ['1 pm', 46_800],
  ['11 pm', 82_800],
  ['12 am', 0],
  ['12:30 am', 1_800],
  ['1 am', 3_600],
  ['11 am', 39_600],
])('noon is 12 pm and midnight 12 am: %s', (text, seconds) => {
  expect(parseTime(text)).toBe(seconds)
})

test('minutes and seconds go to 59, and no hour of a half day is 0', () => {
  expect(parseTime('8:59:59')).toBe(32_399)
  expect(parseTime('8:60')).toBeUndefined()
  expect(parseTime('8:00:60')).toBeUndefined()
  expect(parseTime('0 pm')).toBeUndefined()
})

test('a time is shown with two digits each, to the nearest minute, and past midnight the hours go on', () => {
  expect([0, 3_600, 32_369, 32_370, 86_400, 91_800].map(timeText)).toEqual([
    '00:00',
    '01:00',
    '08:59',
    '09:00',
    '24:00',
    '25:30',
  ])
})

test('windows are written as they are typed, one after the other; without any there is nothing', () => {
  expect(
    windowsText([
      [28_800, 43_200],
      [46_800, 64_800],
    ]),
  ).toBe('08:00-12:00, 13:00-18:00')
  expect(windowsText(null)).toBe('')
})

test.each(['', 'soon', '8:75', '13pm', '8:3', '-1'])('"%s" is none', (text) => {
  expect(parseTime(text)).toBeUndefined()
})

test('typed ranges are read with a dash', () => {
  expect(rangesWritten('08:00-12:00, 14 - 18')).toBe('08:00–12:00, 14–18')
  expect(rangesWritten('12:00–14:00 / 30')).toBe('12:00–14:00 / 30')
})
