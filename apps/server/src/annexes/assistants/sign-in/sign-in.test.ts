// Signing in by OAuth, against what RFC 9728, 8414, 7591, 7636, 6749, 8707 and 7009 ask of a service; and what a connection may do.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../../test/harness.ts'
import {
  assistantSteps,
  type Changes,
  challengeOf,
  readEvent,
  redirectUri,
  verifier,
} from '../../../../test/signed-in-assistant.ts'
import { tools } from '../tools.ts'
import { cleanUpConnections } from './clients.ts'

// No limits of calls but where a test sets one: they would count the registrations of other tests.
const server = useTestServer({ config: { requestsPerMinute: 0 } })
const steps = assistantSteps(server)
const { register, registerOne, authorize, request, decide, allow, post, exchange, refresh, signIn, ask } = steps
let account: Account
let cookie: string
let client: string

beforeAll(async () => {
  client = await registerOne()
})
beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00Z')
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id)
})

const base = () => server.services.publicBase()
const db = () => server.services.database.db
const connections = async (as = cookie) =>
  (await server.call('GET', '/app/v1/assistant_connections', { headers: { cookie: as } })).body
const listTools = async (token: string) =>
  readEvent(await ask(token)).result.tools.map(({ name }: { name: string }) => name)
const projectsOf = async (token: string) => {
  const answer = await ask(token, 'tools/call', { name: 'list_resources', arguments: { kind: 'projects' } })
  return JSON.stringify(readEvent(answer).result.structuredContent)
}

/** Runs the work while callers are counted. */
async function counting(perMinute: number, work: () => Promise<void>): Promise<void> {
  server.services.config.requestsPerMinute = perMinute
  try {
    await work()
  } finally {
    server.services.config.requestsPerMinute = 0
  }
}

describe('Metadata of /mcp (RFC 9728)', () => {
  test('lies at the well-known path, with and without the path of the resource', async () => {
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
      const answer = await server.call('GET', path)
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toContain('application/json')
      expect(answer.body).toMatchObject({
        resource: `${base()}/mcp`,
        authorization_servers: [base()],
        scopes_supported: ['read', 'propose'],
        bearer_methods_supported: ['header'],
      })
    }
  })

  test('is named by every 401, with invalid_token only where a token was sent', async () => {
    const metadata = `resource_metadata="${base()}/.well-known/oauth-protected-resource/mcp"`
    const without = await server.call('POST', '/mcp', { body: {} })
    expect([without.status, without.headers['www-authenticate']]).toEqual([401, `Bearer ${metadata}`])
    const wrong = await ask('assistant_access_of_nobody')
    expect([wrong.status, wrong.headers['www-authenticate']]).toEqual([
      401,
      `Bearer error="invalid_token", ${metadata}`,
    ])
  })

  test('takes no token from the query of an address', async () => {
    const { access_token } = await signIn(cookie, client)
    expect((await server.call('POST', `/mcp?access_token=${access_token}`, { body: {} })).status).toBe(401)
    expect((await server.call('POST', `/mcp?private_key=${access_token}`, { body: {} })).status).toBe(401)
  })
})

test('the metadata of the authorization server has its issuer, its addresses, and S256 as the only PKCE (RFC 8414)', async () => {
  const { status, body } = await server.call('GET', '/.well-known/oauth-authorization-server')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    issuer: base(),
    authorization_endpoint: `${base()}/oauth/authorize`,
    token_endpoint: `${base()}/oauth/token`,
    registration_endpoint: `${base()}/oauth/register`,
    revocation_endpoint: `${base()}/oauth/revoke`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  })
})

