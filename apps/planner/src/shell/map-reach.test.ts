import { expect, it } from 'vitest'
import { isPointOutside, metersBeyond } from './map-reach.ts'

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
