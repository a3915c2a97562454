import type { PlanBoard, ReportConflict, SentDispatch } from '@routewright/contract'
import { defaultAlertMinutes } from '@routewright/contract/alert-minutes'
import { expect, test } from 'vitest'
import { readBoard } from '../plan/plan-data.ts'
import { getMidnight } from '../plan/plan-day.ts'
import { gatherFar, listExceptions, listSources, type Told } from './exceptions.ts'

const defaultRules = { lateSeconds: defaultAlertMinutes.late * 60, silentSeconds: defaultAlertMinutes.silent * 60 }
const midnight = getMidnight('2026-03-02', 'Europe/Madrid')
const moment = (clock: string) => Date.parse(`2026-03-02T${clock}:00+01:00`)
const record = { updated_at: '2026-03-02T00:00:00.000Z', deleted: false }

function planWith(route: object, stops: object[]) {
  return readBoard({
    plan: { id: 'plan' },
    common: {},
    routes: [{ ...record, id: 'r', order: 0, label: 'Van', status: 'in_transit', ...route }],
    stops: stops.map((stop, order) => ({
      ...record,
      id: `s${order}`,
      plan_id: 'plan',
      route_id: 'r',
      order,
      status: 'pending',
      report_attempts: 0,
      time_windows: [],
      reports: [],
      ...stop,
    })),
  } as unknown as PlanBoard)
}

const kinds = (plan: ReturnType<typeof planWith>, clock = '10:00') =>
  listExceptions(plan, { now: moment(clock), midnight }, defaultRules).map(({ kind }) => kind)
const seen = (clock: string) => ({
  last_position: { lat: 0, lng: 0, created_at: new Date(moment(clock)).toISOString() },
})

test('midnight is the zone’s own, also when clocks change', () => {
  expect(new Date(midnight).toISOString()).toBe('2026-03-01T23:00:00.000Z')
  expect(new Date(getMidnight('2026-03-29', 'Europe/Madrid')).toISOString()).toBe('2026-03-28T23:00:00.000Z')
})

test('a stop is late when it is expected ten minutes after its window', () => {
  const expected = (clock: string) => ({
    estimated_arrival_time: new Date(moment(clock)).toISOString(),
    time_windows: [[32_400, 36_000]],
  })
  expect(kinds(planWith(seen('09:59'), [expected('10:09')]))).toEqual([])
  expect(kinds(planWith(seen('09:59'), [expected('10:11')]))).toEqual(['late'])
  const plan = planWith(seen('09:59'), [expected('10:11'), expected('10:20'), expected('10:02')])
  const [late] = listExceptions(plan, { now: moment('10:00'), midnight }, defaultRules)
  expect(late).toMatchObject({ kind: 'late', seconds: 1_200, stops: [{ id: 's1' }, { id: 's0' }] })
})

test('a vehicle on the road is silent after five minutes; one that should be on the road has not started', () => {
  expect(kinds(planWith(seen('09:56'), [{}]))).toEqual([])
  expect(kinds(planWith(seen('09:54'), [{}]))).toEqual(['no_gps'])
  expect(kinds(planWith({ status: 'not_started', planned_start_time: 28_800 }, [{}]))).toEqual(['not_started'])
})

test('a van that still loads has not failed to start', () => {
  const route = { status: 'not_started', planned_start_time: 34_200, planned_loading_time: 1_800 }
  expect(kinds(planWith(route, [{}]), '10:09')).toEqual([])
  expect(kinds(planWith(route, [{}]), '10:11')).toEqual(['not_started'])
})

test('what a driver tells stands above all, until his route is done', () => {
  const plan = planWith(seen('10:00'), [{ status: 'canceled' }])
  const note = {
    id: 'n',
    plan_id: 'plan',
    route_id: 'r',
    kind: 'problem' as const,
    created_at: '2026-03-02T09:00:00.000Z',
  }
  const list = (notes: Told['notes'] = [], data = plan) =>
    listExceptions(data, { now: moment('10:00'), midnight }, defaultRules, { notes }).map(({ kind }) => kind)
  expect(list([note, { ...note, id: 'm', kind: 'survey', rating: 4 }])).toEqual(['problem', 'failed'])
  expect(list([note], planWith({ status: 'finished' }, [{ status: 'canceled' }]))).toEqual(['failed'])
})

