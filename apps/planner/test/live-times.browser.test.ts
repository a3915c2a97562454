// The times in the stop list are those of the interface, whatever drivers and dispatchers do meanwhile.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDriver, type PlannerWorld, someStops, someVehicles, startPlannerWorld } from './planner-world.ts'

const STOPS_PER_ROUTE = 6
const EVENTS = 24

interface Route {
  id: string
  stops: { id: string; status: string }[]
}

let world: PlannerWorld
let page: Page
let planId: string
/** Calls as the driver of each route, in the order of the routes. */
let drivers: ((method: string, path: string, body?: object) => Promise<unknown>)[]

beforeAll(async () => {
  world = await startPlannerWorld()
  const project_id = world.projectId
  const vehicles = await world.call('POST', '/v3/vehicles', someVehicles(2), { project_id })
  const stops = someStops(STOPS_PER_ROUTE * 2)
  planId = (await world.call('POST', '/v2/plan', { label: 'Today' }, { project_id })).id
  const bodies = [0, 1].map((at) => ({
    vehicle_id: vehicles[at].id,
    stops: stops.slice(at * STOPS_PER_ROUTE, (at + 1) * STOPS_PER_ROUTE),
  }))
  await world.call('POST', '/v2/routes', bodies, { plan_id: planId })
  await administer(`/app/v1/project/${project_id}`, { settings: { driver_may_reorder: true } })
  drivers = []
  for (const { id } of await readRoutes()) {
    const { public_link } = await world.call('POST', `/v2/route/${id}/dispatch`)
    const call = getDriver(world, public_link.split('/d/')[1])
    await call('POST', '/start')
    drivers.push(call)
  }
  const desk = await world.openPage({ width: 1440, height: 1000 })
  page = desk.page
  await desk.go(`/plan/${planId}`)
  await page.locator('[data-row=stop]').first().waitFor()
})

afterAll(async () => world?.stop())

test('after each of many things that happen, page and interface say the same time of every stop', async () => {
  const random = randomNumbers(20_261_122)
  for (let count = 0; count < EVENTS; count++) {
    const what = await somethingHappens(random)
    await expect
      .poll(timesThatDiffer, { timeout: 60_000, interval: 200, message: `after event ${count + 1}, ${what}` })
      .toEqual([])
  }
}, 240_000)

/** One thing that a driver or a dispatcher does; its name, for whoever reads a failure. */
async function somethingHappens(random: () => number): Promise<string> {
  const index = random() < 0.5 ? 0 : 1
  const route = (await readRoutes())[index]!
  const open = route.stops.filter(({ status }) => status === 'pending')
  const some = open[Math.floor(random() * open.length)]
  const drive = drivers[index]!
  const events: Record<string, () => Promise<unknown>> = {
    'a position': () => {
      const place = { lat: 47.08 + random() * 0.1, lng: 9.48 + random() * 0.05 }
      return drive('POST', '/positions', { positions: [{ ...place, recorded_at: new Date().toISOString() }] })
    },
    'a delivery': async () =>
      open.length > 2 && drive('POST', `/stop/${open[0]!.id}/report`, { type: 'service_report_completed' }),
    'an attempt': async () =>
      some && drive('POST', `/stop/${some.id}/report`, { type: 'service_report_attempted', cancel_reason: 'closed' }),
    'another order by the driver': () => drive('PUT', '/order', { stop_ids: open.map(({ id }) => id).toReversed() }),
    'a longer service': async () =>
      some && world.call('PUT', `/v2/stop/${some.id}`, { duration: 300 + Math.floor(random() * 20) * 60 }),
    'another order by the dispatcher': async () => {
      const done = route.stops.filter(({ status }) => status !== 'pending')
      const stops = [...done, ...open.toReversed()].map(({ id }) => id)
      return world.call('PUT', `/v2/route/${route.id}/stops`, { stops })
    },
  }
  const names = Object.keys(events)
  const name = names[Math.floor(random() * names.length)]!
  await events[name]!()
  return name
}

/** Label, time on the page and time by the interface of each stop where the two are not the same. */
async function timesThatDiffer(): Promise<string[]> {
  const shown = await page
    .locator('[data-row=stop]')
    .evaluateAll((rows) =>
      rows.map((row) => [row.getAttribute('data-id'), /\d{2}:\d{2}/.exec(row.textContent ?? '')?.[0]]),
    )
  const shownById = new Map(shown as [string, string][])
  const stops: { id: string; label: string; status: string; estimated_arrival_time?: string }[] = await world.call(
    'GET',
    `/v2/plan/${planId}/stops`,
  )
  return stops.flatMap(({ id, label, status, estimated_arrival_time }) => {
    if (status !== 'pending') return []
    const wanted = estimated_arrival_time && getClock(estimated_arrival_time)
    return shownById.get(id) === wanted ? [] : [`${label}: page ${shownById.get(id)}, interface ${wanted}`]
  })
}

function getClock(moment: string): string {
  return new Date(moment).toISOString().slice(11, 16)
}

async function readRoutes(): Promise<Route[]> {
  return await world.call('GET', `/v2/plan/${planId}/routes`)
}

async function administer(path: string, body: object): Promise<void> {
  const { organization_id } = await world.call('GET', `/v2/plan/${planId}`)
  const headers = { authorization: `Bearer ${world.server.services.adminSecret}` }
  const answer = await world.server.call('PUT', path, { headers, body, query: { organization_id } })
  expect(answer.status, answer.text).toBe(200)
}

/** Numbers in [0, 1), the same ones for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
