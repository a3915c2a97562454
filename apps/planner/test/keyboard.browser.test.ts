// The rooms by keyboard alone: all that can be pressed is reached by Tab, shows that it is, and dialogs open and close by keys.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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

const mostPresses = 300

interface Step {
  /** Nothing of the page has the keyboard. */
  isOut: boolean
  isAgain: boolean
  name: string
  hasRing: boolean
}

/** What has the keyboard, once its ring is drawn in full (a ring grows from 0, for a frame even where motion is reduced); runs in the page and marks it as seen. Fields show a caret and a frame, what is embedded has rings of its own, lists of rows a ring above their rows. */
const look = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(async () => {
  const one = document.activeElement
  await Promise.allSettled(one?.getAnimations().map(({ finished }) => finished) ?? [])
  if (!one || one === document.body) return { isOut: true, isAgain: false, name: '', hasRing: true }
  const isAgain = one.hasAttribute('data-walked')
  one.setAttribute('data-walked', '')
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
  const hasRing = (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  const name = one.tagName.toLowerCase() + ' ' + (one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40)
  return { isOut: false, isAgain, name, hasRing: hasRing || one.matches('input, textarea, iframe, [role=tree], [role=grid]') }
})`

/** What could have it and never had; of a group of choices one is enough. */
const rest = `[...document.querySelectorAll('button, a[href], input, select, textarea, [tabindex]')]
  .filter((one) => one.tabIndex >= 0 && !one.disabled && !one.hasAttribute('data-walked'))
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert]'))
  .filter((one) => !(one.type === 'radio' && document.querySelector('[name="' + one.name + '"][data-walked]')))
  .map((one) => one.tagName.toLowerCase() + ' ' + (one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40))`

/** Presses Tab until the first one comes again. */
async function walk(): Promise<{ unreached: string[]; withoutRing: string[] }> {
  const withoutRing: string[] = []
  let first: string | undefined
  for (let presses = 0; presses < mostPresses; presses += 1) {
    await page.keyboard.press('Tab')
    const { isOut, isAgain, name, hasRing } = await page.evaluate<Step>(look)
    if (first !== undefined && (isOut || (isAgain && name === first))) break
    first ??= isOut ? undefined : name
    if (!hasRing) withoutRing.push(name)
  }
  return { unreached: await page.evaluate<string[]>(rest), withoutRing }
}

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
  ...['analytics', 'settings/project', 'settings/recipients', 'settings/people', 'settings/slots', 'settings/learning'],
  ...['plan/PLAN', 'plan/PLAN?mode=live', 'plan/PLAN/import', 'plan/PLAN/export'],
])('/%s: everything is reached by Tab and shows that it is', async (path) => {
  await desk.go(`/${path.replace('PLAN', planId)}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await walk()).toEqual({ unreached: [], withoutRing: [] })
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
