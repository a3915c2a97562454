import { expect, it } from 'vitest'
import { isSurePlace, SURE_SCORING } from './place-trust.ts'

it.each([
  ['given by somebody', {}, true],
  ['found whole and trusted', { scoring: SURE_SCORING, partial_match: false }, true],
  ['one of several', { scoring: 0.7, partial_match: false }, false],
  ['a street without its house', { scoring: 0.9, partial_match: true }, false],
])('%s: sure %s', (_, place, sure) => {
  expect(isSurePlace(place)).toBe(sure)
})
