// A stop is served from the street that its address names, though another road is nearer, and at the kerb where that is wanted.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { townPlace, writeBlock } from '../../../test/road-town.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-street-'))
let server: TestServer & { stop(): Promise<void> }
let own: Account

const depot = townPlace(0, 0)
/** 25 m north of the Hauptstrasse, 15 m south of the Gartenweg. */
const house = townPlace(200, 25)

beforeAll(async () => {
  server = await startTestServer({
    listen: true,
    config: { osmFiles: [writeBlock(folder, { highway: 'primary' })], roadModes: ['car', 'bicycle'] },
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

const call = async (method: string, path: string, body?: unknown, query: Record<string, string> = {}) => {
  const answer = await server.call(method, path, { key: own.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

/** Metres of a route from the depot to the house and back. */
async function metersTo(address: object, traffic_options: object = {}, travel?: object): Promise<number> {
  const plan = { execution_date: '2026-03-02', traffic_options }
  const { id } = await call('POST', '/v2/plan', plan, { project_id: own.project_id })
  const stops = [{ label: 'house', location: { ...house, ...address }, duration: 60 }]
  const route = { start_location: depot, end_location: depot, stops, ...(travel && { travel }) }
  const [{ id: routeId }] = await call('POST', '/v2/routes', [route], { plan_id: id })
  return (await call('GET', `/v2/route/${routeId}`)).planned_distance
}

test('a stop without a street is served from the nearest road', async () => {
  expect(await metersTo({})).toBe(2 * (40 + 200))
  expect(await metersTo({ street: 'Bergweg 1' })).toBe(2 * (40 + 200))
})

test('a stop is served from the street of its address', async () => {
  expect(await metersTo({ street: 'Hauptstr. 12' })).toBe(2 * 200)
  expect(await metersTo({ street: 'Hauptstrasse', house_number: '12' })).toBe(2 * 200)
})

test('the first part of its line tells the street, where that is all there is', async () => {
  expect(await metersTo({ label: 'Hauptstrasse 12, 9490 Vaduz' })).toBe(2 * 200)
  expect(await metersTo({ label: 'Vaduz' })).toBe(2 * (40 + 200))
})

test('places of one spot in two streets are told apart on one route', async () => {
  const { id } = await call('POST', '/v2/plan', { execution_date: '2026-03-02' }, { project_id: own.project_id })
  const stops = ['Hauptstrasse 12', 'Gartenweg 3'].map((street) => ({ label: street, location: { ...house, street } }))
  const route = { start_location: depot, end_location: depot, stops }
  const [{ id: routeId }] = await call('POST', '/v2/routes', [route], { plan_id: id })
  const { planned_distance } = await call('GET', `/v2/route/${routeId}`)
  expect(planned_distance).toBe(200 + (200 + 40 + 200) + (200 + 40))
})

describe('at the kerb', () => {
  const street = 'Hauptstrasse 12'
  /** To one of its sides the vehicle comes, or from it it leaves, by way of the Gartenweg. */
  const around = 200 + 800 + 40 + 1_000 + 40
  const south = townPlace(200, -10)

  test('nobody has to stop who is not asked to', async () => {
    expect(await metersTo({ street }, { curb_approach: 'never' })).toBe(2 * 200)
  })

  test('a vehicle stops on the side of the house: at major roads, or at all', async () => {
    for (const curb_approach of ['major_roads', 'always']) {
      expect(await metersTo({ street }, { curb_approach })).toBe(around)
      expect(await metersTo({ ...south, street }, { curb_approach })).toBe(around)
    }
    const atBack = { street: 'Gartenweg 3' }
    expect(await metersTo(atBack, { curb_approach: 'major_roads' })).toBe(2 * (40 + 200))
    expect(await metersTo(atBack, { curb_approach: 'always' })).toBeGreaterThan(2 * (40 + 200))
  })

  test('a bicycle crosses, whatever the plan says', async () => {
    expect(await metersTo({ street }, { curb_approach: 'always', mode: 'bicycle' })).toBe(2 * 200)
  })

  test('who may not turn round at a stop goes on around the block', async () => {
    const atHouse = (options: object) => metersTo({ street }, options)
    expect(await atHouse({ turns_at_stops: 'by_none' })).toBe(around)
    expect(await atHouse({ turns_at_stops: 'not_by_trucks' })).toBe(2 * 200)
    expect(await atHouse({ turns_at_stops: 'by_none', curb_approach: 'major_roads' })).toBe(around)
    expect(await atHouse({ turns_at_stops: 'by_none', mode: 'bicycle' })).toBe(2 * 200)
  })

  test('what a vehicle says of itself beats what the plan says', async () => {
    const withTravel = (turns_at_stops: boolean, options: object) => metersTo({ street }, options, { turns_at_stops })
    expect(await withTravel(false, {})).toBe(around)
    expect(await withTravel(true, { turns_at_stops: 'by_none' })).toBe(2 * 200)
  })

  test('a word that is none is refused', async () => {
    const body = { traffic_options: { curb_approach: 'sometimes' } }
    const answer = await server.call('POST', '/v2/plan', { key: own.key, body, query: { project_id: own.project_id } })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('traffic_options.curb_approach')
  })
})
