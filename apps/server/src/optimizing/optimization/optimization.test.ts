// Optimization through HTTP on a running server: constraints hold, what must stay stays, and one run at a time.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Account, until, useTestServer } from '../../../test/harness.ts'
import { listBrokenRules, type WirePlan, type WireStop } from '../../../test/wire-rules.ts'
import { systemCaller, transactAs } from '../../frame/platform/services.ts'
import { startRoute } from '../../planning/lifecycle/lifecycle.ts'

const server = useTestServer({ listen: true })
let own: Account

beforeAll(async () => {
  own = await server.createAccount('Own')
})

const depot = { lat: 47.14, lng: 9.52 }

/** Places on a grid of about 800 m around the depot. */
function place(index: number) {
  return { lat: 47.1 + (index % 8) * 0.008, lng: 9.48 + Math.floor(index / 8) * 0.009 }
}

type Query = Record<string, string | boolean>
async function call(method: string, path: string, body?: unknown, query: Query = {}) {
  return server.call(method, path, { key: own.key, body, query })
}

async function createPlan(body: object, projectId = own.project_id) {
  const answer = await call('POST', '/v2/plan', { execution_date: '2026-03-02', ...body }, { project_id: projectId })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id as string
}

async function optimize(planId: string, query: Query = {}): Promise<WirePlan> {
  const answer = await call('POST', `/v2/plan/${planId}/optimize`, undefined, query)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const getPlan = async (planId: string): Promise<WirePlan> => (await call('GET', `/v2/plan/${planId}`)).body
const listCodes = (stop: WireStop) => stop.optimization_warnings.map(({ code }) => code)
const listUnassigned = (plan: WirePlan) => plan.stops.filter((stop) => !stop.route_id)
const getOrder = (plan: WirePlan, index: number) => plan.routes[index]!.stops.map((stop) => stop.id)
const listLabels = (plan: WirePlan, index: number) => plan.routes[index]!.stops.map((stop) => stop.label)

/** The driver opens the route. */
async function start(routeId: string) {
  const caller = systemCaller(own.organization_id)
  await transactAs(server.services, caller, (scope) => startRoute(scope, routeId, scope.now), server.clock.now())
}

async function execute(stopId: string) {
  const { db } = server.services.database
  const values = { status: 'completed' as const, finished_at: server.clock.now() }
  await db.updateTable('stops').set(values).where('id', '=', stopId).execute()
}

const shift = { start_location: depot, end_location: depot, time_window: [28_800, 61_200] }
const located = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ label: `s${from + index}`, location: place(from + index) }))

