// Slots of electric vans through the interface: a stop out of reach is offered where the van can charge on its way, at what it then costs.
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
const monday = '2026-03-02'
const tuesday = '2026-03-03'
const hour = 3_600
const depot = { lat: 47, lng: 9 }
/** Lasts for 150 km; 0.6 degrees north and back are about 180 by road. */
const battery = { capacity: 30_000, reserve: 0, consumption: 200, consumption_per_100_kg: 0 }
const van = { start_location: depot, end_location: depot, time_window: [6 * hour, 22 * hour], battery }
const far = { location: { lat: 47.6, lng: 9 }, duration: 600 }
const midday = [10 * hour, 14 * hour]
let account: Account

async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

const ofProject = () => ({ project_id: account.project_id })
const find = (more: object = {}) =>
  call('POST', `/app/v1/project/${account.project_id}/slots`, {
    stop: far,
    from: tuesday,
    to: tuesday,
    windows: [midday],
    ...more,
  })
const hold = (slot_id: string) =>
  call('POST', `/app/v1/project/${account.project_id}/slot_promises`, { key: 'a', slot_id, stop: far })
const place = (body: object = {}) =>
  call(
    'POST',
    '/app/v1/charging_place',
    { label: 'Halfway', location: { lat: 47.3, lng: 9.02 }, power: 50, ...body },
    ofProject(),
  )

async function planned(routes: object[]) {
  const { id } = await call('POST', '/v2/plan', { execution_date: tuesday }, ofProject())
  const made = await call('POST', '/v2/routes', routes, { plan_id: id })
  return { planId: id, ids: made.map((route: { id: string }) => route.id) as string[] }
}

beforeEach(async () => {
  server.clock.set(`${monday}T08:00:00.000Z`)
  account = await server.createAccount()
})

test('a stop too far for the battery is offered where the van can charge, as it is planned once it is booked', async () => {
  const near = { location: { lat: 47.1, lng: 9 }, duration: 600 }
  const { ids } = await planned([{ ...van, price_per_minute: 0.5, stops: [near] }])
  expect(await find()).toMatchObject({ slots: [], refused: [{ reason: 'max_distance' }] })
  await place({ price_per_kwh: 0.6 })
  const before = await call('GET', `/v2/route/${ids[0]}`)
  const [slot] = (await find()).slots
  expect(slot).toMatchObject({ route_id: ids[0], cost_unit: 'price' })

  const held = await hold(slot.id)
  await call('POST', `/app/v1/slot_promise/${held.id}/book`)
  const after = await call('GET', `/v2/route/${ids[0]}`)
  const joined = after.stops.find(({ location }: { location: { lat: number } }) => location.lat === 47.6)
  const warnings = after.stops.flatMap((stop: { optimization_warnings: object[] }) => stop.optimization_warnings)
  expect(warnings).toEqual([])
  const [visit, ...others] = after.planned_charge.charging
  expect(others).toEqual([])
  expect(slot.arrives_at).toBe(joined.planned_arrival_time)
  expect(slot.added_distance).toBeCloseTo(after.planned_distance - before.planned_distance, -1)
  const seconds = ({ planned_start_time, planned_end_time }: typeof after) => planned_end_time - planned_start_time
  expect(slot.added_time).toBeCloseTo(seconds(after) - seconds(before), -1)
  const price = (slot.added_time / 60) * 0.5 + (visit.energy / 1_000) * 0.6
  expect(slot.cost).toBeCloseTo(price, 0)
})

test('days without a plan are offered with charging, too, and a place that is closed that day is none', async () => {
  const { battery: default_battery, time_window: default_time_window, start_location: default_start_location } = van
  const defaults = { default_battery, default_time_window, default_start_location, default_end_location: depot }
  await call('POST', '/v2/vehicle', { label: 'Electric', plate: 'FL 1', ...defaults }, ofProject())
  expect((await find()).slots).toEqual([])
  const { id } = await place({ hours: [{ weekday: 'monday', time_window: [0, 24 * hour] }] })
  expect((await find()).slots).toEqual([])
  await call('PUT', `/app/v1/charging_place/${id}`, { hours: [] })
  expect((await find()).slots).toMatchObject([{ opens_vehicle: true }])
})

test('what is held has its point: the next customer is offered what the place has left', async () => {
  // Long enough for one van, which needs about half an hour.
  const hours = [{ weekday: 'tuesday', time_window: [9 * hour, 9 * hour + 3_000] }]
  const { id } = await place({ hours, points: 1, power: 11 })
  const one = { ...van, max_services: 1 }
  const { ids } = await planned([one, one])
  const [slot] = (await find()).slots
  expect(ids).toContain(slot.route_id)
  await hold(slot.id)
  expect(await find()).toMatchObject({ slots: [], refused: [{ reason: 'max_distance' }] })
  await call('PUT', `/app/v1/charging_place/${id}`, { points: 2 })
  expect((await find()).slots).toMatchObject([{ opens_vehicle: true }])
})
