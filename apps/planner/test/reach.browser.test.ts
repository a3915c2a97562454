// Reach within some minutes: on the map of zones with the clients counted, where it becomes a zone, and on the map of a plan with its stops.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seriousFaults } from '@routewright/server/testing/readable'
import { townPlace, writeTown } from '@routewright/server/testing/town'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type PlannerPage, type PlannerWorld, startPlannerWorld } from './planner-world.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-reach-'))
let world: PlannerWorld
let desk: PlannerPage
let page: Page

beforeAll(async () => {
  world = await startPlannerWorld({ config: { osmFiles: [writeTown(folder)], roadModes: ['car'] } })
  const inProject = { project_id: world.projectId }
  const start = { label: 'Yard 1', ...townPlace(1_500, 800) }
  await world.call('POST', '/v2/vehicle', { label: 'Van', default_start_location: start }, inProject)
  for (const location of [townPlace(1_500, 500), townPlace(1_900, 1_900)])
    await world.call('POST', '/v2/client', { label: 'client', location }, inProject)
  desk = await world.openPage()
  page = desk.page
})

afterAll(async () => {
  await world?.stop()
  rmSync(folder, { recursive: true })
})

test('the areas within some minutes of a vehicle are shown, and one of them becomes a zone', async () => {
  await eventually(async () => (await world.server.call('GET', '/health')).body.roads.car.state).toBe('ready')
  await desk.go('/zones')
  await page.getByRole('button', { name: 'Reachable area' }).click()
  const panel = page.getByRole('region', { name: 'What is within reach' })
  await panel.getByText('Within 45 minutes').waitFor()
  // Five minutes instead: the river's one bridge is far away.
  for (const minutes of ['30', '45']) await panel.getByRole('checkbox', { name: minutes, exact: true }).press('Space')
  await panel.getByRole('checkbox', { name: '5', exact: true }).press('Space')
  const rows = panel.getByRole('listitem')
  await expect.poll(() => rows.allInnerTexts()).toHaveLength(2)
  await panel.getByText('Within 5 minutes').waitFor()
  await expect.poll(() => rows.first().textContent()).toContain('1 of 2 clients')
  await expect.poll(() => rows.last().textContent()).toContain('2 of 2 clients')
  expect(await seriousFaults(page)).toEqual([])
  await panel.getByRole('button', { name: 'Create a zone of what is within 5 minutes' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('South bank')
  await page.getByRole('button', { name: 'Save' }).click()
  await panel.waitFor()
  await panel.getByRole('button', { name: 'Back to the zones' }).click()
  await page.getByRole('button', { name: 'South bank' }).waitFor()
  const [zone] = await world.call('GET', `/v2/project/${world.projectId}/zones`)
  expect(zone.label).toBe('South bank')
  expect(zone.polygon.length).toBeLessThanOrEqual(101)
  const lats = zone.polygon.map(([, lat]: [number, number]) => lat)
  expect(Math.min(...lats)).toBeLessThan(townPlace(0, 0).lat)
  expect(Math.max(...lats)).toBeGreaterThan(townPlace(0, 800).lat)
  expect(desk.complaints).toEqual([])
})

/** Two stops beside the depot, and one beyond the river. */
async function createTownPlan(): Promise<string> {
  const depot = { label: 'Yard 1', ...townPlace(1_500, 800) }
  const stops = [townPlace(1_500, 500), townPlace(1_900, 1_900)].map((location, at) => ({
    label: `Customer ${at + 1}`,
    location,
  }))
  const routes = [{ label: 'Van 1', start_location: depot, end_location: depot, stops }]
  const plan = { label: 'Town', routes, stops: [{ label: 'Customer 3', location: townPlace(1_400, 600) }] }
  return (await world.call('POST', '/v2/plan', plan, { project_id: world.projectId })).id
}

test('in a plan the areas open from a van and from a stop, and what is in one of them is selected', async () => {
  await eventually(async () => (await world.server.call('GET', '/health')).body.roads.car.state).toBe('ready')
  await desk.go(`/plan/${await createTownPlan()}`)
  await page.locator('[data-row=route]').filter({ hasText: 'Van 1' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Reachable area' }).click()
  const card = page.getByRole('region', { name: 'What is within reach' })
  await expect.poll(() => card.getByRole('combobox', { name: 'Start' }).inputValue()).toBe('Van 1 · Yard 1')
  await card.getByText('Within 30 minutes').waitFor()
  for (const minutes of ['20', '30']) await card.getByRole('checkbox', { name: minutes, exact: true }).press('Space')
  await card.getByRole('checkbox', { name: '5', exact: true }).press('Space')
  const rows = card.getByRole('listitem')
  await expect.poll(() => rows.allInnerTexts()).toHaveLength(2)
  await expect.poll(() => rows.first().textContent()).toContain('2 of 3 stops')
  await expect.poll(() => rows.last().textContent()).toContain('3 of 3 stops')
  expect(await seriousFaults(page)).toEqual([])
  await card.getByRole('button', { name: 'Select: Within 5 minutes, 2 of 3 stops' }).click()
  await expect.poll(() => page.locator('[data-row=stop][aria-selected=true]').allInnerTexts()).toHaveLength(2)

  await page.locator('[data-row=stop]').filter({ hasText: 'Customer 3' }).click()
  await page.locator('[data-row=stop]').filter({ hasText: 'Customer 3' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Reachable area' }).click()
  await expect.poll(() => card.getByRole('combobox', { name: 'Start' }).inputValue()).toBe('Stop · Customer 3')
  await card.getByRole('button', { name: 'Close the area' }).click()
  await card.waitFor({ state: 'detached' })
  expect(desk.complaints).toEqual([])
})

test('on a phone the map comes forward when the areas are asked for', async () => {
  const phone = await world.openPage({ width: 390, height: 844, dark: true })
  await phone.go(`/plan/${await createTownPlan()}`)
  await phone.page.locator('[data-row=stop]').first().waitFor()
  await phone.page.getByRole('button', { name: 'More' }).click()
  await phone.page.getByRole('menuitem', { name: 'Reachable area' }).click()
  const card = phone.page.getByRole('region', { name: 'What is within reach' })
  await card.getByText('Within 30 minutes').waitFor()
  expect(await seriousFaults(phone.page)).toEqual([])
  expect(phone.complaints).toEqual([])
})
