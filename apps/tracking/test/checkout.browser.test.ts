// The shop's checkout of the examples: a customer chooses a window by keyboard on a phone, and the shop books it.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startTestServer } from '@routewright/server/testing'
import { borrowChromium, type LentChromium } from '@routewright/server/testing/chromium'
import { seriousFaults } from '@routewright/server/testing/readable'
import { writeAddresses } from '@routewright/server/testing/town'
import { sql } from 'kysely'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

const example = join(import.meta.dirname, '../../..', 'packages/client/examples/shop-checkout.ts')
/** Where pictures go, when somebody wants to look at them: see `npm run screens`. */
const folder = process.env.SCREENS_FOLDER
const files = mkdtempSync(join(tmpdir(), 'routewright-checkout-'))

const houses = [32, 34, 36].map((number, at) => ({
  lat: 47.1393 + at / 1000,
  lng: 9.5222,
  street: 'Städtle',
  number: `${number}`,
}))

let server: Awaited<ReturnType<typeof startTestServer>>
let browser: LentChromium
let shop: ChildProcess
let shopAddress: string
let key: string
let projectId: string
const complaints: string[] = []

beforeAll(async () => {
  server = await startTestServer({
    listen: true,
    realClock: true,
    config: { osmFiles: [writeAddresses(files, houses)] },
  })
  const account = await server.createAccount('Möbel Frick')
  key = account.key
  projectId = account.project_id
  const depot = { lat: 47.14, lng: 9.52 }
  const van = { label: 'Van', default_start_location: depot, default_end_location: depot, default_max_services: 2 }
  await call('POST', '/v2/vehicle', van, { project_id: projectId })
  const windows = [
    [28_800, 43_200],
    [46_800, 61_200],
  ]
  await call('PUT', `/app/v1/project/${projectId}/slot_rules`, {
    grid: [{ windows }],
    days_ahead: 6,
    green_share: 0.2,
    cut_off: { days_before: 1, time: 86_399 },
    prices: [{ up_to_share: 0.2, amount: -2 }],
  })
  browser = await borrowChromium()
  shopAddress = await startShop()
})

afterAll(async () => {
  shop?.kill()
  await browser?.close()
  await server?.stop()
  rmSync(files, { recursive: true })
})

