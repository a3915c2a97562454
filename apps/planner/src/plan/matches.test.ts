// The filter finds stops by whatever people know them by.
import { expect, test } from 'vitest'
import { stop } from '../../test/sample-plan.ts'
import { findMatches, matcherOf } from './matches.ts'

const anna = stop('s1', {
  ...{ label: 'Anna Frei', external_id: 'A-17', fixed_id: '4711', phone: '+41 79 123', reference_person: 'Mr. Kaiser' },
  packages: [{ identifier: 'P-99' }] as never,
})

test.each(['anna', 'FREI anna', 'a-17', '4711', '079', 'kaiser', 'p-99', '  '])('"%s"', (filter) => {
  const expected = filter !== '079'
  expect(matcherOf(filter)(anna)).toBe(expected)
})

test('every word has to occur', () => {
  expect(matcherOf('anna 4711')(anna)).toBe(true)
  expect(matcherOf('anna 4712')(anna)).toBe(false)
})

test('without a filter nothing is found or left out', () => {
  const stops = new Map([anna, stop('s2')].map((one) => [one.id, one]))
  expect(findMatches({ stops }, ' ')).toBeUndefined()
  expect(findMatches({ stops }, 'anna')).toEqual(new Set(['s1']))
})
