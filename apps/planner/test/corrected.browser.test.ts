// The dispatcher's view of corrected reports, of recipients whom nothing reaches, and of a rescuer who was not sent the stops they take over.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dispatchPlan, getCard, type RunningStop } from './live-cards.ts'
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
  desk = await world.openPage({ hasMaps: false })
  page = desk.page
  await setZoneAtNoon(world, desk)
  const change = (path: string, data: object) =>
    page.context().request.put(`${world.server.address}/app/v1/project/${world.projectId}${path}`, {
      data,
      headers: { origin: world.server.address },
    })
  await change('/recipients', { messages: { kinds: { started: { email: true } }, quiet_hours: null } })
  expect((await change('', { settings: { driver_may_amend: 'never' } })).status()).toBe(200)
  planId = await createVansPlan(world, [3, 1], { hours: allDay })
  ;({ drivers, stops } = await dispatchPlan(world, planId))
  await drivers[0]!('POST', '/start')
  await desk.go(`/plan/${planId}?mode=live`)
})

afterAll(() => world?.stop())

test('a correction that the project does not allow waits on a card; taken, the report says it, and both versions are read at the stop', async () => {
  const [stop] = stops
  const done = { type: 'service_report_completed', comments: 'At the front door', client_id: 'r-1' }
  await drivers[0]!('POST', `/stop/${stop!.id}/report`, done)
  const correction = { report: 'r-1', action: 'amend', client_id: 'a-1', amended: { comments: 'At the back door' } }
  await drivers[0]!('POST', `/stop/${stop!.id}/amend`, correction)
  const card = getCard(page, 'A driver corrected a report', 'Customer 1 · ')
  await card.getByText('At the back door').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await card.getByRole('button', { name: /^This is what happened/ }).click()
  await card.waitFor({ state: 'hidden' })
  await eventually(async () => (await world.call('GET', `/v2/stop/${stop!.id}`)).reports[0].comments).toBe(
    'At the back door',
  )
  await page.getByText('Edit', { exact: true }).click()
  await page.locator('[data-row=stop]').filter({ hasText: 'Customer 1' }).click()
  const versions = page.getByRole('region', { name: 'Earlier versions' })
  await versions.getByText('At the front door').waitFor()
  await page.getByText('At the back door').waitFor()
  expect(await seriousFaults(page)).toEqual([])
})

test('a report of a driver is taken back at the stop, and stays readable there', async () => {
  const [stop] = stops
  await page.getByRole('region', { name: 'Reports', exact: true }).getByRole('button', { name: 'Undo' }).click()
  await eventually(async () => (await world.call('GET', `/v2/stop/${stop!.id}`)).status).toBe('pending')
  await page
    .getByRole('region', { name: 'Earlier versions' })
    .getByText(/^Taken back by a dispatcher at /)
    .waitFor()
})

test('recipients whom nothing reaches stand on one card, with why', async () => {
  await page.getByText('Live', { exact: true }).click()
  await getCard(page, '3 recipients cannot be reached', 'Customer 4 · no contact').waitFor()
  expect(await seriousFaults(page)).toEqual([])
})

test('a rescuer who was not sent what they take over is a card, and is gone once they are', async () => {
  await world.call('POST', `/app/v1/route/${stops[0]!.route_id}/reassign`, {
    hand_over: { at: 'vehicle', label: 'From Van 1' },
  })
  const card = getCard(page, 'Takes goods over, but was not sent that', 'Van 2')
  await card.waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await world.call('POST', `/v2/route/${stops[3]!.route_id}/dispatch`)
  await page.reload()
  await page.getByText('Live', { exact: true }).click()
  await card.waitFor({ state: 'hidden' })
})
