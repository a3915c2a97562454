// Stops: created in bulk, read, changed and deleted as the specification and the decisions say.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { recordedEventNames, recordedEvents, subscribe } from '../../../test/recorded-events.ts'

const server = useTestServer()
let account: Account

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
})

type Query = Record<string, string | number | boolean | undefined>

function call(method: string, path: string, body?: unknown, query?: Query) {
  return server.call(method, path, { key: account.key, body, query })
}

async function createPlan(body: object = {}): Promise<string> {
  const answer = await call('POST', '/v2/plan', body, { project_id: account.project_id })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}

// biome-ignore lint/suspicious/noExplicitAny: records of every shape
async function createStops(query: Query, ...stops: object[]): Promise<any[]> {
  const answer = await call('POST', '/v2/stops', stops, query)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

const inProject = () => ({ project_id: account.project_id })
const place = { lat: 47.14, lng: 9.52 }

describe('POST /v2/stops', () => {
  test('answers the created stops in the order sent, pending, numbered from 1, with their URL', async () => {
    const plan_id = await createPlan({ label: 'Day', execution_date: '2026-03-05' })
    const stops = await createStops({ plan_id }, { label: 'a', location: place }, { label: 'b' }, {})
    expect(stops.map((stop) => [stop.label, stop.fixed_id])).toEqual([
      ['a', '1'],
      ['b', '2'],
      [undefined, '3'],
    ])
    expect(stops[0]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      organization_id: account.organization_id,
      project_id: account.project_id,
      plan_id,
      plan_label: 'Day',
      plan_execution_date: '2026-03-05T00:00:00.000Z',
      created_by: account.user_id,
      type: 'delivery',
      status: 'pending',
      location: place,
      requires: [],
      time_windows: [],
      tasks: [],
      reports: [],
      packages: [],
      supervisors: [],
      report_attempts: 0,
      optimization_warning: false,
      location_validated: false,
      deleted: false,
      tracking_url: expect.stringMatching(/\/t\/[\w-]{22}$/),
    })
    expect(stops[0]).not.toHaveProperty('route_id')
    expect((await call('GET', `/v2/plan/${plan_id}`)).body).toMatchObject({ total_stops: 3, pending_stops: 3 })
  })

  test('what is answered is what is read afterwards, field for field', async () => {
    const client = await call('POST', '/v2/client', { label: 'C' }, inProject())
    const plan_id = await createPlan({ label: 'Day' })
    const [created] = await createStops(
      { plan_id },
      {
        client_id: client.body.id,
        client_external_id: 'CE',
        external_id: 'E-1',
        type: 'delivery',
        location: { ...place, city: 'Vaduz', street: null },
        location_details: 'door 2',
        label: 'L',
        comments: 'c',
        phone: '+1',
        email: 'a@example.test',
        url: 'https://example.test',
        reference_person: 'P',
        cluster: 'k',
        duration: 90,
        requires: ['cold'],
        reward: 2.5,
        time_windows: [
          [28_800, 36_000],
          [50_000, 90_000],
        ],
        volume: 0.25,
        weight: 12.5,
        price: 3,
        max_delivery_time: 3_600,
        custom_fields: { a: { b: [1, null, 'x'] } },
        pin: '0042',
        customer_text_field: 'ring',
        supervisors: [account.user_id],
        tasks: [{ label: 't1', barcode: 'B1', custom_fields: { k: 1 } }, { label: 't2' }],
        packages: [{ identifier: 'P1', status: 'delivered', picked_at: '2026-01-01T00:00:00Z' }, { identifier: 'P2' }],
        pickup: { label: 'depot', location: place, tasks: [{ label: 'load' }] },
      },
    )
    const read = (await call('GET', `/v2/stop/${created.id}`)).body
    expect(read).toEqual(created)
    expect(read).toMatchObject({
      location: { ...place, city: 'Vaduz' },
      custom_fields: { a: { b: [1, null, 'x'] } },
      packages: [
        { identifier: 'P1', status: 'pending' },
        { identifier: 'P2', status: 'pending' },
      ],
      pickup: { type: 'pickup', label: 'depot', fixed_id: '2', tasks: [{ label: 'load' }] },
    })
    expect(read.pickup_id).toBe(read.pickup.id)
    expect(read.packages[0]).not.toHaveProperty('picked_at')
    expect(read.location).not.toHaveProperty('street')
  })

  test('with project_id the stops are unassigned in the project, without numbers', async () => {
    const [stop] = await createStops(inProject(), { label: 'x' })
    expect(stop).toMatchObject({ project_id: account.project_id })
    for (const field of ['plan_id', 'fixed_id', 'plan_label']) expect(stop).not.toHaveProperty(field)
  })

  test('numbers go up in the order of creation and are never given twice', async () => {
    const plan_id = await createPlan()
    await createStops({ plan_id }, {}, {})
    const [third] = await createStops({ plan_id }, {})
    expect(third.fixed_id).toBe('3')
    await call('DELETE', `/v2/stop/${third.id}`)
    expect((await createStops({ plan_id }, {}))[0].fixed_id).toBe('4')
  })

  test('two creations at once give distinct numbers and right counters', async () => {
    const plan_id = await createPlan()
    const many = await Promise.all(Array.from({ length: 6 }, () => createStops({ plan_id }, {}, {}, {})))
    const numbers = many.flat().map((stop) => Number(stop.fixed_id))
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 18 }, (_, i) => i + 1))
    expect((await call('GET', `/v2/plan/${plan_id}`)).body.total_stops).toBe(18)
  })

  test('neither plan_id nor project_id is refused; both must agree', async () => {
    const other = await server.createProject(account)
    const plan_id = await createPlan()
    const refusal = async (query: Query) => (await call('POST', '/v2/stops', [{}], query)).body.message_id
    expect(await refusal({})).toBe('highway.stop.error.plan_or_project_required')
    expect(await refusal({ plan_id, project_id: other })).toBe('highway.stop.error.project_mismatch')
    expect(await refusal({ plan_id: 'x' })).toBe('highway.validation.error.invalid_id')
    expect(await refusal({ plan_id: 'a'.repeat(24) })).toBe('highway.domain.error.not_found')
    await createStops({ plan_id, ...inProject() }, {})
  })

  test('one bad item refuses the whole array and names its index', async () => {
    const plan_id = await createPlan()
    const answer = await call('POST', '/v2/stops', [{}, {}, {}, { time_windows: [[100, 50]] }], { plan_id })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        message: '[3].time_windows[0]: end must be after start',
        message_id: 'highway.stop.error.invalid_time_window',
      },
    })
    expect((await call('GET', `/v2/plan/${plan_id}/stops`)).body).toEqual([])
  })

  const invalid = 'highway.validation.error.invalid_payload'
  test.each([
    [{ label: 1 }, invalid, '[1].label'],
    [{ external_id: 'x'.repeat(501) }, invalid, '[1].external_id'],
    [{ comments: 'x'.repeat(10_001) }, invalid, '[1].comments'],
    [{ type: 'drop' }, 'highway.stop.error.invalid_type', '[1].type'],
    [{ duration: -1 }, invalid, '[1].duration'],
    [{ duration: 1.5 }, invalid, '[1].duration'],
    [{ weight: '5' }, invalid, '[1].weight'],
    [{ location: { lat: 91, lng: 0 } }, invalid, '[1].location.lat'],
    [{ location: { lat: 1 } }, invalid, '[1].location.lng'],
    [{ location: { lat: 1, lng: -181 } }, invalid, '[1].location.lng'],
    [{ time_windows: [[1]] }, 'highway.stop.error.invalid_time_window', '[1].time_windows[0]'],
    [{ time_windows: Array(21).fill([1, 2]) }, 'highway.stop.error.invalid_time_window', '[1].time_windows'],
    [{ custom_fields: [] }, invalid, '[1].custom_fields'],
    [{ custom_fields: { x: 'y'.repeat(66_000) } }, invalid, '[1].custom_fields'],
    [{ requires: [1] }, invalid, '[1].requires[0]'],
    [{ client_id: 'zz' }, invalid, '[1].client_id'],
    [{ tasks: [{ status: 'done' }] }, 'highway.task.error.invalid_status', '[1].tasks[0].status'],
    [{ packages: [{}] }, invalid, '[1].packages[0].identifier'],
    [{ packages: [{ identifier: '' }] }, invalid, '[1].packages[0].identifier'],
    [
      { packages: [{ identifier: 'a' }, { identifier: 'a' }] },
      'highway.package.error.duplicated_identifier',
      '[1].packages[1].identifier',
    ],
    [{ type: 'pickup', packages: [{ identifier: 'a' }] }, 'highway.stop.error.packages_not_allowed', '[1].packages'],
    [{ type: 'visit', packages: [{ identifier: 'a' }] }, 'highway.stop.error.packages_not_allowed', '[1].packages'],
    [{ pickup: { packages: [{ identifier: 'a' }] } }, 'highway.stop.error.packages_not_allowed', '[1].pickup.packages'],
    [{ type: 'pickup', pickup: {} }, invalid, '[1].pickup'],
    [{ label: 'a\u0000b' }, invalid, '[1].label'],
    [null, invalid, '[1]'],
  ])('a bad field is refused by its place (%#)', async (stop, messageId, where) => {
    const answer = await call('POST', '/v2/stops', [{}, stop], inProject())
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(where)
    expect(answer.body.message_id).toBe(messageId)
  })

  test.each([{ label: 'x' }, 'text', 5])('a body that is no array is refused (%j)', async (body) => {
    const answer = await call('POST', '/v2/stops', JSON.stringify(body), inProject())
    expect(answer).toMatchObject({ status: 400, body: { message_id: invalid } })
  })

  test('an array of more than 20,000 is refused', async () => {
    const answer = await call('POST', '/v2/stops', Array(20_001).fill({}), inProject())
    expect(answer).toMatchObject({ status: 400, body: { message_id: invalid } })
    expect(answer.body.message).toContain('20000')
  })

  test('an empty array creates nothing', async () => {
    expect(await createStops(inProject())).toEqual([])
  })

  test('pickup_id links an existing pickup of the same plan, which many may share', async () => {
    const plan_id = await createPlan()
    const elsewhere = await createPlan()
    const [pickup] = await createStops({ plan_id }, { type: 'pickup' })
    const stops = await createStops({ plan_id }, { pickup_id: pickup.id }, { pickup_id: pickup.id })
    expect(stops.map((stop) => stop.pickup.id)).toEqual([pickup.id, pickup.id])
    const refusal = async (query: Query, pickup_id: string) =>
      (await call('POST', '/v2/stops', [{ pickup_id }], query)).body
    expect((await refusal({ plan_id: elsewhere }, pickup.id)).message).toContain('[0].pickup_id')
    expect((await refusal({ plan_id }, stops[0].id)).message).toContain('not a pickup')
    expect((await refusal({ plan_id }, 'b'.repeat(24))).message_id).toBe('highway.domain.error.not_found')
  })

  test('an entry of the address book fills in what is left out', async () => {
    const client = await call(
      'POST',
      '/v2/client',
      {
        label: 'Museum',
        external_id: 'CUST-7',
        phone: '+423 1',
        location: { ...place, city: 'Vaduz', house_number: '7', county: 'Oberland' },
        default_duration: 120,
        default_weight: 12.5,
        default_volume: 0.4,
        default_max_delivery_time: 5_400,
        default_time_windows: [[36_000, 61_200]],
        default_requires: ['lift'],
        default_type: 'visit',
        default_custom_fields: { floor: 2 },
        location_details: 'back door',
      },
      inProject(),
    )
    const [stop, own] = await createStops(
      inProject(),
      { client_id: client.body.id },
      { client_id: client.body.id, label: 'Own', duration: 60, phone: null, type: 'delivery', time_windows: [] },
    )
    expect(stop).toMatchObject({
      client_id: client.body.id,
      client_external_id: 'CUST-7',
      label: 'Museum',
      phone: '+423 1',
      location: { ...place, city: 'Vaduz', house_number: '7', county: 'Oberland' },
      location_details: 'back door',
      weight: 12.5,
      volume: 0.4,
      max_delivery_time: 5_400,
      duration: 120,
      time_windows: [[36_000, 61_200]],
      requires: ['lift'],
      type: 'visit',
      custom_fields: { floor: 2 },
    })
    expect(own).toMatchObject({ label: 'Own', duration: 60, type: 'delivery', time_windows: [] })
    expect(own).not.toHaveProperty('phone')
  })

  test('references into another project or organization are not found', async () => {
    const other = await server.createProject(account)
    const client = await call('POST', '/v2/client', {}, { project_id: other })
    const stranger = await server.createAccount()
    for (const stop of [{ client_id: client.body.id }, { supervisors: [stranger.user_id] }]) {
      const answer = await call('POST', '/v2/stops', [stop], inProject())
      expect(answer).toMatchObject({ status: 404, body: { message_id: 'highway.domain.error.not_found' } })
    }
  })

  test('a project that requires a handover code makes one of four digits for each stop', async () => {
    const settings = JSON.stringify({ pin_required: true })
    const projects = server.services.database.db.updateTable('projects').set({ settings })
    await projects.where('id', '=', account.project_id).execute()
    const [stop, own] = await createStops(inProject(), {}, { pin: '1234' })
    expect(stop.pin).toMatch(/^\d{4}$/)
    expect(own.pin).toBe('1234')
  })

  test('records stop.created for every stop, nested pickups too, without children in the data', async () => {
    await subscribe(server, account)
    const [stop] = await createStops(inProject(), { label: 'd', tasks: [{}], pickup: {} })
    const events = await recordedEvents(server, account)
    expect(events.map((event) => [event.event_id, event.data.id])).toEqual([
      ['svc.planner.2.stop.created', stop.id],
      ['svc.planner.2.stop.created', stop.pickup.id],
    ])
    expect(events[0]!.data).toMatchObject({ label: 'd', updated_at: stop.updated_at })
    expect(events[0]!.data).not.toHaveProperty('tasks')
  })

  test('nothing joins a finished plan', async () => {
    const plan_id = await createPlan()
    await call('PUT', `/v2/plan/${plan_id}`, { status: 'finished' })
    const answer = await call('POST', '/v2/stops', [{}], { plan_id })
    expect(answer).toMatchObject({ status: 400, body: { message_id: 'highway.plan.error.finished' } })
  })
})

