import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { borrowChromium, type LentChromium } from '../../../test/chromium.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'

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
  page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(server.address) && !request.url().startsWith('data:')) complaints.push(request.url())
  })
  await page.goto(`${server.address}/docs/install/`)
})

afterEach(async () => {
  expect(complaints).toEqual([])
  await page.context().close()
})

const width = () => page.evaluate<number>('document.documentElement.scrollWidth')

test('the search is used by keyboard alone, and leads to the part of the page', async () => {
  await page.keyboard.press('/')
  await page.keyboard.type('restore bakup')
  await page.getByRole('option', { name: /^Backup and restore/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/operations/#backup-and-restore')
  await page.fill('#search', 'qqqqqqqq')
  await page.getByText('Nothing found.').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#found').waitFor({ state: 'hidden' })
})

test('a link of the time when the reference stood here still leads to its operation', async () => {
  await page.goto(`${server.address}/docs#createPlan`)
  await page.waitForURL('**/docs/reference#createPlan')
  await page.click('header a[href="/docs/"]')
  await page.getByRole('heading', { level: 1 }).waitFor()
})

test('it is light or dark as the system says until somebody chooses, and no page is wider than a phone', async () => {
  const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  const light = await ground()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await ground()).not.toBe(light)
  await page.click('#theme')
  expect(await ground()).toBe(light)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['', 'install/', 'security/', 'events/', 'benchmarks/']) {
    await page.goto(`${server.address}/docs/${path}`)
    expect(await width(), path).toBeLessThanOrEqual(390)
  }
  expect(await page.locator('nav').isVisible()).toBe(false)
  await page.click('#menu')
  await page.click('nav a[href="/docs/sizes/"]')
  await page.getByRole('heading', { level: 1, name: 'Sizes' }).waitFor()
})

test('without a script everything can be read and reached', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const still = await context.newPage()
  await still.goto(`${server.address}/docs/`)
  await still.click('nav a[href="/docs/operations/"]')
  await still.getByRole('heading', { name: /^Backup and restore/ }).waitFor()
  expect(await still.locator('#search').isVisible()).toBe(false)
  await context.close()
})
