// Drivers of routes: the usual driver, exceptions for a day, absences, and what follows from them.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer({ annexes: 'all' })
let account: Account
const monday = '2026-03-02'
const tuesday = '2026-03-03'

type Answer = Awaited<ReturnType<typeof call>>
const call = (method: string, path: string, body?: unknown, query?: Record<string, string | number | boolean>) =>
  server.call(method, path, { key: account.key, body, query })
const done = ({ status, text, body }: Answer) => {
  expect(status, text).toBeLessThan(300)
  return body
}
const ofProject = () => ({ project_id: account.project_id })
const driver = async (body: object) => done(await call('POST', '/app/v1/driver', body, ofProject()))
const vehicle = async (body: object) => done(await call('POST', '/v2/vehicle', body, ofProject()))
const change = async (id: string, body: object) => done(await call('PUT', `/app/v1/driver/${id}`, body))
const assign = (assignments: object[], more: object = {}) =>
  call('POST', '/app/v1/driver_assignments', { assignments, ...more }, ofProject())
const days = async (from = monday, count = 1) =>
  done(await call('GET', '/app/v1/driver_days', undefined, { ...ofProject(), from, days: count }))
const today = async () => {
  const headers = { cookie: await server.signIn(account.user_id) }
  return done(await server.call('GET', `/app/v1/project/${account.project_id}/today`, { headers })).attention
}
const stop = (lat: number) => ({ location: { lat, lng: 9.5 }, duration: 600 })
const depot = { lat: 47.1, lng: 9.5 }

/** A plan of Monday with a route for each vehicle, of two stops each. */
async function getPlan(vehicleIds: readonly string[], route: object = {}) {
  const plan = done(await call('POST', '/v2/plan', { execution_date: monday }, ofProject()))
  const input = vehicleIds.map((vehicle_id, at) => ({
    vehicle_id,
    start_location: depot,
    ...route,
    stops: [stop(47.11 + at / 100), stop(47.12 + at / 100)],
  }))
  const routes = done(await call('POST', '/v2/routes', input, { plan_id: plan.id }))
  return { plan, routes }
}

beforeEach(async () => {
  server.clock.set('2026-03-02T06:00:00.000Z')
  account = await server.createAccount()
})

describe('who drives a vehicle', () => {
  test('is who usually does on his working days, unless a day says otherwise, and again afterwards', async () => {
    const van = await vehicle({ label: 'Van 1' })
    const shifts = [{ weekday: 'monday', time_window: [21_600, 50_400] }]
    const ana = await driver({ label: 'Ana', usual_vehicle_id: van.id, shifts })
    const bento = await driver({ label: 'Bento' })
    const two = async () => (await days(monday, 2)).days.map((day: { vehicles: object[] }) => day.vehicles[0])
    expect(await two()).toEqual([
      { vehicle_id: van.id, works: true, driver_id: ana.id, source: 'usual' },
      { vehicle_id: van.id, works: true },
    ])
    const made = done(await assign([{ date: tuesday, vehicle_id: van.id, driver_id: bento.id }]))
    expect(made.before).toEqual([{ date: tuesday, vehicle_id: van.id }])
    expect((await two())[1]).toMatchObject({ driver_id: bento.id, source: 'vehicle' })
    done(await assign(made.before, { is_undo: true }))
    expect((await two())[1]).toEqual({ vehicle_id: van.id, works: true })
  })

  test('is the early one in the morning and the late one in the evening', async () => {
    const van = await vehicle({ label: 'Van 1' })
    const shift = (from: number, to: number) => [{ weekday: 'monday', time_window: [from * 3_600, to * 3_600] }]
    await driver({ label: 'Early', usual_vehicle_id: van.id, shifts: shift(6, 14) })
    const late = await driver({ label: 'Late', usual_vehicle_id: van.id, shifts: shift(14, 22) })
    const { routes } = await getPlan([van.id], { time_window: [54_000, 72_000] })
    expect((await days()).days[0].routes).toMatchObject([{ route_id: routes[0].id, driver_id: late.id }])
  })

  test('who was given another vehicle that day is not on his usual one', async () => {
    const [one, two] = [await vehicle({ label: 'Van 1' }), await vehicle({ label: 'Van 2' })]
    const ana = await driver({ label: 'Ana', usual_vehicle_id: one.id })
    done(await assign([{ date: monday, vehicle_id: two.id, driver_id: ana.id }]))
    expect((await days()).days[0].vehicles).toMatchObject([
      { vehicle_id: one.id, trouble: 'nobody' },
      { vehicle_id: two.id, driver_id: ana.id },
    ])
  })

  test('changes are refused where they make no sense, all or none', async () => {
    const van = await vehicle({ label: 'Van 1' })
    const gone = await driver({ label: 'Gone', archived: true })
    const ana = await driver({ label: 'Ana' })
    const { routes } = await getPlan([van.id])
    const refusal = async (...list: object[]) => (await assign(list)).body.message
    expect(await refusal({ date: monday, driver_id: ana.id })).toBe(
      'assignments[0]: needs either vehicle_id or route_id',
    )
    expect(await refusal({ date: '2026-02-30', vehicle_id: van.id, driver_id: ana.id })).toMatch(
      /^assignments\[0\]\.date/,
    )
    expect(await refusal({ date: tuesday, route_id: routes[0].id, driver_id: ana.id })).toMatch(
      /^assignments\[0\]\.route_id: route .* is not of 2026-03-03/,
    )
    const good = { date: monday, vehicle_id: van.id, driver_id: ana.id }
    expect(await refusal(good, { ...good, date: tuesday, driver_id: gone.id })).toMatch(/is archived/)
    expect((await days()).days[0].vehicles[0]).not.toHaveProperty('driver_id')
    const stranger = await server.createAccount()
    const theirs = await server.call('POST', '/app/v1/driver', {
      key: stranger.key,
      body: { label: 'X' },
      query: { project_id: stranger.project_id },
    })
    expect((await assign([{ ...good, driver_id: theirs.body.id }])).status).toBe(404)
  })
})

