// Charging places: records of a project, and where its electric vans charge between two stops.
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
const depot = { label: 'Depot', lat: 47, lng: 9 }
/** A stop this many degrees north of the depot, about 111 km each. */
const at = (degrees: number, more: object = {}) => ({ location: { lat: 47 + degrees, lng: 9 }, duration: 600, ...more })
/** Lasts for 150 km; the way to the second stop and back is about 180. */
const battery = { capacity: 30_000, reserve: 0, consumption: 200, consumption_per_100_kg: 0 }
const vanOfMonday = { start_location: depot, end_location: depot, time_window: [4 * hour, 30 * hour], battery }

interface Visit {
  charging_place_id: string
  label: string
  order: number
  planned_arrival_time: number
  planned_start_time: number
  planned_end_time: number
  energy: number
  arrival: number
  departure: number
  cost?: number
  real_end_time?: string
}
interface PlannedRoute {
  id: string
  planned_start_time: number
  planned_end_time: number
  planned_distance: number
  planned_charge: { lowest: number; charging?: Visit[]; stops: { stop_id: string; arrival: number }[] }
  stops: {
    id: string
    planned_arrival_time: number
    planned_departure_time: number
    estimated_arrival_time?: string
    distance_to_previous_stop: number
    optimization_warnings: { code: string }[]
  }[]
}

const place = async (body: object = {}) =>
  done(await call('POST', '/app/v1/charging_place', { label: 'Halfway', ...at(0.3), power: 50, ...body }, ofProject()))
const change = async (id: string, body: object) => done(await call('PUT', `/app/v1/charging_place/${id}`, body))
const read = async (id: string): Promise<PlannedRoute> => done(await call('GET', `/v2/route/${id}`))
const newPlan = async (body: object = {}) =>
  done(await call('POST', '/v2/plan', { execution_date: monday, ...body }, ofProject()))
const listVisits = (route: PlannedRoute) => route.planned_charge.charging ?? []
const listCodes = ({ stops }: PlannedRoute) =>
  stops.flatMap(({ optimization_warnings }) => optimization_warnings.map(({ code }) => code))

/** A plan of Monday with one route of these stops. */
async function planned(stops: object[], route: object = {}): Promise<PlannedRoute> {
  const plan = await newPlan()
  const [made] = done(await call('POST', '/v2/routes', [{ ...vanOfMonday, ...route, stops }], { plan_id: plan.id }))
  return read(made.id)
}

beforeEach(async () => {
  server.clock.set('2026-03-01T12:00:00.000Z')
  account = await server.createAccount()
})

describe('the record of a charging place', () => {
  test('is made, listed, changed and deleted', async () => {
    const hours = [{ weekday: 'monday', time_window: [6 * hour, 22 * hour] }]
    const made = await place({ points: 2, hours, price_per_kwh: 0.5, external_id: 'C1' })
    expect(made).toMatchObject({ label: 'Halfway', power: 50, points: 2, hours, price_per_kwh: 0.5 })
    const [second] = done(
      await call('POST', '/app/v1/charging_places', [{ label: 'South', ...at(-0.3), power: 22 }], ofProject()),
    )
    expect(second).not.toHaveProperty('points')
    const list = async () => done(await call('GET', '/app/v1/charging_places', undefined, ofProject())).docs
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual([made.id, second.id])
    expect(done(await call('GET', `/app/v1/charging_place/${made.id}`))).toEqual(made)
    expect(await change(made.id, { points: null, label: 'Hall' })).not.toHaveProperty('points')
    done(await call('DELETE', `/app/v1/charging_place/${second.id}`))
    expect(await list()).toMatchObject([{ id: made.id, label: 'Hall' }])
  })

  test('names the field and the limit that is wrong', async () => {
    const refused = async (body: object) => {
      const whole = { label: 'X', location: { lat: 47, lng: 9 }, power: 50, ...body }
      const answer = await call('POST', '/app/v1/charging_place', whole, ofProject())
      expect(answer.status).toBe(400)
      return answer.body.message
    }
    expect(await refused({ location: { label: 'Somewhere' } })).toContain('location')
    expect(await refused({ label: '  ' })).toContain('label')
    expect(await refused({ power: 50_000 })).toMatch(/power.*1000/)
    expect(await refused({ points: 0 })).toMatch(/points.*1/)
    expect(await refused({ price_per_kwh: -1 })).toMatch(/price_per_kwh.*0/)
  })

  test('stays in its project, and is changed by who manages it', async () => {
    const own = await place()
    const other = await server.createAccount()
    expect((await server.call('GET', `/app/v1/charging_place/${own.id}`, { key: other.key })).status).toBe(404)
    const body = { label: 'Theirs' }
    expect((await server.call('PUT', `/app/v1/charging_place/${own.id}`, { key: other.key, body })).status).toBe(404)
  })
})

