// The list in other orders, and all stops as a table: sorted, filtered, edited cell by cell and together, taken back.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type PlannerPage, type PlannerWorld, someStops, startPlannerWorld } from './planner-world.ts'
import { readableInBoth } from './readable-in-both.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string

beforeAll(async () => {
  world = await startPlannerWorld()
  desk = await world.openPage({ width: 1440, height: 900 })
  page = desk.page
  const place = { lat: 47.14, lng: 9.52 }
  const early = [[28_800, 36_000]]
  const stops = someStops(12).map((stop, index) => (index % 3 === 0 ? { ...stop, time_windows: early } : stop))
  const route = { label: 'Van 1', email: 'van1@example.test', start_location: place, end_location: place }
  const plan = {
    execution_date: new Date().toISOString().slice(0, 10),
    routes: [{ ...route, time_window: [0, 86_400], stops: stops.slice(0, 4) }],
  }
  planId = (await world.call('POST', '/v2/plan', plan, { project_id: world.projectId })).id
  await world.call('POST', '/v2/stops', stops.slice(4), { plan_id: planId })
  await desk.go(`/plan/${planId}`)
  await page.locator('[data-row=stop]').first().waitFor()
})

afterAll(async () => world?.stop())

// biome-ignore lint/suspicious/noExplicitAny: records as the interface returns them
const stops = async (): Promise<any[]> => (await world.call('GET', `/v2/plan/${planId}`)).stops
const readStop = async (label: string) => (await stops()).find((stop) => stop.label === label)
const grid = () => page.getByRole('grid', { name: 'Table of all stops' })
const cells = (column: string) => grid().locator(`[data-column="${column}"]`).allTextContents()

test('the list is grouped by window, says why orders cannot be changed there, and stays so after a reload', async () => {
  await page.getByRole('button', { name: 'Group, sort and columns' }).click()
  await page.getByLabel('Group by').and(page.locator('input')).click()
  await page.getByRole('option', { name: 'Time window' }).click()
  await page.getByRole('checkbox', { name: 'Weight (kg)' }).click()
  const groups = page.locator('[data-row=group]')
  await eventually(() => groups.allTextContents()).toEqual(['08:00–10:004', 'No time window8'])
  await page.keyboard.press('Escape')
  await page.getByText('The list is not grouped by route').waitFor()
  await readableInBoth(page)
  await page.reload()
  await eventually(() => groups.count()).toBe(2)
  expect(await page.locator('[data-row=stop]').first().textContent()).toMatch(/Vaduz.* · \d/)
  await page.getByRole('button', { name: 'Route order' }).click()
  await eventually(() => groups.count()).toBe(0)
  await page.locator('[data-row=inbox]').waitFor()
})

test('the table is sorted by a click on a heading, and shares filter and selection with the other views', async () => {
  await page.keyboard.press('t')
  await grid().waitFor()
  await eventually(async () => (await cells('name')).length).toBe(12)
  await page.getByRole('button', { name: 'Sort by Weight (kg)' }).click()
  const weights = async () => (await cells('weight')).map(Number)
  await eventually(weights).toEqual((await stops()).map(({ weight }) => weight).toSorted((a, b) => a - b))
  await page.getByRole('button', { name: 'Sort by Weight (kg)' }).click()
  await page
    .getByRole('columnheader', { name: 'Sort by Weight (kg)' })
    .and(page.locator('[aria-sort=descending]'))
    .waitFor()
  const first = await grid().locator('[data-column="name"]').first().textContent()
  const { id } = await readStop(first!)
  await grid().locator(`tr[data-id="${id}"] [data-column="name"]`).click()
  await page.locator(`tr[data-id="${id}"][aria-selected=true]`).waitFor()
  // A click in the table leaves its columns free.
  expect(await page.getByRole('complementary', { name: 'Details' }).count()).toBe(0)
  const { id: onRoute } = await readStop('Customer 2')
  await page.locator(`[data-timeline] [data-stop="${onRoute}"]`).click()
  await page.locator(`tr[data-id="${onRoute}"][aria-selected=true]`).waitFor()
  await page.getByRole('complementary', { name: 'Details' }).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('searchbox', { name: 'Filter stops' }).fill('customer 11')
  await page.getByText('1 of 12 stops').waitFor()
  await eventually(() => cells('name')).toEqual(['Customer 11'])
  await readableInBoth(page)
  await page.getByRole('searchbox', { name: 'Filter stops' }).fill('')
  await eventually(async () => (await cells('name')).length).toBe(12)
})

test('a cell is edited in place; what cannot be read is told, and undo gives the former value back', async () => {
  const { id, weight } = await readStop('Customer 9')
  const cell = grid().locator(`tr[data-id="${id}"] [data-column="weight"]`)
  await cell.dblclick()
  await cell.getByRole('textbox').fill('much')
  await page.keyboard.press('Enter')
  await cell.getByRole('alert').filter({ hasText: 'Weight (kg): a number, 0 or more' }).waitFor()
  await readableInBoth(page)
  await cell.getByRole('textbox').fill('41,5')
  await page.keyboard.press('Enter')
  await eventually(async () => (await readStop('Customer 9')).weight).toBe(41.5)
  await eventually(() => cell.textContent()).toBe('41.5')
  await page.keyboard.press('Control+z')
  await eventually(async () => (await readStop('Customer 9')).weight).toBe(weight)
  await eventually(() => cell.textContent()).toBe(String(weight))
  // Keys move to the next cell, and Escape leaves it unchanged.
  await cell.click()
  await page.keyboard.press('F2')
  await cell.getByRole('textbox').fill('99')
  await page.keyboard.press('Escape')
  await eventually(() => cell.textContent()).toBe(String(weight))
})

test('all stops that the filter leaves are edited together', async () => {
  const { id } = await readStop('Customer 12')
  await page.getByRole('searchbox', { name: 'Filter stops' }).fill('bahnhofstrasse')
  await page.getByText('3 of 12 stops').waitFor()
  await page.getByRole('checkbox', { name: 'Select all stops shown' }).click()
  const bar = page.getByRole('toolbar', { name: 'Selected stops' })
  await bar.getByText('3 stops selected').waitFor()
  await bar.getByRole('button', { name: 'Edit together' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit 3 stops together' })
  await dialog.getByRole('checkbox', { name: 'Minutes at stop' }).click()
  await dialog.getByRole('textbox', { name: 'Minutes at stop' }).fill('7')
  await dialog.getByRole('button', { name: 'Preview the effect' }).click()
  // One of them is on a route, whose times follow.
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await eventually(async () => (await stops()).filter(({ duration }) => duration === 420).length).toBe(3)
  await eventually(() => grid().locator(`tr[data-id="${id}"] [data-column="duration"]`).textContent()).toBe('7')
  await page.keyboard.press('t')
  await page.getByRole('tree', { name: 'Stops' }).waitFor()
  expect(desk.complaints).toEqual([])
})
