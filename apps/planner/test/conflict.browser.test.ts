// A driver's report that contradicts the stop as it is: on a card of the running day, and at the stop, until somebody decides.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dispatchPlan, getCard, type RunningStop } from './live-cards.ts'
import {
  allDay,
  createVansPlan,
  eventually,
  type getDriver,
  joinPlannerWorld,
  type PlannerPage,
  type PlannerWorld,
  setZoneAtNoon,
} from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let drivers: ReturnType<typeof getDriver>[]
let stops: RunningStop[]

beforeAll(async () => {
  world = await joinPlannerWorld()
  desk = await world.openPage({ hasMaps: false })
  page = desk.page
  await setZoneAtNoon(world, desk)
  const planId = await createVansPlan(world, [2], { hours: allDay })
  ;({ drivers, stops } = await dispatchPlan(world, planId))
  await drivers[0]!('POST', '/start')
  await desk.go(`/plan/${planId}?mode=live`)
})

afterAll(() => world?.stop())

test('a delivery that a phone brings after the office has closed the stop waits on a card, and one press makes it what happened', async () => {
  const stop = stops[0]!
  const closed = { type: 'service_report_canceled', cancel_reason: 'closed' }
  await world.call('POST', `/v3/stop/${stop.id}/report`, closed)
  const delivered = { type: 'service_report_completed', comments: 'At the back door', client_id: 'offline-1' }
  await drivers[0]!('POST', `/stop/${stop.id}/report`, delivered)
  const card = getCard(page, 'A report contradicts', 'Customer 1 · ')
  await card.getByText('The stop had already been closed.').waitFor()
  await card.getByText('At the back door').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await card.getByRole('button', { name: /^This is what happened/ }).click()
  await card.waitFor({ state: 'hidden' })
  await eventually(async () => (await world.call('GET', `/v2/stop/${stop.id}`)).status).toBe('completed')
})

test('at the stop both are read: what counts, and what was kept beside it', async () => {
  await page.getByText('Edit', { exact: true }).click()
  await page.locator('[data-row=stop]').filter({ hasText: 'Customer 1' }).click()
  await page.getByText('Reports that do not count').waitFor()
  await page.getByText('Kept beside the stop', { exact: false }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
})
