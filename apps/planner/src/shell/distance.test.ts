// Where there is no room for words, a sign tells that a distance is an estimate.
import { createFormats } from '@routewright/ui/format'
import { expect, test } from 'vitest'
import { shortDistanceText } from './distance.tsx'

const formats = createFormats({ language: 'en-GB', timeZone: 'UTC' })

test.each([
  ['roads alone', {}, '13.1\u00a0km'],
  ['straight lines in part', { straight_distance: 4_000 }, '≈\u00a013.1\u00a0km'],
  ['straight lines alone', { straight_distance: 13_100 }, '≈\u00a013.1\u00a0km'],
  ['a route of before they were counted', { is_off_roads: true }, '≈\u00a013.1\u00a0km'],
])('%s', (_, facts, text) => {
  expect(shortDistanceText(13_100, facts, formats)).toBe(text)
})
