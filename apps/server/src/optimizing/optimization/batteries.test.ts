// Electric vans through the interface: what a battery is, what is left in it along a route, and stops that it would not last for.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer({ annexes: 'all', listen: true })
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

interface PlannedRoute {
  id: string
  planned_distance: number
  planned_charge?: { start: number; lowest: number; end: number; stops: { stop_id: string; arrival: number }[] }
  stops: {
    id: string
    distance_to_previous_stop: number
    optimization_warnings: { code: string; message: string }[]
  }[]
}

const read = async (id: string): Promise<PlannedRoute> => done(await call('GET', `/v2/route/${id}`))

/** A plan of Monday with one route of these stops. */
async function planned(route: object, stops: object[]): Promise<{ planId: string; route: PlannedRoute }> {
  const plan = done(await call('POST', '/v2/plan', { execution_date: monday }, ofProject()))
  const base = { start_location: depot, end_location: depot, time_window: [4 * hour, 30 * hour] }
  const [made] = done(await call('POST', '/v2/routes', [{ ...base, ...route, stops }], { plan_id: plan.id }))
  return { planId: plan.id, route: await read(made.id) }
}

beforeEach(async () => {
  server.clock.set('2026-03-01T12:00:00.000Z')
  account = await server.createAccount()
})

describe('the battery', () => {
  test('is a value of the vehicle that its routes copy, and goes away as a whole', async () => {
    const battery = { capacity: 75_000, reserve: 0.2, temperature: -5 }
    const van = done(await call('POST', '/v2/vehicle', { default_battery: battery }, ofProject()))
    expect(van.default_battery).toEqual(battery)
    const { route } = await planned({ vehicle_id: van.id }, [at(0.1)])
    expect(route).toMatchObject({ battery, planned_charge: { start: 1 } })
    const none = done(await call('PUT', `/v2/route/${route.id}`, { battery: null }))
    expect(none).not.toHaveProperty('battery')
    expect(none).not.toHaveProperty('planned_charge')
  })

  test('names the field and the limit that is wrong', async () => {
    const refused = async (default_battery: object) => {
      const answer = await call('POST', '/v2/vehicle', { default_battery }, ofProject())
      expect(answer.status).toBe(400)
      return answer.body.message
    }
    expect(await refused({ capacity: 75 })).toMatch(/default_battery\.capacity.*1000/)
    expect(await refused({ capacity: 75_000, reserve: 15 })).toMatch(/default_battery\.reserve.*1/)
    expect(await refused({ capacity: 75_000, temperature: 100 })).toMatch(/default_battery\.temperature.*60/)
  })
})

