// Changes between two periods.
import { describe, expect, test } from 'vitest'
import { averageEach, changeOfAmount, changeOfShare, comparedSpan, computeShare, leastCases } from './period-change.ts'

describe('a change', () => {
  test('of shares is told in points, of amounts as a share of what was before', () => {
    expect(changeOfShare(computeShare(45, 50), computeShare(40, 50))).toEqual({
      kind: 'points',
      value: expect.closeTo(10),
    })
    expect(changeOfAmount(averageEach(110, 20), averageEach(100, 20))).toEqual({
      kind: 'percent',
      value: expect.closeTo(0.1),
    })
  })

  test('is not told from few cases on either side, nor against nothing', () => {
    const enough = computeShare(leastCases, leastCases)
    const few = computeShare(1, leastCases - 1)
    expect(changeOfShare(few, enough)).toEqual({ kind: 'few' })
    expect(changeOfShare(enough, few)).toEqual({ kind: 'few' })
    expect(changeOfAmount(enough, { value: 0, cases: 100 })).toEqual({ kind: 'few' })
    expect(computeShare(0, 0)).toEqual({ value: 0, cases: 0 })
  })

  test('rests on an average that is 0 without cases, and the whole sum with one', () => {
    expect(averageEach(7, 0)).toEqual({ value: 0, cases: 0 })
    expect(averageEach(7, 1)).toEqual({ value: 7, cases: 1 })
    expect(averageEach(7, 2)).toEqual({ value: 3.5, cases: 2 })
  })
})

test('the days to compare with are as many directly before, or the same a year earlier', () => {
  const span = { from_date: '2028-02-29', to_date: '2028-03-06' }
  expect(comparedSpan(span, 'before')).toEqual({ from_date: '2028-02-22', to_date: '2028-02-28' })
  expect(comparedSpan(span, 'year')).toEqual({ from_date: '2027-02-28', to_date: '2027-03-06' })
  expect(comparedSpan(span, 'none')).toBeUndefined()
})
