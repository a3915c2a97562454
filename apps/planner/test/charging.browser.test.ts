// Charging places as a dispatcher meets them: beside the depots, and on the routes whose batteries do not last.
import { layoutFaults } from '@routewright/server/testing/layout'
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type PlannerPage, type PlannerWorld, startPlannerWorld } from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
const today = new Date().toISOString().slice(0, 10)
const place = (lat: number) => ({ lat, lng: 9.5, label: `At ${lat}` })

beforeAll(async () => {
  world = await startPlannerWorld()
  desk = await world.openPage({ width: 1280, height: 900 })
  page = desk.page
  const charger = { label: 'Fast chargers', location: place(47.2), power: 50, points: 2 }
  await world.call('POST', '/app/v1/charging_place', charger, { project_id: world.projectId })
})

afterAll(async () => world?.stop())

test('they are listed beside the depots, on a map, and changed in a form', async () => {
  await desk.go('/depots')
  await page.getByText('Charging places', { exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Charging places' }).waitFor()
  await page.getByRole('cell', { name: '50 kW' }).waitFor()
  await page.getByRole('application', { name: 'Charging places on the map' }).waitFor()
  for (const width of [390, 640, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await eventually(async () => ({ width, faults: await layoutFaults(page) })).toEqual({ width, faults: [] })
  }
  if (process.env.SCREENS_FOLDER) await page.screenshot({ path: `${process.env.SCREENS_FOLDER}/charging-places.png` })
  await page.getByRole('row').getByRole('button', { name: 'Fast chargers' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Price per kWh' }).fill('0.5')
  await dialog.getByRole('textbox', { name: 'Power of a point (kW)' }).fill('150')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const { docs } = await world.call('GET', '/app/v1/charging_places', undefined, { project_id: world.projectId })
  expect(docs).toMatchObject([{ label: 'Fast chargers', power: 150, points: 2, price_per_kwh: 0.5 }])
})

test('a route that charges says so in the list, in the timeline, and in its details', async () => {
  const route = {
    label: 'Far',
    battery: { capacity: 20_000 },
    start_location: place(47),
    end_location: place(47),
    time_window: [28_800, 86_000],
    stops: [47.1, 47.3].map((lat) => ({ label: `Stop ${lat}`, location: place(lat), duration: 600 })),
  }
  const body = { execution_date: today, routes: [route] }
  const plan = await world.call('POST', '/v2/plan', body, { project_id: world.projectId })
  await desk.go(`/plan/${plan.id}`)
  const line = /Charge \d+(\.\d)? kWh at Fast chargers \(\d+% → \d+%\)/
  await page.locator('[data-row="charging"]').first().getByText(line).waitFor()
  await page.locator('[data-row="route"]').first().click()
  await page.getByRole('complementary').getByText(line).first().waitFor()
  await page.getByRole('complementary').getByText('Charging on the way', { exact: true }).waitFor()
  const bar = page.locator('[data-charging]').first()
  expect(await bar.getAttribute('title')).toMatch(line)
  expect((await bar.boundingBox())!.width).toBeGreaterThan(2)
  expect(await seriousFaults(page)).toEqual([])
  expect(desk.complaints).toEqual([])
  if (process.env.SCREENS_FOLDER) await page.screenshot({ path: `${process.env.SCREENS_FOLDER}/charging-plan.png` })
})
