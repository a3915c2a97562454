// The demo of a public trial, made anew each night.
import { expect, test } from 'vitest'
import { useTestServer } from '../../../test/harness.ts'
import { type Demo, ensureDemo } from './demo.ts'
import { resetDemoIfDue } from './demo-resets.ts'

// Monday, nine in the morning in the demo's zone.
const server = useTestServer({ annexes: 'all' })

async function listVehicles({ api_key: key, project_id }: Demo): Promise<string[]> {
  const { body } = await server.call('GET', '/v2/vehicles', { key, query: { project_id } })
  return body.docs.map(({ label }: { label: string }) => label)
}

test('from three in the morning on, what visitors entered is gone, and they sign in as before', async () => {
  const first = await ensureDemo(server)
  const fresh = await listVehicles(first)
  const query = { project_id: first.project_id }
  const entered = await server.call('POST', '/v2/vehicle', {
    key: first.api_key,
    query,
    body: { label: 'Of a visitor' },
  })
  expect(entered.status).toBe(201)
  expect(await resetDemoIfDue(server)).toBeUndefined()
  server.clock.set('2026-03-03T01:59:00Z')
  expect(await resetDemoIfDue(server)).toBeUndefined()
  expect(await listVehicles(first)).toContain('Of a visitor')

  server.clock.set('2026-03-03T02:00:00Z')
  const next = (await resetDemoIfDue(server))!
  expect(next.login).toEqual(first.login)
  expect(next.organization_id).not.toBe(first.organization_id)
  expect(await listVehicles(next)).toEqual(fresh)
  expect((await server.call('GET', '/v2/projects', { key: first.api_key })).status).toBe(401)
  const headers = { origin: 'http://localhost' }
  expect((await server.call('POST', '/app/v1/session', { body: first.login, headers })).status).toBe(200)
  expect(await resetDemoIfDue(server)).toBeUndefined()
})
