// Figures of a span of days.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { readPaper } from '../../../test/paper-text.ts'

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
      days: [],
      vehicles: [],
      projects: [],
      cancel_reasons: [],
      rating_tags: [],
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
      total_stops: 5,
      completed_stops: 2,
      canceled_stops: 1,
      pending_stops: 2,
      incomplete_stops: 0,
      timed_stops: 2,
      on_time_stops: 1,
      attempted_stops: 3,
      first_attempt_stops: 1,
      total_routes: 1,
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
    expect(answer.weeks).toEqual([{ date: '2026-03-02', ...answer.total }])
    expect(answer.times_at_stop).toEqual({ stops: 2, real: 90 })
  })

  test('compare planned and driven over the same, finished routes', async () => {
    const { route } = await createDay()
    const { db } = server.services.database
    const finished = { status: 'finished' as const, planned_distance: 10_000, distance_traveled: 12_000 }
    const times = {
      planned_start_time: 28_800,
      planned_end_time: 36_000,
      start_date: new Date('2026-03-02T08:00:00Z'),
      end_date: new Date('2026-03-02T11:00:00Z'),
    }
    expect((await figures()).total).toMatchObject({ finished_routes: 0, planned_distance: 0, driven_time: 0 })
    await db
      .updateTable('routes')
      .set({ ...finished, ...times })
      .where('id', '=', route.id)
      .execute()
    expect((await figures()).total).toMatchObject({
      finished_routes: 1,
      planned_distance: 10_000,
      driven_distance: 12_000,
      planned_time: 7_200,
      driven_time: 10_800,
    })
  })

  test('tell how many stops had a promise, and how many were reached before it ended', async () => {
    const { ids } = await createDay()
    const { db } = server.services.database
    // The first two have a window until 09:00; the third is planned for 08:05 and was told until 09:15; the fourth was told nothing.
    await db.updateTable('stops').set({ planned_arrival_time: 29_100 }).where('id', '=', ids[2]!).execute()
    await db.updateTable('stops').set({ planned_arrival_time: null }).where('id', 'in', [ids[3]!, ids[4]!]).execute()
    const done = (id: string, time: string) => report(id, 'completed', { created_at: `2026-03-02T${time}:00.000Z` })
    server.clock.set('2026-03-02T18:00:00.000Z')
    await done(ids[0]!, '08:59')
    await done(ids[1]!, '09:01')
    await done(ids[2]!, '09:15')
    await done(ids[3]!, '12:00')
    expect((await figures()).total).toMatchObject({
      completed_stops: 4,
      promised_stops: 3,
      kept_promises: 2,
      agreed_stops: 2,
      kept_agreed_stops: 1,
    })
  })

  test('tell money by the prices of routes, use of hours and of load, and the gases of what was driven', async () => {
    const { route, ids } = await createDay()
    const { db } = server.services.database
    await report(ids[0]!, 'completed')
    await report(ids[1]!, 'canceled', { cancel_reason: 'refused' })
    await db.updateTable('stops').set({ weight: 100 }).where('route_id', '=', route.id).execute()
    await db
      .updateTable('routes')
      .set({
        status: 'finished',
        planned_distance: 100_000,
        straight_distance: 8_000,
        is_off_roads: null,
        distance_traveled: 120_000,
        max_weight: 800,
        planned_start_time: 28_800,
        planned_end_time: 36_000,
        time_window: JSON.stringify([28_800, 43_200]),
        start_date: new Date('2026-03-02T08:00:00Z'),
        end_date: new Date('2026-03-02T11:00:00Z'),
        price_per_minute: 0.5,
        price_per_distance: 0.2,
        price_per_stop: 1,
        toll_price: 3,
        vehicle: JSON.stringify({ fuel_type: 'Diesel', consumption: 10 }),
      })
      .where('id', '=', route.id)
      .execute()
    const { total, emissions } = await figures()
    expect(total).toMatchObject({
      priced_routes: 1,
      priced_stops: 1,
      priced_distance: 120_000,
      available_time: 14_400,
      used_time: 7_200,
      carried_weight: 400,
      weight_capacity: 800,
      assumed_distance: 0,
      uncounted_distance: 0,
      planned_distance: 100_000,
      straight_distance: 8_000,
    })
    expect(total.planned_cost).toBeCloseTo(120 * 0.5 + 100 * 0.2 + 4 + 3)
    expect(total.driven_cost).toBeCloseTo(180 * 0.5 + 120 * 0.2 + 2 + 3)
    expect(total.planned_emissions).toBeCloseTo(10 * (2.66155 + 0.62409))
    expect(total.driven_tank_emissions).toBeCloseTo(12 * 2.66155)
    expect(emissions).toMatchObject([{ fuel: 'diesel', unit: 'l', consumption: 10, is_assumed: false, year: 2024 }])
    expect(emissions[0].driven_energy).toBeCloseTo(12)
  })

  test('by driver, client and zone', async () => {
    const { vehicle, ids } = await createDay()
    const project_id = account.project_id
    const driver = (
      await call('POST', '/app/v1/driver', { label: 'Ana', usual_vehicle_id: vehicle.id }, { project_id })
    ).body
    const client = (await call('POST', '/v2/client', { label: 'Bakery' }, { project_id })).body
    const { db } = server.services.database
    await db.updateTable('stops').set({ client_id: client.id }).where('id', '=', ids[0]!).execute()
    await call('PUT', `/v2/stop/${ids[1]}`, { location: { lat: 40, lng: 1 } })
    const polygon = [9, 10, 10, 9, 9].map((lng, corner) => [lng, corner < 2 || corner === 4 ? 47 : 48])
    const zone = (await call('POST', `/v2/project/${project_id}/zone`, { label: 'Valley', polygon })).body
    expect((await figures({ apart: 'driver' })).drivers).toMatchObject([
      { driver_id: driver.id, label: 'Ana', total_stops: 4, total_routes: 1 },
      { total_stops: 1, total_routes: 0 },
    ])
    expect((await figures({ apart: 'client' })).clients).toMatchObject([
      { total_stops: 4 },
      { id: client.id, label: 'Bakery', total_stops: 1 },
    ])
    expect((await figures({ apart: 'area' })).areas).toMatchObject([
      { id: zone.id, label: 'Valley', total_stops: 4 },
      { total_stops: 1 },
    ])
    expect(await figures()).not.toHaveProperty('drivers')
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
    expect(await refused('2026-01-01', '2027-01-02')).toBeUndefined()
    expect(await refused('2026-01-01', '2027-01-03')).toBe('to_date: must be at most 366 days later')
  })
})

