// A dispatcher's morning: a spreadsheet with faults is mended, planned, changed by hand, and sent to the drivers.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dispatchAll, mailedLinks } from '../dispatching.ts'
import { countedRows, mendRows } from '../mend-rows.ts'
import {
  computeMiddle,
  dragOn,
  eventually,
  getDriver,
  joinPlannerWorld,
  type PlannerPage,
  type PlannerWorld,
  rowInSight,
  someVehicles,
} from '../planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string

beforeAll(async () => {
  world = await joinPlannerWorld()
  // Neither can do it alone.
  const vans = someVehicles(2).map((van) => ({ ...van, default_max_services: 8 }))
  await world.call('POST', '/v3/vehicles', vans, { project_id: world.projectId })
  desk = await world.openPage({ hasMaps: false })
  page = desk.page
})

afterAll(() => world?.stop())

interface TestStop {
  id: string
  external_id: string
}
interface TestRoute {
  id: string
  email: string
  stops: TestStop[]
}

const readRoutes = async (): Promise<TestRoute[]> =>
  (await world.call('GET', `/v2/plan/${planId}/routes`)).filter(({ stops }: TestRoute) => stops.length > 0)
const readOrder = async (number: string) =>
  (await world.call('GET', `/v2/plan/${planId}/stops`)).find(({ external_id }: TestStop) => external_id === number)

/** Twelve orders; the seventh has a window, the ninth a weight that nobody can read. Written as older Excel does. */
function orders(): Buffer {
  const lines = ['Auftragsnummer;Kunde;Breitengrad;Längengrad;Zeitfenster;Gewicht (kg)']
  for (let row = 1; row <= 12; row += 1) {
    const place =
      row % 2 === 0 ? `47,${1000 + row * 7};9,5${100 + row * 3}` : `47,${2000 + row * 7};9,5${600 + row * 3}`
    lines.push(`A-${row};Kunde Nº ${row};${place};${row === 7 ? 'irgendwann' : '8-17'};${row === 9 ? 'schwer' : '2,5'}`)
  }
  return Buffer.from(lines.join('\r\n'), 'latin1')
}

test('a table with two bad cells is read, mended where it is wrong, and becomes stops', async () => {
  const file = join(world.server.directory, `orders-${world.projectId}.csv`)
  writeFileSync(file, orders())
  await desk.go('/today')
  await page.getByRole('button', { name: 'New plan' }).click()
  await page.getByRole('button', { name: 'Create and import stops' }).click()
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  planId = /\/plan\/([0-9a-f]{24})/.exec(page.url())![1]!
  await page.setInputFiles('input[type=file]', file)
  const meaning = page.getByRole('combobox', { name: 'Meaning of column Auftragsnummer', exact: true })
  await eventually(() => meaning.inputValue()).toBe('Your reference')
  await page.getByRole('button', { name: 'Check rows' }).click()
  await countedRows(page, 'create').filter({ hasText: '10' }).waitFor()
  expect(await countedRows(page, 'broken').textContent()).toContain('2')
  expect(await seriousFaults(page)).toEqual([])
  await mendRows(page, 2, (text) => (text === 'irgendwann' ? '8-10' : '3,5'))
  await page.getByRole('button', { name: 'Import 12 stops' }).click()
  await page.getByRole('heading', { name: 'Import finished' }).waitFor()
  expect(await world.call('GET', `/v2/plan/${planId}/stops`)).toHaveLength(12)
  expect(await readOrder('A-7')).toMatchObject({ label: 'Kunde Nº 7', weight: 2.5, time_windows: [[28_800, 36_000]] })
  expect(await readOrder('A-9')).toMatchObject({ weight: 3.5, location: { lat: 47.2063, lng: 9.5627 } })
})

test('the routes are proposed, and nothing is planned before somebody says so', async () => {
  await page.getByRole('link', { name: 'Open the plan' }).click()
  // This machine has no graphics card; the plan is planned all the same.
  await page.getByText('This browser cannot draw maps').waitFor()
  await page.getByRole('button', { name: 'Optimize', exact: true }).click()
  const apply = page.getByRole('button', { name: 'Apply' })
  await apply.waitFor()
  expect(await readRoutes()).toEqual([])
  await apply.click()
  await eventually(async () => (await readRoutes()).flatMap(({ stops }) => stops).length).toBe(12)
  await page.getByText('Every stop is on a route').waitFor()
  expect(await readRoutes()).toHaveLength(2)
})

test('a stop dragged onto another route says what that costs, goes there, and comes back by Ctrl+Z', async () => {
  const [from, to] = (await readRoutes()) as [TestRoute, TestRoute]
  const { id } = from.stops[1]!
  const readRoute = async () => (await world.call('GET', `/v2/stop/${id}`)).route_id
  const target = page.locator(`[data-timeline-route="${to.id}"] button`).first()
  const effect = await dragOn(page, await computeMiddle(await rowInSight(page, id)), await computeMiddle(target))
  expect(effect).toMatch(/\d\s(s|min|h)\b/)
  await eventually(readRoute).toBe(to.id)
  await page.locator(`#row-${id}[data-route="${to.id}"]`).waitFor()
  await page.keyboard.press('Control+z')
  await eventually(readRoute).toBe(from.id)
  await page.keyboard.press('Control+Shift+z')
  await eventually(readRoute).toBe(to.id)
})

test('each driver is mailed a link that opens the route as it was left', async () => {
  const routes = await readRoutes()
  await dispatchAll(page, 2)
  expect(await seriousFaults(page)).toEqual([])
  await eventually(() => mailedLinks(world).size).toBe(2)
  for (const { email, stops } of routes) {
    const route = await getDriver(world, mailedLinks(world).get(email)!)('GET', '/route')
    expect(route.stops.map(({ id }: TestStop) => id)).toEqual(stops.map(({ id }) => id))
  }
  expect(desk.complaints).toEqual([])
})
