// The fleet through HTTP: defaults, bulk creation, changes, deletion, sessions, performance.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let own: Account
let other: Account

beforeAll(async () => {
  own = await server.createAccount('Own')
  other = await server.createAccount('Other')
})

const missingId = 'f'.repeat(24)

async function create(body: object = {}) {
  const answer = await server.call('POST', '/v2/vehicle', { key: own.key, query: { project_id: own.project_id }, body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

describe('creation', () => {
  test('{} is a valid vehicle: enabled, without skills or zones, fields without a value left out', async () => {
    const vehicle = await create()
    expect(vehicle).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      organization_id: own.organization_id,
      project_id: own.project_id,
      created_by: own.user_id,
      enabled: true,
      default_provides: [],
      default_geo_fences: [],
      created_at: '2026-03-02T08:00:00.000Z',
      updated_at: '2026-03-02T08:00:00.000Z',
      deleted: false,
    })
  })

  test('every field that is sent comes back', async () => {
    const body = {
      external_id: 'van-1',
      label: 'Van 1',
      plate: 'FL 1',
      vehicle_model: 'Transit',
      brand: 'Ford',
      color: '#3366ff',
      comments: 'c',
      phone: '+423 1',
      email: 'd@example.test',
      avatar_url: 'https://example.test/a.png',
      fuel_type: 'diesel',
      consumption: 7.5,
      custom_fields: { a: { b: [1, null] } },
      price_per_minute: 0.5,
      price_per_distance: 1.25,
      price_per_stop: 2,
      default_time_window: [28_800, 61_200],
      default_working_days: ['monday', 'friday'],
      default_min_distance: 1,
      default_max_distance: 100_000,
      default_min_time: 1,
      default_max_time: 30_000,
      default_max_weight: 800.5,
      default_max_volume: 6,
      default_max_services: 40,
      default_start_location: { label: 'Depot', lat: 47.1, lng: 9.5 },
      default_end_location: { lat: 47.2, lng: 9.6 },
      default_provides: ['cold'],
      default_geo_fences: [missingId],
      default_break: { start: 43_200, end: 50_400, duration: 1_800 },
      enabled: false,
    }
    expect(await create(body)).toMatchObject(body)
  })

  test.each(['/v3/vehicles', '/v2/vehicles'])('%s creates all or none, in the order sent', async (path) => {
    const query = { project_id: own.project_id, limit: 1000 }
    const before = await server.call('GET', '/v2/vehicles', { key: own.key, query })
    const good = await server.call('POST', path, { key: own.key, query, body: [{ label: 'b' }, { label: 'a' }] })
    expect(good.status).toBe(201)
    expect(good.body.map((vehicle: { label: string }) => vehicle.label)).toEqual(['b', 'a'])
    const bad = await server.call('POST', path, { key: own.key, query, body: [{}, { default_time_window: [5, 2] }] })
    expect(bad).toMatchObject({ status: 400, body: { message_id: 'highway.route.error.invalid_time_window' } })
    expect(bad.body.message).toContain('[1].default_time_window')
    const after = await server.call('GET', '/v2/vehicles', { key: own.key, query })
    expect(after.body.total).toBe(before.body.total + 2)
  })

  test('a project of another organization does not exist', async () => {
    const query = { project_id: other.project_id }
    const answer = await server.call('POST', '/v2/vehicle', { key: own.key, query, body: {} })
    expect(answer).toMatchObject({ status: 404, body: { message_id: 'highway.domain.error.not_found' } })
  })
})

describe('lists', () => {
  test('filter by text and enabled, sort, and include deleted ones on demand', async () => {
    const account = await server.createAccount()
    const query = { project_id: account.project_id }
    const body = [{ label: 'Alpha_1', enabled: false }, { label: 'beta', external_id: 'ALP' }, { label: 'gamma' }]
    const { body: created } = await server.call('POST', '/v3/vehicles', { key: account.key, query, body })
    const labels = async (more: object) => {
      const answer = await server.call('GET', '/v2/vehicles', { key: account.key, query: { ...query, ...more } })
      return answer.body.docs.map((vehicle: { label: string }) => vehicle.label)
    }
    expect(await labels({ sort: 'label:asc' })).toEqual(['Alpha_1', 'beta', 'gamma'])
    expect(await labels({ sort: 'label:desc', enabled: true })).toEqual(['gamma', 'beta'])
    expect(await labels({ sort: 'label', text: 'aLp' })).toEqual(['Alpha_1', 'beta'])
    expect(await labels({ text: 'a_1' })).toEqual(['Alpha_1'])
    await server.call('DELETE', `/v2/vehicle/${created[2].id}`, { key: account.key })
    expect(await labels({ sort: 'label' })).toEqual(['Alpha_1', 'beta'])
    expect(await labels({ sort: 'label', deleted: true })).toEqual(['Alpha_1', 'beta', 'gamma'])
    const page = await server.call('GET', '/v2/vehicles', {
      key: account.key,
      query: { ...query, limit: 1, offset: 1 },
    })
    expect(page.body).toMatchObject({ total: 2, limit: 1, offset: 1, pages: 2, page: 2 })
  })
})

describe('changes', () => {
  test('PUT changes the fields sent and no others; null clears; twice is the same state', async () => {
    const vehicle = await create({ label: 'x', plate: 'y', default_provides: ['a'], default_max_weight: 5 })
    server.clock.advanceSeconds(1)
    const put = () =>
      server.call('PUT', `/v2/vehicle/${vehicle.id}`, {
        key: own.key,
        body: { plate: null, default_provides: null, default_max_weight: 7, id: missingId, organization_id: missingId },
      })
    const first = await put()
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ id: vehicle.id, label: 'x', default_provides: [], default_max_weight: 7 })
    expect(first.body).not.toHaveProperty('plate')
    expect(first.body.updated_at > vehicle.updated_at).toBe(true)
    server.clock.advanceSeconds(1)
    expect((await put()).body).toEqual(first.body)
  })

  test('DELETE answers the deleted vehicle, which no longer exists', async () => {
    const vehicle = await create({ label: 'gone' })
    const answer = await server.call('DELETE', `/v2/vehicle/${vehicle.id}`, { key: own.key })
    expect(answer).toMatchObject({ status: 200, body: { id: vehicle.id, deleted: true } })
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? {} : undefined
      expect((await server.call(method, `/v2/vehicle/${vehicle.id}`, { key: own.key, body })).status).toBe(404)
    }
  })

  test('a vehicle that drives a route in transit cannot be deleted', async () => {
    const vehicle = await create()
    const query = { project_id: own.project_id }
    const routes = [{ vehicle_id: vehicle.id, email: 'driver@example.test', stops: [{ location: place(0) }] }]
    const plan = await server.call('POST', '/v2/plan', { key: own.key, query, body: { routes } })
    const [route] = (await server.call('GET', `/v2/plan/${plan.body.id}`, { key: own.key })).body.routes
    const dispatched = await server.call('POST', `/v2/route/${route.id}/dispatch`, { key: own.key })
    const headers = { authorization: `Bearer ${dispatched.body.public_link.split('/d/')[1]}` }
    const started = await server.call('POST', '/driver/v1/start', { headers })
    expect(started, started.text).toMatchObject({ status: 200, body: { status: 'in_transit' } })
    const answer = await server.call('DELETE', `/v2/vehicle/${vehicle.id}`, { key: own.key })
    expect(answer).toMatchObject({ status: 400, body: { message_id: 'highway.vehicle.error.in_use' } })
    expect(answer.body.message).toContain(route.id)
    expect((await server.call('GET', `/v2/vehicle/${vehicle.id}`, { key: own.key })).body).toEqual(vehicle)
  })

  test('the key of another organization finds nothing and changes nothing', async () => {
    const vehicle = await create({ label: 'mine' })
    for (const [method, body] of [['GET'], ['PUT', { label: 'theirs' }], ['DELETE']] as const) {
      const answer = await server.call(method, `/v2/vehicle/${vehicle.id}`, { key: other.key, body })
      expect(answer).toMatchObject({ status: 404, body: { message_id: 'highway.domain.error.not_found' } })
    }
    expect((await server.call('GET', `/v2/vehicle/${vehicle.id}`, { key: own.key })).body).toEqual(vehicle)
  })
})

