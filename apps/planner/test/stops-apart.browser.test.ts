// A dispatcher says what a stop is and what it is never with; a route that has both says so where it is looked at.
import { seriousFaults } from '@routewright/server/testing/readable'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVansPlan, eventually, type PlannerPage, type PlannerWorld, startPlannerWorld } from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let stops: { id: string; label: string }[]

beforeAll(async () => {
  world = await startPlannerWorld()
  const planId = await createVansPlan(world, [4])
  stops = (await world.call('GET', `/v2/plan/${planId}`)).routes[0].stops
  desk = await world.openPage({ width: 1440, height: 900 })
  await desk.go(`/plan/${planId}`)
})

afterAll(async () => world?.stop())

test('a kind and what it is never with are typed into the stop, and the route with both warns', async () => {
  const { page } = desk
  const drawer = page.getByRole('complementary', { name: 'Details' })
  const [glass, stones] = stops.map(({ id, label }) => ({ id, label }))
  await world.call('PUT', `/v2/stop/${stones?.id}`, { kind: 'stones' })
  await page.locator(`#row-${glass?.id}`).click()
  await drawer.getByRole('button', { name: 'Edit', exact: true }).click()
  await drawer.getByRole('button', { name: 'With other stops' }).click()
  await drawer.getByLabel('Kind', { exact: true }).fill('glass')
  const never = drawer.getByLabel('Never on a route with')
  await never.fill('stones')
  await never.press('Enter')
  expect(await seriousFaults(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Save' }).click()
  await eventually(() => world.call('GET', `/v2/stop/${glass?.id}`)).toMatchObject({
    kind: 'glass',
    apart_from: ['stones'],
  })
  await page.locator(`#row-${stones?.id}`).click()
  await drawer.getByText('Its route has a kind that it is never with').first().waitFor()
})