describe('PUT /v2/stop/{stop_id}', () => {
  test('a status that is sent stays ignored, and the answer tells the one that the stop has', async () => {
    const [stop] = await createStops(inProject(), { label: 'a' })
    const { status, body } = await call('PUT', `/v2/stop/${stop.id}`, { status: 'canceled', label: 'b' })
    expect([status, body.status, body.label]).toEqual([200, 'pending', 'b'])
  })

  test('changes the fields sent and no others; null clears; read-only fields are ignored', async () => {
    const plan_id = await createPlan()
    const [stop] = await createStops({ plan_id }, { label: 'a', phone: '1', duration: 60, requires: ['x'] })
    server.clock.advanceSeconds(1)
    const { status, body } = await call('PUT', `/v2/stop/${stop.id}`, {
      label: 'b',
      phone: null,
      requires: null,
      status: 'completed',
      fixed_id: '99',
      plan_id: null,
      reports: [1],
      deleted: true,
    })
    expect(status).toBe(200)
    const { phone: _, phone_doubt: __, ...rest } = stop
    expect(body).toEqual({ ...rest, label: 'b', requires: [], updated_at: '2026-03-02T08:00:01.000Z' })
  })

  test('a whole record can be sent back; the same PUT twice leaves the same stop', async () => {
    const plan_id = await createPlan()
    const [stop] = await createStops(
      { plan_id },
      { label: 'a', tasks: [{ label: 't' }], packages: [{ identifier: 'p' }] },
    )
    server.clock.advanceSeconds(9)
    expect((await call('PUT', `/v2/stop/${stop.id}`, stop)).body).toEqual(stop)
    const change = { tasks: [{ label: 't' }, { label: 'new' }], packages: [{ identifier: 'q' }, { identifier: 'p' }] }
    const first = (await call('PUT', `/v2/stop/${stop.id}`, change)).body
    expect(first.tasks[0]).toEqual(stop.tasks[0])
    expect(first.packages.map((parcel: { identifier: string }) => parcel.identifier)).toEqual(['q', 'p'])
    server.clock.advanceSeconds(9)
    expect((await call('PUT', `/v2/stop/${stop.id}`, change)).body).toEqual(first)
  })

  test('tasks replaces the list; those with an id are kept', async () => {
    const [stop] = await createStops(inProject(), { tasks: [{ label: 'a' }, { label: 'b' }, { label: 'c' }] })
    const [a, , c] = stop.tasks
    const tasks = [{ id: c.id, status: 'completed' }, { label: 'n' }, { id: a.id, label: 'a2' }]
    const { body } = await call('PUT', `/v2/stop/${stop.id}`, { tasks })
    expect(body.tasks.map((task: Record<string, string>) => [task.label, task.status])).toEqual([
      ['c', 'completed'],
      ['n', 'pending'],
      ['a2', 'pending'],
    ])
    expect(body.tasks[0].id).toBe(c.id)
    expect(body.tasks[2].id).toBe(a.id)
    const [stranger] = await createStops(inProject(), { tasks: [{}] })
    const foreign = await call('PUT', `/v2/stop/${stop.id}`, { tasks: [{ id: stranger.tasks[0].id }] })
    expect(foreign.status).toBe(404)
    expect((await call('PUT', `/v2/stop/${stop.id}`, { tasks: [] })).body.tasks).toEqual([])
  })

  test('packages keep their scans while the list changes', async () => {
    const [stop] = await createStops(inProject(), { packages: [{ identifier: 'a' }, { identifier: 'b' }] })
    const { db } = server.services.database
    const picked = { status: 'picked' as const, picked_at: server.clock.now() }
    await db.updateTable('packages').set(picked).where('stop_id', '=', stop.id).where('identifier', '=', 'a').execute()
    const { body } = await call('PUT', `/v2/stop/${stop.id}`, { packages: [{ identifier: 'c' }, { identifier: 'a' }] })
    expect(body.packages.map((parcel: Record<string, string>) => [parcel.identifier, parcel.status])).toEqual([
      ['c', 'pending'],
      ['a', 'picked'],
    ])
  })

  test('route_id assigns the stop at the end of the route, null takes it off', async () => {
    const plan_id = await createPlan({ stops: [{ location: place }], routes: [{ stops: [{ location: place }] }] })
    const plan = (await call('GET', `/v2/plan/${plan_id}`)).body
    const stop = plan.stops.find((stop: { route_id?: string }) => stop.route_id === undefined)
    const route_id = plan.routes[0].id
    const { body } = await call('PUT', `/v2/stop/${stop.id}`, { route_id })
    expect(body).toMatchObject({ route_id, order: 1, chain_id: route_id, chain_position: 1 })
    expect(body.planned_arrival_time).toEqual(expect.any(Number))
    const off = (await call('PUT', `/v2/stop/${stop.id}`, { route_id: null })).body
    for (const field of ['route_id', 'order', 'chain_id', 'planned_arrival_time']) expect(off).not.toHaveProperty(field)
    const [loose] = await createStops(inProject(), {})
    const elsewhere = await createStops({ plan_id: await createPlan() }, {})
    const refusal = async (id: string, route: string) =>
      (await call('PUT', `/v2/stop/${id}`, { route_id: route })).body.message_id
    expect(await refusal(loose.id, route_id)).toBe('highway.stop.error.not_in_plan')
    expect(await refusal(elsewhere[0].id, route_id)).toBe('highway.route.error.stop_not_in_plan')
    expect(await refusal(stop.id, 'c'.repeat(24))).toBe('highway.domain.error.not_found')
  })

  test('a new location recomputes the route and clears location_validated', async () => {
    const plan_id = await createPlan({
      routes: [{ stops: [{ location: place }, { location: { lat: 47.2, lng: 9.5 } }] }],
    })
    const [first, second] = (await call('GET', `/v2/plan/${plan_id}/stops`)).body
    const { db } = server.services.database
    const validated = { location_validated: true, location_validated_at: server.clock.now() }
    await db.updateTable('stops').set(validated).where('id', '=', second.id).execute()
    const { body } = await call('PUT', `/v2/stop/${second.id}`, { location: { lat: 47.3, lng: 9.5 } })
    expect(body.location_validated).toBe(false)
    expect(body).not.toHaveProperty('location_validated_at')
    expect(body.planned_arrival_time).toBeGreaterThan(second.planned_arrival_time)
    expect(body.distance_to_previous_stop).toBeGreaterThan(second.distance_to_previous_stop)
    expect(first.id).not.toBe(second.id)
  })

  test('after its end descriptive fields may be corrected, the rest not', async () => {
    const plan_id = await createPlan({ stops: [{ label: 'a', duration: 60, packages: [{ identifier: 'p' }] }] })
    await call('PUT', `/v2/plan/${plan_id}`, { status: 'finished' })
    const [stop] = (await call('GET', `/v2/plan/${plan_id}/stops`)).body
    expect(stop.status).toBe('incomplete')
    const put = async (body: object) => (await call('PUT', `/v2/stop/${stop.id}`, body)).body
    expect(await put({ label: 'b', comments: 'c', duration: 60 })).toMatchObject({ label: 'b', comments: 'c' })
    expect(await put({ duration: 61 })).toMatchObject({ message_id: 'highway.stop.error.already_executed' })
    expect(await put({ packages: [] })).toMatchObject({ message_id: 'highway.stop.error.packages_locked' })
    expect(await put({ tasks: [{}] })).toMatchObject({ message_id: 'highway.task.error.stop_already_executed' })
  })

  test('what POST refuses, PUT refuses', async () => {
    const [stop, pickup] = await createStops(inProject(), { packages: [{ identifier: 'p' }] }, { type: 'pickup' })
    const [linked] = await createStops(inProject(), { pickup_id: pickup.id })
    const refusal = async (id: string, body: object) => (await call('PUT', `/v2/stop/${id}`, body)).body.message_id
    const invalid = 'highway.validation.error.invalid_payload'
    expect(await refusal(pickup.id, { packages: [{ identifier: 'x' }] })).toBe(
      'highway.stop.error.packages_not_allowed',
    )
    expect(await refusal(stop.id, { type: 'pickup' })).toBe('highway.stop.error.packages_not_allowed')
    expect(await refusal(stop.id, { type: null })).toBe('highway.stop.error.invalid_type')
    expect(await refusal(stop.id, { location: { lat: 5 } })).toBe(invalid)
    expect(await refusal(stop.id, { time_windows: [[6, 5]] })).toBe('highway.stop.error.invalid_time_window')
    expect(await refusal(stop.id, { client_id: 'd'.repeat(24) })).toBe('highway.domain.error.not_found')
    expect(await refusal(linked.id, { type: 'visit' })).toBe(invalid)
    expect(await refusal(pickup.id, { type: 'visit' })).toBe(invalid)
    const twice = { packages: [{ identifier: 'x' }, { identifier: 'x' }] }
    expect(await refusal(stop.id, twice)).toBe('highway.package.error.duplicated_identifier')
  })
})

