// The audit log tells who changed which setting, and never a secret; who signed in, took away and was shown what; and it shows
// when somebody changed it.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { systemCaller, transactAs } from '../../frame/platform/services.ts'
import { trimAudit } from './audit.ts'

const server = useTestServer({ annexes: 'all' })

test('settings that change leave entries, newest first, without secrets', async () => {
  const account = await server.createAccount()
  const headers = { authorization: `Bearer ${server.services.adminSecret}` }
  const query = { organization_id: account.organization_id }
  const call = (method: string, path: string, body?: object, more: Record<string, string> = {}) =>
    server.call(method, path, { headers, query: { ...query, ...more }, body })
  const key = (await call('POST', '/app/v1/api_key', { label: 'Warehouse' })).body
  const url = 'https://hooks.example.com/secret-token'
  const webhook = (await call('POST', '/app/v1/webhook', { url, label: 'ERP' })).body
  await call('PUT', `/app/v1/api_key/${key.id}`, { active: false })
  await call('DELETE', `/app/v1/webhook/${webhook.id}`)
  await call('PUT', '/app/v1/organization', { name: 'Renamed' })
  const log = await call('GET', '/app/v1/audit')
  expect(log.body.total).toBe(5)
  expect(log.body.docs).toMatchObject([
    { action: 'updated', resource_type: 'organization', changes: { name: 'Renamed' } },
    { action: 'deleted', resource_type: 'webhook', resource_id: webhook.id },
    { action: 'updated', resource_type: 'api_key', changes: { active: false } },
    { action: 'created', resource_type: 'webhook', changes: { label: 'ERP', host: 'hooks.example.com' } },
    { action: 'created', resource_type: 'api_key', resource_id: key.id },
  ])
  expect(log.text).not.toContain('secret-token')
  expect(log.text).not.toContain(key.key)
  const one = await call('GET', '/app/v1/audit', undefined, { resource_id: key.id })
  expect(one.body.total).toBe(2)
  const other = await server.createAccount()
  const foreign = await call('GET', '/app/v1/audit', undefined, { organization_id: other.organization_id })
  expect(foreign.body.total).toBe(0)
})

const db = () => server.services.database.db
const asAdmin = (account: Account, method: string, path: string, query: Record<string, string> = {}, body?: object) =>
  server.call(method, path, {
    headers: { authorization: `Bearer ${server.services.adminSecret}` },
    query: { organization_id: account.organization_id, ...query },
    body,
  })
const verify = async (account: Account, seen?: string) =>
  (await asAdmin(account, 'GET', '/app/v1/audit/verify', seen ? { seen } : {})).body
const listEntries = async (account: Account) =>
  (await asAdmin(account, 'GET', '/app/v1/audit', { limit: '1000' })).body.docs as Record<string, unknown>[]

