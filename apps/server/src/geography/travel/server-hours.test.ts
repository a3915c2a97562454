// Plans by the hours of a routing server that knows traffic: asked for each period of the day, remembered, and driven without anybody overtaking.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, startTestServer, type TestServer } from '../../../test/harness.ts'
import { openValhalla, type ValhallaServer } from '../../../test/valhalla-server.ts'
import { straightMeters } from './straight-lines.ts'

let server: TestServer & { stop(): Promise<void> }
let valhalla: ValhallaServer
let own: Account

/** Twice as long in the middle of the morning rush. */
const factorAt = (departure: string) => (departure.endsWith('T08:00') ? 2 : 1)

beforeAll(async () => {
  valhalla = await openValhalla(factorAt)
  server = await startTestServer({
    annexes: 'all',
    listen: true,
    config: { routingUrl: valhalla.url, routingType: 'valhalla' },
  })
})

beforeEach(async () => {
  own = await server.createAccount()
  valhalla.calls.length = 0
})

afterAll(async () => {
  await server.stop()
  await valhalla.close()
})

const call = (method: string, path: string, body?: unknown, query: Record<string, string> = {}) =>
  server.call(method, path, { key: own.key, body, query })
const depot = { lat: 47.14, lng: 9.52 }
const place = (index: number) => ({ lat: 47.16 + index / 50, lng: 9.52 })
const monday = '2026-03-02'

interface Wish {
  hours?: string
  opens: number
  count?: number
  /** The first of its places: those of other tests are remembered. */
  first?: number
  holidays?: string[]
}

async function optimized({ hours = 'server', opens, count = 3, first = 0, holidays }: Wish) {
  const traffic_options = { hours, ...(holidays && { holidays }) }
  const plan = { execution_date: monday, traffic_options }
  const { id } = (await call('POST', '/v2/plan', plan, { project_id: own.project_id })).body
  const route = { start_location: depot, end_location: depot, time_window: [opens, opens + 8 * 3_600] }
  expect((await call('POST', '/v2/routes', [route], { plan_id: id })).status).toBe(201)
  const stops = Array.from({ length: count }, (_, index) => ({ location: place(first + index), duration: 60 }))
  await call('POST', '/v2/stops', stops, { plan_id: id })
  const { status, body, text } = await call('POST', `/v2/plan/${id}/optimize`)
  expect(status, text).toBe(200)
  return body.routes[0]
}

const way = 2 * Math.round(straightMeters(depot, place(2)) / 10)
const drivenSeconds = (route: { planned_start_time: number; planned_end_time: number }) =>
  route.planned_end_time - route.planned_start_time - 3 * 60

test('a route takes longer at the hours at which the server says so, and no longer where nobody asks', async () => {
  expect(Math.abs(drivenSeconds(await optimized({ opens: 12 * 3_600 })) - way)).toBeLessThan(6)
  const rush = drivenSeconds(await optimized({ opens: 7 * 3_600 }))
  expect(Math.abs(rush - 2 * way)).toBeLessThan(10)
  expect(Math.abs(drivenSeconds(await optimized({ hours: 'off', opens: 7 * 3_600 })) - way)).toBeLessThan(6)
})

test('who leaves before the rush drives the first part of the way at the speed from before it', async () => {
  const opens = 7 * 3_600 - Math.round(way / 4)
  const driven = drivenSeconds(await optimized({ opens }))
  expect(driven).toBeGreaterThan(1.5 * way)
  expect(driven).toBeLessThan(1.9 * way)
})

test('each period of the day is asked for once, and optimizing again asks for nothing', async () => {
  const { plan_id } = await optimized({ opens: 7 * 3_600, count: 5, first: 10 })
  const tables = valhalla.calls.filter(({ path }) => path === '/sources_to_targets')
  const times = ['03:00', '06:30', '08:00', '10:00', '13:00', '15:30', '17:00', '19:00', '22:00']
  expect(tables.map(({ departure }) => departure)).toEqual([undefined, ...times.map((time) => `${monday}T${time}`)])
  const before = valhalla.calls.length
  expect((await call('POST', `/v2/plan/${plan_id}/optimize`)).status).toBe(200)
  expect(valhalla.calls.slice(before).filter(({ path }) => path === '/sources_to_targets')).toEqual([])
})

test('on a holiday the server is asked for the Sunday after', async () => {
  await optimized({ opens: 7 * 3_600, holidays: [monday] })
  const departures = valhalla.calls.flatMap(({ departure }) => departure ?? [])
  expect([...new Set(departures.map((departure) => departure.slice(0, 10)))]).toEqual(['2026-03-08'])
})

test('the timeline tells what a way takes at which hour', async () => {
  const route = await optimized({ opens: 7 * 3_600 })
  const { body } = await call('GET', `/app/v1/route/${route.id}/hours`)
  expect(body).toMatchObject({ by_hour: true })
  const seconds = body.legs[0].hours.map((hour: { seconds: number }) => hour.seconds)
  expect(Math.max(...seconds) / Math.min(...seconds)).toBeCloseTo(2, 1)
})

test('a server that fails is told in words, and nothing is planned by half an answer', async () => {
  valhalla.failWith(503)
  const { id } = (
    await call(
      'POST',
      '/v2/plan',
      { execution_date: monday, traffic_options: { hours: 'server' } },
      {
        project_id: own.project_id,
      },
    )
  ).body
  await call('POST', '/v2/routes', [{ start_location: { lat: 46.5, lng: 9 } }], { plan_id: id })
  await call('POST', '/v2/stops', [{ location: { lat: 46.6, lng: 9 } }], { plan_id: id })
  const answer = await call('POST', `/v2/plan/${id}/optimize`)
  valhalla.failWith(undefined)
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.text).toContain('Valhalla')
})
