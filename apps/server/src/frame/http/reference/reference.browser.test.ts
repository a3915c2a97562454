import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { borrowChromium, type LentChromium } from '../../../../test/chromium.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { jpeg } from '../../../../test/pictures.ts'
import { seriousFaults } from '../../../../test/readable.ts'

let server: TestServer & { stop(): Promise<void> }
let browser: LentChromium
let page: Page
let complaints: string[]

beforeAll(async () => {
  server = await startTestServer({ listen: true, realClock: true })
  browser = await borrowChromium()
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

beforeEach(async () => {
  complaints = []
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } })
  page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(server.address) && !request.url().startsWith('data:')) complaints.push(request.url())
  })
  const answer = await page.goto(`${server.address}/docs/reference`)
  expect(answer!.status()).toBe(200)
  expect(answer!.headers()['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src/,
  )
})

afterEach(async () => {
  expect(complaints).toEqual([])
  await page.context().close()
})

const visible = (selector: string) => page.locator(`${selector}:visible`).count()

test('the other descriptions are one click away, and searched in the same way', async () => {
  const others = [
    ['Beyond the interface', 'findSlots', 'windows that can be promised'],
    ["Drivers' and recipients' calls", 'getDriverRoute', 'route'],
  ] as const
  for (const [name, operation, words] of others) {
    await page.getByRole('link', { name, exact: true }).click()
    await page.waitForURL(/reference\/\w+$/)
    const all = await visible('.operation')
    await page.fill('#search', words)
    expect(await page.locator(`#${operation}`).isVisible()).toBe(true)
    expect(await visible('.operation')).toBeLessThan(all)
    await page.keyboard.press('Escape')
  }
  expect(await seriousFaults(page)).toEqual([])
})

test('the search leaves what matches, and a link out of it shows its end', async () => {
  const all = await visible('.operation')
  expect(all).toBeGreaterThan(50)
  await page.keyboard.press('/')
  await page.keyboard.type('dispatch route')
  const found = await visible('.operation')
  expect(found).toBeLessThan(all / 4)
  expect(await page.locator('#dispatchRoute').isVisible()).toBe(true)
  expect(await visible('nav [data-operation]')).toBe(found)
  await page.fill('#search', 'no such thing')
  expect(await page.locator('#nothing').isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  expect(await visible('.operation')).toBe(all)
  await page.fill('#search', 'createStops')
  await page.click('#createStops a[href="#record-Stop"]')
  expect(await page.locator('#record-Stop').isVisible()).toBe(true)
})

test('examples are in curl or TypeScript, and the choice is remembered', async () => {
  expect(await page.locator('#createPlan [data-call=curl]').isVisible()).toBe(true)
  await page.click('[data-set-call=ts]')
  expect(await page.locator('#createPlan [data-call=curl]').isVisible()).toBe(false)
  expect(await page.locator('#createPlan [data-call=ts]').textContent()).toContain('client.createPlan(')
  await page.reload()
  expect(await page.locator('#createPlan [data-call=ts]').isVisible()).toBe(true)
})

test('it is light or dark as the system says, until somebody chooses', async () => {
  const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  const light = await ground()
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await ground()
  expect(dark).not.toBe(light)
  await page.click('#theme')
  expect(await ground()).toBe(light)
})

test('on a phone nothing is wider than the screen', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
})

test('the search finds fields, codes and events, and forgives a typing error', async () => {
  await page.fill('#search', 'sync_optimization_already_progress')
  expect(await visible('#errors tr.found')).toBe(1)
  expect(await page.locator('#optimizePlan').isVisible()).toBe(true)
  await page.fill('#search', 'stop.reported')
  expect(await visible('#events tr.found')).toBe(1)
  await page.fill('#search', 'default_max_delivery_time')
  expect(await page.locator('#createClient').isVisible()).toBe(true)
  await page.fill('#search', 'dispatsh')
  expect(await page.locator('#dispatchRoute').isVisible()).toBe(true)
  expect(await page.locator('#instead').textContent()).toContain('dispatch')
})

test('on a phone the contents open, and close where one goes', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.locator('nav').isVisible()).toBe(false)
  await page.click('#menu')
  await page.click('nav a[href="#createPlan"]')
  expect(await page.locator('nav').isVisible()).toBe(false)
  expect(page.url()).toMatch(/#createPlan$/)
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
})