describe('building routes', () => {
  test('without routes: one for every enabled vehicle of the project that works on that weekday', async () => {
    const project = await server.createProject(own)
    const depots = { default_start_location: depot, default_end_location: depot, default_time_window: [28_800, 61_200] }
    const vehicles = [
      { label: 'A', ...depots, default_working_days: [] },
      { label: 'B', ...depots, default_working_days: ['sunday', 'monday'] },
      { label: 'C', ...depots, default_working_days: ['tuesday'] },
      { label: 'D', ...depots, enabled: false },
    ]
    await call('POST', '/v3/vehicles', vehicles, { project_id: project })
    const plan = await createPlan({ stops: located(12) }, project)
    const full = await optimize(plan)
    expect(full.routes.map((route) => route.label)).toEqual(['A', 'B'])
    expect(full.vehicles.map((vehicle) => vehicle.label)).toEqual(['A', 'B'])
    expect(full).toMatchObject({ status: 'planning', total_routes: 2, total_stops: 12, pending_stops: 12 })
    expect(listUnassigned(full)).toEqual([])
    expect(listBrokenRules(full)).toEqual([])
    expect(await getPlan(plan)).toEqual(full)
    expect((await call('GET', `/v2/plan/${plan}/running_optimization`)).body).toMatchObject({
      finished: true,
      status: 'success',
      progress: 1,
      unassigned_stops: 0,
    })
  })

  test('with all kinds of rules: every one of them holds', async () => {
    const stops = located(40).map((stop, index) => ({
      ...stop,
      duration: 240,
      weight: 10 + (index % 7),
      volume: 0.1,
      requires: index % 10 === 3 ? ['cold'] : [],
      time_windows:
        index % 3 === 0
          ? [
              [28_800 + (index % 4) * 3_600, 43_200],
              [50_000, 58_000],
            ]
          : [],
      cluster: index === 5 || index === 30 ? 'family' : null,
      ...(index % 9 === 4 ? { pickup: { location: place(index + 3), duration: 120 }, max_delivery_time: 7_200 } : {}),
      ...(index % 11 === 6 ? { type: 'pickup' } : {}),
    }))
    const pause = { start: 43_200, end: 50_400, duration: 1_800 }
    const routes = [
      { ...shift, provides: ['cold'], max_weight: 250, max_services: 20, vehicle: { break: pause } },
      { ...shift, max_weight: 200, max_volume: 3, max_time: 25_000 },
      { ...shift, end_location: null, max_weight: 220, max_distance: 60_000 },
    ]
    const plan = await createPlan({ stops, routes, optimizer_config: { time_limit_seconds: 1 } })
    const full = await optimize(plan)
    expect(listBrokenRules(full)).toEqual([])
    expect(listUnassigned(full).filter((stop) => listCodes(stop).length === 0)).toEqual([])
    expect(full.stops.filter((stop) => stop.route_id).length).toBeGreaterThan(30)
    expect(full.stops.filter((stop) => stop.route_id && stop.optimization_warning)).toEqual([])
  })

  test('the project time zone, zones, rewards and a drop penalty play their part', async () => {
    const project = await server.createProject(own)
    const polygon = [
      [9.475, 47.095],
      [9.485, 47.095],
      [9.485, 47.12],
      [9.475, 47.12],
    ]
    const zone = (await call('POST', `/v2/project/${project}/zone`, { polygon })).body.id
    const plan = await createPlan(
      {
        stops: [
          ...located(3),
          { label: 'out', location: place(30) },
          { label: 'far', location: { lat: 48.2, lng: 9.5 } },
        ],
        routes: [{ ...shift }, { ...shift, geo_fences: [zone] }],
        optimizer_config: { drop_penalty: 5_000 },
      },
      project,
    )
    const full = await optimize(plan)
    expect(listLabels(full, 1)).toEqual(expect.arrayContaining(['s0', 's1', 's2']))
    expect(listUnassigned(full).map((stop) => [stop.label, listCodes(stop)])).toEqual([['far', ['cheaper_to_drop']]])
  })

  test('every stop that is left out has its reason', async () => {
    const stops = [
      { label: 'no_location' },
      { label: 'skill_missing', location: place(0), requires: ['crane'] },
      { label: 'time_window', location: place(1), time_windows: [[0, 20_000]] },
      { label: 'capacity', location: place(2), weight: 5_000 },
      { label: 'max_distance', location: { lat: 45, lng: 9 } },
      { label: 'pickup_unassigned', location: place(3), pickup: { label: 'no_location' } },
      { label: 'fine', location: place(4) },
    ]
    const plan = await createPlan({ stops, routes: [{ ...shift, max_weight: 100, max_distance: 50_000 }] })
    const full = await optimize(plan)
    expect(listLabels(full, 0)).toEqual(['fine'])
    for (const stop of listUnassigned(full)) expect([stop.label, listCodes(stop)[0]]).toEqual([stop.label, stop.label])
    const far = full.stops.find((stop) => stop.label === 'max_distance')!
    expect(far.optimization_warnings[0]!.message).toMatch(
      /The nearest route would fit if the route might be .* km longer/,
    )
    expect((await call('GET', `/v2/plan/${plan}/running_optimization`)).body.unassigned_stops).toBe(7)
  })

  test('no vehicle, or no stop: 200, unchanged', async () => {
    const project = await server.createProject(own)
    const withoutVehicles = await createPlan({ stops: located(2) }, project)
    const before = await getPlan(withoutVehicles)
    expect(await optimize(withoutVehicles)).toEqual(before)
    const withoutStops = await createPlan({ routes: [shift] }, project)
    const empty = await getPlan(withoutStops)
    expect(await optimize(withoutStops)).toEqual(empty)
  })

  test('a finished plan is refused, a draft stays a draft', async () => {
    const finished = await createPlan({ stops: located(1) })
    await call('PUT', `/v2/plan/${finished}`, { status: 'finished' })
    for (const path of ['optimize', 'optimize/async']) {
      const answer = await call('POST', `/v2/plan/${finished}/${path}`)
      expect(answer).toMatchObject({ status: 400, body: { message_id: 'highway.optimization.error.plan_finished' } })
    }
    const draft = await createPlan({ status: 'draft', stops: located(2), routes: [shift] })
    expect(await optimize(draft)).toMatchObject({ status: 'draft' })
  })
})

