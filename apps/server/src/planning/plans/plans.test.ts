// Plans: created, listed, read, changed, closed and deleted as the specification and the decisions say.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { recordedEventNames, recordedEvents, subscribe } from '../../../test/recorded-events.ts'

const server = useTestServer()
let account: Account

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
})

type Query = Record<string, string | number | boolean | undefined>

function call(method: string, path: string, body?: unknown, query?: Query) {
  return server.call(method, path, { key: account.key, body, query })
}

async function createPlan(body: object = {}): Promise<string> {
  const answer = await call('POST', '/v2/plan', body, { project_id: account.project_id })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}

const getStops = (planId: string) => call('GET', `/v2/plan/${planId}/stops`).then((answer) => answer.body)

describe('POST /v2/plan', () => {
  test('{} is valid: no label, status planning, the date of today in the time zone of the project', async () => {
    server.clock.set('2026-03-02T23:30:00.000Z')
    await server.services.database.db.updateTable('projects').set({ timezone: 'Europe/Madrid' }).execute()
    const answer = await call('POST', '/v2/plan', {}, { project_id: account.project_id })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      organization_id: account.organization_id,
      project_id: account.project_id,
      created_by: account.user_id,
      execution_date: '2026-03-03T00:00:00.000Z',
      status: 'planning',
      total_stops: 0,
      pending_stops: 0,
      completed_stops: 0,
      incomplete_stops: 0,
      canceled_stops: 0,
      total_routes: 0,
      created_at: '2026-03-02T23:30:00.000Z',
      deleted: false,
    })
    expect(answer.body).not.toHaveProperty('label')
    expect(answer.body).not.toHaveProperty('deleted_at')
    expect(answer.body).not.toHaveProperty('stops')
  })

  test('no body at all is a plan, too', async () => {
    expect((await call('POST', '/v2/plan', undefined, { project_id: account.project_id })).status).toBe(201)
  })

  test('takes label, date, draft, external_id and settings; read-only and unknown fields are ignored', async () => {
    const answer = await call(
      'POST',
      '/v2/plan',
      {
        label: 'North',
        execution_date: '2026-04-01',
        status: 'draft',
        external_id: 'P-1',
        optimizer_config: { time_limit_seconds: 5, seed: null },
        traffic_options: { mode: 'truck' },
        geo_fences: ['x'],
        total_stops: 99,
        id: 'f'.repeat(24),
        nonsense: { a: 1 },
      },
      { project_id: account.project_id },
    )
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      label: 'North',
      execution_date: '2026-04-01T00:00:00.000Z',
      status: 'draft',
      external_id: 'P-1',
      optimizer_config: { time_limit_seconds: 5 },
      traffic_options: { mode: 'truck' },
      total_stops: 0,
    })
    expect(answer.body.optimizer_config).not.toHaveProperty('seed')
    expect(answer.body.id).not.toBe('f'.repeat(24))
    expect(answer.body).not.toHaveProperty('nonsense')
  })

  test('creates nested stops and routes; counters agree; plan.created comes before stop.created', async () => {
    await subscribe(server, account)
    const answer = await call(
      'POST',
      '/v2/plan',
      {
        label: 'Both',
        stops: [{ label: 'a' }, { label: 'b' }],
        routes: [{ label: 'R', stops: [{ label: 'c', location: { lat: 47.1, lng: 9.5 } }] }],
      },
      { project_id: account.project_id },
    )
    expect(answer.body).toMatchObject({ total_stops: 3, pending_stops: 3, total_routes: 1 })
    const full = (await call('GET', `/v2/plan/${answer.body.id}`)).body
    expect(full.stops.map((stop: { label: string }) => stop.label)).toEqual(['a', 'b', 'c'])
    expect(full.stops.map((stop: { fixed_id: string }) => stop.fixed_id)).toEqual(['1', '2', '3'])
    expect(full.routes[0].stops.map((stop: { label: string }) => stop.label)).toEqual(['c'])
    expect(await recordedEventNames(server, account)).toEqual([
      'plan.created',
      'stop.created',
      'stop.created',
      'stop.created',
    ])
    const [created] = await recordedEvents(server, account)
    expect(created!.meta).toEqual({
      organization_id: account.organization_id,
      actor: { type: 'api_key', id: account.key_id },
      changes: [],
    })
  })

  test('one bad nested stop refuses the whole plan and names its index', async () => {
    const body = { label: 'half', stops: [{ label: 'good' }, { type: 'pickup', packages: [{ identifier: 'x' }] }] }
    const answer = await call('POST', '/v2/plan', body, { project_id: account.project_id })
    expect(answer).toMatchObject({ status: 400, body: { message_id: 'highway.stop.error.packages_not_allowed' } })
    expect(answer.body.message).toContain('stops[1].packages')
    expect((await call('GET', '/v2/plans')).body.total).toBe(0)
  })

  test.each([
    [{ label: 5 }, 'highway.validation.error.invalid_payload', 'label'],
    [{ label: 'x'.repeat(501) }, 'highway.validation.error.invalid_payload', 'label'],
    [{ execution_date: 'tomorrow' }, 'highway.plan.error.invalid_execution_date', 'execution_date'],
    [{ execution_date: '2026-02-30' }, 'highway.plan.error.invalid_execution_date', 'execution_date'],
    [{ status: 'finished' }, 'highway.validation.error.invalid_payload', 'status'],
    [
      { optimizer_config: { time_limit_seconds: 0 } },
      'highway.plan.error.invalid_optimizer_config',
      'optimizer_config.time_limit_seconds',
    ],
    [{ traffic_options: { mode: 'boat' } }, 'highway.plan.error.invalid_optimizer_config', 'traffic_options.mode'],
    [{ stops: {} }, 'highway.validation.error.invalid_payload', 'stops'],
    [[], 'highway.validation.error.invalid_payload', 'body'],
  ])('a bad field is refused by its name (%#)', async (body, messageId, place) => {
    const answer = await call('POST', '/v2/plan', body, { project_id: account.project_id })
    expect(answer.status).toBe(400)
    expect(answer.body.message_id).toBe(messageId)
    expect(answer.body.message).toContain(place)
  })

  test('project_id is required, well-formed, known and reached', async () => {
    const refusal = async (query: Query) => (await call('POST', '/v2/plan', {}, query)).body.message_id
    expect(await refusal({})).toBe('highway.validation.error.invalid_parameter')
    expect(await refusal({ project_id: 'abc' })).toBe('highway.validation.error.invalid_id')
    expect(await refusal({ project_id: 'a'.repeat(24) })).toBe('highway.domain.error.not_found')
    const outsider = await server.createUser(account, 'organization_user')
    const query = { project_id: account.project_id }
    const forbidden = await server.call('POST', '/v2/plan', { key: outsider.key, query, body: {} })
    expect(forbidden).toMatchObject({ status: 403, body: { message_id: 'highway.project.error.forbidden' } })
  })
})

