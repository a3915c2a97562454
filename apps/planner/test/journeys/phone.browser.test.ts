// A dispatcher on the go, on a phone: the day, its plan by tabs, and what goes wrong, put right with the thumb; the driver's phone follows.
import { layoutFaults } from '@routewright/server/testing/layout'
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCard } from '../live-cards.ts'
import {
  allDay,
  createVansPlan,
  eventually,
  joinPlannerWorld,
  type PlannerPage,
  type PlannerWorld,
  setZoneAtNoon,
} from '../planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
/** The driver's. */
let van: Page
let planId: string
let link: string
let first: { id: string; label: string }

beforeAll(async () => {
  world = await joinPlannerWorld()
  desk = await world.openPage({ width: 390, height: 844, hasMaps: false })
  page = desk.page
  const zone = await setZoneAtNoon(world, desk)
  planId = await createVansPlan(world, [3, 3], { label: 'A day with quite a long name', hours: allDay })
  const execution_date = new Intl.DateTimeFormat('sv', { timeZone: zone }).format()
  await world.call('PUT', `/v2/plan/${planId}`, { execution_date })
  await world.call('POST', '/v2/stops', [{ label: 'Nobody knows where' }], { plan_id: planId })
  const [route] = await world.call('GET', `/v2/plan/${planId}/routes`)
  first = route.stops[0]
  link = (await world.call('POST', `/v2/route/${route.id}/dispatch`)).public_link
})

afterAll(() => world?.stop())

const readStatus = async () => (await world.call('GET', `/v2/stop/${first.id}`)).status

/** Expects that no element is wider than the screen, overlaps its neighbour or is unreadable. */
async function expectFits(on: Page): Promise<void> {
  await eventually(() => layoutFaults(on)).toEqual([])
  await eventually(() => seriousFaults(on)).toEqual([])
}

test('the day fits on the phone, tells what needs a look, and its line leads there', async () => {
  await desk.go('/today')
  const line = page.getByRole('link', { name: /1 stop has no location on the map/ })
  await line.waitFor()
  await expectFits(page)
  await line.click()
  await page.getByRole('heading', { name: 'Nobody knows where' }).waitFor()
  await expectFits(page)
  await page.getByRole('complementary', { name: 'Details' }).getByRole('button', { name: 'Close' }).click()
})

test('the views of a plan are tabs, and each fits', async () => {
  const tab = (name: string) => page.getByRole('radiogroup', { name: 'Views' }).getByText(name, { exact: true })
  for (const [name, shown] of [
    ['Map', page.getByText('This browser cannot draw maps')],
    ['Table', page.getByRole('grid')],
    ['Timeline', page.locator('[data-timeline-route]').first()],
    ['Stops', page.locator('[data-row=stop]').first()],
  ] as const) {
    await tab(name).click()
    await shown.waitFor()
    await expectFits(page)
  }
})

test('the driver starts on a phone of the same size and reports that nobody can deliver there', async () => {
  const context = await world.browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    hasTouch: true,
    isMobile: true,
    permissions: ['geolocation'],
    geolocation: { latitude: 47.1, longitude: 9.5, accuracy: 8 },
  })
  van = await context.newPage()
  van.setDefaultTimeout(60_000)
  await van.goto(world.server.address + new URL(link).pathname)
  await van.getByRole('button', { name: 'Start route' }).tap()
  await van.getByRole('button', { name: 'Open stop' }).tap()
  await van.getByRole('heading', { name: first.label }).waitFor()
  await expectFits(van)
  await van.getByRole('button', { name: 'I have arrived' }).tap()
  await van.getByRole('button', { name: 'Could not deliver' }).tap()
  await van.getByText('Recipient absent').tap()
  await expectFits(van)
  await van.getByRole('button', { name: 'Close as not done' }).tap()
  // Sent at once instead of in the ten seconds in which it may be taken back: the page is left.
  await van.getByText('1 of 3 stops').waitFor()
})

test('the dispatcher’s phone has the card, and one press on it sends the driver there again', async () => {
  await page.goto(`${world.server.address}/planner/plan/${planId}?mode=live`)
  const failed = getCard(page, 'Not delivered', `${first.label} · `)
  await failed.waitFor()
  expect(await readStatus()).toBe('canceled')
  const again = failed.getByRole('button', { name: /^Again today/ })
  await again.getByText(/^\d\d:\d\d · [+−±]/).waitFor()
  await expectFits(page)
  await again.click()
  await eventually(readStatus).toBe('pending')
  await failed.waitFor({ state: 'hidden' })
  await van.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  // One change, or two where the phone had not yet read its own report: then the order is news as well.
  await van.getByRole('button', { name: /The dispatcher (?:changed|made)/ }).tap()
  await van.getByRole('dialog').getByText(first.label).first().waitFor()
  await van.getByRole('button', { name: 'Got it' }).tap()
  await van.getByText('0 of 3 stops').waitFor()
  expect(desk.complaints).toEqual([])
})