describe('what stays', () => {
  test('keep_current_assignment keeps each stop on its route, improves the order and adds the unassigned', async () => {
    const near = located(8)
    const far = located(8, 32)
    // Each van has the stops of the other's side.
    const routes = [
      { ...shift, stops: [...far].reverse() },
      { ...shift, stops: [near[0], near[5], near[1], near[6], near[2], near[7], near[3], near[4]] },
    ]
    const plan = await createPlan({ routes, stops: located(4, 16) })
    const before = await getPlan(plan)
    const after = await optimize(plan, { keep_current_assignment: true })
    expect(listUnassigned(after)).toEqual([])
    for (const index of [0, 1]) expect(getOrder(after, index)).toEqual(expect.arrayContaining(getOrder(before, index)))
    expect(after.routes[1]!.planned_distance).toBeLessThan(before.routes[1]!.planned_distance!)
    expect(listBrokenRules(after)).toEqual([])
  })

  test('a stop that no longer fits its route keeps it and is flagged', async () => {
    const stops = [...located(2), { label: 'late', location: place(3), time_windows: [[1_000, 2_000]] }]
    const plan = await createPlan({ routes: [{ ...shift, stops }] })
    const after = await optimize(plan, { keep_current_assignment: true })
    expect(listLabels(after, 0).sort()).toEqual(['late', 's0', 's1'])
    expect(after.stops.filter((stop) => stop.optimization_warning).map((stop) => stop.label)).toEqual(['late'])
  })

  test('locked routes are never touched', async () => {
    const plan = await createPlan({ routes: [{ ...shift, stops: located(6).reverse() }, shift], stops: located(4, 8) })
    const [locked] = (await getPlan(plan)).routes
    await call('PUT', `/v2/route/${locked!.id}`, { is_locked: true })
    const before = (await getPlan(plan)).routes[0]
    const after = await optimize(plan)
    expect(after.routes[0]).toEqual(before)
    expect(after.routes[1]!.stops).toHaveLength(4)
  })

  test('fixed_id does not change, and running it twice gives the same plan', async () => {
    const plan = await createPlan({ stops: located(15), routes: [shift, shift] })
    const numbers = (full: WirePlan) => full.stops.map((stop) => stop.fixed_id)
    const first = await optimize(plan)
    expect(numbers(first)).toEqual(Array.from({ length: 15 }, (_, index) => String(index + 1)))
    const second = await optimize(plan)
    expect([getOrder(second, 0), getOrder(second, 1)]).toEqual([getOrder(first, 0), getOrder(first, 1)])
  })
})

describe('live mode', () => {
  test('keeps what is done, heads on to the next stop, and lets only goods on board travel', async () => {
    const goods = (stop: object) => ({ ...stop, weight: 5 })
    const plan = await createPlan({
      routes: [{ ...shift, stops: located(6).map(goods) }, { ...shift }],
      stops: [
        goods({ label: 'new goods', location: place(1) }),
        { label: 'new visit', type: 'visit', location: place(2) },
      ],
    })
    const before = await getPlan(plan)
    const route = before.routes[0]!
    const [done, next, ...others] = getOrder(before, 0)
    server.clock.set('2026-03-02T09:00:00.000Z')
    await start(route.id)
    await execute(done!)
    const after = await optimize(plan)
    const order = getOrder(after, 0)
    expect(after.status).toBe('in_progress')
    expect(order.slice(0, 2)).toEqual([done, next])
    expect(order).toEqual(expect.arrayContaining(others))
    expect(listLabels(after, 0)).not.toContain('new goods')
    expect(listLabels(after, 1)).toContain('new goods')
    expect(listLabels(after, 0)).toContain('new visit')
    const times = after.routes[0]!.stops.map((stop) => stop.planned_arrival_time!)
    expect(times[0]).toBe(route.stops[0]!.planned_arrival_time)
    expect(times[1]).toBeGreaterThanOrEqual(9 * 3600)
    expect(after.routes[1]!.planned_start_time).toBeGreaterThanOrEqual(9 * 3600)
    server.clock.set('2026-03-02T08:00:00.000Z')
  })
})

