// Plans played before they are driven: windows with and without slack, hours that are too short, what was learned, what was promised, copies.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, until, useTestServer } from '../../../../test/harness.ts'
import { insertPromises } from '../../../data/arrival-promises.sql.ts'
import { replaceLearnedTimes } from '../../../data/learned-times.sql.ts'
import { createId } from '../../../frame/platform/ids.ts'
import { systemCaller, transactAs } from '../../../frame/platform/services.ts'

const server = useTestServer({ listen: true })
let account: Account
let planId: string
let routeId: string
let stops: { id: string; fixed_id: string; planned_arrival_time: number; client_id?: string }[]

const hour = 3_600
const stopCount = 12

async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const risk = (id = planId) => call('GET', `/app/v1/plan/${id}/risk`)
const readStops = async (id = planId) =>
  (await call('GET', `/v2/plan/${id}/stops`)).toSorted(
    (a: { fixed_id: string }, b: { fixed_id: string }) => Number(a.fixed_id) - Number(b.fixed_id),
  )
const setStop = (at: number, values: object) => call('PUT', `/v2/stop/${stops[at]!.id}`, values)

/** One van with twelve stops in a row, about a minute of driving between two, ten minutes at each. */
beforeEach(async () => {
  server.clock.set('2026-03-02T05:00:00.000Z')
  account = await server.createAccount()
  const { project_id } = account
  const inputs = Array.from({ length: stopCount }, (_, index) => ({
    label: `Customer ${index + 1}`,
    location: { lat: 47.15 + index * 0.0123, lng: 9.5123 },
    duration: 600,
  }))
  planId = (await call('POST', '/v2/plan', { execution_date: '2026-03-02', stops: inputs }, { project_id })).id
  const van = { label: 'Van', start_location: { lat: 47.14, lng: 9.5 }, time_window: [8 * hour, 17 * hour] }
  const [route] = await call('POST', '/v2/routes', [van], { plan_id: planId })
  routeId = route.id
  stops = await readStops()
  await call('PUT', `/v2/route/${routeId}/stops`, { stops: stops.map(({ id }) => id) })
  stops = await readStops()
})

