// The import of a file as older programs write it, mended in place; then pasted rows that change, add and carry more.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type PlannerPage, type PlannerWorld, startPlannerWorld } from './planner-world.ts'
import { readableInBoth } from './readable-in-both.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string
let file: string

/** Every fifth row is broken: half of them in the window, half in the weight. Separators and decimals are German. */
function orders(): string {
  const rows = ['Auftragsnummer;Kunde;Breitengrad;Längengrad;Zeitfenster;Telefon;Gewicht (kg);E-Mail']
  for (let row = 1; row <= 60; row += 1) {
    const window = row % 10 === 0 ? 'morgens' : '8-12, 14-18'
    const weight = row % 10 === 5 ? 'schwer' : '2,5'
    const place = `47,${1000 + row};9,${5000 + row}`
    rows.push(`A-${row};Kunde Nº ${row};${place};${window};+423 555 ${1000 + row};${weight};k${row}@example.test`)
  }
  return rows.join('\r\n')
}

beforeAll(async () => {
  world = await startPlannerWorld()
  desk = await world.openPage({ width: 1440, height: 900 })
  page = desk.page
  await defineFields()
  const plan = { label: 'Tuesday', execution_date: '2026-11-24' }
  planId = (await world.call('POST', '/v2/plan', plan, { project_id: world.projectId })).id
  file = join(world.server.directory, 'orders.csv')
  // As older Excel writes it: Windows-1252.
  writeFileSync(file, Buffer.from(orders(), 'latin1'))
})

afterAll(async () => world?.stop())

async function defineFields(): Promise<void> {
  const floor = { name: 'floor', label: 'Stockwerk', type: 'number', applies_to: 'stop' }
  const answer = await page.context().request.put(`${world.server.address}/app/v1/project/${world.projectId}`, {
    data: { settings: { custom_field_definitions: [floor] } },
    headers: { origin: world.server.address },
  })
  expect(answer.status()).toBe(200)
}

const stops = () => world.call('GET', `/v2/plan/${planId}/stops`)
const counted = (what: string) => page.locator(`[data-count=${what}]`)

test('a file is read, its columns are recognized, and what is wrong stands at its cell', async () => {
  await desk.go(`/plan/${planId}/import`)
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.setInputFiles('input[type=file]', file)
  const meaning = (column: string) => page.getByRole('combobox', { name: `Meaning of column ${column}`, exact: true })
  await meaning('Auftragsnummer').waitFor()
  expect(await meaning('Auftragsnummer').inputValue()).toBe('External ID')
  expect(await meaning('Breitengrad').inputValue()).toBe('Latitude')
  expect(await meaning('Gewicht (kg)').inputValue()).toBe('Weight (kg)')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Check rows' }).click()
  await counted('create').filter({ hasText: '48' }).waitFor()
  expect(await counted('broken').textContent()).toContain('12')
  // Only the rows in sight exist.
  expect(await page.locator('[data-plan]').count()).toBeLessThan(50)
  expect(await seriousFaults(page)).toEqual([])
})

test('the rows that are good go in, and the broken ones stay to be mended', async () => {
  await page.getByRole('button', { name: 'Import 48 stops' }).click()
  await counted('done').filter({ hasText: '48' }).waitFor()
  expect(await stops()).toHaveLength(48)
  for (let fixed = 0; fixed < 12; fixed += 1) {
    await page.getByRole('button', { name: 'Next problem' }).click()
    const cell = page.locator('input[aria-invalid=true]:focus')
    await cell.waitFor()
    const isWindow = (await cell.inputValue()) === 'morgens'
    await cell.fill(isWindow ? '8-10' : '3,5')
  }
  await counted('broken').filter({ hasText: '0 rows' }).waitFor()
  await page.getByRole('button', { name: 'Import 12 stops' }).click()
  await page.getByRole('heading', { name: 'The import is done' }).waitFor()
  const all = await stops()
  expect(all).toHaveLength(60)
  expect(all.find((stop: { external_id: string }) => stop.external_id === 'A-25')).toMatchObject({
    ...{ label: 'Kunde Nº 25', weight: 3.5, phone: '+423 555 1025', location: { lat: 47.1025, lng: 9.5025 } },
    time_windows: [
      [28_800, 43_200],
      [50_400, 64_800],
    ],
  })
})

test('the same rows pasted again change the stops and make none twice', async () => {
  await page.getByRole('button', { name: 'Import more' }).click()
  const cells = [
    'Auftragsnummer\tKunde\tGewicht (kg)\tStockwerk\tAufgaben',
    'A-1\tNeu\t9,5\t3\tAuspacken; Karton mitnehmen',
    'A-2\tNeu\t9,5\toben\t',
    'B-1\tNeu\t1\t\t',
    'B-1\tNeu\t1\t\t',
  ].join('\n')
  await page.getByRole('textbox', { name: 'Or paste cells' }).fill(cells)
  await page.getByRole('button', { name: 'Read these cells' }).click()
  await page.getByRole('button', { name: 'Check rows' }).click()
  await counted('update').filter({ hasText: '1' }).waitFor()
  expect(await counted('create').textContent()).toContain('1')
  expect(await counted('broken').textContent()).toContain('2')
  await page.getByRole('textbox', { name: 'Stockwerk, row 2' }).fill('4')
  await page.getByRole('button', { name: 'Import 3 stops' }).click()
  await counted('done').filter({ hasText: '3' }).waitFor()
  const all = await stops()
  expect(all).toHaveLength(61)
  const first = all.find((stop: { external_id: string }) => stop.external_id === 'A-1')
  expect(first).toMatchObject({ label: 'Neu', weight: 9.5, location: { lat: 47.1001 }, custom_fields: { floor: 3 } })
  expect(first.tasks).toMatchObject([{ label: 'Auspacken' }, { label: 'Karton mitnehmen' }])
})

test('nothing can be sent before the places of its addresses were looked for', async () => {
  await desk.go(`/plan/${planId}/import`)
  const cells = 'Kunde\tBreitengrad\tLängengrad\nEarly\t47.1\t9.5'
  await page.getByRole('textbox', { name: 'Or paste cells' }).fill(cells)
  await page.getByRole('button', { name: 'Read these cells' }).click()
  const send = page.getByRole('button', { name: 'Import 1 stop', exact: true })
  // The first call of the step: what the plan has already.
  let letGo = () => {}
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const boards = `**/app/v1/plan/${planId}/board*`
  await page.route(boards, async (route) => {
    await isHeld
    await route.continue()
  })
  await page.getByRole('button', { name: 'Check rows' }).click()
  await send.waitFor()
  expect(await send.isDisabled()).toBe(true)
  letGo()
  await eventually(() => send.isEnabled()).toBe(true)
  await page.unroute(boards)
  expect(await counted('create').textContent()).toContain('1')
})

test('an address that was put right once is found at once, and told as such', async () => {
  const address = 'Zauberbergstrasse 12, Vaduz'
  await desk.go(`/plan/${planId}/import`)
  await page.getByRole('textbox', { name: 'Or paste cells' }).fill(`Auftragsnummer\tAdresse\nC-1\t${address}`)
  await page.getByRole('button', { name: 'Read these cells' }).click()
  await world.call('POST', '/app/v1/addresses/corrected', { address, lat: 47.15, lng: 9.53 })
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.getByRole('button', { name: /^Row 1: As corrected on .*2026: Zauberbergstrasse 12, Vaduz$/ }).hover()
  await readableInBoth(page)
})

test('and nothing complained, nothing foreign was asked for', () => {
  expect(desk.complaints).toEqual([])
})
