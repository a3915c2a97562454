// The dispatcher's weeks: when a customer could be served, at what cost, and the orders that wait for a day.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOrders, changedDays, dayIn, offeredWindows, readBacklog } from './backlog.ts'
import { eventually, type PlannerPage, type PlannerWorld, someVehicles, startPlannerWorld } from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string
let vanId: string
let stopId: string

const today = () => dayIn(0)

beforeAll(async () => {
  world = await startPlannerWorld()
  const query = { project_id: world.projectId }
  vanId = (await world.call('POST', '/v3/vehicles', someVehicles(2), query))[0].id
  await world.call('POST', '/v2/client', { label: 'Ida', default_location: { lat: 47.15, lng: 9.53 } }, query)
  const stops = [{ label: 'Without a route', location: { lat: 47.16, lng: 9.54 }, duration: 300 }]
  planId = (await world.call('POST', '/v2/plan', { label: 'Today', execution_date: today(), stops }, query)).id
  stopId = (await world.call('GET', `/v2/plan/${planId}/stops`))[0].id
  desk = await world.openPage({ width: 1280, height: 900 })
  page = desk.page
})

afterAll(async () => world?.stop())

const dialog = () => page.getByRole('dialog')
const waiting = () => readBacklog(world)
const cells = () => dialog().getByRole('grid').getByRole('button')

test('a client is offered windows with their costs, walked by arrow keys, held and booked', async () => {
  await desk.go('/clients')
  await page.getByRole('button', { name: 'Find a time for Ida' }).click()
  const offered = offeredWindows(page)
  await offered.first().waitFor()
  expect(await offered.first().getAttribute('aria-label')).toMatch(/^\w+, .*–.*: \+/)
  await offered.last().focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await eventually(() => cells().and(page.locator('[aria-pressed="true"]')).count()).toBe(1)
  await dialog()
    .getByText(/on time on \d+\s?% of days · \d+(\.\d)? kg CO₂e/)
    .waitFor()
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
  await page.getByRole('menuitem', { name: 'Find a time…' }).click()
  await offeredWindows(page).last().click()
  await dialog().getByRole('button', { name: 'Move here and promise it' }).click()
  await dialog().waitFor({ state: 'hidden' })
  const stopNow = () => world.call('GET', `/v2/stop/${stopId}`)
  expect((await stopNow()).plan_id).not.toBe(planId)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await eventually(async () => (await stopNow()).plan_id).toBe(planId)
  expect(await stopNow()).toMatchObject({ time_windows: [] })
  expect(desk.complaints).toEqual([])
})

test('a stop goes to the backlog from its plan, and comes back when that is undone', async () => {
  await desk.go(`/plan/${planId}`)
  await page.getByText('Without a route').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'To the backlog' }).click()
  await eventually(async () => (await waiting()).docs.map(({ stop }: { stop: { id: string } }) => stop.id)).toEqual([
    stopId,
  ])
  const notice = page.getByRole('alert').filter({ hasText: 'Without a route moved to the backlog' })
  await notice.getByRole('button', { name: 'Undo' }).click()
  await eventually(async () => (await world.call('GET', `/v2/stop/${stopId}`)).plan_id).toBe(planId)
})

test('orders without a day are made, found by their last day, changed together by keyboard, and offered a day', async () => {
  await desk.go('/backlog')
  await page.getByRole('region', { name: 'Nothing is waiting' }).getByRole('button', { name: 'New order' }).click()
  await dialog().getByLabel('Last day').fill(dayIn(3))
  await dialog().getByLabel('Name of the stop').fill('Boiler check')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().waitFor({ state: 'hidden' })
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('Boiler check').getByText('3 days', { exact: true }).waitFor()
  await addOrders(world, ['Lift', 'Chimney'])
  await desk.go('/backlog')
  await row('Chimney').waitFor()
  const names = () => page.locator('tbody tr td:nth-child(2)').allTextContents()
  expect(await names()).toEqual(['Boiler check', 'Lift', 'Chimney'])
  await page.getByRole('combobox', { name: 'Any last day' }).click()
  await page.getByRole('option', { name: 'Due within 7 days' }).click()
  await eventually(names).toEqual(['Boiler check'])
  await page.getByRole('combobox', { name: 'Any last day' }).click()
  await page.getByRole('option', { name: 'Due within 14 days' }).click()
  await eventually(names).toEqual(['Boiler check', 'Lift', 'Chimney'])

  for (const name of ['Lift', 'Chimney']) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).focus()
    await page.keyboard.press('Space')
  }
  await page.getByRole('button', { name: 'Change days and priority' }).press('Enter')
  await dialog().getByLabel('Priority').fill('4')
  await dialog().getByLabel('First day').fill(dayIn(20))
  await dialog().getByRole('button', { name: 'Save' }).press('Enter')
  await dialog().getByText('must not be before earliest_on').waitFor()
  expect((await waiting()).docs.map(({ priority }: { priority: number }) => priority)).toEqual([0, 0, 0])
  await dialog().getByLabel('First day').fill('')
  await dialog().getByRole('button', { name: 'Save' }).press('Enter')
  await dialog().waitFor({ state: 'hidden' })
  expect((await waiting()).docs.map(({ priority }: { priority: number }) => priority)).toEqual([0, 4, 4])
  expect(await seriousFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Offer Lift a day' }).click()
  await offeredWindows(page).last().click()
  await dialog().getByRole('button', { name: 'Move here and promise it' }).click()
  await eventually(names).toEqual(['Boiler check', 'Chimney'])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await eventually(names).toEqual(['Boiler check', 'Lift', 'Chimney'])
  // Chromium tells of the refused days, and of nothing else.
  expect(desk.complaints).toEqual([expect.stringContaining('400 (Bad Request)')])
})

