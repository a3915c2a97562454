// A dispatcher's whole day: from a file with faults to the tables that are handed on, with drivers who call as their app does.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seriousFaults } from '@routewright/server/testing/readable'
import Papa from 'papaparse'
import type { Page } from 'playwright-core'
import readSheet from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { dispatchAll, mailedLinks } from './dispatching.ts'
import { countedRows, mendRows } from './mend-rows.ts'
import {
  applyShown,
  computeMiddle,
  dragOn,
  eventually,
  getDriver,
  type PlannerPage,
  type PlannerWorld,
  setZone,
  someVehicles,
  startPlannerWorld,
  zoneAt,
} from './planner-world.ts'

interface TestStop {
  id: string
  label: string
  route_id?: string
  status: string
}
interface TestRoute {
  id: string
  label: string
  email: string
  stops: TestStop[]
}

/** 300 orders around Vaduz; every 25th is broken, in its window or its weight. The first ones must be served by nine. */
function orders(): string {
  const lines = ['Order number,Customer,Latitude,Longitude,Time window,Phone,Weight (kg),Parcels']
  for (let row = 1; row <= 300; row += 1) {
    const window = row % 50 === 0 ? 'whenever' : row < 20 ? '8-9' : '8-17'
    const weight = row % 50 === 25 ? 'heavy' : '2.5'
    const place = `${(47.1 + (row % 20) * 0.004).toFixed(4)},${(9.48 + Math.floor(row / 20) * 0.005).toFixed(4)}`
    lines.push(`A-${row},Customer ${row},${place},${window},+423 555 ${1000 + row},${weight},P-${row}`)
  }
  return lines.join('\r\n')
}

test('the whole day', async () => {
  const world = await startPlannerWorld()
  try {
    await liveThrough(world)
  } finally {
    await world.stop()
  }
}, 360_000)

