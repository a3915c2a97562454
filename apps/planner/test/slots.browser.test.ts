// The rules of the seller as a manager sets them: windows, a capacity, classes and prices, tried on past orders before they are saved.
import { seriousFaults } from '@routewright/server/testing/readable'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlannerPage, type PlannerWorld, startPlannerWorld } from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage

beforeAll(async () => {
  world = await startPlannerWorld()
  const execution_date = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  const ofProject = { project_id: world.projectId }
  const { id: plan_id } = await world.call('POST', '/v2/plan', { execution_date }, ofProject)
  await world.call('PUT', `/v2/plan/${plan_id}`, { status: 'planning' })
  const location = { lat: 47.14, lng: 9.52 }
  await world.call('POST', '/v2/stops', [{ location }, { location }, { location }], { plan_id })
  desk = await world.openPage()
  await desk.go('/settings/slots')
})

afterAll(async () => world?.stop())

test('rules are typed, tried on the orders of last month, saved, and stand there again', async () => {
  const { page, complaints } = desk
  await page.getByRole('button', { name: 'Add windows' }).click()
  const windows = page.getByRole('textbox', { name: 'Windows' })
  await windows.fill('8-')
  await page.getByRole('button', { name: 'Try the rules' }).click()
  await page.getByText('Something above cannot be read yet.').waitFor()
  await windows.fill('8-10, 10-12')
  await page.getByRole('textbox', { name: 'Most per window' }).fill('5')
  await page.getByRole('textbox', { name: 'Orders close: at' }).fill('18:00')
  await page.getByRole('button', { name: 'Add a step' }).click()
  await page.getByRole('textbox', { name: 'Cheapest (%)' }).fill('33')
  await page.getByRole('textbox', { name: 'Amount' }).fill('-2')
  await page.getByRole('button', { name: 'Try the rules' }).click()
  // They came in today, for a day that was over.
  await page.getByText('0 of 3 orders would have been offered a window on their day.').waitFor()
  await page.getByRole('row', { name: 'orders had closed 3' }).waitFor()
  const path = `/app/v1/project/${world.projectId}/slot_rules`
  expect((await world.call('GET', path)).grid).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await world.call('GET', path)).grid).toHaveLength(1)
  expect(await world.call('GET', path)).toMatchObject({
    grid: [
      {
        weekdays: [],
        zone_ids: [],
        windows: [
          [28_800, 36_000],
          [36_000, 43_200],
        ],
        capacity: 5,
      },
    ],
    cut_off: { days_before: 1, time: 64_800 },
    prices: [{ up_to_share: 0.33, amount: -2 }],
  })
  await desk.go('/settings/slots')
  await expect.poll(() => windows.inputValue()).toBe('08:00-10:00, 10:00-12:00')
  expect(await seriousFaults(page)).toEqual([])
  expect(complaints).toEqual([])
})
