// Plans by a routing server: asked by the optimization, outside of transactions; what it said is used, and its failures are told.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { type OsrmServer, openOsrm } from '../../../test/osrm-server.ts'
import { straightLeg, straightMeters } from './straight-lines.ts'

let server: TestServer & { stop(): Promise<void> }
let osrm: OsrmServer
let own: Account

beforeAll(async () => {
  osrm = await openOsrm()
  server = await startTestServer({ listen: true, config: { routingUrl: osrm.url } })
  own = await server.createAccount()
})

afterAll(async () => {
  await server.stop()
  await osrm.close()
})

const call = (method: string, path: string, body?: unknown, query: Record<string, string> = {}) =>
  server.call(method, path, { key: own.key, body, query })
const depot = { lat: 47.14, lng: 9.52 }
const place = (index: number) => ({ lat: 47.15 + index / 100, lng: 9.53 })

async function createPlan(count: number): Promise<string> {
  const plan = await call('POST', '/v2/plan', { execution_date: '2026-03-02' }, { project_id: own.project_id })
  const route = { start_location: depot, end_location: depot, time_window: [28_800, 61_200] }
  await call('POST', '/v2/routes', [route], { plan_id: plan.body.id })
  const stops = Array.from({ length: count }, (_, index) => ({ location: place(index), duration: 60 }))
  expect((await call('POST', '/v2/stops', stops, { plan_id: plan.body.id })).status).toBe(201)
  return plan.body.id
}

test('an optimized route has the times, distances and line of the server, and optimizing again asks for nothing', async () => {
  const id = await createPlan(3)
  const { status, body: plan } = await call('POST', `/v2/plan/${id}/optimize`)
  expect(status).toBe(200)
  const [route] = plan.routes
  const ways = [straightMeters(depot, place(0)), straightMeters(place(0), place(1)), straightMeters(place(1), place(2))]
  const home = straightMeters(place(2), depot)
  expect(route.planned_distance).toBe([...ways, home].reduce((sum, meters) => sum + Math.round(meters), 0))
  const driving = [...ways, home].reduce((sum, meters) => sum + Math.round(meters / 10), 0)
  expect(route.planned_end_time - route.planned_start_time).toBe(driving + 3 * 60)
  expect(osrm.calls.filter((path) => path.startsWith('/table/'))).toHaveLength(1)
  const before = osrm.calls.length
  expect((await call('POST', `/v2/plan/${id}/optimize`)).status).toBe(200)
  expect(osrm.calls).toHaveLength(before)

  // Reordered by hand: legs that were never requested have the times of the table.
  const turned = route.stops.map((stop: { id: string }) => stop.id).toReversed()
  const after = await call('PUT', `/v2/route/${route.id}/stops`, { stops: turned })
  expect(after.body.planned_distance).toBe(route.planned_distance)
  // Only their line is asked for, a moment later; the next test counts its own calls.
  await until('the line', async () => osrm.calls.length > before)
  expect(osrm.calls.slice(before)).toEqual([expect.stringMatching(/^\/route\//)])
})

test('only new stops are asked for', async () => {
  const id = await createPlan(6)
  await call('POST', `/v2/plan/${id}/optimize`)
  osrm.calls.length = 0
  await call('POST', '/v2/stops', [{ location: { lat: 47.3, lng: 9.6 } }], { plan_id: id })
  // Until the next optimization nobody knows better than straight lines.
  expect(osrm.calls).toEqual([])
  await call('POST', `/v2/plan/${id}/optimize`)
  const tables = osrm.calls.filter((path) => path.startsWith('/table/'))
  expect(tables.map((path) => path.split('?')[1])).toEqual([
    expect.stringContaining('sources=0&destinations=1;2;3;4;5;6;7;0'),
    expect.stringContaining('sources=0;1;2;3;4;5;6&destinations=7'),
  ])
})

test('a stop that is put on a route by hand gets straight lines without waiting for a call, and its roads a moment later', async () => {
  const id = await createPlan(0)
  osrm.calls.length = 0
  const [route] = (await call('GET', `/v2/plan/${id}/routes`)).body
  const far = { lat: 46.9, lng: 9.4 }
  const { body } = await call('POST', '/v2/stops', [{ location: far }], { plan_id: id })
  // A call that waited for the routing server would never end.
  const release = osrm.hold()
  const after = await call('PUT', `/v2/route/${route.id}/stops`, { stops: [body[0].id] })
  expect(after.body.planned_distance).toBe(2 * straightLeg(depot, far, 'car').meters)
  release()
  const onRoads = 2 * Math.round(straightMeters(depot, far))
  await until('the roads', async () => (await call('GET', `/v2/route/${route.id}`)).body.planned_distance === onRoads)
  // Known legs are not requested again.
  await call('PUT', `/v2/route/${route.id}/stops`, { stops: [] })
  const again = await call('PUT', `/v2/route/${route.id}/stops`, { stops: [body[0].id] })
  expect(again.body.planned_distance).toBe(onRoads)
  expect(osrm.calls).toEqual([...new Set(osrm.calls)])
})

test('a server that fails ends the optimization with what it said, and the plan is free', async () => {
  const plan = await call('POST', '/v2/plan', { execution_date: '2026-03-02' }, { project_id: own.project_id })
  const { id } = plan.body
  await call('POST', '/v2/routes', [{ start_location: { lat: 48, lng: 8 } }], { plan_id: id })
  await call('POST', '/v2/stops', [{ location: { lat: 48.1, lng: 8.1 } }], { plan_id: id })
  osrm.answerAll({ status: 400, body: { code: 'InvalidOptions', message: 'Query string malformed' } })
  const failed = await call('POST', `/v2/plan/${id}/optimize`)
  expect(failed.status).toBe(400)
  expect(failed.body.message_id).toBe('highway.optimization.error.failed')
  expect(failed.body.message).toContain('the routing server (OSRM) answered 400 InvalidOptions: Query string malformed')
  const run = await call('GET', `/v2/plan/${id}/running_optimization`)
  expect(run.body).toMatchObject({ finished: true, status: 'failed' })
  osrm.answerAll(undefined)
  expect((await call('POST', `/v2/plan/${id}/optimize`)).status).toBe(200)
})
