// The first start of a stranger: nothing but a folder, and then streets on the map and routes that follow them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FullPlan, MapInformation, Stop } from '@routewright/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { decodePolyline } from '../src/geography/travel/polyline.ts'
import { borrowChromium, type LentChromium } from './chromium.ts'
import { until } from './harness.ts'
import { type RunningCommand, startCommand } from './processes.ts'
import { createCaller } from './scenarios/http-caller.ts'

// Roads, addresses, map and pages are made from nothing, on a machine that may be busy.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 })

const folder = mkdtempSync(join(tmpdir(), 'routewright-first-start-'))
let command: RunningCommand
let browser: LentChromium
let service: { base_url: string; api_key: string; login: { email: string; password: string } }

beforeAll(async () => {
  command = startCommand(['start', '--port', '0', '--json'], { DATA_DIR: folder, OSM_FILE: '', ROAD_MODES: 'car' })
  service = JSON.parse(await command.firstLine())
  browser = await borrowChromium()
})

afterAll(async () => {
  await browser?.close()
  command.child.kill('SIGINT')
  await command.ended()
  rmSync(folder, { recursive: true, force: true })
})

test('the map shows hundreds of streets, and the routes of the demo day follow them', async () => {
  const call = createCaller(service.base_url)
  const key = service.api_key
  const { plan_id } = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as { plan_id: string }
  await until(
    'roads, addresses and map',
    async () => {
      // Asked as often as a page does it: others are refused.
      await pause(1_000)
      const { roads, addresses, tiles } = (await call('GET', '/map/information.json')).expect(200) as MapInformation
      return [roads, addresses, tiles].every((part) => part?.state === 'ready')
    },
    300,
  )
  const plan = (await call('POST', `/v2/plan/${plan_id}/optimize`, { key, body: {} })).expect(200) as FullPlan
  // Nobody stands idle, and between two doors a road bends more often than a straight line.
  expect(plan.routes.map(({ stops }) => stops!.length > 0)).toEqual(Array(8).fill(true))
  for (const { planned_track, stops } of plan.routes) {
    expect(decodePolyline(planned_track!).length).toBeGreaterThan(4 * stops!.length)
  }
  const streets = await countStreets(`/planner/plan/${plan_id}`)
  // Without tiles only the pins have white edges.
  expect(streets.withMap - streets.withoutMap).toBeGreaterThan(150)
})

test('the table of the tutorial goes in as the tutorial says, by clicks', async () => {
  const tutorial = readFileSync(new URL('../../../docs/tutorials/import.md', import.meta.url), 'utf8')
  const table = join(folder, 'orders.csv')
  writeFileSync(table, /^```csv\n([\s\S]*?)^```$/m.exec(tutorial)![1]!)
  const { page, close } = await signedIn()
  await page.goto(`${service.base_url}/planner/plans`)
  await page.getByRole('button', { name: 'New plan' }).first().click()
  await page.getByRole('button', { name: 'Create plan' }).click()
  await page.waitForURL(/\/plan\/[0-9a-f]{24}/)
  const [, planId] = /\/plan\/([0-9a-f]{24})/.exec(page.url())!
  await page.getByRole('button', { name: 'Import stops' }).click()
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  await page.setInputFiles('input[type=file]', table)
  const meaning = (column: string) => page.getByRole('combobox', { name: `Meaning of column ${column}`, exact: true })
  await meaning('Order').waitFor()
  const guessed = ['Order', 'Customer', 'Minutes'].map((column) => meaning(column).inputValue())
  expect(await Promise.all(guessed)).toEqual(['Your reference', 'Name', 'Duration (min)'])
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.getByRole('button', { name: 'Import 4 stops' }).click()
  await page.getByRole('heading', { name: 'Import finished' }).waitFor()
  await close()
  const call = createCaller(service.base_url)
  const stops = (await call('GET', `/v2/plan/${planId}/stops`, { key: service.api_key })).expect(200) as Stop[]
  const made = ['1001', '1002', '1003', '1004'].map((id) => stops.find(({ external_id }) => external_id === id)!)
  expect(made.map(({ label, time_windows }) => [label, time_windows])).toEqual([
    ['Castle museum', [[32_400, 43_200]]],
    ['Rhine pharmacy', [[28_800, expect.any(Number)]]],
    ['Bakery', [[expect.any(Number), expect.any(Number)]]],
    [
      'Office',
      [
        [28_800, 43_200],
        [48_600, 61_200],
      ],
    ],
  ])
  for (const { location } of made) expect(location).toMatchObject({ lat: expect.any(Number), lng: expect.any(Number) })
})

async function signedIn(): Promise<{ page: Page; close(): Promise<void> }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  const origin = service.base_url
  const answer = await context.request.post(`${origin}/app/v1/session`, { data: service.login, headers: { origin } })
  expect(answer.status()).toBe(200)
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return { page, close: () => context.close() }
}

/** Streets that are drawn on the page's map, and, for comparison, on the same page without the map's tiles. */
async function countStreets(path: string): Promise<{ withMap: number; withoutMap: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' })
  await context.addInitScript(keepPixels)
  const origin = service.base_url
  const signedIn = await context.request.post(`${origin}/app/v1/session`, { data: service.login, headers: { origin } })
  expect(signedIn.status()).toBe(200)
  const page = await context.newPage()
  await page.goto(`${origin}${path}`)
  const withMap = await streetsOn(page)
  if (process.env.SCREENS_FOLDER) await page.screenshot({ path: join(process.env.SCREENS_FOLDER, 'first-start.png') })
  await page.route('**/map/style.json*', (route) => route.abort())
  await page.reload()
  const withoutMap = await streetsOn(page)
  await context.close()
  return { withMap, withoutMap }
}

/** From as near as streets are drawn. */
async function streetsOn(page: Page): Promise<number> {
  const rested = page.locator('.maplibregl-map[aria-busy=false]')
  await rested.waitFor({ timeout: 300_000 })
  const canvas = (await page.locator('.maplibregl-canvas').boundingBox())!
  // Vaduz, when the whole day is in sight.
  await page.mouse.move(canvas.x + canvas.width * 0.445, canvas.y + canvas.height * 0.565)
  const scale = page.locator('.maplibregl-ctrl-scale')
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, -300)
        return scale.textContent()
      },
      { timeout: 60_000, interval: 500 },
    )
    .toMatch(/^[235]00.m$/)
  await rested.waitFor({ timeout: 300_000 })
  return page.evaluate<number>(streetCrossings)
}

/** Runs in the page before its own scripts: what the map draws stays readable. */
const keepPixels = `
  const open = HTMLCanvasElement.prototype.getContext
  HTMLCanvasElement.prototype.getContext = function (kind, attributes) {
    return open.call(this, kind, kind.startsWith('webgl') ? { ...attributes, preserveDrawingBuffer: true } : attributes)
  }`

/** Runs in the page: how often lines across the map, 12 pixels apart, meet a street, which is white between darker edges. */
const streetCrossings = `(() => {
  const map = document.querySelector('.maplibregl-canvas')
  const flat = document.createElement('canvas')
  flat.width = map.width
  flat.height = map.height
  const context = flat.getContext('2d')
  context.drawImage(map, 0, 0)
  const { data, width, height } = context.getImageData(0, 0, flat.width, flat.height)
  const isWhite = (x, y) => [0, 1, 2].every((part) => data[(y * width + x) * 4 + part] > 250)
  let crossings = 0
  for (let y = 0; y < height; y += 12) {
    for (let x = 1; x < width; x++) if (isWhite(x, y) && !isWhite(x - 1, y)) crossings++
  }
  return crossings
})()`
