// Straight lines never outlive a crash or a routing server that is away: the route gets its roads in the end.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Written } from '../../../test/fixtures/writer-without-workers.ts'
import { startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { type OsrmServer, openOsrm } from '../../../test/osrm-server.ts'
import { createInstallation } from '../../../test/template.ts'
import { straightLeg, straightMeters } from '../../geography/travel/straight-lines.ts'

const depot = { lat: 47.14, lng: 9.52 }
const far = { lat: 47.2, lng: 9.6 }
const byStraightLines = 2 * straightLeg(depot, far, 'car').meters
const onRoads = 2 * Math.round(straightMeters(depot, far))

let osrm: OsrmServer
let server: (TestServer & { stop(): Promise<void> }) | undefined

beforeAll(async () => {
  osrm = await openOsrm()
})
afterEach(async () => {
  await server?.stop()
  server = undefined
  osrm.answerAll(undefined)
})
afterAll(() => osrm.close())

test('a process that is killed between the write and the job leaves the job: the next one finds the roads', {
  timeout: 300_000,
}, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'routewright-roads-'))
  const database = await createInstallation(directory)
  try {
    const config = { databaseUrl: database.databaseUrl, routingUrl: osrm.url, logLevel: 'error' } as const
    const { key, routeId, plannedDistance } = await writeAndDie({ dataDirectory: directory, ...config })
    expect(plannedDistance).toBe(byStraightLines)
    expect(osrm.calls).toEqual([])

    server = await startTestServer({ listen: true, onDisk: true, realClock: true, directory, database, config })
    const distance = async () => (await server!.call('GET', `/v2/route/${routeId}`, { key })).body.planned_distance
    await until('the roads', async () => (await distance()) === onRoads, 30)
  } finally {
    await server?.stop()
    server = undefined
    await database.drop()
    rmSync(directory, { recursive: true })
  }
})

test('a routing server that refuses at first is asked again, and what it says is used without a cache', {
  timeout: 60_000,
}, async () => {
  const config = { routingUrl: osrm.url, travelCacheMegabytes: 0 }
  server = await startTestServer({ listen: true, config })
  const { key, project_id } = await server.createAccount()
  const call = async (method: string, path: string, body?: object, query = {}) =>
    (await server!.call(method, path, { key, body, query })).body
  const { id: plan_id } = await call('POST', '/v2/plan', { execution_date: '2026-03-02' }, { project_id })
  const [route] = await call('POST', '/v2/routes', [{ start_location: depot, end_location: depot }], { plan_id })
  const [stop] = await call('POST', '/v2/stops', [{ location: far }], { plan_id })
  osrm.calls.length = 0
  osrm.answerAll({ status: 503, body: { code: 'Busy', message: 'come back later' } })
  const after = await call('PUT', `/v2/route/${route.id}/stops`, { stops: [stop.id] })
  expect(after.planned_distance).toBe(byStraightLines)
  const distance = async () => (await call('GET', `/v2/route/${route.id}`)).planned_distance
  await until('the refusal', async () => osrm.calls.length > 0)
  expect(await distance()).toBe(byStraightLines)
  osrm.answerAll(undefined)
  await until('the roads', async () => (await distance()) === onRoads, 30)
})

test('changes that follow each other are one job for each route, and leave none behind', async () => {
  server = await startTestServer({ config: { routingUrl: osrm.url } })
  const { key, project_id } = await server.createAccount()
  const call = async (method: string, path: string, body?: object, query = {}) =>
    (await server!.call(method, path, { key, body, query })).body
  const { id: plan_id } = await call('POST', '/v2/plan', { execution_date: '2026-03-02' }, { project_id })
  const routes = [{ start_location: depot }, { start_location: depot }]
  const [one, other] = await call('POST', '/v2/routes', routes, { plan_id })
  const [first, second] = await call('POST', '/v2/stops', [{ location: far }, { location: depot }], { plan_id })
  // Nobody works them off in this process.
  await call('PUT', `/v2/route/${one.id}/stops`, { stops: [first.id] })
  await call('PUT', `/v2/route/${one.id}/stops`, { stops: [first.id, second.id] })
  await call('PUT', `/v2/route/${other.id}/stops`, { stops: [second.id] })
  const { rows } = await server.services.database.executeSql(
    `select data ->> 'route_id' as route_id from jobs.job where name = 'road_times' order by 1`,
  )
  expect(rows).toEqual([one.id, other.id].sort().map((route_id) => ({ route_id })))
})

/** Runs the writer until it has printed its line, and kills it as a crash would. */
async function writeAndDie(settings: object): Promise<Written> {
  const script = fileURLToPath(new URL('../../../test/fixtures/writer-without-workers.ts', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [script, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout! })
  const [line] = (await Promise.race([once(lines, 'line'), exited])) as [string]
  child.kill('SIGKILL')
  await exited
  return JSON.parse(line) as Written
}
