import { expect, it } from 'vitest'
import { isPartlyStraight, isPointOutside, metersBeyond } from './map-reach.ts'

const extracts = [
  {
    name: 'Liechtenstein',
    bounds: [
      [9.47, 47.04],
      [9.64, 47.27],
    ] as [number, number][],
  },
]
const vaduz = { lat: 47.14, lng: 9.52 }
const bregenz = { lat: 47.503, lng: 9.74 }
const roads = { state: 'ready' as const }

it('tells places outside of every extract', () => {
  expect(isPointOutside(vaduz, extracts)).toBe(false)
  expect(isPointOutside(bregenz, extracts)).toBe(true)
  expect(isPointOutside(bregenz, [...extracts, { name: 'may lie anywhere' }])).toBe(false)
})

it('tells how far they lie beyond the edge', () => {
  expect(metersBeyond(vaduz, extracts)).toBe(0)
  expect(metersBeyond(bregenz, extracts)).toBeCloseTo(27_000, -3)
  expect(metersBeyond(vaduz, [])).toBeUndefined()
})

it('calls a route partly straight where the service has roads, but not at all of its places', () => {
  expect(isPartlyStraight([vaduz, bregenz], { roads, extracts })).toBe(true)
  expect(isPartlyStraight([vaduz, vaduz], { roads, extracts })).toBe(false)
  expect(isPartlyStraight([bregenz], { roads, extracts })).toBe(false)
  expect(isPartlyStraight([vaduz, bregenz], { extracts })).toBe(false)
  expect(isPartlyStraight([vaduz, bregenz], undefined)).toBe(false)
})
