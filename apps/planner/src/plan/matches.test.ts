// The filter finds stops by whatever people know them by.
import { expect, test } from 'vitest'
import { stop } from '../../test/sample-plan.ts'
import { findMatches, getMatcher } from './matches.ts'

const anna = stop('s1', {
  label: 'Anna Frei',
  external_id: 'A-17',
  fixed_id: '4711',
  phone: '+41 79 123',
  reference_person: 'Mr. Kaiser',
  packages: [{ identifier: 'P-99' }] as never,
})

test.each(['anna', 'FREI anna', 'a-17', '4711', '079', 'kaiser', 'p-99', '  '])('"%s"', (filter) => {
  const expected = filter !== '079'
  expect(getMatcher(filter)(anna)).toBe(expected)
})

test('every word has to occur', () => {
  expect(getMatcher('anna 4711')(anna)).toBe(true)
  expect(getMatcher('anna 4712')(anna)).toBe(false)
})

test.each([
  ['cafe', 'Cafe\u0301 Wölfle'],
  ['WOELFLE', 'Café Wölfle'],
  ['อาหาร', 'ร้านอาหารไทย'],
  ['speckibunt', 'Speckibünt'],
])('"%s" finds %s in another spelling', (filter, label) => {
  expect(getMatcher(filter)(stop('s1', { label }))).toBe(true)
})

test('one slip is forgiven where nothing is written so', () => {
  const stops = new Map(
    ['Kindle', 'Kind el', 'Anna'].map((label, index) => [`s${index}`, stop(`s${index}`, { label })]),
  )
  expect(findMatches({ stops }, 'kindel')).toEqual(new Set(['s0']))
  expect(findMatches({ stops }, 'kind')).toEqual(new Set(['s0', 's1']))
  expect(findMatches({ stops }, 'kandel')).toEqual(new Set())
})

test('without a filter nothing is found or left out', () => {
  const stops = new Map([anna, stop('s2')].map((stop) => [stop.id, stop]))
  expect(findMatches({ stops }, ' ')).toBeUndefined()
  expect(findMatches({ stops }, 'anna')).toEqual(new Set(['s1']))
})
