// Work of a driver this week and the last, in their form, and the switch that leaves it out.
import { seriousFaults } from '@routewright/server/testing/readable'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type PlannerWorld, startPlannerWorld } from './planner-world.ts'

let world: PlannerWorld
const today = new Date().toISOString().slice(0, 10)
const hour = 3_600

beforeAll(async () => {
  world = await startPlannerWorld()
})
afterAll(async () => world?.stop())

test('the form of a driver tells what counts and of which routes it is; a project leaves it out', async () => {
  const query = { project_id: world.projectId }
  const [van] = await world.call('POST', '/v2/vehicles', [{ label: 'Van 1' }], query)
  const person = { label: 'Ann Frick', driving_rules: { law: 'eu' }, usual_vehicle_id: van.id }
  await world.call('POST', '/app/v1/driver', person, query)
  const place = (lat: number) => ({ lat, lng: 9.5 })
  const route = {
    label: 'North',
    vehicle_id: van.id,
    time_window: [6 * hour, 20 * hour],
    start_location: place(47),
    stops: [{ location: place(47.5), duration: 600 }],
  }
  await world.call('POST', '/v2/plan', { execution_date: today, routes: [route] }, query)
  const { page, go, complaints } = await world.openPage({ width: 390, height: 844, dark: true })
  await go('/drivers')
  await page.getByText('Ann Frick').first().click()
  const form = page.getByRole('dialog')
  await form.getByText('Driven this week and last week').waitFor()
  await form.getByText('Counts towards driving hours where').waitFor()
  await form.getByText(/North/).waitFor()
  await form.getByText(/of driving, .* of work · planned/).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await go('/settings/driving')
  await page.getByRole('switch', { name: /Count driving on/ }).click({ force: true })
  await page.getByRole('button', { name: 'Save' }).first().click()
  const read = async () => (await world.call('GET', '/v2/projects')).docs[0]
  await eventually(async () => (await read()).counts_driven_days).toBe(false)
  await go('/drivers')
  await page.getByText('Ann Frick').first().click()
  await form.getByText('Does not count').waitFor()
  expect(complaints).toEqual([])
})
