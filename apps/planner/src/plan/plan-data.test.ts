import { describe, expect, test } from 'vitest'
import { data, stop } from '../../test/sample-plan.ts'
import { computeTotals, lastReport, lateSeconds, readBoard, servedTime, serviceStart, withChange } from './plan-data.ts'

const later = '2026-03-02T09:00:00.000Z'

test('what stops have in common holds where a stop does not say otherwise', () => {
  const stops = [{ id: 's1', type: 'visit' as const }, { id: 's2' }]
  const board = readBoard({ plan: data.plan, routes: [], common: { type: 'delivery', requires: [] }, stops })
  expect([...board.stops.values()]).toEqual([
    { id: 's1', type: 'visit', requires: [] },
    { id: 's2', type: 'delivery', requires: [] },
  ])
})

test('routes stand in the plan’s order, stops in driving order, the inbox by fixed number', () => {
  expect(data.routes.map(({ id }) => id)).toEqual(['A', 'B'])
  expect(data.orders.get('A')).toEqual(['s4', 's3'])
  expect(data.unassigned).toEqual(['s2', 's10'])
})

describe('a change', () => {
  test('moves, removes and adds stops', () => {
    const next = withChange(data, {
      stops: [stop('s2', { route_id: 'B', order: 0, updated_at: later }), stop('s5', { updated_at: later })],
      removed_stops: ['s10'],
    })
    expect(next.orders.get('B')).toEqual(['s2'])
    expect(next.unassigned).toEqual(['s5'])
  })
  test('that is older than what is held is left out', () => {
    const fresh = withChange(data, { stops: [stop('s2', { route_id: 'B', order: 0, updated_at: later })] })
    expect(withChange(fresh, { stops: [stop('s2')] }).orders.get('B')).toEqual(['s2'])
  })
  test('of when a stop is expected touches nothing else of it, and a time that is gone goes', () => {
    const estimates = [{ stop_id: 's3', estimated_arrival_time: later, estimated_departure_time: later }]
    const expected = withChange(data, { estimates })
    expect(expected.stops.get('s3')).toEqual({ ...data.stops.get('s3'), ...estimates[0], stop_id: undefined })
    expect(withChange(expected, { estimates: [{ stop_id: 's3' }] }).stops.get('s3')).toEqual(data.stops.get('s3'))
    expect(withChange(data, { estimates: [{ stop_id: 'elsewhere', estimated_arrival_time: later }] })).toEqual(data)
  })
  test('of where a vehicle is keeps the rest of its route', () => {
    const position = { lat: 47, lng: 9, created_at: later }
    const { routes } = withChange(data, { positions: [{ route_id: 'A', position, estimated_end_time: later }] })
    expect(routes[0]).toEqual({ ...data.routes[0], last_position: position, estimated_end_time: later })
    expect(routes[1]).toEqual(data.routes[1])
  })
  test('to another plan takes the stop away', () => {
    const next = withChange(data, { stops: [stop('s2', { plan_id: 'other', updated_at: later })] })
    expect(next.stops.has('s2')).toBe(false)
  })
})

test('waiting stands between arrival and service, and lateness is measured at the service', () => {
  const waits = stop('s1', {
    planned_arrival_time: 30_000,
    planned_departure_time: 32_700,
    duration: 300,
    time_windows: [[32_400, 36_000]],
  })
  expect(serviceStart(waits)).toBe(32_400)
  expect(lateSeconds(waits)).toBe(0)
  expect(lateSeconds({ ...waits, time_windows: [[20_000, 32_000]] })).toBe(400)
})

test('what is done stands where the phone says, and is late when its service ended later than in time', () => {
  const midnight = Date.parse('2026-03-02T00:00:00.000Z')
  const report = (type: string, clock: string) => ({
    type,
    created_at: `2026-03-02T${clock}:00.000Z`,
    time_in_stop: 240,
  })
  const reports = [report('service_report_completed', '10:00'), report('service_report_attempted', '11:00')] as never
  const planned = { planned_arrival_time: 30_000, planned_departure_time: 30_300, duration: 300 }
  const done = stop('s1', { ...planned, status: 'completed', reports, time_windows: [[28_800, 34_800]] })
  expect(lastReport(done)?.created_at).toBe('2026-03-02T10:00:00.000Z')
  expect(servedTime(done, midnight)).toEqual({ start: 35_760, end: 36_000 })
  expect([lateSeconds(done, midnight), lateSeconds(done)]).toEqual([900, 0])
  expect(lateSeconds({ ...done, time_windows: [[28_800, 35_700]] }, midnight)).toBe(0)
  const open = { ...done, status: 'pending' as const }
  expect([lastReport(open), servedTime(open, midnight), lateSeconds(open, midnight)]).toEqual([undefined, undefined, 0])
})

test('a selection is totalled', () => {
  expect(computeTotals([stop('s1', { weight: 2, duration: 60 }), stop('s2', { weight: 3 })])).toEqual({
    count: 2,
    weight: 5,
    volume: 0,
    serviceSeconds: 60,
  })
})
