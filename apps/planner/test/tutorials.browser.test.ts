// Tutorials walked as they are written, by clicks: the live day with a driver's phone and a recipient beside the plan, and webhooks
// from the settings to a receiver that trusts only what is signed. Importing, planning and slots are walked by the service's tests.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '@routewright/client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  computeMiddle,
  dragOn,
  eventually,
  type PlannerPage,
  type PlannerWorld,
  routeAllDay,
  startPlannerWorld,
} from './planner-world.ts'

const chapters = (name: string) =>
  readFileSync(new URL(`../../../docs/tutorials/${name}.md`, import.meta.url), 'utf8').match(/^## .+$/gm)

let world: PlannerWorld
let desk: PlannerPage
let page: Page

beforeAll(async () => {
  world = await startPlannerWorld()
  desk = await world.openPage({ width: 1440, height: 900 })
  page = desk.page
})

afterAll(async () => world?.stop())

const doors = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    label: `Door ${from + at}`,
    location: { lat: 47.14 + (from + at) * 0.004, lng: 9.52, label: `Street ${from + at}` },
    packages: [{ identifier: `PARCEL-${from + at}` }],
  }))

test('a live day', async () => {
  expect(chapters('live-day')).toEqual([
    ...['## 1. Send the routes', '## 2. Be the driver', '## 3. Watch the day', '## 4. Be the recipient'],
    '## 5. Close the day',
  ])
  const { id } = await world.call('POST', '/v2/plan', { label: 'Today’s round' }, { project_id: world.projectId })
  const collected = { label: 'Empties', type: 'pickup', location: { lat: 47.146, lng: 9.525 } }
  const routes = [routeAllDay('Van 1', doors(0, 3)), routeAllDay('Van 2', [...doors(3, 1), collected])]
  const made = await world.call('POST', '/v2/routes', routes, { plan_id: id })
  const stops: { id: string }[] = made.flatMap((route: { stops: object[] }) => route.stops)
  const read = (at: number) => world.call('GET', `/v2/stop/${stops[at]!.id}`)

  await desk.go(`/plan/${id}`)
  const phone = await driverWithLink(await sendRoutes())
  await loadAndStart(phone)
  await deliverNext(phone)
  await eventually(async () => (await read(0)).status).toBe('completed')
  await failWithoutNetwork(phone)
  await eventually(async () => (await read(1)).status).toBe('canceled')

  await watchTheDay()
  await dragTo(stops[2]!.id, made[1].id)
  await page.getByText(/Its goods are on board another vehicle/).waitFor()
  await dragTo(stops[4]!.id, made[0].id)
  await eventually(async () => (await read(4)).route_id).toBe(made[0].id)
  await phone.getByText('The dispatcher changed something').click()
  await phone.getByRole('button', { name: 'Got it' }).click()

  await beTheRecipient((await read(0)).tracking_url)
  await closeTheDay()
  await eventually(async () => (await world.call('GET', `/v2/plan/${id}`)).status).toBe('finished')
  await phone.context().close()
  expect(desk.complaints).toEqual([])
})

/** Returns the link that the driver of the first van got. */
async function sendRoutes(): Promise<string> {
  await page.getByText('Dispatch', { exact: true }).first().click()
  await page.getByRole('button', { name: 'Send to 2 drivers' }).click()
  const findMail = () => world.server.mails.find(({ to }) => `${to}`.startsWith('Van1'))
  await eventually(() => findMail() !== undefined).toBe(true)
  return `${world.server.address}/d/${/\/d\/(\w+)/.exec(findMail()!.text)![1]}`
}

async function driverWithLink(link: string): Promise<Page> {
  const context = await world.browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
    permissions: ['geolocation'],
    geolocation: { latitude: 47.14, longitude: 9.52, accuracy: 8 },
  })
  const phone = await context.newPage()
  phone.setDefaultTimeout(60_000)
  await phone.goto(link)
  return phone
}

async function loadAndStart(phone: Page): Promise<void> {
  await phone.getByRole('button', { name: /Load check/ }).click()
  // The last stop first.
  for (const parcel of [2, 1, 0]) await phone.getByRole('button', { name: `Tick PARCEL-${parcel} by hand` }).click()
  await phone.getByRole('button', { name: 'Everything is on board' }).click()
  await phone.getByRole('button', { name: 'Start route' }).click()
}

async function arrive(phone: Page): Promise<void> {
  await phone.getByRole('button', { name: 'Open stop' }).click()
  await phone.getByRole('button', { name: 'I have arrived' }).click()
}

