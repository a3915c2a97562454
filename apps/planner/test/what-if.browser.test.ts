// "How many vans?" and past days replayed: fleets are tried beside the plan, and one becomes a copy; past days before and after.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type PlannerPage, type PlannerWorld, startPlannerWorld } from './planner-world.ts'

const hour = 3_600
const depot = { lat: 47.14, lng: 9.52 }
let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string

beforeAll(async () => {
  world = await startPlannerWorld()
  // Enough stops that the search of a fleet takes its second: with fewer it may be over before a busy page asks how far it is.
  const stops = Array.from({ length: 72 }, (_, index) => ({
    label: `Customer ${index + 1}`,
    location: { lat: 47.15 + 0.0015 * (index % 12), lng: 9.5 + 0.002 * Math.floor(index / 12) },
    duration: 300,
    time_windows: [[8 * hour, 11 * hour]],
  }))
  const plan = { label: 'Monday', execution_date: new Date().toISOString().slice(0, 10), stops }
  planId = (await world.call('POST', '/v2/plan', plan, { project_id: world.projectId })).id
  const vans = ['Anna', 'Ben'].map((label) => ({
    label,
    start_location: depot,
    end_location: depot,
    time_window: [8 * hour, 12 * hour],
    price_per_minute: 0.5,
    price_per_distance: 0.4,
  }))
  const routes = await world.call('POST', '/v2/routes', vans, { plan_id: planId })
  const own = await world.call('GET', `/v2/plan/${planId}/stops`)
  for (const [index, { id }] of routes.entries())
    await world.call('PUT', `/v2/route/${id}/stops`, {
      stops: own.slice(36 * index, 36 * index + 36).map((stop: { id: string }) => stop.id),
    })
  desk = await world.openPage({ width: 1280, height: 900 })
  page = desk.page
})

afterAll(async () => world?.stop())

const part = () => page.getByRole('region', { name: 'How many vans?' })
const kept = (vans: string) =>
  part()
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: vans, exact: true }) })
    .locator('xpath=following-sibling::tr[1]')

test('fleets are tried, the smallest that is in time is named, and the chosen one becomes a copy; the plan stays', async () => {
  await desk.go(`/plan/${planId}`)
  await page.getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Why this plan? What if?' }).click()
  await part().getByLabel('Stops on time').fill('90')
  await part().getByLabel('Fewer vans').fill('1')
  await part().getByLabel('More vans').fill('1')
  await part().getByText('Advanced').click()
  await part().getByLabel('Search time per fleet (seconds)').fill('1')
  await part().getByLabel('Slack for bad days').fill('30')
  await part().getByRole('combobox', { name: 'Additional vans like' }).click()
  await page.getByRole('option', { name: 'Ben' }).click()
  await part().getByRole('button', { name: 'Try fleets' }).click()
  await part().getByRole('progressbar').waitFor()
  await part()
    .getByText(/^(\d vans? (is|are) enough|None of these fleets)/)
    .waitFor()
  const [answer] = await world.call('GET', `/app/v1/plan/${planId}/fleet_sizes`)
  expect(answer).toMatchObject({ share: 0.9, state: 'ready' })
  expect(answer.assumptions).toMatchObject({ seconds: 1, slack: 0.3 })
  const sizes = answer.fleets.map(({ vehicles }: { vehicles: number }) => vehicles)
  expect(sizes).toEqual([1, 2, 3])
  await kept('3 vans').getByRole('img').waitFor()
  expect(await kept('3 vans').textContent()).toMatch(/\d+\.\d\s?% on time · \d+(\.\d)? late · .*with Ben \(2\)/)
  expect(await kept('1 van').textContent()).toMatch(/without (Anna|Ben)/)
  await part().getByText('What these figures are based on').click()
  await part().getByText('A stop that is left out counts as not on time.').waitFor()
  expect(await seriousFaults(page)).toEqual([])

  await part().getByRole('button', { name: 'Copy with 3 vans' }).click()
  await part().getByRole('link', { name: 'Open the copy' }).click()
  await eventually(() => page.url()).not.toContain(planId)
  const { copies } = await world.call('GET', `/app/v1/plan/${planId}/editor`)
  expect(copies).toMatchObject([{ label: 'Monday – 3 vans' }])
  expect(await world.call('GET', `/v2/plan/${copies[0].plan_id}/routes`)).toHaveLength(3)
  expect(await world.call('GET', `/v2/plan/${planId}/routes`)).toHaveLength(2)
  expect(desk.complaints).toEqual([])
})

test('a past day is replayed with a van more, shown before and after with its assumptions, and thrown away', async () => {
  const date = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  const van = {
    label: 'Cleo',
    default_start_location: depot,
    default_end_location: depot,
    default_time_window: [8 * hour, 12 * hour],
  }
  const query = { project_id: world.projectId }
  const [vehicle] = await world.call('POST', '/v3/vehicles', [van], query)
  const stops = Array.from({ length: 6 }, (_, index) => ({
    label: `Past ${index}`,
    duration: 600,
    location: { lat: 47.15 + 0.005 * ((index * 2) % 5), lng: 9.51 },
  }))
  const past = await world.call('POST', '/v2/plan', { label: 'Past day', execution_date: date, stops }, query)
  const [route] = await world.call('POST', '/v2/routes', [{ vehicle_id: vehicle.id }], { plan_id: past.id })
  const own = await world.call('GET', `/v2/plan/${past.id}/stops`)
  await world.call('PUT', `/v2/route/${route.id}/stops`, { stops: own.map(({ id }: { id: string }) => id) })
  await desk.go('/analytics')
  await page.getByRole('link', { name: 'Replay past days' }).click()
  // The page before asks for days, too, and navigates to an address of its own, which would end the way to this one.
  await page.getByRole('button', { name: 'Replay', exact: true }).waitFor()
  await page
    .getByLabel(/^From\b/)
    .first()
    .fill(date)
  await page.getByLabel(/^To\b/).first().fill(date)
  await page.getByLabel('Additional vehicles like').first().click()
  await page.getByRole('option', { name: 'Cleo' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  const total = page.getByRole('table', { name: 'All days' })
  await total.waitFor()
  expect(await total.getByRole('row', { name: /^Vehicles/ }).textContent()).toMatch(/^Vehicles1[12]/)
  await page.getByText('Cleo (1)').waitFor()
  await page.getByText('Past day', { exact: true }).waitFor()
  await page.getByText(/^Before: the order in which stops were reported/).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Discard' }).click()
  await total.waitFor({ state: 'hidden' })
  expect(await world.call('GET', `/app/v1/project/${world.projectId}/replays`)).toEqual([])
  expect(desk.complaints).toEqual([])
})
