// The guided start: from the first sign-in of an empty organization to an optimized plan on streets, and left out step by step.
import type { MapInformation, Route } from '@routewright/contract'
import { readPolyline } from '@routewright/ui/polyline'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type PlannerWorld, startPlannerWorld } from './planner-world.ts'
import { readableInBoth } from './readable-in-both.ts'

const depotAddress = 'Städtle 32, 9490 Vaduz, Liechtenstein'
const orders = ['Städtle 40, 9490 Vaduz', 'Landstrasse 19, 9490 Vaduz', 'Im Bretscha 22, 9494 Schaan']

let world: PlannerWorld

beforeAll(async () => {
  // With the extract that is shipped: streets and addresses are real.
  world = await startPlannerWorld({ config: { osmFiles: undefined } })
})
afterAll(() => world?.stop())

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const step = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
const fold = (page: Page, name: string, expanded: boolean) =>
  page.getByRole('heading', { name }).getByRole('button', { expanded })
const isUnfolded = (page: Page, name: string) => fold(page, name, true).waitFor()
const isFolded = (page: Page, name: string) => fold(page, name, false).waitFor()

async function signIn(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(world.login.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(world.login.password)
  await button(page, 'Sign in').click()
}

test('from the first sign-in to an optimized plan on streets', async () => {
  const desk = await world.openPage({ timezoneId: 'Europe/Vaduz' })
  const { page } = desk
  await page.context().clearCookies()
  await desk.go('/')
  await signIn(page)
  // The session was not known at first.
  expect(desk.complaints.splice(0)).toEqual([expect.stringContaining('401')])

  await page.getByRole('heading', { name: 'Your first day' }).waitFor()
  await isUnfolded(page, 'Name and time zone')
  await readableInBoth(page)
  const form = step(page, 'Name and time zone')
  await form.getByRole('textbox', { name: 'Name' }).fill('Vaduz deliveries')
  await button(page, 'Use the time zone of this browser, Europe/Vaduz').click()
  expect(await form.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Europe/Vaduz')
  await button(page, /^Use the time zone/).waitFor({ state: 'detached' })
  await button(page, 'Save and continue').click()

  await isUnfolded(page, 'Map')
  await step(page, 'Name and time zone').getByText('Vaduz deliveries · Europe/Vaduz').waitFor()
  await page.getByRole('list', { name: 'Installed maps' }).getByText('Ready').waitFor()
  await readableInBoth(page)
  await button(page, 'My region is there').click()

  await isUnfolded(page, 'Depot')
  await readableInBoth(page)
  await button(page, 'Save and continue').click()
  await page.getByText('Please fill this in.').waitFor()
  await isMapReady(page)
  await page.getByRole('combobox', { name: 'Depot' }).fill('Städtle 32')
  await page.getByRole('option', { name: depotAddress }).click()
  await button(page, 'Save and continue').click()

  await isUnfolded(page, 'First vehicles')
  await readableInBoth(page)
  await page.getByText(`They start at ${depotAddress} and return there.`).waitFor()
  await button(page, 'Create vehicles').click()

  await isUnfolded(page, 'First stops')
  await readableInBoth(page)
  await button(page, 'Import stops').click()
  await pasteOrders(page)
  await desk.go('/start')
  await step(page, 'First stops')
    .getByText(/^3 stops, /)
    .waitFor()
  await page.getByText('5 of 5 steps done').waitFor()
  await readableInBoth(page)
  await button(page, 'Optimize').click()
  await button(page, 'Apply').click()
  const planId = /\/plan\/([0-9a-f]{24})/.exec(page.url())![1]!
  await eventually(async () => (await world.call('GET', `/v2/plan/${planId}`)).total_routes).toBeGreaterThan(0)
  await expectStreets(planId)

  // From now on the planner opens with the day.
  await desk.go('/')
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
  expect(desk.complaints).toEqual([])
}, 240_000)

/** Between two doors a road bends more often than a straight line. The plan has its routes a moment before they have their stops. */
async function expectStreets(planId: string): Promise<void> {
  const bends = async () => {
    const routes: Route[] = await world.call('GET', `/v2/plan/${planId}/routes`)
    const used = routes.filter(({ stops }) => stops.length > 0)
    return used.map(({ planned_track, stops }) => readPolyline(planned_track!).length > 4 * stops.length)
  }
  await eventually(bends).toContain(true)
  expect(await bends()).not.toContain(false)
}

async function isMapReady(page: Page): Promise<void> {
  const ready = async () => {
    const answer = await page.context().request.get(`${world.server.address}/map/information.json`)
    const { roads, addresses, tiles } = (await answer.json()) as MapInformation
    return [roads, addresses, tiles].every((part) => part?.state === 'ready')
  }
  await expect.poll(ready, { timeout: 300_000, interval: 1_000 }).toBe(true)
}

async function pasteOrders(page: Page): Promise<void> {
  const rows = orders.map((address, index) => `Order ${index + 1}\t${address}`)
  await page.getByRole('textbox', { name: 'Or paste cells' }).fill(['Name\tAddress', ...rows].join('\n'))
  await button(page, 'Use these cells').click()
  await button(page, 'Check rows').click()
  await button(page, `Import ${orders.length} stops`).click()
  await page.getByRole('heading', { name: 'Import finished' }).waitFor()
}

test('every step is left out, kept for another device, and taken up again', async () => {
  const { id } = await newProject()
  const settled = async () => (await world.call('GET', `/v2/project/${id}`)).settings.settled_steps
  const desk = await world.openPage({ width: 390, height: 844 })
  const { page } = desk
  await chooseProject(page, id)
  await desk.go('/')
  for (const name of ['Name and time zone', 'Map', 'Depot', 'First vehicles', 'First stops']) {
    await isUnfolded(page, name)
    expect(await page.evaluate(`document.querySelector('main').scrollWidth <= innerWidth`), name).toBe(true)
    await readableInBoth(page)
    await button(page, 'Skip this step').click()
    await isFolded(page, name)
  }
  await eventually(settled).toEqual(['project', 'map', 'depot', 'vehicles', 'stops'])
  await page.getByText('There are no stops yet.').waitFor()
  await readableInBoth(page)

  // Another device: nothing is asked again, and the empty day leads back.
  const other = await world.openPage()
  await chooseProject(other.page, id)
  await other.go('/')
  await other.page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
  await other.go('/start')
  await step(other.page, 'Depot').getByText('Skipped').waitFor()
  await button(other.page, 'Add stops').click()
  await isUnfolded(other.page, 'First stops')
  await fold(other.page, 'First vehicles', false).click()
  await isUnfolded(other.page, 'First vehicles')
  await other.page.reload()
  await isUnfolded(other.page, 'First vehicles')
  await other.page.getByRole('textbox', { name: 'Number of vehicles' }).fill('51')
  await other.page.keyboard.press('Enter')
  await other.page.getByText('A whole number from 1 to 50.').waitFor()
  await other.page.getByRole('textbox', { name: 'Number of vehicles' }).fill('3')
  await button(other.page, 'Create vehicles').click()
  await step(other.page, 'First vehicles').getByText('3 vehicles').waitFor()

  // The first device follows.
  await page.reload()
  await step(page, 'First vehicles').getByText('3 vehicles').waitFor()
  expect([...desk.complaints, ...other.complaints]).toEqual([])
})

test('the line for the interface works as it is copied, and the start sees its stop', async () => {
  const { id } = await newProject()
  const desk = await world.openPage()
  const { page } = desk
  await chooseProject(page, id)
  await desk.go('/start?step=stops')
  const line = await page.getByText(/^curl -X POST/).textContent()
  const [, address, body] = /"(http[^"]+)"[\s\S]*-d '(.*)'$/.exec(line!)!
  await page.getByRole('link', { name: 'Create an API key' }).click()
  await page.getByRole('region', { name: 'API keys' }).getByRole('button', { name: 'New key' }).click()
  await button(page, 'Create key').click()
  const key = (await page.locator('[data-secret]').textContent())!
  await page.goBack()
  const sent = await fetch(address!.replace('…', key), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: body!,
  })
  expect(sent.status, await sent.text()).toBe(201)
  await step(page, 'First stops')
    .getByText(/^1 stop, /)
    .waitFor()
  expect(desk.complaints).toEqual([])
})

