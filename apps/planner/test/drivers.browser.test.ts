// Drivers as people use them: their records, who drives what in a week, and a route handed over when somebody is ill.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlannerPage, type PlannerWorld, someVehicles, startPlannerWorld } from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page

beforeAll(async () => {
  world = await startPlannerWorld()
  desk = await world.openPage()
  page = desk.page
  await world.call('POST', '/v3/vehicles', someVehicles(3), { project_id: world.projectId })
})

afterAll(async () => world?.stop())

const drivers = async () =>
  (await world.call('GET', '/app/v1/drivers', undefined, { project_id: world.projectId })).docs
const field = (name: string) => page.getByRole('dialog').getByRole('textbox', { name, exact: true })
const save = () => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()

test('a driver is made with hours and an absence, refused where they are wrong, and stands in the list', async () => {
  await desk.go('/drivers')
  await page.getByRole('button', { name: 'New driver' }).first().click()
  await field('Name').fill('Ana Ribeiro')
  await field('Phone').fill('+351 912 345 678')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Usual vehicle' }).click()
  await page.getByRole('option', { name: 'Van 1' }).click()
  await field('Mon').fill('early')
  await page.getByRole('button', { name: 'Add an absence' }).click()
  await save()
  await page.getByText('“early” is not understood.').waitFor()
  await field('Mon').fill('7-15')
  await page.getByRole('button', { name: 'Mon to Fri as on Monday' }).click()
  await page.getByLabel('From', { exact: true }).fill('2031-03-03')
  expect(await page.getByLabel('Until', { exact: true }).inputValue()).toBe('2031-03-03')
  await page.getByLabel('Until', { exact: true }).fill('2031-03-02')
  await save()
  await page.getByText('cannot end on 2031-03-02').waitFor()
  await page.getByLabel('Until', { exact: true }).fill('2031-03-07')
  expect(await seriousFaults(page)).toEqual([])
  await save()
  await page.getByRole('button', { name: 'Ana Ribeiro', exact: true }).waitFor()
  await page.getByRole('cell', { name: 'Van 1' }).waitFor()
  const [made] = await drivers()
  expect(made).toMatchObject({
    label: 'Ana Ribeiro',
    absences: [{ from: '2031-03-03', to: '2031-03-07' }],
    phone: '+351 912 345 678',
  })
  expect(made.shifts).toHaveLength(5)
  expect(made.shifts[4]).toEqual({ weekday: 'friday', time_window: [25_200, 54_000] })
  expect(await seriousFaults(page)).toEqual([])
  expect(desk.complaints).toEqual([])
})