async function liveThrough(world: PlannerWorld): Promise<void> {
  const desk = await world.openPage({ width: 1440, height: 900 })
  const { page } = desk
  // Between nine and ten in the morning: routes that begin at eight are on the road.
  const zone = zoneAt(9)
  await setZone(world, desk, zone)
  await world.call('POST', '/v3/vehicles', someVehicles(6), { project_id: world.projectId })

  const planId = await makePlan(desk, new Intl.DateTimeFormat('sv', { timeZone: zone }).format())
  const readRoutes = async (): Promise<TestRoute[]> =>
    (await world.call('GET', `/v2/plan/${planId}/routes`)).filter(({ stops }: TestRoute) => stops.length > 0)
  const readStops = async (): Promise<TestStop[]> => world.call('GET', `/v2/plan/${planId}/stops`)

  await importOrders(page, join(world.server.directory, 'orders.csv'))
  expect(await readStops()).toHaveLength(300)

  await optimize(page)
  await eventually(async () => (await readRoutes()).flatMap(({ stops }) => stops).length).toBe(300)
  const planned = await readRoutes()

  await dragFive(page, planned, readStops)
  const locked = planned[2]!
  await page.locator(`[data-timeline-route="${locked.id}"] button`).first().click()
  await page.keyboard.press('k')
  await eventually(async () => (await world.call('GET', `/v2/route/${locked.id}`)).is_locked).toBe(true)

  const sent = await readRoutes()
  await dispatchAll(page, sent.length)
  await eventually(() => mailedLinks(world).size).toBe(sent.length)
  const links = mailedLinks(world)
  const [first, second] = sent as [TestRoute, TestRoute]
  const driver = getDriver(world, links.get(first.email)!)
  const [done, tried, failed] = first.stops as [TestStop, TestStop, TestStop]

  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await page
    .getByRole('button', { name: /Has not started/ })
    .first()
    .waitFor()
  await driver('POST', '/start')
  await driver('POST', '/positions', {
    positions: [{ lat: 47.14, lng: 9.52, recorded_at: new Date().toISOString() }],
  })
  const picture = await sendPicture(world, links.get(first.email)!, done.id, await page.screenshot({ type: 'jpeg' }))
  await driver('POST', `/stop/${done.id}/report`, {
    type: 'service_report_completed',
    images: [picture],
    packages: [{ identifier: await getParcel(world, done.id) }],
  })
  await driver('POST', `/stop/${tried.id}/report`, {
    type: 'service_report_attempted',
    cancel_reason: 'recipient_absent',
  })
  await driver('POST', `/stop/${failed.id}/report`, { type: 'service_report_canceled', cancel_reason: 'refused' })
  const exception = (name: RegExp, about: string) => page.getByRole('button', { name }).filter({ hasText: about })
  await exception(/Not delivered/, failed.label).waitFor()
  await exception(/Attempted/, tried.label).waitFor()
  await page
    .getByRole('button', { name: /Will be late/ })
    .first()
    .waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByText('Reports', { exact: true }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: `${done.label} · ${first.label}` })
    .getByRole('img')
    .waitFor()
  const isPictureShown = `[...document.querySelectorAll('li img')].some((image) => image.naturalWidth > 0)`
  await eventually(() => page.evaluate<boolean>(isPictureShown)).toBe(true)

  await page.getByText(/^Needs attention/).click()
  const [late] = await world.call('POST', '/v2/stops', [{ label: 'Late order', location: { lat: 47.15, lng: 9.51 } }], {
    plan_id: planId,
  })
  await page.getByText('1 stop is unassigned').waitFor()
  await page.getByRole('button', { name: 'Insert at the best positions' }).click()
  await applyShown(page)
  await eventually(async () => (await world.call('GET', `/v2/stop/${late.id}`)).route_id).toBeTruthy()
  const inserted = (await world.call('GET', `/v2/stop/${late.id}`)).route_id
  expect(inserted).not.toBe(locked.id)
  // Whether a van that was sent has room, or only one that stayed at home, depends on how long the search took.
  await world.call('PUT', `/v2/stop/${late.id}`, { route_id: second.id })

  await page.keyboard.press('d')
  const changes = page.getByRole('list', { name: '1 stop changed since it was sent' }).first()
  await changes.getByText('Late order: new').waitFor()

  const broken = getDriver(world, links.get(second.email)!)
  await broken('POST', '/start')
  await page
    .getByRole('button', { name: /No position/ })
    .filter({ hasText: second.label })
    .waitFor()
  await broken('POST', '/note', { kind: 'problem', category: 'breakdown', comments: 'Smoke from the engine' })
  const problem = page.getByRole('listitem').filter({ hasText: 'Smoke from the engine' })
  await problem.getByText('Driver reports: breakdown').waitFor()
  await problem.getByRole('button', { name: 'Hand its stops to others…' }).click()
  await applyShown(page)
  const ofSecond = new Set(second.stops.map(({ id }) => id))
  const taken = async () =>
    (await readStops()).filter(({ id, route_id }) => ofSecond.has(id) && route_id && route_id !== second.id)
  await eventually(async () => (await taken()).length).toBeGreaterThan(ofSecond.size / 2)
  const count = (await readStops()).length

  await endLinks(page, second)
  await eventually(() => statusOf(world, links.get(second.email)!)).toBe(401)

  await closeDay(page)
  await eventually(async () => (await world.call('GET', `/v2/plan/${planId}`)).status).toBe('finished')
  await readExports(desk, { planId, count, ended: [done, failed] })
  expect(desk.complaints).toEqual([])
}

async function makePlan({ page, go }: PlannerPage, day: string): Promise<string> {
  await go('/plans')
  await page.getByText('No plans yet').waitFor()
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByLabel('Day').fill(day)
  await page.getByRole('button', { name: 'Create plan' }).click()
  await page.getByText('This plan is empty').waitFor()
  return /\/plan\/([0-9a-f]{24})/.exec(page.url())![1]!
}

async function importOrders(page: Page, file: string): Promise<void> {
  writeFileSync(file, orders())
  await page.getByRole('button', { name: 'Import stops' }).click()
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  await page.setInputFiles('input[type=file]', file)
  await page.getByRole('button', { name: 'Check rows' }).click()
  await countedRows(page, 'create').filter({ hasText: '288' }).waitFor()
  expect(await countedRows(page, 'broken').textContent()).toContain('12')
  await mendRows(page, 12, (text) => (text === 'whenever' ? '8-12' : '3.5'))
  await page.getByRole('button', { name: 'Import 300 stops' }).click()
  await page.getByRole('heading', { name: 'Import finished' }).waitFor()
  await page.getByRole('link', { name: 'Open the plan' }).click()
}

