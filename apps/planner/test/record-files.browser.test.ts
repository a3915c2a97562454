// The fleet and the drivers as files: taken away, changed, brought back, and a mistake that names its cell.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlannerPage, type PlannerWorld, startPlannerWorld } from './planner-world.ts'
import { readableInBoth } from './readable-in-both.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page

beforeAll(async () => {
  world = await startPlannerWorld()
  desk = await world.openPage()
  page = desk.page
  const query = { project_id: world.projectId }
  const depots = ['Hall North', 'Hall South'].map((label, at) => ({
    label,
    location: { lat: 47.1 + at / 10, lng: 9.5 },
  }))
  const [north] = await world.call('POST', '/app/v1/depots', depots, query)
  const vans = ['Van 1', 'Van 2'].map((label) => ({ label, default_start_depot_id: north.id }))
  await world.call('POST', '/v2/vehicles', vans, query)
})
afterAll(async () => world?.stop())

const bring = (text: string) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'fleet.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'utf8') })

async function exported(): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'CSV' }).click()])
  return readFileSync(await file.path(), 'utf8')
}

test('what was exported comes back unchanged, and a depot changes by its name', async () => {
  await desk.go('/fleet')
  await page.getByRole('cell', { name: 'Hall North' }).first().waitFor()
  const table = await exported()
  expect(table).toContain('Start depot')
  await bring(table)
  await page.getByText('0 new, 0 changed, 2 unchanged').waitFor()
  await bring(table.replace('Hall North', 'hall south'))
  await page.getByText('0 new, 1 changed, 1 unchanged').waitFor()
  await page.getByRole('cell', { name: 'Hall South' }).waitFor()
  await readableInBoth(page)
})

test('a mistake names its cell, and nothing is done', async () => {
  await desk.go('/fleet')
  const table = await exported()
  await bring(table.replace('Hall North', 'Hall Nord'))
  const dialog = page.getByRole('dialog', { name: 'The table was rejected' })
  await dialog
    .getByText(/^Line \d, Start depot: "Hall Nord" is not a depot of this project; depots: Hall North, Hall South$/)
    .waitFor()
  await readableInBoth(page)
  await page.keyboard.press('Escape')
  await page.getByRole('cell', { name: 'Hall North' }).waitFor()
  expect(desk.complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
})

test('a number that can be read in two ways is brought, and named', async () => {
  await desk.go('/fleet')
  await bring('External ID,Load (kg)\nV-9,1.250\n')
  const dialog = page.getByRole('dialog', { name: 'Imported. Please check these cells' })
  await dialog.getByText('Line 2, Load (kg): "1.250" is read as 1.25').waitFor()
  await page.getByText('1 new, 0 changed, 0 unchanged').waitFor()
  await readableInBoth(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

test('drivers are taken away, changed and brought back, and who is new comes in', async () => {
  const query = { project_id: world.projectId }
  await world.call('POST', '/app/v1/drivers', [{ label: 'Ana', phone: '+351 1' }], query)
  await desk.go('/drivers')
  await page.getByRole('button', { name: 'Ana', exact: true }).waitFor()
  const table = await exported()
  await bring(table.replace('+351 1', '+351 2'))
  await page.getByText('0 new, 1 changed, 0 unchanged').waitFor()
  await bring('Name,Usual vehicle,Working hours\nBento,Van 2,"Mon, Tue 07:00-15:00; Sat 08:00-12:00"\n')
  await page.getByText('1 new, 0 changed, 0 unchanged').waitFor()
  await page.getByRole('button', { name: 'Bento', exact: true }).waitFor()
  await readableInBoth(page)
})
