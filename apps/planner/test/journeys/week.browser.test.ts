// A dispatcher's week: an order waits without a day, is offered one to a customer, and the rest is planned into days, taken back and kept.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOrders, changedDays, dayIn, offeredWindows, readBacklog } from '../backlog.ts'
import { eventually, joinPlannerWorld, type PlannerPage, type PlannerWorld, someVehicles } from '../planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page

beforeAll(async () => {
  world = await joinPlannerWorld()
  await world.call('POST', '/v3/vehicles', someVehicles(1), { project_id: world.projectId })
  await addOrders(world, ['Lift', 'Chimney', 'Gutter'])
  desk = await world.openPage({ hasMaps: false })
  page = desk.page
  await desk.go('/backlog')
})

afterAll(() => world?.stop())

const dialog = () => page.getByRole('dialog')
const names = () => page.locator('tbody tr td:nth-child(2)').allTextContents()
const waiting = async () =>
  (await readBacklog(world)).docs.map(({ stop }: { stop: { label: string } }) => stop.label).sort()

test('an order is made without a day, and stands in the list by its last one', async () => {
  await eventually(names).toEqual(['Lift', 'Chimney', 'Gutter'])
  await page.getByRole('button', { name: 'New order' }).first().click()
  await dialog().getByLabel('Last day').fill(dayIn(3))
  await dialog().getByLabel('Name of the stop').fill('Boiler check')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().waitFor({ state: 'hidden' })
  await page.getByRole('row').filter({ hasText: 'Boiler check' }).getByText('3 days', { exact: true }).waitFor()
  expect(await names()).toEqual(['Boiler check', 'Lift', 'Chimney', 'Gutter'])
  expect(await seriousFaults(page)).toEqual([])
})

test('a customer is offered windows with their costs, is promised one, and waits again when that is undone', async () => {
  await page.getByRole('button', { name: 'Offer Lift a day' }).click()
  await offeredWindows(page).last().click()
  await dialog()
    .getByText(/on time on \d+\s?% of days/)
    .waitFor()
  await dialog().getByRole('button', { name: 'Move here and promise it' }).click()
  await eventually(waiting).toEqual(['Boiler check', 'Chimney', 'Gutter'])
  const found = await world.call('GET', '/v2/stops/search', undefined, { project_id: world.projectId, text: 'Lift' })
  const [promised] = Array.isArray(found) ? found : found.docs
  expect(promised.time_windows).toHaveLength(1)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await eventually(names).toEqual(['Boiler check', 'Lift', 'Chimney', 'Gutter'])
  expect(await world.call('GET', `/v2/stop/${promised.id}`)).toMatchObject({ time_windows: [] })
})

test('the week is proposed with what gets no day and why, and nothing is planned before it is applied', async () => {
  await page.getByRole('button', { name: 'Plan the week' }).click()
  await dialog().getByLabel('Number of days').fill('3')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'All days' }).getByText('3 orders get a day · 1 gets none').waitFor()
  await page.getByRole('region', { name: '1 gets no day' }).getByText('no location on the map').waitFor()
  expect(await waiting()).toHaveLength(4)
  expect(await seriousFaults(page)).toEqual([])
})

test('one day is applied and taken back; then the whole week is, and its plans hold the orders', async () => {
  const { all, changed } = changedDays(page)
  const apply = changed.first().getByRole('button', { name: /^Apply / })
  await apply.click()
  await all.getByText('Applied').first().waitFor()
  expect((await waiting()).length).toBeLessThan(4)
  await all.getByRole('button', { name: /^Undo / }).click()
  await all.getByText('Applied').waitFor({ state: 'hidden' })
  expect(await waiting()).toHaveLength(4)
  await page
    .getByRole('region', { name: 'All days' })
    .getByRole('button', { name: /^Apply/ })
    .click()
  await all.getByText('Applied').first().waitFor()
  await eventually(waiting).toEqual(['Boiler check'])
  const { docs } = await world.call('GET', '/v2/plans', undefined, { project_id: world.projectId })
  const planned = docs.filter(({ total_stops }: { total_stops: number }) => total_stops > 0)
  const labels = []
  for (const { id } of planned) {
    const { routes } = await world.call('GET', `/v2/plan/${id}`)
    for (const { stops } of routes) labels.push(...stops.map(({ label }: { label: string }) => label))
  }
  expect(labels.sort()).toEqual(['Chimney', 'Gutter', 'Lift'])
  expect(desk.complaints).toEqual([])
})
