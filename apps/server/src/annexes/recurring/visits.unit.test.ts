// The days among which a week plan chooses the visits of an order.
import { expect, test } from 'vitest'
import { type ChosenPattern, visitSets } from './visits.ts'

const order = (changes: Partial<ChosenPattern> = {}): ChosenPattern => ({
  weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  every_weeks: 1,
  starts_on: '2026-03-02',
  ends_on: null,
  exceptions: [],
  visits_per_week: 2,
  min_days_between: 2,
  ...changes,
})
/** Monday, 2 March 2026, and the days after. */
const days = (count: number, from = 2) =>
  Array.from({ length: count }, (_, index) => `2026-03-${String(from + index).padStart(2, '0')}`)

test('twice a week, not on neighbouring days', () => {
  expect(visitSets(order(), days(7), new Set())).toEqual([
    [0, 2],
    [0, 3],
    [0, 4],
    [1, 3],
    [1, 4],
    [2, 4],
  ])
})

test('a visit that is planned counts and keeps its distance', () => {
  expect(visitSets(order(), days(7), new Set(['2026-03-04']))).toEqual([[0], [4]])
  expect(visitSets(order(), days(7), new Set(['2026-03-02', '2026-03-04']))).toEqual([])
  // Sunday of the week before.
  expect(visitSets(order({ visits_per_week: 1 }), days(2), new Set(['2026-03-01']))).toEqual([])
})

test('a week that is cut leaves to its other days what fits there, and gets what does not', () => {
  expect(visitSets(order(), days(2), new Set())).toEqual([])
  expect(visitSets(order({ weekdays: ['monday', 'wednesday'] }), days(2), new Set())).toEqual([[0]])
  expect(visitSets(order({ visits_per_week: 3 }), days(3, 4), new Set())).toEqual([[0, 2]])
})

test('every second week, each of the weeks with its own visits', () => {
  const sets = visitSets(order({ every_weeks: 2, visits_per_week: 1 }), days(14), new Set())
  expect(sets).toEqual([[0], [1], [2], [3], [4]])
  for (const set of visitSets(
    order({ weekdays: ['sunday', 'monday', 'tuesday'], visits_per_week: 1 }),
    days(14),
    new Set(),
  ))
    expect(set[1]! - set[0]!).toBeGreaterThanOrEqual(2)
})
