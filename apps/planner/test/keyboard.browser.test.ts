// The rooms by keyboard alone: all that can be pressed is reached by Tab, shows that it is, and dialogs open and close by keys.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { walkByTab } from './keyboard-walk.ts'
import {
  eventually,
  type PlannerPage,
  type PlannerWorld,
  routeAllDay,
  someStops,
  someVehicles,
  startPlannerWorld,
} from './planner-world.ts'

vi.setConfig({ testTimeout: 300_000 })

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string

beforeAll(async () => {
  world = await startPlannerWorld()
  const inProject = { project_id: world.projectId }
  await world.call('POST', '/v3/vehicles', someVehicles(2), inProject)
  await world.call('POST', '/v2/client', { label: 'Bakery', location: { lat: 47.14, lng: 9.52 } }, inProject)
  const plan = { label: 'Today', routes: [routeAllDay('Van 1', someStops(3)), routeAllDay('Van 2', someStops(3))] }
  planId = (await world.call('POST', '/v2/plan', plan, inProject)).id
  desk = await world.openPage()
  page = desk.page
})

afterAll(async () => world?.stop())

test.each([
  ...[
    'today',
    'start',
    'plans',
    'backlog',
    'fleet',
    'depots',
    'depots/charging',
    'drivers',
    'drivers/week',
    'clients',
    'zones',
    'recurring',
  ],
  ...[
    'analytics',
    'settings/project',
    'settings/deliveries',
    'settings/fields',
    'settings/recipients',
    'settings/branding',
    'settings/people',
    'settings/slots',
    'settings/learning',
  ],
  ...['plan/PLAN', 'plan/PLAN?mode=live', 'plan/PLAN/import', 'plan/PLAN/export'],
])('/%s: everything is reached by Tab and shows that it is', async (path) => {
  await desk.go(`/${path.replace('PLAN', planId)}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await walkByTab(page)).toEqual({ unreached: [], withoutRing: [] })
})

test('a plan is made, opened, and a stop of it read and left, without a pointer', async () => {
  await desk.go('/plans')
  const heading = page.getByRole('heading', { level: 1 })
  await heading.waitFor()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Today', exact: true }).last().press('Enter')
  await page.getByRole('tree').waitFor()
  await page.getByRole('tree').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.waitFor()
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'hidden' })
  await page.keyboard.press('o')
  await page.getByRole('heading', { name: 'Optimize' }).waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => page.getByRole('heading', { name: 'Optimize' }).count()).toBe(0)
})

test('a record opened by Enter is left by Escape, and the keyboard is where it was', async () => {
  await desk.go('/clients')
  const bakery = page.getByRole('button', { name: 'Bakery', exact: true })
  await bakery.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await eventually(() => page.locator(':focus').textContent()).toBe('Bakery')
})

test('a button that waited for the service has the keyboard again', async () => {
  await desk.go('/settings/learning')
  const look = page.getByRole('button', { name: 'Check travel times' })
  const answer = page.waitForResponse(/traffic.learned/)
  await look.press('Enter')
  await answer
  await look.and(page.locator(':focus')).waitFor()
})
