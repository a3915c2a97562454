// Drivers as people use them: their records, who drives what in a week, and a route handed over when somebody is ill.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlannerPage, type PlannerWorld, someStops, someVehicles, startPlannerWorld } from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page

beforeAll(async () => {
  world = await startPlannerWorld()
  desk = await world.openPage()
  page = desk.page
  await world.call('POST', '/v3/vehicles', someVehicles(3), { project_id: world.projectId })
})

afterAll(async () => world?.stop())

const drivers = async () =>
  (await world.call('GET', '/app/v1/drivers', undefined, { project_id: world.projectId })).docs
const field = (name: string) => page.getByRole('dialog').getByRole('textbox', { name, exact: true })
const save = () => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()

test('a driver is made with hours and an absence, refused where they are wrong, and stands in the list', async () => {
  await desk.go('/drivers')
  await page.getByRole('button', { name: 'New driver' }).first().click()
  await field('Name').fill('Ana Ribeiro')
  await field('Phone').fill('+351 912 345 678')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Usual vehicle' }).click()
  await page.getByRole('option', { name: 'Van 1' }).click()
  await page.getByRole('button', { name: 'Working hours' }).click()
  await field('Mon').fill('early')
  await page.getByRole('button', { name: 'Absences' }).click()
  await page.getByRole('button', { name: 'Add an absence' }).click()
  await save()
  await page.getByText('“early” is not understood.').waitFor()
  await field('Mon').fill('7-15')
  await page.getByRole('button', { name: 'Mon to Fri as on Monday' }).click()
  await page.getByLabel('From', { exact: true }).fill('2031-03-03')
  expect(await page.getByLabel('Until', { exact: true }).inputValue()).toBe('2031-03-03')
  await page.getByLabel('Until', { exact: true }).fill('2031-03-02')
  await save()
  await page.getByText('cannot end on 2031-03-02').waitFor()
  await page.getByLabel('Until', { exact: true }).fill('2031-03-07')
  expect(await seriousFaults(page)).toEqual([])
  await save()
  await page.getByRole('button', { name: 'Ana Ribeiro', exact: true }).waitFor()
  await page.getByRole('cell', { name: 'Van 1' }).waitFor()
  const [made] = await drivers()
  expect(made).toMatchObject({
    label: 'Ana Ribeiro',
    absences: [{ from: '2031-03-03', to: '2031-03-07' }],
    phone: '+351 912 345 678',
  })
  expect(made.shifts).toHaveLength(5)
  expect(made.shifts[4]).toEqual({ weekday: 'friday', time_window: [25_200, 54_000] })
  expect(await seriousFaults(page)).toEqual([])
  expect(desk.complaints).toEqual([])
})

test('a code to read out signs a phone in, and the record lists and ends it', async () => {
  await page.getByRole('button', { name: 'Ana Ribeiro', exact: true }).click()
  await page.getByRole('button', { name: 'Create a code to read out' }).click()
  await page.getByRole('img', { name: 'QR code to scan with the phone' }).waitFor()
  const code = await page.locator('[data-secret]').textContent()
  expect(await seriousFaults(page)).toEqual([])
  const { status } = await world.server.call('POST', '/driver/v1/sign_in', { body: { code } })
  expect(status).toBe(200)
  await page.getByRole('button', { name: /^Sign out: / }).click()
  await page.getByText('The driver is signed out on this phone.').waitFor()
  await page.getByRole('button', { name: /^Sign out: / }).waitFor({ state: 'detached' })
  await page.locator('.mantine-Drawer-close').click()
  expect(desk.complaints).toEqual([])
})