describe('an absent driver', () => {
  test('is told on Today with his routes, which are handed over, audited, and taken back until acted on', async () => {
    const [one, two] = [
      await vehicle({ label: 'Van 1', email: 'van1@example.test' }),
      await vehicle({ label: 'Van 2' }),
    ]
    const ana = await driver({ label: 'Ana', email: 'ana@example.test', usual_vehicle_id: one.id })
    const bento = await driver({ label: 'Bento', email: 'bento@example.test', languages: ['de'] })
    const { plan, routes } = await getPlan([one.id, two.id])
    await call('POST', `/v2/route/${routes[0].id}/dispatch`)
    expect((await days()).days[0].routes[0]).toMatchObject({ driver_id: ana.id, sent: true })
    await change(ana.id, { absences: [{ from: monday, to: monday, reason: 'illness' }] })
    expect(await today()).toContainEqual({
      kind: 'driver_absent',
      plan_id: plan.id,
      count: 1,
      route_id: routes[0].id,
      route_label: 'Van 1',
      driver_id: ana.id,
      driver_label: 'Ana',
    })
    const before = (await days()).days[0]
    expect(before.routes[0]).toMatchObject({ trouble: 'absent', missing_driver_id: ana.id })
    expect(before.drivers).toEqual([
      { driver_id: ana.id, state: 'absent', is_free: false },
      { driver_id: bento.id, state: 'works', is_free: true },
    ])
    const handed = done(await assign([{ date: monday, route_id: routes[0].id, driver_id: bento.id }]))
    expect(handed.days[0].routes[0]).toMatchObject({ driver_id: bento.id, source: 'route', sent: false })
    expect((await today()).filter(({ kind }: { kind: string }) => kind.startsWith('driver'))).toEqual([])
    const headers = { cookie: await server.signIn(account.user_id) }
    const log = await server.call('GET', '/app/v1/audit', { headers, query: { resource_id: routes[0].id } })
    expect(log.body.docs).toMatchObject([{ resource_type: 'driver_assignment', changes: { driver_id: bento.id } }])
    done(await assign(handed.before, { is_undo: true }))
    const again = done(await assign([{ date: monday, route_id: routes[0].id, driver_id: bento.id }]))
    server.clock.set('2026-03-02T06:05:00.000Z')
    expect(done(await call('POST', `/v2/route/${routes[0].id}/dispatch`)).email).toBe('bento@example.test')
    const late = await assign(again.before, { is_undo: true })
    expect(late.body.message_id).toBe('highway.driver.error.acted_on')
  })

  test('the link of whom it was taken from opens nothing any more, unless he is on the road', async () => {
    const [one, two] = [await vehicle({ label: 'Van 1' }), await vehicle({ label: 'Van 2' })]
    const ana = await driver({ label: 'Ana', email: 'ana@example.test', usual_vehicle_id: one.id })
    const bento = await driver({ label: 'Bento', email: 'bento@example.test' })
    const { routes } = await getPlan([one.id, two.id])
    const open = async (id: string) => {
      const { public_link } = done(await call('POST', `/v2/route/${id}/dispatch`))
      const authorization = `Bearer ${public_link.split('/').at(-1)}`
      return (path: string, method = 'GET') =>
        server.call(method, `/driver/v1/${path}`, { headers: { authorization }, body: {} })
    }
    done(await assign([{ date: monday, route_id: routes[1].id, driver_id: ana.id }]))
    const [first, second] = [await open(routes[0].id), await open(routes[1].id)]
    expect((await first('session')).body.driver_label).toBe('Ana')
    done(await second('start', 'POST'))
    done(
      await assign([
        { date: monday, route_id: routes[0].id, driver_id: bento.id },
        { date: monday, route_id: routes[1].id, driver_id: bento.id },
      ]),
    )
    expect((await first('session')).status).toBe(401)
    expect((await second('session')).body).toMatchObject({ driver_label: 'Bento' })
  })

  test('one driver on two routes at once is told with both', async () => {
    const [one, two] = [await vehicle({ label: 'Van 1' }), await vehicle({ label: 'Van 2' })]
    const ana = await driver({ label: 'Ana', usual_vehicle_id: one.id })
    const { routes } = await getPlan([one.id, two.id])
    const answer = done(await assign([{ date: monday, route_id: routes[1].id, driver_id: ana.id }]))
    expect(answer.days[0].routes).toMatchObject([{ trouble: 'twice' }, { trouble: 'twice' }])
    expect(await today()).toContainEqual(
      expect.objectContaining({ kind: 'driver_twice', count: 2, driver_label: 'Ana' }),
    )
  })
})

