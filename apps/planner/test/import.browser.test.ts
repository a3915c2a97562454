// The import of a file as older programs write it, mended in place; then pasted rows that change, add and carry more.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seriousFaults } from '@routewright/server/testing/readable'
import { writeAddresses } from '@routewright/server/testing/town'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countedRows, mendRows } from './mend-rows.ts'
import { eventually, type PlannerPage, type PlannerWorld, startPlannerWorld } from './planner-world.ts'
import { readableInBoth } from './readable-in-both.ts'

const houses = [{ lat: 47.1393, lng: 9.5222, street: 'Städtle', number: '32' }]
const folder = mkdtempSync(join(tmpdir(), 'routewright-import-'))
let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string
let file: string

/** Every fifth row is broken: half of them in the window, half in the weight. Separators and decimals are German. */
function orders(): string {
  const rows = ['Auftragsnummer;Kunde;Breitengrad;Längengrad;Zeitfenster;Telefon;Gewicht (kg);E-Mail']
  for (let row = 1; row <= 60; row += 1) {
    const window = row % 10 === 0 ? 'irgendwann' : '8-12, 14-18'
    const weight = row % 10 === 5 ? 'schwer' : '2,5'
    const place = `47,${1000 + row};9,${5000 + row}`
    rows.push(`A-${row};Kunde Nº ${row};${place};${window};+423 555 ${1000 + row};${weight};k${row}@example.test`)
  }
  return rows.join('\r\n')
}

beforeAll(async () => {
  world = await startPlannerWorld({ config: { osmFiles: [writeAddresses(folder, houses)] } })
  desk = await world.openPage({ width: 1440, height: 900 })
  page = desk.page
  await defineFields()
  const plan = { label: 'Tuesday', execution_date: '2026-11-24' }
  planId = (await world.call('POST', '/v2/plan', plan, { project_id: world.projectId })).id
  file = join(world.server.directory, 'orders.csv')
  // Windows-1252, as older Excel writes it.
  writeFileSync(file, Buffer.from(orders(), 'latin1'))
})

afterAll(async () => {
  await world?.stop()
  rmSync(folder, { recursive: true })
})

async function defineFields(): Promise<void> {
  const floor = { name: 'floor', label: 'Stockwerk', type: 'number', applies_to: 'stop' }
  const answer = await page.context().request.put(`${world.server.address}/app/v1/project/${world.projectId}`, {
    data: { settings: { custom_field_definitions: [floor] } },
    headers: { origin: world.server.address },
  })
  expect(answer.status()).toBe(200)
}

const stops = () => world.call('GET', `/v2/plan/${planId}/stops`)
const counted = (what: Parameters<typeof countedRows>[1]) => countedRows(page, what)