describe('a route', () => {
  test('tells what is left at each stop: kilometres, load until it is delivered, and cold', async () => {
    const battery = { capacity: 60_000, charge: 0.9, consumption: 250, consumption_per_100_kg: 5, temperature: 0 }
    const { route } = await planned({ battery }, [at(0.2, { weight: 400 }), at(0.4)])
    const { stops, planned_charge: charge, planned_distance: whole } = route
    const [first, second] = stops.map((stop) => stop.distance_to_previous_stop / 1000)
    const factor = 1 / (1 - 0.184)
    const atFirst = 0.9 - (first! * (250 + 4 * 5) * factor) / 60_000
    const atSecond = atFirst - (second! * 250 * factor) / 60_000
    expect(charge!.stops.map(({ stop_id }) => stop_id)).toEqual(stops.map(({ id }) => id))
    expect(charge!.stops[0]!.arrival).toBeCloseTo(atFirst, 3)
    expect(charge!.stops[1]!.arrival).toBeCloseTo(atSecond, 3)
    const home = whole / 1000 - first! - second!
    expect(charge!.end).toBeCloseTo(atSecond - (home * 250 * factor) / 60_000, 3)
    expect(charge).toMatchObject({ start: 0.9, lowest: charge!.end })
  })

  test('made by hand is never refused; where it would strand the van it says so, and by how much', async () => {
    const { route } = await planned({ battery: { capacity: 20_000, reserve: 0.1 } }, [at(0.3), at(0.6)])
    const warned = route.stops.map((stop) => stop.optimization_warnings.map(({ code }) => code))
    expect(warned.flat()).toEqual(['battery'])
    expect(route.planned_charge!.lowest).toBeLessThan(0)
    const message = route.stops.flatMap((stop) => stop.optimization_warnings)[0]!.message
    const missing = (0.1 - route.planned_charge!.lowest) * 20
    expect(Number(/falls ([\d.]+) kWh below/.exec(message)![1])).toBeCloseTo(missing, 0)
    const fine = done(await call('PUT', `/v2/route/${route.id}`, { battery: { capacity: 80_000 } }))
    expect(fine.stops.flatMap((stop: PlannedRoute['stops'][0]) => stop.optimization_warnings)).toEqual([])
  })

  test('under way has used what it drove', async () => {
    const battery = { capacity: 60_000, consumption: 200, consumption_per_100_kg: 0 }
    const { route } = await planned({ battery, email: 'ann@example.com' }, [at(0.2), at(0.4)])
    server.clock.set('2026-03-02T06:00:00.000Z')
    done(await call('POST', `/v2/route/${route.id}/dispatch`))
    const [first] = route.stops
    done(await call('POST', '/v2/report', { stop_id: first!.id, type: 'service_report_completed' }))
    const changed = done(await call('PUT', `/v2/route/${route.id}`, { battery: { ...battery, charge: 0.8 } }))
    const { planned_charge: charge } = changed as PlannedRoute
    expect(charge!.start).toBeCloseTo(0.8 - ((first!.distance_to_previous_stop / 1000) * 200) / 60_000, 2)
    expect(charge!.stops).toHaveLength(1)
  })
})

describe('optimizing', () => {
  test('leaves out what the battery would not last for, and tells why and by how much', async () => {
    const vehicle = {
      default_start_location: depot,
      default_end_location: depot,
      default_time_window: [4 * hour, 30 * hour],
      default_battery: { capacity: 30_000, consumption: 200 },
    }
    done(await call('POST', '/v2/vehicle', vehicle, ofProject()))
    const plan = done(
      await call('POST', '/v2/plan', { execution_date: monday, stops: [at(0.2), at(-0.2), at(2)] }, ofProject()),
    )
    const full = done(await call('POST', `/v2/plan/${plan.id}/optimize`))
    const out = full.stops.filter((stop: { route_id?: string }) => !stop.route_id)
    expect(out.map((entry: { location: { lat: number } }) => entry.location.lat)).toEqual([49])
    expect(out[0].optimization_warnings[0]).toMatchObject({ code: 'battery' })
    const [route] = full.routes
    expect(route.planned_charge.lowest).toBeGreaterThanOrEqual(0.15)
    const why = done(await call('GET', `/app/v1/stop/${out[0].id}/why`))
    expect(why.vehicles[0]).toMatchObject({ rule: 'battery', text: expect.stringMatching(/kWh below its reserve/) })
    const { routes } = done(await call('GET', `/app/v1/plan/${plan.id}/why`))
    const filled = routes[0].limits.find(({ limit }: { limit: string }) => limit === 'battery')
    expect(filled).toMatchObject({ of: 0.85 * 30_000 })
    expect(filled.used / 30_000).toBeCloseTo(1 - route.planned_charge.lowest, 2)
  })

  test('in the cold a plan that lasted on a mild day leaves stops out', async () => {
    const battery = (temperature: number) => ({ capacity: 30_000, consumption: 200, temperature })
    const readPlan = async (temperature: number) => {
      const plan = done(await call('POST', '/v2/plan', { execution_date: monday }, ofProject()))
      const base = { start_location: depot, end_location: depot, time_window: [4 * hour, 30 * hour] }
      done(await call('POST', '/v2/routes', [{ ...base, battery: battery(temperature) }], { plan_id: plan.id }))
      done(await call('POST', '/v2/stops', [at(0.2), at(0.4)], { plan_id: plan.id }))
      const full = done(await call('POST', `/v2/plan/${plan.id}/optimize`))
      return full.stops.filter((stop: { route_id?: string }) => stop.route_id).length
    }
    expect(await readPlan(15)).toBe(2)
    expect(await readPlan(-15)).toBe(1)
  })
})
