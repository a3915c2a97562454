// The administrator of an organization sees its quotas.
import { seriousFaults } from '@routewright/server/testing/readable'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlannerWorld, startPlannerWorld } from './planner-world.ts'

let world: PlannerWorld

beforeAll(async () => {
  world = await startPlannerWorld({ config: { quotas: { stops: 5, storage_bytes: 2_000_000 } } })
})

afterAll(async () => world?.stop())

test('limits and use stand in the settings of the organization', async () => {
  const stops = Array<object>(4).fill({ location: { lat: 47.1, lng: 9.5 } })
  await world.call('POST', '/v2/stops', stops, { project_id: world.projectId })
  const { page, go } = await world.openPage()
  await go('/settings/organization')
  const region = page.getByRole('region', { name: 'What you may use' })
  await region.waitFor()
  const rows = await region.getByRole('row').allInnerTexts()
  expect(rows.map((row) => row.split('\t').map((cell) => cell.trim()))).toEqual([
    ['What', 'Used', 'Limit', 'Begins again'],
    ['Stops created', '4', '5', expect.stringMatching(/\d/)],
    ['Pictures, in megabytes', '0', '2', 'As pictures are removed'],
  ])
  expect(await seriousFaults(page)).toEqual([])
})
