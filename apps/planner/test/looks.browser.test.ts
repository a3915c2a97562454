// Another look of the map, from a server of the test's own: nothing is asked of it until somebody chooses it.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  eventually,
  type PlannerPage,
  type PlannerWorld,
  routeAllDay,
  someStops,
  startPlannerWorld,
} from './planner-world.ts'

/** One dark green pixel: pictures of fields. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGOwiTECAAGiAMuoHWk3AAAAAElFTkSuQmCC',
  'base64',
)
let pictures: Server
/** Requests to it. */
const asked: string[] = []
let address: string
let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string

beforeAll(async () => {
  pictures = createServer((request, response) => {
    asked.push(request.url!)
    response.setHeader('access-control-allow-origin', '*')
    if (request.url === '/style.json') {
      response.setHeader('content-type', 'application/json')
      const layers = [{ id: 'sand', type: 'background', paint: { 'background-color': '#e8d8a0' } }]
      return response.end(JSON.stringify({ version: 8, sources: {}, layers }))
    }
    response.setHeader('content-type', 'image/png')
    response.end(picture)
  })
  await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`
  const tiles = `${address}/tile/{z}/{x}/{y}.png`
  const origins = [address]
  const mapLooks = [
    { name: 'Satellite', tiles, attribution: 'Pictures by the test', max_zoom: 12, tile_size: 256, origins },
    { name: 'Sand', style: `${address}/style.json`, attribution: 'Sand by the test', origins },
  ]
  world = await startPlannerWorld({ config: { mapLooks } })
  desk = await world.openPage({ width: 1440, height: 1000 })
  page = desk.page
  const plan = { routes: [routeAllDay('Van 1', someStops(4))] }
  planId = (await world.call('POST', '/v2/plan', plan, { project_id: world.projectId })).id
})

afterAll(async () => {
  await world?.stop()
  await new Promise((resolve) => pictures.close(resolve))
})

const open = async () => {
  await desk.go(`/plan/${planId}`)
  await page.locator('[data-row=stop]').first().waitFor()
}
const choose = async (name: string) => {
  await page.getByRole('button', { name: 'Layers of the map' }).click()
  await page.getByRole('radio', { name }).click()
  await page.keyboard.press('Escape')
}
const isAtRest = () => eventually(() => page.locator('[class*=_canvas_][aria-busy=false]').count()).toBe(1)
/** MapLibre hides a credit that is no longer due, and leaves its text. */
const credit = async () =>
  (await page.locator('.maplibregl-ctrl-attrib:not(.maplibregl-attrib-empty)').allTextContents()).join()

test('nothing is asked of the other server until its look is chosen; then its pictures and its name are shown', async () => {
  await open()
  await isAtRest()
  expect(asked).toEqual([])
  expect(desk.complaints).toEqual([])
  await choose('Satellite')
  await eventually(() => asked.some((path) => path.startsWith('/tile/'))).toBe(true)
  await isAtRest()
  expect(await credit()).toContain('Pictures by the test')
  // From its last zoom on the pictures are drawn larger.
  expect(asked.every((path) => Number(path.split('/')[2]) <= 12)).toBe(true)
  expect(await seriousFaults(page)).toEqual([])
})

test('the choice is remembered, layers and pins stay, and the way back asks nothing more', async () => {
  asked.length = 0
  await open()
  await eventually(() => asked.some((path) => path.startsWith('/tile/'))).toBe(true)
  await page.getByRole('button', { name: 'Layers of the map' }).click()
  await page.getByRole('checkbox', { name: 'Zones' }).check()
  await page.keyboard.press('Escape')
  await isAtRest()
  await page.locator('[data-row=stop]').filter({ hasText: 'Customer 1' }).hover()
  await page.locator('[class*=_ring_]').waitFor()
  await choose('Sand')
  await eventually(() => asked.includes('/style.json')).toBe(true)
  await eventually(credit).toContain('Sand by the test')
  await choose('Streets')
  await eventually(credit).not.toContain('Sand by the test')
  await isAtRest()
  asked.length = 0
  await open()
  await isAtRest()
  expect(asked).toEqual([])
  expect(desk.complaints.filter((complaint) => !complaint.startsWith(`asked for ${address}/`))).toEqual([])
})

test('a look that cannot be had leaves the map as it is without it', async () => {
  let tried = 0
  await page.route(`${address}/style.json`, (route) => {
    tried += 1
    return route.abort()
  })
  await choose('Sand')
  await eventually(() => tried).toBe(1)
  await isAtRest()
  await eventually(credit).not.toContain('Sand by the test')
})
