// Depots: records that vehicles and routes name, whose place, hours and loading time count wherever a route is planned.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer({ listen: true })
let account: Account
const monday = '2026-03-02'
const hour = 3_600

type Answer = Awaited<ReturnType<typeof call>>
const call = (method: string, path: string, body?: unknown, query?: Record<string, string | number | boolean>) =>
  server.call(method, path, { key: account.key, body, query })
const done = ({ status, text, body }: Answer) => {
  expect(status, text).toBeLessThan(300)
  return body
}
const ofProject = () => ({ project_id: account.project_id })
const place = { label: 'Im alten Riet 12, Schaan', lat: 47.1, lng: 9.5 }
const elsewhere = { lat: 47.2, lng: 9.52 }
const open = (from: number, to: number, weekday = 'monday') => ({ weekday, time_window: [from * hour, to * hour] })

const depot = async (body: object = {}) =>
  done(await call('POST', '/app/v1/depot', { label: 'North hall', location: place, ...body }, ofProject()))
const change = async (id: string, body: object) => done(await call('PUT', `/app/v1/depot/${id}`, body))
const vehicle = async (body: object) => done(await call('POST', '/v2/vehicle', body, ofProject()))
const route = async (id: string) => done(await call('GET', `/v2/route/${id}`))
const warnings = (entry: { stops: { optimization_warnings?: { code: string; message: string }[] }[] }) =>
  entry.stops.flatMap(({ optimization_warnings }) => optimization_warnings ?? [])

/** One route of Monday with two stops. */
async function planned(input: object, stop: object = {}) {
  const plan = done(await call('POST', '/v2/plan', { execution_date: monday }, ofProject()))
  const stops = [47.11, 47.12].map((lat) => ({ location: { lat, lng: 9.5 }, duration: 600, ...stop }))
  const [made] = done(await call('POST', '/v2/routes', [{ ...input, stops }], { plan_id: plan.id }))
  return { plan, id: made.id as string, route: await route(made.id) }
}

beforeEach(async () => {
  server.clock.set('2026-03-02T04:00:00.000Z')
  account = await server.createAccount()
})

describe('the record of a depot', () => {
  test('is made, listed, changed and deleted', async () => {
    const made = await depot({ hours: [open(6, 18)], loading_time: 1_200, external_id: 'N1' })
    expect(made).toMatchObject({ label: 'North hall', location: place, hours: [open(6, 18)], loading_time: 1_200 })
    const [second] = done(await call('POST', '/app/v1/depots', [{ label: 'South', location: elsewhere }], ofProject()))
    const list = async () => done(await call('GET', '/app/v1/depots', undefined, ofProject())).docs
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([made.id, second.id])
    expect(done(await call('GET', `/app/v1/depot/${made.id}`))).toEqual(made)
    expect(await change(made.id, { loading_time: null, label: 'Hall' })).not.toHaveProperty('loading_time')
    done(await call('DELETE', `/app/v1/depot/${second.id}`))
    expect(await list()).toMatchObject([{ id: made.id, label: 'Hall' }])
  })

  test('names the field that is wrong', async () => {
    const refused = async (body: object) => (await call('POST', '/app/v1/depot', body, ofProject())).body.message
    expect(await refused({ label: 'X', location: { label: 'Somewhere' } })).toContain('location')
    expect(await refused({ label: '  ', location: place })).toContain('label')
    expect(await refused({ label: 'X', location: place, hours: [open(6, 12), open(13, 18)] })).toContain(
      'hours[1].weekday',
    )
  })

  test('stays in its project', async () => {
    const own = await depot()
    const other = await server.createAccount()
    const foreign = await server.call('POST', '/v2/vehicle', {
      key: other.key,
      body: { default_start_depot_id: own.id },
      query: { project_id: other.project_id },
    })
    expect(foreign.status).toBe(404)
    expect((await server.call('GET', `/app/v1/depot/${own.id}`, { key: other.key })).status).toBe(404)
  })
})

describe('a vehicle or route that names a depot', () => {
  test('has its place, unless another one is sent', async () => {
    const { id } = await depot()
    const van = await vehicle({ default_start_depot_id: id, default_end_depot_id: id })
    expect(van).toMatchObject({ default_start_location: place, default_end_location: place })
    const both = await vehicle({ default_start_depot_id: id, default_start_location: elsewhere })
    expect(both).toMatchObject({ default_start_location: elsewhere })
    expect(both).not.toHaveProperty('default_start_depot_id')
    const { route: copied } = await planned({ vehicle_id: van.id, end_location: elsewhere })
    expect(copied).toMatchObject({ start_depot_id: id, start_location: place, end_location: elsewhere })
    expect(copied).not.toHaveProperty('end_depot_id')
  })

  test('no longer names it once another place is written', async () => {
    const { id } = await depot()
    const van = await vehicle({ default_start_depot_id: id })
    const update = async (body: object) => done(await call('PUT', `/v2/vehicle/${van.id}`, body))
    expect(await update({ default_start_location: place })).toMatchObject({ default_start_depot_id: id })
    expect(await update({ default_start_location: elsewhere })).not.toHaveProperty('default_start_depot_id')
    expect(await update({ default_start_depot_id: id })).toMatchObject({ default_start_location: place })
    const unnamed = await update({ default_start_depot_id: null })
    expect(unnamed).toMatchObject({ default_start_location: place })
    expect(unnamed).not.toHaveProperty('default_start_depot_id')
  })
})

