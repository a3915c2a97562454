// A program that speaks VROOM's JSON gets its routes from this service: with its own matrices, and on the roads of an extract.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { townPlace, writeTown } from '../../../test/road-town.ts'
import { decodePolyline } from '../../geography/travel/polyline.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-vroom-'))
let server: TestServer & { stop(): Promise<void> }
let own: Account

beforeAll(async () => {
  server = await startTestServer({ listen: true, config: { osmFiles: [writeTown(folder)], roadModes: ['car'] } })
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
