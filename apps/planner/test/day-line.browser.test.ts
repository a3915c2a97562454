// A day on which everything takes longer: told in Live with what shows it, and switched off with the windows of past days.
import { seriousFaults } from '@routewright/server/testing/readable'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlannerPage, type PlannerWorld, someStops, startPlannerWorld } from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string

beforeAll(async () => {
  world = await startPlannerWorld()
  const project_id = world.projectId
  const { id, execution_date } = await world.call('POST', '/v2/plan', { label: 'Today' }, { project_id })
  planId = id
  await world.call('POST', '/v2/routes', [{ label: 'North', stops: someStops(3) }], { plan_id: planId })
  const { db } = world.server.services.database
  const kind = { usual: Array(24).fill(0), of_parts: 0.02, of_routes: 0.001, of_days: 0.01 }
  const habits = { bias: 0, pace: 0, given_error: 500, learned_error: 400, days: { driving: kind } }
  await sql`update projects set learning = ${JSON.stringify({ uses_windows: true, habits })}::jsonb
    where id = ${project_id}`.execute(db)
  await sql`insert into day_paces (project_id, organization_id, day, driving_factor, driving_parts, driving_routes,
      work_factor, work_parts, work_routes, seen_at)
    values (${project_id}, ${world.organizationId}, ${execution_date.slice(0, 10)}, 1.08, 143, 12, 1.01, 150, 12, now())`.execute(
    db,
  )
  desk = await world.openPage({ width: 1440, height: 900 })
  page = desk.page
})

afterAll(async () => world?.stop())

test('Live says how much longer driving takes and from how many legs, and nothing of work that is as usual', async () => {
  await desk.go(`/plan/${planId}?mode=live`)
  const line = page.getByText('Driving takes 8% longer today. 143 legs show it; arrival times allow for it.')
  await line.waitFor()
  expect(await page.getByText(/Stops take|Stops are/).count()).toBe(0)
  expect(await seriousFaults(page)).toEqual([])
})

test('it is switched off in the settings, and Live is silent', async () => {
  await desk.go('/settings/learning')
  const own = page.getByRole('switch', { name: 'Follow how the day goes' })
  await own.waitFor()
  expect(await own.isChecked()).toBe(true)
  await page.getByText('Driving differs by 11% from one day to the next.').waitFor()
  await own.press('Space')
  await expect.poll(() => own.isChecked()).toBe(false)
  await desk.go(`/plan/${planId}?mode=live`)
  await page.getByRole('region', { name: 'Today’s run' }).waitFor()
  expect(await page.getByText('Driving takes').count()).toBe(0)
})
