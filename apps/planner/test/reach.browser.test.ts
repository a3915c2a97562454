// What is within some minutes of a vehicle's start: shown on the map of zones, with the clients counted, and made a zone.
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
  await page.getByRole('button', { name: 'Area by minutes' }).click()
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
  await panel.getByRole('button', { name: 'Make a zone of what is within 5 minutes' }).click()
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