test('routes of a driver who is ill are handed over on Today in three clicks, and taken back', async () => {
  const query = { project_id: world.projectId }
  const vehicles = (await world.call('GET', '/v2/vehicles', undefined, query)).docs
  const vehicle_id = vehicles.find(({ label }: { label: string }) => label === 'Van 2').id
  const date = (await world.call('GET', '/app/v1/driver_days', undefined, query)).days[0].date
  const sick = { label: 'Carla', usual_vehicle_id: vehicle_id, absences: [{ from: date, to: date, reason: 'illness' }] }
  await world.call('POST', '/app/v1/driver', sick, query)
  const bento = await world.call('POST', '/app/v1/driver', { label: 'Bento', email: 'bento@example.test' }, query)
  const plan = await world.call('POST', '/v2/plan', { label: 'Today', execution_date: date }, query)
  const route = { vehicle_id, stops: someStops(3) }
  const [made] = await world.call('POST', '/v2/routes', [route], { plan_id: plan.id })
  const driverOfRoute = async () =>
    (await world.call('GET', '/app/v1/driver_days', undefined, { ...query, from: date, days: '1' })).days[0].routes[0]
  await desk.go('/today')
  const entry = page.getByRole('listitem').filter({ hasText: 'Carla is absent: 1 route has no driver' })
  await entry.waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await entry.getByRole('button', { name: 'Hand over' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who drives for Carla?' })
  await dialog.getByRole('combobox').first().waitFor()
  expect(await dialog.getByRole('combobox').first().inputValue()).toBe('Bento')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Hand over 1 route' }).click()
  await page.getByText('1 route handed over').waitFor()
  await entry.waitFor({ state: 'detached' })
  expect(await driverOfRoute()).toMatchObject({ driver_id: bento.id, source: 'route' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await entry.waitFor()
  await desk.go(`/plan/${plan.id}?route=${made.id}`)
  await page.getByText('Carla is absent', { exact: true }).waitFor()
  expect(desk.complaints).toEqual([])
})

test('in the week a driver is given a vehicle for a day by keyboard, taken back, and seen from both sides', async () => {
  await desk.go('/drivers/week?from=2031-03-03')
  const cell = (name: RegExp) => page.getByRole('button', { name })
  // Ana is away from Monday to Friday, and rests on Saturday.
  const monday = cell(/^Van 1, .*3 Mar.*: Nobody Ana Ribeiro is absent$/)
  await monday.waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await monday.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Bento' }).focus()
  await page.keyboard.press('Enter')
  await cell(/^Van 1, .*3 Mar.*: Bento$/).waitFor()
  await page.getByRole('radiogroup').getByText('Drivers', { exact: true }).click()
  await cell(/^Bento, .*3 Mar.*: Van 1$/).waitFor()
  await cell(/^Ana Ribeiro, .*4 Mar.*: Absent$/).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await cell(/^Bento, .*3 Mar.*: Available$/).waitFor()
  expect(desk.complaints).toEqual([])
})

test('in the week a driver is dragged onto the day of a vehicle, and taken there by keyboard', async () => {
  await page.getByRole('radiogroup').getByText('Vehicles', { exact: true }).click()
  const cell = (name: RegExp) => page.getByRole('button', { name })
  const strip = page.getByRole('group', { name: /^Drag a driver/ })
  const bento = strip.getByRole('button', { name: 'Bento' })
  await bento.dragTo(cell(/^Van 3, .*5 Mar/))
  await cell(/^Van 3, .*5 Mar.*: Bento$/).waitFor()
  // From a vehicle to another one of the same day: the first is as usual again.
  await cell(/^Van 3, .*5 Mar.*: Bento$/).dragTo(cell(/^Van 1, .*5 Mar/))
  await cell(/^Van 1, .*5 Mar.*: Bento$/).waitFor()
  await cell(/^Van 3, .*5 Mar.*: Nobody$/).waitFor()
  await bento.focus()
  await page.keyboard.press('Space')
  await page.getByText('Bento is selected').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await strip.getByRole('status').filter({ hasText: 'Drag a driver' }).waitFor()
  await page.keyboard.press('Enter')
  const friday = cell(/^Van 2, .*7 Mar.*Assign Bento$/)
  await friday.focus()
  await page.keyboard.press('Enter')
  await cell(/^Van 2, .*7 Mar.*: Bento$/).waitFor()
  const { days } = await world.call('GET', '/app/v1/driver_days', undefined, {
    project_id: world.projectId,
    from: '2031-03-07',
    days: '1',
  })
  const labelOf = new Map((await drivers()).map(({ id, label }: { id: string; label: string }) => [id, label]))
  const given = days[0].vehicles.filter(({ source }: { source?: string }) => source === 'vehicle')
  expect(given.map(({ driver_id }: { driver_id: string }) => labelOf.get(driver_id))).toEqual(['Bento'])
  expect(desk.complaints).toEqual([])
})
