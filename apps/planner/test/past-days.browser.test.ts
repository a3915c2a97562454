// A newcomer's own past days: the spreadsheet of the how-to from file to figures, assumptions under them, nothing left behind.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlannerPage, type PlannerWorld, startPlannerWorld } from './planner-world.ts'
import { readableInBoth } from './readable-in-both.ts'

const howTo = readFileSync(join(import.meta.dirname, '../../../docs/how-to/before-and-after.md'), 'utf8')
const [, example] = /```csv\n([\s\S]+?)```/.exec(howTo)!
let world: PlannerWorld
let desk: PlannerPage
let page: Page

beforeAll(async () => {
  world = await startPlannerWorld()
  desk = await world.openPage({ width: 1280, height: 900 })
  page = desk.page
})

afterAll(async () => world?.stop())

const meaning = (column: string) => page.getByRole('combobox', { name: `Meaning of column ${column}`, exact: true })

test('a page without plans leads there; the columns of the example are known by themselves', async () => {
  await desk.go('/today')
  await page.getByRole('link', { name: 'Or compare with past days from your spreadsheet' }).click()
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  expect(await page.getByRole('link', { name: 'CSV' }).getAttribute('href')).toContain('of=past_days')
  await readableInBoth(page)
  const file = join(world.server.directory, 'march.csv')
  writeFileSync(file, example!)
  await page.setInputFiles('input[type=file]', file)
  for (const [column, means] of [
    ['Date', 'Date'],
    ['Driver', 'Van or driver'],
    ['Delivered at', 'Done at'],
    ['Time window', 'Time windows'],
  ] as const) {
    await meaning(column).waitFor()
    expect(await meaning(column).inputValue()).toBe(means)
  }
  expect(await seriousFaults(page)).toEqual([])
})

test('what cannot be used is shown before anything is sent, and what is assumed can be changed', async () => {
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.locator('[data-count=create]').filter({ hasText: '24 rows to use' }).waitFor()
  expect(await page.locator('[data-count=broken]').textContent()).toContain('1')
  await readableInBoth(page)
  await page.getByRole('button', { name: 'Next: assumptions' }).click()
  await page.getByText('Rows: 25, days: 2.').waitFor()
  expect(await page.getByLabel(/^From\b/).inputValue()).toBe('2026-03-02')
  await page.getByRole('button', { name: 'Set on map' }).first().click()
  await page.getByLabel('Latitude').first().fill('47.166')
  await page.getByLabel('Longitude').first().fill('9.51')
  await page.getByLabel('Working hours', { exact: true }).fill('sometimes')
  expect(await page.getByRole('button', { name: 'Compare' }).isDisabled()).toBe(true)
  await page.getByLabel('Working hours', { exact: true }).fill('')
  await page.getByLabel(/^Cost per hour/).fill('30')
  await page.getByLabel(/^Cost per kilometre/).fill('0.4')
  await readableInBoth(page)
})

test('the figures stand before and after with every assumption, and nothing became a plan', async () => {
  await page.getByRole('button', { name: 'Compare' }).click()
  const total = page.getByRole('table', { name: 'All days' })
  await total.waitFor()
  await page.getByText('march.csv').waitFor()
  const [found] = await world.call('GET', `/app/v1/project/${world.projectId}/replays`)
  expect(found).toMatchObject({ state: 'ready', before: { vehicles: 4, stops: 24 } })
  expect(found.after.distance).toBeLessThan(0.9 * found.before.distance)
  expect(found.after.cost).toBeLessThan(found.before.cost)
  for (const sentence of [
    '24 of 25 rows count on both sides.',
    'Rows without a date, left out: 1 (row 26)',
    'Order of the stops before, by route: from the column 0, from the times 4, as in the file 0',
    'Service time: 5 min if the row has none (4 of 24 rows)',
    'Cost: 30 per hour and 0.4 per kilometre for every van',
  ])
    await page.getByText(sentence, { exact: true }).waitFor()
  await page.getByText(/^Columns: Date = Date; Driver = Van or driver;/).waitFor()
  await page
    .getByText(/By the times in the file: \d+ of \d+ stops late/)
    .first()
    .waitFor()
  await readableInBoth(page)
  const plans = await world.call('GET', '/v2/plans', undefined, { project_id: world.projectId })
  expect(plans.total).toBe(0)
})

test('a van fewer is asked for with the same rows, and all of it is thrown away', async () => {
  await page.getByRole('link', { name: 'Change and compare again' }).click()
  await page.getByLabel('Vans more or fewer on each day').fill('-1')
  expect(await page.getByLabel(/^Cost per hour/).inputValue()).toBe('30')
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByText('−1', { exact: true }).waitFor()
  await page.getByRole('table', { name: 'All days' }).waitFor()
  const [found] = await world.call('GET', `/app/v1/project/${world.projectId}/replays`)
  expect(found.spreadsheet.other).toEqual({ vehicles: -1 })
  expect(found.after.vehicles).toBe(2)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('−1', { exact: true }).waitFor({ state: 'hidden' })
  expect(await world.call('GET', `/app/v1/project/${world.projectId}/replays`)).toHaveLength(1)
  expect(desk.complaints).toEqual([])
})

test('an Excel file with real dates is read, here an export of our own', async () => {
  const query = { project_id: world.projectId }
  const stops = [1, 2, 3].map((at) => ({ label: `Stop ${at}`, location: { lat: 47.1 + at / 100, lng: 9.5 } }))
  const plan = await world.call('POST', '/v2/plan', { execution_date: '2026-02-03', stops }, query)
  await world.call('POST', '/v2/routes', [{ label: 'North' }], { plan_id: plan.id })
  const path = `/app/v1/export/stops?project_id=${world.projectId}&plan_id=${plan.id}&format=xlsx&language=de`
  const answer = await page.context().request.get(`${world.server.address}${path}`)
  const file = join(world.server.directory, 'stops.xlsx')
  writeFileSync(file, await answer.body())
  await desk.go('/analytics/past-days')
  await page.setInputFiles('input[type=file]', file)
  await meaning('Datum').waitFor()
  expect(await meaning('Datum').inputValue()).toBe('Date')
  expect(await meaning('Reihenfolge').inputValue()).toBe('Position on the route')
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.locator('[data-count=create]').filter({ hasText: '3 rows to use' }).waitFor()
  await page.getByRole('button', { name: 'Next: assumptions' }).click()
  await page.getByText('Rows: 3, days: 1.').waitFor()
  expect(await page.getByLabel(/^From\b/).inputValue()).toBe('2026-02-03')
  // No row names a van.
  await page.getByLabel('Vans per day, if no row names one').waitFor()
})
