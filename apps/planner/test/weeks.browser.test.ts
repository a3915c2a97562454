// The dispatcher's weeks: when a customer could be served, at what cost.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type PlannerPage, type PlannerWorld, someVehicles, startPlannerWorld } from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string
let stopId: string

const today = () => new Date().toISOString().slice(0, 10)

beforeAll(async () => {
  world = await startPlannerWorld()
  const query = { project_id: world.projectId }
  await world.call('POST', '/v3/vehicles', someVehicles(2), query)
  await world.call('POST', '/v2/client', { label: 'Ida', default_location: { lat: 47.15, lng: 9.53 } }, query)
  const stops = [{ label: 'Without a route', location: { lat: 47.16, lng: 9.54 }, duration: 300 }]
  planId = (await world.call('POST', '/v2/plan', { label: 'Today', execution_date: today(), stops }, query)).id
  stopId = (await world.call('GET', `/v2/plan/${planId}/stops`))[0].id
  desk = await world.openPage({ width: 1280, height: 900 })
  page = desk.page
})

afterAll(async () => world?.stop())

const dialog = () => page.getByRole('dialog')
const cells = () => dialog().getByRole('grid').getByRole('button')

test('a client is offered windows with their costs, walked by arrow keys, held and booked', async () => {
  await desk.go('/clients')
  await page.getByRole('button', { name: 'When could we? Ida' }).click()
  const offered = cells().filter({ hasText: 'min' })
  await offered.first().waitFor()
  expect(await offered.first().getAttribute('aria-label')).toMatch(/^\w+, .*–.*: \+/)
  await offered.last().focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await eventually(() => cells().and(page.locator('[aria-pressed="true"]')).count()).toBe(1)
  await dialog().getByRole('button', { name: 'Hold for 15 min' }).click()
  await dialog().getByText('Held until').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Book', exact: true }).click()
  await dialog().waitFor({ state: 'hidden' })
  const found = await world.call('POST', '/v2/stops/search', { text: 'Ida' }, { project_id: world.projectId })
  expect(found.docs[0]).toMatchObject({ label: 'Ida', time_windows: [[expect.any(Number), expect.any(Number)]] })
})

test('a stop without a route gets a slot of another day, and is as before when that is undone', async () => {
  await desk.go(`/plan/${planId}`)
  await page.getByText('Without a route').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'When could we?' }).click()
  await cells().filter({ hasText: 'min' }).last().click()
  await dialog().getByRole('button', { name: 'Move here and promise it' }).click()
  await dialog().waitFor({ state: 'hidden' })
  const stopNow = () => world.call('GET', `/v2/stop/${stopId}`)
  expect((await stopNow()).plan_id).not.toBe(planId)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await eventually(async () => (await stopNow()).plan_id).toBe(planId)
  expect(await stopNow()).toMatchObject({ time_windows: [] })
  expect(desk.complaints).toEqual([])
})
