import type { Stop } from '@routewright/contract'
import { expect, test } from 'vitest'
import { data, stop } from '../../test/sample-plan.ts'
import { shownTimes } from '../plan/stop-times.ts'
import { barState, chargingTimes, computeDelay, ghostTimes, nextStopId } from './bar-state.ts'

const midnight = Date.parse('2026-03-02T00:00:00Z')
const at = (seconds: number) => new Date(midnight + seconds * 1000).toISOString()
const route = { ...data.routes[0]!, status: 'in_transit' as const }
const planned = { duration: 600, planned_arrival_time: 30_000, planned_departure_time: 30_600 }
const report = (type: string, created_at: string) => [{ type, created_at }] as unknown as Stop['reports']
const served = (end: number, fields: Partial<Stop> = {}) =>
  stop('s1', {
    ...planned,
    status: 'completed',
    reports: report('service_report_completed', at(end)),
    ...fields,
  })

test('a bar tells what became of its stop, and that it is late before it tells that it is next', () => {
  const late = stop('s1', { ...planned, time_windows: [[28_000, 29_000]], estimated_arrival_time: at(29_400) })
  expect(barState(served(30_600), route, false, midnight)).toBe('done')
  expect(barState(stop('s1', { status: 'canceled' }), route, false, midnight)).toBe('failed')
  expect(barState(stop('s1', { status: 'incomplete' }), route, false, midnight)).toBe('failed')
  expect(barState(late, route, true, midnight)).toBe('late')
  expect(barState(stop('s1', planned), route, true, midnight)).toBe('next')
  expect(barState(stop('s1', planned), route, false, midnight)).toBe('planned')
  expect(computeDelay(late, route, midnight)).toBe(400)
})

test('the next stop is the first open one of a route that is under way', () => {
  const stops = new Map([served(30_600), stop('s2'), stop('s3')].map((stop) => [stop.id, stop]))
  expect(nextStopId(route, ['s1', 's2', 's3'], stops)).toBe('s2')
  expect(nextStopId({ ...route, status: 'not_started' }, ['s1', 's2'], stops)).toBeUndefined()
})

test('a bar stands where its stop was served or is expected, and its ghost where the plan had it', () => {
  expect(shownTimes(stop('s1', planned), midnight)).toEqual({ arrival: 30_000, start: 30_000, end: 30_600 })
  expect(ghostTimes(stop('s1', planned), midnight)).toBeUndefined()
  const done = served(32_000)
  expect(shownTimes(done, midnight)).toMatchObject({ start: 31_400, end: 32_000 })
  expect(ghostTimes(done, midnight)).toEqual({ arrival: 30_000, start: 30_000, end: 30_600 })
  const expected = stop('s1', {
    ...planned,
    estimated_arrival_time: at(31_000),
    estimated_departure_time: at(31_900),
  })
  expect(shownTimes(expected, midnight)).toEqual({ arrival: 31_000, start: 31_300, end: 31_900 })
  expect(ghostTimes(served(30_630), midnight)).toBeUndefined()
})

test('charging stands where it was planned, until its driver told when he left', () => {
  const visit = {
    charging_place_id: 'C',
    label: 'C',
    location: { lat: 47, lng: 9 },
    order: 1,
    planned_arrival_time: 30_000,
    planned_start_time: 30_100,
    planned_end_time: 31_000,
    energy: 5_000,
    arrival: 0.2,
    departure: 0.6,
  }
  expect(chargingTimes(visit, midnight)).toEqual([30_100, 31_000])
  expect(chargingTimes({ ...visit, real_end_time: at(31_600) }, midnight)).toEqual([30_700, 31_600])
})
