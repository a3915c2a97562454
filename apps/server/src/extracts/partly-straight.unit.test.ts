import { expect, it } from 'vitest'
import { isPartlyStraight } from './partly-straight.ts'

const bounds = { minLat: 47.04, maxLat: 47.27, minLng: 9.47, maxLng: 9.64 }
const extracts = { used: [{ name: 'Liechtenstein', file: 'li.osm.pbf', bounds }] } as never
const roads = { status: { car: { state: 'ready' as const } } } as never
const vaduz = { lat: 47.14, lng: 9.52 }
const bregenz = { lat: 47.503, lng: 9.74 }

it.each([
  ['all places on the map', [vaduz, vaduz, null], false],
  ['one outside', [vaduz, bregenz], true],
  ['a place without coordinates', [vaduz, { label: 'nowhere' }], false],
  ['one place alone', [bregenz], false],
])('%s: %s', (_, places, expected) => {
  expect(isPartlyStraight({ roads, extracts }, places)).toBe(expected)
})

it('says nothing where a routing server knows the roads', () => {
  expect(isPartlyStraight({ roads: { status: {} }, extracts }, [vaduz, bregenz])).toBe(false)
})