describe('a plan that is played', () => {
  test('tells windows without slack from those with, and bands that grow along the route', async () => {
    const [tight, loose] = [stops[10]!.planned_arrival_time, stops[11]!.planned_arrival_time]
    await setStop(10, { time_windows: [[8 * hour, tight + 60]] })
    await setStop(11, { time_windows: [[8 * hour, loose + 4 * hour]] })
    const played = await risk()
    expect(played).toMatchObject({ plan_id: planId, days: 200, windows: 2, stops: stopCount, learned_stops: 0 })
    const [own] = played.routes
    expect(own.stops.map((stop: { stop_id: string }) => stop.stop_id)).toEqual(stops.map(({ id }) => id))
    expect(own.stops[10].late_chance).toBeGreaterThan(0.2)
    expect(own.stops[10].late_chance).toBeLessThan(0.8)
    expect(own.stops[11].late_chance).toBe(0)
    expect(played.late_stops).toBeCloseTo(own.stops[10].late_chance, 9)
    expect(played.all_kept_chance).toBeCloseTo(1 - own.stops[10].late_chance, 9)
    const width = (at: number) => own.stops[at].begins.p90 - own.stops[at].begins.p10
    expect(width(11)).toBeGreaterThan(width(2))
    expect(own.stops[11].begins.p10).toBeLessThan(loose)
    expect(own.stops[11].begins.p90).toBeGreaterThan(loose)
    expect(own.overtime_chance).toBe(0)
  })

  test('is answered alike until it changes, and then anew', async () => {
    await setStop(5, { time_windows: [[8 * hour, stops[5]!.planned_arrival_time + 30]] })
    const before = await risk()
    expect(await risk()).toEqual(before)
    const end = (before.routes[0].ends.p50 + 60) as number
    await call('PUT', `/v2/route/${routeId}`, { time_window: [8 * hour, end] })
    const after = await risk()
    expect(after.routes[0].overtime_chance).toBeGreaterThan(0.2)
    expect(after.overtime_seconds).toBeGreaterThan(0)
    await setStop(5, { time_windows: [] })
    expect((await risk()).late_stops).toBe(0)
  })

  test('has the same luck in a copy, so that only what differs makes a difference', async () => {
    await setStop(5, { time_windows: [[8 * hour, stops[5]!.planned_arrival_time + 30]] })
    const own = await risk()
    const copy = await call('POST', `/app/v1/plan/${planId}/duplicate`, {})
    const copied = await risk(copy.id)
    expect(copied.late_stops).toBe(own.late_stops)
    expect(copied.routes[0].ends).toEqual(own.routes[0].ends)
  })

  test('uses what was learned of a place: one that is always alike makes the day calmer', async () => {
    const before = (await risk()).routes[0].ends
    await transactAs(server.services, systemCaller(account.organization_id), async (scope) => {
      const rows = Array.from({ length: stopCount }, (_, index) => ({
        id: createId(scope.now),
        project_id: account.project_id,
        organization_id: account.organization_id,
        kind: 'place' as const,
        subject: `${(47.15 + index * 0.0123).toFixed(4)},9.5123`,
        learned_at: scope.now,
        label: null,
        factor: 1,
        visits: 200,
        from_quantity: null,
        seconds: 600,
        given_seconds: 600,
        spread_seconds: 6,
        last_seen: '2026-03-01',
        given_error: 5,
        learned_error: 5,
        is_better: true,
        is_off: false,
        fixed_seconds: null,
        fixed_factor: null,
        spread: null,
        forgotten_at: null,
        driving: null,
        fixed_driving: null,
        comers_factor: null,
      }))
      await replaceLearnedTimes(scope, account.project_id, rows)
    })
    // Without a change of the plan what was played is kept for ten minutes.
    server.clock.advanceSeconds(601)
    const after = await risk()
    expect(after.learned_stops).toBe(stopCount)
    const width = ({ p10, p90 }: { p10: number; p90: number }) => p90 - p10
    expect(width(after.routes[0].ends)).toBeLessThan(0.8 * width(before))
  })

  test('tells how often the window that was told last would be broken', async () => {
    const midnight = Date.parse('2026-03-02T00:00:00.000Z')
    const promise = (seconds: number, told: string) => ({
      id: createId(new Date(told)),
      organization_id: account.organization_id,
      project_id: account.project_id,
      plan_id: planId,
      route_id: routeId,
      vehicle_id: null,
      stop_id: stops[8]!.id,
      told_at: new Date(told),
      told_by: 'page' as const,
      window_from: new Date(midnight),
      window_to: new Date(midnight + seconds * 1_000),
      estimated_at: null,
      share: null,
      is_started: false,
      stops_ahead: null,
      minutes_ahead: 60,
      hour: 9,
      came_at: null,
      outcome: null,
      seconds_off: null,
    })
    await insertPromises(server.services.database.db, [
      promise(20 * hour, '2026-03-01T10:00:00.000Z'),
      promise(stops[8]!.planned_arrival_time + 30, '2026-03-01T11:00:00.000Z'),
    ])
    const own = (await risk()).routes[0].stops
    expect(own[8].promise_late_chance).toBeGreaterThan(0.2)
    expect(own[8].promise_late_chance).toBeLessThan(0.8)
    expect(own[8].late_chance).toBe(0)
    expect(own[7].promise_late_chance).toBeUndefined()
  })

  test('is told of a result that is kept aside, as applying it then gives', async () => {
    // In an order that drives to and fro the last ones are late; the best order has time.
    const ids = stops.map(({ id }) => id)
    const bad = [0, 11, 1, 10, 2, 9, 3, 8, 4, 7, 5, 6].map((at) => ids[at]!)
    await call('PUT', `/v2/route/${routeId}/stops`, { stops: bad })
    const end = stops[11]!.planned_arrival_time + 1_800
    for (const at of [5, 6, 7]) await setStop(at, { time_windows: [[8 * hour, end]] })
    const before = await risk()
    expect(before.late_stops).toBeGreaterThan(1)
    const { id } = await call('POST', `/app/v1/plan/${planId}/optimization`, {})
    const asked = { run_id: id }
    const state = async () => (await call('GET', `/app/v1/plan/${planId}/optimization/${id}`)).state
    await until('the result', async () => (await state()) === 'ready', 60)
    const proposed = await call('GET', `/app/v1/plan/${planId}/risk`, undefined, asked)
    expect(proposed.late_stops).toBeLessThan(0.2 * before.late_stops)
    expect(await risk()).toEqual(before)
    await call('POST', `/app/v1/plan/${planId}/optimization/${id}/apply`)
    const applied = await risk()
    expect(applied.late_stops).toBe(proposed.late_stops)
    expect(applied.routes[0].ends).toEqual(proposed.routes[0].ends)
    const again = await server.call('GET', `/app/v1/plan/${planId}/risk`, { key: account.key, query: asked })
    expect(again.body.message_id).toBe('highway.optimization.error.not_ready')
    const other = await call('POST', '/v2/plan', {}, { project_id: account.project_id })
    const wrong = await server.call('GET', `/app/v1/plan/${other.id}/risk`, { key: account.key, query: asked })
    expect(wrong.status).toBe(404)
  })

  test('is told to its own organization alone, and may be empty', async () => {
    const other = await server.createAccount('Other')
    expect((await server.call('GET', `/app/v1/plan/${planId}/risk`, { key: other.key })).status).toBe(404)
    const empty = await call('POST', '/v2/plan', {}, { project_id: account.project_id })
    expect(await risk(empty.id)).toMatchObject({ routes: [], late_stops: 0, kept_share: 1, all_kept_chance: 1 })
  })
})
