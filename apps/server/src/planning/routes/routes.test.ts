// Routes through HTTP: creation from vehicles, changes, the order of stops, deletion.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { systemCaller, transactAs } from '../../frame/platform/services.ts'
import { decodePolyline } from '../../geography/travel/polyline.ts'
import { startRoute } from '../lifecycle/lifecycle.ts'

const server = useTestServer()
let own: Account
let other: Account

beforeAll(async () => {
  own = await server.createAccount('Own')
  other = await server.createAccount('Other')
})

const missingId = 'f'.repeat(24)
const depot = { lat: 47.14, lng: 9.52 }
const place = (index: number) => ({ lat: 47.15 + index / 100, lng: 9.52 })

type Query = Record<string, string | number | boolean>
async function call(method: string, path: string, body?: unknown, query: Query = {}) {
  return server.call(method, path, { key: own.key, body, query })
}

async function createPlan(body: object = {}): Promise<string> {
  const answer = await call(
    'POST',
    '/v2/plan',
    { execution_date: '2026-03-02', ...body },
    { project_id: own.project_id },
  )
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}

async function createVehicle(body: object = {}): Promise<string> {
  const answer = await call('POST', '/v2/vehicle', body, { project_id: own.project_id })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}

async function createRoutes(planId: string, body: object[]) {
  const answer = await call('POST', '/v2/routes', body, { plan_id: planId })
  expect(answer.status, answer.text).toBe(201)
  return answer.body as { id: string; stops: { id: string; order: number }[] }[]
}

async function createStops(planId: string, body: object[]): Promise<string[]> {
  const answer = await call('POST', '/v2/stops', body, { plan_id: planId })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.map((stop: { id: string }) => stop.id)
}

const getRoute = async (id: string) => (await call('GET', `/v2/route/${id}`)).body
const getStop = async (id: string) => (await call('GET', `/v2/stop/${id}`)).body
const setOrder = (id: string, stops: string[]) => call('PUT', `/v2/route/${id}/stops`, { stops })
const listIds = (route: { stops: { id: string }[] }) => route.stops.map((stop) => stop.id)
const listWarnings = (stop: { optimization_warnings: { code: string }[] }) =>
  stop.optimization_warnings.map(({ code }) => code).sort()

/** The driver opens the route. */
async function start(routeId: string) {
  const caller = systemCaller(own.organization_id)
  await transactAs(server.services, caller, (scope) => startRoute(scope, routeId, scope.now), server.clock.now())
}

/** Sets a stop to the state after a report; effects on the route are covered by the tests of reports. */
async function execute(stopId: string) {
  const { db } = server.services.database
  const values = { status: 'completed' as const, finished_at: server.clock.now() }
  await db.updateTable('stops').set(values).where('id', '=', stopId).execute()
}

