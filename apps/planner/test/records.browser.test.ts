// Fleet, clients, zones, recurring orders, analytics, export and search, each as people use them.

import { readFileSync } from 'node:fs'
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  eventually,
  type PlannerPage,
  type PlannerWorld,
  someStops,
  someVehicles,
  startPlannerWorld,
} from './planner-world.ts'
import { readableInBoth } from './readable-in-both.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string

beforeAll(async () => {
  world = await startPlannerWorld()
  desk = await world.openPage()
  page = desk.page
  const query = { project_id: world.projectId }
  await world.call('POST', '/v3/vehicles', someVehicles(3), query)
  const today = new Date().toISOString().slice(0, 10)
  const plan = { label: 'Today', execution_date: today, stops: someStops(12) }
  planId = (await world.call('POST', '/v2/plan', plan, query)).id
})

afterAll(async () => world?.stop())

const field = (name: string) => page.getByRole('dialog').getByRole('textbox', { name, exact: true })
const save = () => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
const vehicles = async () => (await world.call('GET', '/v2/vehicles', undefined, { project_id: world.projectId })).docs

test('a vehicle is made, refused where it is wrong, and keeps what was typed over a reload', async () => {
  await desk.go('/fleet')
  await page.getByRole('button', { name: 'Van 1', exact: true }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'New vehicle' }).click()
  await field('Name').fill('Van 4')
  await field('Working hours').fill('early')
  await save()
  await page.getByText('Write it like 08:00-17:00.').waitFor()
  await field('Working hours').fill('7-16')
  await page.reload()
  await page.getByRole('button', { name: 'New vehicle' }).click()
  await page.getByText('Your unsaved changes have been restored.').waitFor()
  expect(await field('Name').inputValue()).toBe('Van 4')
  await page.getByRole('button', { name: 'Truck, bicycle, tolls' }).click()
  await field('Height (m)').fill('2.8')
  expect(await seriousFaults(page)).toEqual([])
  await save()
  await page.getByRole('button', { name: 'Van 4', exact: true }).waitFor()
  const made = (await vehicles()).find((vehicle: { label: string }) => vehicle.label === 'Van 4')
  expect(made).toMatchObject({ default_time_window: [25_200, 57_600], enabled: true, default_travel: { height: 2.8 } })
})

