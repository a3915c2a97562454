// A program that speaks VROOM's JSON gets its routes from this service: with its own matrices, and on the roads of an extract.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { townPlace, writeTown } from '../../../test/road-town.ts'
import { decodePolyline } from '../../geography/travel/polyline.ts'
import { TravelError } from '../../geography/travel/travel.ts'
import { createVroomSolver } from './vroom.ts'
import { answerExpress } from './vroom-express.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-vroom-'))
let server: TestServer & { stop(): Promise<void> }
let own: Account

beforeAll(async () => {
  server = await startTestServer({
    listen: true,
    config: { osmFiles: [writeTown(folder)], roadModes: ['car'], vroomPort: 0 },
  })
  own = await server.createAccount()
  await until('the roads', async () => (await server.call('GET', '/health')).body.roads.car.state === 'ready')
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const solve = (body: unknown, key: string | undefined = own.key) => server.call('POST', '/app/v1/vroom', { key, body })
const at = (eastMeters: number, northMeters: number) => {
  const { lat, lng } = townPlace(eastMeters, northMeters)
  return [lng, lat]
}

const durations = [
  [0, 100, 300, 310],
  [100, 0, 290, 300],
  [300, 290, 0, 10],
  [310, 300, 10, 0],
]
const matrixProblem = {
  vehicles: [
    { id: 1, start_index: 0, end_index: 0, capacity: [2] },
    { id: 2, start_index: 0, end_index: 0, capacity: [2] },
  ],
  jobs: [1, 2, 3].map((place) => ({ id: place * 10, location_index: place, delivery: [1], service: 60 })),
  matrices: { car: { durations } },
}

describe('with the caller’s matrices', () => {
  test('the best routes come back under the ids that were sent', async () => {
    const { status, body } = await solve(matrixProblem)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      code: 0,
      unassigned: [],
      summary: { cost: 820, routes: 2, duration: 820, service: 180 },
    })
    const served = body.routes.map((route: { steps: { type: string; id: number }[] }) =>
      route.steps.flatMap(({ type, id }) => (type === 'job' ? id : [])).toSorted((a, b) => a - b),
    )
    expect(served.toSorted((a: number[], b: number[]) => a.length - b.length)).toEqual([[10], [20, 30]])
  })

  test('with option c the orders of the steps are timed, and what they break is said', async () => {
    const steps = [10, 20, 30].map((id) => ({ type: 'job', id }))
    const [first, second] = matrixProblem.vehicles
    const { status, body } = await solve({
      ...matrixProblem,
      vehicles: [{ ...first, steps }, second],
      options: { c: true },
    })
    expect(status).toBe(200)
    expect(body.routes[0].steps.flatMap(({ id }: { id?: number }) => id ?? [])).toEqual([10, 20, 30])
    expect(body.summary).toMatchObject({ cost: 710, unassigned: 0, violations: [{ cause: 'load' }] })
  })

  test('a time to search is kept to, and options for VROOM’s own search change nothing', async () => {
    const { status, body } = await solve({ ...matrixProblem, options: { l: 1, x: 5, t: 4, g: false } })
    expect(status).toBe(200)
    expect(body.summary.cost).toBe(820)
    expect(body.summary.computing_times.solving).toBeGreaterThan(0)
  })
})

test('without matrices the van drives on the roads: over the bridge, and its line too', async () => {
  const [south, north] = [at(1_500, 800), at(1_500, 1_100)]
  const { status, body } = await solve({
    vehicles: [{ id: 4, start: south }],
    jobs: [{ id: 9, location: north, description: 'across the river' }],
    options: { g: true },
  })
  expect(status).toBe(200)
  const [route] = body.routes
  // 300 m as the crow flies, and 3.3 km by the only bridge.
  expect(route).toMatchObject({ vehicle: 4, distance: 3_300 })
  expect(route.steps.map(({ location }: { location: number[] }) => location)).toEqual([south, north])
  expect(route.steps[1]).toMatchObject({ id: 9, description: 'across the river', distance: 3_300 })
  const lngs = decodePolyline(route.geometry).map(({ lng }) => lng)
  expect(Math.min(...lngs)).toBeCloseTo(at(0, 0)[0]!, 4)
})

test('straight lines to where no roads are known are told beside the distance', async () => {
  const [near, far] = [at(1_500, 800), at(6_000, 800)]
  const problem = (location: number[]) => ({
    vehicles: [{ id: 4, start: near, end: near }],
    jobs: [{ id: 9, location }],
    options: { g: true },
  })
  const { routes, summary } = (await solve(problem(far))).body
  expect(routes[0].straight_distance).toBe(routes[0].distance)
  expect(summary.straight_distance).toBe(summary.distance)
  const onRoads = (await solve(problem(at(1_500, 1_100)))).body
  expect(onRoads.routes[0].distance).toBe(6_600)
  expect(onRoads.routes[0]).not.toHaveProperty('straight_distance')
  expect(onRoads.summary).not.toHaveProperty('straight_distance')
})

