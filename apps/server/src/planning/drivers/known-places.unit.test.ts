// Familiarity of people with places, derived from past days.
import { expect, test } from 'vitest'
import { KnownPlaces } from './known-places.ts'

const route = (person: string, date: string, ...places: number[]) => ({
  id: person,
  vehicle_id: null,
  time_window: null,
  date,
  places,
})
const known = (...routes: ReturnType<typeof route>[]) => new KnownPlaces(routes, ({ id }) => id)
const vaduz = { lat: 47.141, lng: 9.521 }

test('days near a place count, not stops, each person for himself', () => {
  const places = known(
    route('ana', '2026-03-02', 47.141, 9.521, 47.1411, 9.5212, 47.3, 9.5),
    route('ana', '2026-03-03', 47.142, 9.522),
    route('bento', '2026-03-03', 47.142, 9.522),
  )
  expect(places.daysNear('ana', vaduz)).toBe(2)
  expect(places.daysNear('bento', vaduz)).toBe(1)
  expect(places.daysNear('carla', vaduz)).toBe(0)
  expect(places.daysNear(undefined, vaduz)).toBe(0)
  expect(places.familiarity('carla', vaduz)).toBe(0)
  expect(places.familiarity('ana', vaduz)).toBeGreaterThan(places.familiarity('bento', vaduz))
})

test('near is half a kilometre in every direction, at the equator and in the far north alike', () => {
  for (const lat of [0.0001, -33.9, 47.1, 69.6]) {
    for (const lng of [-179.2, 9.5, 0.0003]) {
      const degreeOfLng = 111_195 * Math.cos((lat * Math.PI) / 180)
      for (let angle = 0; angle < 360; angle += 15) {
        const [north, east] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
        const at = (meters: number) =>
          known(route('ana', '2026-03-02', lat + (north * meters) / 111_195, lng + (east * meters) / degreeOfLng))
        expect(at(490).daysNear('ana', { lat, lng }), `${lat} ${lng} ${angle}`).toBe(1)
        expect(at(510).daysNear('ana', { lat, lng }), `${lat} ${lng} ${angle}`).toBe(0)
      }
    }
  }
})