describe('GET /v2/plans', () => {
  test('answers the envelope with its defaults, newest first', async () => {
    const first = await createPlan({ label: 'first' })
    server.clock.advanceSeconds(1)
    const second = await createPlan({ label: 'second' })
    const { body } = await call('GET', '/v2/plans')
    expect(body).toMatchObject({ total: 2, limit: 20, offset: 0, pages: 1, page: 1 })
    expect(body.docs.map((plan: { id: string }) => plan.id)).toEqual([second, first])
  })

  test('pages are cut by offset and limit, and the sort is total', async () => {
    for (let i = 0; i < 5; i++) await createPlan({ label: 'same' })
    const page = async (offset: number) =>
      (await call('GET', '/v2/plans', undefined, { sort: 'label:asc', limit: 2, offset })).body
    const pages = [await page(0), await page(2), await page(4)]
    expect(pages.map(({ page, pages }) => [page, pages])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ])
    const ids = pages.flatMap(({ docs }) => docs.map((plan: { id: string }) => plan.id))
    expect(new Set(ids).size).toBe(5)
    expect(ids).toEqual([...ids].sort())
  })

  test('filters by text, status, project and date, both ends included', async () => {
    await createPlan({ label: 'Ab_100% North', execution_date: '2026-05-01', status: 'draft' })
    await createPlan({ external_id: 'xNORTHx', execution_date: '2026-05-03' })
    await createPlan({ label: 'other', execution_date: '2026-05-05' })
    const labels = async (query: Query) => (await call('GET', '/v2/plans', undefined, query)).body.total
    expect(await labels({ text: 'north' })).toBe(2)
    expect(await labels({ text: '_1' })).toBe(1)
    expect(await labels({ text: '%' })).toBe(1)
    expect(await labels({ status: 'draft' })).toBe(1)
    expect(await labels({ from_date: '2026-05-01', to_date: '2026-05-03' })).toBe(2)
    expect(await labels({ fromDate: '2026-05-03', toDate: '2026-05-05' })).toBe(2)
    const other = await server.createProject(account)
    expect(await labels({ project_id: other })).toBe(0)
    expect(await labels({ project_id: account.project_id })).toBe(3)
  })

  test('without project_id answers every project that the key reaches, and no other organization', async () => {
    await createPlan({})
    const second = await server.createProject(account)
    const member = await server.createUser(account, 'organization_user', [second])
    const stranger = await server.createAccount()
    expect((await call('GET', '/v2/plans')).body.total).toBe(1)
    expect((await server.call('GET', '/v2/plans', { key: member.key })).body.total).toBe(0)
    expect((await server.call('GET', '/v2/plans', { key: stranger.key })).body.total).toBe(0)
    const query = { project_id: account.project_id }
    expect((await server.call('GET', '/v2/plans', { key: stranger.key, query })).status).toBe(404)
  })

  test('deleted plans are listed only with deleted=true', async () => {
    const id = await createPlan({})
    await call('DELETE', `/v2/plan/${id}`)
    expect((await call('GET', '/v2/plans')).body.total).toBe(0)
    const { body } = await call('GET', '/v2/plans', undefined, { deleted: true })
    expect(body.docs[0]).toMatchObject({ id, deleted: true, deleted_at: '2026-03-02T08:00:00.000Z' })
  })

  test.each([
    { limit: 0 },
    { limit: 1001 },
    { limit: 'ten' },
    { offset: -1 },
    { sort: 'color:asc' },
    { sort: 'label:up' },
    { status: 'open' },
    { deleted: 'maybe' },
    { from_date: '2026-13-01' },
  ])('%j is refused', async (query) => {
    const answer = await call('GET', '/v2/plans', undefined, query as Query)
    expect(answer).toMatchObject({ status: 400, body: { message_id: 'highway.validation.error.invalid_parameter' } })
    expect(answer.body.message).toContain(Object.keys(query)[0])
  })
})

