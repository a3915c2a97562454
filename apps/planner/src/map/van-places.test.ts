import type { BareRoute as Route } from '@routewright/contract'
import { expect, test } from 'vitest'
import { stop } from '../../test/sample-plan.ts'
import type { PlanData } from '../plan/plan-data.ts'
import { placeOnWay, readDrive, readRecorded } from './van-places.ts'

const midnight = Date.parse('2026-03-02T00:00:00Z')
const at = (seconds: number) => new Date(midnight + seconds * 1000).toISOString()
/** On the equator, so that a degree east is as long as one north. */
const depot = { lat: 0, lng: 0 }
const times = (from: number, to: number) => ({ planned_arrival_time: from, planned_departure_time: to })
const stops = [
  stop('s1', { location: { lat: 0, lng: 0.01 }, ...times(1_000, 1_200) }),
  stop('s2', { location: { lat: 0.01, lng: 0.01 }, ...times(2_200, 2_400) }),
]

function getDrive(fields: Partial<Route>, changed = stops) {
  const route = { id: 'A', start_location: depot, end_location: depot, ...fields } as Route
  const data = {
    stops: new Map(changed.map((stop) => [stop.id, stop])),
    orders: new Map([['A', changed.map(({ id }) => id)]]),
  }
  return readDrive(data as unknown as PlanData, route, midnight)
}
const planned = { planned_start_time: 0, planned_loading_time: 500, planned_end_time: 4_000 }

test('a van leaves once it is loaded, drives evenly, stands at its stops, and is back at the end', () => {
  const drive = getDrive(planned)
  expect(placeOnWay(drive, 499)).toBeUndefined()
  const half = placeOnWay(drive, 750)!
  expect(half.at[0]).toBeCloseTo(0.005, 6)
  expect(half.heading).toBeCloseTo(90)
  expect(placeOnWay(drive, 1_100)!.at[0]).toBeCloseTo(0.01, 6)
  const north = placeOnWay(drive, 1_700)!
  expect(north.at[1]).toBeCloseTo(0.005, 6)
  expect(north.heading).toBeCloseTo(0)
  expect(placeOnWay(drive, 4_000)).toBeUndefined()
})

test('what is expected moves the van on its way', () => {
  const late = stop('s1', { ...stops[0]!, estimated_arrival_time: at(1_500), estimated_departure_time: at(1_700) })
  const drive = getDrive(planned, [late, stops[1]!])
  expect(placeOnWay(drive, 1_000)!.at[0]).toBeCloseTo(0.005, 6)
  expect(placeOnWay(drive, 1_600)!.at).toEqual(placeOnWay(drive, 1_650)!.at)
})

test('a way that passes its stop again is taken to serve it the first time', () => {
  // There, on as far again, and back by the same road.
  const drive = getDrive({ ...planned, planned_track: '???o}@?o}@?n}@?n}@' }, stops.slice(0, 1))
  expect(placeOnWay(drive, 1_100)!.at).toEqual([0.01, 0])
  expect(placeOnWay(drive, 1_600)!.at[0]).toBeGreaterThan(0.01)
  expect(placeOnWay(drive, 3_999)!.at[0]).toBeLessThan(0.01)
})

test('a route without times has no van', () => {
  expect(getDrive({})).toEqual([])
})

test('between recorded positions a van is on the way from one to the next, and outside of them it was not recorded', () => {
  const track = {
    type: 'Feature' as const,
    geometry: {
      type: 'LineString' as const,
      coordinates: [
        [9, 47],
        [9.2, 47],
      ] as [number, number][],
    },
    properties: { route_id: 'A', times: [at(100), at(200)] },
  }
  const way = readRecorded(track, midnight)
  expect(placeOnWay(way, 99)).toBeUndefined()
  expect(placeOnWay(way, 150)!.at[0]).toBeCloseTo(9.1)
  expect(placeOnWay(way, 200)).toBeUndefined()
})
