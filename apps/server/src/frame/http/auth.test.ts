// Every way to fail with a key looks the same; sessions, drivers' links and the administrator's secret.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, type CallOptions, injectInto, useTestServer } from '../../../test/harness.ts'
import { frameStatements } from '../../process/frame-statements.ts'
import { createId, createSecret } from '../platform/ids.ts'
import { digestSecret } from '../platform/password.ts'
import { type Context, mount } from './mount.ts'
import type { DriverPrincipal, Principal } from './principals.ts'
import { type App, createHttp } from './server.ts'

const server = useTestServer()
let app: App
let account: Account
let principal: Principal | undefined

beforeAll(async () => {
  app = await createHttp(server.services, frameStatements)
  const answer = (body: unknown) => async (_input: unknown, context: Pick<Context<Principal>, 'principal'>) => {
    principal = context.principal
    return body
  }
  const page = { total: 0, limit: 20, offset: 0, pages: 0, page: 1, docs: [] }
  mount(app, 'listPlans', answer(page))
  mount(app, 'deleteStops', answer(undefined))
  mount(app, 'listApiKeys', answer([]))
  mount(app, 'listOrganizations', answer(page))
  mount(app, 'getDriverRoute', async (_input, context) => {
    principal = context.principal
    return context.reply.code(200).send('{}')
  })
  await app.ready()
  account = await server.createAccount()
})

afterAll(async () => {
  await app.close()
})

const list = (options: CallOptions) => injectInto(app, 'GET', '/v2/plans', options)
const refusal = '{"message":"The API key is missing or not valid.","message_id":"highway.apiKey.error.not_found"}'

describe('a key', () => {
  test('opens every operation to its user, in its organization', async () => {
    expect((await list({ key: account.key })).status).toBe(200)
    expect(principal).toMatchObject({
      kind: 'api_key',
      credentialId: account.key_id,
      organizationId: account.organization_id,
      userId: account.user_id,
      role: 'organization_administrator',
      projects: 'all',
    })
  })

  test('of a plain user reaches his projects only', async () => {
    const user = await server.createUser(account, 'organization_user', [account.project_id])
    await list({ key: user.key })
    expect(principal).toMatchObject({ role: 'organization_user', projects: new Set([account.project_id]) })
  })

  test.each([
    'missing',
    'empty',
    'malformed',
    'unknown',
    'inactive',
    'of a deactivated user',
    'deleted',
    'given twice',
    'too long',
  ])('that is %s is refused with the same bytes', async (kind) => {
    const own = await server.createUser(account, 'organization_user')
    const { db } = server.services.database
    // Used before, so that a remembered key would show.
    expect((await list({ key: own.key })).status).toBe(200)
    const keys = db.updateTable('api_keys').where('user_id', '=', own.user_id)
    if (kind === 'inactive') await keys.set({ active: false }).execute()
    if (kind === 'of a deactivated user') {
      await db.updateTable('users').set({ active: false }).where('id', '=', own.user_id).execute()
    }
    if (kind === 'deleted') await db.deleteFrom('api_keys').where('user_id', '=', own.user_id).execute()
    const sent: Record<string, string> = {
      missing: '',
      empty: '?private_key=',
      malformed: '?private_key=%00%ff%27',
      unknown: `?private_key=${createSecret('api_key_', 40)}`,
      'given twice': `?private_key=${account.key}&private_key=${account.key}`,
      'too long': `?private_key=${'a'.repeat(8_000)}`,
    }
    const answer = await injectInto(app, 'GET', `/v2/plans${sent[kind] ?? `?private_key=${own.key}`}`)
    expect(answer.status).toBe(401)
    expect(answer.text).toBe(refusal)
    const { 'x-request-id': _id, date: _date, ...headers } = answer.headers
    expect(headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(refusal.length),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      connection: 'keep-alive',
    })
  })

  test('in the Authorization header alone is refused like a missing one', async () => {
    for (const scheme of ['Bearer ', 'Basic ', '']) {
      const answer = await list({ headers: { authorization: scheme + account.key } })
      expect([answer.status, answer.text]).toEqual([401, refusal])
    }
    expect((await list({ key: account.key, headers: { authorization: 'Bearer nonsense' } })).status).toBe(200)
  })

  test('is checked before the body and the parameters are looked at', async () => {
    const answer = await injectInto(app, 'PUT', '/v2/stops/delete', { body: '{malformed', query: { private_key: 'x' } })
    expect(answer.text).toBe(refusal)
  })

  test('never opens what is internal to the dashboard or to drivers', async () => {
    for (const path of ['/app/v1/api_keys', '/app/v1/organizations', '/driver/v1/route']) {
      expect((await injectInto(app, 'GET', path, { key: account.key })).status).toBe(401)
    }
  })

  test('appears in no log line, whatever happens to the request', async () => {
    const canary = createSecret('api_key_', 40)
    await list({ key: canary })
    await list({ key: account.key, query: { limit: 'x' } })
    await injectInto(app, 'GET', `/nothing?private_key=${canary}`)
    await injectInto(app, 'PUT', '/v2/stops/delete', {
      key: account.key,
      body: { stop_ids: canary, private_key: canary },
    })
    expect(server.logLines.join('')).toContain('private_key=[redacted]')
    for (const secret of [canary, account.key]) expect(server.logLines.join('')).not.toContain(secret)
  })
})

