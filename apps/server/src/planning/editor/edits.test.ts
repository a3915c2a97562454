// Edits of orders through HTTP: the effect shown first is the effect that comes, all or nothing, undone exactly, conflicts told.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { systemCaller, transactAs } from '../../frame/platform/services.ts'
import { startRoute } from '../lifecycle/lifecycle.ts'

const server = useTestServer({ annexes: 'all' })
let account: Account
let planId: string
/** Routes a and b, with stops 0..3 and 4..6; stops 7 and 8 are unassigned. */
let a: string
let b: string
let stops: string[]

const depot = { lat: 47.14, lng: 9.52 }
const shift = { start_location: depot, end_location: depot, time_window: [28_800, 61_200] }
const place = (index: number) => ({ lat: 47.1 + (index % 3) * 0.01, lng: 9.48 + Math.floor(index / 3) * 0.01 })
const stop = (index: number, more: object = {}) => ({
  label: `s${index}`,
  location: place(index),
  duration: 300,
  ...more,
})

beforeEach(async () => {
  account = await server.createAccount()
  const routes = [
    { ...shift, label: 'A', price_per_distance: 1, stops: [0, 1, 2, 3].map((index) => stop(index)) },
    { ...shift, label: 'B', price_per_distance: 2, stops: [4, 5, 6].map((index) => stop(index)) },
  ]
  const body = { execution_date: '2026-03-03', routes, stops: [stop(7), stop(8)] }
  const plan = await ok('POST', '/v2/plan', body, { project_id: account.project_id })
  planId = plan.id
  const full = await getPlan()
  ;[a, b] = full.routes.map((route: { id: string }) => route.id)
  const labelled = full.stops.map((stop: { label: string; id: string }) => [stop.label, stop.id])
  const byLabel = new Map<string, string>(labelled)
  stops = Array.from({ length: 9 }, (_, index) => byLabel.get(`s${index}`)!)
})

async function call(method: string, path: string, body?: unknown, query: Record<string, string | boolean> = {}) {
  return server.call(method, path, { key: account.key, body, query })
}

