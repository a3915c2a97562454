// Settings changed by two people at once, as the planner sends them: neither overwrites changes that they did not see.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account
let cookie: string

beforeAll(async () => {
  account = await server.createAccount()
  const ana = await server.createUser(account, 'organization_administrator')
  await server.services.database.db.updateTable('users').set({ name: 'Ana' }).where('id', '=', ana.user_id).execute()
  cookie = await server.signIn(ana.user_id)
})

const send = (method: string, path: string, body?: object, seen?: string) =>
  server.call(method, path, { body, headers: { cookie, ...(seen && { 'x-if-updated-at': seen }) } })

async function made(path: string, body: object): Promise<string> {
  const answer = await send('POST', path, body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}

describe('is refused, with who was faster, when it was changed since it was seen:', () => {
  test("what a project's recipients see", async () => {
    const path = `/app/v1/project/${account.project_id}/recipients`
    const { updated_at: seen } = (await send('GET', path)).body
    await expectGuarded(path, seen, { branding: { name: 'Hers' } }, { page: { survey: false } }, 'Project')
    expect((await send('GET', path)).body).toMatchObject({ branding: { name: 'Hers' }, page: { survey: true } })
  })

  test('a person, also when only the parts in projects changed', async () => {
    const { user_id } = await server.createUser(account, 'organization_user')
    const path = `/app/v1/user/${user_id}`
    const { updated_at: seen } = (await send('GET', path)).body
    const part = { memberships: [{ project_id: account.project_id, role: 'project_user' }] }
    await expectGuarded(path, seen, part, { name: 'Mine' }, 'Person')
    const { updated_at: again } = (await send('GET', path)).body
    const members = `/app/v1/project/${account.project_id}/member/${user_id}`
    expect((await send('PUT', members, { role: 'project_manager' })).status).toBe(200)
    expect((await send('PUT', path, { memberships: [] }, again)).body.message).toContain('was changed by Ana')
    expect((await send('GET', path)).body.memberships).toEqual([
      { project_id: account.project_id, role: 'project_manager' },
    ])
  })

  test('a webhook, deleting it, too', async () => {
    const id = await made('/app/v1/webhook', { url: 'https://hooks.example.com/x', label: 'first' })
    const path = `/app/v1/webhook/${id}`
    const seen = (await send('GET', '/app/v1/webhooks')).body.find(
      (entry: { id: string }) => entry.id === id,
    ).updated_at
    await expectGuarded(path, seen, { label: 'Hers' }, { label: 'Mine' }, 'Webhook Hers')
    expect((await send('DELETE', path, undefined, seen)).body.message_id).toBe('highway.plan.error.changed_meanwhile')
    expect((await send('GET', '/app/v1/webhooks')).body).toHaveLength(1)
  })

  test('the organization', async () => {
    const { updated_at: seen } = (await send('GET', '/app/v1/organization')).body
    await expectGuarded('/app/v1/organization', seen, { name: 'Hers' }, { name: 'Mine' }, 'Organization Hers')
    expect((await send('GET', '/app/v1/organization')).body.name).toBe('Hers')
  })
})

/** The first who saw it so is let through, the second is told, and without what was seen anything goes. */
async function expectGuarded(path: string, seen: string, theirs: object, mine: object, name: string): Promise<void> {
  const first = await send('PUT', path, theirs, seen)
  expect(first.status, first.text).toBe(200)
  expect(first.body.updated_at > seen).toBe(true)
  const refused = await send('PUT', path, mine, seen)
  expect([refused.status, refused.body.message_id]).toEqual([400, 'highway.plan.error.changed_meanwhile'])
  expect(refused.body.message).toMatch(new RegExp(`^${name}.* was changed by Ana at `))
  expect(decodeURIComponent(String(refused.headers['x-changed-by']))).toBe('Ana')
  expect((await send('PUT', path, theirs)).status).toBe(200)
}
