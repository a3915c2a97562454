// How well a geocoder's result matches the query.
import { expect, test } from 'vitest'
import { withTrust } from './trust.ts'

const house = { street: 'Städtle', houseNumber: '36', postalCode: '9490', city: 'Vaduz', country: 'Liechtenstein' }
const trust = (found: object, asked: string) => withTrust(found as Parameters<typeof withTrust>[0], asked)

test('a house that was asked for in every word is wholly trusted', () => {
  expect(trust(house, 'Städtle 36, 9490 Vaduz')).toMatchObject({ scoring: 1, partial_match: false })
})

test('without its house number an answer is a street, without its street a town', () => {
  expect(trust(house, 'Städtle, 9490 Vaduz')).toMatchObject({ scoring: 0.6, partial_match: true })
  expect(trust(house, '9490 Vaduz')).toMatchObject({ scoring: 0.4, partial_match: true })
})

test('another house of the street is in part what was asked for', () => {
  const other = trust(house, 'Städtle 40, 9490 Vaduz')
  expect(other.partial_match).toBe(true)
  expect(other.scoring).toBeLessThanOrEqual(0.6)
})

test('nothing was asked for in signs alone; without any text whatever is found is right', () => {
  expect(trust(house, '…')).toMatchObject({ scoring: 0, partial_match: true })
  expect(trust(house, '')).toMatchObject({ scoring: 1, partial_match: false })
})
