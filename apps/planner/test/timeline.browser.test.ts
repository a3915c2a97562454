// The timeline as hands use it: vans that are not used in one line, what is urgent first in a running day, rows as they are kept.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  computeMiddle,
  eventually,
  getDriver,
  type PlannerPage,
  type PlannerWorld,
  routeAllDay,
  setZoneAtNoon,
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
  // Tall enough for all vans: what is below its edge cannot be pointed at.
  await page.addInitScript("localStorage.setItem('routewright.size.timeline', '330')")
  const stops = someStops(9)
  const plan = {
    execution_date: new Date().toISOString().slice(0, 10),
    routes: [
      routeAllDay('Van 1', []),
      routeAllDay('Van 2', stops.slice(0, 3)),
      routeAllDay('Van 3', stops.slice(3, 6)),
      routeAllDay('Van 4', []),
      routeAllDay('Van 5', stops.slice(6, 9)),
    ],
  }
  planId = (await world.call('POST', '/v2/plan', plan, { project_id: world.projectId })).id
  await desk.go(`/plan/${planId}`)
  await page.locator('[data-timeline-route]').first().waitFor()
})

afterAll(async () => world?.stop())

// biome-ignore lint/suspicious/noExplicitAny: records as the interface returns them
const routes = async (): Promise<any[]> => (await world.call('GET', `/v2/plan/${planId}`)).routes
const rows = () => page.locator('[data-timeline-route] button:first-child').allTextContents()
const line = () => page.getByRole('button', { name: '2 vans not used' })

test('vans without stops are one line at the end, opened by a click and by a key', async () => {
  await line().waitFor()
  expect(await rows()).toEqual(['2Van 2', '3Van 3', '5Van 5'])
  expect(await line().getAttribute('aria-expanded')).toBe('false')
  await line().click()
  await eventually(rows).toEqual(['2Van 2', '3Van 3', '5Van 5', '1Van 1', '4Van 4'])
  await line().focus()
  await page.keyboard.press('Enter')
  await eventually(rows).toEqual(['2Van 2', '3Van 3', '5Van 5'])
})

test('a stop that is dragged over the line opens it, and goes to a van behind it', async () => {
  const [first] = (await routes()).find(({ label }) => label === 'Van 5').stops
  const from = await computeMiddle(page.locator(`#row-${first.id}`))
  const over = await computeMiddle(line())
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(over.x, over.y, { steps: 6 })
  const target = await computeMiddle(page.locator('[data-timeline-route] button', { hasText: 'Van 4' }))
  await page.mouse.move(target.x, target.y, { steps: 6 })
  await page.getByRole('status').filter({ hasText: '·' }).waitFor()
  await page.mouse.up()
  await eventually(async () => (await routes()).find(({ label }) => label === 'Van 4').stops.length).toBe(1)
  await eventually(rows).toEqual(['2Van 2', '3Van 3', '4Van 4', '5Van 5'])
  await page.getByRole('button', { name: '1 van not used' }).waitFor()
  await page.keyboard.press('Control+z')
  await eventually(rows).toEqual(['2Van 2', '3Van 3', '5Van 5'])
})

test('dense rows stay dense after a reload', async () => {
  const height = async () => (await page.locator('[data-timeline-route]').first().boundingBox())!.height
  expect(await height()).toBe(40)
  await page.getByRole('button', { name: 'Compact rows' }).click()
  await eventually(height).toBe(24)
  await page.reload()
  await page.locator('[data-timeline-route]').first().waitFor()
  expect(await height()).toBe(24)
  await page.getByRole('button', { name: 'Compact rows' }).click()
})

test('the hours of a route and its break are dragged on its row, the effect is shown first, and undo gives them back', async () => {
  const van = async () => (await routes()).find(({ label }) => label === 'Van 2')
  const { id } = await van()
  const row = page.locator(`[data-timeline-route="${id}"]`)
  const windowBefore = (await van()).time_window
  const said = await drag(await computeMiddle(row.locator('[data-part=start]')), 160)
  expect(said).toMatch(/^Starts at \d\d:\d\d at the earliestVan 2/)
  await eventually(async () => (await van()).time_window[0]).toBeGreaterThan(windowBefore[0])
  const { time_window, planned_start_time } = await van()
  expect(time_window[0] % 300).toBe(0)
  expect(planned_start_time).toBeGreaterThanOrEqual(time_window[0])
  await page.keyboard.press('Control+z')
  await eventually(async () => (await van()).time_window).toEqual(windowBefore)
  // So long a day in so few hours that the route cannot start behind its break.
  for (const stop of (await van()).stops) await world.call('PUT', `/v2/stop/${stop.id}`, { duration: 3_600 })
  const pause = { start: 30_000, end: 36_000, duration: 1_800 }
  await world.call('PUT', `/v2/route/${id}`, { time_window: [28_800, 43_200], vehicle: { break: pause } })
  await row.locator('[data-break]').waitFor()
  const from = await computeMiddle(row.locator('[data-break]'))
  expect(await drag(from, 40)).toMatch(/^Break from /)
  await eventually(async () => (await van()).vehicle.break.start).toBeGreaterThan(pause.start)
  expect((await van()).vehicle.break.duration).toBe(1_800)
  await page.keyboard.press('Control+z')
  await eventually(async () => (await van()).vehicle.break).toEqual(pause)
})

