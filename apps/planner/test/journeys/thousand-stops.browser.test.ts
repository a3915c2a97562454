// A large day: a plan of 1,000 stops opens with the rows in sight only, is searched, totalled, changed and optimized like a small one.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  computeMiddle,
  createVansPlan,
  dragOn,
  eventually,
  joinPlannerWorld,
  type PlannerPage,
  type PlannerWorld,
  rowInSight,
} from '../planner-world.ts'

const VANS = 20
const STOPS_PER_VAN = 50

interface TestRoute {
  id: string
  label: string
  stops: { id: string; label: string }[]
}

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string
let routes: TestRoute[]

beforeAll(async () => {
  world = await joinPlannerWorld()
  planId = await createVansPlan(world, Array<number>(VANS).fill(STOPS_PER_VAN))
  routes = (await world.call('GET', `/v2/plan/${planId}`)).routes
  desk = await world.openPage({ hasMaps: false })
  page = desk.page
  await desk.go(`/plan/${planId}`)
})

afterAll(() => world?.stop())

const rows = () => page.locator('[data-row=stop]')
const details = () => page.getByRole('complementary', { name: 'Details' })
const readRoute = async (stopId: string) => (await world.call('GET', `/v2/stop/${stopId}`)).route_id

test('it opens with its total, and with the rows in sight only', async () => {
  await page.getByRole('tree').waitFor()
  await rows().first().waitFor()
  await page.getByText('1,000', { exact: true }).first().waitFor()
  expect(await rows().count()).toBeLessThan(100)
  expect(await seriousFaults(page)).toEqual([])
})

test('one of the thousand is found by typing, and read', async () => {
  const { id, label } = routes[15]!.stops[26]!
  expect(label).toBe('Customer 777')
  const filter = page.getByRole('searchbox', { name: 'Filter stops' })
  await filter.fill('Customer 777')
  await eventually(() => rows().count()).toBe(1)
  await page.locator(`#row-${id}`).click()
  await details().getByRole('heading', { name: 'Customer 777' }).waitFor()
  await details().getByText('Landstrasse 777, Vaduz').waitFor()
  await filter.fill('')
  await eventually(() => rows().count()).toBeGreaterThan(10)
})

test('a stop goes from one route to the next with its effect told before the drop, and back by Ctrl+Z', async () => {
  const [from, to] = routes as [TestRoute, TestRoute]
  const { id } = from.stops[1]!
  const target = page.locator(`[data-timeline-route="${to.id}"] button`).first()
  const row = await rowInSight(page, id)
  // The timeline goes to the route of what is selected.
  await row.click()
  expect(await dragOn(page, await computeMiddle(row), await computeMiddle(target))).toMatch(/\d\s(s|min|h)\b/)
  await eventually(() => readRoute(id)).toBe(to.id)
  await page.keyboard.press('Control+z')
  await eventually(() => readRoute(id)).toBe(from.id)
})

test('the last row comes into sight by scrolling, and a whole route is totalled by Ctrl+A', async () => {
  const last = page.locator(`#row-${routes.at(-1)!.stops.at(-1)!.id}`)
  expect(await last.count()).toBe(0)
  await page.getByRole('tree').evaluate((list) => list.scrollTo({ top: list.scrollHeight }))
  await last.getByText('Customer 1000').waitFor()
  await last.click()
  await page.getByRole('tree').focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('toolbar', { name: 'Selected stops' }).getByText('50 stops selected').waitFor()
  await page.keyboard.press('Escape')
})

test('it is optimized: the proposal says what it gains, and applied it holds all thousand on less way', async () => {
  const read = async () => {
    const all: (TestRoute & { planned_distance?: number })[] = await world.call('GET', `/v2/plan/${planId}/routes`)
    return {
      stops: all.flatMap(({ stops }) => stops).length,
      meters: all.reduce((sum, { planned_distance = 0 }) => sum + planned_distance, 0),
    }
  }
  const before = await read()
  await page.getByRole('button', { name: 'Optimize', exact: true }).click()
  await page.getByText('Routes in use so far').waitFor()
  await page.getByRole('button', { name: 'Stop and use the best so far' }).click()
  const apply = page.getByRole('button', { name: 'Apply' })
  await apply.waitFor()
  await page.getByText('All figures').click()
  await page.getByRole('columnheader', { name: 'Change' }).waitFor()
  expect(await read()).toEqual(before)
  await apply.click()
  await apply.waitFor({ state: 'hidden' })
  await eventually(async () => (await read()).meters).toBeLessThan(before.meters)
  expect((await read()).stops).toBe(VANS * STOPS_PER_VAN)
  expect(desk.complaints).toEqual([])
})
