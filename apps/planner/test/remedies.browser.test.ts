// Exceptions carry what to do about them, with its effect before the click; counted are the clicks of a hand.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countPresses, dispatchPlan, getCard, type RunningStop, readPresses } from './live-cards.ts'
import {
  allDay,
  createVansPlan,
  eventually,
  type getDriver,
  type PlannerPage,
  type PlannerWorld,
  setZoneAtNoon,
  startPlannerWorld,
} from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string
let drivers: ReturnType<typeof getDriver>[]
let stops: RunningStop[]

beforeAll(async () => {
  world = await startPlannerWorld()
  desk = await world.openPage({ width: 1440, height: 900 })
  page = desk.page
  // Late in the evening no other van could take over on the same day.
  await setZoneAtNoon(world, desk)
  planId = await createVansPlan(world, [4, 4, 4], { hours: allDay })
  ;({ drivers, stops } = await dispatchPlan(world, planId))
  for (const at of [0, 1]) await drivers[at]!('POST', '/start')
  await countPresses(page)
  await desk.go(`/plan/${planId}?mode=live`)
})

afterAll(async () => world?.stop())

const getStop = (at: number) => world.call('GET', `/v2/stop/${stops[at]!.id}`)
const card = (kind: string, about: string) => getCard(page, kind, about)
const clicks = () => readPresses(page)

const fail = (at: number) =>
  drivers[Math.floor(at / 4)]!('POST', `/stop/${stops[at]!.id}/report`, {
    type: 'service_report_canceled',
    cancel_reason: 'closed',
  })

test('a failed delivery is tried again today by one click, which said when, at what price, and who is told', async () => {
  await fail(0)
  const failed = card('Not delivered', 'Customer 1 · ')
  const again = failed.getByRole('button', { name: /^Again today/ })
  await again.getByText(/^\d\d:\d\d · [+−±]/).waitFor()
  await again.getByText('The driver of Van 1 is told.').waitFor()
  const offered = failed.locator('[class*=_remedy_]:visible')
  await eventually(() => offered.count()).toBe(3)
  const more = failed.getByRole('button', { name: 'More…' })
  await more.click()
  await failed.getByRole('button', { name: /^To the backlog/ }).waitFor()
  expect(await offered.count()).toBeGreaterThan(3)
  await failed.getByRole('button', { name: 'Fewer' }).click()
  await eventually(() => offered.count()).toBe(3)
  expect((await getStop(0)).status).toBe('canceled')
  expect(await seriousFaults(page)).toEqual([])
  const before = await clicks()
  await again.click()
  await eventually(async () => (await getStop(0)).status).toBe('pending')
  expect((await clicks()) - before).toBeLessThanOrEqual(2)
  await failed.waitFor({ state: 'hidden' })
})

