// Rules of the specification and the decisions that no other test file is about.
import { type EventId, eventIds, eventSchemas } from '@routewright/contract'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { undeclared } from '../declared.ts'
import { type Account, startTestServer, type TestServer, useTestServer } from '../harness.ts'
import { png } from '../pictures.ts'
import { recordedEventNames, recordedEvents, subscribe } from '../recorded-events.ts'

const server = useTestServer()
let account: Account

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
})

type Query = Record<string, string | number | boolean | undefined>
const here = { lat: 47.14, lng: 9.52 }
const there = { lat: 47.2, lng: 9.5 }

function call(method: string, path: string, body?: unknown, query?: Query) {
  return server.call(method, path, { key: account.key, body, query })
}

async function get(path: string, query?: Query) {
  const answer = await call('GET', path, undefined, query)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

async function made(method: string, path: string, body?: unknown, query?: Query) {
  const answer = await call(method, path, body, query)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

const createPlan = (body: object = {}) => made('POST', '/v2/plan', body, { project_id: account.project_id })
const createStops = (plan: { id: string }, ...inputs: object[]) =>
  made('POST', '/v2/stops', inputs, { plan_id: plan.id })
const createRoute = async (plan: { id: string }, input: object) =>
  (await made('POST', '/v2/routes', [input], { plan_id: plan.id }))[0]
const report = (stopId: string, body: object) => call('POST', `/v3/stop/${stopId}/report`, body)

/** The machine's administrator, as the command line uses it. */
function administer(on: TestServer, whom: Account, method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${on.services.adminSecret}` }
  return on.call(method, path, { headers, body, query: { organization_id: whom.organization_id } })
}

describe('records', () => {
  test('custom_fields come back whole on stops, tasks, reports and routes', async () => {
    const custom_fields = { text: 'ü', number: 1.5, list: [1, { deep: null }], flag: false, '': 'empty name' }
    const plan = await createPlan()
    const route = await createRoute(plan, { custom_fields, stops: [{ custom_fields, tasks: [{ custom_fields }] }] })
    const [stop] = (await get(`/v2/route/${route.id}`)).stops
    const answer = await report(stop.id, { type: 'service_report_attempted', custom_fields })
    for (const record of [route, stop, stop.tasks[0], answer.body]) expect(record.custom_fields).toEqual(custom_fields)
  })

  test('the stops of a route are ordered by chain_position; order counts from 0, chain_id is the route', async () => {
    const plan = await createPlan()
    const route = await createRoute(plan, { stops: [{ label: 'a' }, { label: 'b' }, { label: 'c' }] })
    const [a, b, c] = route.stops.map(({ id }: { id: string }) => id)
    await made('PUT', `/v2/route/${route.id}/stops`, { stops: [c, a] })
    const { stops } = await get(`/v2/route/${route.id}`)
    expect(stops.map(({ id }: { id: string }) => id)).toEqual([c, a])
    const positions = stops.map((stop: { chain_position: number }) => stop.chain_position)
    expect(positions).toEqual(positions.toSorted((x: number, y: number) => x - y))
    expect(stops).toMatchObject([
      { order: 0, chain_id: route.id },
      { order: 1, chain_id: route.id },
    ])
    const left = await get(`/v2/stop/${b}`)
    for (const field of ['order', 'chain_id', 'chain_position', 'route_id']) expect(left).not.toHaveProperty(field)
  })

  test('a nested pickup is created, linked and shown inside its delivery', async () => {
    const plan = await createPlan()
    const [delivery] = await createStops(plan, { location: here, pickup: { label: 'Depot', location: there } })
    expect(delivery.pickup).toMatchObject({ id: delivery.pickup_id, type: 'pickup', label: 'Depot', plan_id: plan.id })
    expect((await get(`/v2/stop/${delivery.id}`)).pickup.id).toBe(delivery.pickup_id)
    expect(await get(`/v2/plan/${plan.id}/stops`)).toHaveLength(2)
  })

  test('of a package only the identifier is taken, and it is unique within its stop', async () => {
    const plan = await createPlan()
    const sent = { identifier: 'P', status: 'delivered', picked_at: '2026-01-01T00:00:00.000Z', delivered_at: 5 }
    const [stop] = await createStops(plan, { packages: [sent] })
    expect(stop.packages).toEqual([{ identifier: 'P', status: 'pending', updated_at: '2026-03-02T08:00:00.000Z' }])
    const twice = await call('POST', '/v2/stops', [{ packages: [sent, sent] }], { plan_id: plan.id })
    expect(twice.body.message_id).toBe('highway.package.error.duplicated_identifier')
  })

  test('a pickup stop rejects packages; types are delivery, pickup and visit', async () => {
    const plan = await createPlan()
    const add = (stop: object) => call('POST', '/v2/stops', [stop], { plan_id: plan.id })
    const refused = await add({ type: 'pickup', packages: [{ identifier: 'P' }] })
    expect(refused).toMatchObject({ status: 400, body: { message_id: 'highway.stop.error.packages_not_allowed' } })
    expect((await add({ type: 'box' })).body.message_id).toBe('highway.stop.error.invalid_type')
    expect((await add({})).body[0].type).toBe('delivery')
    for (const type of ['delivery', 'pickup', 'visit']) expect((await add({ type })).status).toBe(201)
  })

  test('planned_track is an encoded path over the stops', async () => {
    const plan = await createPlan()
    const route = await createRoute(plan, {
      start_location: here,
      stops: [{ location: there }, { location: here }],
    })
    expect(route.planned_track).toMatch(/^[?-~]{6,}$/)
    expect(route.planned_track.startsWith('_`v~G_kby@')).toBe(true) // 47.14, 9.52 with six digits
  })

  test('the full plan holds its stops, its routes with their stops in order, and the vehicles of the routes', async () => {
    const vehicle = await made('POST', '/v2/vehicle', { label: 'Van' }, { project_id: account.project_id })
    await made('POST', '/v2/vehicle', { label: 'Other' }, { project_id: account.project_id })
    const plan = await createPlan({ stops: [{ label: 'free' }] })
    const route = await createRoute(plan, { vehicle_id: vehicle.id, stops: [{ label: 'one' }, { label: 'two' }] })
    const full = await get(`/v2/plan/${plan.id}`)
    expect(full.stops.map(({ label }: { label: string }) => label).toSorted()).toEqual(['free', 'one', 'two'])
    expect(full.routes).toMatchObject([{ id: route.id, stops: [{ label: 'one' }, { label: 'two' }] }])
    expect(full.vehicles).toMatchObject([{ id: vehicle.id, label: 'Van' }])
  })

  test('nothing is answered as null', async () => {
    const vehicle = await made('POST', '/v2/vehicle', {}, { project_id: account.project_id })
    const plan = await createPlan({ label: null, stops: [{}], routes: [{ vehicle_id: vehicle.id, stops: [{}] }] })
    const [stop] = await get(`/v2/plan/${plan.id}/stops`)
    await report(stop.id, { type: 'service_report_attempted', comments: null })
    const query = { project_id: account.project_id }
    for (const path of [`/v2/plan/${plan.id}`, '/v2/plans', '/v2/vehicles', '/v2/projects', '/v2/clients']) {
      expect((await call('GET', path, undefined, query)).text).not.toContain(':null')
    }
    const full = await get(`/v2/plan/${plan.id}`)
    expect(full.routes[0]).toMatchObject({ provides: [], geo_fences: [], is_locked: false, deleted: false })
    expect(full.stops[0]).toMatchObject({ requires: [], time_windows: [], tasks: [], packages: [], supervisors: [] })
    expect(full.stops[0]).toMatchObject({ reports: expect.any(Array), optimization_warning: expect.any(Boolean) })
  })
})

