// Which routes the map shows, what it tells of a pin that is pointed at, and whose van is where.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  eventually,
  getDriver,
  type PlannerPage,
  type PlannerWorld,
  routeAllDay,
  someStops,
  startPlannerWorld,
} from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string

beforeAll(async () => {
  world = await startPlannerWorld()
  desk = await world.openPage({ width: 1440, height: 1000 })
  page = desk.page
  const stops = someStops(9).map((stop, index) => (index === 0 ? { ...stop, time_windows: [[28_800, 64_800]] } : stop))
  const plan = {
    execution_date: new Date().toISOString().slice(0, 10),
    routes: [0, 1, 2].map((at) => routeAllDay(`Van ${at + 1}`, stops.slice(at * 3, at * 3 + 3))),
  }
  planId = (await world.call('POST', '/v2/plan', plan, { project_id: world.projectId })).id
  await desk.go(`/plan/${planId}`)
  await page.locator('[data-row=stop]').first().waitFor()
})

afterAll(async () => world?.stop())

const routeRow = (name: string) => page.locator('[data-row=route]').filter({ hasText: name })
const item = (name: string) => page.getByRole('menuitem', { name })
const dimmedRows = () => page.locator('[data-timeline-route] [data-hidden]')
const card = () => page.locator('[data-hover-card]')

/** Whether a pin reacts to the pointer: the card tells of its stop. */
async function isTold(label: string): Promise<boolean> {
  const spot = await getSpot(label)
  // From another place, so that the pointer moves.
  await page.mouse.move(spot.x + 60, spot.y + 60)
  await page.mouse.move(spot.x, spot.y)
  // Half a second is what a card that should not come is given; one that should is asked for again.
  const told = card().filter({ hasText: label }).waitFor({ timeout: 500 })
  return told.then(
    () => true,
    () => false,
  )
}

/** Where the ring of a stop stands that the list points at. */
async function getSpot(label: string): Promise<{ x: number; y: number }> {
  const row = page.locator('[data-row=stop]').filter({ has: page.getByText(label, { exact: true }) })
  await row.hover()
  const ring = page.locator('[class*=_ring_]')
  const { x, y, width, height } = (await ring.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

test('a pin that is pointed at tells its number, its name, its times and its route', async () => {
  await eventually(() => isTold('Customer 1')).toBe(true)
  const text = await card().textContent()
  expect(text).toMatch(/^1Customer 1/)
  expect(text).toContain('08:00–18:00')
  expect(text).toContain('Van 1')
  const box = (await card().boundingBox())!
  const map = (await page.locator('.maplibregl-canvas').boundingBox())!
  expect(box.x).toBeGreaterThanOrEqual(map.x)
  expect(box.y).toBeGreaterThanOrEqual(map.y)
})

test('the eye of a route takes it off the map and dims it in the timeline, and brings it back', async () => {
  await routeRow('Van 2').hover()
  await page.getByRole('button', { name: 'Hide Van 2 on the map' }).click()
  await eventually(() => dimmedRows().count()).toBe(1)
  await eventually(() => isTold('Customer 1')).toBe(true)
  expect(await isTold('Customer 4')).toBe(false)
  await page.getByRole('button', { name: 'Show Van 2 on the map' }).click()
  await eventually(() => dimmedRows().count()).toBe(0)
  await eventually(() => isTold('Customer 4')).toBe(true)
})

/** How far two pins stand from each other, pixels. */
async function distanceOnMap(from: string, to: string): Promise<number> {
  const [start, end] = [await getSpot(from), await getSpot(to)]
  return Math.hypot(start.x - end.x, start.y - end.y)
}

test('one route alone comes near and stands out, the others pale but there; and so are all of them a line of its menu', async () => {
  const whole = await distanceOnMap('Customer 7', 'Customer 9')
  await routeRow('Van 3').click({ button: 'right' })
  await item('Show only this route').click()
  await eventually(() => dimmedRows().count()).toBe(2)
  await eventually(() => distanceOnMap('Customer 7', 'Customer 9')).toBeGreaterThan(whole * 1.5)
  await eventually(() => isTold('Customer 7')).toBe(true)
  await routeRow('Van 3').click({ button: 'right' })
  await item('Show all routes').click()
  await eventually(() => dimmedRows().count()).toBe(0)
})

test('the key of its number shows a route, and again all of them', async () => {
  await page.keyboard.press('Escape')
  await page.keyboard.press('2')
  await eventually(() => dimmedRows().count()).toBe(2)
  await eventually(() => isTold('Customer 4')).toBe(true)
  await page.keyboard.press('2')
  await eventually(() => dimmedRows().count()).toBe(0)
  await page.keyboard.press('f')
})

test('a van under way bears its name, and goes with its route', async () => {
  const { routes } = await world.call('GET', `/v2/plan/${planId}`)
  const { public_link } = await world.call('POST', `/v2/route/${routes[0].id}/dispatch`)
  const drive = getDriver(world, public_link.split('/d/')[1])
  await drive('POST', '/start')
  const at = { lat: 47.15, lng: 9.53, recorded_at: new Date().toISOString(), orientation: 90 }
  await drive('POST', '/positions', { positions: [at] })
  const van = page.getByRole('button', { name: 'Vehicle of Van 1' })
  await van.waitFor()
  await eventually(() => van.textContent()).toBe('Van 1')
  expect(await van.getAttribute('title')).toMatch(/^Van 1 · Seen /)
  await routeRow('Van 1').hover()
  await page.getByRole('button', { name: 'Hide Van 1 on the map' }).click()
  await eventually(() => van.count()).toBe(0)
})

test('a van that was not seen for a while says so, to those who hear the page, too', async () => {
  const { routes } = await world.call('GET', `/v2/plan/${planId}`)
  const { public_link } = await world.call('POST', `/v2/route/${routes[1].id}/dispatch`)
  const drive = getDriver(world, public_link.split('/d/')[1])
  await drive('POST', '/start')
  const recorded_at = new Date(Date.now() - 20 * 60_000).toISOString()
  await drive('POST', '/positions', { positions: [{ lat: 47.15, lng: 9.53, recorded_at }] })
  const second = page.getByRole('button', { name: /^Vehicle of Van 2 · 20 min/ })
  await second.waitFor()
  // Both were reported from one place.
  await routeRow('Van 1').hover()
  await page.getByRole('button', { name: 'Show Van 1 on the map' }).click()
  const first = page.getByRole('button', { name: 'Vehicle of Van 1' })
  await first.waitFor()
  await eventually(() => first.boundingBox()).toEqual(await second.boundingBox())
  expect(await seriousFaults(page)).toEqual([])
})

test('and nothing complained', () => {
  expect(desk.complaints).toEqual([])
})
