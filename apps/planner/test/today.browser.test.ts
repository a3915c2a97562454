// The first page of a day: from stops without routes to the first one delivered, and how few clicks that takes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  eventually,
  getDriver,
  type PlannerWorld,
  routeAllDay,
  someStops,
  someVehicles,
  startPlannerWorld,
} from './planner-world.ts'

let world: PlannerWorld
beforeAll(async () => {
  world = await startPlannerWorld()
})
afterAll(() => world?.stop())

/** Clicks, and how many there were. */
function createHand() {
  let count = 0
  return {
    count: () => count,
    async click(what: Locator) {
      await what.click()
      count += 1
    },
  }
}

async function createDay(stopCount: number): Promise<string> {
  const query = { project_id: world.projectId }
  await world.call('POST', '/v3/vehicles', someVehicles(2), query)
  const { id } = await world.call('POST', '/v2/plan', { label: 'Tuesday', stops: someStops(stopCount) }, query)
  return id
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

test('five clicks to dispatched routes, nine to the first stop that is delivered', async () => {
  const planId = await createDay(12)
  const desk = await world.openPage()
  const { page } = desk
  const hand = createHand()
  await desk.go('/')
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  await hand.click(button(page, 'Optimize'))
  await eventually(async () => (await world.call('GET', `/v2/plan/${planId}`)).total_routes).toBeGreaterThan(0)
  await button(page, 'Dispatch').and(page.locator(':enabled')).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await hand.click(button(page, 'Dispatch'))
  await hand.click(button(page, /^Send to \d drivers?$/))
  await page.locator('[aria-current=step]').filter({ hasText: 'Be the driver' }).waitFor()
  expect(hand.count()).toBeLessThanOrEqual(5)

  await hand.click(button(page, 'Be the driver'))
  const phone = page.frameLocator('iframe')
  await hand.click(phone.locator('.dock .main'))
  await hand.click(phone.locator('.next-stop .card'))
  await hand.click(phone.locator('.dock .main'))
  await hand.click(phone.locator('.dock .row .main'))
  await hand.click(phone.locator('.dock .good'))
  expect(hand.count()).toBeLessThanOrEqual(9)
  await button(page, 'QR code').click()
  await page.getByRole('img', { name: 'QR code of the driver’s link' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await eventually(async () => (await world.call('GET', `/v2/plan/${planId}`)).completed_stops).toBe(1)
  await page.getByText('1 of 12').waitFor()
  await page.getByRole('list', { name: 'First steps' }).waitFor({ state: 'detached' })
  expect(desk.complaints).toEqual([])
})

test('the day tells what needs a look, and each line leads there', async () => {
  const query = { project_id: world.projectId }
  const stops = [{ label: 'Nobody knows where' }, ...someStops(1)]
  await world.call('POST', '/v2/plan', { label: 'Second plan', stops }, query)
  const desk = await world.openPage({ width: 390, height: 844 })
  const { page } = desk
  await desk.go('/today')
  const line = page.getByRole('link', { name: /1 stop has no location on the map/ })
  await line.waitFor()
  expect(await line.textContent()).toContain('Nobody knows where · Second plan')
  expect(await page.evaluate(`document.querySelector('main').scrollWidth <= innerWidth`)).toBe(true)
  expect(await seriousFaults(page)).toEqual([])
  await line.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Nobody knows where' }).waitFor()
  expect(desk.complaints).toEqual([])
})

test('the day opens on a map of its routes, and a van on it leads to its route', async () => {
  const plan = { label: 'On the road', routes: [routeAllDay('Van 7', someStops(3))] }
  const { id } = await world.call('POST', '/v2/plan', plan, { project_id: world.projectId })
  const [{ id: routeId }] = (await world.call('GET', `/v2/plan/${id}`)).routes
  const { public_link } = await world.call('POST', `/v2/route/${routeId}/dispatch`)
  const drive = getDriver(world, public_link.split('/d/')[1])
  await drive('POST', '/start')
  const at = { lat: 47.13, lng: 9.52, recorded_at: new Date().toISOString() }
  await drive('POST', '/positions', { positions: [at] })
  const desk = await world.openPage()
  const { page } = desk
  await desk.go('/today')
  const map = page.getByRole('region', { name: 'Map of the day' })
  const van = map.getByRole('button', { name: 'Vehicle of Van 7' })
  await van.waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await van.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Van 7' }).waitFor()
  expect(page.url()).toContain(`/plan/${id}`)
  expect(desk.complaints).toEqual([])
})

test('whoever tries the service out reads in the planner what its SMS say', async () => {
  const desk = await world.openPage()
  const { page } = desk
  world.server.services.trial.organizationId = world.organizationId
  const kinds = { started: { sms: true } }
  const set = await page.context().request.put(`${world.server.address}/app/v1/project/${world.projectId}/recipients`, {
    // Also at night.
    data: { messages: { kinds, quiet_hours: null } },
    headers: { origin: world.server.address },
  })
  expect(set.status(), await set.text()).toBe(200)
  const stops = [{ ...someStops(1)[0], label: 'Anna Amrein', phone: '+447700900123' }]
  const query = { project_id: world.projectId }
  const { id } = await world.call('POST', '/v2/plan', { label: 'Van with SMS', stops, routes: [] }, query)
  const route = { label: 'Van 9', email: 'van9@example.test', start_location: { lat: 47.14, lng: 9.52 } }
  const [{ id: routeId }] = await world.call('POST', '/v2/routes', [route], { plan_id: id })
  const [stop] = await world.call('GET', `/v2/plan/${id}/stops`)
  await world.call('PUT', `/v2/route/${routeId}/stops`, { stops: [stop.id] })
  const { public_link } = await world.call('POST', `/v2/route/${routeId}/dispatch`)
  await desk.go('/')
  await page.getByRole('button', { name: 'Sent messages' }).click()
  await page.getByText('No messages yet').waitFor()
  await getDriver(world, public_link.split('/d/')[1])('POST', '/start')
  const entry = page.getByRole('list', { name: 'Sent messages' }).getByRole('button', { name: /\+447700900123/ })
  await entry.waitFor()
  await entry.getByRole('img', { name: 'SMS' }).waitFor()
  await entry.click()
  const text = page.getByRole('article')
  await text.getByText('To +447700900123').waitFor()
  const link = text.getByRole('link', { name: new RegExp(`${world.server.address}/t/`) })
  await link.waitFor()
  expect(await seriousFaults(page)).toEqual([])
  const [recipient] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  await recipient.getByRole('heading').first().waitFor()
  expect(desk.complaints).toEqual([])
})

test('one click takes the demo away, and whoever did it begins with an own organization and what was entered', async () => {
  await createDay(3)
  const { trial } = world.server.services
  trial.organizationId = world.organizationId
  writeFileSync(
    join(world.server.directory, 'demo.json'),
    JSON.stringify({ organization_id: world.organizationId, project_id: world.projectId }),
  )
  const desk = await world.openPage()
  const { page } = desk
  await desk.go('/today')
  await button(page, 'Start your own organization').click()
  const dialog = page.getByRole('dialog', { name: 'Remove the demo and start your own organization' })
  await dialog.getByText('The records of “Test deliveries”').waitFor()
  await dialog.getByText('Maps, roads and addresses').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  const start = dialog.getByRole('button', { name: 'Remove the demo and start' })
  expect(await start.isDisabled()).toBe(true)
  const own = { email: 'rosa@example.test', password: 'another-long-password' }
  await dialog.getByLabel('Name of your organization').fill('Bergblick Deliveries')
  await dialog.getByLabel('Your name').fill('Rosa Planner')
  await dialog.getByLabel('E-mail').fill(own.email)
  await dialog.getByLabel('New password').fill(own.password)
  const keep = dialog.getByRole('switch', { name: 'Keep what you entered' })
  await dialog.getByText(/^Plans: [1-9]\d* · Stops: [1-9]/).waitFor()
  await keep.uncheck()
  await dialog.getByText('What you entered there.').waitFor()
  await keep.check()
  await dialog.getByText('What you entered there.').waitFor({ state: 'hidden' })
  await start.click()
  await page.getByRole('combobox', { name: 'Project' }).or(page.getByText('Bergblick Deliveries')).first().waitFor()
  const kept = await page.request.get(`${world.server.address}/v2/plans?limit=50`)
  expect((await kept.json()).docs.map(({ label }: { label: string }) => label)).toContain('Tuesday')
  expect(await button(page, 'Start your own organization').count()).toBe(0)
  const gone = await page.request.post(`${world.server.address}/app/v1/session`, {
    data: world.login,
    headers: { origin: world.server.address },
  })
  expect(gone.status()).toBe(403)
  await page.context().clearCookies()
  await page.reload()
  await page.getByLabel('E-mail').fill(own.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(own.password)
  await button(page, 'Sign in').click()
  await page.getByRole('heading', { name: 'Today' }).waitFor()
})
