// The audit log tells who changed which setting, and never a secret.
import { expect, test } from 'vitest'
import { useTestServer } from '../../test/harness.ts'

const server = useTestServer()

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