test('several vehicles are changed together', async () => {
  for (const name of ['Van 1', 'Van 2']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Edit together' }).click()
  await field('Break').fill('12-14 / 45')
  await save()
  await page.getByText('2 vehicles changed').waitFor()
  const changed = (await vehicles()).filter((vehicle: { default_break?: object }) => vehicle.default_break)
  expect(changed.map(({ label }: { label: string }) => label).toSorted()).toEqual(['Van 1', 'Van 2'])
  expect(changed[0].default_break).toEqual({ start: 43_200, end: 50_400, duration: 2_700 })
})

test('a client is made, found and deleted', async () => {
  await desk.go('/clients')
  await page.getByText('No clients yet').waitFor()
  await page.getByRole('button', { name: 'New client' }).first().click()
  await field('Name').fill('Museum')
  await field('Time windows').fill('9-12, 13-17')
  await page.getByRole('dialog').getByRole('button', { name: 'Set on map' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Latitude' }).fill('47.139')
  await save()
  await page.getByText('Latitude and longitude are both needed.').waitFor()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Longitude' }).fill('9.52')
  await save()
  await page.getByRole('cell', { name: /^0?9:00[^-]*–12:00[^-]*–[^-]*$/ }).waitFor()
  await page.getByRole('button', { name: 'Museum', exact: true }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete?' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No clients yet').waitFor()
})

test('windows are dragged as bars, by keys too, and read as text', async () => {
  await desk.go('/clients')
  await page.getByRole('button', { name: 'New client' }).first().click()
  const windows = page.getByRole('dialog').getByLabel('Time windows')
  await windows.waitFor()
  const ends = (name: string) => page.getByRole('dialog').getByRole('slider', { name })
  await ends('Earliest').press('ArrowRight')
  expect(await windows.inputValue()).toMatch(/^0?0:15-24:00$/)
  await windows.fill('8-12, 14-18')
  await eventually(() => ends('Latest').count()).toBe(2)
  // Ten quarters of an hour would reach into the next one.
  for (let presses = 0; presses < 10; presses += 1) await ends('Latest').first().press('ArrowRight')
  expect(await windows.inputValue()).toMatch(/^0?8:00-14:00, 14:00-18:00$/)
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

test('a recurring order shows its days and fills the plan once', async () => {
  await desk.go('/recurring')
  await page.getByRole('button', { name: 'New recurring order' }).first().click()
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
    await page.getByText(day, { exact: true }).click()
  await field('Name of the stop').fill('Daily bread')
  await page.getByRole('button', { name: /^Skip/ }).nth(1).click()
  await page.getByRole('button', { name: /^Restore/ }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await save()
  await page.getByRole('button', { name: 'Daily bread', exact: true }).waitFor()
  await desk.go(`/plan/${planId}/recurring`)
  await page.getByRole('button', { name: 'Add to plan' }).click()
  await page.getByText('1 stop was added.').waitFor()
  await page.getByRole('button', { name: 'Add to plan' }).click()
  await page.getByText('1 was already in a plan of this day.').waitFor()
  expect(await world.call('GET', `/v2/plan/${planId}/stops`)).toHaveLength(13)
})

test('a zone is drawn by typing its corners, and one that crosses itself is refused', async () => {
  await desk.go('/zones')
  await page.getByRole('button', { name: 'New zone' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Centre')
  const corners = page.getByRole('textbox', { name: /corner/ })
  await corners.fill('47.1, 9.5\n47.2, 9.6\n47.2, 9.5\n47.1, 9.6')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The sides cross each other.').waitFor()
  await corners.fill('47.1, 9.5\n47.1, 9.6\n47.2, 9.6\n47.2, 9.5')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Centre' }).waitFor()
  const [zone] = await world.call('GET', `/v2/project/${world.projectId}/zones`)
  expect(zone.polygon).toHaveLength(5)
})

test('figures of the last days are shown and taken away as a table', async () => {
  const tenDaysAgo = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10)
  const routes = [{ label: 'Van 1', start_location: { lat: 47.14, lng: 9.52 }, stops: someStops(2) }]
  const plan = { execution_date: tenDaysAgo, routes }
  await world.call('POST', '/v2/plan', plan, { project_id: world.projectId })
  await desk.go('/analytics')
  await page.getByText('Stops per day').waitFor()
  await page.getByRole('img').or(page.locator('.recharts-surface')).first().waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Export' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'CSV' }).click()])
  expect(readFileSync(await file.path(), 'utf8')).toContain('Vehicle,Stops,Completed')
  await page.getByText('More figures', { exact: true }).click()
  const hours = page.getByRole('region', { name: 'Where the hours went' })
  await hours.getByText('Driving with goods').waitFor()
  expect(await seriousFaults(page)).toEqual([])
})

test('figures are taken apart as the address says, and stand on paper without the frame', async () => {
  await desk.go('/analytics?compare=year')
  await page.getByText('Compared with').waitFor()
  await page.getByText('Drivers', { exact: true }).last().click()
  await page.getByRole('columnheader', { name: 'Drivers' }).waitFor()
  expect(new URL(page.url()).searchParams.get('by')).toBe('driver')
  expect(new URL(page.url()).searchParams.get('compare')).toBe('year')
  await page.reload()
  await page.getByRole('columnheader', { name: 'Drivers' }).waitFor()
  await page.getByText('of them an agreed window').waitFor()
  // No route was driven to the end: there is nothing to work emissions out from, and nothing is made up.
  await page.getByText('– planned', { exact: false }).or(page.getByText('0 kg planned')).first().waitFor()
  expect(await page.getByText('How CO₂e is calculated').count()).toBe(0)
  await desk.go('/analytics?by=area')
  await page.getByText('Zones as they are drawn now.').waitFor()
  expect(await page.getByRole('columnheader', { name: 'Driven distance' }).count()).toBe(0)
  expect(await seriousFaults(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('button', { name: 'Export' }).waitFor({ state: 'hidden' })
  await page.locator('p', { hasText: ' – ' }).first().waitFor()
  await page.emulateMedia({ media: null })
})

test('stops and route sheets of a plan are downloaded', async () => {
  await desk.go(`/plan/${planId}/export`)
  await page.getByRole('radio', { name: 'Stops' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  const take = async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
  }
  const sheet = await take()
  expect(sheet.name).toMatch(/^Stops .*\.xlsx$/)
  expect(sheet.bytes.subarray(0, 2).toString()).toBe('PK')
  await desk.go(`/plan/${planId}/export`)
  await page.getByRole('radio', { name: 'Route sheets' }).check()
  expect((await take()).bytes.subarray(0, 5).toString()).toBe('%PDF-')
})

test('the table of several days is written in the background, fetched and deleted', async () => {
  await desk.go(`/plan/${planId}/export`)
  await page.getByText('Several days').click()
  await page.getByRole('button', { name: 'Create file' }).click()
  const { total_stops } = await world.call('GET', `/v2/plan/${planId}`)
  await page.getByText(new RegExp(`${total_stops} rows, .* MB, kept until`)).waitFor()
  await readableInBoth(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^Stops .*\.xlsx$/)
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  // The new order of columns survives a reload.
  await page.reload()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Your files').waitFor({ state: 'detached' })
})

test('Ctrl+K finds a stop by its order and opens its plan', async () => {
  await desk.go('/fleet')
  await page.getByRole('button', { name: 'Van 1', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Order, parcel/ }).fill('order-7')
  await page.getByRole('option', { name: /Customer 7/ }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/planner/plan/${planId}**`)
})

test('and nothing complained, nothing foreign was asked for', () => {
  expect(desk.complaints).toEqual([])
})
