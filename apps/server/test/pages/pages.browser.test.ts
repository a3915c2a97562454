import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, startTestServer, type TestServer, until } from '../harness.ts'
import { jpeg } from '../pictures.ts'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const markup = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>'

let server: TestServer & { stop(): Promise<void> }
let browser: Browser
let page: Page
let account: Account
let driverLink: string
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
  const dispatched = await call('POST', `/v2/route/${created.id}/dispatch`)
  driverLink = dispatched.public_link
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

test('the driver opens the link, starts the route, delivers with a photo and gives up the other stop', async () => {
  await page.goto(driverLink)
  await page.getByText('0 of 2 stops done').waitFor()
  await expectNoMarkup()
  expect((await readStop(0)).status).toBe('pending')
  expect(await page.getByRole('button', { name: 'Deliver', exact: true }).count()).toBe(0)

  await page.getByRole('button', { name: 'Start route' }).click()
  await page.getByRole('button', { name: 'Deliver', exact: true }).first().waitFor()
  expect(await page.getByRole('button', { name: 'Start route' }).isVisible()).toBe(false)

  await page.getByRole('button', { name: 'Parcels loaded' }).click()
  await until('the parcels aboard', async () =>
    (await readStop(0)).packages.every(({ status }: { status: string }) => status === 'picked'),
  )
  await page.getByRole('button', { name: 'Deliver', exact: true }).first().click()
  await page.getByLabel('P2').uncheck()
  const photo = join(server.directory, 'photo.jpg')
  writeFileSync(photo, jpeg(64, 64))
  await page.locator('#delivery input[type=file]').setInputFiles(photo)
  await page.locator('#delivery textarea').fill('One parcel was missing.')
  await page.getByRole('button', { name: 'Delivered' }).click()
  await page.getByText('1 of 2 stops done').waitFor()
  const delivered = await readStop(0)
  expect(delivered).toMatchObject({ status: 'incomplete', tasks: [{ status: 'completed' }] })
  expect(delivered.packages.map(({ status }: { status: string }) => status)).toEqual(['delivered', 'picked'])
  expect(delivered.reports).toMatchObject([{ comments: 'One parcel was missing.', images: [{}] }])

  await page.getByRole('button', { name: 'Could not deliver' }).click()
  await page.getByRole('button', { name: 'Try again later' }).click()
  await page.getByText('tried 1 ×').waitFor()
  await page.getByRole('button', { name: 'Could not deliver' }).click()
  await page.getByRole('button', { name: 'Give up this stop' }).click()
  await page.getByText('All stops are done').waitFor()
  expect(await readStop(1)).toMatchObject({ status: 'canceled', report_attempts: 1 })
})

test('where the project asks for a signature, the driver takes it with a finger', async () => {
  await server.services.database.db
    .updateTable('projects')
    .set({ settings: JSON.stringify({ signature_required: true }) })
    .where('id', '=', account.project_id)
    .execute()
  await page.goto(driverLink)
  await page.getByRole('button', { name: 'Start route' }).click()
  await page.getByRole('button', { name: 'Deliver', exact: true }).first().click()
  await page.getByRole('button', { name: 'Delivered' }).click()
  await page.locator('#delivery .error').filter({ hasText: 'signature' }).waitFor()
  // The refusal is an answer of 400, which browsers write to their console.
  complaints = complaints.filter((text) => !text.includes('400'))
  const box = (await page.locator('canvas').boundingBox())!
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 60, { steps: 5 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'Delivered' }).click()
  await page.getByText('1 of 2 stops done').waitFor()
  expect((await readStop(0)).reports[0].signature.url).toContain('/i/')
})

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
  for (const path of [`/d/${'x'.repeat(32)}`, `/t/${'x'.repeat(32)}`]) {
    const response = await page.goto(server.address + path)
    expect(response!.status()).toBe(404)
    expect(await page.locator('h1').textContent()).toMatch(/^This (link|page)/)
  }
  complaints = complaints.filter((text) => !text.includes('404'))
})