describe('creation', () => {
  test('copies the defaults of the vehicle, default_x to x, and what is sent wins, null too', async () => {
    const vehicle = await createVehicle({
      label: 'Van',
      email: 'van@example.test',
      plate: 'FL 1',
      fuel_type: 'diesel',
      consumption: 8,
      default_time_window: [28_800, 61_200],
      default_start_location: depot,
      default_end_location: depot,
      default_provides: ['cold'],
      default_max_weight: 500,
      default_max_services: 20,
      default_break: { start: 43_200, end: 46_800, duration: 1_800 },
      price_per_minute: 0.5,
    })
    const plan = await createPlan({ label: 'Monday' })
    const [route] = await createRoutes(plan, [
      { vehicle_id: vehicle, max_weight: 400, max_services: null, plate: null },
    ])
    expect(route).toMatchObject({
      plan_id: plan,
      vehicle_id: vehicle,
      label: 'Van',
      vehicle_label: 'Van',
      plan_label: 'Monday',
      plan_execution_date: '2026-03-02',
      email: 'van@example.test',
      time_window: [28_800, 61_200],
      start_location: depot,
      end_location: depot,
      provides: ['cold'],
      max_weight: 400,
      vehicle: { fuel_type: 'diesel', consumption: 8, break: { start: 43_200, end: 46_800, duration: 1_800 } },
      price_per_minute: 0.5,
      status: 'not_started',
      is_locked: false,
      order: 0,
      stops: [],
    })
    expect(route).not.toHaveProperty('max_services')
    expect(route).not.toHaveProperty('plate')
    expect((await call('GET', `/v2/plan/${plan}`)).body.total_routes).toBe(1)
  })

  test("takes its vehicle's colour when it is one to draw with, not the name of its paint", async () => {
    const plan = await createPlan()
    const vehicles = [await createVehicle({ color: '#36f' }), await createVehicle({ color: 'white' })]
    const routes = await createRoutes(
      plan,
      vehicles.map((vehicle_id) => ({ vehicle_id })),
    )
    expect(routes[0]).toHaveProperty('color', '#36f')
    expect(routes[1]).not.toHaveProperty('color')
  })

  test('takes nested stops, in order and with times', async () => {
    const plan = await createPlan()
    const stops = [
      { label: 'a', location: place(2) },
      { label: 'b', location: place(1), pickup: { location: place(3) } },
    ]
    const [route] = await createRoutes(plan, [{ start_location: depot, time_window: [28_800, 61_200], stops }])
    const full = await getRoute(route!.id)
    expect(full.stops.map((stop: { label?: string; type: string }) => stop.label ?? stop.type)).toEqual([
      'a',
      'pickup',
      'b',
    ])
    expect(full.stops.map((stop: { order: number }) => stop.order)).toEqual([0, 1, 2])
    expect(full.stops[0]).toMatchObject({ chain_id: route!.id, chain_position: 0 })
    expect(full.planned_start_time).toBeGreaterThanOrEqual(28_800)
    expect(full.stops[0].planned_departure_time - full.stops[0].planned_arrival_time).toBe(300)
  })

  test('is all or none, and names the index', async () => {
    const plan = await createPlan()
    const answer = await call('POST', '/v2/routes', [{}, { stops: [{}, { type: 'truck' }] }], { plan_id: plan })
    expect(answer).toMatchObject({ status: 400, body: { message_id: 'highway.stop.error.invalid_type' } })
    expect(answer.body.message).toContain('[1].stops[1].type')
    expect((await call('GET', `/v2/plan/${plan}`)).body).toMatchObject({ total_routes: 0, total_stops: 0 })
  })

  test.each([
    [[{ time_window: [7, 5] }], 'highway.route.error.invalid_time_window', '[0].time_window'],
    [[{}, { max_weight: -1 }], 'highway.validation.error.invalid_payload', '[1].max_weight'],
    [[{ start_location: { lat: 91, lng: 0 } }], 'highway.validation.error.invalid_payload', '[0].start_location.lat'],
    [[{ vehicle_id: 'x' }], 'highway.validation.error.invalid_payload', '[0].vehicle_id'],
    [{}, 'highway.validation.error.invalid_payload', 'body'],
  ])('refuses %j', async (body, messageId, named) => {
    const plan = await createPlan()
    const answer = await call('POST', '/v2/routes', body, { plan_id: plan })
    expect(answer).toMatchObject({ status: 400, body: { message_id: messageId } })
    expect(answer.body.message).toContain(named)
  })

  test('the same vehicle twice in a plan needs windows that do not overlap', async () => {
    const vehicle_id = await createVehicle()
    const plan = await createPlan()
    await createRoutes(plan, [{ vehicle_id, time_window: [0, 36_000] }])
    for (const time_window of [[35_999, 40_000], null]) {
      const answer = await call('POST', '/v2/routes', [{ vehicle_id, time_window }], { plan_id: plan })
      expect(answer).toMatchObject({ status: 400, body: { message_id: 'highway.route.error.vehicle_already_used' } })
    }
    const twice = [
      { vehicle_id, time_window: [40_000, 50_000] },
      { vehicle_id, time_window: [45_000, 60_000] },
    ]
    expect((await call('POST', '/v2/routes', twice, { plan_id: plan })).status).toBe(400)
    const [route] = await createRoutes(plan, [{ vehicle_id, time_window: [36_000, 40_000] }])
    const put = await call('PUT', `/v2/route/${route!.id}`, { time_window: [30_000, 40_000] })
    expect(put).toMatchObject({ status: 400, body: { message_id: 'highway.route.error.vehicle_already_used' } })
  })

  test('a disabled vehicle is refused, one of another project or organization does not exist', async () => {
    const plan = await createPlan()
    const project = await server.createProject(own)
    const elsewhere = (await call('POST', '/v2/vehicle', {}, { project_id: project })).body.id
    const disabled = await createVehicle({ enabled: false })
    const create = (vehicle_id: string) => call('POST', '/v2/routes', [{ vehicle_id }], { plan_id: plan })
    expect(await create(disabled)).toMatchObject({
      status: 400,
      body: { message_id: 'highway.vehicle.error.disabled' },
    })
    expect((await create(elsewhere)).status).toBe(404)
    expect((await create(missingId)).status).toBe(404)
  })
})