async function deliverNext(phone: Page): Promise<void> {
  await arrive(phone)
  await phone.getByRole('button', { name: 'Deliver', exact: true }).click()
  await phone.getByLabel('PARCEL-0').check()
  const photo = await phone.screenshot({ type: 'jpeg' })
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo }
  await phone.locator('input[type=file]').setInputFiles(file)
  await phone.locator('.photo img').waitFor()
  await phone.getByRole('button', { name: 'Delivered' }).click()
  await phone.getByText('1 of 3 stops').waitFor()
}

/** In flight mode: what the driver says waits on the phone, and is sent when there is a connection. */
async function failWithoutNetwork(phone: Page): Promise<void> {
  await phone.context().setOffline(true)
  await arrive(phone)
  await phone.getByRole('button', { name: 'Could not deliver' }).click()
  await phone.getByText('Refused', { exact: true }).click()
  await phone.getByRole('button', { name: 'Close as not done' }).click()
  await phone.getByText('2 of 3 stops').waitFor()
  await phone.getByText('No connection.').waitFor()
  await phone.context().setOffline(false)
}

async function watchTheDay(): Promise<void> {
  await page.getByText('Live', { exact: true }).first().click()
  await page.getByText(/^Needs attention/).waitFor()
  const card = page.getByRole('listitem').filter({ hasText: 'Not delivered' })
  await card.getByText('Door 1').first().waitFor()
  // The remedy and its meaning, before the click.
  await card.getByRole('button', { name: /^Again today/ }).waitFor()
  await card.getByText('The driver of Van 1 is told.').waitFor()
  await page.getByText('Vehicles', { exact: true }).click()
  await page.getByText('2 of 3 stops done').waitFor()
  await page.getByText('Edit', { exact: true }).first().click()
}

/** From the list to the row of another route; what it costs stands at the hand before it lets go. */
async function dragTo(stopId: string, routeId: string): Promise<void> {
  const row = page.locator(`[data-timeline-route="${routeId}"] button`).first()
  const from = await computeMiddle(page.locator(`#row-${stopId}`))
  expect(await dragOn(page, from, await computeMiddle(row))).toContain(' · ')
}

async function beTheRecipient(trackingUrl: string): Promise<void> {
  await page.getByText('Door 0').first().click()
  const link = page.getByRole('link', { name: 'Tracking page' })
  expect(await link.getAttribute('href')).toBe(trackingUrl)
  const [recipient] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  await recipient.getByText(/^Delivered at/).waitFor({ timeout: 60_000 })
  await recipient.getByRole('heading', { name: 'Proof' }).waitFor()
  await recipient.getByLabel('5 stars, excellent').check({ force: true })
  await recipient.getByText('Thank you for your answer.').waitFor()
  await recipient.close()
}

async function closeTheDay(): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Close the day' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close the day' })
  await dialog.getByText('still open').waitFor()
  await dialog.getByRole('button', { name: 'Close the day' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Analytics' }).click()
  await page.getByText('First attempt').first().waitFor()
}

test('be told by webhooks', async () => {
  expect(chapters('webhooks')).toEqual(['## 1. A receiver', '## 2. Subscribe', '## 3. Try it'])
  const receiver = await startReceiver()
  try {
    await desk.go('/settings/webhooks')
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.address)
    await dialog.getByRole('switch', { name: 'Sign deliveries' }).press('Space')
    await dialog.getByRole('button', { name: 'Save' }).click()
    receiver.secret = (await dialog.locator('[data-secret]').textContent())!
    await dialog.getByRole('button', { name: 'I have saved it' }).click()
    await dialog.waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await eventually(() => receiver.believed.length).toBe(1)
    await page.getByRole('button', { name: 'Log' }).click()
    await dialog.getByText('204').first().waitFor()
    await dialog.getByRole('button', { name: 'Send again' }).first().click()
    await eventually(() => receiver.believed.length).toBe(2)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })

    // Something happens, and is told by itself.
    await world.call('POST', '/v2/plan', { label: 'Sent' }, { project_id: world.projectId })
    await eventually(() => receiver.believed).toContain('svc.planner.2.plan.created')
    const forged = await fetch(receiver.address, { method: 'POST', body: '{}' })
    expect([forged.status, receiver.doubted]).toEqual([401, 1])
    expect(desk.complaints).toEqual([])
  } finally {
    await receiver.stop()
  }
})

/** Starts the receiver of the tutorial; `apps/server/test/contract/documents.test.ts` runs its very text. */
async function startReceiver() {
  const state = { secret: '', believed: [] as string[], doubted: 0 }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { secret } = state
    const event = await verifyWebhook(Buffer.concat(parts), request.headers, secret).catch(() => undefined)
    if (event) state.believed.push(event.event_id)
    else state.doubted += 1
    response.writeHead(event ? 204 : 401).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return Object.assign(state, { address, stop: () => new Promise((done) => server.close(done)) })
}
