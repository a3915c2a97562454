// The rules of the seller as a manager sets them: windows, a capacity, classes and prices, tried on past orders before they are saved.
import { seriousFaults } from '@routewright/server/testing/readable'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type PlannerPage, type PlannerWorld, startPlannerWorld } from './planner-world.ts'

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
  await page.getByText('Something above is not valid yet.').waitFor()
  await windows.fill('8-10, 10-12')
  await page.getByRole('textbox', { name: 'Max. per window' }).fill('5')
  await page.getByRole('textbox', { name: 'Orders close: at' }).fill('18:00')
  await page.getByRole('button', { name: 'Add a step' }).click()
  await page.getByRole('textbox', { name: 'Cheapest (%)' }).fill('33')
  await page.getByRole('textbox', { name: 'Amount' }).fill('-2')
  await page.getByRole('textbox', { name: 'Re-optimize a day from (%)' }).fill('3')
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
    reoptimize_share: 0.03,
  })
  await desk.go('/settings/slots')
  await expect.poll(() => windows.inputValue()).toBe('08:00-10:00, 10:00-12:00')
  expect(await seriousFaults(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('whoever has a plan open is told that it was optimized after bookings, and takes it back', async () => {
  const depot = { lat: 47.14, lng: 9.52 }
  const shift = { start_location: depot, end_location: depot, time_window: [28_800, 61_200] }
  const date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  // To and fro through the valley.
  const stops = Array.from({ length: 8 }, (_, index) => ({
    label: `Stop ${index}`,
    duration: 60,
    location: { lat: 47.05 + (index % 2) * 0.15, lng: 9.46 + index * 0.01 },
  }))
  const body = { execution_date: date, routes: [{ ...shift, label: 'Van', stops }] }
  const { id: planId } = await world.call('POST', '/v2/plan', body, { project_id: world.projectId })
  const orderNow = async () =>
    (await world.call('GET', `/v2/plan/${planId}`)).routes[0].stops.map(({ id }: { id: string }) => id)
  const { page, complaints } = desk
  await desk.go(`/plan/${planId}`)
  await page.getByText('Van').first().waitFor()
  const stop = { location: { lat: 47.3, lng: 9.5 }, duration: 300, label: 'Ida' }
  const hold = { key: 'ida', slot_id: `${date}/28800-61200`, stop, rules: 'ignore' }
  const held = await world.call('POST', `/app/v1/project/${world.projectId}/slot_promises`, hold)
  await world.call('POST', `/app/v1/slot_promise/${held.id}/book`)
  const before = await orderNow()
  // The minute after the booking is over.
  await world.server.services.database.executeSql(
    `update jobs.job set start_after = now() - interval '1 second' where name = 'booked_days'`,
    [],
  )
  const notice = page.getByRole('alert').filter({ hasText: 'Optimized after bookings' })
  await notice.waitFor({ timeout: 60_000 })
  expect(await orderNow()).not.toEqual(before)
  expect(await seriousFaults(page)).toEqual([])
  await notice.getByRole('button', { name: 'Undo' }).click()
  await eventually(orderNow).toEqual(before)
  expect(complaints).toEqual([])
}, 90_000)

test('a promise is broken by hand only by who agrees to it by name, and sees before whose it is and by how much', async () => {
  const depot = { lat: 47.14, lng: 9.52 }
  const shift = { start_location: depot, end_location: depot, time_window: [28_800, 61_200] }
  const date = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10)
  const body = { execution_date: date, routes: [{ ...shift, label: 'Van' }] }
  const { id: planId } = await world.call('POST', '/v2/plan', body, { project_id: world.projectId })
  const hold = {
    key: 'lena',
    slot_id: `${date}/28800-32400`,
    rules: 'ignore',
    stop: { location: { lat: 47.16, lng: 9.55 }, duration: 300, label: 'Lena' },
  }
  const held = await world.call('POST', `/app/v1/project/${world.projectId}/slot_promises`, hold)
  const { stop_id } = await world.call('POST', `/app/v1/slot_promise/${held.id}/book`)
  const long = { location: { lat: 47.15, lng: 9.53 }, duration: 7_200, label: 'Long' }
  const [{ id: longId }] = await world.call('POST', '/v2/stops', [long], { plan_id: planId })
  const { route_id } = await world.call('GET', `/v2/stop/${stop_id}`)
  await world.call('PUT', `/v2/route/${route_id}/stops`, { stops: [stop_id, longId] })
  const orderNow = async () =>
    (await world.call('GET', `/v2/plan/${planId}`)).routes[0].stops.map(({ id }: { id: string }) => id)
  const { page, complaints } = desk
  await desk.go(`/plan/${planId}`)
  const ask = async () => {
    await page.locator('[data-row=route]').first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Reverse the order' }).click()
    await page.getByRole('heading', { name: 'Breaks promises to customers' }).waitFor()
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Promises to customers would be broken' })
    await dialog.getByText(/Lena, promised .*8:00.*9:00.*: \d+ minutes late/).waitFor()
    return dialog
  }
  const dialog = await ask()
  expect(await seriousFaults(page)).toEqual([])
  // Enter keeps them: an action that breaks a promise is never the nearest key.
  await page.keyboard.press('Enter')
  await page.getByText('Nothing was changed: promises to customers would have been broken.').waitFor()
  expect(await orderNow()).toEqual([stop_id, longId])
  await ask()
  await dialog.getByRole('button', { name: /^I agree/ }).click()
  await expect.poll(orderNow).toEqual([longId, stop_id])
  const { agreed_by } = await world.call('GET', `/app/v1/slot_promise/${held.id}`)
  expect(agreed_by).toBeTruthy()
  expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
})
