// An installation whose settings name no quotas limits and counts nothing.
import { expect, test } from 'vitest'
import { useTestServer } from '../../../test/harness.ts'

const server = useTestServer()

test('without QUOTAS nothing is told of them, and a limit cannot be set', async () => {
  const account = await server.createAccount()
  const query = { project_id: account.project_id }
  const answer = await server.call('POST', '/v2/stops', { key: account.key, query, body: [{}] })
  expect(answer.status, answer.text).toBe(201)
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('x-quota'))).toEqual([])
  const cookie = await server.signIn(account.user_id)
  expect(await server.call('GET', '/app/v1/quotas', { headers: { cookie } })).toMatchObject({ status: 200, body: [] })
  const headers = { authorization: `Bearer ${server.services.adminSecret}` }
  const body = { organization_id: account.organization_id, kind: 'stops', limit: 1 }
  expect(await server.call('PUT', '/app/v1/quota', { headers, body })).toMatchObject({
    status: 400,
    body: { message_id: 'highway.quota.error.off' },
  })
})
