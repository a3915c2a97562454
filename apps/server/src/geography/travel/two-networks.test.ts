// Stops that the roads of the extract do not join to the others: on another island, and at a street that is closed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { townPlace, writeIslands } from '../../../test/road-town.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-islands-'))
const east = 5_000
let server: TestServer & { stop(): Promise<void> }
let own: Account

beforeAll(async () => {
  server = await startTestServer({
    listen: true,
    config: { osmFiles: [writeIslands(folder, east)], roadModes: ['car', 'bicycle'] },
  })
  own = await server.createAccount()
  await until('the roads', async () => {
    const { roads } = (await server.call('GET', '/health')).body
    return roads.car.state === 'ready' && roads.bicycle.state === 'ready'
  })
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const places = {
  near: townPlace(500, 500),
  otherIsland: townPlace(east + 500, 500),
  closedLane: townPlace(0, 1_900 + 900),
  mouthOfLane: townPlace(0, 1_900 + 100),
}

/** Codes of the reasons for stops that the optimizer leaves out, by label. */
async function optimize(mode: string, depot: { lat: number; lng: number }): Promise<Record<string, string[]>> {
  const call = async (method: string, path: string, body?: unknown, query: Record<string, string> = {}) => {
    const answer = await server.call(method, path, { key: own.key, body, query })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  const plan = { execution_date: '2026-03-02', traffic_options: { mode } }
  const { id } = await call('POST', '/v2/plan', plan, { project_id: own.project_id })
  await call('POST', '/v2/routes', [{ start_location: depot, end_location: depot }], { plan_id: id })
  const stops = Object.entries(places).map(([label, location]) => ({ label, location, duration: 60 }))
  await call('POST', '/v2/stops', stops, { plan_id: id })
  const optimized = await call('POST', `/v2/plan/${id}/optimize`)
  const left = optimized.stops.filter((stop: { route_id?: string }) => !stop.route_id)
  return Object.fromEntries(
    left.map((stop: { label: string; optimization_warnings: { code: string }[] }) => [
      stop.label,
      stop.optimization_warnings.map(({ code }) => code),
    ]),
  )
}

test('a van reaches neither the other island nor the far end of a closed lane, and is told so', async () => {
  expect(await optimize('car', townPlace(0, 0))).toEqual({ otherIsland: ['unreachable'], closedLane: ['unreachable'] })
})

test('from the other island all others are unreachable', async () => {
  expect(await optimize('car', townPlace(east, 0))).toEqual({
    near: ['unreachable'],
    closedLane: ['unreachable'],
    mouthOfLane: ['unreachable'],
  })
})

test('a bicycle rides along the lane', async () => {
  expect(await optimize('bicycle', townPlace(0, 0))).toEqual({ otherIsland: ['unreachable'] })
})