test('a file is read, its columns are recognized, and what is wrong stands at its cell', async () => {
  await desk.go(`/plan/${planId}/import`)
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.setInputFiles('input[type=file]', file)
  const meaning = (column: string) => page.getByRole('combobox', { name: `Meaning of column ${column}`, exact: true })
  await meaning('Auftragsnummer').waitFor()
  expect(await meaning('Auftragsnummer').inputValue()).toBe('Your reference')
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
  // A part of the rows is a success that says what is left.
  await page.getByRole('heading', { name: 'Import finished' }).waitFor()
  await page.getByText('48 stops were created.').waitFor()
  await page.getByText('12 rows stay to be corrected.').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await readableInBoth(page)
  await page.getByRole('button', { name: 'Correct the rest' }).click()
  await counted('done').filter({ hasText: '48' }).waitFor()
  expect(await stops()).toHaveLength(48)
  await mendRows(page, 12, (text) => (text === 'irgendwann' ? '8-10' : '3,5'))
  await page.getByRole('button', { name: 'Import 12 stops' }).click()
  await page.getByRole('heading', { name: 'Import finished' }).waitFor()
  const all = await stops()
  expect(all).toHaveLength(60)
  expect(all.find((stop: { external_id: string }) => stop.external_id === 'A-25')).toMatchObject({
    label: 'Kunde Nº 25',
    weight: 3.5,
    phone: '+423 555 1025',
    location: { lat: 47.1025, lng: 9.5025 },
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
  await page.getByRole('button', { name: 'Use these cells' }).click()
  await page.getByRole('button', { name: 'Check rows' }).click()
  await counted('update').filter({ hasText: '1' }).waitFor()
  expect(await counted('create').textContent()).toContain('1')
  expect(await counted('broken').textContent()).toContain('2')
  await page.getByRole('textbox', { name: 'Stockwerk, row 3' }).fill('4')
  await page.getByRole('button', { name: 'Import 3 stops' }).click()
  await page.getByRole('button', { name: 'Correct the rest' }).click()
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
  await page.getByRole('button', { name: 'Use these cells' }).click()
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
  await page.getByRole('button', { name: 'Use these cells' }).click()
  await world.call('POST', '/app/v1/addresses/corrected', { address, lat: 47.15, lng: 9.53 })
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.getByRole('button', { name: /^Row 2: As corrected on .*2026: Zauberbergstrasse 12, Vaduz$/ }).hover()
  await readableInBoth(page)
})

/** A workbook as offices make it: a title, the date, and cells in words. */
const office = [
  'Touren Dienstag\t\t\t\t',
  'Stand\t23.11.2026\t\t\t',
  'Auftragsnummer\tKunde\tAdresse\tZeitfenster\tGewicht (kg)',
  'D-1\tAnna\tZauberbergstrasse 12, Vaduz\tvormittags\t500 g',
  'D-2\tBert\tZauberbergstrasse 14, Vaduz\tab 9\tn/a',
  'D-3\tCara\tZauberbergstrasse 14, Vaduz\t8:00 – 12:00 / 13:30 – 17:00\tschwer',
  'D-4\tDora\tZauberbergstrasse 16, Vaduz\tnach Absprache\t2',
  'D-5\tEmil\tZauberbergstrasse 12, Vaduz\tnach Absprache\tschwer',
].join('\n')

test('title rows are skipped, words are understood, and the same fault is mended once', async () => {
  await desk.go(`/plan/${planId}/import`)
  await page.getByRole('textbox', { name: 'Or paste cells' }).fill(office)
  await page.getByRole('button', { name: 'Use these cells' }).click()
  await page.getByText('Column headings are in row 3.').waitFor()
  await page.getByRole('button', { name: 'Choose another row' }).click()
  await page.getByRole('radio', { name: /Touren Dienstag/ }).click()
  await page.getByText('Column headings are in row 1.').waitFor()
  await page.getByRole('button', { name: 'Choose another row' }).click()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('radio', { name: /Auftragsnummer/ }).click()
  await page.getByRole('button', { name: 'Check rows' }).click()
  await counted('broken').filter({ hasText: '3 rows' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Time windows, row 4' }).getAttribute('title')).toBe(
    'Read as 08:00–12:00',
  )
  await page.getByRole('button', { name: 'Fix all the same way' }).click()
  const dialog = page.getByRole('dialog', { name: 'What cannot be read' })
  await dialog.getByRole('textbox', { name: 'Replacement for nach Absprache in Time windows' }).fill('10-12')
  await readableInBoth(page)
  await dialog
    .getByRole('row', { name: /nach Absprache/ })
    .getByRole('button', { name: 'Replace' })
    .click()
  await dialog.getByText('nach Absprache').waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Done', exact: true }).click()
  expect(await counted('broken').textContent()).toContain('2')
})

test('doubtful places are confirmed one after the other, an address once for all its rows', async () => {
  await eventually(() => counted('doubtful').textContent()).toContain('3')
  await page.getByRole('button', { name: 'Check 3 places' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Zauberbergstrasse 14, Vaduz').first().waitFor()
  const map = dialog.getByRole('application', { name: 'Map' })
  await map.locator('canvas').waitFor()
  await map.click({ position: { x: 80, y: 80 } })
  await readableInBoth(page)
  await dialog.getByRole('button', { name: 'Use this place' }).click()
  // Row 3 has the same address: the flow goes on with row 4.
  await dialog.getByText('Zauberbergstrasse 16, Vaduz').first().waitFor()
  await dialog.getByRole('button', { name: 'Later' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await counted('doubtful').textContent()).toContain('1')
})

test('rows go in without their bad cells where that is chosen', async () => {
  await page.getByRole('checkbox', { name: 'Import without the cells that cannot be read (2)' }).check()
  expect(await counted('broken').textContent()).toContain('0')
  await page.getByRole('button', { name: 'Import 5 stops' }).click()
  await page.getByRole('heading', { name: 'Import finished' }).waitFor()
  const ofOffice = (await stops()).filter((stop: { external_id: string }) => stop.external_id?.startsWith('D-'))
  interface Row {
    external_id: string
    weight?: number
    time_windows: number[][]
    location?: { lat?: number }
  }
  const brief = (ofOffice as Row[]).map(({ external_id, weight, time_windows, location }) => ({
    external_id,
    weight,
    time_windows,
    isPlaced: location?.lat !== undefined,
  }))
  const hours = (...list: number[][]) => list.map((window) => window.map((hour) => hour * 3_600))
  expect(brief.sort((first, other) => first.external_id.localeCompare(other.external_id))).toMatchObject([
    { external_id: 'D-1', weight: 0.5, time_windows: hours([8, 12]), isPlaced: true },
    { external_id: 'D-2', time_windows: hours([9, 24]), isPlaced: true },
    { external_id: 'D-3', time_windows: hours([8, 12], [13.5, 17]), isPlaced: true },
    { external_id: 'D-4', weight: 2, time_windows: hours([10, 12]), isPlaced: false },
    { external_id: 'D-5', time_windows: hours([10, 12]), isPlaced: true },
  ])
})

test('and nothing complained, nothing foreign was asked for', () => {
  expect(desk.complaints).toEqual([])
})
