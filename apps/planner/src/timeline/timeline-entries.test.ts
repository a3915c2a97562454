import type { BareRoute as Route, Stop } from '@routewright/contract'
import { expect, test } from 'vitest'
import { data as sample, stop } from '../../test/sample-plan.ts'
import { readBoard } from '../plan/plan-data.ts'
import { timelineEntries } from './timeline-entries.ts'

const midnight = Date.parse('2026-03-02T00:00:00Z')
const [base] = sample.routes

function plan(routes: Record<string, Route['status']>, stops: Stop[]) {
  const all = Object.entries(routes).map(([id, status], order) => ({ ...base!, id, status, order }))
  return readBoard({ plan: sample.plan, routes: all, common: {}, stops })
}

const rows = (data: ReturnType<typeof plan>, options: { isUrgentFirst?: boolean; isUnusedOpen?: boolean } = {}) =>
  timelineEntries(data, { isUrgentFirst: false, isUnusedOpen: false, midnight, ...options }).map(({ id }) => id)

/** Expected this many seconds after the end of its window. */
const lateBy = (id: string, route_id: string, seconds: number) =>
  stop(id, {
    route_id,
    time_windows: [[28_800, 36_000]],
    estimated_arrival_time: new Date(midnight + (36_000 + seconds) * 1000).toISOString(),
  })

test('vans without stops stand in one line at the end, and behind it when it is open', () => {
  const data = plan({ A: 'not_started', B: 'not_started', C: 'not_started' }, [stop('s1', { route_id: 'B' })])
  expect(rows(data)).toEqual(['B', 'unused'])
  expect(rows(data, { isUnusedOpen: true })).toEqual(['B', 'unused', 'A', 'C'])
  expect(timelineEntries(data, { isUrgentFirst: false, isUnusedOpen: false, midnight }).at(-1)).toMatchObject({
    kind: 'unused',
    count: 2,
  })
})

test('while no van has a stop, all of them stand there to be filled; one that drives is never folded away', () => {
  expect(rows(plan({ A: 'not_started', B: 'not_started' }, []))).toEqual(['A', 'B'])
  const data = plan({ A: 'in_transit', B: 'not_started', C: 'finished' }, [stop('s1', { route_id: 'B' })])
  expect(rows(data)).toEqual(['A', 'B', 'unused'])
})

test('in a running day what is late comes first, then what failed, what is under way, what waits and what is done', () => {
  const data = plan(
    { A: 'finished', B: 'not_started', C: 'in_transit', D: 'in_transit', E: 'in_transit', F: 'in_transit' },
    [
      stop('s1', { route_id: 'A', status: 'completed' }),
      stop('s2', { route_id: 'B' }),
      stop('s3', { route_id: 'C' }),
      stop('s4', { route_id: 'D', status: 'canceled' }),
      lateBy('s5', 'E', 900),
      lateBy('s6', 'F', 4_000),
    ],
  )
  expect(rows(data)).toEqual(['A', 'B', 'C', 'D', 'E', 'F'])
  expect(rows(data, { isUrgentFirst: true })).toEqual(['F', 'E', 'D', 'C', 'B', 'A'])
})

test('routes do not change places for a minute more or less', () => {
  const data = plan({ A: 'in_transit', B: 'in_transit' }, [lateBy('s1', 'A', 610), lateBy('s2', 'B', 690)])
  expect(rows(data, { isUrgentFirst: true })).toEqual(['A', 'B'])
})