/** Drags to the right, and returns the text next to the pointer before it is let go. */
async function drag(from: { x: number; y: number }, pixels: number): Promise<string> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + pixels, from.y, { steps: 6 })
  const badge = page.getByRole('status').filter({ hasText: '·' })
  await badge.waitFor()
  const text = (await badge.textContent()) ?? ''
  await page.mouse.up()
  return text
}

test('bars tell what became of their stops, with the plan behind them, and a legend tells what they mean', async () => {
  const van = (await routes()).find(({ label }) => label === 'Van 5')
  const { public_link } = await world.call('POST', `/v2/route/${van.id}/dispatch`)
  const drive = getDriver(world, public_link.split('/d/')[1])
  await drive('POST', '/start')
  const [one, two] = van.stops
  await drive('POST', `/stop/${one.id}/report`, { type: 'service_report_completed' })
  await drive('POST', `/stop/${two.id}/report`, { type: 'service_report_canceled', cancel_reason: 'closed' })
  const states = () =>
    page
      .locator(`[data-timeline-route="${van.id}"] [data-stop]`)
      .evaluateAll((bars) => bars.map((bar) => bar.getAttribute('data-state')))
  await eventually(async () => (await states()).slice(0, 2)).toEqual(['done', 'failed'])
  expect(['next', 'late']).toContain((await states())[2])
  const title = await page.locator(`[data-stop="${two.id}"]`).getAttribute('title')
  // Just after midnight its work began on the day before.
  expect(title).toMatch(/^2\. Customer 8\nNot delivered · \d\d:\d\d(\s.1)?–\d\d:\d\d/)
  await page.getByRole('button', { name: 'Legend' }).click()
  await page.getByText('As planned').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
})

test('in the running day the route that needs a look comes first', async () => {
  await page.getByText('Live', { exact: true }).click()
  await eventually(async () => (await rows())[0]).toBe('5Van 5')
  await page.getByText('Edit', { exact: true }).click()
  await eventually(async () => (await rows())[0]).toBe('2Van 2')
  expect(desk.complaints).toEqual([])
})

test('the clock is moved by keys and by hand: vans stand on the map where they would be then, and go with it', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const routes = [routeAllDay('Van 1', someStops(6)), routeAllDay('Van 2', someStops(12).slice(6))]
  const plan = { execution_date: tomorrow, routes }
  const { id } = await world.call('POST', '/v2/plan', plan, { project_id: world.projectId })
  await desk.go(`/plan/${id}`)
  const clock = page.getByRole('slider', { name: 'Time of day on the map' })
  const vans = page.getByRole('button', { name: /^Vehicle of/ })
  await clock.waitFor()
  await page.locator('.maplibregl-map[aria-busy=false]').waitFor()
  expect(await vans.count()).toBe(0)
  const start = Number(await clock.getAttribute('aria-valuenow'))
  const { planned_start_time } = (await world.call('GET', `/v2/plan/${id}`)).routes[0]
  const steps = Math.ceil((planned_start_time - start) / 300) + 2
  for (let step = 0; step < steps; step += 1) await clock.press('ArrowRight')
  expect(Number(await clock.getAttribute('aria-valuenow'))).toBe(start + steps * 300)
  expect(await clock.getAttribute('aria-valuetext')).toMatch(/^\d\d:\d\d$/)
  await eventually(() => vans.count()).toBe(2)
  const moment = page.locator('[data-moment]')
  expect(await moment.textContent()).toMatch(/^\d\d:\d\d as planned$/)
  expect(await seriousFaults(page)).toEqual([])
  const before = await vans.first().boundingBox()
  const from = await computeMiddle(clock)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 20, from.y, { steps: 4 })
  await page.mouse.up()
  await eventually(() => vans.first().boundingBox()).not.toEqual(before)
  await clock.press('Escape')
  await eventually(() => vans.count()).toBe(0)
  expect(await moment.count()).toBe(0)
})

