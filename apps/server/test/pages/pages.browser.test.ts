import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, startTestServer, type TestServer } from '../harness.ts'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const markup = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>'

let server: TestServer & { stop(): Promise<void> }
let browser: Browser
let page: Page
let account: Account
let stops: { id: string; tracking_url: string }[]
/** What the page complained of, and what it asked for elsewhere. */
let complaints: string[]

beforeAll(async () => {
  server = await startTestServer({ listen: true, realClock: true })
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const call = async (method: string, path: string, body?: unknown, query?: Record<string, string>) => {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

beforeEach(async () => {
  account = await server.createAccount()
  const plan = await call('POST', '/v2/plan', { label: 'Today' }, { project_id: account.project_id })
  const route = {
    label: `North ${markup}`,
    email: 'driver@example.test',
    start_location: { lat: 47.1, lng: 9.5 },
    stops: [
      {
        label: `Anna ${markup}`,
        comments: markup,
        location: { lat: 47.14, lng: 9.52, street: 'Feldweg 1' },
        packages: [{ identifier: 'P1' }, { identifier: 'P2' }],
        tasks: [{ label: 'Check the goods' }],
      },
      { label: 'Beat', location: { lat: 47.16, lng: 9.51 } },
    ],
  }
  const [created] = await call('POST', '/v2/routes', [route], { plan_id: plan.id })
  stops = (await call('GET', `/v2/route/${created.id}`)).stops
  complaints = []
  page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(server.address) || /^(data|blob):/.test(request.url())
    if (!isOwn) complaints.push(`asked for ${request.url()}`)
  })
  return async () => {
    await page.close()
    expect(complaints).toEqual([])
  }
})

const readStop = (index: number) => call('GET', `/v2/stop/${stops[index]!.id}`)

async function expectNoMarkup(): Promise<void> {
  expect(await page.evaluate('window.broken')).toBeUndefined()
  expect(await page.locator('main img, main script').count()).toBe(0)
}

test('the recipient sees the promise, leaves a word, confirms the place, and rates the delivery', async () => {
  await page.goto(stops[0]!.tracking_url)
  await page.getByText('Planned today').waitFor()
  await expectNoMarkup()
  await page.getByLabel('A word for the driver').fill('Ring twice')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The driver will see it.').waitFor()
  await page.getByRole('button', { name: 'The address is right' }).click()
  await page.getByText('Thank you, noted.').waitFor()
  expect(await readStop(0)).toMatchObject({ customer_text_field: 'Ring twice', location_validated: true })

  await call('POST', `/v3/stop/${stops[0]!.id}/report`, { type: 'service_report_completed' })
  await page.reload()
  await page.getByRole('heading', { name: /^Done at/ }).waitFor()
  await page.getByLabel('4').check()
  await page.getByLabel('What about?').selectOption('driver')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Thank you.').waitFor()
  expect((await readStop(0)).survey).toMatchObject({ rating: 4, rating_tag: 'driver' })
})

test('a link that opens nothing shows a polite page', async () => {
  const response = await page.goto(`${server.address}/t/${'x'.repeat(32)}`)
  expect(response!.status()).toBe(404)
  expect(await page.locator('h1').textContent()).toMatch(/^This (link|page)/)
  complaints = complaints.filter((text) => !text.includes('404'))
})