test('the actions of a card keep their places while what they would do is worked out', async () => {
  let answer = () => {}
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/app/v1/stop/*/again?*', async (route) => {
    await isAsked
    await route.continue()
  })
  await fail(1)
  const failed = card('Not delivered', 'Customer 2 · ')
  const places = () =>
    failed.getByRole('button').evaluateAll((all) =>
      all.map((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect()
        // Two texts of the same size differ by hundredths of a pixel.
        return [(element.querySelector('strong') ?? element).textContent, ...[left, top, right, bottom].map(Math.round)]
      }),
    )
  await failed.getByRole('button', { name: /^Again today ?…/ }).waitFor()
  // All other requests have their responses.
  await failed.getByRole('button', { name: /^Tomorrow.*new plan/ }).waitFor()
  const before = await places()
  answer()
  await failed.getByText('The driver of Van 1 is told.').waitFor()
  expect(await places()).toEqual(before)
  await page.unroute('**/app/v1/stop/*/again?*')
})

// The longest words, at the width that the list has by itself, and on a phone.
test.each([
  ['de-DE', 1024],
  ['fr-FR', 1280],
  ['de-DE', 390],
])('what an action would do is read whole, in %s at %i', async (locale, width) => {
  const other = await world.openPage({ width, height: 800, locale })
  await other.go(`/plan/${planId}?mode=live`)
  const effects = other.page.locator('[data-lines=own] [class*=_effect_]')
  await effects
    .filter({ hasText: /^\d\d:\d\d · [+−±]/ })
    .first()
    .waitFor()
  const cut = () =>
    effects.evaluateAll((all) =>
      all
        .filter((element) => {
          const [text, box] = [element.getBoundingClientRect(), element.parentElement!.getBoundingClientRect()]
          return element.scrollWidth > element.clientWidth + 1 || text.bottom > box.bottom + 1
        })
        .map((element) => element.textContent),
    )
  expect(await cut()).toEqual([])
  // Also the longest that could come of it.
  await effects.first().evaluate((element) => {
    element.textContent = '16:10 · macht 12 verspätet · bricht 3 Regeln · +1 h 47 min · +12,5 km · Sprinter Nord'
  })
  expect(await cut()).toEqual([])
  await other.page.context().close()
})

test('the first is undone after a reload', async () => {
  // The live view may show the change before the page has the response, and only then is the undo step known.
  await page.getByLabel('Undo', { exact: true }).click({ trial: true })
  await page.reload()
  await page.getByLabel('Undo', { exact: true }).click()
  await eventually(async () => (await getStop(0)).status).toBe('canceled')
  await card('Not delivered', 'Customer 1 · ').waitFor()
})

test('tomorrow: it goes to the plan of that day, which is made; undone after a reload it has failed again', async () => {
  await card('Not delivered', 'Customer 1 · ')
    .getByRole('button', { name: /^Tomorrow.*new plan/ })
    .click()
  await eventually(async () => (await getStop(0)).plan_id).not.toBe(planId)
  expect(await getStop(0)).toMatchObject({ status: 'pending' })
  await page.getByText(/^Customer 1 moved to/).waitFor()
  await page.reload()
  await page.getByLabel('Undo', { exact: true }).click()
  await eventually(async () => {
    const { status, plan_id, route_id } = await getStop(0)
    return { status, plan_id, route_id }
  }).toEqual({ status: 'canceled', plan_id: planId, route_id: stops[0]!.route_id })
})

test('to the backlog: it waits for another day; undone it has failed again', async () => {
  await card('Not delivered', 'Customer 1 · ').getByRole('button', { name: 'More…' }).click()
  await card('Not delivered', 'Customer 1 · ')
    .getByRole('button', { name: /^To the backlog/ })
    .click()
  await eventually(async () => (await getStop(0)).plan_id).toBeUndefined()
  expect(await getStop(0)).toMatchObject({ status: 'pending' })
  await page.getByText('Customer 1 moved to the backlog').waitFor()
  await page.getByLabel('Undo', { exact: true }).click()
  await eventually(async () => {
    const { status, plan_id, route_id } = await getStop(0)
    return { status, plan_id, route_id }
  }).toEqual({ status: 'canceled', plan_id: planId, route_id: stops[0]!.route_id })
})

test('back to the depot: it is handled, and can be looked at again', async () => {
  await card('Not delivered', 'Customer 1 · ').getByRole('button', { name: 'More…' }).click()
  await card('Not delivered', 'Customer 1 · ')
    .getByRole('button', { name: /^Back to the depot/ })
    .click()
  await card('Not delivered', 'Customer 1 · ').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Show 1 handled' }).click()
  await card('Not delivered', 'Customer 1 · ').waitFor()
})

test('a delivery that was reported far away can be looked at', async () => {
  await drivers[1]!('POST', `/stop/${stops[4]!.id}/report`, {
    type: 'service_report_completed',
    location: { lat: 47.3, lng: 9.5 },
  })
  await card('Reported far from the stop', 'Customer 5 · ')
    .getByRole('button', { name: /^Look on the map/ })
    .click()
  await page.getByRole('complementary', { name: 'Details' }).getByRole('heading', { name: 'Customer 5' }).waitFor()
})

test('the rest of the route of a van that is down goes to another van by three clicks, from its card', async () => {
  const route = stops[4]!.route_id
  await drivers[1]!('POST', '/note', { kind: 'problem', category: 'breakdown', comments: 'Smoke' })
  const down = card('Driver reports: breakdown', 'Smoke')
  const first = down.getByRole('button').filter({ hasText: 'told' }).first()
  await first.getByText('Hand its stops to others…').waitFor()
  const before = await clicks()
  await first.click()
  const takers = page.getByRole('dialog').getByRole('radiogroup', { name: 'Who takes over' })
  await takers.getByText('Van 3', { exact: true }).click()
  await page.getByRole('dialog').getByRole('region', { name: 'Van 3 takes' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  const pending = async (id: string) =>
    (await world.call('GET', `/v2/route/${id}`)).stops.filter(({ status }: { status: string }) => status === 'pending')
  await eventually(async () => (await pending(stops[8]!.route_id)).length).toBeGreaterThan(4)
  expect((await clicks()) - before).toBeLessThanOrEqual(3)
  await page.getByLabel('Undo', { exact: true }).click()
  await eventually(async () => (await pending(route)).length).toBe(3)
})

test('an absent driver’s route is handed over by three clicks at most', async () => {
  const route = stops[8]!.route_id
  const before = await clicks()
  await page.locator(`[data-timeline-route="${route}"]`).getByText('Van 3').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Vehicle broken down: hand its stops to others…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await eventually(async () => (await world.call('GET', `/v2/route/${route}`)).stops.length).toBeLessThan(4)
  expect((await clicks()) - before).toBeLessThanOrEqual(3)
  expect(desk.complaints).toEqual([])
})
