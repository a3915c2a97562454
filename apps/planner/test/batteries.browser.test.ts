// Electric vans as a dispatcher meets them: in the form of a vehicle, in the drawer of a route, and where an order would strand one.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlannerPage, type PlannerWorld, someVehicles, startPlannerWorld } from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
const today = new Date().toISOString().slice(0, 10)

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

test('a vehicle gets a battery in kWh and per cent, and is without it once the capacity is empty', async () => {
  await desk.go('/fleet')
  const field = (name: string) => dialog().getByRole('textbox', { name })
  const save = async () => {
    await dialog().getByRole('button', { name: 'Save' }).click()
    await dialog().waitFor({ state: 'hidden' })
  }
  const open = () => page.getByRole('button', { name: 'Van 1', exact: true }).click()
  await open()
  await dialog().getByRole('button', { name: 'Electric' }).press('Enter')
  // The keyboard focus is in the section that was opened.
  await field('Battery (kWh)').and(page.locator(':focus')).waitFor()
  expect(await field('Reserve (%)').count()).toBe(0)
  await field('Battery (kWh)').fill('75.5')
  await field('Reserve (%)').fill('20')
  await field('Temperature (°C)').fill('-5')
  expect(await seriousFaults(page)).toEqual([])
  await save()
  expect((await vehicle()).default_battery).toEqual({ capacity: 75_500, reserve: 0.2, temperature: -5 })
  await open()
  await field('Battery (kWh)').fill('')
  await save()
  expect((await vehicle()).default_battery?.capacity).toBeUndefined()
})

test('in German a number is shown with a comma, and may be typed with a comma or a point', async () => {
  const german = await world.openPage({ width: 1280, height: 900, locale: 'de-DE' })
  await german.go('/fleet')
  const form = german.page.getByRole('dialog')
  const capacity = form.getByRole('textbox', { name: 'Akku (kWh)' })
  for (const [typed, shown] of [
    ['62,5', '62,5'],
    ['48.25', '48,25'],
  ] as const) {
    await german.page.getByRole('button', { name: 'Van 1', exact: true }).click()
    await form.getByRole('button', { name: 'Elektrisch' }).click()
    await capacity.pressSequentially(typed)
    expect(await capacity.inputValue()).toBe(shown)
    await form.getByRole('button', { name: 'Speichern' }).click()
    await form.waitFor({ state: 'hidden' })
    expect((await vehicle()).default_battery.capacity).toBe(Number(typed.replace(',', '.')) * 1000)
    await german.page.getByRole('button', { name: 'Van 1', exact: true }).click()
    expect(await capacity.inputValue()).toBe(shown)
    await capacity.fill('')
    await form.getByRole('button', { name: 'Speichern' }).click()
    await form.waitFor({ state: 'hidden' })
  }
  await german.page.context().close()
})

test('several vehicles get the temperature of the day at once, and keep what else they have', async () => {
  const vans = [{ label: 'Van 2', default_battery: { capacity: 60_000, temperature: 20 } }, { label: 'Van 3' }]
  await world.call('POST', '/v3/vehicles', vans, { project_id: world.projectId })
  await desk.go('/fleet')
  for (const name of ['Van 2', 'Van 3']) await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: 'Edit together' }).click()
  await dialog().getByRole('textbox', { name: 'Temperature (°C)' }).fill('-10')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().waitFor({ state: 'hidden' })
  const { docs } = await world.call('GET', '/v2/vehicles', undefined, { project_id: world.projectId })
  const getBattery = (label: string) => docs.find((doc: { label: string }) => doc.label === label).default_battery
  expect(getBattery('Van 2')).toEqual({ capacity: 60_000, temperature: -10 })
  expect(getBattery('Van 3')).toEqual({ temperature: -10 })
})

test('a route tells what is left in its battery, and is flagged where the battery would not last', async () => {
  const place = (lat: number) => ({ lat, lng: 9.5, label: `At ${lat}` })
  const route = (label: string, capacity: number) => ({
    label,
    battery: { capacity },
    start_location: place(47),
    end_location: place(47),
    stops: [47.1, 47.3].map((lat) => ({ label: `${label} ${lat}`, location: place(lat), duration: 600 })),
  })
  const routes = [route('Far', 60_000), route('Flat', 10_000)]
  const plan = await world.call('POST', '/v2/plan', { execution_date: today, routes }, { project_id: world.projectId })
  await desk.go(`/plan/${plan.id}`)
  const drawer = page.getByRole('complementary')
  await page.locator('[data-row="route"]').first().click()
  await drawer.getByText('Battery', { exact: true }).waitFor()
  await drawer.getByText(/^100\W?% → \d\d\W?%$/).waitFor()
  await page.locator('[data-row="route"]').nth(1).click()
  await drawer.getByText(/^100\W?% → [-−]\d+\W?%$/).waitFor()
  await page.getByText('Flat 47.3', { exact: true }).first().click()
  await page
    .getByText(/The battery would not last/)
    .first()
    .waitFor()
  expect(await seriousFaults(page)).toEqual([])
  expect(desk.complaints).toEqual([])
})
