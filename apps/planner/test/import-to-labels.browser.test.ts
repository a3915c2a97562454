// A table of two days is brought into the plan of one of them, and its parcels get their labels at once.
import { seriousFaults } from '@routewright/server/testing/readable'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlannerPage, type PlannerWorld, startPlannerWorld } from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage

beforeAll(async () => {
  world = await startPlannerWorld()
  desk = await world.openPage({ hasMaps: false })
})
afterAll(() => world?.stop())

const table = `Auftragsnr.;Empfänger;Breite;Länge;Lieferdatum;Kolli
A1;Anna Muster;47,14;9,52;2.3.26;2
A2;Beat Beispiel;47,16;9,51;2.3.26;1
A3;Carla Caderas;47,15;9,53;3.3.26;1
`

test('the row for another day is counted, named and left out; the other ones are brought', async () => {
  const { page } = desk
  const day = { label: 'Monday', execution_date: '2026-03-02' }
  const plan = await world.call('POST', '/v2/plan', day, { project_id: world.projectId })
  await desk.go(`/plan/${plan.id}/import`)
  const file = { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(table) }
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.getByText('1 row for another day').waitFor()
  await page.getByRole('table', { name: 'Check' }).getByText('For 2026-03-03, not the day of this plan').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Import 2 stops' }).click()
  await page.getByText('1 row for another day was left out.').waitFor()
  expect(await world.call('GET', `/v2/plan/${plan.id}/stops`)).toHaveLength(2)
})

test('labels of what was brought come as a file from the last step', async () => {
  const { page } = desk
  await page.getByRole('button', { name: 'Print labels' }).click()
  const dialog = page.getByRole('dialog', { name: 'Print labels' })
  await dialog.getByText('3 labels').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByText('Labels of 100 × 150 mm (PDF)').click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Print' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/\.pdf$/)
  expect(desk.complaints).toEqual([])
})
