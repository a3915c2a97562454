// Dispatch and the driver's calls: what the link opens, starting, positions, breaks, scans, order, and late hand-ins.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Account, type Answer, useTestServer } from '../../../test/harness.ts'
import { jpeg, multipart } from '../../../test/pictures.ts'
import { json } from '../../frame/platform/scope.ts'

const server = useTestServer()
let account: Account
let planId: string
let vehicleId: string

beforeEach(async () => {
  account = await server.createAccount()
  const project = { project_id: account.project_id }
  planId = (await call('POST', '/v2/plan', { label: 'Monday', execution_date: '2026-03-02' }, project)).body.id
  vehicleId = (await call('POST', '/v2/vehicle', { label: 'Van 1' }, project)).body.id
})

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
const read = async (path: string) => (await call('GET', path)).body

interface TestRoute {
  id: string
  stops: { id: string; fixed_id: string }[]
}

async function createRoute(input: object = {}, stops: object[] = threeStops): Promise<TestRoute> {
  const route = { label: 'North', email: 'driver@example.test', vehicle_id: vehicleId, stops, ...input }
  const answer = await call('POST', '/v2/routes', [route], { plan_id: planId })
  expect(answer.status, answer.text).toBe(201)
  return read(`/v2/route/${answer.body[0].id}`)
}

const threeStops = [
  { label: 'A', location: { lat: 47.14, lng: 9.52 }, packages: [{ identifier: 'P1' }], phone: '+423 1' },
  { label: 'B', location: { lat: 47.16, lng: 9.51 } },
  { label: 'C', location: { lat: 47.2, lng: 9.5 } },
]

/** Dispatches the route and returns a function for calls as its driver. */
async function dispatch(route: TestRoute) {
  const answer = await call('POST', `/v2/route/${route.id}/dispatch`)
  expect(answer.status, answer.text).toBe(200)
  const token: string = answer.body.public_link.split('/d/')[1]
  const drive = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
    server.call(method, `/driver/v1${path}`, { body, query, headers: { authorization: `Bearer ${token}` } })
  return { link: answer.body.public_link as string, token, drive }
}

function expectRefusal(answer: Answer, messageId: string) {
  expect(answer).toMatchObject({ status: 400, body: { message_id: messageId } })
}

