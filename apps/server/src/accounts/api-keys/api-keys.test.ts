// Keys of machine users carry just their rights, keys end on their day, and the log tells which were used.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, type Answer, type CallOptions, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account
let cookie: string

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id, 60)
})

function dashboard(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  return server.call(method, path, { ...options, headers: { cookie } })
}

async function createMachine(body: object): Promise<Answer['body']> {
  const answer = await dashboard('POST', '/app/v1/machine_user', { body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

async function createKey(body: object): Promise<{ id: string; key: string }> {
  const answer = await dashboard('POST', '/app/v1/api_key', { body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

const list = (key: string, query: CallOptions['query'] = {}) => server.call('GET', '/v2/plans', { key, query })

describe('a machine user', () => {
  test('has a role and projects, nothing to sign in with, and stands among the people', async () => {
    const memberships = [{ project_id: account.project_id, role: 'project_user' }]
    const machine = await createMachine({ name: 'Web shop', role: 'organization_user', memberships })
    expect(machine).toMatchObject({ name: 'Web shop', role: 'organization_user', is_machine: true, memberships })
    expect((await dashboard('GET', '/app/v1/users')).body.docs).toContainEqual(machine)
    expect((await dashboard('GET', '/app/v1/audit')).body.docs[0]).toMatchObject({
      action: 'created',
      resource_type: 'user',
      resource_id: machine.id,
      changes: { name: 'Web shop', is_machine: true },
    })
    await server.call('POST', '/app/v1/password/forgotten', { body: { email: machine.email } })
    const resets = await server.services.database.db.selectFrom('password_resets').selectAll().execute()
    expect(resets.filter(({ user_id }) => user_id === machine.id)).toEqual([])
  })

  test('is made by administrators, for projects that exist', async () => {
    const body = { name: 'Web shop', role: 'organization_user' }
    const manager = await server.createUser(account, 'organization_manager')
    const headers = { cookie: await server.signIn(manager.user_id) }
    expect((await server.call('POST', '/app/v1/machine_user', { headers, body })).status).toBe(403)
    const memberships = [{ project_id: account.user_id, role: 'project_user' }]
    const refused = await dashboard('POST', '/app/v1/machine_user', { body: { ...body, memberships } })
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('memberships[0]')])
  })

  test('is never the last administrator who keeps an organization open', async () => {
    const machine = await createMachine({ name: 'Robot', role: 'organization_administrator' })
    const refused = await dashboard('PUT', `/app/v1/user/${account.user_id}`, { body: { active: false } })
    expect(refused.body.message_id).toBe('highway.user.error.last_administrator')
    expect((await dashboard('PUT', `/app/v1/user/${machine.id}`, { body: { active: false } })).status).toBe(200)
  })
})

describe('a key', () => {
  test('of a machine user opens the projects of the machine user and no others, until that is deactivated', async () => {
    const other = await server.createProject(account, 'Other')
    const memberships = [{ project_id: account.project_id, role: 'project_user' }]
    const machine = await createMachine({ name: 'Web shop', role: 'organization_user', memberships })
    const { id, key } = await createKey({ label: 'Shop', user_id: machine.id })
    expect((await list(key, { project_id: account.project_id })).status).toBe(200)
    expect((await list(key, { project_id: other })).status).toBe(403)
    const listed = (await dashboard('GET', '/app/v1/api_keys')).body.find((key: { id: string }) => key.id === id)
    expect(listed).toMatchObject({ label: 'Shop', user_id: machine.id })
    await dashboard('PUT', `/app/v1/user/${machine.id}`, { body: { active: false } })
    expect((await list(key)).status).toBe(401)
  })

  test('is made for oneself or for a machine user, never for another person or one of elsewhere', async () => {
    const person = await server.createUser(account, 'organization_user')
    const refused = await dashboard('POST', '/app/v1/api_key', { body: { user_id: person.user_id } })
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('user_id')])
    const stranger = await server.createAccount('Stranger')
    expect((await dashboard('POST', '/app/v1/api_key', { body: { user_id: stranger.user_id } })).status).toBe(404)
  })

  test('ends at its moment, which can be moved and taken away before', async () => {
    const { id, key } = await createKey({ label: 'Trial', inactive_from: '2026-03-03T00:00:00.000Z' })
    expect((await list(key)).status).toBe(200)
    server.clock.set('2026-03-02T23:59:59.999Z')
    expect((await list(key)).status).toBe(200)
    server.clock.set('2026-03-03T00:00:00.000Z')
    expect((await list(key)).status).toBe(401)
    const moved = await dashboard('PUT', `/app/v1/api_key/${id}`, { body: { inactive_from: '2026-03-10' } })
    expect(moved.body).toMatchObject({ inactive_from: '2026-03-10T00:00:00.000Z' })
    expect((await list(key)).status).toBe(200)
    expect(
      (await dashboard('PUT', `/app/v1/api_key/${id}`, { body: { inactive_from: null } })).body,
    ).not.toHaveProperty('inactive_from')
    server.clock.set('2026-03-20T00:00:00.000Z')
    expect((await list(key)).status).toBe(200)
  })

  test('is refused an end that is over', async () => {
    const body = { inactive_from: '2026-03-02T08:00:00.000Z' }
    const refused = await dashboard('POST', '/app/v1/api_key', { body })
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('inactive_from')])
  })

  test('that is used stands in the log once a day, and no record of it tells when', async () => {
    const { id, key } = await createKey({ label: 'Shop' })
    const uses = async () => {
      const { body } = await dashboard('GET', '/app/v1/audit', { query: { resource_id: id } })
      return body.docs.filter(({ action }: { action: string }) => action === 'used')
    }
    expect(await uses()).toEqual([])
    for (let call = 0; call < 3; call += 1) await list(key)
    expect(await uses()).toMatchObject([{ resource_type: 'api_key', actor: { type: 'api_key', id } }])
    server.clock.advanceSeconds(86_400)
    await list(key)
    expect(await uses()).toHaveLength(2)
    const listed = (await dashboard('GET', '/app/v1/api_keys')).body.find((key: { id: string }) => key.id === id)
    expect(Object.keys(listed).filter((name) => /used|seen/.test(name))).toEqual([])
  })
})
