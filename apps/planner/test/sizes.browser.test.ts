// The screens on small screens, on a phone, and read at twice their size: nothing is wider than the screen, nothing lies over its
// neighbour, and all that can be pressed can be reached.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  driverOf,
  eventually,
  type PlannerPage,
  type PlannerWorld,
  someStops,
  someVehicles,
  startPlannerWorld,
} from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string

/** The third is a screen of 1,440 × 900 at 200 %. */
const sizes = [
  [1280, 720],
  [1024, 768],
  [720, 450],
  [390, 844],
] as const

beforeAll(async () => {
  world = await startPlannerWorld()
  desk = await world.openPage()
  page = desk.page
  const inProject = { project_id: world.projectId }
  await world.call('POST', '/v3/vehicles', someVehicles(3), inProject)
  await world.call('POST', '/v2/client', { label: 'A client with quite a long name', location: place }, inProject)
  const route = (number: number, stops: object[]) => ({
    ...{ label: `Van ${number}`, email: `van${number}@example.test`, time_window: [0, 86_400] as const, stops },
    ...{ start_location: place, end_location: place },
  })
  const stops = someStops(20)
  const plan = {
    label: 'Deliveries of a day with a long name',
    execution_date: new Date().toISOString().slice(0, 10),
    routes: [route(1, stops.slice(0, 6)), route(2, stops.slice(6, 12))],
  }
  planId = (await world.call('POST', '/v2/plan', plan, inProject)).id
  await world.call('POST', '/v2/stops', stops.slice(12), { plan_id: planId })
})

afterAll(async () => world?.stop())

const place = { lat: 47.14, lng: 9.52 }

/** What sticks out of the screen and cannot be scrolled to, and what of the editor's bar lies over something else of it. */
const faultsOfLayout = () => page.evaluate<string[]>(lookForFaults)

/** Runs in the page. */
const lookForFaults = `(() => {
  const nameOf = (one) => one.tagName + ' ' + (one.getAttribute('aria-label') ?? one.textContent.slice(0, 30))
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true })
  const scrolls = (one) => {
    for (let box = one.parentElement; box; box = box.parentElement)
      if (box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX)) return true
    return false
  }
  const isOut = (one) => {
    const { left, right, width } = one.getBoundingClientRect()
    return width > 1 && (left < -1 || right > innerWidth + 1) && isShown(one) && !scrolls(one)
  }
  const all = (selector) => [...document.querySelectorAll(selector)]
  const covers = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
  }
  const boxes = [document.documentElement, ...all('#content')]
  const pressed = all('#content :is(button, a[href], input), nav :is(a, button)')
  const bar = all('#content header :is(button, h1, a, [role=radiogroup])').filter(isShown)
  return [
    ...boxes.filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => 'wider than the screen: ' + nameOf(box)),
    ...pressed.filter(isOut).map((one) => 'out of reach: ' + nameOf(one)),
    ...bar.flatMap((one, at) =>
      bar.slice(at + 1).filter((other) => covers(one, other)).map((other) => nameOf(one) + ' over ' + nameOf(other)),
    ),
  ]
})()`

/** At every size, from the widest to the narrowest. */
async function fitsEverywhere(): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await eventually(async () => ({ width, faults: await faultsOfLayout() })).toEqual({ width, faults: [] })
  }
}

test.each([
  '/today',
  '/plans',
  '/backlog',
  '/fleet',
  '/drivers',
  '/drivers/week',
  '/clients',
  '/zones',
  '/recurring',
  '/analytics',
  '/settings',
  '/settings/people',
])('%s fits', async (path) => {
  await desk.go(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await fitsEverywhere()
})

test('on a phone the lines of links show the one of the open page', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await desk.go('/settings/audit')
  await page.getByRole('button', { name: 'Check for tampering' }).waitFor()
  const inSight = async (name: string) => {
    const links = page.getByRole('navigation', { name })
    const { x, width } = (await links.locator('a[aria-current=page]:visible').boundingBox())!
    return x >= 0 && x + width <= 390
  }
  await eventually(() => inSight('Settings')).toBe(true)
  await eventually(() => inSight('Main navigation')).toBe(true)
})

test('importing fits', async () => {
  await desk.go(`/plan/${planId}/import`)
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  await fitsEverywhere()
})

test('a plan fits with its details, and on a phone its views are tabs', async () => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await desk.go(`/plan/${planId}`)
  await page.locator('[data-row=stop]').first().click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.waitFor()
  await fitsEverywhere()
  await details.getByRole('button', { name: 'Close' }).click()
  await fitsEverywhere()
  const tab = (name: string) => page.getByRole('radiogroup', { name: 'Views' }).getByText(name, { exact: true })
  for (const [name, shown] of [
    ['Map', page.locator('canvas').first()],
    ['Table', page.getByRole('grid')],
    ['Timeline', page.locator('[data-timeline-route]').first()],
    ['Stops', page.locator('[data-row=stop]').first()],
  ] as const) {
    await tab(name).click()
    await shown.waitFor()
    await eventually(faultsOfLayout).toEqual([])
    await eventually(() => seriousFaults(page)).toEqual([])
  }
})

test('what needs a look in the running day is there on a phone, with its remedies', async () => {
  const [first] = (await world.call('GET', `/v2/plan/${planId}`)).routes
  const { public_link } = await world.call('POST', `/v2/route/${first.id}/dispatch`)
  const drive = driverOf(world, public_link.split('/d/')[1])
  await drive('POST', '/start')
  const failed = { type: 'service_report_canceled', cancel_reason: 'closed' }
  await drive('POST', `/stop/${first.stops[0].id}/report`, failed)
  await page.setViewportSize({ width: 390, height: 844 })
  await desk.go(`/plan/${planId}?mode=live`)
  await page.getByText(first.stops[0].label).first().waitFor()
  await fitsEverywhere()
  await eventually(() => seriousFaults(page)).toEqual([])
  expect(desk.complaints).toEqual([])
})

test('on a small laptop every place and what stands below them is in sight without scrolling', async () => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await desk.go('/plans')
  const places = page.getByRole('navigation', { name: 'Main navigation' })
  await places.getByRole('link', { name: 'Settings' }).waitFor()
  const account = page.getByRole('button', { name: /^Account of/ })
  const { y, height } = (await account.boundingBox())!
  expect(y + height).toBeLessThanOrEqual(720)
})
