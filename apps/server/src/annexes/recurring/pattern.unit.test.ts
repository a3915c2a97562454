// The days of weekly patterns.
import { expect, test } from 'vitest'
import { fallsOn, nextDates, type Pattern } from './pattern.ts'

const pattern = (changes: Partial<Pattern> = {}): Pattern => ({
  weekdays: ['monday'],
  every_weeks: 1,
  starts_on: '2026-03-02',
  ends_on: null,
  exceptions: [],
  ...changes,
})

test('every week on its weekdays, from the first day on', () => {
  expect(nextDates(pattern({ weekdays: ['tuesday', 'friday'] }), '2026-01-01', 3)).toEqual([
    '2026-03-03',
    '2026-03-06',
    '2026-03-10',
  ])
})

test('every other week counts weeks from Monday, also when the first day is a Sunday', () => {
  const every2 = pattern({ every_weeks: 2, weekdays: ['monday', 'sunday'], starts_on: '2026-03-08' })
  expect(nextDates(every2, '2026-03-01', 4)).toEqual(['2026-03-08', '2026-03-16', '2026-03-22', '2026-03-30'])
})

test('ends with its last day, and leaves out its exceptions', () => {
  const bounded = pattern({ ends_on: '2026-03-16', exceptions: ['2026-03-09'] })
  expect(nextDates(bounded, '2026-03-01', 10)).toEqual(['2026-03-02', '2026-03-16'])
  expect(fallsOn(bounded, '2026-03-09')).toBe(false)
  expect(fallsOn(bounded, '2026-03-23')).toBe(false)
})

test('a pattern of which all days are taken out has none, and the search for one ends', () => {
  const none = pattern({ ends_on: '2026-03-03', exceptions: ['2026-03-02'] })
  expect(nextDates(none, '2026-03-01', 5)).toEqual([])
})

test('leap days and the turn of the year are days like others', () => {
  expect(nextDates(pattern({ weekdays: ['tuesday'], starts_on: '2028-02-22' }), '2028-02-22', 2)).toEqual([
    '2028-02-22',
    '2028-02-29',
  ])
  expect(nextDates(pattern({ weekdays: ['friday'], starts_on: '2026-12-25' }), '2026-12-25', 2)).toEqual([
    '2026-12-25',
    '2027-01-01',
  ])
})