test('examples name records of whoever is signed in, and a key when it is asked for', async () => {
  const { user_id, key, project_id } = await server.createAccount()
  const query = { project_id }
  const stops = [{ tasks: [{}] }]
  const { body: plan } = await server.call('POST', '/v2/plan', { key, query, body: { routes: [{ stops }] } })
  const [route] = (await server.call('GET', `/v2/plan/${plan.id}/routes`, { key })).body
  const [name, value] = (await server.signIn(user_id)).split('=') as [string, string]
  await page.context().addCookies([{ name, value, url: server.address }])
  await page.click('#own-records')
  await page.waitForSelector('#own:visible')
  const curl = (id: string) => page.locator(`#${id} [data-call=curl] code`).textContent()
  expect(await curl('createPlan')).toContain(`project_id=${project_id}`)
  expect(await curl('optimizeRoute')).toContain(`${server.address}/v2/route/${route.id}/`)
  expect(await curl('getStop')).toContain(route.stops[0].id)
  expect(await curl('updateTask')).toContain(route.stops[0].tasks[0].id)
  await page.click('#own-key')
  await page.waitForSelector('#own-key:disabled')
  const [, made] = /private_key=(api_key_\w+)/.exec((await curl('getPlan'))!)!
  expect((await server.call('GET', `/v2/plan/${plan.id}`, { key: made! })).status).toBe(200)
})

test('it comes compressed, and not again to a browser that has it', async () => {
  const read = (headers: Record<string, string>) => server.app.inject({ url: '/docs/reference', headers })
  const whole = await read({})
  for (const encoding of ['br', 'gzip']) {
    const packed = await read({ 'accept-encoding': encoding })
    expect(packed.headers['content-encoding']).toBe(encoding)
    expect(packed.rawPayload.length).toBeLessThan(whole.rawPayload.length / 4)
    const again = await read({ 'accept-encoding': encoding, 'if-none-match': packed.headers.etag as string })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  }
  expect((await read({ 'accept-encoding': 'br;q=0' })).headers).not.toHaveProperty('content-encoding')
})

test('the console carries out a call with a key that stays in the page, by keyboard alone', async () => {
  const { key, project_id } = await server.createAccount()
  await page.locator('#createPlan .try').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'POST /v2/plan' })
  await dialog.getByLabel('API key').fill(key)
  await dialog.getByLabel('project_id').fill(project_id)
  await dialog.getByLabel('Body (JSON)').fill('{"label":"From the console"}')
  await dialog.getByLabel('project_id').press('Enter')
  await dialog.getByText('201', { exact: true }).waitFor()
  expect(await dialog.locator('figure code').textContent()).toContain('"label": "From the console"')
  expect(await dialog.locator('#console-answer p').textContent()).toMatch(/201 \d+ ms/)
  expect(await dialog.locator('details code').textContent()).toContain('content-type: application/json')
  const plans = await server.call('GET', '/v2/plans', { key })
  expect(plans.body.docs[0]).toMatchObject({ label: 'From the console' })
  await page.keyboard.press('Escape')
  expect(await dialog.isVisible()).toBe(false)
  expect(await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(key)
  await page.reload()
  await page.click('#listPlans .try')
  expect(await page.getByRole('dialog').getByLabel('API key').inputValue()).toBe('')
})

test('the console shows refusals as they are, sends files, and fits a phone', async () => {
  const { key, project_id } = await server.createAccount()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.click('#getPlan .try')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('API key').fill(key)
  await dialog.getByLabel('id', { exact: true }).fill(project_id)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.getByText('404', { exact: true }).waitFor()
  expect(await dialog.locator('figure code').textContent()).toContain('highway.domain.error.not_found')
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  // The browser tells of every refusal itself.
  complaints = complaints.filter((text) => !text.includes('404'))
  await dialog.getByRole('button', { name: 'Close' }).click()
  const query = { project_id }
  const [stop] = (await server.call('POST', '/v2/stops', { key, query, body: [{}] })).body
  await page.click('#uploadReportImage .try')
  await dialog.getByLabel('stop_id').fill(stop.id)
  await dialog.getByLabel('File').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: jpeg() })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.getByText('201', { exact: true }).waitFor()
})

test('the changes and the versions are pages of their own, with a feed', async () => {
  await page.click('main a[href="/docs/changes"]')
  await page.getByRole('heading', { name: 'Changes of the interface' }).waitFor()
  const feed = await page.request.get(`${server.address}/docs/changes.atom`)
  expect(feed.headers()['content-type']).toBe('application/atom+xml; charset=utf-8')
  const parsed = await page.evaluate<string>(
    `new DOMParser().parseFromString(${JSON.stringify(await feed.text())}, 'application/xml').documentElement.nodeName`,
  )
  expect(parsed).toBe('feed')
  const told = await page.request.get(`${server.address}/llms.txt`)
  expect(told.headers()['content-type']).toBe('text/plain; charset=utf-8')
  expect(await told.text()).toContain(`(${server.address}/openapi.json)`)
  await page.click('header a[href="/docs/versions"]')
  await page.getByRole('heading', { name: 'Versions of the interface' }).waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
})