describe('PUT /v2/plan/{id}', () => {
  test('changes the fields sent and no others; null clears; answers the full plan; one plan.updated', async () => {
    const id = await createPlan({ label: 'a', external_id: 'e', stops: [{ label: 's' }] })
    await subscribe(server, account)
    const { body } = await call('PUT', `/v2/plan/${id}`, {
      label: 'b',
      external_id: null,
      execution_date: '2026-06-01',
    })
    expect(body).toMatchObject({ label: 'b', execution_date: '2026-06-01T00:00:00.000Z', total_stops: 1 })
    expect(body).not.toHaveProperty('external_id')
    expect(body.stops).toHaveLength(1)
    expect(body.stops[0].plan_label).toBe('b')
    expect(body.updated_at > body.created_at).toBe(true)
    const events = await recordedEvents(server, account)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      event_id: 'svc.planner.2.plan.updated',
      data: { id, label: 'b', updated_at: body.updated_at },
      meta: { changes: ['label', 'external_id', 'execution_date', 'updated_at'] },
    })
  })

  test('the same PUT twice leaves the same state and tells of one change', async () => {
    const id = await createPlan({})
    await subscribe(server, account)
    const body = { label: 'x', optimizer_config: { use_distance: true } }
    const first = await call('PUT', `/v2/plan/${id}`, body)
    server.clock.advanceSeconds(5)
    const second = await call('PUT', `/v2/plan/${id}`, body)
    expect(second.body).toEqual(first.body)
    expect(await recordedEventNames(server, account)).toEqual(['plan.updated'])
  })

  test('stops, routes, counters and geofences are not modified by it', async () => {
    const id = await createPlan({ stops: [{}] })
    const body = { stops: [], routes: [], total_stops: 7, geo_fences: ['x'], deleted: true }
    expect((await call('PUT', `/v2/plan/${id}`, body)).body).toMatchObject({ total_stops: 1, deleted: false })
    expect(await getStops(id)).toHaveLength(1)
  })

  const statuses = ['draft', 'planning', 'in_progress', 'finished'] as const
  const allowed = new Set(['draft>draft', 'draft>planning', 'draft>finished', 'planning>planning', 'planning>draft'])
  for (const more of ['planning>finished', 'finished>finished']) allowed.add(more)
  test.each((['draft', 'planning', 'finished'] as const).flatMap((from) => statuses.map((to) => [from, to] as const)))(
    '%s to %s',
    async (from, to) => {
      const id = await createPlan({ status: from === 'draft' ? 'draft' : 'planning' })
      if (from === 'finished') await call('PUT', `/v2/plan/${id}`, { status: 'finished' })
      const answer = await call('PUT', `/v2/plan/${id}`, { status: to })
      if (allowed.has(`${from}>${to}`)) expect(answer.body.status).toBe(to)
      else {
        expect(answer.status).toBe(400)
        expect(answer.body.message_id).toBe('highway.plan.error.invalid_status_transition')
        expect((await call('GET', `/v2/plan/${id}`)).body.status).toBe(from)
      }
    },
  )

  test('a plan in progress goes nowhere but to finished, and one with a started route not back to draft', async () => {
    const id = await createPlan({ routes: [{ email: 'driver@example.test', stops: [{}, {}] }] })
    const [route] = (await call('GET', `/v2/plan/${id}/routes`)).body
    const { public_link } = (await call('POST', `/v2/route/${route.id}/dispatch`)).body
    const headers = { authorization: `Bearer ${public_link.split('/d/')[1]}` }
    await subscribe(server, account)
    expect((await server.call('POST', '/driver/v1/start', { headers })).status).toBe(200)
    expect((await call('GET', `/v2/plan/${id}`)).body.status).toBe('in_progress')
    for (const status of ['draft', 'planning']) {
      const refused = await call('PUT', `/v2/plan/${id}`, { status })
      expect(refused.body.message_id).toBe('highway.plan.error.invalid_status_transition')
    }
    expect((await call('PUT', `/v2/plan/${id}`, { status: 'in_progress' })).body.status).toBe('in_progress')
    expect((await call('PUT', `/v2/plan/${id}`, { status: 'finished' })).body.status).toBe('finished')
    expect(await recordedEventNames(server, account)).toEqual([
      'route.started',
      'plan.updated',
      'route.finished',
      'plan.updated',
    ])
  })

  test('finished closes the plan: pending stops become incomplete, open routes finish with their events', async () => {
    const id = await createPlan({ stops: [{}], routes: [{ label: 'r', stops: [{ location: { lat: 47, lng: 9 } }] }] })
    await subscribe(server, account)
    const { body } = await call('PUT', `/v2/plan/${id}`, { status: 'finished' })
    expect(body).toMatchObject({ status: 'finished', incomplete_stops: 2, pending_stops: 0, total_stops: 2 })
    expect(body.stops.map((stop: { status: string }) => stop.status)).toEqual(['incomplete', 'incomplete'])
    expect(body.routes[0]).toMatchObject({ status: 'finished', end_date: '2026-03-02T08:00:00.000Z' })
    expect(await recordedEventNames(server, account)).toEqual(['route.finished', 'plan.updated'])
  })

  test('label, date and external_id of a finished plan may still be edited, its settings not', async () => {
    const id = await createPlan({ optimizer_config: { seed: 1 } })
    await call('PUT', `/v2/plan/${id}`, { status: 'finished' })
    const edited = { label: 'l', external_id: 'x', execution_date: '2026-07-01', optimizer_config: { seed: 1 } }
    expect((await call('PUT', `/v2/plan/${id}`, edited)).body).toMatchObject({ label: 'l', external_id: 'x' })
    const refused = await call('PUT', `/v2/plan/${id}`, { optimizer_config: { seed: 2 } })
    expect(refused.body.message_id).toBe('highway.plan.error.finished')
  })
})

