// Optimizing with a look first: nothing changes until it is applied, before and after are told, and applying is undone exactly.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Account, until, useTestServer } from '../../../test/harness.ts'

const server = useTestServer({ listen: true })
let account: Account

beforeAll(async () => {
  account = await server.createAccount()
})

const depot = { lat: 47.14, lng: 9.52 }
const shift = { start_location: depot, end_location: depot, time_window: [28_800, 61_200] }
const place = (index: number) => ({ lat: 47.1 + (index % 8) * 0.008, lng: 9.48 + Math.floor(index / 8) * 0.009 })
const located = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ label: `s${from + index}`, location: place(from + index) }))

async function call(method: string, path: string, body?: unknown, query: Record<string, string> = {}) {
  return server.call(method, path, { key: account.key, body, query })
}

async function ok(method: string, path: string, body?: unknown, query: Record<string, string> = {}) {
  const answer = await call(method, path, body, query)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

async function createPlan(body: object): Promise<string> {
  const query = { project_id: account.project_id }
  return (await ok('POST', '/v2/plan', { execution_date: '2026-03-03', ...body }, query)).id
}

const getPlan = (planId: string) => ok('GET', `/v2/plan/${planId}`)

interface WireRoute {
  id: string
  planned_distance?: number
  stops: { id: string; label: string }[]
}

const listOrders = ({ routes }: { routes: WireRoute[] }) =>
  routes.map((route) => [route.id, route.stops.map((stop) => stop.id)] as const)

async function optimize(planId: string, options: object = {}) {
  const run = await ok('POST', `/app/v1/plan/${planId}/optimization`, options)
  expect(run).toMatchObject({ state: 'running', plan_id: planId })
  return until(
    'the result',
    async () => {
      const now = await ok('GET', `/app/v1/plan/${planId}/optimization/${run.id}`)
      return now.state !== 'running' && now
    },
    60,
  )
}

const badRoutes = () => [
  { ...shift, label: 'A', price_per_distance: 1, stops: [7, 0, 6, 1, 5, 2].map((index) => located(8)[index]!) },
  { ...shift, label: 'B', price_per_distance: 1, stops: located(4, 24) },
]

describe('a result that is kept aside', () => {
  test('changes nothing, and says what it would change, in the numbers that applying then gives', async () => {
    const planId = await createPlan({ routes: badRoutes(), stops: [...located(3, 30), { label: 'lost' }] })
    const before = await getPlan(planId)
    const run = await optimize(planId)
    expect(run).toMatchObject({ state: 'ready', hold: true, mode: 'from_scratch', progress: 1 })
    expect(await getPlan(planId)).toEqual(before)
    const { comparison } = run
    expect(comparison.before).toMatchObject({ routes: 2, stops: 14, unassigned: 4 })
    expect(comparison.after).toMatchObject({ unassigned: 1 })
    expect(comparison.after.distance / comparison.after.stops).toBeLessThan(
      comparison.before.distance / (comparison.before.stops - comparison.before.unassigned),
    )
    expect(comparison.unassigned).toMatchObject([{ warnings: [{ code: 'no_location' }] }])
    const applied = await ok('POST', `/app/v1/plan/${planId}/optimization/${run.id}/apply`)
    const after = await getPlan(planId)
    const meters = after.routes.reduce((sum: number, route: WireRoute) => sum + (route.planned_distance ?? 0), 0)
    expect(Math.abs(meters - comparison.after.distance)).toBeLessThan(3)
    for (const route of comparison.routes) {
      const now = after.routes.find((other: WireRoute) => other.id === route.route_id)
      expect(now.stops.map((stop: { id: string }) => stop.id)).toEqual(route.stop_ids)
      expect(now.planned_end_time).toBe(route.after.planned_end_time)
    }
    expect((await ok('GET', `/app/v1/plan/${planId}/optimization/${run.id}`)).state).toBe('applied')
    const again = await call('POST', `/app/v1/plan/${planId}/optimization/${run.id}/apply`)
    expect(again.body.message_id).toBe('highway.optimization.error.not_ready')
    await ok('PUT', `/app/v1/plan/${planId}/arrangement`, applied.undo)
    expect(listOrders(await getPlan(planId))).toEqual(listOrders(before))
  })

  test('is no dearer than the plan as it is, however short the search', async () => {
    const priced = { ...shift, price_per_distance: 1 }
    const routes = ['A', 'B', 'C'].map((label) => ({ ...priced, label, max_services: 30 }))
    const planId = await createPlan({ routes, stops: located(80) })
    const first = await optimize(planId)
    await ok('POST', `/app/v1/plan/${planId}/optimization/${first.id}/apply`)
    const { before, after } = (await optimize(planId, { config: { time_limit_seconds: 1, seed: 7 } })).comparison
    expect(after.cost).toBeLessThanOrEqual(before.cost)
    expect(after.unassigned).toBe(0)
  })

  test('is discarded without a trace, and frees the plan for the next', async () => {
    const planId = await createPlan({ routes: badRoutes() })
    const before = await getPlan(planId)
    const run = await optimize(planId)
    const discarded = await ok('DELETE', `/app/v1/plan/${planId}/optimization/${run.id}`)
    expect(discarded.state).toBe('discarded')
    expect((await call('POST', `/app/v1/plan/${planId}/optimization/${run.id}/apply`)).status).toBe(400)
    expect(await getPlan(planId)).toEqual(before)
    expect((await optimize(planId)).state).toBe('ready')
  })

  test('of a plan without routes brings them with it only when it is applied', async () => {
    const project = await server.createProject(account)
    const depots = { default_start_location: depot, default_end_location: depot, default_time_window: [28_800, 61_200] }
    await ok('POST', '/v3/vehicles', [{ label: 'V1', ...depots }], { project_id: project })
    const planId = (await ok('POST', '/v2/plan', { stops: located(6) }, { project_id: project })).id
    const run = await optimize(planId)
    const [made] = run.comparison.routes
    expect(made).toMatchObject({ is_new: true, label: 'V1', route: { start_location: depot, vehicle_label: 'V1' } })
    expect(made.stops.map(({ stop_id }: { stop_id: string }) => stop_id)).toEqual(made.stop_ids)
    expect((await getPlan(planId)).routes).toEqual([])
    await ok('POST', `/app/v1/plan/${planId}/optimization/${run.id}/apply`)
    expect((await getPlan(planId)).routes).toMatchObject([{ label: 'V1' }])
    const [{ stops }] = (await getPlan(planId)).routes
    const arrivals = stops.map((stop: { planned_arrival_time: number }) => stop.planned_arrival_time)
    expect(arrivals).toEqual(made.stops.map((stop: { planned_arrival_time: number }) => stop.planned_arrival_time))
    expect(arrivals).toHaveLength(6)
  })

  test('keeps what was changed while it waited', async () => {
    const planId = await createPlan({ routes: badRoutes() })
    const run = await optimize(planId)
    const [first] = (await getPlan(planId)).routes
    await ok('PUT', `/v2/route/${first.id}`, { is_locked: true })
    await ok('POST', `/app/v1/plan/${planId}/optimization/${run.id}/apply`)
    const [now] = (await getPlan(planId)).routes
    expect(now.stops.map((stop: { id: string }) => stop.id)).toEqual(first.stops.map((stop: { id: string }) => stop.id))
  })
})

describe('while it runs', () => {
  // Even routes: such plans are searched under every rule, and are far from done when a test breaks in.
  const slow = { config: { time_limit_seconds: 60, balance_services: true } }

  test('tells the cost over time and the orders so far; others cannot start; ending it early keeps the best', async () => {
    const planId = await createPlan({ routes: [shift, shift, shift], stops: located(120) })
    const run = await ok('POST', `/app/v1/plan/${planId}/optimization`, slow)
    const refused = await call('POST', `/app/v1/plan/${planId}/optimization`, {})
    expect(refused.body.message_id).toBe('highway.optimization.error.sync_optimization_already_progress')
    const path = `/app/v1/plan/${planId}/optimization/${run.id}`
    const told = await until(
      'tracks',
      async () => {
        const now = await ok('GET', path)
        return now.tracks && now
      },
      40,
    )
    const curve: { seconds: number; cost: number; unassigned: number }[] = told.curve
    expect(curve).not.toEqual([])
    for (const [index, later] of curve.slice(1).entries()) {
      const earlier = curve[index]!
      expect(later.seconds).toBeGreaterThanOrEqual(earlier.seconds)
      // Only what is better is told: fewer stops left out, or as many at a lower cost.
      const gained = earlier.unassigned - later.unassigned || earlier.cost - later.cost
      expect(gained).toBeGreaterThan(0)
    }
    const plan = await getPlan(planId)
    const stopIds = plan.stops.map((stop: { id: string }) => stop.id)
    const placed = told.tracks.flatMap((track: { stop_ids: string[] }) => track.stop_ids)
    expect(told.tracks.map((track: { route_id: string }) => track.route_id).sort()).toEqual(
      plan.routes.map((route: WireRoute) => route.id).sort(),
    )
    expect(placed).toHaveLength(120 - curve.at(-1)!.unassigned)
    expect(new Set(placed).size).toBe(placed.length)
    expect(stopIds).toEqual(expect.arrayContaining(placed))
    const stopped = await ok('POST', `${path}/stop`)
    expect(stopped.state).toBe('ready')
    expect(stopped.comparison.after.unassigned).toBe(0)
  })

  test('is canceled without a result', async () => {
    const planId = await createPlan({ routes: [shift], stops: located(60) })
    const run = await ok('POST', `/app/v1/plan/${planId}/optimization`, slow)
    const path = `/app/v1/plan/${planId}/optimization/${run.id}`
    expect((await ok('DELETE', path)).state).toBe('canceled')
    expect((await optimize(planId, { config: { time_limit_seconds: 1 } })).state).toBe('ready')
  })
})

describe('the ways to optimize', () => {
  test('insert_only leaves every order as it is and places the rest', async () => {
    const planId = await createPlan({
      routes: badRoutes(),
      stops: [...located(3, 30), { label: 'x', location: place(9), requires: ['crane'] }],
    })
    const before = await getPlan(planId)
    const run = await optimize(planId, { mode: 'insert_only', hold: false })
    expect(run.state).toBe('applied')
    const after = await getPlan(planId)
    for (const [index, [, order]] of listOrders(before).entries()) {
      const kept = listOrders(after)[index]![1].filter((id) => order.includes(id))
      expect(kept).toEqual(order)
    }
    expect(listOrders(after).flatMap(([, order]) => order)).toHaveLength(13)
    const left = after.stops.filter((stop: { route_id?: string }) => !stop.route_id)
    expect(left).toMatchObject([{ label: 'x', optimization_warnings: [{ code: 'skill_missing' }] }])
  })

  test('keep_assignment keeps each stop on its route; a balance evens the numbers out', async () => {
    const planId = await createPlan({ routes: [{ ...shift, stops: located(12) }, shift] })
    const kept = await optimize(planId, { mode: 'keep_assignment' })
    expect(kept.comparison.moved_stops).toBe(0)
    expect(kept.comparison.after.distance).toBeLessThanOrEqual(kept.comparison.before.distance)
    const even = await optimize(planId, { balance: 1 })
    const counts = even.comparison.routes.map((route: { after: { stops: number } }) => route.after.stops)
    expect(Math.abs(counts[0] - counts[1])).toBeLessThanOrEqual(2)
  })

  test('compact routes are priced as all others are', async () => {
    const planId = await createPlan({ routes: [{ ...shift, stops: located(12) }, shift] })
    const run = await optimize(planId, { compact: 1 })
    expect(run.comparison.after).toMatchObject({ stops: 12, unassigned: 0, broken_rules: 0 })
    const costs = run.comparison.routes.map((route: { after: { cost: number } }) => route.after.cost)
    expect(costs[0] + costs[1]).toBeCloseTo(run.comparison.after.cost, 1)
  })

  test('with slack a route leaves earlier, so that a window is not used up to its last minutes', async () => {
    // A driver who would wait for the second stop leaves as late as the first one allows, to the second.
    const [first, second] = located(2)
    const stops = [
      { ...first, time_windows: [[32_400, 36_000]] },
      { ...second, time_windows: [[46_800, 50_400]] },
    ]
    const findBeginning = async (config: object) => {
      const planId = await createPlan({ routes: [shift], stops, optimizer_config: config })
      await optimize(planId, { hold: false })
      const plan = await getPlan(planId)
      return plan.stops.find(({ label }: { label: string }) => label === 's0').planned_arrival_time
    }
    expect(await findBeginning({ max_wait_time: 14_400 })).toBe(36_000)
    expect(await findBeginning({ max_wait_time: 14_400, slack: 0.5 })).toBeLessThan(36_000)
    const planId = await createPlan({ routes: [shift], stops: located(2) })
    const refused = await call('POST', `/app/v1/plan/${planId}/optimization`, { config: { slack: 2 } })
    expect(refused.status).toBe(400)
  })

  test('pinned stops stay on their route, or at their place', async () => {
    const planId = await createPlan({ routes: badRoutes() })
    const { routes } = await getPlan(planId)
    const [first, second] = routes[0].stops
    const [, last] = routes[1].stops
    await ok('PUT', `/app/v1/plan/${planId}/pins`, { stop_ids: [second.id], pin: 'place' })
    await ok('PUT', `/app/v1/plan/${planId}/pins`, { stop_ids: [last.id], pin: 'route' })
    const run = await optimize(planId)
    const [a, b] = run.comparison.routes
    expect(a.stop_ids.slice(0, 2)).toEqual([first.id, second.id])
    expect(b.stop_ids).toContain(last.id)
  })
})

test('keep leaves stops on the routes that they are on, unless another saves enough', async () => {
  const streets = [0, 1, 2, 3, 4, 5, 24, 25].map((index) => located(32)[index]!)
  // Every other one of a street on the other van.
  const routes = [0, 1].map((van) => {
    const stops = streets.filter((_, at) => at % 2 === van)
    return { ...shift, label: `Van ${van}`, price_per_distance: 1, stops }
  })
  const planId = await createPlan({ routes })
  const free = await optimize(planId)
  const kept = await optimize(planId, { keep: 1 })
  expect(free.comparison.moved_stops).toBeGreaterThan(0)
  expect(kept.comparison).toMatchObject({ moved_stops: 0, unassigned: [] })
  expect(kept.comparison.after.distance).toBeGreaterThanOrEqual(free.comparison.after.distance)
  // The price of staying is no money.
  expect(kept.cost).toBeLessThan(2 * free.cost)
})
