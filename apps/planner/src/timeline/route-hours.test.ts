import { expect, test } from 'vitest'
import { data } from '../../test/sample-plan.ts'
import { allowedTime, valuesWith } from './route-hours.ts'

const route = {
  ...data.routes[0]!,
  time_window: [28_800, 61_200] as [number, number],
  vehicle: { break: { start: 43_200, end: 50_400, duration: 1_800 } },
}

test('times are dragged in steps of five minutes, and a route never ends before it starts', () => {
  expect(allowedTime(route, 'start', 30_150)).toBe(30_300)
  expect(allowedTime(route, 'start', 70_000)).toBe(60_300)
  expect(allowedTime(route, 'end', 20_000)).toBe(29_700)
  expect(allowedTime(route, 'end', 99_000)).toBe(86_400)
  expect(allowedTime(route, 'break', -500)).toBe(0)
  expect(allowedTime(route, 'break', 99_000)).toBe(84_600)
})

test('a dragged edge changes that side of the working hours, a dragged break keeps its length and its room', () => {
  expect(valuesWith(route, 'start', 32_400).routes).toEqual([{ route_id: 'A', time_window: [32_400, 61_200] }])
  expect(valuesWith(route, 'end', 57_600).routes).toEqual([{ route_id: 'A', time_window: [28_800, 57_600] }])
  expect(valuesWith(route, 'break', 46_800).routes).toEqual([
    { route_id: 'A', break: { start: 46_800, end: 54_000, duration: 1_800 } },
  ])
  expect(valuesWith(route, 'break', 84_000).routes).toMatchObject([{ break: { start: 84_000, end: 86_400 } }])
})

test('a route without working hours gets them on the side that is dragged', () => {
  const { time_window: _window, ...open } = route
  expect(valuesWith(open, 'start', 32_400).routes).toEqual([{ route_id: 'A', time_window: [32_400, 86_400] }])
})
