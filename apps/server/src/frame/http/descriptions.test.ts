// The descriptions that a running server gives of itself agree with what it does.
import { readFileSync } from 'node:fs'
import { statusPage } from '@routewright/contract'
import { expect, test } from 'vitest'
import { useTestServer } from '../../../test/harness.ts'

const server = useTestServer()

test.each([
  ['/swagger.json', { swagger: '2.0' }],
  ['/openapi.json', { openapi: '3.1.0' }],
])('%s is served without a key, under version label 7.12.55', async (path, version) => {
  const { status, body } = await server.call('GET', path)
  expect(status).toBe(200)
  expect(body).toMatchObject({ ...version, info: { version: '7.12.55' } })
  expect(Object.keys(body.paths)).toContain('/v2/plan/{id}')
  expect(Object.keys(body.paths).filter((text) => text.startsWith('/app/') || text.startsWith('/driver/'))).toEqual([])
})

test.each([
  ['/openapi/service.json', '/app/v1/project/{project_id}/slots'],
  ['/openapi/people.json', '/driver/v1/route'],
])('%s is served without a key', async (path, operation) => {
  const { status, body } = await server.call('GET', path)
  expect(status).toBe(200)
  expect(body).toMatchObject({ openapi: '3.1.0', info: { title: expect.stringContaining('Routewright') } })
  expect(Object.keys(body.paths)).toContain(operation)
})

test('docs/status.md lists exactly the declared operations without a handler', () => {
  const page = readFileSync(new URL('../../../../../docs/status.md', import.meta.url), 'utf8')
  // Write it with: node apps/server/scripts/generate-status.ts
  expect(page).toBe(statusPage(server.app.mounted.keys()))
})
