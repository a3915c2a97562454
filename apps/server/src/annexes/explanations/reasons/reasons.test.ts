// Explanations of a plan: full vans, spare vans, windows that cause detours, the gain of more room; and that asking changes nothing.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../../test/harness.ts'

const server = useTestServer({ listen: true })
const depot = { lat: 47.14, lng: 9.5 }
const hour = 3_600
let account: Account
let planId: string

async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const why = () => call('GET', `/app/v1/plan/${planId}/why`)

/** Vans at the depot, each with stops in a row to the north of it, 1 km between two; `northKilometers` of the first. */
async function vans(routes: readonly { stops: readonly object[]; van?: object; northKilometers?: number }[]) {
  const inputs = routes.map(({ stops, van, northKilometers = 1 }, index) => ({
    label: `Van ${index + 1}`,
    start_location: depot,
    end_location: depot,
    time_window: [8 * hour, 17 * hour],
    ...van,
    stops: stops.map((stop, at) => ({
      location: { lat: depot.lat + (northKilometers + at) * 0.009, lng: depot.lng },
      duration: 300,
      ...stop,
    })),
  }))
  return call('POST', '/v2/routes', inputs, { plan_id: planId })
}
const places = async () =>
  (await call('GET', `/v2/plan/${planId}/stops`)).map(({ id, route_id }: { id: string; route_id?: string }) => [
    id,
    route_id,
  ])

beforeEach(async () => {
  server.clock.set('2026-03-02T05:00:00.000Z')
  account = await server.createAccount()
  const plan = { execution_date: '2026-03-02' }
  planId = (await call('POST', '/v2/plan', plan, { project_id: account.project_id })).id
})