describe('changes', () => {
  test('PUT changes the fields sent and no others, and twice is the same state', async () => {
    const plan = await createPlan()
    const [route] = await createRoutes(plan, [{ label: 'a', comments: 'c', provides: ['x'], custom_fields: { k: 1 } }])
    server.clock.advanceSeconds(1)
    const body = { label: 'b', comments: null, is_locked: true, vehicle: { fuel_type: 'gas' }, status: 'finished' }
    const first = await call('PUT', `/v2/route/${route!.id}`, body)
    expect(first.status, first.text).toBe(200)
    expect(first.body).toMatchObject({
      label: 'b',
      is_locked: true,
      provides: ['x'],
      custom_fields: { k: 1 },
      vehicle: { fuel_type: 'gas' },
      status: 'not_started',
    })
    expect(first.body).not.toHaveProperty('comments')
    server.clock.advanceSeconds(1)
    expect((await call('PUT', `/v2/route/${route!.id}`, body)).body).toEqual(first.body)
  })

  test('a new start, shift or break moves the planned times at once', async () => {
    const plan = await createPlan()
    const stops = [
      { location: place(1), duration: 600 },
      { location: place(2), duration: 600, time_windows: [[40_000, 41_000]] },
    ]
    const [{ id } = { id: '' }] = await createRoutes(plan, [{ time_window: [28_800, 61_200], stops }])
    const put = async (body: object) => (await call('PUT', `/v2/route/${id}`, body)).body
    const before = await getRoute(id)
    expect(before.planned_end_time).toBe(40_600)
    const moved = await put({ start_location: depot, end_location: depot })
    expect(moved.planned_distance).toBeGreaterThan(before.planned_distance)
    expect(moved.stops[0].distance_to_previous_stop).toBeGreaterThan(1_000)
    const legs = moved.stops.map((stop: { distance_to_previous_stop: number }) => stop.distance_to_previous_stop)
    expect(legs[0] + legs[1] + moved.stops[1].distance_to_next_stop).toBe(moved.planned_distance)
    expect(decodePolyline(moved.planned_track)).toEqual([depot, place(1), place(2), depot])
    expect(moved.planned_start_time).toBeLessThan(before.planned_start_time)
    const later = await put({ time_window: [40_500, 61_200] })
    expect(later.planned_start_time).toBeGreaterThanOrEqual(40_500)
    expect(later.stops.flatMap(listWarnings)).toEqual(['time_window'])
    await call('PUT', `/v2/stop/${later.stops[0].id}`, { time_windows: [[36_000, 36_600]] })
    const paused = await put({
      time_window: [28_800, 61_200],
      vehicle: { break: { start: 37_000, end: 39_500, duration: 900 } },
    })
    expect(paused.break_stop).toMatchObject({ is_completed: false, order: 1 })
    const { planned_start_time: from, planned_end_time: to } = paused.break_stop
    expect(from).toBeGreaterThanOrEqual(37_000)
    expect(to).toBe(from + 900)
  })

  test('another vehicle is named by its stops too', async () => {
    const [vehicle, second] = [await createVehicle(), await createVehicle()]
    const plan = await createPlan()
    const [route] = await createRoutes(plan, [{ vehicle_id: vehicle, stops: [{ location: place(0) }, {}] }])
    const changed = await call('PUT', `/v2/route/${route!.id}`, { vehicle_id: second })
    expect(changed.body.stops.map((stop: { vehicle_id: string }) => stop.vehicle_id)).toEqual([second, second])
    const none = await call('PUT', `/v2/route/${route!.id}`, { vehicle_id: null })
    expect(none.body).not.toHaveProperty('vehicle_id')
    expect(none.body.stops[0]).not.toHaveProperty('vehicle_id')
  })

  test('of a finished route only descriptive fields may change', async () => {
    const plan = await createPlan()
    const [route] = await createRoutes(plan, [{ label: 'a', max_weight: 5, stops: [{ location: place(1) }] }])
    await call('PUT', `/v2/plan/${plan}`, { status: 'finished' })
    const put = (body: object) => call('PUT', `/v2/route/${route!.id}`, body)
    expect(await put({ label: 'b', comments: 'late', max_weight: 5 })).toMatchObject({
      status: 200,
      body: { label: 'b' },
    })
    for (const body of [{ max_weight: 6 }, { stops: [] }, { start_location: depot }]) {
      expect(await put(body)).toMatchObject({ status: 400, body: { message_id: 'highway.route.error.finished' } })
    }
    expect((await call('POST', '/v2/routes', [{}], { plan_id: plan })).body.message_id).toBe(
      'highway.plan.error.finished',
    )
  })
})

