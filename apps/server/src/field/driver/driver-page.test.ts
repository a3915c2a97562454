import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account
let routeId: string
let token: string

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })

beforeEach(async () => {
  account = await server.createAccount()
  const plan = await call('POST', '/v2/plan', {}, { project_id: account.project_id })
  const route = { label: 'Secret name', email: 'driver@example.test', stops: [{ label: 'Anna' }] }
  routeId = (await call('POST', '/v2/routes', [route], { plan_id: plan.body.id })).body[0].id
  token = (await call('POST', `/v2/route/${routeId}/dispatch`)).body.public_link.split('/d/')[1]
})

test('GET and HEAD of the link show the app and start nothing', async () => {
  const before = (await call('GET', `/v2/route/${routeId}`)).text
  const page = await server.call('GET', `/d/${token}`)
  expect(page.status).toBe(200)
  expect(String(page.headers['content-type'])).toMatch(/^text\/html/)
  expect(page.text).toContain('/d/assets/')
  expect((await server.call('HEAD', `/d/${token}`)).status).toBe(200)
  expect((await call('GET', `/v2/route/${routeId}`)).text).toBe(before)
})

test('the page holds no data, asks nobody else, and runs nothing but its own files', async () => {
  const { text, headers } = await server.call('GET', `/d/${token}`)
  for (const secret of ['Secret name', 'Anna', token]) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/https?:\/\//)
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  // The planner embeds the page next to the plan; other sites may not.
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).not.toContain('unsafe-inline')
  expect(policy).not.toMatch(/'unsafe-eval'|https?:/)
  expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-cache' })
  expect(String(headers['x-robots-tag'])).toContain('noindex')
})

test('an unknown link is not found, and the app says so', async () => {
  const page = await server.call('GET', `/d/${'x'.repeat(32)}`)
  expect(page.status).toBe(404)
  expect(page.text).toContain('/d/assets/')
})

test('the icon on the phone opens the same document; worker and manifest stand beside it', async () => {
  const page = await server.call('GET', `/d/${token}`)
  expect((await server.call('GET', '/d/')).text).toBe(page.text)
  const worker = await server.call('GET', '/d/sw.js')
  expect(worker).toMatchObject({ status: 200, headers: { 'cache-control': 'no-cache' } })
  expect(String(worker.headers['content-type'])).toContain('javascript')
  const manifest = await server.call('GET', '/d/manifest.webmanifest')
  expect(JSON.parse(manifest.text)).toMatchObject({ start_url: '/d/', scope: '/d/', display: 'standalone' })
})
