// Every field for a place, as people fill it: from the list by mouse or keys, by pasted coordinates, by a click on the map.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeAddresses } from '@routewright/server/testing/town'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type PlannerPage, type PlannerWorld, someVehicles, startPlannerWorld } from './planner-world.ts'

const museum = { lat: 47.1393, lng: 9.5222, street: 'Städtle', number: '32' }
const houses = [museum, { lat: 47.14, lng: 9.523, street: 'Städtle', number: '40' }]
const museumAddress = 'Städtle 32, 9490 Vaduz, Liechtenstein'

const folder = mkdtempSync(join(tmpdir(), 'routewright-places-'))
let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string

beforeAll(async () => {
  world = await startPlannerWorld({ config: { osmFiles: [writeAddresses(folder, houses)] } })
  desk = await world.openPage({ width: 1440, height: 1000 })
  page = desk.page
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const query = { project_id: world.projectId }
  await world.call('POST', '/v3/vehicles', someVehicles(2), query)
  const stops = [{ label: 'Without a place' }, { label: 'At a wrong place', location: { lat: 47.2, lng: 9.6 } }]
  planId = (await world.call('POST', '/v2/plan', { label: 'Today', stops }, query)).id
})

afterAll(async () => {
  await world?.stop()
  rmSync(folder, { recursive: true })
})

