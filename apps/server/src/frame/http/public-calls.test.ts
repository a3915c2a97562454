// Calls without a key: limited by the link, and far more generously by the address that many people may share.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'

let node: TestServer & { stop(): Promise<void> }
let tokens: string[]
const recipientCount = 150

async function startNode(config: Parameters<typeof startTestServer>[0] = {}) {
  node = await startTestServer(config)
  const { key, project_id } = await node.createAccount()
  const body = Array.from({ length: recipientCount }, (_, index) => ({ label: `Recipient ${index}` }))
  const plan = await node.call('POST', '/v2/plan', { key, query: { project_id }, body: {} })
  const stops = await node.call('POST', '/v2/stops', { key, query: { plan_id: plan.body.id }, body })
  tokens = stops.body.map(({ tracking_url }: { tracking_url: string }) => tracking_url.split('/t/')[1])
}
afterEach(() => node.stop())

const listStatuses = async (paths: string[]) => {
  const answers = []
  for (const path of paths) answers.push((await node.call('GET', path)).status)
  return answers
}

describe('limits', () => {
  beforeEach(() => startNode())

  test('150 recipients behind one address all see their deliveries, and somebody there can still sign in', async () => {
    const paths = tokens.flatMap((token) => [`/track/v1/${token}`, `/track/v1/${token}/calendar`, `/track/v1/${token}`])
    expect(new Set(await listStatuses(paths))).toEqual(new Set([200]))
    const login = { email: 'nobody@example.test', password: 'not the right one' }
    expect((await node.call('POST', '/app/v1/session', { body: login })).status).toBe(403)
  })

  test('one link has 120 calls a minute, and the others go on', async () => {
    const paths = Array.from({ length: 125 }, () => `/track/v1/${tokens[0]}`)
    const statuses = await listStatuses(paths)
    expect(statuses.filter((status) => status === 200)).toHaveLength(120)
    expect(statuses.slice(120)).toEqual([429, 429, 429, 429, 429])
    expect(await listStatuses([`/track/v1/${tokens[1]}`])).toEqual([200])
  })

  test('one address has 3,000 calls a minute, whatever links it tries', async () => {
    const calls = Array.from({ length: 3_020 }, (_, index) => node.call('GET', `/track/v1/${'x'.repeat(20)}${index}`))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })
})

describe('a reverse proxy that is not declared', () => {
  const callFrom = (remoteAddress: string) =>
    node.app.inject({ method: 'GET', url: '/health', remoteAddress, headers: { 'x-forwarded-for': '203.0.113.9' } })
  const warnings = () => node.logLines.filter((line) => line.includes('TRUSTED_PROXIES'))
  const notices = async () => (await node.call('GET', '/health')).body.notices

  test('is said once in the log and told by /health', async () => {
    await startNode()
    expect(await notices()).toBeUndefined()
    for (let time = 0; time < 3; time++) await callFrom('10.0.0.7')
    expect(warnings()).toHaveLength(1)
    expect(await notices()).toEqual(['undeclared_proxy'])
  })

  test('is not believed to be there because somebody far away says so', async () => {
    await startNode()
    await callFrom('8.8.8.8')
    expect([warnings(), await notices()]).toEqual([[], undefined])
  })

  test('is fine once it is declared', async () => {
    await startNode({ config: { trustedProxies: 1 } })
    await callFrom('10.0.0.7')
    expect([warnings(), await notices()]).toEqual([[], undefined])
  })
})

test('where the public address is encrypted, browsers are told never to come without encryption again', async () => {
  await startNode()
  expect((await node.call('GET', '/health')).headers['strict-transport-security']).toBeUndefined()
  await node.stop()
  await startNode({ config: { publicBaseUrl: 'https://routes.example.test', smtpUrl: 'smtp://127.0.0.1:1' } })
  expect((await node.call('GET', '/health')).headers['strict-transport-security']).toBe('max-age=31536000')
})