describe('states', () => {
  test('status sent for a stop, route or package is ignored', async () => {
    const plan = await createPlan()
    const route = await createRoute(plan, { status: 'finished', stops: [{ status: 'completed' }] })
    expect(route).toMatchObject({ status: 'not_started', stops: [{ status: 'pending' }] })
    expect(await made('PUT', `/v2/route/${route.id}`, { status: 'in_transit' })).toMatchObject({
      status: 'not_started',
    })
    const stopId = route.stops[0].id
    expect(await made('PUT', `/v2/stop/${stopId}`, { status: 'canceled' })).toMatchObject({ status: 'pending' })
  })

  test('deleting the last pending stop finishes a route in transit, and a route without stops does not start', async () => {
    const plan = await createPlan()
    const empty = await createRoute(plan, {})
    const route = await createRoute(plan, { stops: [{}, {}] })
    const [first, second] = route.stops
    await report(first.id, { type: 'service_report_completed' })
    await made('DELETE', `/v2/stop/${second.id}`)
    expect((await get(`/v2/route/${route.id}`)).status).toBe('finished')
    expect((await get(`/v2/route/${empty.id}`)).status).toBe('not_started')
    expect((await get(`/v2/plan/${plan.id}`)).status).toBe('in_progress')
  })

  test('running_optimization is 404 if none ever ran', async () => {
    const plan = await createPlan()
    const answer = await call('GET', `/v2/plan/${plan.id}/running_optimization`)
    expect(answer).toMatchObject({ status: 404, body: { message_id: 'highway.domain.error.not_found' } })
  })

  test('a changed vehicle leaves the routes that copied it as they are', async () => {
    const query = { project_id: account.project_id }
    const vehicle = await made('POST', '/v2/vehicle', { default_max_weight: 100, default_provides: ['ice'] }, query)
    const route = await createRoute(await createPlan(), { vehicle_id: vehicle.id })
    await made('PUT', `/v2/vehicle/${vehicle.id}`, { default_max_weight: 5, default_provides: [] })
    expect(await get(`/v2/route/${route.id}`)).toMatchObject({ max_weight: 100, provides: ['ice'] })
    expect(await createRoute(await createPlan(), { vehicle_id: vehicle.id })).toMatchObject({ max_weight: 5 })
  })

  test('cancel_reason is any text of at most 200 characters', async () => {
    const [stop] = await createStops(await createPlan(), {})
    const type = 'service_report_canceled'
    expect((await report(stop.id, { type, cancel_reason: 'x'.repeat(201) })).status).toBe(400)
    const answer = await report(stop.id, { type, cancel_reason: 'the dog, again' })
    expect(answer).toMatchObject({ status: 201, body: { cancel_reason: 'the dog, again' } })
  })
})

