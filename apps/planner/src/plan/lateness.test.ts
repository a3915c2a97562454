// How late an open stop is expected: after its window, or, without one, after the plan once its driver is on the way.
import type { BareRoute as Route } from '@routewright/contract'
import { expect, test } from 'vitest'
import { stop } from '../../test/sample-plan.ts'
import { expectedLateness } from './lateness.ts'

const midnight = Date.parse('2026-03-02T00:00:00Z')
const onTheWay = { status: 'in_transit' } as Route
const atTen = { estimated_arrival_time: '2026-03-02T10:00:00.000Z', planned_arrival_time: 35_000 }

test('the last window counts, whatever was planned', () => {
  const windows: [number, number][] = [
    [28_800, 30_000],
    [32_400, 35_700],
  ]
  expect(expectedLateness(stop('s1', { ...atTen, time_windows: windows }), onTheWay, midnight)).toBe(300)
  expect(expectedLateness(stop('s1', { ...atTen, time_windows: [[0, 36_060]] }), onTheWay, midnight)).toBe(-60)
})

test('without a window the plan counts, but only on a route that is under way', () => {
  expect(expectedLateness(stop('s1', atTen), onTheWay, midnight)).toBe(1_000)
  expect(expectedLateness(stop('s1', atTen), { status: 'not_started' } as Route, midnight)).toBe(0)
  const { estimated_arrival_time } = atTen
  expect(expectedLateness(stop('s1', { estimated_arrival_time }), onTheWay, midnight)).toBe(0)
})
