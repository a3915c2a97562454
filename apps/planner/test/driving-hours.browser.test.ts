// Laws on driving and working time as a dispatcher meets them: in the forms, in the list, on the timeline and in the drawer of a route.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type PlannerPage, type PlannerWorld, someVehicles, startPlannerWorld } from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
const today = new Date().toISOString().slice(0, 10)
const hour = 3_600

beforeAll(async () => {
  world = await startPlannerWorld()
  desk = await world.openPage({ width: 1280, height: 900 })
  page = desk.page
  await world.call('POST', '/v3/vehicles', someVehicles(1), { project_id: world.projectId })
})

afterAll(async () => world?.stop())

const dialog = () => page.getByRole('dialog')
const vehicle = async () =>
  (await world.call('GET', '/v2/vehicles', undefined, { project_id: world.projectId })).docs[0]

test('a vehicle gets a law, and what its tachograph says is left', async () => {
  await desk.go('/fleet')
  await page.getByRole('button', { name: 'Van 1', exact: true }).click()
  await dialog().getByRole('button', { name: 'Driving hours' }).click()
  await dialog().getByRole('combobox', { name: 'Drivers’ hours rules' }).click()
  await page.getByRole('option', { name: 'EU: 561/2006 and 2002/15/EC' }).click()
  await dialog().getByLabel('For the day').fill(today)
  await dialog().getByRole('textbox', { name: 'Driving left today' }).fill('much')
  await dialog().getByRole('textbox', { name: 'Driving left, 2 weeks' }).fill('39:00')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().getByText('much is not a duration such as 4:30.').waitFor()
  await dialog().getByRole('textbox', { name: 'Driving left today' }).fill('9:30')
  expect(await seriousFaults(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().waitFor({ state: 'hidden' })
  expect(await vehicle()).toMatchObject({
    default_driving_rules: { law: 'eu' },
    default_driving_log: { date: today, driving_left_today: 9.5 * hour, driving_left_fortnight: 39 * hour },
  })
})

test('several vehicles get a law at once', async () => {
  await world.call('POST', '/v3/vehicles', [{ label: 'Van 2' }], { project_id: world.projectId })
  await desk.go('/fleet')
  await page.getByRole('checkbox', { name: 'Van 1' }).check()
  await page.getByRole('checkbox', { name: 'Van 2' }).check()
  await page.getByRole('button', { name: 'Edit together' }).click()
  await dialog().getByRole('combobox', { name: 'Drivers’ hours rules' }).click()
  await page.getByRole('option', { name: 'US: hours of service (49 CFR 395)' }).click()
  expect(await seriousFaults(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().waitFor({ state: 'hidden' })
  const { docs } = await world.call('GET', '/v2/vehicles', undefined, { project_id: world.projectId })
  const findLaw = (vehicle: { default_driving_rules?: object }) => vehicle.default_driving_rules
  expect(docs.map(findLaw)).toEqual([{ law: 'us' }, { law: 'us' }])
  // Untouched fields of a form for several vehicles are unchanged.
  const logs = docs.filter((doc: { default_driving_log?: object }) => doc.default_driving_log)
  expect(logs).toHaveLength(1)
  expect(logs[0].default_driving_log).toMatchObject({ driving_left_today: 9.5 * hour })
})

test('a project has a rule of its own for those who have none', async () => {
  await desk.go('/settings/driving')
  const rules = page.getByRole('combobox', { name: 'Drivers’ hours rules' })
  await rules.click()
  await page.getByRole('option', { name: 'A rule of our own' }).click()
  await page.getByRole('textbox', { name: 'Break after (h:mm)' }).fill('2:00')
  await page.getByRole('textbox', { name: 'Break (min)' }).fill('20')
  const form = page.locator('form').filter({ has: rules })
  await form.getByRole('button', { name: 'Save' }).click()
  const read = async () => (await world.call('GET', '/v2/projects')).docs?.[0] ?? {}
  await eventually(async () => (await read()).driving_rules).toEqual({ law: 'plain', after: 2 * hour, duration: 1_200 })
})

test('the breaks of a route stand between its stops, on its row and in its drawer, each with why', async () => {
  const place = (lat: number) => ({ lat, lng: 9.5, label: `At ${lat}` })
  const route = {
    label: 'Long way',
    driving_rules: { law: 'eu' },
    time_window: [0, 36 * hour],
    start_location: place(47),
    end_location: place(47),
    stops: [48.5, 50, 48].map((lat) => ({ label: `Stop ${lat}`, location: place(lat), duration: 600 })),
  }
  const plan = await world.call(
    'POST',
    '/v2/plan',
    { execution_date: today, routes: [route] },
    {
      project_id: world.projectId,
    },
  )
  const { routes } = await world.call('GET', `/v2/plan/${plan.id}`)
  const lawful = routes[0].breaks.filter(({ law }: { law?: string }) => law === 'eu')
  expect(lawful.length).toBeGreaterThan(0)
  await desk.go(`/plan/${plan.id}`)
  const rows = page.locator('[data-row="break"]')
  await rows.first().waitFor()
  expect(await rows.count()).toBe(lawful.length)
  expect(await rows.allTextContents()).toContainEqual(
    expect.stringMatching(/Break of 45\Wmin after 4\Wh 30.* of driving \(EU 561\/2006\)/),
  )
  await eventually(() => page.locator('[data-break][data-law="eu"]').count()).toBe(lawful.length)
  await page.locator('[data-row="route"]').first().click()
  await page.getByRole('complementary').getByText('Breaks', { exact: true }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  expect(desk.complaints).toEqual([])
})