describe('what cannot be planned as it says is refused in VROOM’s words', () => {
  const vehicle = { id: 1, start: at(0, 0) }
  const jobs = [{ id: 1, location: at(100, 0) }]
  test.each<[string, unknown, string]>([
    ['something else for the jobs', { vehicles: [vehicle], jobs: {} }, 'jobs: is not an array'],
    ['no vehicles', { jobs }, 'vehicles: no vehicle'],
    [
      'a rule that is not known',
      { vehicles: [{ ...vehicle, max_travel_time: 60 }], jobs },
      'vehicles[0].max_travel_time',
    ],
    ['a way to travel without roads', { vehicles: [{ ...vehicle, profile: 'boat' }], jobs }, 'profile boat'],
    ['no place on earth', { vehicles: [vehicle], jobs: [{ id: 1, location: [200, 1] }] }, 'longitude, latitude'],
    [
      'too many charging places',
      { vehicles: [vehicle], jobs, charging_places: Array(501).fill({ location: [9, 47], power: 50 }) },
      'charging_places: 501 are more than 500',
    ],
    ['too many vehicles', { vehicles: Array(501).fill(vehicle), jobs }, '501 are more than 500'],
    ['times of orders that are not there', { vehicles: [vehicle], jobs, options: { c: true } }, 'options.c'],
    [
      'an option that is not known',
      { vehicles: [vehicle], jobs, options: { speed: 1 } },
      'options.speed: is not known',
    ],
    [
      'an index that the matrix lacks',
      {
        vehicles: [{ id: 1, start_index: 0 }],
        jobs: [{ id: 1, location_index: 7 }],
        matrices: { car: { durations: [[0]] } },
      },
      'jobs[0].location_index: 7 is outside the matrix of 1',
    ],
    ['too long a search', { vehicles: [vehicle], jobs, options: { l: 61 } }, 'options.l: 61'],
  ])('%s', async (_, body, message) => {
    const answer = await solve(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 2, error: expect.stringContaining(message) })
  })

  test('a key is needed', async () => {
    expect((await server.call('POST', '/app/v1/vroom', { body: matrixProblem })).status).toBe(401)
  })
})

describe('in the place of vroom-express', () => {
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`http://127.0.0.1:${server.services.config.vroomPort}${path}`, init)
    return { status: response.status, text: await response.text() }
  }
  const post = async (body: unknown, path = '/') => {
    const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const { status, text } = await ask(path, init)
    return { status, body: JSON.parse(text) }
  }
  const notUnderstood = 'Invalid JSON object in request, please add vehicles and jobs or shipments to the object body'

  test('a problem is solved, and health is told without a word', async () => {
    const { status, body } = await post(matrixProblem)
    expect([status, body.code, body.summary.cost]).toEqual([200, 0, 820])
    expect(await ask('/health')).toEqual({ status: 200, text: '' })
  })

  test.each<[string, unknown, number, number, string]>([
    ['no vehicles', { jobs: [] }, 400, 2, notUnderstood],
    ['neither jobs nor shipments', { vehicles: [] }, 400, 2, notUnderstood],
    ['something else', 'a text', 400, 2, notUnderstood],
    [
      'too many locations',
      { vehicles: [{ id: 1, start: [9.5, 47] }], jobs: [], shipments: Array(2_501).fill({}) },
      413,
      4,
      'Too many locations (5002) in query, maximum is set to 5000',
    ],
    [
      'too many vehicles',
      { vehicles: Array(501).fill({ id: 1, start: [9.5, 47] }), jobs: [] },
      413,
      4,
      'Too many vehicles (501) in query, maximum is set to 500',
    ],
    [
      'what VROOM would refuse',
      { vehicles: [{ id: 1 }], jobs: [{ id: 1, location: [9.5, 47] }] },
      400,
      2,
      'vehicles[0]',
    ],
  ])('%s: refused with its status, code and words', async (_, problem, status, code, error) => {
    expect(await post(problem)).toEqual({ status, body: { code, error: expect.stringContaining(error) } })
  })

  test('a body that is no JSON, and one that is too long', async () => {
    const broken = await ask('/', { method: 'POST', body: '{"jobs":' })
    expect([broken.status, JSON.parse(broken.text)]).toEqual([400, { code: 2, error: notUnderstood }])
    const long = await ask('/', { method: 'POST', body: ' '.repeat(16 * 1_048_576 + 1) })
    expect([long.status, JSON.parse(long.text).code]).toEqual([413, 4])
  })

  test('travel times that cannot be had are a failure of the service', async () => {
    const travel = { ...server.services.travel.best, matrix: () => Promise.reject(new TravelError('no roads today')) }
    const body = { vehicles: [{ id: 1, start: at(0, 0) }], jobs: [{ id: 1, location: at(100, 0) }] }
    const answer = await answerExpress(
      { solve: createVroomSolver(), travel, log: server.services.log },
      { method: 'POST', address: '/', body, organizationId: '', signal: new AbortController().signal },
    )
    expect(answer).toEqual({ status: 500, body: { code: 3, error: 'no roads today' } })
  })

  test('on the service’s own port a key is needed', async () => {
    const keyed = (path: string) =>
      fetch(server.address + path, { method: 'POST', body: JSON.stringify(matrixProblem) })
    const refused = await keyed('/vroom')
    expect([refused.status, (await refused.json()) as unknown]).toMatchObject([401, { code: 2 }])
    for (const path of [`/vroom?private_key=${own.key}`, `/vroom/?private_key=${own.key}`, `/vroom/key/${own.key}`]) {
      expect((await keyed(path)).status).toBe(200)
    }
    expect((await fetch(`${server.address}/vroom/health?private_key=${own.key}`)).status).toBe(200)
    expect(server.logLines.filter((line) => line.includes(own.key))).toEqual([])
  })

  test('other paths are not there', async () => {
    expect((await ask('/problems')).status).toBe(404)
  })
})
