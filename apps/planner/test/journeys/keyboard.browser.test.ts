// A dispatcher without a pointer: makes a plan, adds a stop, puts it on a route, takes that back and does it again, all by keys.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { walkByTab } from '../keyboard-walk.ts'
import {
  eventually,
  joinPlannerWorld,
  type PlannerPage,
  type PlannerWorld,
  routeAllDay,
  someStops,
} from '../planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string

beforeAll(async () => {
  world = await joinPlannerWorld()
  const routes = [routeAllDay('Van 1', someStops(2)), routeAllDay('Van 2', someStops(2))]
  const plan = { label: 'Today', routes }
  planId = (await world.call('POST', '/v2/plan', plan, { project_id: world.projectId })).id
  desk = await world.openPage({ hasMaps: false })
  page = desk.page
  await desk.go('/plans')
})

afterAll(() => world?.stop())

const dialog = () => page.getByRole('dialog')
const details = () => page.getByRole('complementary', { name: 'Details' })
const readPlan = () => world.call('GET', `/v2/plan/${planId}`)

test('everything on the page of plans is reached by Tab and shows that it is', async () => {
  await page.getByRole('link', { name: 'Today', exact: true }).last().waitFor()
  expect(await walkByTab(page)).toEqual({ unreached: [], withoutRing: [] })
})

test('a plan is made by N and Enter', async () => {
  await page.keyboard.press('n')
  await dialog().waitFor()
  await dialog().getByLabel('Name').focus()
  await page.keyboard.type('Wednesday')
  await page.keyboard.press('Enter')
  await page.getByText('This plan is empty').waitFor()
  const { docs } = await world.call('GET', '/v2/plans', undefined, { project_id: world.projectId })
  expect(docs.map(({ label }: { label: string }) => label).sort()).toEqual(['Today', 'Wednesday'])
})

test('another plan is found by the search and opened', async () => {
  await page.keyboard.press('Control+k')
  await page.locator(':focus').and(page.locator('input')).waitFor()
  await page.keyboard.type('Today')
  await page.getByRole('option', { name: /Today/ }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('tree').waitFor()
  expect(page.url()).toContain(planId)
})

test('a setting is found by its words, a slip included, and opened', async () => {
  await page.keyboard.press('Control+k')
  await page.locator(':focus').and(page.locator('input')).waitFor()
  await page.keyboard.type('curency')
  await page.getByRole('option', { name: /Currency.*Settings › Project/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  expect(page.url()).toContain('/settings/project#project')
  await page.getByRole('region', { name: 'Project', exact: true }).and(page.locator(':focus')).waitFor()
  await desk.go(`/plan/${planId}`)
  await page.getByRole('tree').waitFor()
})

test('everything on the plan is reached by Tab and shows that it is', async () => {
  expect(await walkByTab(page)).toEqual({ unreached: [], withoutRing: [] })
})

test('a stop is added, put on the second route with its effect shown before, taken back and put there again', async () => {
  await page.keyboard.press('Escape')
  await page.getByRole('tree').focus()
  await page.keyboard.press('s')
  await details().getByLabel('Name').fill('Late order')
  await page.keyboard.press('Enter')
  const late = async () =>
    (await world.call('GET', `/v2/plan/${planId}/stops`)).find(({ label }: { label: string }) => label === 'Late order')
  await eventually(late).toMatchObject({ label: 'Late order' })
  const { id } = await late()
  await world.call('PUT', `/v2/stop/${id}`, { location: { lat: 47.12, lng: 9.51 } })
  const [, second] = (await readPlan()).routes
  await page.locator(`#row-${id}`).waitFor()
  await page.getByRole('tree').focus()
  await page.keyboard.press('ArrowDown')
  await details().getByRole('heading', { name: 'Van 1' }).waitFor()
  await page.keyboard.press('ArrowUp')
  await details().getByRole('heading', { name: 'Late order' }).waitFor()
  await page.keyboard.press('2')
  await dialog().getByRole('button', { name: 'Apply' }).and(page.locator(':focus')).waitFor()
  expect((await late()).route_id).toBeUndefined()
  await page.keyboard.press('Enter')
  await eventually(async () => (await late()).route_id).toBe(second.id)
  // Keys belong to the dialog until the page has the response, too.
  await dialog().waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+z')
  await eventually(async () => (await late()).route_id).toBeUndefined()
  await page.keyboard.press('Control+Shift+z')
  await eventually(async () => (await late()).route_id).toBe(second.id)
})

test('Escape leaves what was opened, one thing after the other', async () => {
  await page.keyboard.press('Escape')
  await details().waitFor({ state: 'hidden' })
  await page.getByRole('tree').focus()
  await page.keyboard.press('o')
  await page.getByRole('heading', { name: 'Optimize' }).waitFor()
  await details().and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Optimize' }).waitFor({ state: 'hidden' })
  await page.getByRole('tree').and(page.locator(':focus')).waitFor()
  expect(desk.complaints).toEqual([])
})