/** The ways to say where a place is; each gets the group of one field. */
const ways = {
  async mouse(field: Locator) {
    await field.getByRole('combobox').fill('Städtle 32')
    await page.getByRole('option', { name: museumAddress }).click()
  },
  async keyboard(field: Locator) {
    await field.getByRole('combobox').fill('Städtle 32')
    await page.getByRole('option', { name: museumAddress }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  },
  async pasting(field: Locator) {
    await paste(field.getByRole('combobox'), '47.1393, 9.5222')
  },
  async 'pasting into the latitude'(field: Locator) {
    await field.getByRole('button', { name: 'Set on map' }).click()
    await paste(field.getByRole('textbox', { name: 'Latitude' }), '47.1393, 9.5222')
  },
  async typing(field: Locator) {
    await field.getByRole('button', { name: 'Set on map' }).click()
    await field.getByRole('textbox', { name: 'Latitude' }).fill('47.1393')
    await field.getByRole('textbox', { name: 'Longitude' }).fill('9.5222')
  },
  async map(field: Locator) {
    await field.getByRole('button', { name: 'Set on map' }).click()
    await clickMap(field)
  },
}
const allWays = Object.keys(ways) as (keyof typeof ways)[]

async function paste(into: Locator, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
  // A dialog takes the focus when it has opened; a click waits for that.
  await into.click()
  // In the place of what stood there.
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+v')
}

async function clickMap(around: Locator): Promise<void> {
  const map = around.getByRole('application', { name: 'Map' })
  await map.locator('canvas').waitFor()
  await map.click({ position: { x: 80, y: 80 } })
}

/** A click on the map says some place; all other ways say the museum. */
function expectPlace(location: { lat?: number; lng?: number } | undefined, way: keyof typeof ways): void {
  if (way === 'map') expect(location).toMatchObject({ lat: expect.any(Number), lng: expect.any(Number) })
  else expect(location).toMatchObject({ lat: museum.lat, lng: museum.lng })
}

const stopCalled = async (label: string) =>
  (await world.call('GET', `/v2/plan/${planId}/stops`)).find((stop: { label: string }) => stop.label === label)
const details = () => page.getByRole('complementary', { name: 'Details' })
const place = (form: Locator, name: string) => form.getByRole('group', { name, exact: true })

async function openPlan(): Promise<void> {
  await desk.go(`/plan/${planId}`)
  await page.locator('[data-row=stop]').first().waitFor()
}

test('the addresses of the extract are found', async () => {
  await eventually(async () => {
    const { address } = world.server
    const found = await page.context().request.get(`${address}/app/v1/addresses`, { params: { text: 'Städtle 32' } })
    return found.ok() ? (await found.json()).length : 0
  }).toBeGreaterThan(0)
})

test.each(allWays)('a new stop gets its place by %s', async (way) => {
  await openPlan()
  await page.keyboard.press('s')
  const label = `New by ${way}`
  await details().getByLabel('Name', { exact: true }).fill(label)
  await ways[way](place(details(), 'Address'))
  await details().getByRole('button', { name: 'Save' }).click()
  await details().getByRole('button', { name: 'Edit' }).waitFor()
  expectPlace((await stopCalled(label)).location, way)
})

test('an address from the list is kept with its parts, and coordinates alone are no address', async () => {
  const address = { street: 'Städtle 32', city: 'Vaduz', postal_code: '9490' }
  expect((await stopCalled('New by keyboard')).location).toMatchObject(address)
  expect((await stopCalled('New by pasting')).location).toEqual({ lat: museum.lat, lng: museum.lng })
})

async function editStop(label: string): Promise<Locator> {
  await openPlan()
  await page.locator('[data-row=stop]').filter({ hasText: label }).click()
  await details().getByRole('button', { name: 'Edit' }).click()
  return place(details(), 'Address')
}

async function saveStop(): Promise<void> {
  await details().getByRole('button', { name: 'Save' }).click()
  await details().getByRole('button', { name: 'Edit' }).waitFor()
}

test('a stop that has none gets its place, and a wrong one is put right', async () => {
  await ways.keyboard(await editStop('Without a place'))
  await saveStop()
  expectPlace((await stopCalled('Without a place')).location, 'keyboard')
  await ways.mouse(await editStop('At a wrong place'))
  await saveStop()
  expectPlace((await stopCalled('At a wrong place')).location, 'mouse')
})

test('another address in the field does not keep the coordinates of the one before', async () => {
  const field = await editStop('At a wrong place')
  await field.getByRole('combobox').fill('Nowhere 1, Vaduz')
  await field.getByText('Without coordinates').waitFor()
  await field.getByRole('combobox').fill(museumAddress)
  await field.getByRole('button', { name: 'Set on map' }).click()
  await eventually(() => field.getByRole('textbox', { name: 'Latitude' }).inputValue()).toBe(String(museum.lat))
  await field.getByRole('combobox').fill('Nowhere 1, Vaduz')
  await saveStop()
  expect((await stopCalled('At a wrong place')).location).toEqual({ label: 'Nowhere 1, Vaduz' })
})

const dialog = () => page.getByRole('dialog')
const save = () => dialog().getByRole('button', { name: 'Save' }).click()
const ofProject = () => ({ project_id: world.projectId })

test.each(allWays)('a client gets its place by %s', async (way) => {
  await desk.go('/clients')
  await page.getByRole('button', { name: 'New client' }).first().click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill(`Client by ${way}`)
  await ways[way](place(dialog(), 'Address'))
  await save()
  await page.getByRole('button', { name: `Client by ${way}`, exact: true }).waitFor()
  const { docs } = await world.call('GET', '/v2/clients', undefined, ofProject())
  expectPlace(docs.find((doc: { label: string }) => doc.label === `Client by ${way}`).default_location, way)
})

const vans = async () => (await world.call('GET', '/v2/vehicles', undefined, ofProject())).docs

test('a vehicle starts and ends where it was said, alone and together with others', async () => {
  await desk.go('/fleet')
  await page.getByRole('button', { name: 'New vehicle' }).click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Van 3')
  await ways.mouse(place(dialog(), 'Depot'))
  await dialog().getByRole('button', { name: 'Another start or end' }).click()
  await ways.map(place(dialog(), 'Ends at'))
  await save()
  await page.getByRole('button', { name: 'Van 3', exact: true }).waitFor()
  const made = (await vans()).find((vehicle: { label: string }) => vehicle.label === 'Van 3')
  expectPlace(made.default_start_location, 'mouse')
  expectPlace(made.default_end_location, 'map')
  for (const name of ['Van 1', 'Van 2']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Edit together' }).click()
  await ways.keyboard(place(dialog(), 'Starts at'))
  await ways.pasting(place(dialog(), 'Ends at'))
  await save()
  await page.getByText('2 vehicles changed').waitFor()
  for (const van of (await vans()).filter((vehicle: { label: string }) => vehicle.label !== 'Van 3')) {
    expectPlace(van.default_start_location, 'keyboard')
    expectPlace(van.default_end_location, 'pasting')
  }
})

test.each(['mouse', 'map'] as const)('a recurring order gets its place by %s', async (way) => {
  await desk.go('/recurring')
  await page.getByRole('button', { name: 'New recurring order' }).first().click()
  await page.getByText('Mon', { exact: true }).click()
  await dialog().getByRole('textbox', { name: 'Name of the stop' }).fill(`Bread by ${way}`)
  await ways[way](place(dialog(), 'Address'))
  await save()
  await page.getByRole('button', { name: `Bread by ${way}`, exact: true }).waitFor()
  const orders = await page.context().request.get(`${world.server.address}/app/v1/recurring_orders`, {
    params: ofProject(),
  })
  const { docs } = await orders.json()
  const order = docs.find((doc: { stop: { label: string } }) => doc.stop.label === `Bread by ${way}`)
  expectPlace(order.stop.location, way)
})

test('rows of an import get their places by the list, by pasted coordinates and by the map', async () => {
  await desk.go(`/plan/${planId}/import`)
  const rows = ['mouse', 'pasting', 'map'] as const
  const cells = ['Name\tAddress', ...rows.map((way) => `Row by ${way}\tZauberbergstrasse 99, Nirgends`)].join('\n')
  await page.getByRole('textbox', { name: 'Or paste cells' }).fill(cells)
  await page.getByRole('button', { name: 'Use these cells' }).click()
  await page.getByRole('button', { name: 'Check rows' }).click()
  for (const [index, way] of rows.entries()) {
    await page.getByRole('button', { name: new RegExp(`^Row ${index + 2}: `) }).click()
    if (way === 'map') await clickMap(dialog())
    else await ways[way](place(dialog(), 'Search for another address'))
    await dialog().getByRole('button', { name: 'Use this place' }).click()
    await dialog().waitFor({ state: 'hidden' })
  }
  await page.getByRole('button', { name: 'Import 3 stops' }).click()
  await page.getByRole('heading', { name: 'Import finished' }).waitFor()
  for (const way of rows) expectPlace((await stopCalled(`Row by ${way}`)).location, way)
})

test('and nothing complained, nothing foreign was asked for', () => {
  expect(desk.complaints).toEqual([])
})