test('the week is planned from the backlog, applied by a day and as a whole, taken back, and refused where a plan changed', async () => {
  await world.call('PUT', `/app/v1/project/${world.projectId}/backlog`, {
    stop_ids: (await waiting()).docs.map(({ stop }: { stop: { id: string } }) => stop.id),
    latest_on: dayIn(2),
  })
  await desk.go('/backlog')
  await page.getByRole('button', { name: 'Plan the week' }).press('Enter')
  await dialog().getByLabel('Number of days').fill('2')
  await page.keyboard.press('Enter')
  const whole = page.getByRole('region', { name: 'All days' })
  await whole.getByText('2 orders get a day · 1 gets none').waitFor({ timeout: 60_000 })
  await page.getByRole('region', { name: '1 gets no day' }).getByText('no location on the map').waitFor()
  expect((await waiting()).total).toBe(3)
  expect(await seriousFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 900 })
  expect(await seriousFaults(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })

  const { all: days, changed } = changedDays(page)
  await changed
    .first()
    .getByRole('button', { name: /^Apply / })
    .press('Enter')
  await days.getByText('Applied').first().waitFor()
  expect((await waiting()).total).toBeLessThan(3)
  await days.getByRole('button', { name: /^Undo / }).press('Enter')
  await days.getByText('Applied').waitFor({ state: 'hidden' })
  expect((await waiting()).total).toBe(3)

  // Somebody makes a plan of each of these days meanwhile.
  const query = { project_id: world.projectId }
  for (const days of [1, 2])
    await world.call('POST', '/v2/plan', { execution_date: dayIn(days), routes: [{ vehicle_id: vanId }] }, query)
  await whole.getByRole('button', { name: /^Apply/ }).click()
  await whole.getByText('Nothing was overwritten: plan the week again.').waitFor()
  expect((await waiting()).total).toBe(3)
  await page.getByRole('button', { name: 'Plan again' }).click()
  await dialog().getByRole('button', { name: 'Plan', exact: true }).click()
  await dialog().waitFor({ state: 'hidden' })
  await whole.getByText('2 orders get a day').waitFor({ timeout: 60_000 })
  await whole.getByRole('button', { name: /^Apply/ }).click()
  await days.getByText('Applied').first().waitFor()
  expect((await waiting()).docs.map(({ stop }: { stop: { label: string } }) => stop.label)).toEqual(['Boiler check'])
})

test('a stop that was promised another slot is promised its first one again when that is undone', async () => {
  const earlier = desk.complaints.length
  const stops = [{ label: 'Promised', location: { lat: 47.155, lng: 9.535 }, duration: 300 }]
  const day = dayIn(3)
  const query = { project_id: world.projectId }
  const { id: ownPlan } = await world.call('POST', '/v2/plan', { label: 'Later', execution_date: day, stops }, query)
  await world.call('POST', '/v2/routes', [{ vehicle_id: vanId }], { plan_id: ownPlan })
  const [{ id }] = await world.call('GET', `/v2/plan/${ownPlan}/stops`)
  const slot_id = `${day}/28800-61200`
  const first = await world.call('POST', `/app/v1/stop/${id}/slot`, { slot_id, rules: 'ignore' })
  expect(first).not.toHaveProperty('previous_slot_id')
  await desk.go(`/plan/${ownPlan}`)
  await page.getByText('Promised').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Find a time…' }).click()
  await offeredWindows(page).last().click()
  await dialog().getByRole('button', { name: 'Move here and promise it' }).click()
  await dialog().waitFor({ state: 'hidden' })
  const promise = () => world.call('GET', `/app/v1/slot_promise/${first.id}`)
  expect((await promise()).slot_id).not.toBe(slot_id)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await eventually(async () => (await promise()).slot_id).toBe(slot_id)
  await eventually(async () => (await world.call('GET', `/v2/stop/${id}`)).plan_id).toBe(ownPlan)
  expect(await world.call('GET', `/v2/stop/${id}`)).toMatchObject({ time_windows: [[28_800, 61_200]] })
  expect(await promise()).toMatchObject({ state: 'booked', stop_id: id })
  expect(desk.complaints.slice(earlier)).toEqual([])
})