describe('the order of the stops', () => {
  test('is exactly what is sent; stops move in from other routes and the plan; what is left out becomes unassigned', async () => {
    const plan = await createPlan()
    const stops = [0, 1, 2].map((index) => ({ location: place(index) }))
    const [a, b] = await createRoutes(plan, [
      { start_location: depot, stops },
      { start_location: depot, stops: [{ location: place(5) }] },
    ])
    const [a1, a2, a3] = listIds(a!) as [string, string, string]
    const [b1] = listIds(b!) as [string]
    const [free] = (await createStops(plan, [{ location: place(7) }])) as [string]
    const answer = await setOrder(a!.id, [free, a3, b1, a1])
    expect(answer.status, answer.text).toBe(200)
    expect(listIds(answer.body)).toEqual([free, a3, b1, a1])
    expect(answer.body.stops.map((stop: { order: number }) => stop.order)).toEqual([0, 1, 2, 3])
    const left = await getStop(a2)
    for (const field of ['route_id', 'order', 'planned_arrival_time', 'chain_id', 'distance_to_previous_stop']) {
      expect(left).not.toHaveProperty(field)
    }
    expect(await getRoute(b!.id)).toMatchObject({ stops: [] })
    expect(await getRoute(b!.id)).not.toHaveProperty('planned_end_time')
    expect(await setOrder(a!.id, [free, a3, b1, a1])).toEqual({ ...answer, headers: expect.anything() })
  })

  test.each([
    ['a stop of another plan', 'highway.route.error.stop_not_in_plan'],
    ['a stop of another organization', 'highway.route.error.stop_not_in_plan'],
    ['a deleted stop', 'highway.route.error.stop_not_in_plan'],
    ['a stop named twice', 'highway.validation.error.invalid_payload'],
  ])('refuses %s', async (what, messageId) => {
    const plan = await createPlan()
    const [route] = await createRoutes(plan, [{ stops: [{ location: place(0) }] }])
    const [own1] = listIds(route!) as [string]
    let id = own1
    if (what.includes('another plan')) id = (await createStops(await createPlan(), [{}]))[0]!
    if (what.includes('organization')) {
      const query = { project_id: other.project_id }
      id = (await server.call('POST', '/v2/stops', { key: other.key, query, body: [{}] })).body[0].id
    }
    if (what.includes('deleted')) {
      id = (await createStops(plan, [{}]))[0]!
      await call('DELETE', `/v2/stop/${id}`)
    }
    const answer = await setOrder(route!.id, [own1, id])
    expect(answer).toMatchObject({ status: 400, body: { message_id: messageId } })
    expect(listIds(await getRoute(route!.id))).toEqual([own1])
  })

  test('executed stops can be neither dropped nor reordered nor taken from another route', async () => {
    const plan = await createPlan()
    const stops = [0, 1, 2, 3].map((index) => ({ location: place(index) }))
    const [a, b] = await createRoutes(plan, [{ stops }, { stops: [{ location: place(4) }] }])
    const [s1, s2, s3, s4] = listIds(a!) as [string, string, string, string]
    await start(a!.id)
    await execute(s1)
    await execute(s2)
    for (const order of [
      [s2, s3, s4],
      [s2, s1, s3, s4],
    ]) {
      expect(await setOrder(a!.id, order)).toMatchObject({
        status: 400,
        body: { message_id: 'highway.stop.error.already_executed' },
      })
    }
    expect((await setOrder(b!.id, [...listIds(b!), s1])).body.message_id).toBe('highway.stop.error.already_executed')
    expect(listIds((await setOrder(a!.id, [s1, s2, s4, s3])).body)).toEqual([s1, s2, s4, s3])
  })

  test('is never refused for a broken constraint: the stop is flagged, and the flag goes when it no longer holds', async () => {
    const plan = await createPlan()
    const [route, second] = await createRoutes(plan, [
      { start_location: depot, time_window: [28_800, 36_000], provides: ['cold'], max_weight: 10, max_services: 4 },
      {},
    ])
    const stops = await createStops(plan, [
      { location: place(0), time_windows: [[28_800, 30_000]], weight: 6 },
      { location: place(1), time_windows: [[0, 28_000]] },
      { location: place(2), requires: ['cold', 'crane'] },
      { location: place(3), cluster: 'c', weight: 6 },
      {},
      { location: place(4), cluster: 'c' },
    ])
    const [fine, late, skill, heavy, nowhere, mate] = stops as [string, string, string, string, string, string]
    await setOrder(second!.id, [mate])
    const answer = await setOrder(route!.id, [fine, late, skill, heavy, nowhere])
    expect(answer.status, answer.text).toBe(200)
    const warnings = Object.fromEntries(
      answer.body.stops.map((stop: { id: string; optimization_warnings: { code: string }[] }) => [
        stop.id,
        listWarnings(stop),
      ]),
    )
    expect(warnings[late]).toEqual(['time_window'])
    expect(warnings[skill]).toEqual(['skill_missing'])
    expect(warnings[heavy]).toContain('cluster')
    expect(warnings[nowhere]).toEqual(['no_location'])
    expect(Object.values(warnings).flat()).toContain('capacity')
    expect(answer.body.stops[1].optimization_warning).toBe(true)
    expect(listWarnings(await getStop(mate))).toEqual(['cluster'])
    // Together again: the flag on the other route's stop goes too.
    const together = await setOrder(route!.id, [fine, heavy, mate])
    expect(together.body.stops.flatMap(listWarnings)).not.toContain('cluster')
    const apart = await setOrder(second!.id, [mate])
    expect(listWarnings(apart.body.stops[0])).toEqual(['cluster'])
    expect(listWarnings(await getStop(heavy))).toContain('cluster')
  })

  test('a delivery before its pickup, or on another route than it, is flagged', async () => {
    const plan = await createPlan()
    const [a, b] = await createRoutes(plan, [{ start_location: depot }, { start_location: depot }])
    const answer = await call('POST', '/v2/stops', [{ location: place(0), pickup: { location: place(1) } }], {
      plan_id: plan,
    })
    const delivery = answer.body[0].id
    const pickup = answer.body[0].pickup.id
    const wrong = await setOrder(a!.id, [delivery, pickup])
    expect(wrong.body.stops.flatMap(listWarnings)).toEqual(['pickup_order'])
    const right = await setOrder(a!.id, [pickup, delivery])
    expect(right.body.stops.flatMap(listWarnings)).toEqual([])
    await setOrder(b!.id, [pickup])
    expect(listWarnings(await getStop(delivery))).toContain('pickup_unassigned')
  })

  test('a place that cannot be meant is told: latitude and longitude changed over, or 0/0', async () => {
    const plan = await createPlan()
    const routes = await createRoutes(plan, [{ start_location: depot }, { start_location: depot }])
    const { lat, lng } = place(0)
    const wrong = [
      { lat: lng, lng: lat },
      { lat: 0, lng: 0 },
    ]
    for (const [at, location] of wrong.entries()) {
      const { body: made } = await call('POST', '/v2/stops', [{ location: place(at) }, { location }], { plan_id: plan })
      const order = made.map(({ id }: { id: string }) => id)
      const answer = await setOrder(routes[at]!.id, order)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body.stops.map(listWarnings)).toEqual([[], ['far_away']])
      const [, told] = answer.body.stops
      expect(told.optimization_warnings[0].message).toContain(['changed over?', 'from everything else.'][at])
    }
  })

  test('a stop inside an enabled zone is flagged on a route that does not list the zone', async () => {
    const project = await server.createProject(own)
    const polygon = [
      [9.5, 47.14],
      [9.54, 47.14],
      [9.54, 47.175],
      [9.5, 47.175],
    ]
    const zone = await call('POST', `/v2/project/${project}/zone`, { label: 'Centre', polygon })
    expect(zone.status, zone.text).toBe(201)
    const stops = [{ location: place(0) }, { location: place(6) }]
    const plan = (await call('POST', '/v2/plan', { stops }, { project_id: project })).body.id
    const [inside, outside] = (await call('GET', `/v2/plan/${plan}/stops`)).body.map((stop: { id: string }) => stop.id)
    const [route] = await createRoutes(plan, [{}])
    const flagged = await setOrder(route!.id, [inside, outside])
    expect(flagged.body.stops.map(listWarnings)).toEqual([['zone'], []])
    const listed = await call('PUT', `/v2/route/${route!.id}`, { geo_fences: [zone.body.id] })
    expect(listed.body.stops.map(listWarnings)).toEqual([[], []])
  })

  test('the times of a route under way go on from the clock and the last finished stop', async () => {
    const plan = await createPlan()
    const stops = [0, 1, 2].map((index) => ({ location: place(index) }))
    const [route] = await createRoutes(plan, [{ start_location: depot, time_window: [28_800, 61_200], stops }])
    const [s1, s2, s3] = listIds(route!) as [string, string, string]
    const before = await getRoute(route!.id)
    server.clock.set('2026-03-02T09:00:00.000Z')
    await start(route!.id)
    await execute(s1)
    server.clock.set('2026-03-02T09:30:00.000Z')
    const after = (await setOrder(route!.id, [s1, s3, s2])).body
    expect(after.stops[0].planned_arrival_time).toBe(before.stops[0].planned_arrival_time)
    expect(after.stops[1].planned_arrival_time).toBeGreaterThan(9.5 * 3600)
    expect(after.stops[1].planned_arrival_time).toBeLessThan(9.75 * 3600)
    expect(after.planned_start_time).toBe(before.planned_start_time)
    const expected = new Date(Date.UTC(2026, 2, 2) + after.stops[1].planned_arrival_time * 1000).toISOString()
    expect(after.stops[1].estimated_arrival_time).toBe(expected)
    server.clock.set('2026-03-02T08:00:00.000Z')
  })
})