describe('a route that its battery does not last for', () => {
  test('charges on the way: as much as it needs, in its times, its length and its way', async () => {
    const plain = await planned([at(0.3), at(0.6)])
    expect(listCodes(plain)).toEqual(['battery'])
    const { id } = await place({ label: 'At the first stop' })
    const route = await read(plain.id)
    expect(listCodes(route)).toEqual([])
    const [visit, ...others] = listVisits(route)
    expect(others).toEqual([])
    expect(visit).toMatchObject({ charging_place_id: id, label: 'At the first stop' })
    expect(route.planned_charge.lowest).toBeGreaterThanOrEqual(0)
    // All that the way takes comes from what was charged before and on the way.
    const used = (route.planned_distance / 1_000) * battery.consumption
    expect(Math.abs(battery.capacity + visit!.energy - used)).toBeLessThan(100)
    const seconds = visit!.planned_end_time - visit!.planned_start_time
    expect(seconds).toBeGreaterThanOrEqual(Math.floor((visit!.energy / 50_000) * 3_600))
    expect(route.planned_end_time - route.planned_start_time).toBe(
      plain.planned_end_time - plain.planned_start_time + seconds,
    )
    expect(route.planned_distance).toBeCloseTo(plain.planned_distance, -2)
  })

  test('goes round by a place that lies off its way, and its legs say so', async () => {
    const plain = await planned([at(0.3), at(0.6)])
    await place({ location: { lat: 47.45, lng: 9.1 } })
    const route = await read(plain.id)
    const [visit] = listVisits(route)
    expect(visit).toMatchObject({ order: 1 })
    const [, second] = route.stops
    expect(second!.planned_arrival_time).toBeGreaterThan(visit!.planned_end_time)
    const longer = second!.distance_to_previous_stop - plain.stops[1]!.distance_to_previous_stop
    expect(longer).toBeGreaterThan(1_000)
    expect(route.planned_distance - plain.planned_distance).toBeCloseTo(longer, -1)
  })

  test('charges anew for an order that is changed by hand, and no longer once it need not', async () => {
    await place({ location: { lat: 47.45, lng: 9.02 } })
    const route = await planned([at(0.3), at(0.6)])
    expect(listVisits(route)).toMatchObject([{ order: 1 }])
    const [first, second] = route.stops.map(({ id }) => id)
    done(await call('PUT', `/v2/route/${route.id}/stops`, { stops: [second, first] }))
    const turned = await read(route.id)
    expect(listCodes(turned)).toEqual([])
    expect(listVisits(turned)).toHaveLength(1)
    expect(listVisits(turned)[0]!.order).not.toBe(2)
    done(await call('PUT', `/v2/route/${route.id}/stops`, { stops: [first] }))
    expect(listVisits(await read(route.id))).toEqual([])
  })

  test('waits for the place to open, and charges elsewhere when it is deleted', async () => {
    const hours = [{ weekday: 'monday', time_window: [10 * hour, 20 * hour] }]
    const { id } = await place({ hours })
    const other = await place({
      label: 'Farther',
      location: { lat: 47.5, lng: 9.05 },
      hours: [{ ...hours[0], weekday: 'tuesday' }],
    })
    const route = await planned([at(0.3), at(0.6)])
    expect(listVisits(route)).toMatchObject([{ charging_place_id: id }])
    expect(listVisits(route)[0]!.planned_start_time).toBeGreaterThanOrEqual(10 * hour)
    await change(other.id, { hours: [] })
    done(await call('DELETE', `/app/v1/charging_place/${id}`))
    expect(listVisits(await read(route.id))).toMatchObject([{ charging_place_id: other.id }])
    done(await call('DELETE', `/app/v1/charging_place/${other.id}`))
    expect(listCodes(await read(route.id))).toEqual(['battery'])
  })

  test('shares the points of a place with the other routes of the plan', async () => {
    await place({ points: 1, power: 22 })
    const plan = await newPlan()
    const route = { ...vanOfMonday, time_window: [6 * hour, 30 * hour], stops: [at(0.3), at(0.6)] }
    const made = done(await call('POST', '/v2/routes', [route, route], { plan_id: plan.id }))
    const routes = await Promise.all(made.map(({ id }: { id: string }) => read(id)))
    const visits = routes.flatMap(listVisits).sort((a, b) => a.planned_start_time - b.planned_start_time)
    expect(visits).toHaveLength(2)
    expect(visits[1]!.planned_start_time).toBeGreaterThanOrEqual(visits[0]!.planned_end_time)
    expect(routes.flatMap(listCodes)).toEqual([])
  })

  test('shares them with the routes of other plans of the day, drafts left out, and not with other days', async () => {
    await place({ points: 1, power: 22 })
    const route = { ...vanOfMonday, time_window: [6 * hour, 30 * hour], stops: [at(0.3), at(0.6)] }
    const onPlan = async (plan: object) => {
      const { id } = await newPlan(plan)
      const [made] = done(await call('POST', '/v2/routes', [route], { plan_id: id }))
      const planned = await read(made.id)
      const [visit, ...others] = listVisits(planned)
      expect(others).toEqual([])
      return { ...visit!, planId: id, routeId: made.id, order: planned.stops.map((stop) => stop.id) }
    }
    const draft = await onPlan({ status: 'draft' })
    const first = await onPlan({})
    expect(first.planned_start_time).toBe(draft.planned_start_time)
    const second = await onPlan({})
    expect(second.planned_start_time).toBeGreaterThanOrEqual(first.planned_end_time)
    const tuesday = await onPlan({ execution_date: '2026-03-03' })
    expect(tuesday.planned_start_time).toBe(first.planned_start_time)
    // The optimizer considers these bookings, too.
    const full = done(await call('POST', `/v2/plan/${second.planId}/optimize`))
    const [again] = (full.routes as PlannedRoute[]).flatMap(listVisits)
    const isApart =
      again!.planned_start_time >= first.planned_end_time || again!.planned_end_time <= first.planned_start_time
    expect(isApart).toBe(true)
    // And the point is free again once the other plan is gone.
    done(await call('DELETE', `/v2/plan/${first.planId}`))
    done(await call('PUT', `/v2/route/${second.routeId}/stops`, { stops: second.order.toReversed() }))
    done(await call('PUT', `/v2/route/${second.routeId}/stops`, { stops: second.order }))
    expect(listVisits(await read(second.routeId))[0]!.planned_start_time).toBe(first.planned_start_time)
  })

  test('pays for what it charges, where the place has a price', async () => {
    await place({ price_per_kwh: 0.5 })
    const route = await planned([at(0.3), at(0.6)], { price_per_distance: 1 })
    const [visit] = listVisits(route)
    expect(visit!.cost).toBeCloseTo((visit!.energy / 1_000) * 0.5, 1)
  })

  test('under way has charged what lies behind it, and goes on from there', async () => {
    await place({ location: { lat: 47.45, lng: 9 } })
    const route = await planned([at(0.3), at(0.6)], { email: 'ann@example.com', time_window: [6 * hour, 30 * hour] })
    const [before] = listVisits(route)
    expect(before).toMatchObject({ order: 1 })
    const [first, second] = route.stops
    const moment = (seconds: number) => new Date(Date.parse(`${monday}T00:00:00Z`) + seconds * 1_000).toISOString()
    server.clock.set(moment(route.planned_start_time))
    done(await call('POST', `/v2/route/${route.id}/dispatch`))
    server.clock.set(moment(first!.planned_departure_time))
    done(await call('POST', '/v2/report', { stop_id: first!.id, type: 'service_report_completed' }))
    server.clock.set(moment(second!.planned_arrival_time))
    const again: PlannedRoute = done(
      await call('PUT', `/v2/route/${route.id}`, { battery: { ...battery, charge: 0.99 } }),
    )
    expect(listVisits(again)).toEqual([before!])
    expect(listCodes(again)).toEqual([])
    expect(again.planned_distance).toBeCloseTo(route.planned_distance, 0)
  })

  test('under way is expected at the stops behind its charging when it has charged', async () => {
    await place({ location: { lat: 47.45, lng: 9 }, power: 22, price_per_kwh: 0.5 })
    const route = await planned([at(0.3), at(0.6)], { email: 'ann@example.com', time_window: [6 * hour, 30 * hour] })
    const moment = (seconds: number) => new Date(Date.parse(`${monday}T00:00:00Z`) + seconds * 1_000).toISOString()
    server.clock.set(moment(route.planned_start_time))
    const { public_link } = done(await call('POST', `/v2/route/${route.id}/dispatch`))
    const headers = { authorization: `Bearer ${public_link.split('/d/')[1]}` }
    const drive = async (path: string, body?: object) =>
      done(await server.call('POST', `/driver/v1${path}`, { body, headers }))
    await drive('/start')
    const seen = done(await server.call('GET', '/driver/v1/route', { headers }))
    expect(listVisits(seen)).toMatchObject([{ label: 'Halfway', order: 1 }])
    expect(listVisits(route)[0]).toHaveProperty('cost')
    expect(listVisits(seen)[0]).not.toHaveProperty('cost')
    await drive('/positions', {
      positions: [{ ...depot, label: undefined, recorded_at: moment(route.planned_start_time) }],
    })
    const { stops } = await read(route.id)
    for (const { planned_arrival_time, estimated_arrival_time } of stops) {
      const expected = (Date.parse(estimated_arrival_time!) - Date.parse(`${monday}T00:00:00Z`)) / 1_000
      expect(Math.abs(expected - planned_arrival_time)).toBeLessThan(10)
    }
  })

  test('under way goes on with the battery and from the moment that its driver told', async () => {
    const one = await place({ location: { lat: 47.45, lng: 9 }, power: 50, price_per_kwh: 0.5 })
    const route = await planned([at(0.3), at(0.6)], { email: 'ann@example.com', time_window: [6 * hour, 30 * hour] })
    const [before] = listVisits(route)
    const [first, second] = route.stops
    const moment = (seconds: number) => new Date(Date.parse(`${monday}T00:00:00Z`) + seconds * 1_000).toISOString()
    server.clock.set(moment(route.planned_start_time))
    const { public_link } = done(await call('POST', `/v2/route/${route.id}/dispatch`))
    const headers = { authorization: `Bearer ${public_link.split('/d/')[1]}` }
    const drive = (path: string, body?: object) => server.call('POST', `/driver/v1${path}`, { body, headers })
    const told = { charging_place_id: one.id, charge: 0.9 }
    done(await drive('/start'))
    server.clock.set(moment(first!.planned_departure_time))
    done(await call('POST', '/v2/report', { stop_id: first!.id, type: 'service_report_completed' }))
    // Half an hour later than planned, with a battery that is fuller.
    const left = before!.planned_end_time + 1_800
    server.clock.set(moment(left + 60))
    const id = 'b4f7c9a2-5d1e-4c3b-8f60-2a7d9e1c4b35'
    const body = { ...told, at: moment(left), client_id: id }
    const shown = done(await drive('/charging', body))
    expect(listVisits(shown)).toMatchObject([
      { charging_place_id: one.id, departure: 0.9, real_end_time: moment(left) },
    ])
    expect(listVisits(shown)[0]).not.toHaveProperty('cost')
    // Sent again, it changes nothing; told once more, there is nothing to tell of.
    done(await drive('/charging', body))
    expect((await drive('/charging', told)).status).toBe(404)
    expect((await drive('/charging', { ...told, charge: 80 })).status).toBe(400)
    const after = await read(route.id)
    const [charged] = listVisits(after)
    expect(charged!.energy).toBe(Math.round((0.9 - before!.arrival) * battery.capacity))
    expect(charged!.cost).toBeCloseTo((charged!.energy / 1_000) * 0.5, 1)
    // 0.15 degrees are some 17 km, 11 % of the battery; from there 0.6 back.
    const { arrival } = after.planned_charge.stops.find(({ stop_id }) => stop_id === second!.id)!
    expect(arrival).toBeGreaterThan(0.7)
    expect(arrival).toBeLessThan(0.88)
    const planLate = second!.planned_arrival_time + 1_800
    expect(Math.abs(after.stops[1]!.planned_arrival_time - planLate)).toBeLessThan(120)
    const expected = (Date.parse(after.stops[1]!.estimated_arrival_time!) - Date.parse(`${monday}T00:00:00Z`)) / 1_000
    expect(Math.abs(expected - planLate)).toBeLessThan(120)
  })

  test('under way charges once more where its driver told of too little', async () => {
    const one = await place({ location: { lat: 47.45, lng: 9 } })
    const route = await planned([at(0.3), at(0.6)], { email: 'ann@example.com', time_window: [6 * hour, 30 * hour] })
    const [before] = listVisits(route)
    const moment = (seconds: number) => new Date(Date.parse(`${monday}T00:00:00Z`) + seconds * 1_000).toISOString()
    server.clock.set(moment(route.planned_start_time))
    const { public_link } = done(await call('POST', `/v2/route/${route.id}/dispatch`))
    const headers = { authorization: `Bearer ${public_link.split('/d/')[1]}` }
    done(await server.call('POST', '/driver/v1/start', { headers }))
    server.clock.set(moment(route.stops[0]!.planned_departure_time))
    done(await call('POST', '/v2/report', { stop_id: route.stops[0]!.id, type: 'service_report_completed' }))
    server.clock.set(moment(before!.planned_start_time + 60))
    const body = { charging_place_id: one.id, charge: before!.arrival + 0.05 }
    done(await server.call('POST', '/driver/v1/charging', { headers, body }))
    const after = await read(route.id)
    expect(listVisits(after)).toHaveLength(2)
    expect(after.planned_charge.lowest).toBeGreaterThanOrEqual(0)
    expect(listCodes(after)).toEqual([])
  })
})

