import { expect, test } from 'vitest'
import { stop } from '../../test/sample-plan.ts'
import { pinPlace } from './pin-places.ts'

const at = (lng: number, lat: number) => ({ location: { lng, lat } }) as object

test('pins stand at the places of their stops, and those that share one stand around it, a few metres apart', () => {
  const all = [stop('s1', at(9.5, 47)), stop('s2', at(9.6, 47)), stop('s3', at(9.5, 47)), stop('s4')]
  const stops = new Map(all.map((stop) => [stop.id, stop]))
  expect(pinPlace({ stops }, all[1]!)).toEqual([9.6, 47])
  expect(pinPlace({ stops }, all[3]!)).toBeUndefined()
  const [first, third] = [pinPlace({ stops }, all[0]!)!, pinPlace({ stops }, all[2]!)!]
  expect(first).not.toEqual(third)
  const metres = Math.hypot((first[0] - third[0]) * 75_900, (first[1] - third[1]) * 111_320)
  expect(metres).toBeCloseTo(16, 0)
})

test('on a crowded place no two pins come nearer than half a dozen metres', () => {
  const all = Array.from({ length: 40 }, (_, index) => stop(`s${index}`, at(9.5, 47)))
  const stops = new Map(all.map((stop) => [stop.id, stop]))
  const places = all.map((stop) => pinPlace({ stops }, stop)!)
  for (const [index, a] of places.entries()) {
    for (const b of places.slice(index + 1)) {
      expect(Math.hypot((a[0] - b[0]) * 75_900, (a[1] - b[1]) * 111_320)).toBeGreaterThan(6)
    }
  }
})

/** Metres east and north of the common place, for each pin. */
function getRing(ids: readonly string[], lat: number): [number, number][] {
  const all = ids.map((id) => stop(id, at(9.5, lat)))
  const stops = new Map(all.map((stop) => [stop.id, stop]))
  return all.map((stop) => {
    const [lng, own] = pinPlace({ stops }, stop)!
    return [(lng - 9.5) * 111_320 * Math.cos((lat * Math.PI) / 180), (own - lat) * 111_320]
  })
}

test('two pins stand eight metres north and south of their place, the lower id in the north', () => {
  const [first, second] = getRing(['s2', 's1'], 47) as [[number, number], [number, number]]
  expect(second[0]).toBeCloseTo(0, 5)
  expect(second[1]).toBeCloseTo(8, 5)
  expect(first[0]).toBeCloseTo(0, 5)
  expect(first[1]).toBeCloseTo(-8, 5)
})

test.each([0, 60, -60])('at latitude %i a ring is round, from north by east, and as wide as its pins need', (lat) => {
  const ring = getRing(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], lat)
  const radius = (8 * 8) / (2 * Math.PI)
  for (const [east, north] of ring) expect(Math.hypot(east, north)).toBeCloseTo(radius, 5)
  expect(ring[2]![0]).toBeCloseTo(radius, 5)
  expect(ring[4]![1]).toBeCloseTo(-radius, 5)
})