describe('one route', () => {
  test('is put in a better order; stops that no longer fit come back unassigned', async () => {
    const stops = [...located(8).reverse(), { label: 'late', location: place(9), time_windows: [[0, 5_000]] }]
    const plan = await createPlan({
      routes: [
        { ...shift, stops },
        { ...shift, stops: located(2, 20) },
      ],
    })
    const before = await getPlan(plan)
    const answer = await call('POST', `/v2/route/${before.routes[0]!.id}/optimize`)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.unassigned_stops.map((stop: WireStop) => [stop.label, listCodes(stop)])).toEqual([
      ['late', ['time_window']],
    ])
    expect(answer.body.route.stops).toHaveLength(8)
    const after = await getPlan(plan)
    expect(after.routes[0]).toEqual(answer.body.route)
    expect(after.routes[1]).toEqual(before.routes[1])
    // The plan itself was never optimized.
    expect((await call('GET', `/v2/plan/${plan}/running_optimization`)).status).toBe(404)
  })

  test('is refused while locked or finished', async () => {
    const plan = await createPlan({ routes: [{ ...shift, is_locked: true, stops: located(2) }] })
    const { id } = (await getPlan(plan)).routes[0]!
    const optimizeRoute = async () => (await call('POST', `/v2/route/${id}/optimize`)).body.message_id
    expect(await optimizeRoute()).toBe('highway.route.error.locked')
    await call('PUT', `/v2/route/${id}`, { is_locked: false })
    await call('PUT', `/v2/plan/${plan}`, { status: 'finished' })
    expect(await optimizeRoute()).toBe('highway.optimization.error.plan_finished')
  })
})