describe('Registration (RFC 7591)', () => {
  test('answers 201 with an id, the metadata as registered, and no secret', async () => {
    const sent = {
      client_name: ' My\nhelper ',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'client_secret_basic',
    }
    const answer = await register({ ...sent, software_version: '7' })
    expect(answer.status).toBe(201)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).toEqual({
      client_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      client_id_issued_at: Date.parse('2026-03-02T08:00:00Z') / 1_000,
      client_name: 'My helper',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    })
  })

  test.each([
    ['https elsewhere', 'https://claude.example.test/callback'],
    ['the device, by its number', 'http://127.0.0.1:4711/callback'],
    ['the device, by IPv6', 'http://[::1]/callback'],
    ['the device, by its name', 'http://localhost/callback'],
    ['a program of its own scheme', 'editor://extension/callback'],
  ])('takes an address of %s', async (_, uri) => {
    expect((await register({ redirect_uris: [uri] })).body).toMatchObject({ redirect_uris: [uri] })
  })

  test.each([
    ['none', undefined],
    ['no list', redirectUri],
    ['an empty list', []],
    ['more than ten', Array.from({ length: 11 }, () => redirectUri)],
    ['no text', [7]],
    ['longer than 500 characters', [`https://a.example.test/${'a'.repeat(500)}`]],
    ['a relative one', ['/callback']],
    ['http elsewhere', ['http://a.example.test/callback']],
    ['a fragment', ['https://a.example.test/callback#']],
    ['a user', ['https://user@a.example.test/callback']],
    ['a script', ['javascript:alert(1)']],
    ['a document', ['data:text/html,hello']],
  ])('refuses addresses: %s', async (_, redirect_uris) => {
    const answer = await register({ redirect_uris })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      error: 'invalid_redirect_uri',
      error_description: expect.stringMatching(/^redirect_uris/),
    })
  })

  test.each([
    ['grant types without the code', { grant_types: ['client_credentials'] }, /^grant_types/],
    ['response types without the code', { response_types: ['token'] }, /^response_types/],
    ['a name longer than 200 characters', { client_name: 'a'.repeat(201) }, /^client_name/],
    ['a name that is no text', { client_name: 7 }, /^client_name/],
  ])('refuses %s', async (_, more, description) => {
    const answer = await register({ redirect_uris: [redirectUri], ...more })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      error: 'invalid_client_metadata',
      error_description: expect.stringMatching(description),
    })
  })

  test.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['nothing', ''],
  ])('refuses a body that is %s', async (_, body) => {
    const answer = await server.call('POST', '/oauth/register', { body })
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_client_metadata'])
  })

  test('refuses a body above 10,000 bytes', async () => {
    const answer = await register({ redirect_uris: [redirectUri], client_name: 'a'.repeat(10_000) })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.body.error).toBeUndefined()
  })

  test('takes twenty a minute of one address', async () => {
    await counting(1_000_000, async () => {
      const statuses: number[] = []
      for (let call = 0; call < 21; call += 1) statuses.push((await register({ redirect_uris: [redirectUri] })).status)
      expect(statuses.filter((status) => status === 201)).toHaveLength(20)
      expect(statuses.at(-1)).toBe(429)
    })
  })

  test('a flood is refused at 1,000 programs that nobody let in; a day later they are forgotten, and who was let in is not', async () => {
    await signIn(cookie, client)
    const now = server.clock.now()
    const rows = Array.from({ length: 1_000 }, (_, index) => ({ id: `flood${index}`, name: '', created_at: now }))
    await db().insertInto('assistant_clients').values(rows).execute()
    const refused = await register({ redirect_uris: [redirectUri] })
    expect([refused.status, refused.body.error]).toEqual([503, 'temporarily_unavailable'])
    server.clock.set('2026-03-03T09:00:00Z')
    await cleanUpConnections(server.services)
    expect((await register({ redirect_uris: [redirectUri] })).status).toBe(201)
    expect((await authorize(client)).status).toBe(302)
  })
})