describe('sessions and performance', () => {
  test('a session is live for five minutes after the driver application was heard', async () => {
    const [live, old, never] = [await create(), await create(), await create()]
    const now = server.clock.now().getTime()
    const { db } = server.services.database
    const seen = async (id: string, secondsAgo: number) =>
      db
        .updateTable('vehicles')
        .set({ session_seen_at: new Date(now - secondsAgo * 1000) })
        .where('id', '=', id)
        .execute()
    await seen(live.id, 299)
    await seen(old.id, 301)
    const answer = await server.call('POST', '/v2/vehicles/sessions', {
      key: own.key,
      query: { project_id: own.project_id },
      body: { vehicle_ids: [live.id, old.id, never.id] },
    })
    expect(answer).toMatchObject({
      status: 200,
      body: { sessions: { [live.id]: true, [old.id]: false, [never.id]: false } },
    })
  })

  test.each(['sessions', 'performance'])('%s of a vehicle that is not of the project is 404', async (path) => {
    const query = { project_id: other.project_id }
    const mine = await create()
    const answer = await server.call('POST', `/v2/vehicles/${path}`, {
      key: other.key,
      query,
      body: { vehicle_ids: [mine.id] },
    })
    expect(answer.status).toBe(404)
  })

  test('performance counts the routes and stops of plans in the span', async () => {
    const vehicle = await create()
    const query = { project_id: own.project_id }
    const plan = await server.call('POST', '/v2/plan', {
      key: own.key,
      query,
      body: {
        execution_date: '2026-03-01',
        routes: [{ vehicle_id: vehicle.id, stops: [{ location: place(0) }, { location: place(1) }] }],
      },
    })
    expect(plan.status, plan.text).toBe(201)
    const [route] = (await server.call('GET', `/v2/plan/${plan.body.id}`, { key: own.key })).body.routes
    const [first] = route.stops
    // The first stop was left a minute later than planned.
    const morning = server.clock.now()
    server.clock.set(new Date(Date.UTC(2026, 2, 1) + (first.planned_departure_time + 60) * 1000))
    const body = { type: 'service_report_completed' }
    const report = await server.call('POST', `/v3/stop/${first.id}/report`, { key: own.key, body })
    server.clock.set(morning)
    expect(report.status, report.text).toBeLessThan(300)
    const ask = async (body: object) =>
      (
        await server.call('POST', '/v2/vehicles/performance', {
          key: own.key,
          query,
          body: { vehicle_ids: [vehicle.id], ...body },
        })
      ).body.performance[vehicle.id]
    expect(await ask({})).toMatchObject({
      total_routes: 1,
      total_stops: 2,
      completed_stops: 1,
      incomplete_stops: 0,
      canceled_stops: 0,
      on_time_stops: 0,
      average_delay: 60,
      // A hundredth of a degree to the north, by straight lines with their detour of 1.35.
      planned_distance: 1_501,
    })
    const { db } = server.services.database
    await db.updateTable('routes').set({ straight_distance: 400 }).where('vehicle_id', '=', vehicle.id).execute()
    expect(await ask({})).toMatchObject({ planned_distance: 1_501, straight_distance: 400 })
    expect(await ask({ end: '2026-02-28' })).toMatchObject({ total_routes: 0, total_stops: 0, planned_distance: 0 })
  })
})

function place(index: number) {
  return { lat: 47.1 + index / 100, lng: 9.5 }
}