test('a delivery that was reported far from its place is told, and can be put aside by its report', () => {
  const report = (location_distance: number) => ({ status: 'completed', reports: [{ id: 'x', location_distance }] })
  const plan = planWith(seen('10:00'), [report(499), report(3_000)])
  const [far, ...others] = listExceptions(plan, { now: moment('10:00'), midnight }, defaultRules)
  expect(far).toMatchObject({ kind: 'far', meters: 3_000 })
  expect(others).toEqual([])
  expect(listSources(far!)).toEqual(['x'])
})

test('far reports of one route are one exception, the farthest first, which is put aside by all of them', () => {
  const report = (id: string, location_distance: number) => ({
    status: 'completed',
    reports: [{ id, location_distance }],
  })
  const plan = planWith(seen('10:00'), [report('x', 600), report('y', 3_000), report('z', 900)])
  const gathered = gatherFar(listExceptions(plan, { now: moment('10:00'), midnight }, defaultRules))
  expect(gathered).toHaveLength(1)
  expect(gathered[0]).toMatchObject({ kind: 'far', meters: 3_000 })
  expect(listSources(gathered[0]!).toSorted()).toEqual(['x', 'y', 'z'])
})

test('failures stand above attempts, skipped stops and what is unassigned', () => {
  const plan = planWith(seen('10:00'), [{}, { status: 'canceled' }, { report_attempts: 1 }, { route_id: undefined }])
  expect(kinds(plan)).toEqual(['failed', 'attempted', 'off_order', 'unassigned'])
})

test('recipients whom no message reaches are one card, with all of them', () => {
  const unreachable = ['s0', 's1'].map((stop_id) => ({ stop_id, why: 'no_contact' as const }))
  const plan = planWith(seen('09:59'), [{}, {}])
  expect(listExceptions(plan, { now: moment('10:00'), midnight }, defaultRules, { unreachable })).toEqual([
    { kind: 'unreachable', count: 2, recipients: unreachable },
  ])
})

test('who takes goods over and has not left is one card until that was sent', () => {
  const meeting = { type: 'pickup', meeting_of: 'broken' }
  const plan = planWith({ status: 'not_started' }, [meeting, {}])
  const kindsWith = (stop_ids?: string[]) => {
    const dispatches = new Map(stop_ids ? [['r', { stop_ids } as SentDispatch]] : [])
    return listExceptions(plan, { now: moment('07:00'), midnight }, defaultRules, { dispatches }).map(
      ({ kind }) => kind,
    )
  }
  expect(kindsWith()).toEqual(['not_told'])
  expect(kindsWith(['s1'])).toEqual(['not_told'])
  expect(kindsWith(['s0', 's1'])).toEqual([])
  const underWay = planWith(seen('09:59'), [meeting])
  expect(listExceptions(underWay, { now: moment('10:00'), midnight }, defaultRules, { dispatches: new Map() })).toEqual(
    [],
  )
})

test('a report that contradicts stands there until somebody has decided, also of a stop that has left the plan', () => {
  const plan = planWith({}, [{}])
  const conflict = (id: string, stop_id: string, state: string) => ({ id, stop_id, state }) as unknown as ReportConflict
  const conflicts = [conflict('c', 's0', 'open'), conflict('d', 'gone', 'open'), conflict('e', 's0', 'kept')]
  const found = listExceptions(plan, { now: moment('10:00'), midnight }, defaultRules, { conflicts })
  const shown = found.flatMap((exception) =>
    exception.kind === 'conflict' ? [[exception.conflict.id, exception.stop?.id]] : [],
  )
  expect(shown).toEqual([
    ['c', 's0'],
    ['d', undefined],
  ])
})