async function optimize(page: Page): Promise<void> {
  await page.locator('[data-row=stop]').first().waitFor()
  await page.getByRole('button', { name: 'Optimize', exact: true }).click()
  // The proposal is shown as the plan before it is applied, so the wait is for the button to go.
  const apply = page.getByRole('button', { name: 'Apply' })
  await apply.click({ timeout: 60_000 })
  await apply.waitFor({ state: 'hidden' })
  await page.getByText('Every stop is on a route').waitFor()
}

/** The first five stops of the first route, at once, to where they fit best on the second. */
async function dragFive(page: Page, routes: TestRoute[], readStops: () => Promise<TestStop[]>): Promise<void> {
  const [from, to] = routes as [TestRoute, TestRoute]
  const ids = from.stops.slice(0, 5).map(({ id }) => id)
  await page.locator(`#row-${ids[0]}`).click()
  await page.locator(`#row-${ids[4]}`).click({ modifiers: ['Shift'] })
  await page.getByRole('toolbar', { name: 'Selected stops' }).getByText('5 stops selected').waitFor()
  const row = page.locator(`[data-timeline-route="${to.id}"] button`).first()
  const effect = await dragOn(page, await computeMiddle(page.locator(`#row-${ids[2]}`)), await computeMiddle(row))
  // The optimizer decides how far it is: seconds as well as hours.
  expect(effect).toMatch(/\d\s(s|min|h)\b/)
  await eventually(async () =>
    (await readStops()).filter(({ id }) => ids.includes(id)).map(({ route_id }) => route_id),
  ).toEqual(ids.map(() => to.id))
}

async function sendPicture(world: PlannerWorld, token: string, stopId: string, bytes: Buffer): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg')
  const answer = await fetch(`${world.server.address}/driver/v1/stop/${stopId}/report/image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  const { id } = (await answer.json()) as { id: string }
  return id
}

async function getParcel(world: PlannerWorld, stopId: string): Promise<string> {
  return (await world.call('GET', `/v2/stop/${stopId}`)).packages[0].identifier
}

/** The answer to somebody who holds the link. */
async function statusOf(world: PlannerWorld, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${world.server.address}/driver/v1/session`, { headers })).status
}

async function endLinks(page: Page, { label }: TestRoute): Promise<void> {
  await page.getByText('Vehicles', { exact: true }).click()
  await page.getByRole('button', { name: `Actions for ${label}` }).click()
  await page.getByRole('menuitem', { name: 'Revoke the driver’s links' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke the driver’s links' }).click()
  await page.getByText('1 link revoked.').waitFor()
}

async function closeDay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Close the day' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close the day' })
  await dialog.getByText('still open').waitFor()
  await dialog.getByRole('button', { name: 'Close the day' }).click()
}

/** The stops as CSV and as Excel, and the reports: read as their receivers do. */
async function readExports(
  { page, go }: PlannerPage,
  { planId, count, ended: [done, failed] }: { planId: string; count: number; ended: [TestStop, TestStop] },
) {
  const take = async (what: string, format: string) => {
    await go(`/plan/${planId}/export`)
    await page.getByRole('radio', { name: what, exact: true }).check()
    await page.getByText(format, { exact: true }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    return readFileSync(await file.path())
  }
  const csv = Papa.parse<Record<string, string>>((await take('Stops', 'CSV')).toString('utf8').replace('\uFEFF', ''), {
    header: true,
    skipEmptyLines: true,
  }).data
  expect(csv).toHaveLength(count)
  const statusOf = (name: string) => csv.find((row) => row.Name === name)?.Status
  expect([statusOf(done.label), statusOf(failed.label), statusOf('Late order')]).toEqual([
    'Completed',
    'Cancelled',
    'Incomplete',
  ])
  const [{ data: sheet }] = (await readSheet(await take('Stops', 'Excel'))) as unknown as [{ data: unknown[][] }]
  expect(sheet[0]).toEqual(Object.keys(csv[0]!))
  expect(sheet).toHaveLength(count + 1)
  const reports = (await take('Reports', 'CSV')).toString('utf8')
  expect(reports.trimEnd().split('\r\n')).toHaveLength(4)
}