describe('the hours and the loading time of a depot', () => {
  test('keep a route from loading before it opens, and put the loading before the first way', async () => {
    const { id } = await depot({ hours: [open(7, 18)], loading_time: 1_800 })
    const plain = await planned({ start_location: place, time_window: [6 * hour, 20 * hour] })
    const timed = await planned({ start_depot_id: id, time_window: [6 * hour, 20 * hour] })
    expect(plain.route).toMatchObject({ planned_start_time: 6 * hour })
    expect(timed.route).toMatchObject({ planned_start_time: 7 * hour, planned_loading_time: 1_800 })
    const arrivals = ({ stops }: { stops: { planned_arrival_time: number }[] }) =>
      stops.map((stop) => stop.planned_arrival_time)
    expect(arrivals(timed.route)).toEqual(arrivals(plain.route).map((seconds) => seconds + hour + 1_800))
  })

  test('let loading begin as late as the windows of the stops allow', async () => {
    const { id } = await depot({ loading_time: 1_800 })
    const { route: made } = await planned({ start_depot_id: id }, { time_windows: [[10 * hour, 11 * hour]] })
    const [first] = made.stops
    const leaves = made.planned_start_time + made.planned_loading_time
    expect(first.planned_arrival_time).toBe(10 * hour)
    expect(made.planned_start_time).toBeGreaterThan(9 * hour)
    expect(leaves).toBeLessThan(10 * hour)
  })

  test('count against the longest working time', async () => {
    const { id } = await depot({ loading_time: 1_800 })
    const limits = { start_depot_id: id, time_window: [6 * hour, 20 * hour], max_time: 2_400 }
    expect(warnings((await planned(limits)).route)).toMatchObject([{ code: 'max_time' }])
    await change(id, { loading_time: 60 })
    expect(warnings((await planned(limits)).route)).toEqual([])
  })

  test('have routes be back before it closes, and say so where one is not', async () => {
    const { id } = await depot({ hours: [open(6, 12)] })
    const late = await planned(
      { start_location: place, end_depot_id: id, time_window: [6 * hour, 20 * hour] },
      { time_windows: [[12 * hour, 13 * hour]] },
    )
    expect(warnings(late.route)).toMatchObject([
      { code: 'depot_hours', message: expect.stringMatching(/after the depot closes/) },
    ])
    await change(id, { hours: [open(6, 16)] })
    expect(warnings(await route(late.id))).toEqual([])
    await change(id, { hours: [open(6, 16, 'tuesday')] })
    expect(warnings(await route(late.id))).toMatchObject([
      { code: 'depot_hours', message: 'The depot is closed on this day.' },
    ])
  })

  test('bind the optimizer: what cannot be back in time stays unassigned, and says that the depot closes', async () => {
    const { id } = await depot({ hours: [open(6, 12)], loading_time: 900 })
    const ends = { default_start_depot_id: id, default_end_depot_id: id }
    await vehicle({ label: 'Van', ...ends, default_time_window: [6 * hour, 20 * hour] })
    const optimizer_config = { time_limit_seconds: 1 }
    const plan = done(await call('POST', '/v2/plan', { execution_date: monday, optimizer_config }, ofProject()))
    const stops = [
      { location: { lat: 47.11, lng: 9.5 }, duration: 600 },
      { location: { lat: 47.12, lng: 9.5 }, duration: 600, time_windows: [[13 * hour, 14 * hour]] },
    ]
    const [morning, afternoon] = done(await call('POST', '/v2/stops', stops, { plan_id: plan.id }))
    const solved = done(await call('POST', `/v2/plan/${plan.id}/optimize`, {}))
    const [made] = solved.routes
    expect(made.stops.map((stop: { id: string }) => stop.id)).toEqual([morning.id])
    expect(made).toMatchObject({ start_depot_id: id, planned_loading_time: 900 })
    expect(made.planned_start_time).toBeGreaterThanOrEqual(6 * hour)
    expect(made.stops[0].planned_arrival_time).toBeGreaterThanOrEqual(6 * hour + 900)
    const why = done(await call('GET', `/app/v1/stop/${afternoon.id}/why`))
    const [obstacle] = why.vehicles
    expect(obstacle).toMatchObject({ fits: false, rule: 'depot_hours' })
    expect(obstacle.remedies.map(({ kind }: { kind: string }) => kind)).not.toContain('extend_shift')
    await change(id, { hours: [open(6, 18)] })
    const again = done(await call('POST', `/v2/plan/${plan.id}/optimize`, {}))
    expect(again.routes[0].stops).toHaveLength(2)
  })
})

describe('a change of a depot', () => {
  test('reaches vehicles and open routes that name it, and leaves days that are over', async () => {
    const { id } = await depot()
    const van = await vehicle({ default_start_depot_id: id })
    const { id: openId, route: before } = await planned({ vehicle_id: van.id })
    await change(id, { location: elsewhere, loading_time: 600 })
    expect(done(await call('GET', `/v2/vehicle/${van.id}`))).toMatchObject({ default_start_location: elsewhere })
    const after = await route(openId)
    expect(after).toMatchObject({ start_location: elsewhere, planned_loading_time: 600 })
    expect(after.planned_distance).toBeGreaterThan(before.planned_distance)
    server.clock.set('2026-03-05T04:00:00.000Z')
    await change(id, { location: place })
    expect(await route(openId)).toMatchObject({ start_location: elsewhere })
  })

  test('that deletes it leaves the place without hours and loading time', async () => {
    const { id } = await depot({ loading_time: 600 })
    const van = await vehicle({ default_start_depot_id: id })
    const { id: routeId } = await planned({ vehicle_id: van.id })
    done(await call('DELETE', `/app/v1/depot/${id}`))
    const after = await route(routeId)
    expect(after).toMatchObject({ start_location: place })
    for (const gone of ['start_depot_id', 'planned_loading_time']) expect(after).not.toHaveProperty(gone)
    expect(done(await call('GET', `/v2/vehicle/${van.id}`))).not.toHaveProperty('default_start_depot_id')
  })
})
