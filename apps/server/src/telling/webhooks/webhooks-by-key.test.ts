// Webhooks by key: the same subscriptions as in the settings, for keys of those who manage the organization.
import { beforeEach, expect, test } from 'vitest'
import { type Account, type Answer, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account

beforeEach(async () => {
  account = await server.createAccount()
})

const call = (method: string, path: string, body?: unknown, key = account.key): Promise<Answer> =>
  server.call(method, path, { key, body })

test('are made, listed, read, changed and deleted, and the settings show the same', async () => {
  const url = 'https://shop.example.test/hooks/secret'
  const made = await call('POST', '/v2/webhook', { url, events: ['svc.planner.2.stop.reported'], signed: true })
  expect(made.status, made.text).toBe(201)
  expect(made.body).toMatchObject({
    url,
    enabled: true,
    signed: true,
    signing_secret: expect.stringMatching(/^whsec_/),
  })
  const { signing_secret: _, ...kept } = made.body
  const path = `/v2/webhook/${kept.id}`
  expect((await call('GET', '/v2/webhooks')).body).toEqual([kept])
  expect((await call('GET', path)).body).toEqual(kept)
  const headers = { cookie: await server.signIn(account.user_id) }
  expect((await server.call('GET', '/app/v1/webhooks', { headers })).body).toEqual([kept])
  expect((await call('PUT', path, { enabled: false, label: 'Shop' })).body).toMatchObject({
    enabled: false,
    label: 'Shop',
  })
  expect((await call('DELETE', path)).body).toMatchObject({ id: kept.id })
  expect((await call('GET', path)).status).toBe(404)
  const log = await server.call('GET', '/app/v1/audit', { headers })
  const changes = log.body.docs.filter(({ resource_type }: { resource_type: string }) => resource_type === 'webhook')
  expect(changes.map(({ action }: { action: string }) => action)).toEqual(['deleted', 'updated', 'created'])
  expect(changes[0].actor).toEqual({ type: 'api_key', id: account.key_id })
  expect(log.text).not.toContain('secret')
})

test('are refused where the address or an event is wrong, by name', async () => {
  const wrong = await call('POST', '/v2/webhook', { url: 'nowhere' })
  expect([wrong.status, wrong.body.message_id]).toEqual([400, 'highway.webhook.error.invalid_url'])
  const unknown = await call('POST', '/v2/webhook', { url: 'https://shop.example.test/', events: ['svc.nothing'] })
  expect([unknown.status, unknown.body.message_id]).toEqual([400, 'highway.webhook.error.unknown_event'])
})

test('are tried out and tell what came of it', async () => {
  const { id } = (await call('POST', '/v2/webhook', { url: 'http://127.0.0.1:9/' })).body
  const tried = await call('POST', `/v2/webhook/${id}/test`)
  expect([tried.status, tried.body.ok]).toEqual([200, false])
  expect((await call('GET', `/v2/webhook/${id}/attempts`)).body).toMatchObject({
    total: 1,
    docs: [{ id: tried.body.id }],
  })
})

test('are closed to keys of those who do not manage the organization', async () => {
  const { id } = (await call('POST', '/v2/webhook', { url: 'https://shop.example.test/' })).body
  const { key } = await server.createUser(account, 'organization_user', [account.project_id])
  for (const [method, path] of [
    ['GET', '/v2/webhooks'],
    ['POST', '/v2/webhook'],
    ['GET', `/v2/webhook/${id}`],
    ['PUT', `/v2/webhook/${id}`],
    ['DELETE', `/v2/webhook/${id}`],
    ['POST', `/v2/webhook/${id}/test`],
    ['GET', `/v2/webhook/${id}/attempts`],
  ] as const) {
    const body = method === 'GET' ? undefined : { url: 'https://other.example.test/' }
    expect((await call(method, path, body, key)).status, path).toBe(403)
  }
})
