import type { DriverRoute } from '@routewright/contract'
import { expect, test } from 'vitest'
import type { QueuedCall, QueuedItem } from '../store/database.ts'
import { applyCalls } from './overlay.ts'

const parcel = (identifier: string) => ({ identifier, status: 'pending' })
const makeStop = (id: string, codes: string[]) => ({
  id,
  status: 'pending',
  packages: codes.map(parcel),
  reports: [],
  tasks: [],
  report_attempts: 0,
})
const route = {
  id: 'r',
  status: 'not_started',
  stops: [makeStop('a', ['P1', 'P2']), makeStop('b', []), makeStop('c', [])],
} as unknown as DriverRoute

let seq = 0
const item = (call: QueuedCall, stop_id?: string): QueuedItem => {
  seq += 1
  const rest = { state: 'waiting' as const, created_at: 0, send_after: 0, attempts: 0, route_id: 'r' }
  return { ...call, ...rest, seq, id: `i${seq}`, ...(stop_id ? { stop_id } : {}) }
}
const report = (stopId: string, body: object) => item({ kind: 'report', body: body as never }, stopId)
const at = '2026-03-02T08:00:00.000Z'
const completed = { type: 'service_report_completed' }
const statuses = (after: DriverRoute) => after.stops.map(({ id, status }) => `${id} ${status}`)

test('nothing queued leaves the route as it was read', () => {
  expect(applyCalls(route, [])).toBe(route)
})

test('a start and reports show at once; with the last stop the route ends', () => {
  const calls = [item({ kind: 'start', body: { at } }), report('b', completed)]
  const after = applyCalls(route, calls)
  expect(after).toMatchObject({ status: 'in_transit', start_date: at })
  expect(statuses(after)).toEqual(['a pending', 'b completed', 'c pending'])
  const canceled = { type: 'service_report_canceled' }
  expect(applyCalls(route, [...calls, report('a', canceled), report('c', completed)]).status).toBe('finished')
})

test('where in the van goods lie shows at once, changes, and goes', () => {
  const say = (place: object | null) => item({ kind: 'van_place', body: { place } as never }, 'b')
  const [first, second, gone] = [say({ depth: 'back' }), say({ side: 'left', mark: '12' }), say(null)]
  expect(applyCalls(route, [first]).stops[1]).toMatchObject({ van_place: { depth: 'back' } })
  expect(applyCalls(route, [first, second]).stops[1]!.van_place).toEqual({ side: 'left', mark: '12' })
  expect(applyCalls(route, [first, gone]).stops[1]).not.toHaveProperty('van_place')
})

test('a door that the driver told is where the stop is, while it is open', () => {
  const location = { lat: 47.1, lng: 9.5 }
  const door = item({ kind: 'note', body: { kind: 'door', stop_id: 'b', location } }, 'b')
  const placed = {
    ...route,
    stops: route.stops.map((stop) => ({
      ...stop,
      location: { label: 'Feldweg 1', lat: 47, lng: 9 },
      learned_place: { lat: 47.001, lng: 9, kind: 'parking' as const },
    })),
  }
  expect(applyCalls(placed, [door]).stops[1]!.location).toEqual({ label: 'Feldweg 1', ...location })
  // The learned place of the old door no longer applies.
  expect(applyCalls(placed, [door]).stops[1]).not.toHaveProperty('learned_place')
  const done = applyCalls(placed, [report('b', completed), door])
  expect(done.stops[1]!.location).toMatchObject({ lat: 47 })
})

test('a delivery that lacks a parcel, or a task, is done in part', () => {
  const short = report('a', { ...completed, packages: [{ identifier: 'P1' }] })
  expect(statuses(applyCalls(route, [short]))[0]).toBe('a incomplete')
  const whole = report('a', { ...completed, packages: [{ identifier: 'P1' }, { identifier: 'P2' }] })
  expect(statuses(applyCalls(route, [whole]))[0]).toBe('a completed')
  const refused = report('b', { ...completed, tasks: [{ task_id: 't', status: 'canceled' }] })
  expect(statuses(applyCalls(route, [refused]))[1]).toBe('b incomplete')
})

test('an attempt leaves the stop pending and counts', () => {
  const after = applyCalls(route, [report('a', { type: 'service_report_attempted' })])
  expect(after.stops[0]).toMatchObject({ status: 'pending', report_attempts: 1 })
})

