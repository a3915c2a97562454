// The limits that routes get where a plan is given more room.
import { expect, test } from 'vitest'
import { moreRoom, moreStops } from './more-room.ts'

const route = { time_window: [28_800, 61_200] as [number, number], max_services: 16, max_weight: 1_000 }

test.each([
  ['half_hour_longer', { time_window: [28_800, 63_000] }],
  ['quarter_more_stops', { max_services: 20 }],
  ['quarter_more_room', { max_weight: 1_250 }],
] as const)('%s changes these limits and no others', (change, update) => {
  expect(moreRoom(change, route)).toEqual(update)
})

test('a working time that has a limit of its own is longer, too', () => {
  expect(moreRoom('half_hour_longer', { max_time: 3_600 })).toEqual({ max_time: 5_400 })
})

test('what no limit of a route stands for changes nothing', () => {
  expect([moreRoom('quarter_more_stops', {}), moreRoom('half_hour_longer', {})]).toEqual([undefined, undefined])
  expect(
    (['again', 'one_vehicle_more', 'windows_half_hour_wider'] as const).map((text) => moreRoom(text, route)),
  ).toEqual([undefined, undefined, undefined])
})

test('stops of a vehicle are raised to what fewer vehicles would take, never lowered', () => {
  expect(moreStops({ would_take: 40 }, route)).toEqual({ max_services: 40 })
  expect(moreStops({ would_take: 12 }, route)).toBeUndefined()
  expect(moreStops({ would_take: 40 }, {})).toBeUndefined()
})