describe('Authorization (RFC 6749, 8707, 9207)', () => {
  test.each<[string, Changes, string]>([
    ['an unknown program', { client_id: 'a'.repeat(24) }, 'invalid_client'],
    ['no program', { client_id: undefined }, 'invalid_client'],
    ['an address of somebody else', { redirect_uri: 'https://evil.example.test/callback' }, 'invalid_request'],
    ['an address that only begins alike', { redirect_uri: `${redirectUri}/more` }, 'invalid_request'],
    ['no address', { redirect_uri: undefined }, 'invalid_request'],
  ])('%s is told to the person, and no address is called', async (_, changes, error) => {
    const answer = await authorize(client, changes)
    expect([answer.status, answer.body.error]).toEqual([400, error])
    expect(answer.headers).not.toHaveProperty('location')
  })

  test.each<[string, Changes, string]>([
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a challenge that is no digest', { code_challenge: 'short' }, 'invalid_request'],
    ['plain PKCE', { code_challenge: verifier.slice(0, 43), code_challenge_method: 'plain' }, 'invalid_request'],
    ['PKCE without a method, which would be plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['a token for another service', { resource: 'https://other.example.test/mcp' }, 'invalid_target'],
    ['an unknown scope', { scope: 'read everything' }, 'invalid_scope'],
  ])('%s is refused to the program, with its state and our issuer', async (_, changes, error) => {
    const answer = await authorize(client, changes)
    expect(answer.status).toBe(302)
    const { origin, pathname, searchParams } = new URL(String(answer.headers.location))
    expect(origin + pathname).toBe(redirectUri)
    expect(Object.fromEntries(searchParams)).toEqual({
      error,
      error_description: expect.any(String),
      state: 'as it was',
      iss: base(),
    })
  })

  test('a parameter that is sent twice is refused', async () => {
    const { headers } = await server.call(
      'GET',
      `/oauth/authorize?client_id=${client}&redirect_uri=${redirectUri}&scope=read&scope=propose`,
    )
    expect(String(headers.location)).toContain('error=invalid_request')
  })

  test('on the device of a person any port will do (RFC 8252)', async () => {
    const { body } = await register({ redirect_uris: ['http://127.0.0.1/callback'] })
    const asked = (redirect_uri: string) => authorize(body.client_id, { redirect_uri })
    expect((await asked('http://127.0.0.1:51234/callback')).status).toBe(302)
    expect((await asked('http://127.0.0.1:51234/other')).status).toBe(400)
  })

  test('the page shows who asks and where it goes on, and needs somebody who is signed in', async () => {
    const query = { request: await request(client, { scope: 'read' }) }
    const shown = await server.call('GET', '/app/v1/assistant_request', { headers: { cookie }, query })
    expect(shown.body).toEqual({ client_name: 'Helper', redirect_host: 'assistant.example.test', scope: ['read'] })
    expect((await server.call('GET', '/app/v1/assistant_request', { query })).status).toBe(401)
    const strange = { headers: { cookie }, query: { request: '{}' } }
    expect((await server.call('GET', '/app/v1/assistant_request', strange)).body.message_id).toBe(
      'highway.validation.error.invalid_parameter',
    )
  })

  test('a request ends after ten minutes, and nobody can write one', async () => {
    const old = await request(client)
    server.clock.advanceSeconds(601)
    for (const text of [old, `${old}x`, 'made up']) {
      const answer = await decide(cookie, { request: text, allowed: true })
      expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('request') } })
    }
    expect(await connections()).toEqual([])
  })

  test('who is turned away hears access_denied, with its state and our issuer, and is not connected', async () => {
    const answer = await decide(cookie, { request: await request(client), allowed: false })
    const { searchParams } = new URL(answer.body.redirect_to)
    expect(Object.fromEntries(searchParams)).toMatchObject({ error: 'access_denied', state: 'as it was', iss: base() })
    expect(await connections()).toEqual([])
  })

  test('who is let in gets a code, its state and our issuer', async () => {
    const answer = await decide(cookie, { request: await request(client), allowed: true })
    const { searchParams } = new URL(answer.body.redirect_to)
    expect(Object.fromEntries(searchParams)).toEqual({ code: expect.any(String), state: 'as it was', iss: base() })
  })

  test('a person allows no more than was asked for, and no project of others', async () => {
    const other = await server.createAccount()
    const sealed = await request(client, { scope: 'read' })
    const wider = await decide(cookie, { request: sealed, allowed: true, scope: ['read', 'propose'] })
    expect(wider).toMatchObject({ status: 400, body: { message: expect.stringContaining('scope') } })
    const foreign = await decide(cookie, { request: sealed, allowed: true, project_ids: [other.project_id] })
    expect(foreign.status).toBe(404)
    expect(await connections()).toEqual([])
  })
})

