// One look before dispatching: who hears what and when, whom nothing reaches, and afterwards what was sent.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { seriousFaults } from '@routewright/server/testing/readable'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type PlannerPage, type PlannerWorld, someVehicles, startPlannerWorld } from './planner-world.ts'

/** Where pictures go, when somebody wants to look at them. */
const folder = process.env.SCREENS_FOLDER
let world: PlannerWorld
let desk: PlannerPage

beforeAll(async () => {
  world = await startPlannerWorld()
  await world.call('POST', '/v3/vehicles', someVehicles(1), { project_id: world.projectId })
})
afterAll(() => world?.stop())

async function photograph(name: string): Promise<void> {
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await desk.page.waitForTimeout(700)
  await desk.page.screenshot({ path: join(folder, `${name}.png`) })
}

test('shows who hears what before it goes out, mends whom nothing reaches, and tells what was sent', async () => {
  desk = await world.openPage({ hasMaps: false, height: 1_100 })
  const { page } = desk
  // Also at night.
  const messages = { kinds: { planned: { email: true }, started: { email: true } }, quiet_hours: null }
  const set = await page.context().request.put(`${world.server.address}/app/v1/project/${world.projectId}/recipients`, {
    data: { messages },
    headers: { origin: world.server.address },
  })
  expect(set.status(), await set.text()).toBe(200)
  const person = (label: string, lat: number, email?: string) => ({
    label,
    location: { lat, lng: 9.52 },
    ...(email && { email }),
  })
  const stops = [person('Anna', 47.14, 'anna@example.test'), person('Beat', 47.16), person('Carla', 47.18, 'nobody')]
  const plan = await world.call('POST', '/v2/plan', { label: 'Today' }, { project_id: world.projectId })
  const route = { label: 'North', email: 'driver@example.test', start_location: { lat: 47.1, lng: 9.5 }, stops }
  await world.call('POST', '/v2/routes', [route], { plan_id: plan.id })
  await desk.go(`/plan/${plan.id}`)
  await page.getByText('North').first().waitFor()
  await page.keyboard.press('d')
  const look = page.getByRole('region', { name: 'Who hears what' })
  await look.getByText('1 driver gets the link').waitFor()
  await look.getByText('Planned · 1 recipient').waitFor()
  await look.getByText('2 recipients cannot be reached').waitFor()
  await look.getByText('Beat · no contact').waitFor()
  await look.getByText('Carla · nobody · cannot be an address or number').waitFor()
  await look.getByText('What Anna will read').waitFor()
  expect(world.mails()).toEqual([])
  await photograph('dispatch-look')
  expect(await seriousFaults(page)).toEqual([])

  await look.getByRole('button', { name: 'Fix' }).first().click()
  await page.getByRole('heading', { name: 'Beat' }).first().waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('d')
  await page.getByRole('button', { name: 'Send to 1 driver' }).click()
  const outcome = page.getByRole('region', { name: 'What was sent' })
  await outcome.getByText('1 driver has the link').waitFor()
  await outcome.getByText('1 message to recipients sent').waitFor()
  await outcome.getByText('1 message could not be sent').waitFor()
  await photograph('dispatch-outcome')
  await eventually(async () =>
    world
      .mails()
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(['anna@example.test', 'driver@example.test'])
  expect(desk.complaints).toEqual([])
})
