// Doors and parking places: what is found in visits that agree, and what is left to the map.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { straightMeters } from '../../geography/travel/straight-lines.ts'
import { geometricMedian, learnPlaces, type PlaceVisit, type Point } from './learn-places.ts'

const map = { lat: 47.1, lng: 9.5 }
/** Metres north and east of the place on the map. */
const at = (north: number, east = 0): Point => ({ lat: map.lat + north / 111_195, lng: map.lng + east / 75_690 })

interface Seen {
  reported?: Point
  halt?: Point
  hasProof?: boolean
  map?: Point
  isByHand?: boolean
}
const visits = (seen: readonly Seen[]): PlaceVisit[] =>
  seen.map((visit, index) => ({
    customer: 'a',
    day: `2026-03-${String(index + 2).padStart(2, '0')}`,
    map,
    isByHand: false,
    reported: undefined,
    halt: undefined,
    hasProof: false,
    ...visit,
  }))
const learn = (seen: readonly Seen[]) => learnPlaces(visits(seen))[0]!

test('two visits on different days that agree give the door and the parking place', () => {
  const { door, parking } = learn([
    { reported: at(80, 3), halt: at(60) },
    { reported: at(84, -3), halt: at(62, 8) },
  ])
  expect(door).toMatchObject({ visits: 2, days: 2, isBetter: true })
  expect(straightMeters(door!, at(82))).toBeLessThan(1)
  expect(door!.mapError).toBeCloseTo(82, 0)
  expect(door!.learnedError).toBeCloseTo(7.2, 0)
  expect(straightMeters(parking!, at(61, 4))).toBeLessThan(1)
  expect(parking).toMatchObject({ isBetter: true })
})

test('one day may have been a mistake', () => {
  const [first] = visits([{ reported: at(80) }])
  expect(learnPlaces([first!, { ...first! }])[0]!.door).toBeUndefined()
})

test('the map stays where it is as near, where visits do not agree, and where they are of another address', () => {
  expect(learn([{ reported: at(8) }, { reported: at(12) }, { reported: at(9) }]).door!.isBetter).toBe(false)
  expect(learn([{ reported: at(100) }, { reported: at(-60) }, { reported: at(20, 90) }]).door!.isBetter).toBe(false)
  expect(learn([{ reported: at(400) }, { reported: at(402) }]).door).toBeUndefined()
})

test('a few that were made elsewhere carry the door nowhere', () => {
  const seen = [80, 82, 79, 83, 81].map((north) => ({ reported: at(north) }))
  const { door } = learn([...seen, { reported: at(-200) }, { reported: at(0, 240) }])
  expect(straightMeters(door!, at(81))).toBeLessThan(5)
  expect(door!.isBetter).toBe(true)
})

test('reports with a photo or a signature count alone where there are two days of them', () => {
  const inVan = [30, 31, 32].map((north) => ({ reported: at(north) }))
  const proven = [80, 82].map((north) => ({ reported: at(north), hasProof: true }))
  expect(straightMeters(learn([...inVan, ...proven]).door!, at(81))).toBeLessThan(2)
  expect(straightMeters(learn([...inVan, proven[0]!]).door!, at(31))).toBeLessThan(3)
})

test('who moved is learned anew, and a place that somebody set is told', () => {
  const elsewhere = { lat: 47.2, lng: 9.6 }
  const place = learn([
    { reported: at(80) },
    { reported: at(81) },
    { map: elsewhere, reported: elsewhere, isByHand: true },
  ])
  expect(place).toMatchObject({ map: elsewhere, visits: 1, isByHand: true, door: undefined })
})

test('a new door shows after six visits', () => {
  const seen = [...Array(20).fill(at(80)), ...Array(6).fill(at(-80))].map((reported) => ({ reported }))
  expect(straightMeters(learn(seen).door!, at(-80))).toBeLessThan(10)
})

test('no point has a smaller sum of distances than the geometric median', () => {
  const meters = fc.integer({ min: -200, max: 200 })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(meters, meters), { minLength: 1, maxLength: 9 }),
      meters,
      meters,
      (all, north, east) => {
        const points = all.map(([one, other]) => at(one, other))
        const sum = (from: Point) => points.reduce((total, point) => total + straightMeters(point, from), 0)
        expect(sum(geometricMedian(points))).toBeLessThanOrEqual(sum(at(north, east)) + 0.02 * points.length * 10)
      },
    ),
  )
})