describe('beside changes it tells', () => {
  test('who signed in and who was refused', async () => {
    const account = await server.createAccount()
    const login = { email: `${account.user_id}@example.test`, password: 'correct horse battery' }
    const password_hash = await server.services.passwords.hash(login.password)
    await db()
      .updateTable('users')
      .set({ email: login.email, password_hash })
      .where('id', '=', account.user_id)
      .execute()
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0', origin: server.services.publicBase() }
    const signIn = (password: string) =>
      server.call('POST', '/app/v1/session', { headers, body: { ...login, password } })
    expect((await signIn(login.password)).status).toBe(200)
    expect((await signIn('wrong horse battery')).status).toBe(403)
    const actor = { type: 'user', id: account.user_id }
    // The refusal is written after the response.
    await expect
      .poll(async () => (await listEntries(account)).slice(0, 2).map(({ action }) => action))
      .toEqual(['refused', 'signed_in'])
    for (const entry of (await listEntries(account)).slice(0, 2)) {
      expect(entry).toMatchObject({ actor, resource_type: 'session', changes: { device: 'Firefox on Linux' } })
    }
  })

  test('who took away what', async () => {
    const { key, project_id, key_id, ...account } = await server.createAccount()
    const query = { project_id, from_date: '2026-03-02' }
    for (const what of ['stops', 'routes', 'reports']) {
      expect((await server.call('GET', `/app/v1/export/${what}`, { key, query })).status).toBe(200)
    }
    const all = await listEntries({ ...account, key, project_id, key_id })
    const entries = all.filter(({ action }) => action === 'exported')
    expect(entries.map(({ resource_type }) => resource_type)).toEqual(['reports', 'routes', 'stops'])
    expect(entries[0]).toMatchObject({
      action: 'exported',
      actor: { id: key_id },
      changes: { from_date: '2026-03-02' },
    })
  })

  test('who was shown data of recipients: once for each caller, kind and day', async () => {
    const account = await server.createAccount()
    const { key, project_id } = account
    const look = (path: string) => server.call('GET', path, { key, query: { project_id } })
    const views = async () =>
      (await listEntries(account)).filter(({ action }) => action === 'viewed').map(({ resource_type }) => resource_type)
    for (let count = 0; count < 3; count++) await look('/v2/clients')
    await look('/v2/projects')
    expect(await views()).toEqual(['clients'])
    await look('/app/v1/recurring_orders')
    expect(await views()).toEqual(['recurring_orders', 'clients'])
    server.clock.advanceSeconds(86_400)
    await look('/v2/clients')
    expect(await views()).toEqual(['clients', 'recurring_orders', 'clients'])
  })
})

describe('the chain', () => {
  async function accountWithEntries(count: number): Promise<Account> {
    const account = await server.createAccount()
    const rename = (index: number) => asAdmin(account, 'PUT', '/app/v1/organization', {}, { name: `Name ${index}` })
    for (let index = 0; index < count; index++) expect((await rename(index)).status).toBe(200)
    return account
  }

  test('holds over changes that come together, without a gap', async () => {
    const account = await server.createAccount()
    const label = (index: number) => asAdmin(account, 'POST', '/app/v1/api_key', {}, { label: `Key ${index}` })
    await Promise.all(Array.from({ length: 8 }, (_, index) => label(index)))
    expect(await verify(account)).toMatchObject({ holds: true, entries: 8, first_number: 1 })
    expect((await listEntries(account)).map(({ number }) => number)).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
  })

  test('of an organization without entries holds', async () => {
    expect(await verify(await server.createAccount())).toMatchObject({ holds: true, entries: 0, head: '0:' })
  })

  test.each([
    ['a changed value', sql`changes = '{"name": "Name 9"}'`, 3],
    ['another actor', sql`actor = '{"type": "system"}'`, 3],
    ['another moment', sql`created_at = created_at - interval '1 day'`, 3],
    ['another record', sql`resource_id = 'x'`, 3],
    ['changes that are gone', sql`changes = null`, 3],
    [
      'a digest that fits the changed value',
      sql`changes = '{}', salt = '', changes_digest = encode(sha256('{}'), 'hex')`,
      3,
    ],
    ['a hash of its own', sql`hash = repeat('0', 64)`, 3],
    ['no number', sql`number = null`, 3],
  ])('shows %s', async (_name, change, number) => {
    const account = await accountWithEntries(5)
    expect(await verify(account)).toMatchObject({ holds: true, entries: 5 })
    await sql`update audit_log set ${change} where organization_id = ${account.organization_id} and number = ${number}`.execute(
      db(),
    )
    expect(await verify(account)).toMatchObject({ holds: false, fault: { number } })
  })

  test('shows an entry that is gone, from the middle or from the end', async () => {
    for (const number of [2, 4]) {
      const account = await accountWithEntries(4)
      await sql`delete from audit_log where organization_id = ${account.organization_id} and number = ${number}`.execute(
        db(),
      )
      expect(await verify(account)).toMatchObject({ holds: false, fault: { number } })
    }
  })

  test('that was written anew to its end holds by itself, and not against a head that was kept', async () => {
    const account = await accountWithEntries(3)
    const { head } = await verify(account)
    expect(await verify(account, head)).toMatchObject({ holds: true })
    const { organization_id } = account
    await sql`delete from audit_log where organization_id = ${organization_id}`.execute(db())
    await sql`delete from audit_heads where organization_id = ${organization_id}`.execute(db())
    for (let index = 0; index < 4; index++) {
      await asAdmin(account, 'PUT', '/app/v1/organization', {}, { name: `Forged ${index}` })
    }
    expect(await verify(account)).toMatchObject({ holds: true, entries: 4 })
    expect(await verify(account, head)).toMatchObject({ holds: false, fault: { number: 3 } })
  })

  test('begins later once old entries are past their time, and says so; without that entry it does not hold', async () => {
    const account = await accountWithEntries(3)
    server.clock.advanceSeconds(100 * 86_400)
    const caller = systemCaller(account.organization_id)
    const before = new Date(server.clock.now().getTime() - 90 * 86_400_000)
    await asAdmin(account, 'PUT', '/app/v1/organization', {}, { name: 'Young' })
    expect(await transactAs(server.services, caller, (scope) => trimAudit(scope, before))).toBe(3)
    expect(await transactAs(server.services, caller, (scope) => trimAudit(scope, before))).toBe(0)
    expect(await verify(account)).toMatchObject({ holds: true, entries: 2, first_number: 4 })
    const { organization_id } = account
    await sql`update audit_heads set trimmed_number = 4, trimmed_hash = (select hash from audit_log
      where organization_id = ${organization_id} and number = 4) where organization_id = ${organization_id}`.execute(
      db(),
    )
    await sql`delete from audit_log where organization_id = ${organization_id} and number = 4`.execute(db())
    expect(await verify(account)).toMatchObject({ holds: false, fault: { number: 4 } })
  })

  test('a head that cannot be read is refused', async () => {
    const account = await server.createAccount()
    const answer = await asAdmin(account, 'GET', '/app/v1/audit/verify', { seen: 'yesterday' })
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.body.message).toContain('seen')
  })
})

