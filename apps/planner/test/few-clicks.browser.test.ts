// From the front door to drivers who have their routes: a table of orders, planned and dispatched, its clicks counted.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type PlannerPage, type PlannerWorld, someVehicles, startPlannerWorld } from './planner-world.ts'

const mostClicks = 8
let world: PlannerWorld
let desk: PlannerPage
let page: Page

beforeAll(async () => {
  world = await startPlannerWorld()
  await world.call('POST', '/v3/vehicles', someVehicles(3), { project_id: world.projectId })
  desk = await world.openPage({ width: 1440, height: 900 })
  page = desk.page
})

afterAll(async () => world?.stop())

function orders(): string {
  const lines = ['Order number,Customer,Latitude,Longitude,Time window,Phone,Weight (kg)']
  for (let row = 1; row <= 24; row += 1) {
    const place = `${(47.1 + (row % 8) * 0.008).toFixed(4)},${(9.5 + Math.floor(row / 8) * 0.006).toFixed(4)}`
    lines.push(`A-${row},Customer ${row},${place},8-17,+423 555 ${1000 + row},2.5`)
  }
  return lines.join('\r\n')
}

test(`a table of orders becomes routes that are sent by ${mostClicks} clicks at most`, async () => {
  const file = join(world.server.directory, 'orders.csv')
  writeFileSync(file, orders())
  let clicks = 0
  const click = async (role: 'button' | 'link', name: string | RegExp) => {
    clicks += 1
    await page.getByRole(role, { name, exact: true }).click()
  }
  await desk.go('/today')
  await click('button', 'New plan')
  await page.getByRole('dialog').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await click('button', 'Create and import stops')
  const choosing = page.waitForEvent('filechooser')
  await click('button', 'Choose a file')
  await (await choosing).setFiles(file)
  await click('button', 'Check rows')
  await click('button', 'Import 24 stops')
  await page.getByRole('heading', { name: 'Import finished' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await click('link', 'Plan the routes')
  await click('button', 'Apply')
  await click('button', /^Send to \d drivers?$/)
  await eventually(() => page.getByLabel('Sent', { exact: true }).count()).toBeGreaterThan(0)

  const planId = /\/plan\/([0-9a-f]{24})/.exec(page.url())![1]!
  const { total_stops, routes } = await world.call('GET', `/v2/plan/${planId}`)
  const used = routes.filter(({ stops }: { stops: object[] }) => stops.length > 0)
  expect(total_stops).toBe(24)
  expect(used.flatMap(({ stops }: { stops: object[] }) => stops)).toHaveLength(24)
  await eventually(() => world.server.mails.filter(({ text }) => /\/d\/\w+/.test(text ?? '')).length).toBe(used.length)
  expect(clicks).toBeLessThanOrEqual(mostClicks)
  expect(desk.complaints).toEqual([])
})
