// Every edit of the editor's menus once through the real page: done as it says, and taken back by undo.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  applyShown,
  createVansPlan,
  eventually,
  type PlannerPage,
  type PlannerWorld,
  someStops,
  startPlannerWorld,
} from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string
/** Ids by label. */
const stopIds = new Map<string, string>()
const routeIds = new Map<string, string>()

beforeAll(async () => {
  world = await startPlannerWorld()
  planId = await createVansPlan(world, [4, 4, 4], { label: 'Tuesday' })
  const tooLate = { ...someStops(1)[0], label: 'Early bird', time_windows: [[18_000, 19_800]] }
  await world.call('POST', '/v2/stops', [tooLate], { plan_id: planId })
  const plan = await readPlan()
  for (const { label, id } of plan.stops) stopIds.set(label, id)
  for (const { label, vehicle_label, id } of plan.routes) routeIds.set(label ?? vehicle_label, id)
  desk = await world.openPage({ width: 1440, height: 900 })
  page = desk.page
  await desk.go(`/plan/${planId}`)
  await page.locator('[data-row=stop]').first().waitFor()
})

afterAll(async () => world?.stop())

const readPlan = (id = planId) => world.call('GET', `/v2/plan/${id}`)
const stopId = (number: number) => stopIds.get(`Customer ${number}`)!
const row = (number: number) => page.locator(`#row-${stopId(number)}`)
const routeName = (van: string) => page.locator(`[data-timeline-route="${routeIds.get(van)}"] button`).first()
const item = (name: string) => page.getByRole('menuitem', { name })

/** Numbers of the stops of each van in order; `inbox` holds what is on no route. */
async function orders(): Promise<Record<string, number[]>> {
  const plan = await readPlan()
  const getNumber = ({ label }: { label: string }) => Number(label.split(' ')[1]) || 0
  const lists = plan.routes.map((route: { label: string; stops: { label: string }[] }) => [
    route.label,
    route.stops.map(getNumber),
  ])
  const inbox = plan.stops.filter((stop: { route_id?: string }) => !stop.route_id).map(getNumber)
  return { ...Object.fromEntries(lists), inbox }
}

const start = { 'Van 1': [1, 2, 3, 4], 'Van 2': [5, 6, 7, 8], 'Van 3': [9, 10, 11, 12], inbox: [0] }

async function openMenu(on: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await on.click({ button: 'right' })
  await page.getByRole('menu').first().waitFor()
}

async function undo(): Promise<void> {
  await page.getByRole('tree').focus()
  await page.keyboard.press('Control+z')
}

async function undoneTo(wanted: Record<string, number[]>): Promise<void> {
  await undo()
  await eventually(orders).toEqual(wanted)
}

test('a route is reversed, and its stops are swapped with those of another', async () => {
  await openMenu(routeName('Van 1'))
  expect(await seriousFaults(page)).toEqual([])
  await item('Reverse the order').click()
  await applyShown(page)
  await eventually(orders).toEqual({ ...start, 'Van 1': [4, 3, 2, 1] })
  await undoneTo(start)
  await openMenu(routeName('Van 1'))
  await item('Swap stops with…').hover()
  await item('Van 2').click()
  await applyShown(page)
  await eventually(orders).toEqual({ ...start, 'Van 1': [5, 6, 7, 8], 'Van 2': [1, 2, 3, 4] })
  await undoneTo(start)
})