describe('the hours', () => {
  const hours = async (query: Record<string, string> = {}) =>
    call('GET', '/app/v1/analytics/hours', undefined, { project_id: account.project_id, ...span, ...query })

  test('of a span are those of its routes, of all days together, and of no other day', async () => {
    const project_id = account.project_id
    const work = { location: { lat: 47.1, lng: 9.5 }, duration: 600 }
    const input = { start_location: { lat: 47.2, lng: 9.5 }, time_window: [28_800, 64_800] }
    for (const execution_date of ['2026-03-02', '2026-03-08', '2026-03-09']) {
      const plan = (await call('POST', '/v2/plan', { execution_date }, { project_id })).body
      const stops = (await call('POST', '/v2/stops', [work, work], { plan_id: plan.id })).body as { id: string }[]
      const [route, home] = (await call('POST', '/v2/routes', [input, input], { plan_id: plan.id })).body
      expect(home.id).not.toBe(route.id)
      await call('PUT', `/v2/route/${route.id}/stops`, { stops: stops.map(({ id }) => id) })
    }
    const day = (await hours({ to_date: '2026-03-02' })).body
    expect(day).toMatchObject({ work: 1_200, waiting: 0, breaks: 0, empty: 0 })
    expect(day.loaded).toBeGreaterThan(0)
    expect(day.loaded + day.work + day.free).toBe(36_000)
    const week = (await hours()).body
    expect(week).toEqual(Object.fromEntries(Object.entries(day).map(([kind, seconds]) => [kind, Number(seconds) * 2])))
  })

  test('are those of a month at most, and of nobody else', async () => {
    expect((await hours({ to_date: '2026-04-01' })).status).toBe(200)
    expect((await hours({ to_date: '2026-04-02' })).body.message).toBe('to_date: must be at most 30 days later')
    const stranger = await server.createAccount()
    const query = { ...span, project_id: account.project_id }
    expect((await server.call('GET', '/app/v1/analytics/hours', { key: stranger.key, query })).status).toBe(404)
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
      expect.stringMatching(/^Van 1,4,0,0,0,4,0,,0,,,/),
    ])
    expect((await table({ language: 'de' })).text).toMatch(/^\uFEFFDatum;Stopps;Erledigt;/)
  })

  test('is there by each way to take stops apart', async () => {
    await createDay()
    const heads: Record<string, string> = {}
    for (const by of ['day', 'week', 'vehicle', 'project', 'driver', 'client', 'area']) {
      const [head, first] = (await table({ by, language: 'en' })).text.slice(1).split('\r\n')
      heads[by] = `${head!.split(',')[0]}: ${first!.split(',')[0]}`
      expect(head!.includes('Driven cost')).toBe(by !== 'client' && by !== 'area')
    }
    expect(heads).toEqual({
      day: 'Date: 2026-03-02',
      week: 'Week of: 2026-03-02',
      vehicle: 'Vehicle: Van 1',
      project: 'Project: Project',
      driver: 'Driver: No known driver',
      client: 'Client: No client',
      area: 'Zone: Outside all zones',
    })
  })

  test('is a report on paper, in every language, whether there is something to tell or not', async () => {
    for (const language of ['en', 'de', 'fr', 'es', 'pt']) {
      const empty = await table({ format: 'pdf', language })
      expect(empty.headers['content-type']).toBe('application/pdf')
      expect(empty.text.startsWith('%PDF-')).toBe(true)
    }
    const { route } = await createDay()
    const { db } = server.services.database
    const short = (await table({ format: 'pdf', by: 'client' })).text.length
    await db
      .updateTable('routes')
      .set({ status: 'finished', planned_distance: 100_000, distance_traveled: 120_000 })
      .where('id', '=', route.id)
      .execute()
    for (const by of ['day', 'driver', 'area']) {
      const answer = await table({ format: 'pdf', by, compare: 'before' })
      expect(answer.status).toBe(200)
      expect(answer.text.length).toBeGreaterThan(short)
    }
  })

  test('on paper marks planned kilometres that are straight lines, in its first figures and by day', async () => {
    const { route } = await createDay()
    const finish = (straight: { straight_distance: number | null; is_off_roads: boolean | null }) =>
      server.services.database.db
        .updateTable('routes')
        .set({ status: 'finished', planned_distance: 100_000, distance_traveled: 120_000, ...straight })
        .where('id', '=', route.id)
        .execute()
    const query = new URLSearchParams({
      project_id: account.project_id,
      ...span,
      format: 'pdf',
      private_key: account.key,
    })
    const read = async () => readPaper((await server.app.inject(`/app/v1/analytics/export?${query}`)).rawPayload)
    await finish({ straight_distance: 8_000, is_off_roads: null })
    const partly = await read()
    expect(partly).toContain('Planned: 100 (partly straight lines)')
    expect(partly).toContain('Of it straight lines (km)')
    await finish({ straight_distance: null, is_off_roads: true })
    expect(await read()).toContain('Planned: 100 (straight lines)')
    await finish({ straight_distance: null, is_off_roads: null })
    expect(await read()).not.toContain('straight lines')
  })

  test('is an Excel workbook where that is asked for', async () => {
    await createDay()
    const answer = await table({ format: 'xlsx', by: 'project' })
    expect(answer.headers['content-type']).toMatch(/spreadsheetml/)
    expect(answer.text.startsWith('PK')).toBe(true)
  })
})