describe('deleting stops', () => {
  test('DELETE answers the deleted stop, moves the counters and records stop.deleted', async () => {
    const plan_id = await createPlan({ routes: [{ stops: [{ location: place }, { location: place }] }] })
    const [first, second] = (await call('GET', `/v2/plan/${plan_id}/stops`)).body
    await subscribe(server, account)
    const { status, body } = await call('DELETE', `/v2/stop/${first.id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: first.id, deleted: true, deleted_at: '2026-03-02T08:00:00.000Z' })
    expect((await call('GET', `/v2/stop/${first.id}`)).status).toBe(404)
    expect((await call('PUT', `/v2/stop/${first.id}`, { label: 'x' })).status).toBe(404)
    expect((await call('DELETE', `/v2/stop/${first.id}`)).status).toBe(404)
    expect((await call('GET', `/v2/plan/${plan_id}`)).body).toMatchObject({ total_stops: 1 })
    expect((await call('GET', `/v2/stop/${second.id}`)).body.order).toBe(0)
    expect(await recordedEventNames(server, account)).toEqual(['stop.deleted'])
  })

  test('PUT /v2/stops/delete is all or nothing and answers 204', async () => {
    const stops = await createStops(inProject(), {}, {}, {})
    const ids = stops.map((stop) => stop.id)
    const missing = await call('PUT', '/v2/stops/delete', { stop_ids: [ids[0], 'e'.repeat(24)] })
    expect(missing.status).toBe(404)
    expect((await call('GET', `/v2/stop/${ids[0]}`)).status).toBe(200)
    const done = await call('PUT', '/v2/stops/delete', { stop_ids: [ids[0], ids[1], ids[0]] })
    expect([done.status, done.text]).toEqual([204, ''])
    expect((await call('GET', `/v2/stop/${ids[1]}`)).status).toBe(404)
    expect((await call('GET', `/v2/stop/${ids[2]}`)).status).toBe(200)
    expect((await call('PUT', '/v2/stops/delete', {})).body.message).toContain('stop_ids')
    expect((await call('PUT', '/v2/stops/delete', { stop_ids: ['x'] })).body.message).toContain('stop_ids[0]')
  })

  test('a delivery outlives the deletion of its pickup, unlinked', async () => {
    const [delivery] = await createStops(inProject(), { pickup: {} })
    await call('DELETE', `/v2/stop/${delivery.pickup_id}`)
    const { body } = await call('GET', `/v2/stop/${delivery.id}`)
    expect(body).not.toHaveProperty('pickup_id')
    expect(body).not.toHaveProperty('pickup')
  })
})

describe('isolation', () => {
  test("another organization's key finds nothing and changes nothing", async () => {
    const plan_id = await createPlan()
    const [stop] = await createStops({ plan_id }, { label: 'mine', tasks: [{}] })
    const stranger = await server.createAccount()
    for (const [method, path, body, query] of [
      ['GET', `/v2/stop/${stop.id}`],
      ['PUT', `/v2/stop/${stop.id}`, { label: 'theirs' }],
      ['DELETE', `/v2/stop/${stop.id}`],
      ['PUT', '/v2/stops/delete', { stop_ids: [stop.id] }],
      ['POST', '/v2/stop/move', { stop_ids: [stop.id] }],
      ['POST', '/v2/stops', [{}], { plan_id }],
      ['POST', '/v2/stops', [{}], { project_id: account.project_id }],
      ['POST', '/v2/stops', [{ pickup_id: stop.id }], { project_id: stranger.project_id }],
      ['POST', '/v2/stops/search', {}, { project_id: account.project_id }],
      ['GET', '/v2/stops/search', undefined, { plan_id }],
      ['POST', '/v2/task', {}, { stop_id: stop.id }],
      ['PUT', `/v2/task/${stop.tasks[0].id}`, {}],
      ['DELETE', `/v2/task/${stop.tasks[0].id}`],
    ] as [string, string, unknown?, Query?][]) {
      const answer = await server.call(method, path, { key: stranger.key, body, query })
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.body.message_id).toBe('highway.domain.error.not_found')
    }
    expect((await call('GET', `/v2/stop/${stop.id}`)).body).toEqual(stop)
    const found = await server.call('GET', '/v2/stops/search', { key: stranger.key })
    expect(found.body.total).toBe(0)
  })

  test('a supervisor reads the stops that name him, and changes nothing', async () => {
    const plan_id = await createPlan({ execution_date: '2026-03-05' })
    const user = await server.createUser(account, 'organization_user', [account.project_id])
    const { db } = server.services.database
    await db.updateTable('project_members').set({ role: 'supervisor' }).where('user_id', '=', user.user_id).execute()
    const [own, other] = await createStops(
      { plan_id },
      { label: 'own', supervisors: [user.user_id] },
      { label: 'other' },
    )
    const as = (method: string, path: string, body?: unknown, query?: Query) =>
      server.call(method, path, { key: user.key, body, query })
    // With the address of the recipient's page, a supervisor could act as the recipient.
    expect(own.tracking_url).toContain('/t/')
    expect((await as('GET', `/v2/stop/${own.id}`)).body).toEqual({ ...own, tracking_url: '' })
    const found = [
      (await as('POST', '/v2/stops/search', {}, inProject())).body.docs,
      (await as('GET', '/v2/stops/search')).body.docs,
      (await as('GET', '/v2/stops/search', undefined, inProject())).body.docs,
      (await as('GET', '/v2/plans/stops', undefined, { ...inProject(), date: '2026-03-05' })).body,
    ]
    for (const docs of found) expect(docs.map((stop: { id: string }) => stop.id)).toEqual([own.id])
    expect((await as('GET', '/v2/projects')).body.total).toBe(1)
    expect((await as('GET', '/v2/plans')).body.total).toBe(0)
    for (const [method, path, body, query] of [
      ['GET', `/v2/stop/${other.id}`],
      ['PUT', `/v2/stop/${own.id}`, { label: 'x' }],
      ['DELETE', `/v2/stop/${own.id}`],
      ['POST', '/v2/stop/move', { stop_ids: [own.id] }],
      ['POST', '/v2/stops', [{}], { plan_id }],
      ['POST', '/v2/task', {}, { stop_id: own.id }],
      ['POST', '/v2/plan', {}, inProject()],
      ['PUT', `/v2/plan/${plan_id}`, { status: 'finished' }],
      ['POST', `/v3/stop/${own.id}/report`, { type: 'service_report_canceled' }],
    ] as [string, string, unknown?, Query?][]) {
      const answer = await as(method, path, body, query)
      expect([path, answer.status, answer.body.message_id]).toEqual([path, 403, 'highway.user.error.forbidden'])
    }
    expect((await call('GET', `/v2/stop/${own.id}`)).body).toEqual(own)
  })

  test('a user who is no member of the project is forbidden', async () => {
    const [stop] = await createStops(inProject(), {})
    const member = await server.createUser(account, 'organization_user')
    for (const method of ['GET', 'DELETE']) {
      const answer = await server.call(method, `/v2/stop/${stop.id}`, { key: member.key })
      expect(answer).toMatchObject({ status: 403, body: { message_id: 'highway.project.error.forbidden' } })
    }
  })
})