test('a route takes in another, hands over its own, and is cut in two', async () => {
  await openMenu(routeName('Van 1'))
  await item('Merge stops from…').hover()
  await item('Van 2').click()
  await applyShown(page)
  await eventually(async () => (await orders())['Van 1']?.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  await undoneTo(start)
  await openMenu(routeName('Van 3'))
  await item('Vehicle broken down: hand its stops to others…').click()
  await applyShown(page)
  await eventually(async () => (await orders())['Van 3']).toEqual([])
  const handed = await orders()
  expect([...handed['Van 1']!, ...handed['Van 2']!].toSorted((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
  ])
  await undoneTo(start)
  await openMenu(row(3))
  await item('Split the route here').click()
  await applyShown(page)
  await eventually(orders).toMatchObject({ 'Van 1': [1, 2], 'Van 1 (2)': [3, 4] })
  await page.locator('[data-row=route]').filter({ hasText: 'Van 1 (2)' }).waitFor()
  await undo()
  await eventually(orders).toMatchObject(start)
  await page.locator('[data-row=route]').filter({ hasText: 'Van 1 (2)' }).click({ button: 'right' })
  await item('Delete route').click()
  await eventually(orders).toEqual(start)
})

test('deleted stops and routes come back, stops at their places', async () => {
  await openMenu(row(2))
  await item('Delete').click()
  await eventually(orders).toEqual({ ...start, 'Van 1': [1, 3, 4] })
  await undoneTo(start)
  await openMenu(routeName('Van 3'))
  await item('Delete route').click()
  const { 'Van 3': _gone, ...others } = start
  await eventually(orders).toEqual({ ...others, inbox: [9, 10, 11, 12, 0] })
  await undoneTo(start)
})

test('stops go to another day and come back to their places', async () => {
  const other = await world.call('POST', '/v2/plan', { label: 'Wednesday' }, { project_id: world.projectId })
  await row(6).click()
  await row(7).click({ modifiers: ['Control'] })
  await openSelectionMenu()
  await item('Move to another plan…').click()
  const dialog = page.getByRole('dialog', { name: 'Move to another plan…' })
  await dialog.getByRole('combobox', { name: 'Plan' }).click()
  await page.getByRole('option', { name: /Wednesday/ }).click()
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Move 2 stops' }).click()
  await eventually(async () => (await readPlan(other.id)).stops.length).toBe(2)
  await eventually(orders).toEqual({ ...start, 'Van 2': [5, 8] })
  await undoneTo(start)
})

async function openSelectionMenu(): Promise<void> {
  await row(6).click({ button: 'right' })
  await page.getByRole('menu').first().waitFor()
}

test('the lasso selects what it was drawn around, and its stops are pinned, unpinned and taken off together', async () => {
  await page.keyboard.press('Escape')
  await page.keyboard.press('f')
  await page.keyboard.press('l')
  const map = (await page.locator('canvas').boundingBox())!
  const corners = [
    [80, 20],
    [map.width - 60, 20],
    [map.width - 60, map.height - 30],
    [80, map.height - 30],
  ] as const
  await page.mouse.move(map.x + corners[0][0], map.y + corners[0][1])
  await page.mouse.down()
  for (const [x, y] of corners) await page.mouse.move(map.x + x, map.y + y, { steps: 8 })
  await page.mouse.up()
  const bar = page.getByRole('toolbar', { name: 'Selected stops' })
  await bar.getByText('13 stops selected').waitFor()
  await bar.getByRole('button', { name: 'Pin to its route' }).click()
  const pins = async () => (await world.call('GET', `/app/v1/plan/${planId}/editor`)).pins.length
  await eventually(pins).toBe(12)
  await undo()
  await eventually(pins).toBe(0)
  await bar.getByRole('button', { name: 'Take off the route' }).click()
  await applyShown(page)
  await eventually(async () => (await orders()).inbox?.length).toBe(13)
  await undoneTo(start)
  await page.keyboard.press('Escape')
})

test('selected stops are edited together: the effect first, and one undo gives all of it back', async () => {
  const values = async () => {
    const { stops } = await readPlan()
    const chosen = [5, 6].map((number) => stops.find(({ id }: { id: string }) => id === stopId(number)))
    return chosen.map(({ duration, time_windows }: { duration: number; time_windows: unknown }) => [
      duration,
      time_windows,
    ])
  }
  const before = await values()
  await row(5).click()
  await row(6).click({ modifiers: ['Control'] })
  await page.getByRole('toolbar', { name: 'Selected stops' }).getByRole('button', { name: 'Edit together' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit 2 stops together' })
  await dialog.getByText('Minutes at stop').click()
  await dialog.getByRole('textbox', { name: 'Minutes at stop' }).fill('20')
  await dialog.getByText('Time windows').click()
  await dialog.getByRole('textbox', { name: 'Time windows' }).fill('whenever')
  await dialog.getByText('Write windows like 8:00-12:00').waitFor()
  expect(await dialog.getByRole('button', { name: 'Preview the effect' }).isDisabled()).toBe(true)
  await dialog.getByRole('textbox', { name: 'Time windows' }).fill('8-16')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Preview the effect' }).click()
  const effect = page.getByRole('dialog', { name: 'Change 2 stops' })
  await effect.getByText(/\+30/).first().waitFor()
  expect(await values()).toEqual(before)
  await applyShown(page)
  await eventually(values).toEqual(Array.from({ length: 2 }, () => [1_200, [[28_800, 57_600]]]))
  await undo()
  await eventually(values).toEqual(before)
  await page.keyboard.press('Escape')
})

test('what the filter leaves out is pale on the timeline, and the drawer that opens moves no part of the map', async () => {
  const pale = () => page.locator('[data-timeline] [data-pale]').count()
  expect(await pale()).toBe(0)
  await page.getByRole('searchbox', { name: 'Filter stops' }).fill('Customer 12')
  await eventually(pale).toBe(11)
  await page.getByRole('searchbox', { name: 'Filter stops' }).fill('')
  await eventually(pale).toBe(0)
  const canvas = page.locator('canvas')
  const before = await canvas.boundingBox()
  await row(1).click()
  await page.getByRole('complementary', { name: 'Details' }).waitFor()
  expect(await canvas.boundingBox()).toEqual(before)
  await page.keyboard.press('Escape')
})

test('a stop that fits nowhere says why, and its remedy is taken back like any edit', async () => {
  await page.locator(`#row-${stopIds.get('Early bird')}`).click()
  const drawer = page.getByRole('complementary', { name: 'Details' })
  await drawer.getByText('Why is it not assigned?').waitFor()
  await drawer.getByText(/Reasons by vehicle .3./).click()
  const remedy = drawer.getByRole('button', { name: /late on|Extend the shift|time windows|Widen the window/ }).first()
  await remedy.waitFor()
  expect(await seriousFaults(page)).toEqual([])
  const before = await readPlan()
  await remedy.click()
  await applyShown(page)
  await eventually(async () => (await orders()).inbox).toEqual([])
  await undoneTo(start)
  const computeLimits = ({ routes }: { routes: { time_window: unknown }[] }) =>
    routes.map(({ time_window }) => time_window)
  expect(computeLimits(await readPlan())).toEqual(computeLimits(before))
})

test('a copy to try something stands beside its plan with its figures', async () => {
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await item('Make a copy to try something out').click()
  await page.getByRole('heading', { name: 'Tuesday (copy)' }).waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await item('Why this plan? What if?').click()
  const drawer = page.getByRole('complementary', { name: 'Details' })
  await drawer.getByText('Tuesday (copy)').first().waitFor()
  await drawer.getByText('Tuesday', { exact: true }).first().waitFor()
  expect(await seriousFaults(page)).toEqual([])
  expect(desk.complaints).toEqual([])
})

const screens = [
  ...['plans', 'plans?view=calendar', 'fleet', 'drivers', 'drivers/week', 'clients', 'zones', 'recurring', 'analytics'],
  ...[
    'project',
    'driving',
    'deliveries',
    'fields',
    'people',
    'recipients',
    'branding',
    'keys',
    'webhooks',
    'audit',
    'account',
    'organization',
    'addresses',
  ].map((part) => `settings/${part}`),
]

test('every screen can be read by everybody, in the dark too', async () => {
  const dark = await world.openPage({ width: 1280, height: 800, dark: true })
  const faults: Record<string, string[]> = {}
  const look = async (name: string) => {
    const found = await seriousFaults(dark.page)
    if (found.length > 0) faults[name] = found
  }
  for (const screen of screens) {
    await dark.go(`/${screen}`)
    await dark.page.getByRole('heading', { level: 1 }).waitFor()
    await look(screen)
  }
  await dark.page.getByRole('button', { name: /^Account of/ }).click()
  await dark.page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  await look('account menu')
  await dark.go(`/plan/${planId}`)
  await dark.page.locator(`#row-${stopIds.get('Early bird')}`).click()
  await dark.page.getByText('Why is it not assigned?').waitFor()
  await look('editor with a stop')
  for (const key of ['o', 'd', 'e']) {
    await dark.page.getByRole('heading', { level: 1 }).click()
    await dark.page.keyboard.press(key)
    // Off until the service has told what drivers were sent: colours in between are nobody's.
    if (key === 'd') await dark.page.getByRole('button', { name: /^Send to \d/ }).waitFor()
    await look(`editor, ${key}`)
  }
  expect(faults).toEqual({})
  await dark.page.context().close()
})
