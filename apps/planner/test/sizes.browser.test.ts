// The screens on small screens, on a phone, and read at twice their size: nothing is wider than the screen, nothing lies over its
// neighbour, and all that can be pressed can be reached.
import { layoutFaults } from '@routewright/server/testing/layout'
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  eventually,
  getDriver,
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

/** The third is a screen of 1,280 × 800 at 200 %. */
const sizes = [
  [1280, 720],
  [1024, 768],
  [640, 400],
  [390, 844],
] as const

beforeAll(async () => {
  world = await startPlannerWorld()
  desk = await world.openPage()
  page = desk.page
  const inProject = { project_id: world.projectId }
  const invitation = { email: 'somebody-with-a-long-name@example.test', name: 'Somebody', role: 'organization_manager' }
  await page.context().request.post(`${world.server.address}/app/v1/invitation`, {
    data: invitation,
    headers: { origin: world.server.address },
  })
  // Tables between the fields of the project's settings.
  const settings = {
    custom_field_definitions: ['floor', 'fragile'].map((name) => ({
      name,
      label: `A field called ${name}`,
      type: 'text',
      applies_to: 'stop',
    })),
  }
  await page.context().request.put(`${world.server.address}/app/v1/project/${world.projectId}`, {
    data: { settings, cancel_reasons: [{ id: 'absent', label: 'Recipient absent', enabled: true }] },
    headers: { origin: world.server.address },
  })
  await page.context().request.post(`${world.server.address}/app/v1/api_key`, {
    data: { label: 'A key of the warehouse' },
    headers: { origin: world.server.address },
  })
  await world.call('POST', '/v3/vehicles', someVehicles(3), inProject)
  await world.call('POST', '/v2/client', { label: 'A client with quite a long name', location: place }, inProject)
  const route = (number: number, stops: object[]) => ({
    label: `Van ${number}`,
    email: `van${number}@example.test`,
    time_window: [0, 86_400] as const,
    stops,
    start_location: place,
    end_location: place,
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

const faultsOfLayout = () => layoutFaults(page)

/** At every size, from the widest to the narrowest. */
async function fitsEverywhere(on = page): Promise<void> {
  for (const [width, height] of sizes) {
    await on.setViewportSize({ width, height })
    await eventually(async () => ({ width, faults: await layoutFaults(on) })).toEqual({ width, faults: [] })
  }
}

/** Every place of the planner but the plan, which has tests of its own. */
const places = (plan: string) => [
  ...[
    '/today',
    '/start',
    '/plans',
    '/plans?view=calendar',
    '/backlog',
    '/fleet',
    '/depots',
    '/depots/charging',
    '/drivers',
    '/drivers/week',
  ],
  ...['/clients', '/zones', '/recurring', '/analytics', '/analytics/replay', `/plan/${plan}/export`],
  ...[`/plan/${plan}/recurring`, ...settings.map((part) => `/settings/${part}`)],
]
const settings = [
  ...[
    'project',
    'driving',
    'deliveries',
    'fields',
    'recipients',
    'branding',
    'people',
    'providers',
    'account',
    'organization',
    'maps',
    'addresses',
    'keys',
  ],
  ...['webhooks', 'orders', 'trackers', 'slots', 'learning', 'privacy', 'audit'],
]

// The words of German are the longest.
test.each(['en-GB', 'de-DE'])('every place fits, in %s', { timeout: 900_000 }, async (locale) => {
  const other = await world.openPage({ locale })
  for (const path of places(planId)) {
    await other.go(path)
    await other.page.getByRole('heading', { level: 1 }).waitFor()
    await fitsEverywhere(other.page).catch((error) => {
      throw new Error(`${path}: ${error} ${JSON.stringify(error.actual)}`)
    })
  }
  await other.page.context().close()
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
  const longest = 'A customer with a name that is far too long for the column that it stands in'
  await page.getByRole('textbox', { name: 'Or paste cells' }).fill(`Name\tAddress\n${longest}\t${longest}, 9490 Vaduz`)
  await page.getByRole('button', { name: 'Use these cells' }).click()
  await page.getByRole('combobox', { name: 'Meaning of column Address' }).waitFor()
  await fitsEverywhere()
})

// A screen of 1,280 × 900 at 200 %.
test.each(['', '?mode=live'])('read at twice its size, a plan has three quarters of the screen: %s', async (mode) => {
  const other = await world.openPage({ width: 640, height: 450, locale: 'de-DE' })
  await other.go(`/plan/${planId}${mode}`)
  const views = other.page.getByRole('radiogroup', { name: 'Ansichten' })
  await views.waitFor()
  const share = async () => {
    const { y, height } = (await views.boundingBox())!
    const rail = (await other.page.getByRole('navigation', { name: 'Hauptnavigation' }).boundingBox())!
    return (rail.y - y - height) / 450
  }
  await eventually(async () => (await share()) >= 0.75).toBe(true)
  await eventually(() => layoutFaults(other.page)).toEqual([])
  await other.page.context().close()
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
  const drive = getDriver(world, public_link.split('/d/')[1])
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

test('on laptops every place and what stands below them is in sight without scrolling', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await desk.go('/plans')
  const places = page.getByRole('navigation', { name: 'Main navigation' })
  await places.getByRole('link', { name: 'Settings' }).waitFor()
  const account = page.getByRole('button', { name: /^Account of/ })
  // Usual ones, and on either side of the heights at which the places stand closer.
  for (const height of [720, 800, 816, 817, 900, 920, 921]) {
    await page.setViewportSize({ width: 1440, height })
    const box = (await account.boundingBox())!
    expect(box.y + box.height, `at ${height}`).toBeLessThanOrEqual(height)
  }
})
