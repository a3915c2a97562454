// Optimizing with a wish that drivers keep to places they know: who knows them, what it changes, and how the comparison tells it.
import { beforeEach, expect, test } from 'vitest'
import { type Account, until, useTestServer } from '../../../test/harness.ts'

const server = useTestServer({ listen: true })
let account: Account

const ok = async (method: string, path: string, body?: unknown, query?: Record<string, string | number>) => {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const ofProject = () => ({ project_id: account.project_id })
const made = async (path: string, label: string, body: object = {}) =>
  (await ok('POST', path, { label, ...body }, ofProject())).id as string

const north = (index: number) => ({ location: { lat: 47.2 + index / 1_000, lng: 9.5 } })
const south = (index: number) => ({ location: { lat: 47.1 - index / 1_000, lng: 9.5 } })
/** Each van stands in one of the villages, 11 km apart. */
const homes = { north: { lat: 47.205, lng: 9.5 }, south: { lat: 47.095, lng: 9.5 } }
type Village = keyof typeof homes

const makeRoute = (vehicle_id: string, home: Village) => ({
  vehicle_id,
  start_location: homes[home],
  end_location: homes[home],
  time_window: [28_800, 61_200],
  price_per_minute: 1,
})

interface Vans {
  north: string
  south: string
}

/** A past day on which each van drove the stops of its own village to their end. */
async function drive(date: string, vans: Vans) {
  server.clock.set(`${date}T08:00:00Z`)
  const { id } = await ok('POST', '/v2/plan', { execution_date: date }, ofProject())
  const stops = { north: [north(0), north(1)], south: [south(0), south(1)] }
  const routes = await ok(
    'POST',
    '/v2/routes',
    (['north', 'south'] as const).map((home) => ({ ...makeRoute(vans[home], home), stops: stops[home] })),
    { plan_id: id },
  )
  for (const { stops: driven } of routes) {
    for (const stop of driven) await ok('POST', `/v3/stop/${stop.id}/report`, { type: 'service_report_completed' })
  }
}

/** A plan of 3 March with four stops in each village, none assigned. */
async function planToday(vans: Vans) {
  const routes = [makeRoute(vans.north, 'north'), makeRoute(vans.south, 'south')]
  const stops = [0, 1, 2, 3].flatMap((index) => [north(index), south(index)])
  const body = { execution_date: '2026-03-03', routes, stops }
  return (await ok('POST', '/v2/plan', body, ofProject())).id as string
}

async function optimize(planId: string, options: object) {
  const run = await ok('POST', `/app/v1/plan/${planId}/optimization`, options)
  return until(
    'the result',
    async () => {
      const now = await ok('GET', `/app/v1/plan/${planId}/optimization/${run.id}`)
      return now.state !== 'running' && now
    },
    60,
  )
}

interface Compared {
  comparison: { routes: { stops: { planned_arrival_time: number }[]; stop_ids: string[] }[] }
}

/** How many stops of the north each of the two routes has. */
async function northern(planId: string, { comparison }: Compared) {
  const { stops } = await ok('GET', `/v2/plan/${planId}`)
  const isNorth = (id: string) => stops.find((stop: { id: string }) => stop.id === id).location.lat > 47.15
  return comparison.routes.map(({ stop_ids }) => stop_ids.filter(isNorth).length)
}

beforeEach(async () => {
  server.clock.set('2026-01-05T08:00:00Z')
  account = await server.createAccount()
})

test('stops go to the driver who was there, in whichever van he sits today', async () => {
  const vans = { north: await made('/v2/vehicle', 'Van 1'), south: await made('/v2/vehicle', 'Van 2') }
  const ana = await made('/app/v1/driver', 'Ana', { usual_vehicle_id: vans.north })
  const bento = await made('/app/v1/driver', 'Bento', { usual_vehicle_id: vans.south })
  for (const day of [23, 24, 25, 26, 27]) await drive(`2026-02-${day}`, vans)
  server.clock.set('2026-03-03T05:00:00Z')
  const swapped = [
    { date: '2026-03-03', vehicle_id: vans.north, driver_id: bento },
    { date: '2026-03-03', vehicle_id: vans.south, driver_id: ana },
  ]
  await ok('POST', '/app/v1/driver_assignments', { assignments: swapped }, ofProject())
  const planId = await planToday(vans)

  const cheapest = await optimize(planId, {})
  expect(await northern(planId, cheapest)).toEqual([4, 0])
  expect(cheapest.comparison.after).not.toHaveProperty('new_places')

  const familiar = await optimize(planId, { familiar: 1 })
  expect(await northern(planId, familiar)).toEqual([0, 4])
  expect(familiar.comparison.after).toMatchObject({ new_places: 0, unassigned: 0, broken_rules: 0 })
  // The worth of familiar places is no money: the plan costs what its routes cost.
  const costs = familiar.comparison.routes.map((route: { after: { cost: number } }) => route.after.cost)
  expect(costs[0] + costs[1]).toBeCloseTo(familiar.comparison.after.cost, 1)
  expect(familiar.comparison.after.distance).toBeGreaterThan(cheapest.comparison.after.distance)

  const refused = await server.call('POST', `/app/v1/plan/${planId}/optimization`, {
    key: account.key,
    body: { familiar: 2 },
  })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('familiar')
})

test('where no driver is known a vehicle stands for its people', async () => {
  const vans = { north: await made('/v2/vehicle', 'Van 1'), south: await made('/v2/vehicle', 'Van 2') }
  for (const day of [24, 25, 26, 27]) await drive(`2026-02-${day}`, { north: vans.south, south: vans.north })
  server.clock.set('2026-03-03T05:00:00Z')
  const planId = await planToday(vans)
  const run = await optimize(planId, { familiar: 1 })
  expect(await northern(planId, run)).toEqual([0, 4])
  expect(run.comparison.after.new_places).toBe(0)
})

test('a single day tells little, one longer ago than 90 nothing, as stops that were not completed', async () => {
  const vans = { north: await made('/v2/vehicle', 'Van 1'), south: await made('/v2/vehicle', 'Van 2') }
  const swapped = { north: vans.south, south: vans.north }
  for (const day of [10, 11, 12]) await drive(`2025-11-${day}`, swapped)
  await drive('2026-02-27', swapped)
  server.clock.set('2026-03-02T08:00:00Z')
  const { id } = await ok('POST', '/v2/plan', { execution_date: '2026-03-02' }, ofProject())
  const body = [{ ...makeRoute(vans.south, 'north'), stops: [north(0)] }]
  const [route] = await ok('POST', '/v2/routes', body, { plan_id: id })
  await ok('POST', `/v3/stop/${route.stops[0].id}/report`, { type: 'service_report_canceled', cancel_reason: 'closed' })
  server.clock.set('2026-03-03T05:00:00Z')
  const planId = await planToday(vans)
  const run = await optimize(planId, { familiar: 1 })
  expect(await northern(planId, run)).toEqual([4, 0])
  expect(run.comparison.after.new_places).toBe(8)
})