describe('DELETE /v2/plan/{id}', () => {
  test('deletes softly with routes and stops, whatever the status, and answers the deleted full plan', async () => {
    const id = await createPlan({ stops: [{ label: 's' }], routes: [{ stops: [{ label: 't' }] }] })
    const { stops, routes } = (await call('GET', `/v2/plan/${id}`)).body
    await subscribe(server, account)
    await call('PUT', `/v2/plan/${id}`, { status: 'finished' })
    const { status, body } = await call('DELETE', `/v2/plan/${id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, deleted: true, deleted_at: expect.any(String) })
    expect(body.stops.map((stop: { label: string; deleted: boolean }) => [stop.label, stop.deleted])).toEqual([
      ['s', true],
      ['t', true],
    ])
    expect(body.routes[0]).toMatchObject({ deleted: true, stops: [{ label: 't' }] })
    for (const path of [`/v2/plan/${id}`, `/v2/stop/${stops[0].id}`, `/v2/route/${routes[0].id}`]) {
      expect((await call('GET', path)).status).toBe(404)
    }
    expect((await call('PUT', `/v2/plan/${id}`, { label: 'back' })).status).toBe(404)
    expect((await call('DELETE', `/v2/plan/${id}`)).status).toBe(404)
    expect((await recordedEventNames(server, account)).slice(-3)).toEqual([
      'stop.deleted',
      'stop.deleted',
      'plan.deleted',
    ])
  })
})

describe('what is read of a plan', () => {
  test('plan/{id}/stops and plan/{id}/routes filter; null means without one', async () => {
    const vehicle = await call('POST', '/v2/vehicle', { label: 'van' }, { project_id: account.project_id })
    const routes = [{ vehicle_id: vehicle.body.id, stops: [{ label: 'on' }] }, { label: 'free' }]
    const id = await createPlan({ stops: [{ label: 'off' }], routes })
    const labels = async (path: string, query: Query) =>
      (await call('GET', path, undefined, query)).body.map((record: { label: string }) => record.label)
    const stops = `/v2/plan/${id}/stops`
    expect(await labels(stops, {})).toEqual(['off', 'on'])
    expect(await labels(stops, { route_id: 'null' })).toEqual(['off'])
    expect(await labels(stops, { vehicle_id: vehicle.body.id })).toEqual(['on'])
    expect(await labels(stops, { status: 'completed' })).toEqual([])
    const onRoute = (await call('GET', `/v2/plan/${id}/routes`)).body
    expect(onRoute[0].stops.map((stop: { label: string }) => stop.label)).toEqual(['on'])
    expect(await labels(`/v2/plan/${id}/routes`, { vehicle_id: 'null' })).toEqual(['free'])
    expect(await labels(`/v2/plan/${id}/routes`, { status: 'finished' })).toEqual([])
    expect((await call('GET', stops, undefined, { route_id: 'x' })).status).toBe(400)
    const full = (await call('GET', `/v2/plan/${id}`)).body
    expect(full.vehicles.map((record: { id: string }) => record.id)).toEqual([vehicle.body.id])
  })

  test('a part of a plan’s routes or stops is answered where one is asked for; beyond the end nothing, so that a pager ends', async () => {
    const stops = ['a', 'b', 'c'].map((label) => ({ label }))
    const id = await createPlan({ stops, routes: [{ label: 'r1' }, { label: 'r2', stops: [{ label: 'd' }] }] })
    const labels = async (path: string, query: Query) =>
      (await call('GET', `/v2/plan/${id}/${path}`, undefined, query)).body.map(({ label }: { label: string }) => label)
    expect(await labels('routes', { offset: 1 })).toEqual(['r2'])
    expect(await labels('routes', { offset: 0, limit: 1 })).toEqual(['r1'])
    expect(await labels('routes', { offset: 2 })).toEqual([])
    expect(await labels('stops', { offset: 1, limit: 2 })).toEqual(['b', 'c'])
    expect(await labels('stops', { offset: 4, limit: 20 })).toEqual([])
    const [route] = (await call('GET', `/v2/plan/${id}/routes`, undefined, { offset: 1 })).body
    expect(route.stops).toHaveLength(1)
    const refused = await call('GET', `/v2/plan/${id}/routes`, undefined, { offset: -1 })
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('offset') } })
  })

  test('plans/stops and plans/routes answer the day of a project as plain arrays', async () => {
    const day = (execution_date: string, label: string) =>
      createPlan({ execution_date, label, stops: [{ label }], routes: [{ label }] })
    await day('2026-05-01', 'before')
    await day('2026-05-02', 'on')
    await day('2026-05-02T23:59:59.999Z', 'late')
    await day('2026-05-03', 'after')
    const gone = await day('2026-05-02', 'gone')
    await call('DELETE', `/v2/plan/${gone}`)
    for (const path of ['/v2/plans/stops', '/v2/plans/routes']) {
      const labels = async (query: Query) => {
        const asked = { project_id: account.project_id, date: '2026-05-02', ...query }
        return (await call('GET', path, undefined, asked)).body.map((record: { label: string }) => record.label)
      }
      expect(await labels({})).toEqual(['on', 'late'])
      expect(await labels({ start: '2026-05-02T12:00:00Z' })).toEqual(['late'])
      expect(await labels({ end: '2026-05-03' })).toEqual(['on', 'late', 'after'])
      expect(await labels({ start: '2026-05-01', end: '2026-05-01' })).toEqual(['before'])
    }
    const missing = await call('GET', '/v2/plans/stops', undefined, { project_id: account.project_id })
    expect(missing.body.message).toContain('date')
    const query = { project_id: account.project_id, date: '2026-05-02' }
    const bare = await call('GET', '/v2/plans/routes', undefined, query)
    expect(bare.body[0]).not.toHaveProperty('stops')
    const full = await call('GET', '/v2/plans/routes', undefined, { ...query, stops: true })
    expect(full.body[0].stops).toEqual([])
  })
})

describe('isolation', () => {
  test("another organization's key finds nothing and changes nothing", async () => {
    const id = await createPlan({ label: 'mine', stops: [{}] })
    const stranger = await server.createAccount()
    const before = (await call('GET', `/v2/plan/${id}`)).body
    for (const [method, path, body] of [
      ['GET', `/v2/plan/${id}`],
      ['PUT', `/v2/plan/${id}`, { label: 'theirs' }],
      ['DELETE', `/v2/plan/${id}`],
      ['GET', `/v2/plan/${id}/stops`],
      ['GET', `/v2/plan/${id}/routes`],
    ] as const) {
      const answer = await server.call(method, path, { key: stranger.key, body })
      expect(answer.body).toEqual({
        message: `No plan with id ${id} was found.`,
        message_id: 'highway.domain.error.not_found',
      })
    }
    expect((await call('GET', `/v2/plan/${id}`)).body).toEqual(before)
  })

  test('a member of another project of the organization is forbidden', async () => {
    const id = await createPlan({})
    const member = await server.createUser(account, 'organization_user')
    for (const method of ['GET', 'DELETE']) {
      expect((await server.call(method, `/v2/plan/${id}`, { key: member.key })).status).toBe(403)
    }
  })
})