test('only attempts count as attempts', () => {
  expect(applyCalls(route, [report('a', completed)]).stops[0]!.report_attempts).toBe(0)
})

test('a report that the service knows already is not done twice, another one of the same stop is', () => {
  const attempt = report('a', { type: 'service_report_attempted' })
  const knownBy = (client_id: string) => {
    const stops = route.stops.map((stop) => ({ ...stop, report_attempts: 1, reports: [{ client_id } as never] }))
    return applyCalls({ ...route, stops }, [attempt]).stops[0]!.report_attempts
  }
  expect(knownBy(attempt.id)).toBe(1)
  expect(knownBy('another')).toBe(2)
})

test('an own order shows: ended stops first, stops that it does not name last', () => {
  const order = item({ kind: 'order', body: { stop_ids: ['c', 'a'] } })
  expect(statuses(applyCalls(route, [report('b', completed), order]))).toEqual([
    'b completed',
    'c pending',
    'a pending',
  ])
})

test('a loaded parcel is aboard, a break runs and ends', () => {
  const scan = item({ kind: 'scan', body: { identifier: 'P2', purpose: 'load', stop_id: 'a' } })
  expect(applyCalls(route, [scan]).stops[0]!.packages.map(({ status }) => status)).toEqual(['pending', 'picked'])
  const pause = [
    item({ kind: 'break', body: { action: 'start', at } }),
    item({ kind: 'break', body: { action: 'end', at } }),
  ]
  expect(applyCalls(route, pause.slice(0, 1)).break_stop).toEqual({ is_completed: false, real_start_time: at })
  expect(applyCalls(route, pause).break_stop).toMatchObject({ is_completed: true, real_end_time: at })
})

test('charging that was told of shows with what is in the battery', () => {
  const visit = {
    charging_place_id: 'C',
    label: 'Halfway',
    location: { lat: 47, lng: 9 },
    order: 1,
    planned_arrival_time: 100,
    planned_start_time: 100,
    planned_end_time: 700,
    arrival: 0.2,
    departure: 0.4,
    energy: 6_000,
  }
  const electric = {
    ...route,
    battery: { capacity: 30_000 },
    planned_charge: { start: 1, lowest: 0.1, end: 0.1, stops: [], charging: [visit] },
  }
  const told = item({ kind: 'charging', body: { charging_place_id: 'C', charge: 0.8, at } })
  expect(applyCalls(electric, [told]).planned_charge!.charging).toEqual([
    { ...visit, departure: 0.8, energy: 18_000, real_end_time: at },
  ])
  // The place is gone from the plan: nothing changes.
  const other = item({ kind: 'charging', body: { charging_place_id: 'D', charge: 0.8, at } })
  expect(applyCalls(electric, [other])).toEqual(electric)
  expect(applyCalls(route, [told])).toEqual(route)
  // Nobody knows how much a battery of unknown size took.
  const { battery: _, ...unknown } = electric
  expect(applyCalls(unknown, [told]).planned_charge!.charging).toMatchObject([{ departure: 0.8, energy: 0 }])
})

test('what was not delivered goes back to the depot, and is handed over there', () => {
  const short = report('a', { ...completed, packages: [{ identifier: 'P1' }] })
  const back = item({ kind: 'return', body: { stop_id: 'a', identifier: 'P2', at } })
  expect(applyCalls(route, [short]).returns).toMatchObject([{ stop_id: 'a', identifier: 'P2' }])
  expect(applyCalls(route, [short, back]).returns).toMatchObject([{ identifier: 'P2', returned_at: at }])
  const whole = report('a', { ...completed, packages: [{ identifier: 'P1' }, { identifier: 'P2' }] })
  expect(applyCalls(route, [whole]).returns).toEqual([])
})

test('goods that come back are named as their stop is', () => {
  const names = { label: 'Anna Frei', external_id: 'A-17', fixed_id: 'F-3' }
  const stops = route.stops.map((stop) => ({ ...stop, ...names }))
  const short = report('a', { ...completed, packages: [{ identifier: 'P1' }] })
  expect(applyCalls({ ...route, stops }, [short]).returns).toEqual([
    { stop_id: 'a', route_id: 'r', identifier: 'P2', ...names },
  ])
})