async function ok(method: string, path: string, body?: unknown, query: Record<string, string | boolean> = {}) {
  const answer = await call(method, path, body, query)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

const getPlan = () => ok('GET', `/v2/plan/${planId}`)
const move = (moves: object[], more: object = {}) => call('POST', `/app/v1/plan/${planId}/move`, { moves, ...more })

/** The orders of all routes as numbers of stops. */
async function orders(): Promise<number[][]> {
  const { routes } = await getPlan()
  return routes.map((route: { stops: { id: string }[] }) => route.stops.map((stop) => stops.indexOf(stop.id)))
}

/** Every field of the plan except the time of its last change. */
async function picture() {
  const { stops: all, routes } = await getPlan()
  const strip = (record: Record<string, unknown>) => ({ ...record, updated_at: undefined, stops: undefined })
  return { stops: all.map(strip), routes: routes.map(strip) }
}

async function begin(routeId: string): Promise<void> {
  const caller = systemCaller(account.organization_id)
  await transactAs(server.services, caller, (scope) => startRoute(scope, routeId, scope.now), server.clock.now())
}

describe('moving stops', () => {
  test('to an exact place of another route, with the effect told beforehand and nothing saved', async () => {
    const before = await picture()
    const moves = [{ stop_ids: [stops[1]], route_id: b, after_stop_id: stops[4] }]
    const preview = await ok('POST', `/app/v1/plan/${planId}/move/preview`, { moves })
    expect(preview).toMatchObject({ preview: true, routes: [], stops: [], unassigned: [] })
    expect(await picture()).toEqual(before)
    const done = (await move(moves)).body
    expect(done.effects).toEqual(preview.effects)
    expect(done.results).toEqual([{ id: stops[1], done: true, route_id: b, order: 1 }])
    expect(await orders()).toEqual([
      [0, 2, 3],
      [4, 1, 5, 6],
    ])
    for (const effect of done.effects) {
      const route = await ok('GET', `/v2/route/${effect.route_id}`)
      expect(effect.after.distance).toBe(Math.round(route.planned_distance))
      expect(effect.after.planned_end_time).toBe(route.planned_end_time)
      const times = route.stops.map((stop: { id: string; planned_arrival_time: number }) => stop.planned_arrival_time)
      expect(effect.stops.map((stop: { planned_arrival_time: number }) => stop.planned_arrival_time)).toEqual(times)
      const price = effect.route_id === a ? 1 : 2
      expect(effect.after.cost).toBeCloseTo((price * effect.after.distance) / 1000, 1)
    }
  })

  test('answers the changed records and no others', async () => {
    const moves = [{ stop_ids: [stops[7]], route_id: b, after_stop_id: stops[6] }]
    const done = (await move(moves)).body
    expect(done.routes.map((route: { id: string }) => route.id)).toEqual([b])
    const changed = done.stops.map((stop: { id: string }) => stop.id)
    expect(changed).toEqual(expect.arrayContaining([stops[7], stops[6]]))
    expect(changed).not.toContain(stops[0])
    const full = await getPlan()
    for (const one of done.stops) expect(full.stops.find((row: { id: string }) => row.id === one.id)).toEqual(one)
  })

  test('several at once, from everywhere, in the order asked for; first means before all others', async () => {
    const moves = [
      { stop_ids: [stops[8], stops[2], stops[5]], route_id: b, after_stop_id: null },
      { stop_ids: [stops[0], stops[3]], route_id: null },
    ]
    const done = (await move(moves)).body
    expect(await orders()).toEqual([[1], [8, 2, 5, 4, 6]])
    expect(done.unassigned.sort()).toEqual([stops[0], stops[3]].sort())
  })

  test('where they fit best, when no place is named', async () => {
    const worse = await ok('POST', `/app/v1/plan/${planId}/move/preview`, {
      moves: [{ stop_ids: [stops[5]], route_id: a, after_stop_id: null }],
    })
    const best = (await move([{ stop_ids: [stops[5]], route_id: a }])).body
    const added = (answer: { effects: { route_id: string; after: { duration: number } }[] }) =>
      answer.effects.find((effect) => effect.route_id === a)!.after.duration
    expect(added(best)).toBeLessThanOrEqual(added(worse))
    expect((await orders())[0]).toHaveLength(5)
  })

  test('breaks rules when told to, and says which; the rule that holds again too', async () => {
    await ok('PUT', `/v2/stop/${stops[4]}`, { requires: ['crane'] })
    const flagged = (await move([{ stop_ids: [stops[4]], route_id: a, after_stop_id: null }])).body
    const [effectA] = flagged.effects.filter((effect: { route_id: string }) => effect.route_id === a)
    expect(effectA.after.broken_rules).toBe(1)
    expect(effectA.newly_broken).toEqual([])
    const freed = (await move([{ stop_ids: [stops[4]], route_id: null }])).body
    expect(freed.effects[0].no_longer_broken).toMatchObject([{ stop_id: stops[4], code: 'skill_missing' }])
    await ok('PUT', `/v2/route/${b}`, { max_services: 3 })
    const preview = await ok('POST', `/app/v1/plan/${planId}/move/preview`, {
      moves: [{ stop_ids: [stops[0], stops[1]], route_id: b, after_stop_id: stops[6] }],
    })
    const effectB = preview.effects.find((effect: { route_id: string }) => effect.route_id === b)
    expect(effectB.newly_broken).toMatchObject([{ code: 'max_services' }])
  })

  test('all or nothing, unless partial: then each row says what became of it', async () => {
    await ok('POST', `/v3/stop/${stops[0]}/report`, { type: 'service_report_completed' })
    const moves = [{ stop_ids: [stops[0], stops[1]], route_id: b, after_stop_id: null }]
    const refused = await move(moves)
    expect(refused.body.message_id).toBe('highway.stop.error.already_executed')
    expect((await orders())[1]).toEqual([4, 5, 6])
    const partial = (await move(moves, { partial: true })).body
    expect(partial.results).toMatchObject([
      { id: stops[0], done: false, message_id: 'highway.stop.error.already_executed' },
      { id: stops[1], done: true, route_id: b },
    ])
    expect(await orders()).toEqual([
      [0, 2, 3],
      [1, 4, 5, 6],
    ])
  })

  test('is refused for what is not of the plan, twice named, or finished', async () => {
    const strange = '65a000000000000000000001'
    const bad = async (moves: object[]) => (await move(moves)).body.message_id
    expect(await bad([{ stop_ids: [strange], route_id: a }])).toBe('highway.route.error.stop_not_in_plan')
    expect(await bad([{ stop_ids: [stops[0]], route_id: strange }])).toBe('highway.domain.error.not_found')
    const twice = [
      { stop_ids: [stops[0]], route_id: a },
      { stop_ids: [stops[0]], route_id: b },
    ]
    expect(await bad(twice)).toBe('highway.validation.error.invalid_payload')
    await ok('PUT', `/v2/plan/${planId}`, { status: 'finished' })
    expect(await bad([{ stop_ids: [stops[7]], route_id: a }])).toBe('highway.plan.error.finished')
  })
})

describe('undo', () => {
  test('restores the plan exactly, and its own undo does the edit again', async () => {
    const before = await picture()
    const moves = [
      { stop_ids: [stops[7], stops[1]], route_id: b, after_stop_id: stops[4] },
      { stop_ids: [stops[6]], route_id: null },
    ]
    const { undo } = (await move(moves)).body
    const after = await picture()
    const undone = await ok('PUT', `/app/v1/plan/${planId}/arrangement`, undo)
    expect(await picture()).toEqual(before)
    const redone = await ok('PUT', `/app/v1/plan/${planId}/arrangement`, undone.undo)
    expect(await picture()).toEqual(after)
    await ok('PUT', `/app/v1/plan/${planId}/arrangement`, redone.undo)
    expect(await picture()).toEqual(before)
  })

  test('is refused when somebody changed the routes meanwhile, and overwrites nothing', async () => {
    const { undo } = (await move([{ stop_ids: [stops[1]], route_id: b, after_stop_id: null }])).body
    await move([{ stop_ids: [stops[8]], route_id: b, after_stop_id: null }])
    const now = await orders()
    const refused = await call('PUT', `/app/v1/plan/${planId}/arrangement`, undo)
    expect(refused.body.message_id).toBe('highway.plan.error.changed_meanwhile')
    expect(refused.body.message).toMatch(/^Route [AB] was changed by .+ at 2026-/)
    expect(await orders()).toEqual(now)
  })
})

describe('values of routes and stops in an arrangement', () => {
  const arrange = (restore: object, query: Record<string, string | boolean> = {}) =>
    call(
      'PUT',
      `/app/v1/plan/${planId}/arrangement`,
      { routes: [], restore: { routes: [], stops: [], ...restore } },
      query,
    )
  const later = () => ({
    routes: [{ route_id: a, time_window: [32_400, 61_200], break: { start: 34_000, end: 40_000, duration: 1_800 } }],
    stops: [stops[4], stops[7]].map((stop_id) => ({
      stop_id,
      duration: 900,
      time_windows: [[36_000, 39_600]],
      requires: ['crane'],
      reward: 5,
    })),
  })

  test('are looked at first, and what is told then is what comes', async () => {
    const before = await picture()
    const seen = (await arrange(later(), { preview: true })).body
    expect(await picture()).toEqual(before)
    const done = (await arrange(later())).body
    expect(done.effects).toEqual(seen.effects)
    const [first, second] = done.effects
    expect(first).toMatchObject({ route_id: a, before: { planned_start_time: 28_800 } })
    expect(first.after.planned_start_time).toBeGreaterThanOrEqual(32_400)
    expect(second).toMatchObject({ route_id: b, before: { wait_time: 0 } })
    expect(second.newly_broken.map(({ code }: { code: string }) => code)).toContain('skill_missing')
    const { routes, stops: all } = await getPlan()
    expect(routes[0]).toMatchObject({ time_window: [32_400, 61_200], vehicle: { break: later().routes[0]!.break } })
    const changed = all.filter(({ id }: { id: string }) => id === stops[4] || id === stops[7])
    for (const one of changed) expect(one).toMatchObject({ duration: 900, requires: ['crane'], reward: 5 })
    // The times of the other stops of both routes moved, too, and the one on no route is told as well.
    const told = done.stops.map(({ id }: { id: string }) => stops.indexOf(id)).toSorted()
    expect(told).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  test('are taken back exactly, a break that was not there before included', async () => {
    const before = await picture()
    const { undo } = (await arrange(later())).body
    const after = await picture()
    const undone = await ok('PUT', `/app/v1/plan/${planId}/arrangement`, undo)
    expect(await picture()).toEqual(before)
    await ok('PUT', `/app/v1/plan/${planId}/arrangement`, undone.undo)
    expect(await picture()).toEqual(after)
  })

  test('are refused for what is not of the plan, and then nothing is changed', async () => {
    const before = await picture()
    const strange = '65a000000000000000000001'
    const refused = await arrange({
      stops: [
        { stop_id: stops[0], reward: 3 },
        { stop_id: strange, reward: 3 },
      ],
    })
    expect(refused.body.message_id).toBe('highway.route.error.stop_not_in_plan')
    expect((await arrange({ routes: [{ route_id: strange, max_time: 1 }] })).status).toBe(404)
    expect(await picture()).toEqual(before)
  })
})

test('the board tells every stop once, and with what is common the same as the plan', async () => {
  await ok('PUT', `/v2/stop/${stops[0]}`, { comments: 'Ring', requires: ['crane'] })
  const { stops: inPlan, routes, vehicles: _vehicles, ...plan } = await getPlan()
  const board = await ok('GET', `/app/v1/plan/${planId}/board`)
  expect(board.stops.map((stop: object) => ({ ...board.common, ...stop }))).toEqual(inPlan)
  expect(board.routes).toEqual(routes.map(({ stops: _stops, ...route }: { stops: unknown }) => route))
  expect(board.plan).toEqual(plan)
  expect(JSON.stringify(board).length).toBeLessThan(JSON.stringify(await getPlan()).length / 2)
  const empty = await ok('POST', '/v2/plan', {}, { project_id: account.project_id })
  expect((await ok('GET', `/app/v1/plan/${empty.id}/board`)).stops).toEqual([])
})

describe('two dispatchers', () => {
  test('who change the same stop: the second is told who changed what, and nothing is overwritten', async () => {
    const { db } = server.services.database
    await db.updateTable('users').set({ name: 'Ana' }).where('id', '=', account.user_id).execute()
    await db.updateTable('api_keys').set({ label: 'Ana’s desk' }).where('id', '=', account.key_id).execute()
    const seen = (await ok('GET', `/v2/stop/${stops[0]}`)).updated_at
    await ok('PUT', `/v2/stop/${stops[0]}`, { comments: 'Changed', phone: '1' })
    const moves = [{ stop_ids: [stops[0]], route_id: b }]
    const refused = await move(moves, { if_updated_at: { [stops[0]!]: seen } })
    expect(refused.status).toBe(400)
    expect(refused.body.message_id).toBe('highway.plan.error.changed_meanwhile')
    expect(refused.body.message).toMatch(/^Stop \d+ s0 was changed by Ana’s desk at \S+ \(comments, phone\)\./)
    const now = (await ok('GET', `/v2/stop/${stops[0]}`)).updated_at
    expect((await move(moves, { if_updated_at: { [stops[0]!]: now } })).status).toBe(200)
  })

  test('who send what they saw with PUT or DELETE overwrite nothing newer, whatever the record', async () => {
    const records = [
      [`/v2/stop/${stops[0]}`, { comments: 'a' }],
      [`/v2/route/${a}`, { comments: 'a' }],
      [`/v2/plan/${planId}`, { label: 'a' }],
    ] as const
    for (const [path, body] of records) {
      const { updated_at } = await ok('GET', path)
      const send = (method: string, seen: string) =>
        server.call(method, path, { key: account.key, body, headers: { 'x-if-updated-at': seen } })
      expect((await send('PUT', updated_at)).status, path).toBe(200)
      const stale = { comments: 'b', label: 'b' }
      await ok('PUT', path, stale)
      for (const method of ['PUT', 'DELETE']) {
        const refused = await send(method, updated_at)
        expect([path, refused.body.message_id]).toEqual([path, 'highway.plan.error.changed_meanwhile'])
      }
      expect(await ok('GET', path)).toMatchObject({ label: 'b' })
      expect((await send('PUT', 'yesterday')).body.message).toContain('X-If-Updated-At')
    }
    const { updated_at } = await ok('GET', `/v2/stop/${stops[0]}`)
    const headers = { 'x-if-updated-at': updated_at }
    expect((await server.call('DELETE', `/v2/stop/${stops[0]}`, { key: account.key, headers })).status).toBe(200)
  })

  test('who change a record of no plan are told as well, by name and moment for applications', async () => {
    const { db } = server.services.database
    await db.updateTable('api_keys').set({ label: 'Ana’s desk' }).where('id', '=', account.key_id).execute()
    const { project_id } = account
    const triangle = [9, 9.1, 9.2].map((lng, corner) => [lng, 47 + (corner % 2)])
    const order = { weekdays: ['monday'], starts_on: '2026-03-02', stop: { label: 'o' } }
    const made = async (path: string, body: object, query: { project_id: string } | object = { project_id }) =>
      (await ok('POST', path, { label: 'first', ...body }, { ...query })).id
    const zones = `/v2/project/${project_id}/zone`
    const records = [
      [`/v2/vehicle/${await made('/v2/vehicle', {})}`, 'Vehicle'],
      [`/v2/client/${await made('/v2/client', {})}`, 'Client'],
      [`${zones}/${await made(zones, { polygon: triangle }, {})}`, 'Zone'],
      [`/app/v1/recurring_order/${await made('/app/v1/recurring_order', order)}`, 'Recurring order'],
    ] as const
    for (const [path, name] of records) {
      const send = (method: string, label: string, seen?: string) =>
        server.call(method, path, {
          key: account.key,
          body: { label },
          headers: { ...(seen && { 'x-if-updated-at': seen }) },
        })
      const { updated_at: seen } = (await send('PUT', 'second')).body
      expect((await send('PUT', 'theirs', seen)).status, path).toBe(200)
      for (const method of ['PUT', 'DELETE']) {
        const refused = await send(method, 'mine', seen)
        expect([path, refused.body.message_id]).toEqual([path, 'highway.plan.error.changed_meanwhile'])
        expect(Object.keys(refused.body)).toEqual(['message', 'message_id'])
        expect(refused.body.message).toMatch(
          new RegExp(`^${name} theirs was changed by Ana’s desk at \\S+ \\(label\\)`),
        )
        expect(decodeURIComponent(String(refused.headers['x-changed-by']))).toBe('Ana’s desk')
        expect(Date.parse(String(refused.headers['x-changed-at']))).toBe(server.clock.now().getTime())
      }
    }
  })

  test('who drop a stop beside one that has left: told, not guessed', async () => {
    await move([{ stop_ids: [stops[5]], route_id: a }])
    const late = await move([{ stop_ids: [stops[7]], route_id: b, after_stop_id: stops[5] }])
    expect(late.body.message_id).toBe('highway.plan.error.changed_meanwhile')
    expect(late.body.message).toContain('s5')
  })

  test('who edit at the same moment leave every stop on one route only', async () => {
    const targets = [a, b, a, b, a, b]
    await Promise.all(targets.map((route_id) => move([{ stop_ids: [stops[7], stops[0], stops[4]], route_id }])))
    const all = (await orders()).flat()
    expect(all.toSorted()).toEqual([...new Set(all)].toSorted())
    expect(all).toEqual(expect.arrayContaining([0, 4, 7]))
  })
})

describe('whole routes', () => {
  const edit = (path: string, body?: object, query = {}) => ok('POST', `/app/v1/route/${path}`, body, query)

  test('are turned round, looked at first', async () => {
    await edit(`${a}/reverse`, undefined, { preview: true })
    expect((await orders())[0]).toEqual([0, 1, 2, 3])
    const { undo } = await edit(`${a}/reverse`)
    expect((await orders())[0]).toEqual([3, 2, 1, 0])
    await ok('PUT', `/app/v1/plan/${planId}/arrangement`, undo)
    expect((await orders())[0]).toEqual([0, 1, 2, 3])
  })

  test('exchange their stops, but not what is done', async () => {
    await ok('POST', `/v3/stop/${stops[0]}/report`, { type: 'service_report_completed' })
    await edit(`${a}/swap`, { route_id: b })
    expect(await orders()).toEqual([
      [0, 4, 5, 6],
      [1, 2, 3],
    ])
  })

  test('are cut in two, into a new route like the first or an existing one', async () => {
    await edit(`${a}/split`, { at_stop_id: stops[2], route_id: b })
    expect(await orders()).toEqual([
      [0, 1],
      [4, 5, 6, 2, 3],
    ])
    await edit(`${b}/split`, { at_stop_id: stops[2] })
    expect(await orders()).toEqual([
      [0, 1],
      [4, 5, 6],
      [2, 3],
    ])
    const { routes } = await getPlan()
    expect(routes[2]).toMatchObject({ label: 'B (2)', time_window: shift.time_window, price_per_distance: 2 })
    expect(routes[2].vehicle_id).toBeUndefined()
  })

  test('are joined at the end or in the best places, and the emptied one is deleted on demand', async () => {
    await edit(`${a}/merge`, { route_id: b, delete_route: true })
    expect(await orders()).toEqual([[0, 1, 2, 3, 4, 5, 6]])
  })

  test('are locked and opened together; others see it', async () => {
    const body = { route_ids: [a, b], locked: true }
    const answer = await ok('PUT', `/app/v1/plan/${planId}/locks`, body)
    expect(answer.routes).toMatchObject([{ is_locked: true }, { is_locked: true }])
    expect(answer.results).toHaveLength(2)
    await ok('PUT', `/app/v1/plan/${planId}/locks`, { ...body, locked: false })
    expect((await getPlan()).routes).toMatchObject([{ is_locked: false }, { is_locked: false }])
  })
})

describe('late orders', () => {
  test('go where they fit, without goods for vehicles that have left; what fits nowhere says why', async () => {
    server.clock.set('2026-03-03T09:00:00.000Z')
    await begin(a)
    const query = { plan_id: planId }
    const late = [
      stop(1, { label: 'goods', weight: 5 }),
      stop(1, { label: 'visit', type: 'visit' }),
      { label: 'nowhere' },
    ]
    const made = await ok('POST', '/v2/stops', late, query)
    const ids = made.map((entry: { id: string }) => entry.id)
    const preview = await ok('POST', `/app/v1/plan/${planId}/insert`, { stop_ids: ids }, { preview: true })
    const done = await ok('POST', `/app/v1/plan/${planId}/insert`, { stop_ids: ids })
    expect(done.results).toEqual(preview.results)
    expect(done.results).toMatchObject([
      { done: true, route_id: b },
      { done: true },
      { done: false, message_id: 'no_location' },
    ])
    // The order of what is loaded stays.
    expect((await orders())[0]!.filter((index) => index >= 0)).toEqual([0, 1, 2, 3])
    server.clock.set('2026-03-02T08:00:00.000Z')
  })

  test('that would make every route too long say so as a flag of a stop does', async () => {
    const [{ id }] = await ok('POST', '/v2/stops', [stop(1, { duration: 36_000 })], { plan_id: planId })
    const { results } = await ok('POST', `/app/v1/plan/${planId}/insert`, { stop_ids: [id] }, { preview: true })
    expect(results).toMatchObject([{ done: false, message_id: 'working_hours' }])
  })

  test('stay with their pickup and their cluster', async () => {
    const query = { plan_id: planId }
    const [delivery] = await ok('POST', '/v2/stops', [stop(8, { pickup: stop(0), cluster: 'x' })], query)
    await ok('PUT', `/v2/stop/${stops[4]}`, { cluster: 'x' })
    const ids = [delivery.id, delivery.pickup_id]
    const done = await ok('POST', `/app/v1/plan/${planId}/insert`, { stop_ids: ids })
    expect(done.results).toMatchObject([{ done: true }, { done: true }])
    const { routes } = await getPlan()
    const holder = routes.find((route: { stops: { id: string }[] }) =>
      route.stops.some((stop) => stop.id === delivery.id),
    )
    const order = holder.stops.map((stop: { id: string }) => stop.id)
    expect(order.indexOf(delivery.pickup_id)).toBeLessThan(order.indexOf(delivery.id))
  })
})

describe('the state of the editor', () => {
  test('shows pins, revision and figures that agree with the routes', async () => {
    const state = await ok('PUT', `/app/v1/plan/${planId}/pins`, { stop_ids: [stops[0]], pin: 'route' })
    expect(state.pins).toEqual([{ stop_id: stops[0], pin: 'route' }])
    const { routes } = await getPlan()
    const distance = routes.reduce(
      (sum: number, route: { planned_distance: number }) => sum + route.planned_distance,
      0,
    )
    expect(state.figures).toMatchObject({ routes: 2, stops: 9, unassigned: 2, late_stops: 0, broken_rules: 0 })
    expect(Math.abs(state.figures.distance - distance)).toBeLessThan(3)
    const before = state.revision
    await move([{ stop_ids: [stops[7]], route_id: a }])
    const later = await ok('GET', `/app/v1/plan/${planId}/editor`)
    expect(later.revision).toBeGreaterThan(before)
    expect(later.figures).toMatchObject({ unassigned: 1 })
    expect((await ok('PUT', `/app/v1/plan/${planId}/pins`, { stop_ids: [stops[0]], pin: null })).pins).toEqual([])
    const loose = await call('PUT', `/app/v1/plan/${planId}/pins`, { stop_ids: [stops[8]], pin: 'place' })
    expect(loose.body.message).toContain('stop_ids[0]')
  })

  test('deleted stops and routes come back', async () => {
    await ok('DELETE', `/v2/stop/${stops[0]}`)
    await ok('DELETE', `/v2/route/${b}`)
    const answer = await ok('POST', `/app/v1/plan/${planId}/restore`, { stop_ids: [stops[0]], route_ids: [b] })
    expect(answer.stops).toMatchObject([{ id: stops[0], deleted: false }])
    expect(answer.routes).toMatchObject([{ id: b, deleted: false }])
    const plan = await getPlan()
    expect(plan).toMatchObject({ total_stops: 9, total_routes: 2 })
    const again = await call('POST', `/app/v1/plan/${planId}/restore`, { stop_ids: [stops[0]] })
    expect(again.status).toBe(404)
  })
})