describe('the optimizer', () => {
  test('serves by charging on the way what no battery lasts for, and the plan says where', async () => {
    const vehicle = {
      default_start_location: depot,
      default_end_location: depot,
      default_time_window: [4 * hour, 30 * hour],
      default_battery: battery,
    }
    done(await call('POST', '/v2/vehicle', vehicle, ofProject()))
    const plan = await newPlan({ stops: [at(0.2), at(0.6)] })
    const countOut = (full: { stops: { route_id?: string }[] }) => full.stops.filter(({ route_id }) => !route_id).length
    expect(countOut(done(await call('POST', `/v2/plan/${plan.id}/optimize`)))).toBe(1)
    await place({ price_per_kwh: 0.5 })
    const full = done(await call('POST', `/v2/plan/${plan.id}/optimize`))
    expect(countOut(full)).toBe(0)
    const [route] = full.routes as PlannedRoute[]
    expect(listVisits(route!)).toHaveLength(1)
    expect(route!.planned_charge.lowest).toBeGreaterThanOrEqual(0)
    const held = done(await call('GET', `/v2/route/${route!.id}`))
    expect(held.planned_charge).toEqual(route!.planned_charge)
  })

  test('shares out the points of a place, and the plan keeps what it shared out', async () => {
    const vehicle = (label: string) => ({
      label,
      default_start_location: depot,
      default_end_location: depot,
      default_max_services: 1,
      default_time_window: [4 * hour, 30 * hour],
      default_battery: battery,
    })
    done(await call('POST', '/v3/vehicles', [vehicle('One'), vehicle('Two')], ofProject()))
    await place({ points: 1, power: 22 })
    const plan = await newPlan({ stops: [at(0.6), at(0.61)] })
    const full = done(await call('POST', `/v2/plan/${plan.id}/optimize`))
    const routes = full.routes as PlannedRoute[]
    const visits = routes.flatMap(listVisits).sort((a, b) => a.planned_start_time - b.planned_start_time)
    expect(visits).toHaveLength(2)
    expect(visits[1]!.planned_start_time).toBeGreaterThanOrEqual(visits[0]!.planned_end_time)
    expect(routes.flatMap(listCodes)).toEqual([])
    const figures = routes.map(({ planned_end_time, planned_charge }) => [planned_end_time, planned_charge])
    for (const { id } of routes) done(await call('PUT', `/v2/route/${id}`, { max_distance: 1_000_000 }))
    const again = await Promise.all(routes.map(({ id }) => read(id)))
    expect(again.map(({ planned_end_time, planned_charge }) => [planned_end_time, planned_charge])).toEqual(figures)
  })
})