describe('deletion', () => {
  test('keeps the stops, unassigned, and is refused while the route is locked', async () => {
    const plan = await createPlan()
    const [route] = await createRoutes(plan, [{ is_locked: true, stops: [{ location: place(0) }, {}] }])
    const remove = () => call('DELETE', `/v2/route/${route!.id}`)
    expect(await remove()).toMatchObject({ status: 400, body: { message_id: 'highway.route.error.locked' } })
    await call('PUT', `/v2/route/${route!.id}`, { is_locked: false })
    expect(await remove()).toMatchObject({ status: 200, body: { id: route!.id, deleted: true } })
    expect((await remove()).status).toBe(404)
    const full = (await call('GET', `/v2/plan/${plan}`)).body
    expect(full).toMatchObject({ total_routes: 0, total_stops: 2, pending_stops: 2, routes: [] })
    expect(full.stops.every((stop: object) => !('route_id' in stop) && !('order' in stop))).toBe(true)
  })
})

describe('another organization', () => {
  test('finds nothing and changes nothing', async () => {
    const plan = await createPlan()
    const [route] = await createRoutes(plan, [{ label: 'mine', stops: [{ location: place(0) }] }])
    const before = await getRoute(route!.id)
    const attempts: [string, string, unknown?][] = [
      ['GET', `/v2/route/${route!.id}`],
      ['PUT', `/v2/route/${route!.id}`, { label: 'theirs' }],
      ['PUT', `/v2/route/${route!.id}/stops`, { stops: [] }],
      ['DELETE', `/v2/route/${route!.id}`],
    ]
    for (const [method, path, body] of attempts) {
      const answer = await server.call(method, path, { key: other.key, body })
      expect(answer).toMatchObject({ status: 404, body: { message_id: 'highway.domain.error.not_found' } })
    }
    const create = await server.call('POST', '/v2/routes', { key: other.key, query: { plan_id: plan }, body: [{}] })
    expect(create.status).toBe(404)
    expect(await getRoute(route!.id)).toEqual(before)
  })

  test('a user of the organization without the project gets 403', async () => {
    const user = await server.createUser(own, 'organization_user')
    const [route] = await createRoutes(await createPlan(), [{}])
    const answer = await server.call('GET', `/v2/route/${route!.id}`, { key: user.key })
    expect(answer).toMatchObject({ status: 403, body: { message_id: 'highway.project.error.forbidden' } })
  })
})