async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await server.call(method, path, { key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

/** The example as a process of its own, as its users start it. */
function startShop(): Promise<string> {
  const { PATH } = process.env
  shop = spawn(process.execPath, [example], {
    env: {
      PATH,
      ROUTEWRIGHT_URL: server.address,
      ROUTEWRIGHT_KEY: key,
      ROUTEWRIGHT_PROJECT: projectId,
      SHOP_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let told = ''
  return new Promise((resolve, reject) => {
    const hear = (part: Buffer) => {
      told += part
      const [address] = /http:\S+(?=\/)/.exec(told) ?? []
      if (address) resolve(address)
    }
    shop.stdout!.on('data', hear)
    shop.stderr!.on('data', hear)
    shop.once('exit', () => reject(new Error(`The shop did not open: ${told}`)))
  })
}

async function enter(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(`${shopAddress}/checkout`)
  return page
}

async function look(page: Page, name: string): Promise<void> {
  expect(await seriousFaults(page)).toEqual([])
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `checkout-${name}.png`), fullPage: true, scale: 'css' })
}

async function sayWhere(page: Page, address: string, words: [field: RegExp, button: string]): Promise<void> {
  await page.getByRole('textbox', { name: words[0] }).fill(address)
  await page.getByRole('button', { name: words[1] }).click()
}
const english: [RegExp, string] = [/Where should we deliver/, 'Show times']

test('the script is small, may be loaded by every site, and is kept by browsers', async () => {
  const answer = await fetch(`${server.address}/checkout/slots.js`, { headers: { 'accept-encoding': 'gzip' } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const script = await answer.text()
  expect(gzipSync(script).length).toBeLessThan(30_000)
  expect(script).not.toMatch(/document\.cookie|localStorage|sessionStorage/)
  const again = await fetch(`${server.address}/checkout/slots.js`, {
    headers: { 'accept-encoding': 'gzip', 'if-none-match': answer.headers.get('etag')! },
  })
  expect(again.status).toBe(304)
})

test('a customer chooses by keyboard on a phone, changes his mind, and what he holds is booked with his order', async () => {
  const page = await enter()
  await page.getByRole('button', { name: 'Order and pay' }).waitFor()
  const where = page.getByRole('textbox', { name: english[0] })
  await where.waitFor()
  await look(page, 'place')
  await where.fill('Nowhere 1, Atlantis')
  // It does not send the form of the shop.
  await page.keyboard.press('Enter')
  await page.getByText('We cannot find this address.').waitFor()
  await where.fill('Staedtle 32, Vaduz')
  await page.keyboard.press('Enter')
  const windows = page.getByRole('radio')
  await windows.first().waitFor()
  await look(page, 'windows')
  expect(await page.getByText('−€2.00').count()).toBeGreaterThan(0)
  expect(await page.getByText('Few extra kilometres').count()).toBeGreaterThan(0)
  expect(await page.getByRole('group').first().getByRole('radio').count()).toBe(2)

  // Without a window the form is not sent.
  await page.getByRole('textbox', { name: 'Name' }).fill('Ida Frick')
  await page.getByRole('button', { name: 'Order and pay' }).click()
  expect(new URL(page.url()).pathname).toMatch(/^\/order\//)
  await page.getByRole('heading', { name: 'Checkout' }).waitFor()

  await windows.first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  expect(await windows.nth(1).isChecked()).toBe(true)
  await page.keyboard.press('Tab')
  expect(await page.getByRole('button', { name: 'Keep this time' }).evaluate((it) => it.matches(':focus'))).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByText(/, 13:00–17:00/).waitFor()
  await page.getByText(/Reserved for you for another 9:\d\d minutes/).waitFor()
  expect(await page.getByRole('status').textContent()).toBe('This time is reserved for you.')
  await look(page, 'held')

  await page.getByRole('button', { name: 'Choose another time' }).click()
  await windows.nth(0).check()
  await page.getByRole('button', { name: 'Keep this time' }).click()
  await page.getByText(/, 08:00–12:00/).waitFor()
  await page.getByRole('button', { name: 'Order and pay' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  const [, number] = /order ([0-9a-f-]{36})/.exec((await page.getByRole('main').textContent())!)!
  const found = await call('GET', '/v2/stops/search', undefined, { project_id: projectId, external_id: number! })
  const [stop] = Array.isArray(found) ? found : found.docs
  expect(stop).toMatchObject({ label: 'Ida Frick', weight: 12, time_windows: [[28_800, 43_200]] })
  expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
})

test('of two who want the last place one gets it, and the other is told and shown what is left', async () => {
  const [first, second] = [await enter(), await enter({ locale: 'de-DE' })]
  await sayWhere(first, 'Städtle 34, Vaduz', english)
  await sayWhere(second, 'Städtle 36, Vaduz', [/Wohin sollen wir liefern/, 'Zeiten anzeigen'])
  // The van takes two orders a day; the first day has one.
  for (const page of [first, second]) await page.getByRole('radio').first().check()
  await first.getByRole('button', { name: 'Keep this time' }).click()
  await first.getByText(/Reserved for you/).waitFor()
  await second.getByRole('button', { name: 'Diese Zeit reservieren' }).click()
  await second.getByText('Jemand war schneller').waitFor()
  await second.getByRole('radio').first().waitFor()
  await look(second, 'taken-de')
  await second.getByRole('radio').first().check()
  await second.getByRole('button', { name: 'Diese Zeit reservieren' }).click()
  await second.getByText(/Noch 9:\d\d Minuten/).waitFor()

  // An expired hold is told at once on return, and another window may be had.
  const told = second.evaluate(
    "new Promise((resolve) => document.addEventListener('routewright:expired', () => resolve('told')))",
  )
  await sql`update slot_promises set held_until = clock_timestamp() - interval '1 minute'`.execute(
    server.services.database.db,
  )
  await second.evaluate("dispatchEvent(new Event('pageshow'))")
  expect(await told).toBe('told')
  expect(await second.getByRole('status').textContent()).toBe('Die Reservierung ist abgelaufen. Bitte wählen Sie neu.')
  await second.getByText('Die Reservierung ist abgelaufen.').waitFor()
  await look(second, 'expired-de')
})