describe('in the background', () => {
  // Even routes: such plans are searched under every rule, and are far from done when a test breaks in.
  const slow = { optimizer_config: { time_limit_seconds: 30, balance_services: true } }
  const running = async (planId: string) => (await call('GET', `/v2/plan/${planId}/running_optimization`)).body

  test('answers at once, refuses a second run meanwhile, and can be canceled without a trace', async () => {
    const plan = await createPlan({ ...slow, stops: located(64), routes: [shift, shift, shift] })
    expect((await running(plan)).message_id).toBe('highway.domain.error.not_found')
    const before = await getPlan(plan)
    const answer = await call('POST', `/v2/plan/${plan}/optimize/async`)
    expect(answer).toMatchObject({ status: 200, body: { finished: false, status: 'in progress' } })
    for (const path of [
      `plan/${plan}/optimize`,
      `plan/${plan}/optimize/async`,
      `route/${before.routes[0]!.id}/optimize`,
    ]) {
      expect(await call('POST', `/v2/${path}`)).toMatchObject({
        status: 400,
        body: { message_id: 'highway.optimization.error.sync_optimization_already_progress' },
      })
    }
    await until('progress', async () => (await running(plan)).cost > 0)
    const canceled = await call('DELETE', `/v2/plan/${plan}/running_optimization`)
    expect(canceled).toMatchObject({ status: 200, body: { finished: true, status: 'canceled' } })
    expect(await getPlan(plan)).toEqual(before)
    // The plan is free again.
    await call('PUT', `/v2/plan/${plan}`, { optimizer_config: { time_limit_seconds: 1 } })
    expect(listUnassigned(await optimize(plan))).toEqual([])
    expect((await call('DELETE', `/v2/plan/${plan}/running_optimization`)).body.status).toBe('success')
  })

  test('canceled with apply keeps the best solution found so far', async () => {
    const plan = await createPlan({ ...slow, stops: located(64), routes: [shift, shift, shift] })
    await call('POST', `/v2/plan/${plan}/optimize/async`)
    await until('a first solution', async () => (await running(plan)).cost > 0)
    const canceled = await call('DELETE', `/v2/plan/${plan}/running_optimization`, undefined, { apply: true })
    expect(canceled).toMatchObject({ status: 200, body: { finished: true, status: 'canceled' } })
    const after = await getPlan(plan)
    expect(listUnassigned(after)).toEqual([])
    expect(listBrokenRules(after)).toEqual([])
  })

  test('what changes meanwhile is kept: new, deleted, moved and executed stops, locked and started routes', async () => {
    const plan = await createPlan({
      ...slow,
      stops: located(48),
      routes: [
        shift,
        shift,
        { ...shift, max_services: 3, stops: located(3, 50) },
        { ...shift, max_services: 3, stops: located(3, 56) },
      ],
    })
    const before = await getPlan(plan)
    const [, second, third, fourth] = before.routes
    await call('POST', `/v2/plan/${plan}/optimize/async`)
    await until('a first solution', async () => (await running(plan)).cost > 0)
    const [deleted, byHand, executed] = before.stops.map((stop) => stop.id) as [string, string, string]
    await call('DELETE', `/v2/stop/${deleted}`)
    await call('PUT', `/v2/route/${second!.id}/stops`, { stops: [byHand] })
    await execute(executed)
    const added = (await call('POST', '/v2/stops', located(1, 60), { plan_id: plan })).body[0].id
    await call('PUT', `/v2/route/${third!.id}`, { is_locked: true })
    await start(fourth!.id)
    await call('DELETE', `/v2/plan/${plan}/running_optimization`, undefined, { apply: true })
    const after = await getPlan(plan)
    const at = (id: string) => after.stops.find((stop) => stop.id === id)
    expect(at(deleted)).toBeUndefined()
    expect(at(byHand)?.route_id).toBe(second!.id)
    expect(at(executed)?.route_id).toBeUndefined()
    expect(at(added)).toMatchObject({ optimization_warning: true })
    expect(getOrder(after, 2)).toEqual(getOrder(before, 2))
    expect(getOrder(after, 3)).toEqual(getOrder(before, 3))
    for (const route of after.routes) expect(route.stops.map((stop) => stop.order)).toEqual([...route.stops.keys()])
    expect(new Set(after.routes.flatMap((route) => route.stops.map((stop) => stop.id))).size).toBeGreaterThan(20)
    expect(after).toMatchObject({ total_stops: 54, pending_stops: 53 })
  })

  test('a plan that is deleted meanwhile ends the run', async () => {
    const plan = await createPlan({
      optimizer_config: { ...slow.optimizer_config, time_limit_seconds: 4 },
      stops: located(64),
      routes: [shift, shift],
    })
    await call('POST', `/v2/plan/${plan}/optimize/async`)
    await until('a first solution', async () => (await running(plan)).cost > 0)
    await call('DELETE', `/v2/plan/${plan}`)
    const { db } = server.services.database
    await until('the end', async () => {
      const run = await db
        .selectFrom('optimization_runs')
        .selectAll()
        .where('plan_id', '=', plan)
        .executeTakeFirstOrThrow()
      return run.status === 'failed'
    })
  })
})

describe('the key of another organization', () => {
  test('finds no plan to optimize, to follow or to cancel', async () => {
    const other = await server.createAccount('Other')
    const plan = await createPlan({ stops: located(2), routes: [shift] })
    const { id } = (await getPlan(plan)).routes[0]!
    const attempts = [
      ['POST', `/v2/plan/${plan}/optimize`],
      ['POST', `/v2/plan/${plan}/optimize/async`],
      ['GET', `/v2/plan/${plan}/running_optimization`],
      ['DELETE', `/v2/plan/${plan}/running_optimization`],
      ['POST', `/v2/route/${id}/optimize`],
    ] as const
    for (const [method, path] of attempts) {
      const answer = await server.call(method, path, { key: other.key })
      expect(answer).toMatchObject({ status: 404, body: { message_id: 'highway.domain.error.not_found' } })
    }
  })
})