describe('a session', () => {
  async function signIn(role: Parameters<typeof server.createUser>[1] = 'organization_manager') {
    const { user_id } = await server.createUser(account, role)
    return { user_id, cookie: { cookie: await server.signIn(user_id) } }
  }

  test('opens the interface and the dashboard, on behalf of its user', async () => {
    const { user_id, cookie } = await signIn()
    expect((await list({ headers: cookie })).status).toBe(200)
    expect(principal).toMatchObject({ kind: 'user', userId: user_id, projects: 'all' })
    expect((await injectInto(app, 'GET', '/app/v1/api_keys', { headers: cookie })).status).toBe(200)
  })

  test('ends by time, by deletion and with its user', async () => {
    const { db } = server.services.database
    const expired = await signIn()
    server.clock.advanceSeconds(86_401)
    expect((await list({ headers: expired.cookie })).text).toBe(refusal)
    const deleted = await signIn()
    await db.deleteFrom('user_sessions').where('user_id', '=', deleted.user_id).execute()
    expect((await list({ headers: deleted.cookie })).text).toBe(refusal)
    const deactivated = await signIn()
    await db.updateTable('users').set({ active: false }).where('id', '=', deactivated.user_id).execute()
    expect((await list({ headers: deactivated.cookie })).text).toBe(refusal)
  })

  test.each([
    ['its own origin', { origin: 'http://routes.example.test', host: 'routes.example.test' }, 204],
    ['another origin', { origin: 'https://evil.example.test', host: 'routes.example.test' }, 403],
    ['no origin at all (privacy)', { origin: 'null', host: 'routes.example.test' }, 403],
    ['another site, told by Fetch Metadata', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a program', {}, 204],
  ])('may change things when the request comes from %s', async (_, headers, status) => {
    const { cookie } = await signIn()
    const sent = { headers: { ...cookie, ...headers }, body: { stop_ids: [account.user_id] } }
    expect((await injectInto(app, 'PUT', '/v2/stops/delete', sent)).status).toBe(status)
  })

  test.each([
    ['a link of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a page of its own', { 'sec-fetch-site': 'same-origin' }, 200],
    ['the address bar', { 'sec-fetch-site': 'none' }, 200],
    ['a program', {}, 200],
  ])('may read, exports too, when the request comes from %s', async (_, headers, status) => {
    const { cookie } = await signIn()
    expect((await list({ headers: { ...cookie, ...headers } })).status).toBe(status)
  })

  test('does not stand in for a key that was sent and is wrong', async () => {
    const { cookie } = await signIn()
    expect((await list({ key: 'api_key_wrong', headers: cookie })).text).toBe(refusal)
  })
})

describe("a driver's link", () => {
  async function createLink() {
    const { db } = server.services.database
    const now = server.clock.now()
    const times = { created_at: now, updated_at: now }
    const { organization_id, project_id } = account
    const plan = { id: createId(now), organization_id, project_id, execution_date: now, ...times }
    await db
      .insertInto('plans')
      .values({ ...plan, created_by: null, external_id: null, label: null })
      .execute()
    const route_id = createId(now)
    const route = { id: route_id, organization_id, project_id, plan_id: plan.id, ...times }
    await db
      .insertInto('routes')
      .values(route as never)
      .execute()
    const token = createSecret('rw_driver_', 43)
    const link = { id: createId(now), organization_id, route_id, token_digest: digestSecret(token), sent_to: null }
    await db
      .insertInto('driver_links')
      .values({ ...link, created_at: now })
      .execute()
    return { token, route_id, link_id: link.id }
  }
  const getRoute = (token: string) =>
    injectInto(app, 'GET', '/driver/v1/route', { headers: { authorization: `Bearer ${token}` } })

  test('opens the calls of its route, and nothing else', async () => {
    const { token, route_id } = await createLink()
    expect((await getRoute(token)).status).toBe(200)
    expect(principal).toEqual<DriverPrincipal>({
      kind: 'driver',
      credentialId: expect.any(String),
      organizationId: account.organization_id,
      routeId: route_id,
    })
    expect((await list({ key: token })).text).toBe(refusal)
    expect((await list({ headers: { authorization: `Bearer ${token}` } })).text).toBe(refusal)
  })

  test('closes at once when it is revoked', async () => {
    const { token, link_id } = await createLink()
    expect((await getRoute(token)).status).toBe(200)
    const { db } = server.services.database
    await db.updateTable('driver_links').set({ revoked_at: server.clock.now() }).where('id', '=', link_id).execute()
    expect((await getRoute(token)).text).toBe(refusal)
  })
})

describe("the machine's administrator", () => {
  const call = (path: string, secret: string) =>
    injectInto(app, 'GET', path, { headers: { authorization: `Bearer ${secret}` } })

  test('lists organizations, and acts in any of them for its first administrator', async () => {
    const { adminSecret } = server.services
    expect((await call('/app/v1/organizations', adminSecret)).status).toBe(200)
    expect((await call(`/app/v1/api_keys?organization_id=${account.organization_id}`, adminSecret)).status).toBe(200)
    expect(principal).toMatchObject({ kind: 'user', userId: account.user_id, organizationId: account.organization_id })
    expect((await call('/app/v1/api_keys', adminSecret)).status).toBe(400)
    expect((await call(`/app/v1/api_keys?organization_id=${account.user_id}`, adminSecret)).status).toBe(404)
  })

  test('is nobody with another secret', async () => {
    for (const secret of ['', 'rw_admin_guess', account.key]) {
      expect((await call('/app/v1/organizations', secret)).text).toBe(refusal)
      expect((await call(`/app/v1/api_keys?organization_id=${account.organization_id}`, secret)).text).toBe(refusal)
    }
  })
})