describe('PKCE (RFC 7636)', () => {
  test('the verifier of the challenge gets the tokens', async () => {
    const answer = await exchange(client, await allow(cookie, client, { scope: ['read'] }))
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^assistant_access_\w{43}$/),
      refresh_token: expect.stringMatching(/^assistant_refresh_\w{43}$/),
      token_type: 'Bearer',
      expires_in: expect.any(Number),
      scope: 'read',
    })
  })

  test.each<[string, Changes]>([
    ['another verifier', { code_verifier: `${verifier}x` }],
    ['the challenge itself', { code_verifier: challengeOf(verifier) }],
    ['a verifier shorter than 43 characters', { code_verifier: 'short' }],
    ['no verifier', { code_verifier: undefined }],
  ])('%s gets nothing, and uses the code up', async (_, changes) => {
    const code = await allow(cookie, client)
    const refused = await exchange(client, code, changes)
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ error: expect.stringMatching(/^invalid_(grant|request)$/) })
    expect((await exchange(client, code)).body).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('Tokens (RFC 6749, 8707, 7009)', () => {
  test('a code that comes again is refused and ends the tokens that it brought', async () => {
    const code = await allow(cookie, client)
    const { body } = await exchange(client, code)
    expect((await ask(body.access_token)).status).toBe(200)
    expect((await exchange(client, code)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await ask(body.access_token)).status).toBe(401)
    expect((await refresh(client, body.refresh_token)).body).toMatchObject({ error: 'invalid_grant' })
    expect(await connections()).toEqual([])
  })

  test('a code ends after two minutes', async () => {
    const code = await allow(cookie, client)
    server.clock.advanceSeconds(121)
    expect((await exchange(client, code)).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('a code is good for its own program and its own address only', async () => {
    const other = await registerOne('Other')
    const code = await allow(cookie, client)
    expect((await exchange(other, code)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await exchange(client, code)).status).toBe(200)
    const another = await allow(cookie, client)
    const redirect_uri = 'https://evil.example.test/callback'
    expect((await exchange(client, another, { redirect_uri })).status).toBe(400)
  })

  test.each<[string, Changes, string]>([
    ['an unknown program', { client_id: 'a'.repeat(24) }, 'invalid_client'],
    ['another service', { resource: 'https://other.example.test/mcp' }, 'invalid_target'],
    ['a grant that there is none of', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['no grant', { grant_type: undefined }, 'invalid_request'],
  ])('the exchange is refused to %s', async (_, changes, error) => {
    const answer = await exchange(client, await allow(cookie, client), changes)
    expect([answer.status, answer.body.error]).toEqual([400, error])
  })

  test('an access token ends after an hour; the refresh token brings another pair', async () => {
    const first = await signIn(cookie, client)
    server.clock.advanceSeconds(3_601)
    expect((await ask(first.access_token)).status).toBe(401)
    const second = (await refresh(client, first.refresh_token)).body
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await ask(second.access_token)).status).toBe(200)
  })

  test('a refresh token that comes again ends the connection', async () => {
    const first = await signIn(cookie, client)
    const second = (await refresh(client, first.refresh_token)).body
    expect((await refresh(client, first.refresh_token)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await ask(second.access_token)).status).toBe(401)
    expect((await refresh(client, second.refresh_token)).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('a refresh token is good for its own program, for a month', async () => {
    const { refresh_token } = await signIn(cookie, client)
    expect((await refresh(await registerOne(), refresh_token)).body).toMatchObject({ error: 'invalid_grant' })
    server.clock.advanceSeconds(30 * 86_400 + 1)
    expect((await refresh(client, refresh_token)).body).toMatchObject({ error: 'invalid_grant' })
    await cleanUpConnections(server.services)
    server.clock.set('2026-03-02T08:00:00Z')
    expect(await connections()).toEqual([])
  })

  test('a refresh may ask for less, and not for more', async () => {
    const wide = await signIn(cookie, client, { scope: ['read', 'propose'] })
    const narrow = (await refresh(client, wide.refresh_token, { scope: 'read' })).body
    expect(narrow.scope).toBe('read')
    const wider = await refresh(client, narrow.refresh_token, { scope: 'read propose' })
    expect(wider.body).toMatchObject({ error: 'invalid_scope' })
  })

  test('codes and tokens are stored as digests', async () => {
    const code = await allow(cookie, client)
    const { body } = await exchange(client, code)
    const stored = JSON.stringify([
      await db().selectFrom('assistant_tokens').selectAll().execute(),
      await db().selectFrom('assistant_connections').selectAll().execute(),
      await db().selectFrom('audit_log').selectAll().execute(),
    ])
    for (const secret of [code, body.access_token, body.refresh_token]) expect(stored).not.toContain(secret)
    expect(server.logLines.join('')).not.toContain(body.access_token)
  })

  test('a program ends its connection by either token; a foreign or unknown token changes nothing', async () => {
    const [one, two] = [await signIn(cookie, client), await signIn(cookie, client)]
    const foreign = await post('/oauth/revoke', { token: one.refresh_token, client_id: await registerOne() })
    const unknown = await post('/oauth/revoke', { token: 'unknown', client_id: client })
    expect([foreign.status, unknown.status, (await ask(one.access_token)).status]).toEqual([200, 200, 200])
    await post('/oauth/revoke', { token: one.refresh_token, client_id: client })
    await post('/oauth/revoke', { token: two.access_token, client_id: client })
    expect([(await ask(one.access_token)).status, (await ask(two.access_token)).status]).toEqual([401, 401])
    expect((await post('/oauth/revoke', { client_id: client })).body).toMatchObject({ error: 'invalid_request' })
  })
})

describe('A connection', () => {
  test('only reads, or also proposes, as its person allowed, whatever its address says', async () => {
    const reads = tools.filter(({ kind }) => kind === 'reads').map(({ name }) => name)
    expect(await listTools((await signIn(cookie, client, { scope: ['read'] })).access_token)).toEqual(reads)
    const all = tools.map(({ name }) => name)
    expect(await listTools((await signIn(cookie, client, { scope: ['read', 'propose'] })).access_token)).toEqual(all)
    const { access_token } = await signIn(cookie, client, { scope: ['read'] })
    const written = await server.call('POST', '/mcp?write=1', {
      headers: { authorization: `Bearer ${access_token}`, accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    })
    expect(readEvent(written).result.tools).toHaveLength(reads.length)
  })

  test('sees the projects that its person chose, and no others', async () => {
    const second = await server.createProject(account, 'Second')
    const all = await projectsOf((await signIn(cookie, client)).access_token)
    expect([all.includes(account.project_id), all.includes(second)]).toEqual([true, true])
    const some = await projectsOf((await signIn(cookie, client, { project_ids: [second] })).access_token)
    expect([some.includes(account.project_id), some.includes(second)]).toEqual([false, true])
  })

  test('has the rights that its person has today', async () => {
    const { user_id } = await server.createUser(account, 'organization_user', [account.project_id])
    const { access_token, refresh_token } = await signIn(await server.signIn(user_id), client)
    expect(await projectsOf(access_token)).toContain(account.project_id)
    await db().deleteFrom('project_members').where('user_id', '=', user_id).execute()
    expect(await projectsOf(access_token)).not.toContain(account.project_id)
    await db().updateTable('users').set({ active: false }).where('id', '=', user_id).execute()
    expect((await ask(access_token)).status).toBe(401)
    expect((await refresh(client, refresh_token)).body).toMatchObject({ error: 'invalid_grant' })
  })

  test('opens /mcp and nothing else: its token is no key (RFC 8707)', async () => {
    const { access_token, refresh_token } = await signIn(cookie, client, { scope: ['read', 'propose'] })
    expect((await server.call('GET', '/v2/plans', { key: access_token })).status).toBe(401)
    const headers = { authorization: `Bearer ${access_token}` }
    for (const path of ['/v2/plans', '/app/v1/api_keys', '/driver/v1/route']) {
      expect((await server.call('GET', path, { headers })).status).toBe(401)
    }
    expect((await ask(refresh_token)).status).toBe(401)
  })

  test('is counted like a key, whichever of its tokens it uses', async () => {
    const first = await signIn(cookie, client)
    const second = (await refresh(client, first.refresh_token)).body
    await counting(3, async () => {
      const statuses: number[] = []
      for (const token of [first, second, first, second]) statuses.push((await ask(token.access_token)).status)
      expect(statuses.at(-1)).toBe(429)
    })
  })

  test('proposes and applies as itself, by a token that no other connection may use', async () => {
    const consent = { scope: ['read', 'propose'] }
    const [own, other] = [await signIn(cookie, client, consent), await signIn(cookie, client, consent)]
    const plan = await server.call('POST', '/v2/plan', {
      key: account.key,
      query: { project_id: account.project_id },
      body: { execution_date: '2026-03-02' },
    })
    const use = async (token: string, name: string, input: object) =>
      readEvent(await ask(token, 'tools/call', { name, arguments: input })).result
    const stops = [{ name: 'Florist', lat: 47.13, lng: 9.51 }]
    const proposed = await use(own.access_token, 'propose_stops', { plan_id: plan.body.id, stops })
    const { token } = proposed.structuredContent
    expect(await use(other.access_token, 'apply', { token })).toMatchObject({ isError: true })
    expect((await use(own.access_token, 'apply', { token })).structuredContent).toMatchObject({ applied: true })
    const [made] = (await server.call('GET', `/v2/plan/${plan.body.id}/stops`, { key: account.key })).body
    expect(made).toMatchObject({ label: 'Florist' })
  })

  test('is listed for its person, and for administrators with those of others; either may end it', async () => {
    const { user_id } = await server.createUser(account, 'organization_user', [account.project_id])
    const own = await server.signIn(user_id)
    const [mine, theirs] = [await signIn(cookie, client), await signIn(own, client, { scope: ['read'] })]
    await ask(theirs.access_token)
    const [listed] = await connections(own)
    expect(await connections(own)).toEqual([
      {
        id: expect.any(String),
        organization_id: account.organization_id,
        user_id,
        client_name: 'Helper',
        redirect_host: 'assistant.example.test',
        scope: ['read'],
        created_at: '2026-03-02T08:00:00.000Z',
        last_used_at: '2026-03-02T08:00:00.000Z',
      },
    ])
    const all: { id: string; user_id: string }[] = await connections()
    expect(all.map((connection) => connection.user_id).toSorted()).toEqual([user_id, account.user_id].toSorted())
    const end = (id: string, as: string) =>
      server.call('DELETE', `/app/v1/assistant_connection/${id}`, { headers: { cookie: as } })
    const foreign = all.find((connection) => connection.user_id === account.user_id)
    expect((await end(foreign?.id ?? '', own)).status).toBe(404)
    expect((await end(listed.id, cookie)).status).toBe(200)
    expect([(await ask(mine.access_token)).status, (await ask(theirs.access_token)).status]).toEqual([200, 401])
  })

  test('stands in the audit log: let in, used, ended by a person, by itself, and by a stolen code', async () => {
    const [one, two] = [await signIn(cookie, client, { scope: ['read'] }), await signIn(cookie, client)]
    await ask(one.access_token)
    await ask(one.access_token)
    await post('/oauth/revoke', { token: one.refresh_token, client_id: client })
    await refresh(client, two.refresh_token)
    await refresh(client, two.refresh_token)
    await signIn(cookie, client)
    const [last] = await connections()
    await server.call('DELETE', `/app/v1/assistant_connection/${last.id}`, { headers: { cookie } })
    const entries = await db()
      .selectFrom('audit_log')
      .select(['action', 'changes', 'actor'])
      .where('organization_id', '=', account.organization_id)
      .where('resource_type', '=', 'assistant_connection')
      .orderBy('number')
      .execute()
    expect(entries.map(({ action, changes, actor }) => [action, actor.type, changes])).toEqual([
      ['created', 'user', { client_name: 'Helper', scope: ['read'] }],
      ['created', 'user', { client_name: 'Helper', scope: ['read', 'propose'] }],
      ['used', 'api_key', null],
      ['deleted', 'system', { client_name: 'Helper', revoked_by: 'assistant' }],
      ['deleted', 'system', { client_name: 'Helper', reused: 'refresh' }],
      ['created', 'user', { client_name: 'Helper', scope: ['read', 'propose'] }],
      ['deleted', 'user', { client_name: 'Helper' }],
    ])
  })
})