test('without any project the start makes one', async () => {
  const all = (await world.call('GET', '/v2/projects')).docs as { id: string }[]
  const desk = await world.openPage()
  const { page } = desk
  for (const { id } of all) {
    const { address } = world.server
    const gone = await page
      .context()
      .request.delete(`${address}/app/v1/project/${id}`, { headers: { origin: address } })
    expect(gone.status()).toBe(200)
  }
  await desk.go('/fleet')
  await page.getByRole('heading', { name: 'There is no project yet' }).waitFor()
  await readableInBoth(page)
  await button(page, 'Create a project').click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Begun anew')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('navigation').getByText('Begun anew').waitFor()
  await desk.go('/')
  await isUnfolded(page, 'Name and time zone')
  expect(desk.complaints).toEqual([])
})

async function newProject(): Promise<{ id: string }> {
  const desk = await world.openPage()
  const { address } = world.server
  const made = await desk.page.context().request.post(`${address}/app/v1/project`, {
    data: { label: 'Another branch', timezone: 'Europe/Vaduz' },
    headers: { origin: address },
  })
  expect(made.status()).toBe(201)
  return made.json()
}

async function chooseProject(page: Page, projectId: string): Promise<void> {
  const kept = JSON.stringify({ state: { projectId }, version: 0 })
  await page.addInitScript(`localStorage.setItem('routewright.project', ${JSON.stringify(kept)})`)
}
