// Maps while the service runs: a plan outside of all maps, a region that is downloaded, files, and what the map says meanwhile.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { townExtract, townPlace } from '@routewright/server/testing/town'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { eventually, type PlannerPage, type PlannerWorld, startPlannerWorld } from './planner-world.ts'
import { readableInBoth } from './readable-in-both.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const far = 50_000
const patiently = { timeout: 60_000 }

/** Hands out the region in two halves, the second one when it is told to. */
const source = createServer((request, response) => {
  if (request.url === '/index-v1-nogeom.json') {
    const properties = { id: 'town', name: 'Town', urls: { pbf: `${sourceUrl}/town-latest.osm.pbf` } }
    response.end(JSON.stringify({ features: [{ properties }] }))
  } else if (request.url === '/town-latest.osm.pbf') {
    response.writeHead(200, { 'content-length': town.length }).write(town.subarray(0, town.length / 2))
    halfway = response
  } else response.writeHead(404).end()
})
const town = townExtract()
let halfway: ServerResponse | undefined
let sourceUrl = ''
let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string

beforeAll(async () => {
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
  sourceUrl = `http://127.0.0.1:${(source.address() as AddressInfo).port}`
  // With the extract that is shipped, which the town lies outside of.
  world = await startPlannerWorld({ config: { osmFiles: undefined, osmMirror: sourceUrl, roadModes: ['car'] } })
  const stops = [300, 1_500].map((east) => ({ label: `${east} m east`, location: townPlace(east, 800) }))
  planId = (await world.call('POST', '/v2/plan', { label: 'Town', stops }, { project_id: world.projectId })).id
  desk = await world.openPage()
  page = desk.page
})
afterAll(async () => {
  await world?.stop()
  source.close()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('cell', { name }) })
const noMap = () => page.getByText('There is no map of this area yet.')
const preparing = () => page.getByRole('status').filter({ hasText: 'being prepared' })

async function remove(name: string): Promise<void> {
  await row(name).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByText(`Roads, addresses and map of ${name} are no longer used.`).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await row(name).waitFor({ state: 'detached' })
}

/** Chooses a file like a person: by the button, in the browser's own dialog. */
async function chooseFile(press: () => Promise<void>, name: string, buffer: Buffer): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press()])
  await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer })
}

async function letItCome(): Promise<void> {
  await eventually(() => halfway !== undefined).toBe(true)
  halfway!.end(town.subarray(town.length / 2))
  halfway = undefined
}

test('where no map reaches, the plan leads to the settings, and a region is had by its name', async () => {
  await desk.go('/settings/maps')
  await remove('Liechtenstein')
  await page.getByRole('heading', { name: 'No maps' }).waitFor()
  await desk.go(`/plan/${planId}`)
  await noMap().waitFor()
  await readableInBoth(page)
  await page.getByRole('link', { name: 'Add a region or a file' }).click()

  const region = page.getByRole('textbox', { name: 'Region' })
  await region.fill('atlantis')
  await button('Download').click()
  await page.getByRole('alert').filter({ hasText: 'atlantis' }).waitFor()
  expect(await region.inputValue()).toBe('atlantis')
  await region.fill('town')
  await button('Download').click()
  await row('town')
    .getByText(/^Downloading, [1-9]\d?\s?%$/)
    .waitFor(patiently)
  expect(await row('town').getByRole('button', { name: 'Update' }).isDisabled()).toBe(true)
  await readableInBoth(page)
  await letItCome()
  await row('town').getByText('Ready', { exact: true }).waitFor(patiently)
  expect(await region.inputValue()).toBe('')

  await page.goBack()
  await page.getByText('300 m east').first().waitFor()
  await noMap().waitFor({ state: 'detached' })
  await preparing().waitFor({ state: 'detached', ...patiently })
  await page.locator('.maplibregl-map[aria-busy=false]').waitFor(patiently)
})

test('a region is brought anew', async () => {
  await desk.go('/settings/maps')
  await row('town').getByRole('button', { name: 'Update' }).click()
  await row('town')
    .getByText(/^Downloading/)
    .waitFor(patiently)
  await letItCome()
  await row('town').getByText('Ready', { exact: true }).waitFor(patiently)
})

test('a file is added, replaced by another one, and taken away', async () => {
  await desk.go('/settings/maps')
  await chooseFile(() => button('From a file (.osm.pbf)').click(), 'notes.osm.pbf', Buffer.from('no map at all'))
  await page.getByRole('alert').filter({ hasText: 'OpenStreetMap' }).waitFor()
  await chooseFile(() => button('From a file (.osm.pbf)').click(), 'hills.osm.pbf', townExtract(far))
  await row('hills').getByText('Ready', { exact: true }).waitFor(patiently)
  await row('hills').getByText('Own file').waitFor()
  await readableInBoth(page)
  // The notice stands above the table: when it goes, the rows move.
  await preparing().waitFor({ state: 'detached', ...patiently })
  await chooseFile(
    () => row('hills').getByRole('button', { name: 'Replace' }).click(),
    'lakes.osm.pbf',
    townExtract(2 * far),
  )
  await row('lakes').getByText('Ready', { exact: true }).waitFor(patiently)
  expect(await row('hills').count()).toBe(0)
  await remove('lakes')
  await row('town').waitFor()
})

test('while roads, addresses and map are prepared, settings and plan say how far they are', async () => {
  await desk.go(`/plan/${planId}`)
  await desk.go('/settings/maps')
  await button('Add Liechtenstein again').click()
  await preparing().waitFor()
  await page.getByRole('progressbar').waitFor()
  await page.goBack()
  await preparing()
    .filter({ hasText: /^Roads and addresses of town and Liechtenstein .* \d+\s?%$/ })
    .waitFor()
  await preparing().waitFor({ state: 'detached', timeout: 300_000 })
  // A refused region and a file that is none were asked for on purpose.
  expect(desk.complaints.filter((text) => !text.includes('400'))).toEqual([])
})
