// The plan editor as hands use it: pointer and keyboard, what was typed kept, an edit taken back.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  applyShown,
  computeMiddle,
  dragOn,
  eventually,
  type PlannerPage,
  type PlannerWorld,
  rowInSight,
  someStops,
  someVehicles,
  startPlannerWorld,
} from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string

beforeAll(async () => {
  world = await startPlannerWorld()
  desk = await world.openPage({ width: 1440, height: 900 })
  page = desk.page
})

afterAll(async () => world?.stop())

const stopRows = () => page.locator('[data-row=stop]')
const inbox = () => page.locator('[data-row=inbox]')
const readPlan = () => world.call('GET', `/v2/plan/${planId}`)
// biome-ignore lint/suspicious/noExplicitAny: records as the interface returns them
const readRoute = async (label: string): Promise<any> =>
  (await readPlan()).routes.find((route: { label: string }) => route.label === label)

test('the dispatcher signs in, sees no plan yet and makes one', async () => {
  await page.context().clearCookies()
  await desk.go('/plans')
  await page.getByLabel('E-mail').fill(world.login.email)
  await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Wrong e-mail or password').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Password' }).fill(world.login.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('No plans yet').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByLabel('Name').fill('Tuesday')
  await page.getByRole('button', { name: 'Create plan' }).click()
  await page.getByText('This plan is empty').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  planId = /\/plan\/([0-9a-f]{24})/.exec(page.url())![1]!
  await desk.go('/plans')
  await page.getByRole('row').filter({ hasText: 'Tuesday' }).getByText('No stops').waitFor()
  await page.getByRole('img', { name: 'No stops' }).waitFor()
  await desk.go(`/plan/${planId}`)
  await page.getByText('This plan is empty').waitFor()
  // The wrong password was answered 403, and the first look without a session 401: the browser notes both.
  expect(desk.complaints.filter((text) => !/40[13]/.test(text))).toEqual([])
  desk.complaints.length = 0
})

test('orders that arrive elsewhere appear by themselves, and optimizing shows before and after', async () => {
  await world.call('POST', '/v3/vehicles', someVehicles(3), { project_id: world.projectId })
  await world.call('POST', '/v2/stops', someStops(30), { plan_id: planId })
  await stopRows().first().waitFor()
  await eventually(() => inbox().textContent()).toContain('30')
  await page.getByRole('button', { name: 'Optimize', exact: true }).click()
  await page.getByRole('button', { name: 'Apply' }).waitFor({ timeout: 60_000 })
  expect((await readPlan()).routes.flatMap((route: { stops: unknown[] }) => route.stops)).toEqual([])
  expect(await seriousFaults(page)).toEqual([])
  // List and timeline show the proposal; the plan that there is stays a click away. A first plan is not worse than none.
  await page.getByText('Proposed, not applied yet').waitFor()
  await eventually(() => page.locator('[data-timeline] [data-stop]').count()).toBeGreaterThan(0)
  await page.getByText('Every stop is on a route').waitFor()
  await page.getByText('All figures').click()
  await page.getByRole('columnheader', { name: 'First plan' }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Change' }).count()).toBe(0)
  await page.getByRole('rowheader', { name: 'Late, mean of 200 days' }).waitFor()
  await page.getByRole('rowheader', { name: 'Overtime, mean of 200 days' }).waitFor()
  await page.getByRole('button', { name: 'Apply' }).click()
  await eventually(
    async () => (await readPlan()).routes.flatMap(({ stops }: { stops: unknown[] }) => stops).length,
  ).toBe(30)
  await page.getByText('Every stop is on a route').waitFor()
  expect((await readPlan()).routes.flatMap((route: { stops: unknown[] }) => route.stops)).toHaveLength(30)
})

test('optimized again, the plan that there is stays a click away; discarded, nothing has changed', async () => {
  const orders = async () =>
    (await readPlan()).routes.map(({ stops }: { stops: { id: string }[] }) => stops.map(({ id }) => id))
  const before = await orders()
  // The panel of the last search goes, and its button with it.
  await page
    .getByRole('complementary', { name: 'Details' })
    .getByRole('button', { name: 'Optimize' })
    .waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Optimize', exact: true }).click()
  await page.getByRole('button', { name: 'Apply' }).waitFor({ timeout: 60_000 })
  await page.getByText('Fine-tune').click()
  await page.getByLabel('Search time (seconds)').fill('1')
  await page.getByLabel('Use as few vehicles as possible').check()
  await page.getByRole('button', { name: 'Optimize again like this' }).click()
  await page.getByRole('button', { name: 'Apply' }).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Apply' }).waitFor({ timeout: 60_000 })
  await page.getByText('All figures').click()
  await page.getByRole('columnheader', { name: 'Change' }).waitFor()
  await page.getByText('Before', { exact: true }).first().click()
  await page.getByText('Proposed', { exact: true }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'hidden' })
  expect(await orders()).toEqual(before)
  const drawer = page.getByRole('complementary', { name: 'Details' })
  await drawer.getByRole('button', { name: 'Close', exact: true }).click()
})