describe('POST /v2/route/{id}/dispatch', () => {
  test('queues a mail with a fresh link on every call and changes no status', async () => {
    const route = await createRoute({ label: '<b>North</b>' })
    const first = await dispatch(route)
    const second = await dispatch(route)
    expect(first.token).not.toBe(second.token)
    const { rows } = await server.services.database.executeSql(`select data from jobs.job where name = 'mail'`)
    const mails = rows.map(({ data }) => data as { to: string; text: string; html: string })
    const own = mails.filter(({ text }) => text.includes(first.link) || text.includes(second.link))
    expect(own).toHaveLength(2)
    expect(own[0]).toMatchObject({ to: 'driver@example.test' })
    expect(own[0]!.html).toContain('&#60;b&#62;North&#60;/b&#62;')
    expect(await read(`/v2/route/${route.id}`)).toMatchObject({ status: 'not_started' })
    expect(await read(`/v2/plan/${planId}`)).toMatchObject({ status: 'planning' })
  })

  test('needs an address, and no draft', async () => {
    const route = await createRoute({ email: null })
    expectRefusal(await call('POST', `/v2/route/${route.id}/dispatch`), 'highway.route.error.email_missing')
    await call('PUT', `/v2/route/${route.id}`, { email: 'driver@example.test' })
    await call('PUT', `/v2/plan/${planId}`, { status: 'draft' })
    expectRefusal(await call('POST', `/v2/route/${route.id}/dispatch`), 'highway.plan.error.draft')
  })

  test('is remembered with what was sent, so that the next one can say what changed', async () => {
    const route = await createRoute()
    const dispatches = async () => (await call('GET', `/app/v1/plan/${planId}/dispatches`)).body
    expect(await dispatches()).toEqual([])
    const { drive } = await dispatch(route)
    const [a, b, c] = route.stops.map(({ id }) => id)
    const sent = { route_id: route.id, sent_to: 'driver@example.test', stop_ids: [a, b, c], has_link: true }
    expect(await dispatches()).toEqual([{ ...sent, sent_at: server.clock.now().toISOString() }])
    server.clock.advanceSeconds(60)
    await drive('POST', '/start')
    await call('PUT', `/v2/route/${route.id}/stops`, { stops: [c, a] })
    expect(await dispatches()).toMatchObject([{ ...sent, opened_at: server.clock.now().toISOString() }])
    await dispatch(route)
    expect(await dispatches()).toMatchObject([{ stop_ids: [c, a] }])
    await server.services.database.db.updateTable('driver_links').set({ revoked_at: server.clock.now() }).execute()
    expect(await dispatches()).toMatchObject([{ has_link: false }])
    server.clock.set('2026-03-02T08:00:00.000Z')
  })

  test('tokens are stored as digests only', async () => {
    const { token } = await dispatch(await createRoute())
    const { rows } = await server.services.database.executeSql('select * from driver_links')
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('the link', () => {
  test('reading what it opens starts nothing; POST starts the route and its plan once', async () => {
    const route = await createRoute()
    const { drive } = await dispatch(route)
    expect((await drive('GET', '/session')).body).toMatchObject({ route_id: route.id, route_status: 'not_started' })
    expect((await drive('GET', '/route')).body.status).toBe('not_started')
    const started = await drive('POST', '/start')
    expect(started).toMatchObject({ status: 200, body: { status: 'in_transit' } })
    expect((await drive('POST', '/start')).body.start_date).toBe(started.body.start_date)
    expect(await read(`/v2/plan/${planId}`)).toMatchObject({ status: 'in_progress' })
  })

  test('shows the stops in order, without handover codes and tracking links', async () => {
    await server.services.database.db
      .updateTable('projects')
      .set({ settings: json({ pin_required: true }) })
      .where('id', '=', account.project_id)
      .execute()
    const { drive } = await dispatch(await createRoute())
    const { stops } = (await drive('GET', '/route')).body
    expect(stops.map(({ label }: { label: string }) => label)).toEqual(['A', 'B', 'C'])
    expect(stops[0]).toMatchObject({ fixed_id: '1', pin_required: true, packages: [{ identifier: 'P1' }] })
    for (const stop of stops) {
      expect(stop).not.toHaveProperty('pin')
      expect(stop).not.toHaveProperty('tracking_url')
    }
  })

  test('a wrong token answers 401', async () => {
    const answer = await server.call('GET', '/driver/v1/session', { headers: { authorization: 'Bearer wrong' } })
    expect(answer.status).toBe(401)
  })

  test("does not reach another route's stops", async () => {
    const own = await dispatch(await createRoute())
    const other = await createRoute({ vehicle_id: undefined })
    const report = { type: 'service_report_completed' }
    const answer = await own.drive('POST', `/stop/${other.stops[0]!.id}/report`, report)
    expect(answer.status).toBe(404)
    expect(await read(`/v2/stop/${other.stops[0]!.id}`)).toMatchObject({ status: 'pending' })
  })

  test('after the route is finished only the newest one opens it, and every one hands in late reports', async () => {
    const route = await createRoute()
    const older = await dispatch(route)
    server.clock.advanceSeconds(1)
    const newer = await dispatch(route)
    expect((await older.drive('POST', '/start')).status).toBe(200)
    await call('PUT', `/v2/plan/${planId}`, { status: 'finished' })
    const report = { type: 'service_report_completed' }
    const path = `/stop/${route.stops[0]!.id}/report`
    expect((await older.drive('GET', '/route')).status).toBe(404)
    expect((await newer.drive('GET', '/route')).status).toBe(200)
    expect((await older.drive('POST', path, report)).status).toBe(201)
    expect((await newer.drive('POST', path, report)).status).toBe(202)
    expect(await read(`/v2/stop/${route.stops[0]!.id}`)).toMatchObject({ status: 'incomplete' })
  })
})

describe('on the way', () => {
  test('positions are stored once, the newest is the last position, and the vehicle has a session', async () => {
    const route = await createRoute()
    const { drive } = await dispatch(route)
    await drive('POST', '/start')
    const positions = [
      { lat: 47.14, lng: 9.52, recorded_at: '2026-03-02T08:00:02.000Z', orientation: 90 },
      { lat: 47.13, lng: 9.52, recorded_at: '2026-03-02T08:00:01.000Z' },
    ]
    server.clock.set('2026-03-02T08:00:10.000Z')
    expect((await drive('POST', '/positions', { positions })).body).toEqual({ accepted: 2 })
    expect((await drive('POST', '/positions', { positions })).body).toEqual({ accepted: 0 })
    expect((await read(`/v2/route/${route.id}`)).last_position).toEqual({
      lat: 47.14,
      lng: 9.52,
      orientation: 90,
      created_at: '2026-03-02T08:00:02.000Z',
    })
    const sessions = () =>
      call('POST', '/v2/vehicles/sessions', { vehicle_ids: [vehicleId] }, { project_id: account.project_id })
    expect((await sessions()).body).toEqual({ sessions: { [vehicleId]: true } })
    server.clock.advanceSeconds(301)
    expect((await sessions()).body).toEqual({ sessions: { [vehicleId]: false } })
    server.clock.set('2026-03-02T08:00:00.000Z')
  })

  test('more than 500 positions are refused', async () => {
    const { drive } = await dispatch(await createRoute())
    const positions = Array.from({ length: 501 }, (_, second) => ({
      lat: 47,
      lng: 9,
      recorded_at: new Date(Date.UTC(2026, 2, 2) + second * 1000).toISOString(),
    }))
    expectRefusal(await drive('POST', '/positions', { positions }), 'highway.validation.error.invalid_payload')
  })

  test("estimated times follow the driver's position", async () => {
    const route = await createRoute()
    const { drive } = await dispatch(route)
    await drive('POST', '/start')
    const estimates = async () =>
      (await drive('GET', '/route')).body.stops.map((stop: { estimated_arrival_time: string }) =>
        Date.parse(stop.estimated_arrival_time),
      )
    // One far away would wait for a second one.
    const positions = (lat: number, minute: number) => ({
      positions: [0, 10].map((second) => {
        return { lat, lng: 9.52, recorded_at: new Date(Date.UTC(2026, 2, 2, 7, minute, second)).toISOString() }
      }),
    })
    await drive('POST', '/positions', positions(47.0, 20))
    const far = await estimates()
    await drive('POST', '/positions', positions(47.139, 58))
    const near = await estimates()
    for (const [index, time] of near.entries()) expect(time).toBeLessThan(far[index])
    expect(near).toEqual([...near].sort())
  })

  test('an arrival moves the estimated times at once, without a position', async () => {
    const route = await createRoute()
    const { drive } = await dispatch(route)
    await drive('POST', '/start')
    const estimates = async () =>
      (await read(`/v2/route/${route.id}`)).stops.map((stop: { estimated_arrival_time: string }) =>
        Date.parse(stop.estimated_arrival_time),
      )
    const before = await estimates()
    server.clock.set('2026-03-02T08:40:00.000Z')
    const first = route.stops[0]!.id
    const arrived = await drive('POST', `/stop/${first}/arrive`, { at: '2026-03-02T08:40:00.000Z' })
    expect(arrived.body.estimated_arrival_time).toBe('2026-03-02T08:40:00.000Z')
    const after = await estimates()
    for (const [index, time] of after.entries()) expect(time).toBeGreaterThan(before[index])
    server.clock.set('2026-03-02T08:00:00.000Z')
  })

  test('expected arrivals wait for the break that is still ahead, and for what is left of one that runs', async () => {
    const pause = { start: 8 * 3_600, end: 9 * 3_600, duration: 1_800 }
    const [first, ...others] = threeStops.map((stop) => ({ ...stop, packages: [], duration: 1_200 }))
    const stops = [{ ...first, time_windows: [[8 * 3_600, 8 * 3_600 + 300]] }, ...others]
    const withBreak = await createRoute({ vehicle: { break: pause } }, stops)
    const without = await createRoute({ label: 'South', vehicle_id: null }, stops)
    const [own, other] = [await dispatch(withBreak), await dispatch(without)]
    await own.drive('POST', '/start')
    await other.drive('POST', '/start')
    const estimates = async (drive: typeof own.drive) =>
      (await drive('GET', '/route')).body.stops.map((stop: { estimated_arrival_time: string }) =>
        Date.parse(stop.estimated_arrival_time),
      )
    const rested = async () => {
      const [mine, plain] = [await estimates(own.drive), await estimates(other.drive)]
      return mine.map((time: number, at: number) => (time - plain[at]) / 60_000)
    }
    // Nobody reported that the break began, so the driver is on the way to the first stop.
    expect((await read(`/v2/route/${withBreak.id}`)).break_stop).toMatchObject({ order: 1, is_completed: false })
    expect(await rested()).toEqual([0, 30, 30])
    // Begun twenty minutes ago, it has ten to go, before the next stop; then it is over.
    server.clock.set('2026-03-02T08:20:00.000Z')
    await own.drive('POST', '/break', { action: 'start', at: '2026-03-02T08:00:00.000Z' })
    await other.drive('POST', '/positions', positionAt('2026-03-02T08:20:00.000Z'))
    await own.drive('POST', '/positions', positionAt('2026-03-02T08:20:00.000Z'))
    expect(await rested()).toEqual([10, 10, 10])
    await own.drive('POST', '/break', { action: 'end', at: '2026-03-02T08:20:00.000Z' })
    expect(await rested()).toEqual([0, 0, 0])
    server.clock.set('2026-03-02T08:00:00.000Z')
  })

  test('expected arrivals follow what past days say, where the project uses it', async () => {
    const route = await createRoute()
    const { drive } = await dispatch(route)
    await drive('POST', '/start')
    const ahead = async (learning: object, second: number) => {
      await sql`update projects set learning = ${json(learning)}::jsonb where id = ${account.project_id}`.execute(
        server.services.database.db,
      )
      await drive('POST', '/positions', positionAt(`2026-03-02T08:00:0${second}.000Z`))
      const { stops } = (await drive('GET', '/route')).body
      return (Date.parse(stops.at(-1).estimated_arrival_time) - server.clock.now().getTime()) / 1_000
    }
    const habits = { bias: 0.2, pace: 0.5, given_error: 500, learned_error: 400 }
    const plain = await ahead({}, 1)
    expect(await ahead({ habits }, 2)).toBeCloseTo(plain, 0)
    expect(await ahead({ habits, uses_windows: true }, 3)).toBeCloseTo(1.2 * plain, 0)
  })

  const positionAt = (recorded_at: string) => ({ positions: [{ lat: 47.13, lng: 9.52, recorded_at }] })

  test('every answer tells the time of the service, refusals, too', async () => {
    const { drive } = await dispatch(await createRoute())
    const header = (answer: { headers: Record<string, unknown> }) => answer.headers['x-server-time']
    server.clock.set('2026-03-02T08:00:07.250Z')
    expect(header(await drive('GET', '/session'))).toBe('2026-03-02T08:00:07.250Z')
    expect(header(await drive('POST', '/positions', { positions: [] }))).toBe('2026-03-02T08:00:07.250Z')
    expect(header(await server.call('GET', '/driver/v1/session'))).toBe('2026-03-02T08:00:07.250Z')
    expect(header(await call('GET', `/v2/plan/${planId}`))).toBeUndefined()
    server.clock.set('2026-03-02T08:00:00.000Z')
  })

  test('a report says how far its moment may be off', async () => {
    const route = await createRoute()
    const { drive } = await dispatch(route)
    await drive('POST', '/start')
    const report = { type: 'service_report_completed', moment_within: 240 }
    const path = `/stop/${route.stops[0]!.id}/report`
    expect((await drive('POST', path, { ...report, moment_within: -1 })).status).toBe(400)
    expect((await drive('POST', path, report)).status).toBe(201)
    const { reports } = await read(`/v2/stop/${route.stops[0]!.id}`)
    expect(reports).toMatchObject([{ moment_within: 240 }])
  })

  test('the pause begins and ends, once', async () => {
    const route = await createRoute()
    const { drive } = await dispatch(route)
    await drive('POST', '/start')
    server.clock.set('2026-03-02T08:20:00.000Z')
    await drive('POST', '/break', { action: 'start', at: '2026-03-02T08:00:00.000Z' })
    await drive('POST', '/break', { action: 'start', at: '2026-03-02T08:10:00.000Z' })
    const ended = await drive('POST', '/break', { action: 'end', at: '2026-03-02T08:20:00.000Z' })
    expect(ended.body.break_stop).toMatchObject({
      is_completed: true,
      real_start_time: '2026-03-02T08:00:00.000Z',
      real_end_time: '2026-03-02T08:20:00.000Z',
    })
    server.clock.set('2026-03-02T08:00:00.000Z')
  })

  describe('what the driver did without a connection happened when he did it', () => {
    afterEach(() => server.clock.set('2026-03-02T08:00:00.000Z'))
    const completed = (at: string) => ({ type: 'service_report_completed', created_at: at })

    test('the route starts, pauses and ends by the phone’s times, whenever they come', async () => {
      const route = await createRoute()
      const { drive } = await dispatch(route)
      server.clock.set('2026-03-02T17:00:00.000Z')
      const started = await drive('POST', '/start', { at: '2026-03-02T08:30:00.000Z' })
      expect(started.body.start_date).toBe('2026-03-02T08:30:00.000Z')
      await drive('POST', '/break', { action: 'start', at: '2026-03-02T12:00:00.000Z' })
      await drive('POST', '/break', { action: 'end', at: '2026-03-02T12:30:00.000Z' })
      const [a, b, c] = route.stops.map(({ id }) => id)
      const arrived = await drive('POST', `/stop/${a}/arrive`, { at: '2026-03-02T09:00:00.000Z' })
      expect(arrived.status).toBe(200)
      await drive('POST', `/stop/${a}/report`, completed('2026-03-02T09:10:00.000Z'))
      await drive('POST', `/stop/${b}/report`, completed('2026-03-02T15:40:00.000Z'))
      // Another phone's report of an earlier stop comes last.
      await drive('POST', `/stop/${c}/report`, completed('2026-03-02T14:00:00.000Z'))
      expect(await read(`/v2/route/${route.id}`)).toMatchObject({
        status: 'finished',
        start_date: '2026-03-02T08:30:00.000Z',
        end_date: '2026-03-02T15:40:00.000Z',
        break_stop: { real_start_time: '2026-03-02T12:00:00.000Z', real_end_time: '2026-03-02T12:30:00.000Z' },
      })
      expect((await read(`/v2/stop/${a}`)).reports[0].time_in_stop).toBe(600)
    })

    test('a route that a report starts began when the report was made', async () => {
      const route = await createRoute()
      const { drive } = await dispatch(route)
      server.clock.set('2026-03-02T17:00:00.000Z')
      await drive('POST', `/stop/${route.stops[0]!.id}/report`, completed('2026-03-02T09:10:00.000Z'))
      expect((await read(`/v2/route/${route.id}`)).start_date).toBe('2026-03-02T09:10:00.000Z')
    })

    test('a phone whose clock goes wrong puts nothing before it could be, nor into the future', async () => {
      const route = await createRoute()
      const { drive } = await dispatch(route)
      server.clock.set('2026-03-02T09:00:00.000Z')
      const [a, b, c] = route.stops.map(({ id }) => id)
      const slow = await drive('POST', '/start', { at: '1999-12-31T00:00:00.000Z' })
      expect(slow.body.start_date).toBe('2026-03-02T08:00:00.000Z')
      await drive('POST', '/break', { action: 'start', at: '2026-03-02T09:04:00.000Z' })
      const back = await drive('POST', '/break', { action: 'end', at: '2026-03-02T08:10:00.000Z' })
      expect(back.body.break_stop).toMatchObject({
        real_start_time: '2026-03-02T09:00:00.000Z',
        real_end_time: '2026-03-02T09:00:00.000Z',
      })
      for (const id of [a, b]) await drive('POST', `/stop/${id}/report`, completed('1999-12-31T00:00:00.000Z'))
      await drive('POST', `/stop/${c}/report`, completed('2026-03-02T09:04:00.000Z'))
      expect((await read(`/v2/route/${route.id}`)).end_date).toBe('2026-03-02T09:00:00.000Z')
    })

    test.each([
      ['/start', 'at'],
      ['/break', 'at'],
      ['/arrive', 'at'],
      ['/scan', 'scanned_at'],
      ['/note', 'at'],
    ])('%s more than five minutes ahead is refused, naming %s', async (path, field) => {
      const route = await createRoute()
      const { drive } = await dispatch(route)
      const call = path === '/arrive' ? `/stop/${route.stops[0]!.id}/arrive` : path
      const bodies: Record<string, object> = {
        '/break': { action: 'start' },
        '/scan': { identifier: 'P1', purpose: 'load' },
        '/note': { kind: 'problem', category: 'traffic' },
      }
      const send = (at: string) => drive('POST', call, { ...bodies[path], [field]: at })
      const refused = await send('2026-03-02T08:05:01.000Z')
      expectRefusal(refused, 'highway.validation.error.invalid_payload')
      expect(refused.body.message).toContain(`${field}: must not be more than 5 minutes ahead`)
      expect((await send('2026-03-02T08:05:00.000Z')).status).toBeLessThan(300)
    })
  })

  test('a parcel is picked, then delivered; a repeated scan changes nothing', async () => {
    const { drive } = await dispatch(await createRoute())
    const scan = (purpose: string, second: number) =>
      drive('POST', '/scan', { identifier: 'P1', purpose, scanned_at: `2026-03-02T07:59:0${second}.000Z` })
    expect((await scan('load', 1)).body).toMatchObject({
      fixed_id: '1',
      repeated: false,
      package: { status: 'picked' },
    })
    expect((await scan('load', 2)).body).toMatchObject({
      repeated: true,
      package: { status: 'picked', picked_at: '2026-03-02T07:59:01.000Z' },
    })
    expect((await scan('delivery', 3)).body.package).toMatchObject({
      status: 'delivered',
      picked_at: '2026-03-02T07:59:01.000Z',
      delivered_at: '2026-03-02T07:59:03.000Z',
    })
    const unknown = await drive('POST', '/scan', { identifier: 'P9', purpose: 'load' })
    expectRefusal(unknown, 'highway.package.error.not_found')
  })

  test('where in the van goods lie is told to every driver of the route and to the dispatcher, not to another route', async () => {
    const route = await createRoute()
    const { drive } = await dispatch(route)
    const stopId = route.stops[0]!.id
    const say = (body: object) => drive('PUT', `/stop/${stopId}/van_place`, body)
    const place = { depth: 'back', side: 'left', level: 'shelf', mark: '12' }
    expect((await say({ place, client_id: 'v1' })).body).toMatchObject({ id: stopId, van_place: place })
    await say({ place: { depth: 'front' }, client_id: 'v2' })
    // Sent again, it does not come back over what was said since.
    expect((await say({ place, client_id: 'v1' })).body.van_place).toEqual({ depth: 'front' })
    expect(await read(`/v2/stop/${stopId}`)).toMatchObject({ van_place: { depth: 'front' } })
    const next = await dispatch(await read(`/v2/route/${route.id}`))
    expect((await next.drive('GET', '/route')).body.stops[0]).toMatchObject({ van_place: { depth: 'front' } })

    const other = await createRoute({ label: 'South', vehicle_id: null }, [])
    await call('PUT', `/v2/stop/${stopId}`, { route_id: other.id })
    expect(await read(`/v2/stop/${stopId}`)).not.toHaveProperty('van_place')
    await call('PUT', `/v2/stop/${stopId}`, { route_id: route.id })
    expect((await say({ place: null })).body).not.toHaveProperty('van_place')
    expect(await read(`/v2/stop/${stopId}`)).not.toHaveProperty('van_place')
  })

  test('a place in the van that says nothing, or too much, is refused with its field', async () => {
    const route = await createRoute()
    const { drive } = await dispatch(route)
    const say = (place: unknown) => drive('PUT', `/stop/${route.stops[0]!.id}/van_place`, { place })
    for (const [place, field] of [
      [{}, 'place'],
      [{ depth: 'roof' }, 'place.depth'],
      [{ mark: 'x'.repeat(21) }, 'place.mark'],
      [{ mark: ' ' }, 'place.mark'],
    ] as const) {
      const answer = await say(place)
      expectRefusal(answer, 'highway.validation.error.invalid_payload')
      expect(answer.text).toContain(field)
    }
    const foreign = await createRoute({ label: 'South', vehicle_id: null }, [{ label: 'X' }])
    expect((await drive('PUT', `/stop/${foreign.stops[0]!.id}/van_place`, { place: null })).status).toBe(404)
  })

  test('an arrival gives the report its time in the stop; a photo goes with it', async () => {
    const route = await createRoute()
    const { drive, token } = await dispatch(route)
    const stopId = route.stops[0]!.id
    await drive('POST', `/stop/${stopId}/arrive`, { at: '2026-03-02T07:58:00.000Z' })
    const image = await server.call('POST', `/driver/v1/stop/${stopId}/report/image`, {
      ...multipart(jpeg()),
      headers: { ...multipart(jpeg()).headers, authorization: `Bearer ${token}` },
    })
    expect(image.status, image.text).toBe(201)
    const report = await drive('POST', `/stop/${stopId}/report`, {
      type: 'service_report_completed',
      created_at: '2026-03-02T08:00:00.000Z',
      images: [image.body.id],
      client_id: 'device-1',
    })
    expect(report).toMatchObject({ status: 201, body: { time_in_stop: 120, images: [image.body] } })
  })

  test('the driver chooses the order where the project allows it', async () => {
    const route = await createRoute()
    const { drive } = await dispatch(route)
    const [a, b, c] = route.stops.map(({ id }) => id)
    expect((await drive('PUT', '/order', { stop_ids: [c, b, a] })).status).toBe(403)
    await server.services.database.db
      .updateTable('projects')
      .set({ settings: json({ driver_may_reorder: true }) })
      .where('id', '=', account.project_id)
      .execute()
    const answer = await drive('PUT', '/order', { stop_ids: [c, b, a] })
    expect(answer.body.stops.map(({ id }: { id: string }) => id)).toEqual([c, b, a])
    expectRefusal(await drive('PUT', '/order', { stop_ids: [c, b] }), 'highway.validation.error.invalid_payload')
  })

  test('changes since a moment name the stops that changed and those taken off', async () => {
    const route = await createRoute()
    const { drive } = await dispatch(route)
    server.clock.advanceSeconds(6)
    const since = (await drive('GET', '/session')).body.server_time
    expect((await drive('GET', '/changes', undefined, { since })).body).toMatchObject({ changed: false })
    server.clock.advanceSeconds(5)
    const [a, b, c] = route.stops.map(({ id }) => id)
    await call('PUT', `/v2/stop/${a}`, { comments: 'Ring twice' })
    await call('PUT', `/v2/route/${route.id}/stops`, { stops: [a, c] })
    const changes = (await drive('GET', '/changes', undefined, { since })).body
    expect(changes).toMatchObject({ changed: true, removed_stop_ids: [b] })
    expect(changes.changed_stop_ids).toContain(a)
    expect(changes.route.stops.map(({ id }: { id: string }) => id)).toEqual([a, c])
  })

  test('a change whose call came before the last answer and was committed after it is told too', async () => {
    const route = await createRoute()
    const { drive } = await dispatch(route)
    server.clock.advanceSeconds(60)
    const [a] = route.stops.map(({ id }) => id)
    await call('PUT', `/v2/stop/${a}`, { comments: 'Ring twice' })
    server.clock.advanceSeconds(3)
    const since = (await drive('GET', '/session')).body.server_time
    expect((await drive('GET', '/changes', undefined, { since })).body).toMatchObject({ changed_stop_ids: [a] })
    server.clock.advanceSeconds(3)
    const later = (await drive('GET', '/session')).body.server_time
    expect((await drive('GET', '/changes', undefined, { since: later })).body).toMatchObject({ changed: false })
  })
})
