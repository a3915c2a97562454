// Projects: who reaches them, and what may be set.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account

beforeEach(async () => {
  account = await server.createAccount()
})

describe('GET /v2/projects', () => {
  test('answers an envelope of the projects that the key reaches', async () => {
    const second = await server.createProject(account, 'Second')
    const member = await server.createUser(account, 'organization_user', [second])
    const all = await server.call('GET', '/v2/projects', { key: account.key, query: { sort: 'label:asc' } })
    expect(all.body).toMatchObject({ total: 2, limit: 20, offset: 0, pages: 1, page: 1 })
    expect(all.body.docs.map(({ label }: { label: string }) => label)).toEqual(['Project', 'Second'])
    const some = await server.call('GET', '/v2/projects', { key: member.key })
    expect(some.body.docs.map(({ id }: { id: string }) => id)).toEqual([second])
  })

  test('refuses an unknown sort field and names those that it knows', async () => {
    const answer = await server.call('GET', '/v2/projects', { key: account.key, query: { sort: 'color:asc' } })
    expect(answer.status).toBe(400)
    expect(answer.body.message_id).toBe('highway.validation.error.invalid_parameter')
    expect(answer.body.message).toBe(
      'sort: does not fit: <field>:<asc|desc>, several joined by commas. Fields: label, created_at, updated_at.',
    )
  })
})

describe('GET /v2/project/{project_id}', () => {
  test("another organization's project is not found, one of the same organization is forbidden", async () => {
    const other = await server.createAccount()
    const outsider = await server.createUser(account, 'organization_user')
    const get = (key: string) => server.call('GET', `/v2/project/${account.project_id}`, { key })
    expect((await get(account.key)).body.id).toBe(account.project_id)
    expect(await get(other.key)).toMatchObject({
      status: 404,
      body: { message_id: 'highway.domain.error.not_found' },
    })
    expect(await get(outsider.key)).toMatchObject({
      status: 403,
      body: { message_id: 'highway.project.error.forbidden' },
    })
  })
})
