import { createHash, randomBytes } from 'node:crypto'
import { startTestServer } from '@routewright/server/testing'
import { borrowChromium, type LentChromium } from '@routewright/server/testing/chromium'
import { seriousFaults } from '@routewright/server/testing/readable'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: Awaited<ReturnType<typeof startTestServer>>
let browser: LentChromium

beforeAll(async () => {
  server = await startTestServer({ listen: true, realClock: true })
  browser = await borrowChromium()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** Makes a person who watches the second of two stops; returns the cookie of their session. */
async function createSupervisor(): Promise<string> {
  const account = await server.createAccount('Huber')
  const { user_id } = await server.createUser(account, 'organization_user')
  const { db } = server.services.database
  const now = new Date()
  const membership = { user_id, project_id: account.project_id, role: 'supervisor' as const, created_at: now }
  await db.insertInto('project_members').values(membership).execute()
  const token = `rw_session_${randomBytes(24).toString('hex')}`
  const times = { created_at: now, last_seen_at: now, expires_at: new Date(now.getTime() + 86_400_000) }
  const token_digest = createHash('sha256').update(token).digest()
  const id = randomBytes(12).toString('hex')
  await db
    .insertInto('user_sessions')
    .values({ id, user_id, token_digest, user_agent: null, ...times })
    .execute()
  const call = async (method: string, path: string, body: unknown, query?: Record<string, string>) => {
    const answer = await server.call(method, path, { key: account.key, body, query })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  const plan = await call('POST', '/v2/plan', { label: 'Monday' }, { project_id: account.project_id })
  const location = { lat: 47.14, lng: 9.52, street: 'Feldweg 1', city: 'Vaduz' }
  const stops = [
    { label: 'Somebody else', location },
    { label: 'Watched stop', location, comments: 'Side door', supervisors: [user_id] },
  ]
  const created = await call('POST', '/v2/stops', stops, { plan_id: plan.id })
  const report = { type: 'service_report_completed', comments: 'Left at the side door' }
  await call('POST', `/v3/stop/${created[1].id}/report`, report)
  return token
}

test('a supervisor lands at the stops that name him, whatever address he opens, and sees their proof', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  await context.addCookies([{ name: 'rw_session', value: await createSupervisor(), url: server.address }])
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  for (const path of ['/', '/fleet', '/plans']) {
    await page.goto(`${server.address}/planner${path}`)
    await page.getByRole('heading', { name: 'My stops' }).waitFor()
  }
  await page.getByText('Watched stop').waitFor()
  expect(await page.locator('main').textContent()).not.toContain('Somebody else')
  expect(await page.getByRole('link', { name: 'Fleet' }).count()).toBe(0)
  await page.getByRole('button', { name: /Watched stop/ }).click()
  await page.getByText('Left at the side door').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})
