import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { chromiumArgs, chromiumPath } from '../../../test/chromium.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'

let server: TestServer & { stop(): Promise<void> }
let browser: Browser
let page: Page
let complaints: string[]

beforeAll(async () => {
  server = await startTestServer({ listen: true, realClock: true })
  browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumArgs] })
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

beforeEach(async () => {
  complaints = []
  page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(server.address) && !request.url().startsWith('data:')) complaints.push(request.url())
  })
  const answer = await page.goto(`${server.address}/docs`)
  expect(answer!.status()).toBe(200)
  expect(answer!.headers()['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'nonce-[^']+'; style-src/,
  )
})

afterEach(async () => {
  expect(complaints).toEqual([])
  await page.close()
})

const visible = (selector: string) => page.locator(`${selector}:visible`).count()

test('the search leaves what matches, and a link out of it shows its end', async () => {
  const all = await visible('.operation')
  expect(all).toBeGreaterThan(50)
  await page.keyboard.press('/')
  await page.keyboard.type('dispatch route')
  expect(await visible('.operation')).toBe(1)
  expect(await visible('nav [data-operation]')).toBe(1)
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
