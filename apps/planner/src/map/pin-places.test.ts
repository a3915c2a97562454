import { expect, test } from 'vitest'
import { stop } from '../../test/sample-plan.ts'
import { pinPlace } from './pin-places.ts'

const at = (lng: number, lat: number) => ({ location: { lng, lat } }) as object

test('pins stand at the places of their stops, and those that share one stand around it, a few metres apart', () => {
  const all = [stop('s1', at(9.5, 47)), stop('s2', at(9.6, 47)), stop('s3', at(9.5, 47)), stop('s4')]
  const stops = new Map(all.map((one) => [one.id, one]))
  expect(pinPlace({ stops }, all[1]!)).toEqual([9.6, 47])
  expect(pinPlace({ stops }, all[3]!)).toBeUndefined()
  const [first, third] = [pinPlace({ stops }, all[0]!)!, pinPlace({ stops }, all[2]!)!]
  expect(first).not.toEqual(third)
  const metres = Math.hypot((first[0] - third[0]) * 75_900, (first[1] - third[1]) * 111_320)
  expect(metres).toBeCloseTo(16, 0)
})

test('on a crowded place no two pins come nearer than half a dozen metres', () => {
  const all = Array.from({ length: 40 }, (_, index) => stop(`s${index}`, at(9.5, 47)))
  const stops = new Map(all.map((one) => [one.id, one]))
  const places = all.map((one) => pinPlace({ stops }, one)!)
  for (const [index, a] of places.entries()) {
    for (const b of places.slice(index + 1)) {
      expect(Math.hypot((a[0] - b[0]) * 75_900, (a[1] - b[1]) * 111_320)).toBeGreaterThan(6)
    }
  }
})
