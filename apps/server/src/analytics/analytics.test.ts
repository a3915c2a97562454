// Figures of a span of days.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../test/harness.ts'

const server = useTestServer()
let account: Account

function call(method: string, path: string, body?: unknown, query?: Record<string, string | number | boolean>) {
  return server.call(method, path, { key: account.key, body, query })
}

const span = { from_date: '2026-03-02', to_date: '2026-03-08' }
const figures = async (query: Record<string, string> = {}) =>
  (await call('GET', '/app/v1/analytics', undefined, { project_id: account.project_id, ...span, ...query })).body
const report = (stopId: string, type: string, more: object = {}) =>
  call('POST', `/v3/stop/${stopId}/report`, { type: `service_report_${type}`, ...more })

/** A vehicle with four stops on 2 March, of which two have windows; the clock stands at 08:00. */
async function createDay() {
  const project_id = account.project_id
  const vehicle = (await call('POST', '/v2/vehicle', { label: 'Van 1' }, { project_id })).body
  const plan = (await call('POST', '/v2/plan', { execution_date: '2026-03-02' }, { project_id })).body
  const location = { lat: 47.1, lng: 9.5 }
  const windows = { time_windows: [[28_800, 32_400]] }
  const stops = [{ location, ...windows }, { location, ...windows }, { location }, { location }, { location }]
  const created = (await call('POST', '/v2/stops', stops, { plan_id: plan.id })).body as { id: string }[]
  const [route] = (await call('POST', '/v2/routes', [{ vehicle_id: vehicle.id }], { plan_id: plan.id })).body
  const ids = created.map(({ id }) => id)
  await call('PUT', `/v2/route/${route.id}/stops`, { stops: ids.slice(0, 4) })
  return { vehicle, plan, route, ids }
}

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
})

describe('the figures', () => {
  test('of a span without plans are naught', async () => {
    expect(await figures()).toMatchObject({
      total: { total_stops: 0, on_time_stops: 0, planned_distance: 0 },
      ...{ days: [], vehicles: [], projects: [], cancel_reasons: [], rating_tags: [] },
    })
  })

  test('take the moment on the device, however late the report was handed in', async () => {
    const { ids } = await createDay()
    server.clock.set('2026-03-02T18:00:00.000Z')
    await report(ids[0]!, 'completed', { created_at: '2026-03-02T08:30:00.000Z' })
    expect((await figures()).total).toMatchObject({ timed_stops: 1, on_time_stops: 1 })
  })

  test('count what is on time, what the first attempt did, and why the rest failed', async () => {
    const { vehicle, ids } = await createDay()
    server.clock.set('2026-03-02T08:30:00.000Z')
    await report(ids[0]!, 'completed', { time_in_stop: 100 })
    server.clock.set('2026-03-02T12:00:00.000Z')
    await report(ids[1]!, 'attempted', { cancel_reason: 'recipient_absent', time_in_stop: 200 })
    await report(ids[1]!, 'completed', { time_in_stop: 400 })
    await report(ids[2]!, 'canceled', { cancel_reason: 'refused' })
    const answer = await figures()
    expect(answer.total).toMatchObject({
      ...{ total_stops: 5, completed_stops: 2, canceled_stops: 1, pending_stops: 2, incomplete_stops: 0 },
      ...{ timed_stops: 2, on_time_stops: 1, attempted_stops: 3, first_attempt_stops: 1, total_routes: 1 },
    })
    expect(answer.days).toEqual([{ date: '2026-03-02', ...answer.total }])
    expect(answer.vehicles).toMatchObject([
      { vehicle_id: vehicle.id, label: 'Van 1', total_stops: 4, completed_stops: 2, total_routes: 1 },
      { total_stops: 1, pending_stops: 1, total_routes: 0 },
    ])
    expect(answer.projects).toMatchObject([{ project_id: account.project_id, label: 'Project', total_stops: 5 }])
    expect(answer.cancel_reasons).toEqual([
      { cancel_reason: 'recipient_absent', stops: 1 },
      { cancel_reason: 'refused', stops: 1 },
    ])
    expect(answer.total.average_time_in_stop).toBeCloseTo(200)
  })

  test('compare planned and driven over the same, finished routes', async () => {
    const { route } = await createDay()
    const { db } = server.services.database
    const finished = { status: 'finished' as const, planned_distance: 10_000, distance_traveled: 12_000 }
    const times = {
      ...{ planned_start_time: 28_800, planned_end_time: 36_000 },
      ...{ start_date: new Date('2026-03-02T08:00:00Z'), end_date: new Date('2026-03-02T11:00:00Z') },
    }
    expect((await figures()).total).toMatchObject({ finished_routes: 0, planned_distance: 0, driven_time: 0 })
    await db
      .updateTable('routes')
      .set({ ...finished, ...times })
      .where('id', '=', route.id)
      .execute()
    expect((await figures()).total).toMatchObject({
      ...{ finished_routes: 1, planned_distance: 10_000, driven_distance: 12_000 },
      ...{ planned_time: 7_200, driven_time: 10_800 },
    })
  })

  test('leave out drafts, other days and projects out of reach', async () => {
    await createDay()
    const project_id = account.project_id
    await call('POST', '/v2/plan', { execution_date: '2026-03-03', status: 'draft', stops: [{}] }, { project_id })
    await call('POST', '/v2/plan', { execution_date: '2026-03-09', stops: [{}] }, { project_id })
    const other = await server.createProject(account, 'Other')
    await call('POST', '/v2/plan', { execution_date: '2026-03-03', stops: [{}] }, { project_id: other })
    expect((await figures()).total.total_stops).toBe(5)
    const member = await server.createUser(account, 'organization_user', [other])
    const all = await server.call('GET', '/app/v1/analytics', { key: member.key, query: span })
    expect(all.body.total.total_stops).toBe(1)
    const query = { ...span, project_id }
    expect((await server.call('GET', '/app/v1/analytics', { key: member.key, query })).status).toBe(403)
    const stranger = await server.createAccount()
    expect((await server.call('GET', '/app/v1/analytics', { key: stranger.key, query })).status).toBe(404)
  })

  test('refuse a span that is turned round or too long, by name', async () => {
    const refused = async (from_date: string, to_date: string) => (await figures({ from_date, to_date })).message
    expect(await refused('2026-03-02', '2026-03-01')).toBe('to_date: must not be before from_date')
    expect(await refused('2026-01-01', '2027-03-01')).toMatch(/at most 366 days/)
  })
})

describe('the table of figures', () => {
  const table = (query: Record<string, string>) =>
    call('GET', '/app/v1/analytics/export', undefined, { project_id: account.project_id, ...span, ...query })

  test('is a CSV in the language asked for, separated as its spreadsheets expect', async () => {
    await createDay()
    const english = await table({ by: 'vehicle', language: 'en' })
    expect(english.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(english.text.split('\r\n').slice(0, 2)).toEqual([
      expect.stringMatching(/^\uFEFFVehicle,Stops,Completed,/),
      expect.stringMatching(/^Van 1,4,0,0,0,4,,,1,0,0,0,0,0,/),
    ])
    expect((await table({ language: 'de' })).text).toMatch(/^\uFEFFDatum;Stopps;Erledigt;/)
  })

  test('is an Excel workbook where that is asked for', async () => {
    await createDay()
    const answer = await table({ format: 'xlsx', by: 'project' })
    expect(answer.headers['content-type']).toMatch(/spreadsheetml/)
    expect(answer.text.startsWith('PK')).toBe(true)
  })
})