describe('operations', () => {
  test('plans/stops carries the proof of delivery: reports, signature, images', async () => {
    const plan = await createPlan({ execution_date: '2026-03-02' })
    const [stop] = await createStops(plan, {})
    const picture = `data:image/png;base64,${png().toString('base64')}`
    await report(stop.id, { type: 'service_report_completed', images: [picture], signature: picture })
    const query = { project_id: account.project_id, date: '2026-03-02' }
    const [found] = await get('/v2/plans/stops', query)
    const file = { id: expect.stringMatching(/^[0-9a-f]{24}$/), url: expect.stringContaining('/i/') }
    expect(found).toMatchObject({ id: stop.id, reports: [{ images: [file], signature: file }] })
    expect(await get('/v2/plans/stops', { ...query, date: '2026-03-03' })).toEqual([])
  })

  test('an idempotency header has no effect', async () => {
    const query = { project_id: account.project_id }
    const send = () =>
      server.call('POST', '/v2/plan', { key: account.key, query, body: {}, headers: { 'idempotency-key': 'once' } })
    const ids = [(await send()).body.id, (await send()).body.id]
    expect(new Set(ids).size).toBe(2)
  })

  test('page and pages follow from total, limit and offset', async () => {
    for (let i = 0; i < 5; i += 1) await createPlan()
    for (const [limit, offset, pages, page] of [
      [2, 0, 3, 1],
      [2, 3, 3, 2],
      [5, 5, 1, 2],
      [1000, 0, 1, 1],
    ]) {
      expect(await get('/v2/plans', { limit, offset })).toMatchObject({ total: 5, limit, offset, pages, page })
    }
    expect(await get('/v2/plans', { text: 'none' })).toMatchObject({ total: 0, pages: 0, page: 1, docs: [] })
  })

  test('fromDate and toDate are from_date and to_date', async () => {
    for (const execution_date of ['2026-05-01', '2026-05-02', '2026-05-03']) await createPlan({ execution_date })
    expect((await get('/v2/plans', { fromDate: '2026-05-02', toDate: '2026-05-03' })).total).toBe(2)
    expect((await get('/v2/plans', { from_date: '2026-05-02', to_date: '2026-05-02' })).total).toBe(1)
  })

  test('plans can be sorted by every listed field, several at once, and by no other', async () => {
    const listed = ['label', 'status', 'execution_date', 'created_at', 'updated_at', 'total_stops', 'total_routes']
    for (const field of listed) await get('/v2/plans', { sort: `${field}:desc,created_at:asc` })
    expect((await call('GET', '/v2/plans', undefined, { sort: 'project_id:asc' })).status).toBe(400)
    expect((await call('GET', '/v2/plans', undefined, { sort: 'label:up' })).status).toBe(400)
  })
})