test('a stop that is pointed at tells what the way to it takes at the hour of the plan and at another', async () => {
  const csv = 'roads,days,from,to,factor\nall,all,13:00,14:00,5\n'
  await world.call('PUT', `/app/v1/project/${world.projectId}/traffic`, { csv })
  const plan = {
    execution_date: new Date().toISOString().slice(0, 10),
    traffic_options: { hours: 'own' },
    routes: [routeAllDay('Van 1', someStops(2))],
  }
  const { id } = await world.call('POST', '/v2/plan', plan, { project_id: world.projectId })
  const [route] = (await world.call('GET', `/v2/plan/${id}`)).routes
  await desk.go(`/plan/${id}`)
  const bar = page.locator(`[data-stop="${route.stops[0].id}"]`).and(page.locator('[title]'))
  await bar.hover()
  await eventually(() => bar.getAttribute('title')).toMatch(/The drive here takes .+ at \d\d:\d\d, and .+ at 13:00/)
})

test('a bar without slack is marked, tells on how many days it is late, and so do its drawer and the comparison of copies', async () => {
  const plan = {
    execution_date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    routes: [routeAllDay('Van 1', someStops(8))],
  }
  const { id } = await world.call('POST', '/v2/plan', plan, { project_id: world.projectId })
  const [{ stops }] = (await world.call('GET', `/v2/plan/${id}`)).routes
  const [calm, tight] = [stops[6], stops[7]]
  const window = (slack: number, arrival: number) => ({ time_windows: [[0, arrival + slack]] })
  await world.call('PUT', `/v2/stop/${calm.id}`, window(7_200, calm.planned_arrival_time))
  await world.call('PUT', `/v2/stop/${tight.id}`, window(30, tight.planned_arrival_time))
  await desk.go(`/plan/${id}`)
  const bar = page.locator(`[data-timeline] [data-stop="${tight.id}"]`)
  await eventually(() => bar.getAttribute('data-risky')).toBe('true')
  expect(await bar.getAttribute('title')).toMatch(/Late on [2-9] of 10 days$/)
  expect(await page.locator('[data-timeline] [data-risky]').count()).toBe(1)
  await bar.click()
  const drawer = page.getByRole('region', { name: 'Simulated on 200 days' })
  await drawer.getByText(/^Begins between \d\d:\d\d and \d\d:\d\d on 8 of 10 days$/).waitFor()
  await drawer.getByText(/^Late on [2-9] of 10 days$/).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await world.call('POST', `/app/v1/plan/${id}/duplicate`, { label: 'Later' })
  await desk.go(`/plan/${id}`)
  await page.getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Why this plan? What if?' }).click()
  // A copy has the same luck, so it comes out alike.
  const played = page.getByText(/^Simulated on 200 days: 0\.\d late stops a day, no late stop on \d\d% of days/)
  await eventually(() => played.count()).toBe(2)
  const [own, copied] = await played.allTextContents()
  expect(copied).toBe(own)
  expect(desk.complaints).toEqual([])
})

test('on a day under way the clock shows vans as they were driven before now, and as they are expected after it', async () => {
  const zone = await setZoneAtNoon(world, desk)
  const execution_date = new Intl.DateTimeFormat('sv', { timeZone: zone }).format()
  const day = { execution_date, routes: [{ ...routeAllDay('Van 1', someStops(9)), time_window: [43_200, 86_400] }] }
  const { id } = await world.call('POST', '/v2/plan', day, { project_id: world.projectId })
  const [route] = (await world.call('GET', `/v2/plan/${id}`)).routes
  const { public_link } = await world.call('POST', `/v2/route/${route.id}/dispatch`)
  await getDriver(world, public_link.split('/d/')[1])('POST', '/start')
  await desk.go(`/plan/${id}?mode=live`)
  const clock = page.getByRole('slider', { name: 'Time of day on the map' })
  const moment = page.locator('[data-moment]')
  const van = page.getByRole('button', { name: /^Vehicle of/ })
  await clock.and(page.locator('[data-clock=now]')).waitFor()
  for (let step = 0; step < 4; step += 1) await clock.press('ArrowRight')
  expect(await moment.textContent()).toMatch(/^\d\d:\d\d as expected$/)
  await van.waitFor()
  const before = await van.boundingBox()
  for (let step = 0; step < 3; step += 1) await clock.press('ArrowRight')
  await eventually(() => van.boundingBox()).not.toEqual(before)
  for (let step = 0; step < 9; step += 1) await clock.press('ArrowLeft')
  expect(await moment.textContent()).toMatch(/^\d\d:\d\d as driven$/)
  expect(await van.count()).toBe(0)
})
