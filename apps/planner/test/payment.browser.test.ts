// The amount to collect in the planner: added to a stop, shown on it, summed for its route and its day.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVansPlan, eventually, type PlannerPage, type PlannerWorld, startPlannerWorld } from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string
let route: { id: string; label: string; stops: { id: string; label: string }[] }

beforeAll(async () => {
  world = await startPlannerWorld()
  planId = await createVansPlan(world, [3])
  route = (await world.call('GET', `/v2/plan/${planId}`)).routes[0]
  desk = await world.openPage({ width: 1440, height: 900 })
  page = desk.page
  await desk.go(`/plan/${planId}`)
})

afterAll(async () => world?.stop())

const drawer = () => page.getByRole('complementary', { name: 'Details' })
const readStop = (at: number) => world.call('GET', `/v2/stop/${route.stops[at]!.id}`)

async function open(at: number): Promise<void> {
  await page.locator(`#row-${route.stops[at]!.id}`).click()
  await drawer().getByRole('heading', { name: route.stops[at]!.label }).waitFor()
}

test('an amount is added by its button, refused where it cannot be, and stands on the stop', async () => {
  await open(0)
  await drawer().getByRole('button', { name: 'Edit' }).click()
  await drawer().getByRole('button', { name: 'Cash on delivery' }).click()
  await drawer().getByLabel('Cash on delivery').fill('12.505')
  await drawer().getByRole('combobox', { name: 'Currency' }).click()
  await page.getByRole('option', { name: 'CHF' }).click()
  await drawer().getByRole('button', { name: 'Save' }).click()
  await drawer().getByText('Write an amount of more than 0 in CHF').waitFor()
  await drawer().getByLabel('Cash on delivery').fill('12,50')
  expect(await seriousFaults(page)).toEqual([])
  await drawer().getByRole('button', { name: 'Save' }).click()
  await drawer().getByText('CHF 12.50').waitFor()
  expect((await readStop(0)).cash_on_delivery).toEqual({ amount: '12.50', currency: 'CHF' })
})

test('what was collected is recorded by hand, and stands in the report', async () => {
  await drawer().getByRole('button', { name: 'Enter what happened…' }).click()
  const form = page.getByRole('form', { name: 'Enter what happened' })
  await form.getByLabel('How do you know?').fill('The driver called')
  await form.getByRole('combobox', { name: 'Paid at the door' }).click()
  await page.getByRole('option', { name: 'By card' }).click()
  await form.getByRole('button', { name: 'Record', exact: true }).click()
  await drawer().getByText('Collected CHF 12.50 by card').waitFor()
  await eventually(async () => (await readStop(0)).reports[0]?.payment_collected).toEqual({
    amount: '12.50',
    currency: 'CHF',
    method: 'card',
  })
})

test('the route shows what is collected, and what is not', async () => {
  await world.call('PUT', `/v2/stop/${route.stops[1]!.id}`, { cash_on_delivery: { amount: '7.50', currency: 'CHF' } })
  await page.locator(`#row-${route.id}`).click()
  const sums = drawer().getByRole('region', { name: 'Cash on delivery' })
  await sums.getByText('CHF 20.00').waitFor()
  await sums.getByText('Still to collect').waitFor()
  await sums.getByText('CHF 7.50').waitFor()
  expect(desk.complaints).toEqual([])
})

test('Today sums the day by route, and the recipient reads what is to be paid', async () => {
  const query = { project_id: world.projectId }
  const day = new Date().toISOString().slice(0, 10)
  const plan = await world.call('POST', '/v2/plan', { label: 'Paid', execution_date: day }, query)
  const stop = {
    label: 'At the door',
    location: { lat: 47.14, lng: 9.52 },
    cash_on_delivery: { amount: '31.50', currency: 'CHF' },
  }
  await world.call('POST', '/v2/routes', [{ label: 'Round', stops: [stop] }], { plan_id: plan.id })
  await desk.go('/today')
  const table = page.getByRole('region', { name: 'Cash on delivery' })
  await table.getByRole('row', { name: /Paid · Round.*CHF 31\.50/ }).waitFor()
  await table.getByRole('row', { name: /All together, CHF/ }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  const [{ tracking_url }] = (await world.call('GET', `/v2/plan/${plan.id}`)).routes[0].stops
  await page.goto(tracking_url)
  await page.getByRole('heading', { name: 'To pay at the door' }).waitFor()
  await page.getByText('CHF 31.50').waitFor()
})