describe('events', () => {
  test('each event comes at its moment and no other comes', async () => {
    await subscribe(server, account)
    const plan = await createPlan()
    const tasks = [{ label: 'sign' }]
    const stop = { label: 'a', location: here, tasks, packages: [{ identifier: 'P-1' }], requires: ['x'] }
    const route = await createRoute(plan, { label: 'Van', stops: [stop, {}, {}] })
    const [first, second, third] = route.stops
    await report(first.id, { type: 'service_report_attempted' })
    await report(first.id, { type: 'service_report_completed' })
    await made('PUT', `/v2/plan/${plan.id}`, { label: 'New' })
    await report(second.id, { type: 'service_report_canceled' })
    await made('DELETE', `/v2/stop/${third.id}`)
    const started = ['route.started', 'plan.updated', 'stop.reported']
    const names = await recordedEventNames(server, account)
    expect(names.slice(0, 4)).toEqual(['plan.created', 'stop.created', 'stop.created', 'stop.created'])
    expect(names.slice(4, 7).toSorted()).toEqual(started.toSorted())
    expect(names.slice(7, 10)).toEqual(['stop.reported', 'plan.updated', 'stop.reported'])
    expect(names.slice(10).toSorted()).toEqual(['plan.updated', 'route.finished', 'stop.deleted'])
    await made('DELETE', `/v2/plan/${plan.id}`)
    expect((await recordedEventNames(server, account)).slice(13)).toEqual([
      'stop.deleted',
      'stop.deleted',
      'plan.deleted',
    ])
    const all = await recordedEvents(server, account)
    expect(new Set(all.map(({ event_id }) => event_id))).toEqual(new Set(eventIds))
    for (const event of all) expect(undeclared(eventSchemas[event.event_id as EventId], event)).toEqual([])
    const { id: _id, ...incomplete } = all[0]!.data
    const wrong = undeclared(eventSchemas['svc.planner.2.plan.created'], {
      ...all[0],
      data: { ...incomplete, more: 1 },
    })
    expect(wrong.join()).toMatch(/'id'.*more/)
  })

  test('optimizing, dispatching, and changing stops, routes and vehicles record no event', async () => {
    const query = { project_id: account.project_id }
    const vehicle = await made('POST', '/v2/vehicle', { email: 'driver@example.test' }, query)
    const plan = await createPlan({ optimizer_config: { time_limit_seconds: 1 } })
    const route = await createRoute(plan, { vehicle_id: vehicle.id, stops: [{ location: here }, { location: there }] })
    await subscribe(server, account)
    await made('PUT', `/v2/stop/${route.stops[0].id}`, { comments: 'ring twice' })
    await made('PUT', `/v2/route/${route.id}`, { comments: 'narrow street' })
    await made('PUT', `/v2/vehicle/${vehicle.id}`, { plate: 'FL 1' })
    await made('POST', `/v2/route/${route.id}/dispatch`)
    await made('POST', `/v2/plan/${plan.id}/optimize/async`)
    await made('DELETE', `/v2/plan/${plan.id}/running_optimization`)
    await made('DELETE', `/v2/route/${route.id}`)
    expect(await recordedEventNames(server, account)).toEqual([])
  })

  test('stop.reported carries status, reports and tasks, never packages; other data has no children', async () => {
    await subscribe(server, account)
    const [stop] = await createStops(await createPlan(), {
      tasks: [{ label: 'sign' }],
      packages: [{ identifier: 'P' }],
    })
    await report(stop.id, { type: 'service_report_attempted', comments: 'nobody there' })
    const all = await recordedEvents(server, account)
    const reported = all.find(({ event_id }) => event_id === 'svc.planner.2.stop.reported')!
    expect(reported.data).toMatchObject({
      id: stop.id,
      updated_at: expect.any(String),
      status: 'pending',
      tasks: [{ label: 'sign' }],
      reports: [{ comments: 'nobody there' }],
    })
    expect(reported.data).not.toHaveProperty('packages')
    expect(reported.meta).toMatchObject({ organization_id: account.organization_id, actor: { type: 'api_key' } })
    for (const { event_id, data } of all) {
      const children = [
        'stops',
        'routes',
        'packages',
        'pickup',
        ...(event_id.endsWith('reported') ? [] : ['tasks', 'reports']),
      ]
      for (const child of children) expect(data).not.toHaveProperty(child)
    }
  })

  test('in production a webhook goes to https and to public addresses only', async () => {
    const production = await startTestServer({ config: { allowPrivateWebhooks: false } })
    const owner = await production.createAccount()
    const subscribeTo = (body: object) => administer(production, owner, 'POST', '/app/v1/webhook', body)
    for (const url of [
      'http://example.com/x',
      'https://127.0.0.1/x',
      'https://[::1]/',
      'https://10.1.2.3/',
      'ftp://a/',
    ]) {
      const answer = await subscribeTo({ url })
      expect(answer).toMatchObject({ status: 400, body: { message_id: 'highway.webhook.error.invalid_url' } })
    }
    expect((await subscribeTo({ url: 'https://hooks.example.com/x' })).status).toBe(201)
    const unknown = await subscribeTo({ url: 'https://hooks.example.com/x', events: ['svc.planner.2.plan.exploded'] })
    expect(unknown.body.message_id).toBe('highway.webhook.error.unknown_event')
    await production.stop()
  })

  test('the log of a webhook keeps the last 500 attempts, newest first', async () => {
    const url = 'http://127.0.0.1:9/nobody'
    const { body: webhook } = await administer(server, account, 'POST', '/app/v1/webhook', { url })
    const base = `/app/v1/webhook/${webhook.id}`
    await administer(server, account, 'POST', `${base}/test`)
    const { body: log } = await administer(server, account, 'GET', `${base}/attempts`)
    expect(log).toMatchObject({ total: 1, docs: [{ ok: false }] })
    const { db } = server.services.database
    const [attempt] = await db.selectFrom('webhook_attempts').selectAll().where('webhook_id', '=', webhook.id).execute()
    const { id: _, body, ...copy } = attempt!
    const rows = Array.from({ length: 520 }, () => ({ ...copy, body: JSON.stringify(body) }))
    await db
      .insertInto('webhook_attempts')
      .values(rows as never)
      .execute()
    const again = await administer(server, account, 'POST', `${base}/resend`, { attempt_id: log.docs[0].id })
    expect(again.status).toBe(200)
    const { body: trimmed } = await administer(server, account, 'GET', `${base}/attempts`)
    expect(trimmed.total).toBe(500)
    expect(trimmed.docs[0].id).toBe(again.body.id)
  })
})