test('a what-if copy of the day puts nobody on two routes at once', async () => {
  const van = await vehicle({ label: 'Van 1' })
  await driver({ label: 'Ana', usual_vehicle_id: van.id })
  const { plan_id } = (await getPlan([van.id])).routes[0]
  done(await call('POST', `/app/v1/plan/${plan_id}/duplicate`, { label: 'What if' }))
  expect((await today()).filter(({ kind }: { kind: string }) => kind === 'driver_twice')).toEqual([])
  const copy = done(await call('GET', `/v2/plan/${plan_id}`))
  expect(copy.routes).toHaveLength(1)
})

describe('what a driver changes about a route', () => {
  const read = async (id: string) => done(await call('GET', `/v2/route/${id}`))
  const codes = (route: { stops: { optimization_warnings: { code: string }[] }[] }) =>
    route.stops.flatMap((stop) => stop.optimization_warnings.map(({ code }) => code))

  test('his hours bound it and its times follow him, and the route itself answers as before', async () => {
    const van = await vehicle({ label: 'Van 1', default_time_window: [21_600, 64_800] })
    const bento = await driver({ label: 'Bento', shifts: [{ weekday: 'monday', time_window: [36_000, 61_200] }] })
    const { routes } = await getPlan([van.id])
    const before = await read(routes[0].id)
    expect(before.planned_start_time).toBeLessThan(36_000)
    done(await assign([{ date: monday, vehicle_id: van.id, driver_id: bento.id }]))
    const after = await read(routes[0].id)
    expect(after.planned_start_time).toBeGreaterThanOrEqual(36_000)
    expect(after).toMatchObject({ time_window: [21_600, 64_800], provides: [] })
    expect(after).not.toHaveProperty('toll_price')
    await change(bento.id, { shifts: [{ weekday: 'monday', time_window: [43_200, 61_200] }] })
    expect((await read(routes[0].id)).planned_start_time).toBeGreaterThanOrEqual(43_200)
    done(await call('DELETE', `/app/v1/driver/${bento.id}`))
    expect((await read(routes[0].id)).planned_start_time).toBe(before.planned_start_time)
  })

  test('his skills join those of the vehicle, for the day that he drives', async () => {
    const van = await vehicle({ label: 'Van 1', default_provides: ['lift'] })
    const ana = await driver({ label: 'Ana', provides: ['cooling'] })
    const { routes } = await getPlan([van.id])
    const [first] = (await read(routes[0].id)).stops
    done(await call('PUT', `/v2/stop/${first.id}`, { requires: ['lift', 'cooling'] }))
    expect(codes(await read(routes[0].id))).toContain('skill_missing')
    done(await assign([{ date: monday, vehicle_id: van.id, driver_id: ana.id }]))
    expect(codes(await read(routes[0].id))).not.toContain('skill_missing')
  })
})
