import type { Stop } from '@routewright/contract'
import { expect, test } from 'vitest'
import { stop } from '../../test/sample-plan.ts'
import { computeCompactness, computeHull, countCrossings, meanOverlap, type Point } from './compactness.ts'

const square = (west: number, south: number, size: number): Point[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
]

test('the hull is the outermost points, without those on its sides', () => {
  const inside: Point[] = [
    [1, 1],
    [2, 0],
    [0, 2],
    [2, 2],
  ]
  expect(computeHull([...inside, ...square(0, 0, 4)])).toEqual(square(0, 0, 4))
  expect(computeHull([[3, 3]])).toEqual([])
})

test('of an area counts what others cover, up to the whole; areas side by side do not overlap', () => {
  expect(meanOverlap([square(0, 0, 2), square(2, 0, 2)])).toBe(0)
  // Half of each.
  expect(meanOverlap([square(0, 0, 2), square(1, 0, 2)])).toBeCloseTo(0.5)
  // A quarter of the large one, all of the small one, whichever comes first.
  expect(meanOverlap([square(0, 0, 4), square(1, 1, 2)])).toBeCloseTo(0.625)
  expect(meanOverlap([square(1, 1, 2), square(0, 0, 4)])).toBeCloseTo(0.625)
  // Covered twice is covered once; a line has no area.
  const line: Point[] = [
    [0, 0],
    [4, 4],
  ]
  expect(meanOverlap([square(0, 0, 2), square(0, 0, 2), square(0, 0, 2), line])).toBeCloseTo(1)
  expect(meanOverlap([])).toBe(0)
})

test('ways of different routes that cross are counted, those that only touch or are of one route are not', () => {
  const rising: Point[] = [
    [0, 0],
    [4, 4],
  ]
  const falling: Point[] = [
    [0, 4],
    [4, 0],
  ]
  const touching: Point[] = [
    [4, 4],
    [8, 0],
  ]
  expect(countCrossings([rising, falling])).toBe(1)
  expect(countCrossings([[...rising, ...falling]])).toBe(0)
  expect(countCrossings([rising, touching])).toBe(0)
  expect(countCrossings([falling, rising, touching])).toBe(1)
})

test('stops without a place, and routes without an area, count for nothing', () => {
  const at = (id: string, lat: number, lng: number): [string, Stop] => [
    id,
    stop(id, { location: { lat, lng, country: 'LI' } as Stop['location'] }),
  ]
  const stops = new Map([at('a', 47, 9), at('b', 47.1, 9.1), at('c', 47.1, 9), at('d', 47, 9.1)])
  stops.set('lost', stop('lost'))
  const orders = new Map([
    ['A', ['a', 'lost', 'b']],
    ['B', ['c', 'd']],
    ['C', []],
  ])
  expect(computeCompactness({ stops, orders })).toEqual({ overlap: 0, crossings: 1 })
})