test('a key is listed with label, active and creation time, never whole and without its last use', async () => {
  const made = await administer(server, account, 'POST', '/app/v1/api_key', { label: 'ERP' })
  expect(made.body.key).toMatch(/^api_key_[A-Za-z0-9]{32,}$/)
  const listed = await administer(server, account, 'GET', '/app/v1/api_keys')
  expect(listed.text).not.toContain(made.body.key)
  const [found] = listed.body.filter(({ id }: { id: string }) => id === made.body.id)
  expect(found).toMatchObject({ label: 'ERP', active: true, created_at: expect.stringMatching(/Z$/) })
  expect(Object.keys(found).join(' ')).not.toMatch(/used|key$/)
  const active = listed.body.filter((key: { active: boolean }) => key.active)
  expect(active.length).toBeGreaterThan(1)
  for (const key of [account.key, made.body.key])
    expect((await server.call('GET', '/v2/plans', { key })).status).toBe(200)
})

test('a key is refused in the same time, whether it is missing, malformed, unknown or inactive', async () => {
  const { body: inactive } = await administer(server, account, 'POST', '/app/v1/api_key', { label: 'old' })
  await administer(server, account, 'PUT', `/app/v1/api_key/${inactive.id}`, { active: false })
  const keys = [undefined, 'x', `api_key_${'a'.repeat(48)}`, inactive.key]
  const lookUp = vi.spyOn(server.app.principals, 'findByApiKey')
  const refusals: string[] = []
  for (const key of keys) {
    const { status, text } = await server.call('GET', '/v2/plans', { key })
    expect(status).toBe(401)
    refusals.push(text)
  }
  // The time is that of the work: each is looked up once, by a digest of the same length, whatever was sent.
  const digests = lookUp.mock.calls.map(([digest]) => digest)
  lookUp.mockRestore()
  expect(digests.map(({ length }) => length)).toEqual([32, 32, 32, 32])
  expect(new Set(digests.map((digest) => digest.toString('hex'))).size).toBe(4)
  expect(new Set(refusals).size).toBe(1)
})