describe('why a plan is as it is', () => {
  test('names what fills a van, in its own unit, and what keeps its neighbours out', async () => {
    const stops = [{ weight: 40 }, { weight: 60 }]
    const [first] = await vans([
      { stops, van: { max_weight: 100, max_services: 8 } },
      { stops, van: { max_weight: 100 }, northKilometers: 4 },
    ])
    const before = await places()
    const { routes, without, plan_id } = await why()
    expect(plan_id).toBe(planId)
    const [own] = routes
    expect(own.route_id).toBe(first.id)
    expect(own.limits[0]).toEqual({ limit: 'max_weight', used: 100, of: 100 })
    expect(own.limits).toContainEqual({ limit: 'max_services', used: 2, of: 8 })
    expect(own.limits.map(({ limit }: { limit: string }) => limit)).toContain('working_hours')
    expect(own).toMatchObject({ kept_out: [{ rule: 'capacity', stops: 2 }], looked_at: 2 })
    expect(without).toHaveLength(2)
    for (const one of without) {
      expect(one.unassigned).toBeGreaterThan(0)
      expect(one).not.toHaveProperty('cost')
    }
    expect(await places()).toEqual(before)
  })

  test('counts what the law and the log leave of driving, work and duty', async () => {
    const law = { driving_rules: { law: 'eu' }, driving_log: { date: '2026-03-02', driving_left_today: 900 } }
    await vans([{ stops: [{}, {}], van: law }])
    const [{ limits }] = (await why()).routes
    const shares = new Map(limits.map(({ limit, used, of }: Record<string, number>) => [limit, used! / of!]))
    expect(limits[0].limit).toBe('driving_time')
    expect(limits[0].of).toBe(900)
    expect(shares.get('work_time')).toBeLessThan(0.2)
    expect(shares.has('duty_time')).toBe(true)
  })

  test('tells of a van that nobody needs, and in money where vans have prices', async () => {
    const van = { price_per_distance: 1 }
    await vans([
      { stops: [{}, {}], van },
      { stops: [{}], van, northKilometers: 3 },
    ])
    const { changes, without } = await why()
    // One van to the third stop and back passes the other two: the way there and back of the second is saved.
    const again = changes.find(({ change }: { change: string }) => change === 'again')
    expect(again.distance).toBeLessThan(-3_000)
    expect(again.cost).toBeCloseTo(again.distance / 1000, 1)
    expect(again.unassigned).toBe(0)
    expect(without).toHaveLength(2)
    // One of them stands idle in the best plan.
    expect(without).toContainEqual(expect.objectContaining({ travel_time: 0, distance: 0, unassigned: 0, cost: 0 }))
  })

  test('prices a window by the wait that it makes', async () => {
    const early = { time_windows: [[8 * hour, 8.5 * hour]] }
    const late = { time_windows: [[9.2 * hour, 9.7 * hour]] }
    const at = (kilometers: number) => ({ location: { lat: depot.lat + kilometers * 0.009, lng: depot.lng } })
    await vans([
      {
        stops: [
          { ...early, ...at(2) },
          { ...early, ...at(3) },
          { ...late, ...at(1) },
        ],
      },
    ])
    // The van waits for it on its way home.
    const [dearest] = (await why()).windows
    const stops = await call('GET', `/v2/plan/${planId}/stops`)
    const due = stops.find(({ time_windows }: { time_windows: number[][] }) => time_windows[0]![0] === 9.2 * hour)
    expect(dearest).toMatchObject({ stop_id: due.id, route_id: due.route_id })
    expect(dearest.time).toBeGreaterThan(0.5 * hour)
  })

  test('names the changes that save most, and one of them applied and optimized saves what was said', async () => {
    const due = { time_windows: [[9.2 * hour, 9.7 * hour]] }
    const early = { time_windows: [[8 * hour, 8.5 * hour]] }
    const at = (kilometers: number) => ({ location: { lat: depot.lat + kilometers * 0.009, lng: depot.lng } })
    const van = { price_per_minute: 0.5, price_per_distance: 0.4 }
    await vans([
      {
        van,
        stops: [
          { ...early, ...at(2) },
          { ...early, ...at(3) },
          { ...due, ...at(1) },
        ],
      },
    ])
    const { savings, windows } = await why()
    const saving = savings.find(({ change }: { change: string }) => change === 'any_time')
    expect(saving.stop_id).toBe(windows[0].stop_id)
    const money = async () => {
      const [{ planned_distance, planned_start_time, planned_end_time }] = await call(
        'GET',
        `/v2/plan/${planId}/routes`,
      )
      return (planned_end_time - planned_start_time) / 120 + (0.4 * planned_distance) / 1_000
    }
    const before = await money()
    await call('PUT', `/v2/stop/${saving.stop_id}`, { time_windows: [] })
    await call('POST', `/v2/plan/${planId}/optimize`)
    expect(before - (await money())).toBeCloseTo(-saving.cost, 1)
  })

  test('tells what one van, half an hour and wider windows would bring', async () => {
    const [route] = await vans([{ stops: [{}, {}, {}], van: { max_services: 3 } }])
    await call('POST', '/v2/stops', [{ location: { lat: 47.2, lng: 9.5 } }], { plan_id: planId })
    const { changes, routes } = await why()
    expect(routes[0].limits[0]).toEqual({ limit: 'max_services', used: 3, of: 3 })
    expect(changes.find(({ change }: { change: string }) => change === 'one_vehicle_more')).toMatchObject({
      unassigned: -1,
    })
    expect(changes.find(({ change }: { change: string }) => change === 'half_hour_longer')).toMatchObject({
      unassigned: 0,
    })
    expect(changes.some(({ change }: { change: string }) => change === 'windows_half_hour_wider')).toBe(false)
    await call('PUT', `/v2/route/${route.id}`, { max_services: 4 })
    // Asked again after a change, it is found out anew.
    expect((await why()).routes[0].limits).toContainEqual({ limit: 'max_services', used: 3, of: 4 })
  })

  test('is empty for a plan without routes, or whose routes are locked, and closed to others', async () => {
    const nothing = { plan_id: planId, routes: [], without: [], windows: [], changes: [], savings: [] }
    expect(await why()).toEqual(nothing)
    const [route] = await vans([{ stops: [{}] }])
    await call('PUT', `/v2/route/${route.id}`, { is_locked: true })
    expect(await why()).toEqual(nothing)
    const stranger = await server.createAccount()
    const answer = await server.call('GET', `/app/v1/plan/${planId}/why`, { key: stranger.key })
    expect(answer.status).toBe(404)
  })
})
