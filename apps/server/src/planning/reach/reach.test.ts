// Isochrones of a depot: areas as GeoJSON, and the clients and stops inside them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReachAreas } from '@routewright/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { townPlace, writeBridges } from '../../../test/road-town.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-reach-'))
let server: TestServer & { stop(): Promise<void> }
let own: Account
let other: Account

/** In the east, south of a river that cars cross by a low bridge at street 15 and by another one far west only. */
const depot = townPlace(1_500, 800)
const across = townPlace(1_500, 1_100)
const west = townPlace(300, 500)
const outside = townPlace(0, 40_000)

beforeAll(async () => {
  const osmFiles = [writeBridges(folder, 0, { 15: { maxheight: '2.2' } })]
  server = await startTestServer({ listen: true, config: { osmFiles, roadModes: ['car', 'pedestrian'] } })
  own = await server.createAccount()
  other = await server.createAccount()
  await until('the roads', async () => {
    const { roads } = (await server.call('GET', '/health')).body
    return roads.car.state === 'ready' && roads.pedestrian.state === 'ready'
  })
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const post = (path: string, body: object, key = own.key, projectId = own.project_id) =>
  server.call('POST', `/app/v1/project/${projectId}/reach${path}`, { key, body })

async function create(path: string, body: unknown, query: Record<string, string> = { project_id: own.project_id }) {
  const answer = await server.call('POST', path, { key: own.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

async function getAreas(body: object): Promise<ReachAreas> {
  const answer = await post('', body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** Even-odd rule over all rings. */
function isInside({ geometry }: ReachAreas['features'][number], { lat, lng }: { lat: number; lng: number }): boolean {
  let isIn = false
  for (const ring of geometry.coordinates.flat()) {
    for (let at = 1; at < ring.length; at++) {
      const [[ax, ay], [bx, by]] = [ring[at - 1]!, ring[at]!] as [[number, number], [number, number]]
      if (ay > lat !== by > lat && lng < ((bx - ax) * (lat - ay)) / (by - ay) + ax) isIn = !isIn
    }
  }
  return isIn
}

describe('the area within some minutes', () => {
  test('follows the roads, and each longer time holds the shorter ones', async () => {
    const { type, features, is_straight, tolerance } = await getAreas({ from: depot, minutes: [1, 2, 4] })
    expect([type, is_straight]).toEqual(['FeatureCollection', false])
    expect(tolerance).toBeLessThanOrEqual(60)
    expect(features.map(({ properties }) => properties.minutes)).toEqual([1, 2, 4])
    expect(features.map((feature) => isInside(feature, depot))).toEqual([true, true, true])
    // 1.5 km at 43 km/h, with turns, are more than two minutes.
    expect(features.map((feature) => isInside(feature, west))).toEqual([false, false, true])
    for (const { geometry, properties } of features) {
      for (const ring of [...geometry.coordinates.flat(), properties.outline]) expect(ring.at(-1)).toEqual(ring[0])
    }
  })

  test('is that of the vehicle: one that is too high for the bridge does not reach the other side', async () => {
    const sides = async (request: object) => {
      const { features } = await getAreas({ from: depot, minutes: [1], ...request })
      return isInside(features[0]!, across)
    }
    const high = await create('/v2/vehicle', { default_travel: { height: 2.8 } })
    expect(await sides({})).toBe(true)
    expect(await sides({ travel: { height: 2.8 } })).toBe(false)
    expect(await sides({ vehicle_id: high.id })).toBe(false)
    expect(await sides({ travel: { mode: 'pedestrian' } })).toBe(false)
  })

  test('gives an outline that a zone takes', async () => {
    const { features } = await getAreas({ from: depot, minutes: [2] })
    const { outline } = features[0]!.properties
    expect(outline.length).toBeLessThanOrEqual(101)
    const path = `/v2/project/${own.project_id}/zone`
    const zone = await create(path, { label: '2 minutes', polygon: outline }, {})
    expect(zone.polygon).toEqual(outline)
  })

  test('shrinks with the traffic of the project', async () => {
    const project = await server.createProject(own)
    const settings = { traffic_options: { multiplier: 3 } }
    const cookie = await server.signIn(own.user_id)
    const changed = await server.call('PUT', `/app/v1/project/${project}`, {
      headers: { cookie, origin: 'http://localhost' },
      body: settings,
    })
    expect(changed.status, changed.text).toBe(200)
    const slow = (await post('', { from: depot, minutes: [4] }, own.key, project)).body
    expect(isInside(slow.features[0], west)).toBe(false)
  })

  test('is a circle where no roads are known, and says so', async () => {
    const { features, is_straight } = await getAreas({ from: outside, minutes: [10] })
    expect(is_straight).toBe(true)
    expect(isInside(features[0]!, townPlace(0, 42_000))).toBe(true)
    expect(isInside(features[0]!, townPlace(0, 50_000))).toBe(false)
  })
})

describe('the places within some minutes', () => {
  test('are the clients of the project, nearest first', async () => {
    const locations = [west, across, outside, undefined]
    const clients = []
    for (const location of locations) clients.push(await create('/v2/client', { label: 'client', location }))
    const { status, body } = await post('/places', { from: depot, minutes: 1 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ not_reached: 2, without_place: 1, is_straight: false })
    expect(body.reached).toEqual([{ id: clients[1].id, seconds: expect.any(Number), meters: 300 }])
    const longer = (await post('/places', { from: depot, minutes: 4 })).body
    expect(longer.reached.map(({ id }: { id: string }) => id)).toEqual([clients[1].id, clients[0].id])
  })

  test('are the stops of a plan', async () => {
    const plan = await create('/v2/plan', { execution_date: '2026-03-02' })
    const stops = await create('/v2/stops', [{ location: across }, { location: west }, {}], { plan_id: plan.id })
    const { body } = await post('/places', { from: depot, minutes: 1, plan_id: plan.id })
    expect(body.reached.map(({ id }: { id: string }) => id)).toEqual([stops[0].id])
    expect(body).toMatchObject({ not_reached: 1, without_place: 1 })
    const high = (await post('/places', { from: depot, minutes: 1, plan_id: plan.id, travel: { height: 2.8 } })).body
    expect(high).toMatchObject({ reached: [], not_reached: 2 })
  })
})

describe('a question about reach', () => {
  test.each([
    [{ minutes: [] }, 'minutes'],
    [{ minutes: [0] }, 'minutes[0]'],
    [{ minutes: [121] }, 'minutes[0]'],
    [{ minutes: [1, 2, 3, 4, 5, 6] }, 'minutes'],
    [{ minutes: [15], from: { lat: 91, lng: 9 } }, 'from.lat'],
    [{ minutes: [15], from: undefined }, 'from'],
    [{ minutes: [15], travel: { mode: 'rocket' } }, 'travel.mode'],
  ])('refuses %j', async (fault, place) => {
    const answer = await post('', { from: depot, ...fault })
    expect(answer).toMatchObject({ status: 400, body: { message_id: 'highway.validation.error.invalid_payload' } })
    expect(answer.body.message.startsWith(`${place}:`), answer.body.message).toBe(true)
  })

  test('refuses two vehicles at once', async () => {
    const { id } = await create('/v2/vehicle', {})
    const answer = await post('', { from: depot, minutes: [1], vehicle_id: id, travel: { mode: 'truck' } })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain('travel: cannot be given beside vehicle_id')
  })

  test('does not find projects, vehicles and plans of others', async () => {
    expect((await post('', { from: depot, minutes: [1] }, other.key)).status).toBe(404)
    const project = await server.createProject(own)
    const { id } = await create('/v2/vehicle', {}, { project_id: project })
    expect((await post('', { from: depot, minutes: [1], vehicle_id: id })).status).toBe(404)
    const plan = await create('/v2/plan', { execution_date: '2026-03-02' }, { project_id: project })
    expect((await post('/places', { from: depot, minutes: 1, plan_id: plan.id })).status).toBe(404)
  })
})
