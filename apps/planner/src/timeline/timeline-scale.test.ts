import { expect, test } from 'vitest'
import { data, stop } from '../../test/sample-plan.ts'
import { readBoard } from '../plan/plan-data.ts'
import { findSpan, stopBefore } from './timeline-scale.ts'

const midnight = Date.parse('2026-03-02T00:00:00Z')
const at = (seconds: number) => new Date(midnight + seconds * 1000).toISOString()

test('a drop on the timeline goes behind the last stop that is half done by then', () => {
  const drop = (seconds: number, dragged: string[] = []) =>
    stopBefore(data, { routeId: 'A', seconds, dragged: new Set(dragged), midnight })
  expect(drop(29_000)).toBeNull()
  expect(drop(33_000)).toBe('s4')
  expect(drop(40_000, ['s3'])).toBe('s4')
})

test('where a stop is expected later than planned, a drop goes by where its bar stands', () => {
  const { plan, routes, stops } = data
  const late = stop('s4', {
    ...stops.get('s4'),
    estimated_arrival_time: at(37_000),
    estimated_departure_time: at(37_600),
  })
  const delayed = readBoard({ plan, routes: [...routes], common: {}, stops: [late] })
  expect(stopBefore(delayed, { routeId: 'A', seconds: 33_000, dragged: new Set(), midnight })).toBeNull()
  expect(stopBefore(delayed, { routeId: 'A', seconds: 37_500, dragged: new Set(), midnight })).toBe('s4')
})

test('the scale reaches from before the first start to where the last route is expected, but not into another day', () => {
  const { plan, routes, stops } = data
  const spanWith = (fields: object) => {
    const [first, ...others] = routes
    const all = [{ ...first!, planned_start_time: 28_800, planned_end_time: 36_000, ...fields }, ...others]
    return findSpan(readBoard({ plan, routes: all, common: {}, stops: [...stops.values()] }), midnight)
  }
  expect(spanWith({})).toEqual({ fromSeconds: 25_200, toSeconds: 39_600 })
  expect(spanWith({ estimated_end_time: at(43_200) })).toEqual({ fromSeconds: 25_200, toSeconds: 46_800 })
  expect(spanWith({ end_date: at(200_000) })).toEqual({ fromSeconds: 25_200, toSeconds: 39_600 })
  expect(findSpan(data, midnight).fromSeconds % 3600).toBe(0)
})
