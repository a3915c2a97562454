// Organizations that serve clients of the original service have its older paths and names; the others have none of them.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, type Answer, useTestServer } from '../../../test/harness.ts'
import { jpeg } from '../../../test/pictures.ts'

// Works the queues off: a route is optimized.
const server = useTestServer({ listen: true })
let account: Account

beforeEach(async () => {
  account = await server.createAccount()
})

type Query = Record<string, string | number | boolean | undefined>

function call(method: string, path: string, body?: unknown, query?: Query): Promise<Answer> {
  return server.call(method, path, { key: account.key, body, query })
}

async function switchTo(serves_older_clients: boolean): Promise<void> {
  const cookie = await server.signIn(account.user_id)
  const answer = await server.call('PUT', '/app/v1/organization', {
    headers: { cookie },
    body: { serves_older_clients },
  })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body).toMatchObject({ name: 'Organization', serves_older_clients })
}

const ofProject = () => ({ project_id: account.project_id })

async function createPlan(body: object = {}): Promise<Answer['body']> {
  const answer = await call('POST', '/v2/plan', body, ofProject())
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

const someId = '0123456789abcdef01234567'
const olderPaths = [
  ['GET', '/projects'],
  ['GET', '/v2/clients/search'],
  ['POST', '/v2/clients'],
  ['GET', '/v2/clients/flat'],
  ['GET', '/v2/vehicles/flat'],
  ['GET', '/v2/drivers/search'],
  ['POST', '/v2/drivers'],
  ['GET', `/v2/driver/${someId}`],
  ['PUT', `/v2/driver/${someId}`],
  ['DELETE', `/v2/driver/${someId}`],
  ['POST', `/v2/driver/${someId}/optimize`],
  ['POST', `/v2/stop/${someId}/move`],
  ['GET', `/v3/stop/report/${someId}/image/${someId}`],
  ['GET', `/v3/stop/report/${someId}/image/${someId}/public`],
] as const

describe('without the switch', () => {
  test.each(olderPaths)('%s %s is an unknown path, with and without a key', async (method, path) => {
    const body = method === 'POST' || method === 'PUT' ? {} : undefined
    const unknown = { message: `There is no operation ${method} ${path}.`, message_id: 'highway.api.error.not_found' }
    for (const key of [account.key, 'api_key_wrong', undefined]) {
      const answer = await server.call(method, path, { key, body, query: ofProject() })
      expect([answer.status, answer.body]).toEqual([404, unknown])
    }
  })

  test('records have the names of the specification only', async () => {
    const plan = await createPlan({ drivers: [{ label: 'Van' }] })
    const { body } = await call('GET', `/v2/plan/${plan.id}`)
    expect(body).toMatchObject({ total_routes: 0, routes: [] })
    expect(body).not.toHaveProperty('drivers')
    expect(body).not.toHaveProperty('total_drivers')
    expect((await call('GET', '/v2/projects')).body).toMatchObject({ total: 1 })
  })

  test('it cannot be turned by those who do not administer the organization, and the log tells who turned it', async () => {
    const manager = await server.createUser(account, 'organization_manager')
    const cookie = await server.signIn(manager.user_id)
    const body = { serves_older_clients: true }
    expect((await server.call('PUT', '/app/v1/organization', { headers: { cookie }, body })).status).toBe(403)
    await switchTo(true)
    const log = await server.call('GET', '/app/v1/audit', { headers: { cookie: await server.signIn(account.user_id) } })
    expect(log.body.docs[0]).toMatchObject({
      resource_type: 'organization',
      changes: body,
      actor: { type: 'user', id: account.user_id },
    })
  })
})

describe('with the switch', () => {
  beforeEach(() => switchTo(true))

  test('it takes effect at once, and ends at once', async () => {
    expect((await call('GET', '/v2/clients/search', undefined, ofProject())).status).toBe(200)
    await switchTo(false)
    expect((await call('GET', '/v2/clients/search', undefined, ofProject())).status).toBe(404)
  })

  test('a wrong key opens nothing, nor does the key of another organization', async () => {
    const other = await server.createAccount('Other')
    for (const key of ['api_key_wrong', other.key]) {
      expect((await server.call('GET', '/v2/clients/search', { key, query: ofProject() })).status).toBe(404)
    }
  })

  test('/projects and /v2/projects answer a plain array; who asks for a page gets one', async () => {
    await server.createProject(account, 'Second')
    for (const path of ['/projects', '/v2/projects']) {
      const { status, body } = await call('GET', path)
      expect(status).toBe(200)
      expect(body.map(({ label }: { label: string }) => label).toSorted()).toEqual(['Project', 'Second'])
    }
    expect((await call('GET', '/v2/projects', undefined, { limit: 1 })).body).toMatchObject({ total: 2, limit: 1 })
  })

  test('clients are created in bulk, all or none, searched, and listed in brief', async () => {
    const inputs = [
      {
        label: 'Museum',
        external_id: 'C-1',
        location: { lat: 47.14, lng: 9.52 },
        default_time_windows: [[3_600, 7_200]],
      },
      {},
    ]
    const created = await call('POST', '/v2/clients', inputs, ofProject())
    expect(created.status, created.text).toBe(201)
    expect(created.body[0]).toMatchObject({
      label: 'Museum',
      external_id: 'C-1',
      default_time_windows: [[3_600, 7_200]],
    })
    const refused = await call('POST', '/v2/clients', [{}, { label: 5 }], ofProject())
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('[1].label')])
    const found = await call('GET', '/v2/clients/search', undefined, {
      ...ofProject(),
      text: 'muse',
      offset: 0,
      limit: 20,
    })
    expect(found.body).toMatchObject({ total: 1, offset: 0, limit: 20, docs: [{ external_id: 'C-1' }] })
    const flat = await call('GET', '/v2/clients/flat', undefined, ofProject())
    expect(flat.body).toHaveLength(2)
    expect(flat.body).toContainEqual({ id: created.body[0].id, lat: 47.14, lng: 9.52 })
  })

  test('the fleet is listed in brief', async () => {
    await call('POST', '/v2/vehicles', [{ default_start_location: { lat: 47, lng: 9 } }, {}], ofProject())
    const { body } = await call('GET', '/v2/vehicles/flat', undefined, ofProject())
    expect(body).toHaveLength(2)
    expect(body).toContainEqual({ id: expect.any(String), lat: 47, lng: 9 })
  })

  test('drivers are routes: created, read, changed, searched and deleted under either name', async () => {
    const plan = await createPlan()
    const created = await call('POST', '/v2/drivers', [{ label: 'Van', external_id: 'D-1' }, {}], { plan_id: plan.id })
    expect(created.status, created.text).toBe(201)
    const { id } = created.body[0]
    expect((await call('GET', `/v2/route/${id}`)).body).toMatchObject({ label: 'Van', external_id: 'D-1' })
    const changed = await call('PUT', `/v2/driver/${id}`, { label: 'Lorry', start_location: { lat: 12, lng: 12 } })
    expect(changed.body).toMatchObject({ id, label: 'Lorry', start_location: { lat: 12, lng: 12 } })
    const found = await call('GET', '/v2/drivers/search', undefined, { ...ofProject(), text: 'lorr' })
    expect(found.body).toMatchObject({ total: 1, limit: 20, docs: [{ id, stops: [] }] })
    expect((await call('DELETE', `/v2/driver/${id}`)).body).toMatchObject({ id, deleted: true })
    expect((await call('GET', `/v2/driver/${id}`)).status).toBe(404)
  })

  test('plans and stops carry the names of drivers beside those of routes, and take either', async () => {
    const stop = { label: 'Museum', custom_fields: { route_id: 'theirs' } }
    const { id } = await createPlan({ drivers: [{ label: 'Van', stops: [stop] }] })
    const { body } = await call('GET', `/v2/plan/${id}`)
    expect(body.drivers).toHaveLength(1)
    expect(body.routes[0].id).toBe(body.drivers[0].id)
    expect(body.total_drivers).toBe(1)
    expect(body.stops[0]).toMatchObject({ route_id: body.drivers[0].id, driver_id: body.drivers[0].id })
    expect(body.stops[0].custom_fields).toEqual({ route_id: 'theirs' })
    const freed = await call('PUT', `/v2/stop/${body.stops[0].id}`, { driver_id: null })
    expect(freed.body).not.toHaveProperty('route_id')
    const optimized = await call('POST', `/v2/driver/${body.drivers[0].id}/optimize`, {})
    expect(optimized.body).toMatchObject({ driver: { id: body.drivers[0].id }, unassigned_stops: [] })
  })

  test('a stop moves by its own path, several by ids in the query', async () => {
    const plan = await createPlan()
    const created = await call('POST', '/v2/stops', [{}, {}, {}], ofProject())
    const [one, ...others] = created.body.map(({ id }: { id: string }) => id)
    const moved = await call('POST', `/v2/stop/${one}/move?plan_id=${plan.id}`, {})
    expect(moved.body).toMatchObject({ id: one, plan_id: plan.id })
    const query = new URLSearchParams([['plan_id', plan.id], ...others.map((id: string) => ['stop_ids', id])])
    const both = await call('POST', `/v2/stop/move?${query}`, {})
    expect(both.body.map(({ plan_id }: { plan_id: string }) => plan_id)).toEqual([plan.id, plan.id])
    expect((await call('POST', `/v2/stop/${one}/move`, {})).body).not.toHaveProperty('plan_id')
  })

  test('a picture is found by its report and id, with a key and at its public address', async () => {
    const plan = await createPlan({ routes: [{ stops: [{}] }] })
    const [stop] = (await call('GET', `/v2/plan/${plan.id}/stops`)).body
    const images = [`data:image/jpeg;base64,${jpeg().toString('base64')}`]
    const report = await call('POST', `/v3/stop/${stop.id}/report`, { type: 'service_report_completed', images })
    expect(report.status, report.text).toBe(201)
    const path = `/v3/stop/report/${report.body.id}/image/${report.body.images[0].id}`
    for (const [key, address] of [
      [account.key, path],
      [undefined, `${path}/public`],
    ]) {
      const answer = await server.call('GET', address!, { key })
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
    }
    expect((await server.call('GET', path)).status).toBe(404)
    const other = await server.createAccount('Other')
    await server.services.database.db.updateTable('organizations').set({ serves_older_clients: true }).execute()
    expect((await server.call('GET', path, { key: other.key })).status).toBe(404)
    expect((await call('GET', path.replace(/[0-9a-f]{24}$/, someId))).status).toBe(404)
    await switchTo(false)
    expect((await server.call('GET', `${path}/public`)).status).toBe(404)
  })

  test('in operations that the original service never had, a driver stays a driver', async () => {
    const made = await call('POST', '/app/v1/drivers', [{ label: 'Ana' }], ofProject())
    expect([made.status, made.body[0]], made.text).toMatchObject([201, { label: 'Ana' }])
    expect(JSON.stringify(made.body)).not.toContain('route')
    const body = { assignments: [{ date: '2026-03-02', driver_id: 'nobody' }] }
    const answer = await call('POST', '/app/v1/driver_assignments', body, ofProject())
    expect(answer.body.message).toContain('assignments[0].driver_id')
  })

  test('the planner has the names of the specification only', async () => {
    const cookie = await server.signIn(account.user_id)
    const own = { headers: { cookie, 'sec-fetch-site': 'same-origin' } }
    expect((await server.call('GET', '/v2/projects', own)).body).toMatchObject({ total: 1 })
    expect((await server.call('GET', '/v2/clients/search', { ...own, query: ofProject() })).status).toBe(404)
  })
})
