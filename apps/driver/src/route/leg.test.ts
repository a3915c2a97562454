import type { DriverRoute, DriverStop } from '@routewright/contract'
import { createFormats } from '@routewright/ui/format'
import { expect, test } from 'vitest'
import { legSeconds, legText, wayText } from './leg.ts'

const hour = 3600
const stop = (changed: object): DriverStop => ({ id: 'a', ...changed }) as never
const first = stop({ id: 'a', planned_arrival_time: 8.5 * hour, planned_departure_time: 9 * hour })
const second = stop({ id: 'b', planned_arrival_time: 10 * hour, distance_to_previous_stop: 4_300 })
const route = (changed: object = {}): DriverRoute =>
  ({ planned_start_time: 8 * hour, stops: [first, second], breaks: [], ...changed }) as never
const formats = createFormats({ language: 'en-GB', timeZone: 'UTC', units: 'metric' })
const markStraight = (distance: string) => `≈ ${distance}`
const mark = (part: string) => `(${part})`

test('a leg lasts from the departure before it, or from the start after loading, to the arrival', () => {
  expect(legSeconds(route(), second)).toBe(hour)
  expect(legSeconds(route(), first)).toBe(hour / 2)
  expect(legSeconds(route({ planned_loading_time: 600 }), first)).toBe(hour / 2 - 600)
})

test('breaks and charging on the way are no driving, and count once where they are at the same time', () => {
  const pause = { is_completed: false, planned_start_time: 8.75 * hour, planned_end_time: 9.5 * hour }
  expect(legSeconds(route({ breaks: [pause] }), second)).toBe(hour / 2)
  const charging = [{ planned_start_time: 9.25 * hour, planned_end_time: 9.75 * hour }]
  expect(legSeconds(route({ breaks: [pause], planned_charge: { charging } }), second)).toBe(hour / 4)
})

test('without times, or with times of another order, only the distance is told; a stop of no route tells nothing', () => {
  expect(legText(route(), second, formats, markStraight)).toBe(`${formats.duration(hour)} · ${formats.distance(4_300)}`)
  expect(legText(route({ stops: [second, first] }), first, formats, markStraight)).toBeUndefined()
  expect(legSeconds(route(), { ...second, planned_arrival_time: 8 * hour } as never)).toBeUndefined()
  expect(
    legText(
      route({ planned_start_time: undefined }),
      { ...first, distance_to_previous_stop: 900 } as never,
      formats,
      markStraight,
    ),
  ).toBe(formats.distance(900))
})

test('the way of a route says where some of it, or all of it, are straight lines', () => {
  const far = formats.distance(4_300)
  expect(wayText({ planned_distance: 4_300 }, formats, mark)).toBe(far)
  expect(wayText({ planned_distance: 4_300, straight_distance: 900 }, formats, mark)).toBe(`${far} (part)`)
  expect(wayText({ planned_distance: 4_300, straight_distance: 4_300 }, formats, mark)).toBe(`${far} (whole)`)
  expect(wayText({ planned_distance: 4_300, is_off_roads: true }, formats, mark)).toBe(`${far} (whole)`)
  expect(wayText({}, formats, mark)).toBeUndefined()
})

test('a leg says where it is a straight line, whatever the others of its route are', () => {
  const straight = stop({ ...second, is_straight_to_previous_stop: true })
  const text = `${formats.duration(hour)} · ≈ ${formats.distance(4_300)}`
  expect(legText(route({ stops: [first, straight] }), straight, formats, markStraight)).toBe(text)
  expect(legText(route({ stops: [straight, second] }), second, formats, markStraight)).not.toContain('≈')
})