test('stops are dragged inside the list with the effect before the drop; Escape leaves all as it was', async () => {
  const before = (await readPlan()).routes
  await dragOn(page, await computeMiddle(stopRows().nth(0)), await computeMiddle(stopRows().nth(3)), false)
  expect((await readPlan()).routes.map((route: { updated_at: string }) => route.updated_at)).toEqual(
    before.map((route: { updated_at: string }) => route.updated_at),
  )
  const first = before.find((route: { stops: unknown[] }) => route.stops.length > 5)
  const ids = first.stops.map((stop: { id: string }) => stop.id)
  await rowInSight(page, ids[3])
  const text = await dragOn(
    page,
    await computeMiddle(await rowInSight(page, ids[0])),
    await computeMiddle(page.locator(`#row-${ids[3]}`)).then(({ x, y }) => ({ x, y: y + 14 })),
  )
  expect(text).toMatch(/min|±0/)
  const wanted = [...ids.slice(1, 4), ids[0], ...ids.slice(4)]
  await eventually(async () => (await readRoute(first.label)).stops.map((stop: { id: string }) => stop.id)).toEqual(
    wanted,
  )
  await page.keyboard.press('Control+z')
  await eventually(async () => (await readRoute(first.label)).stops.map((stop: { id: string }) => stop.id)).toEqual(ids)
  await page.keyboard.press('Control+Shift+z')
  await eventually(async () => (await readRoute(first.label)).stops.map((stop: { id: string }) => stop.id)).toEqual(
    wanted,
  )
})

test('from the list onto the timeline, and onto empty map to take it off its route', async () => {
  const plan = await readPlan()
  const from = plan.routes.find((route: { stops: unknown[] }) => route.stops.length > 3)
  const to = plan.routes.find((route: { id: string }) => route.id !== from.id)
  const moved = from.stops[1].id
  await page.locator('[data-timeline-route]').first().waitFor()
  // The optimizer may have left it without stops: then it is behind the line of vans that are not used.
  const unused = page.getByRole('button', { name: /not used/ })
  if ((await unused.count()) > 0) await unused.click()
  const name = page.locator(`[data-timeline-route="${to.id}"] button`).first()
  await dragOn(page, await computeMiddle(await rowInSight(page, moved)), await computeMiddle(name))
  await eventually(async () => (await world.call('GET', `/v2/stop/${moved}`)).route_id).toBe(to.id)
  const map = (await page.locator('canvas').boundingBox())!
  const other = from.stops[2].id
  await dragOn(page, await computeMiddle(await rowInSight(page, other)), {
    x: map.x + map.width - 70,
    y: map.y + map.height - 60,
  })
  await eventually(async () => (await world.call('GET', `/v2/stop/${other}`)).route_id).toBeUndefined()
  await eventually(() => inbox().textContent()).toContain('1')
})

test('without a pointer: arrows, Alt+arrows, 1 to 9, U, and a reason with a remedy for what is unassigned', async () => {
  await page.getByRole('tree').focus()
  await page.keyboard.press('Escape')
  await page.locator('[data-row=stop]').first().click()
  const unassigned = (await page.locator('[data-row=stop]').first().getAttribute('data-id'))!
  await page.getByText('Why is it not assigned?').waitFor()
  await page
    .getByRole('button', { name: /Assign to Van/ })
    .first()
    .waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page
    .getByRole('button', { name: /Assign to Van/ })
    .first()
    .click()
  await applyShown(page)
  await eventually(async () => (await world.call('GET', `/v2/stop/${unassigned}`)).route_id).toBeTruthy()
  const moved = await rowInSight(page, unassigned)
  await moved.click()
  await page.keyboard.press('u')
  await applyShown(page)
  await eventually(async () => (await world.call('GET', `/v2/stop/${unassigned}`)).route_id).toBeUndefined()
  const { routes } = await readPlan()
  const digit = routes.findIndex((route: { stops: unknown[] }) => route.stops.length > 3) + 1
  await page.keyboard.press(`${digit}`)
  await page.getByRole('button', { name: 'Apply' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  const target = routes[digit - 1].id
  await eventually(async () => (await world.call('GET', `/v2/stop/${unassigned}`)).route_id).toBe(target)
  await rowInSight(page, unassigned)
  await page.locator(`#row-${unassigned}[data-route="${target}"]`).waitFor()
  const place = (await world.call('GET', `/v2/stop/${unassigned}`)).order
  await page.getByRole('tree').focus()
  await page.keyboard.press(place > 0 ? 'Alt+ArrowUp' : 'Alt+ArrowDown')
  await eventually(async () => (await world.call('GET', `/v2/stop/${unassigned}`)).order).toBe(
    place > 0 ? place - 1 : place + 1,
  )
})

test('a route is locked by K and a whole route selected by Ctrl+A is totalled', async () => {
  const route = (await readPlan()).routes.find((route: { stops: unknown[] }) => route.stops.length > 1)
  const isLocked = async () => (await world.call('GET', `/v2/route/${route.id}`)).is_locked
  await page.locator(`[data-timeline-route="${route.id}"] button`).first().click()
  await page.keyboard.press('k')
  await eventually(isLocked).toBe(true)
  await page.getByRole('complementary').getByText('Unlock route').waitFor()
  await page.keyboard.press('k')
  await eventually(isLocked).toBe(false)
  await page.keyboard.press('Control+a')
  await page.getByRole('toolbar', { name: 'Selected stops' }).getByText('kg').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
})

test('an ended session asks for the password in place, and what was typed is saved afterwards', async () => {
  await page.keyboard.press('Escape')
  await page.keyboard.press('s')
  const form = page.getByRole('complementary', { name: 'Details' })
  await form.getByLabel('Name').fill('Late order')
  const save = await form.getByRole('button', { name: 'Save' }).elementHandle()
  await page.context().clearCookies()
  // Not by the pointer: where the page asked for something else meanwhile, its question for the password already lies above.
  await save!.dispatchEvent('click')
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(world.login.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await eventually(async () =>
    (await readPlan()).stops.some((stop: { label?: string }) => stop.label === 'Late order'),
  ).toBe(true)
  expect(desk.complaints.filter((text) => !/401/.test(text))).toEqual([])
})