describe('taken away', () => {
  test('as JSON lines it holds all that others need to recompute the chain', async () => {
    const account = await server.createAccount()
    for (const name of ['One', 'Two']) await asAdmin(account, 'PUT', '/app/v1/organization', {}, { name })
    const { text, headers } = await asAdmin(account, 'GET', '/app/v1/audit/export')
    expect(headers['content-type']).toBe('application/x-ndjson')
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toHaveLength(3)
    const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')
    let before = ''
    for (const line of lines) {
      expect(line.changes_digest).toBe(sha256(line.salt + line.changes))
      const parts = [before, line.number, line.id, line.organization_id, line.project_id ?? '', line.actor, line.action]
      const rest = [line.resource_type, line.resource_id, line.at_microseconds, line.changes_digest]
      expect(line.hash).toBe(sha256([...parts, ...rest].join('\n')))
      before = line.hash
    }
  })

  test('as a table it has a line for each entry', async () => {
    const account = await server.createAccount()
    await asAdmin(account, 'PUT', '/app/v1/organization', {}, { name: '=1+1' })
    const { text } = await asAdmin(account, 'GET', '/app/v1/audit/export', { format: 'csv' })
    const [head, ...lines] = text.trim().split('\r\n')
    expect(head).toContain('number,created_at,actor,action')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('exported,audit_log')
  })

  test('needs a caller who sees the whole organization', async () => {
    const account = await server.createAccount()
    const { user_id } = await server.createUser(account, 'organization_user', [account.project_id])
    const headers = { cookie: await server.signIn(user_id, 3_650) }
    for (const path of ['/app/v1/audit/export', '/app/v1/audit/verify']) {
      expect((await server.call('GET', path, { headers })).status).toBe(403)
    }
  })
})
