// Something goes wrong on the road: the running day tells of it on a card, which says what to do, at what price, and does it.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countPresses, dispatchPlan, getCard, type RunningStop, readPresses } from '../live-cards.ts'
import {
  allDay,
  createVansPlan,
  eventually,
  type getDriver,
  joinPlannerWorld,
  type PlannerPage,
  type PlannerWorld,
  setZoneAtNoon,
} from '../planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string
let drivers: ReturnType<typeof getDriver>[]
let stops: RunningStop[]

beforeAll(async () => {
  world = await joinPlannerWorld()
  desk = await world.openPage({ hasMaps: false })
  page = desk.page
  await setZoneAtNoon(world, desk)
  planId = await createVansPlan(world, [3, 3], { hours: allDay })
  ;({ drivers, stops } = await dispatchPlan(world, planId))
  for (const drive of drivers) await drive('POST', '/start')
  await countPresses(page)
  await desk.go(`/plan/${planId}?mode=live`)
})

afterAll(() => world?.stop())

const readStop = (at: number) => world.call('GET', `/v2/stop/${stops[at]!.id}`)
const listOpenStops = async (route: string): Promise<RunningStop[]> =>
  (await world.call('GET', `/v2/route/${route}`)).stops.filter(({ status }: { status: string }) => status === 'pending')

test('a stop whose hours are over already is told as late, and the list says so, too', async () => {
  await page
    .getByText('Nothing needs you right now.', { exact: false })
    .or(page.getByRole('listitem').first())
    .waitFor()
  await world.call('PUT', `/v2/stop/${stops[2]!.id}`, { time_windows: [[36_000, 43_200]] })
  const late = getCard(page, 'Will be late', 'Customer 3 · ')
  await late.waitFor()
  await late
    .getByRole('button', { name: /^Earlier on its route|^Another van/ })
    .first()
    .waitFor()
  await world.call('PUT', `/v2/stop/${stops[2]!.id}`, { time_windows: [] })
  await late.waitFor({ state: 'hidden' })
})

test('a failed delivery is tried again by one press, which said before when, at what price, and who is told', async () => {
  const failed = { type: 'service_report_canceled', cancel_reason: 'closed' }
  await drivers[0]!('POST', `/stop/${stops[0]!.id}/report`, failed)
  const card = getCard(page, 'Not delivered', 'Customer 1 · ')
  const again = card.getByRole('button', { name: /^Again today/ })
  await again.getByText(/^\d\d:\d\d · [+−±]/).waitFor()
  await again.getByText('The driver of Van 1 is told.').waitFor()
  expect(await readStop(0)).toMatchObject({ status: 'canceled' })
  expect(await seriousFaults(page)).toEqual([])
  const before = await readPresses(page)
  await again.click()
  await eventually(async () => (await readStop(0)).status).toBe('pending')
  expect((await readPresses(page)) - before).toBeLessThanOrEqual(2)
  await card.waitFor({ state: 'hidden' })
  const { stops: onPhone } = await drivers[0]!('GET', '/route')
  const found = onPhone.find(({ id }: RunningStop) => id === stops[0]!.id)
  expect(found).toMatchObject({ status: 'pending' })
})

test('the rest of a van that broke down goes to another van from its card, and comes back when that is undone after a reload', async () => {
  const [down, taker] = [stops[3]!.route_id, stops[0]!.route_id]
  await drivers[1]!('POST', '/note', { kind: 'problem', category: 'breakdown', comments: 'Smoke' })
  const card = getCard(page, 'Driver reports: breakdown', 'Smoke')
  await card.getByRole('button').filter({ hasText: 'Hand its stops to others…' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('region', { name: 'Van 1 takes' }).waitFor()
  expect(await listOpenStops(taker)).toHaveLength(3)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await eventually(async () => (await listOpenStops(taker)).length).toBeGreaterThan(3)
  // The undo step is known only once the page has the response.
  await page.getByLabel('Undo', { exact: true }).click({ trial: true })
  await page.reload()
  await page.getByLabel('Undo', { exact: true }).click()
  await eventually(async () => (await listOpenStops(down)).length).toBe(3)
  expect(await listOpenStops(taker)).toHaveLength(3)
  expect(desk.complaints).toEqual([])
})
