// Plans on the roads of an extract: times, distances and lines follow the streets, whoever computes them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { readPaper } from '../../../test/paper-text.ts'
import { townPlace, writeTown } from '../../../test/road-town.ts'
import { decodePolyline } from './polyline.ts'
import { straightLeg, straightMeters } from './straight-lines.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-roads-'))
let server: TestServer & { stop(): Promise<void> }
let own: Account

beforeAll(async () => {
  const osmFiles = [writeTown(folder)]
  server = await startTestServer({ annexes: 'all', listen: true, config: { osmFiles, roadModes: ['car', 'bicycle'] } })
  own = await server.createAccount()
  await until('the roads', async () => {
    const { roads } = (await server.call('GET', '/health')).body
    return roads.car.state === 'ready' && roads.bicycle.state === 'ready'
  })
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const call = async (method: string, path: string, body?: unknown, query: Record<string, string> = {}) => {
  const answer = await server.call(method, path, { key: own.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

/** A plan with one route from the corner, its stops on the route in the given order. */
async function planRoute(places: { lat: number; lng: number }[], plan: object = {}) {
  const { id } = await call(
    'POST',
    '/v2/plan',
    { execution_date: '2026-03-02', ...plan },
    { project_id: own.project_id },
  )
  const depot = townPlace(0, 0)
  const route = { start_location: depot, end_location: depot, time_window: [28_800, 61_200] }
  const stops = places.map((location, index) => ({ label: `s${index}`, location, duration: 60 }))
  const [created] = await call('POST', '/v2/routes', [{ ...route, stops }], { plan_id: id })
  const [answered] = await call('GET', `/v2/plan/${id}/routes`)
  expect(answered.id).toBe(created.id)
  return { planId: id as string, route: answered }
}

const northOfRiver = townPlace(1_500, 1_100)
const southOfRiver = townPlace(1_500, 800)

describe('a route on the roads', () => {
  test('goes over the bridge, in its distances, its times and its line', async () => {
    const { route } = await planRoute([southOfRiver, northOfRiver])
    const [south, north] = route.stops
    expect(south.distance_to_previous_stop).toBe(2_300)
    // 300 m as the crow flies; 1.5 km to the bridge, 300 m over it, and 1.5 km back.
    expect(north.distance_to_previous_stop).toBe(3_300)
    expect(route.planned_distance).toBe(2_300 + 3_300 + 2_600)
    const line = decodePolyline(route.planned_track)
    const nearBridge = line.filter((point) => straightMeters(point, townPlace(0, 950)) < 60)
    expect(nearBridge.length).toBeGreaterThan(0)
    const [first, ...others] = line
    const length = others.reduce((sum, point, i) => sum + straightMeters(i === 0 ? first! : others[i - 1]!, point), 0)
    expect(Math.abs(length - route.planned_distance)).toBeLessThan(20)
    // Streets of 50 km/h with turns: not faster than that, not slower than 20.
    const seconds = north.planned_arrival_time - south.planned_departure_time
    expect(seconds).toBeGreaterThan(3_300 / (50 / 3.6) - 1)
    expect(seconds).toBeLessThan(3_300 / (20 / 3.6))
  })

  test('is recomputed when its order changes by hand', async () => {
    const { route } = await planRoute([northOfRiver, townPlace(0, 500), southOfRiver])
    const [north, west, south] = route.stops.map((stop: { id: string }) => stop.id)
    const after = await call('PUT', `/v2/route/${route.id}/stops`, { stops: [south, west, north] })
    expect(after.planned_distance).toBe(route.planned_distance)
    expect(after.planned_track).not.toBe(route.planned_track)
    const other = await call('PUT', `/v2/route/${route.id}/stops`, { stops: [south, north, west] })
    expect(other.planned_distance).toBe(2_300 + 3_300 + 2_100 + 500)
  })

  test('follows the mode of the plan, with its multiplier', async () => {
    const car = await planRoute([southOfRiver])
    const slow = await planRoute([southOfRiver], { traffic_options: { mode: 'car', multiplier: 2 } })
    const bicycle = await planRoute([southOfRiver], { traffic_options: { mode: 'bicycle' } })
    const getTime = ({ route }: typeof car) => route.planned_end_time - route.planned_start_time - 60
    expect(getTime(slow)).toBe(2 * getTime(car))
    expect(getTime(bicycle)).toBeGreaterThan(getTime(car))
    expect(bicycle.route.planned_distance).toBe(4_600)
    // No roads were opened for trucks: straight lines, times a factor.
    const truck = await planRoute([southOfRiver], { traffic_options: { mode: 'truck' } })
    expect(truck.route.planned_distance).toBe(Math.round(1_700 * 1.4) * 2)
  })

  test('flags a stop that no road leads to, and still counts the others', async () => {
    // Within reach of the map by its box, but 2.7 km from the last corner.
    const nowhere = townPlace(1_900 + 1_900, 1_900 + 1_900)
    const { route } = await planRoute([southOfRiver, nowhere])
    const [reached, unreachable] = route.stops
    expect(unreachable.optimization_warning).toBe(true)
    expect(unreachable.optimization_warnings.map(({ code }: { code: string }) => code)).toEqual(['unreachable'])
    expect(reached.optimization_warnings).toEqual([])
    expect(route.planned_distance).toBe(2_300)
  })

  test('drives straight lines to places outside the map, on roads all the same between the others, and the log says so', async () => {
    const farAway = townPlace(6_000, 800)
    const { route } = await planRoute([southOfRiver, farAway, northOfRiver])
    const distances = route.stops.map((stop: { distance_to_previous_stop: number }) => stop.distance_to_previous_stop)
    const straight = (from: typeof farAway, to: typeof farAway) => straightLeg(from, to, 'car').meters
    expect(distances).toEqual([2_300, straight(southOfRiver, farAway), straight(farAway, northOfRiver)])
    expect(route.stops.flatMap((stop: { optimization_warnings: unknown[] }) => stop.optimization_warnings)).toEqual([])
    expect(server.logLines.some((line) => line.includes('places outside the map'))).toBe(true)
  })

  test('says how many of its kilometres are straight lines, wherever they stand', async () => {
    const farAway = townPlace(6_000, 800)
    const today = async () => {
      const headers = { cookie: await server.signIn(own.user_id) }
      return (await server.call('GET', `/app/v1/project/${own.project_id}/today`, { headers })).body
    }
    const { date, straight_meters: others } = await today()
    const places = [southOfRiver, farAway, northOfRiver]
    const { planId, route } = await planRoute(places, { execution_date: date })
    const straight = (from: typeof farAway, to: typeof farAway) => straightLeg(from, to, 'car').meters
    const straight_distance = straight(southOfRiver, farAway) + straight(farAway, northOfRiver)
    expect(route.straight_distance).toBe(straight_distance)
    const figures = { distance: Math.round(route.planned_distance), straight_distance }
    expect((await call('GET', `/app/v1/plan/${planId}/editor`)).figures).toMatchObject(figures)
    const compared = await call('POST', '/app/v1/plans/compare', { plan_ids: [planId] })
    expect(compared[0].figures).toMatchObject(figures)
    const query = { project_id: own.project_id, plan_id: planId }
    const table = (await server.call('GET', '/app/v1/export/routes', { key: own.key, query })).text
    const [titles, cells] = table.split('\r\n').map((line) => line.split(','))
    const kilometers = Math.round(straight_distance / 10) / 100
    expect(Number(cells![titles!.indexOf('Of it straight lines (km)')])).toBe(kilometers)
    expect((await today()).straight_meters).toBe((others ?? 0) + straight_distance)
    const sheets = await server.app.inject({
      method: 'POST',
      url: `/app/v1/plan/${planId}/route_sheets?private_key=${own.key}`,
    })
    expect(readPaper(sheets.rawPayload)).toMatch(/[\d.]+ km \(partly straight lines\)/)
    const onRoads = await call('PUT', `/v2/route/${route.id}/stops`, { stops: [route.stops[0].id] })
    expect(onRoads).not.toHaveProperty('straight_distance')
    expect(onRoads.stops[0]).not.toHaveProperty('is_straight_to_previous_stop')
    expect((await today()).straight_meters).toBe(others)
  })
})

describe('ways that are straight lines among others on roads', () => {
  const farAway = townPlace(6_000, 800)

  test('are told leg by leg, to the program and to the driver', async () => {
    const { route } = await planRoute([southOfRiver, farAway, northOfRiver, townPlace(0, 1_500)])
    const straight = (name: string) => route.stops.map((stop: Record<string, boolean>) => stop[name] ?? false)
    expect(straight('is_straight_to_previous_stop')).toEqual([false, true, true, false])
    expect(straight('is_straight_to_next_stop')).toEqual([true, true, false, false])
    await call('PUT', `/v2/route/${route.id}`, { email: 'driver@example.test' })
    const { public_link } = await call('POST', `/v2/route/${route.id}/dispatch`)
    const headers = { authorization: `Bearer ${public_link.split('/d/')[1]}` }
    const driven = (await server.call('GET', '/driver/v1/route', { headers })).body
    expect(driven.stops.map((stop: Record<string, boolean>) => stop.is_straight_to_previous_stop ?? false)).toEqual(
      straight('is_straight_to_previous_stop'),
    )
  })

  test('are told of an edit before it is made, and of the days that were', async () => {
    const { planId, route } = await planRoute([southOfRiver], { execution_date: '2026-02-02' })
    const [far] = await call('POST', '/v2/stops', [{ location: farAway, duration: 60 }], { plan_id: planId })
    const moves = [{ stop_ids: [far.id], route_id: route.id, after_stop_id: route.stops[0].id }]
    const edit = await call('POST', `/app/v1/plan/${planId}/move/preview`, { moves })
    const [{ before, after }] = edit.effects
    const added = straightLeg(southOfRiver, farAway, 'car').meters + straightLeg(farAway, townPlace(0, 0), 'car').meters
    expect(before).not.toHaveProperty('straight_distance')
    expect(after.straight_distance).toBe(added)
    await call('POST', `/app/v1/plan/${planId}/move`, { moves })
    const days = { from: '2026-02-02', to: '2026-02-02', seconds: 1 }
    const { id } = await call('POST', `/app/v1/project/${own.project_id}/replays`, days)
    const read = () => call('GET', `/app/v1/replay/${id}`)
    await until('the replay', async () => (await read()).state === 'ready', 60)
    const replay = await read()
    expect(replay.days[0].before.straight_distance).toBe(added)
    expect(replay.before.straight_distance).toBe(added)
    expect(replay.assumptions.roads).toBe(false)
    const file = (await server.call('GET', `/app/v1/replay/${id}/export`, { key: own.key })).text
    const [titles, cells] = file.split('\r\n').map((line) => line.split(','))
    expect(Number(cells![titles!.indexOf('Of it straight lines (km)')])).toBeCloseTo(added / 1_000, 1)
  })
})

describe('what one more stop would add', () => {
  const farAway = townPlace(6_000, 800)
  const depot = townPlace(0, 0)
  const straight = (from: typeof farAway, to: typeof farAway) => straightLeg(from, to, 'car').meters

  test('is told with its straight lines where a stop waits, and none where roads lead there', async () => {
    const { planId } = await planRoute([southOfRiver])
    const waiting = [farAway, northOfRiver].map((location) => ({ location, duration: 60 }))
    const [far, near] = await call('POST', '/v2/stops', waiting, { plan_id: planId })
    const [vehicle] = (await call('GET', `/app/v1/stop/${far.id}/why`)).vehicles
    expect(vehicle.straight_distance).toBe(straight(southOfRiver, farAway) + straight(farAway, depot))
    const [onRoads] = (await call('GET', `/app/v1/stop/${near.id}/why`)).vehicles
    expect(onRoads.added_distance).toBeGreaterThan(0)
    expect(onRoads).not.toHaveProperty('straight_distance')
  })

  test('is told with each slot', async () => {
    const day = '2026-03-04'
    await planRoute([southOfRiver], { execution_date: day })
    const find = async (location: typeof farAway) => {
      const stop = { location, duration: 60 }
      const question = { from: day, to: day, windows: [[28_800, 61_200]], stop }
      return (await call('POST', `/app/v1/project/${own.project_id}/slots`, question)).slots[0]
    }
    expect((await find(farAway)).straight_distance).toBe(straight(southOfRiver, farAway) + straight(farAway, depot))
    expect(await find(northOfRiver)).not.toHaveProperty('straight_distance')
  })

  test('is told in the figures of a week', async () => {
    const { key, project_id } = await server.createAccount()
    const ask = async (method: string, path: string, body?: unknown, query: Record<string, string> = {}) =>
      (await server.call(method, path, { key, body, query })).body
    const van = { label: 'Van', default_start_location: depot, default_end_location: depot }
    await ask('POST', '/v3/vehicles', [{ ...van, default_time_window: [28_800, 57_600] }], { project_id })
    const orders = [southOfRiver, farAway].map((location) => ({ stop: { location, duration: 60 } }))
    await ask('POST', `/app/v1/project/${project_id}/backlog`, orders)
    const asked = { from: '2026-03-09', days: 1, seconds: 1 }
    const { id } = await ask('POST', `/app/v1/project/${project_id}/week_plans`, asked)
    const read = () => ask('GET', `/app/v1/week_plan/${id}`)
    await until('the week', async () => (await read()).state === 'ready')
    const [{ before, after }] = (await read()).proposed
    expect(before).not.toHaveProperty('straight_distance')
    expect(after).toMatchObject({
      stops: 2,
      straight_distance: straight(southOfRiver, farAway) + straight(farAway, depot),
    })
    expect(after.straight_distance).toBeLessThan(after.distance)
  })
})

describe('a route of a vehicle for which no roads are known', () => {
  test('is marked as straight lines as a whole, on paper and in tables as well', async () => {
    const { planId, route } = await planRoute([southOfRiver], { traffic_options: { mode: 'truck' } })
    expect(route).toMatchObject({ is_off_roads: true })
    expect(route).not.toHaveProperty('straight_distance')
    expect(route.stops[0]).toMatchObject({ is_straight_to_previous_stop: true, is_straight_to_next_stop: true })
    const { figures } = await call('GET', `/app/v1/plan/${planId}/editor`)
    expect(figures.straight_distance).toBe(figures.distance)
    const sheets = await server.app.inject({
      method: 'POST',
      url: `/app/v1/plan/${planId}/route_sheets?private_key=${own.key}`,
    })
    expect(readPaper(sheets.rawPayload)).toMatch(/[\d.]+ km \(straight lines\)/)
    const query = { project_id: own.project_id, plan_id: planId }
    const table = (await server.call('GET', '/app/v1/export/routes', { key: own.key, query })).text
    const [titles, cells] = table.split('\r\n').map((line) => line.split(','))
    const find = (title: string) => cells![titles!.indexOf(title)]
    expect(find('Of it straight lines (km)')).toBe(find('Planned distance (km)'))
  })
})

describe('a driver under way', () => {
  test('is expected by the roads from where he was seen last', async () => {
    const { route } = await planRoute([northOfRiver])
    await call('PUT', `/v2/route/${route.id}`, { email: 'driver@example.test' })
    const { public_link } = await call('POST', `/v2/route/${route.id}/dispatch`)
    const headers = { authorization: `Bearer ${public_link.split('/d/')[1]}` }
    const drive = (path: string, body?: object) => server.call('POST', `/driver/v1${path}`, { headers, body })
    expect((await drive('/start')).status).toBe(200)
    const secondsUntilArrival = async (place: { lat: number; lng: number }) => {
      server.clock.advanceSeconds(30)
      const now = server.clock.now()
      const answer = await drive('/positions', { positions: [{ ...place, recorded_at: now.toISOString() }] })
      expect(answer.status, answer.text).toBe(200)
      const [stop] = (await call('GET', `/v2/route/${route.id}`)).stops
      return (Date.parse(stop.estimated_arrival_time) - now.getTime()) / 1_000
    }
    // 300 m away over the water, 3.3 km over the bridge.
    expect(await secondsUntilArrival(southOfRiver)).toBeGreaterThan(3_300 / (50 / 3.6) - 1)
    expect(await secondsUntilArrival(townPlace(1_200, 1_100))).toBeLessThan(60)
  })

  test('has driven the roads between his positions, and followed the planned track as far as he did', async () => {
    const { route } = await planRoute([southOfRiver, northOfRiver])
    await call('PUT', `/v2/route/${route.id}`, { email: 'driver@example.test' })
    const { public_link } = await call('POST', `/v2/route/${route.id}/dispatch`)
    const headers = { authorization: `Bearer ${public_link.split('/d/')[1]}` }
    const drive = (path: string, body?: object) => server.call('POST', `/driver/v1${path}`, { headers, body })
    expect((await drive('/start')).status).toBe(200)
    const send = async (...places: { lat: number; lng: number }[]) => {
      const positions = places.map((place) => {
        server.clock.advanceSeconds(60)
        return { ...place, recorded_at: server.clock.now().toISOString() }
      })
      expect((await drive('/positions', { positions })).status).toBe(200)
      return call('GET', `/v2/route/${route.id}`)
    }
    const report = async (index: number) => {
      server.clock.advanceSeconds(10)
      await call('POST', `/v3/stop/${route.stops[index].id}/report`, { type: 'service_report_completed' })
      return call('GET', `/v2/route/${route.id}`)
    }
    // Some metres off the street, without its corners: along the south, then up to the first stop.
    expect((await send(townPlace(4, -6), townPlace(700, 5))).distance_traveled).toBeCloseTo(696, -2)
    await send(townPlace(1_504, 400), townPlace(1_496, 795))
    const first = await report(0)
    expect(first.distance_traveled).toBeCloseTo(2_300, -2)
    expect(first.tracing_percent).toBeGreaterThan(0)
    // No position for 3 km: it must have crossed the bridge, since there is no other way.
    server.clock.advanceSeconds(240)
    const crossed = await send(townPlace(1_495, 1_102))
    expect(crossed.distance_traveled).toBeCloseTo(5_600, -2)
    expect(await report(1)).toMatchObject({ distance_traveled: crossed.distance_traveled })
    // A receiver's jump of 20 km, told in one second, and kept in a tunnel until now.
    server.clock.advanceSeconds(60)
    const at = (second: number) => new Date(server.clock.now().getTime() - 40_000 + second * 1_000).toISOString()
    const jump = [
      { ...townPlace(1_495, 1_102), recorded_at: at(0) },
      { ...townPlace(20_000, 1_102), recorded_at: at(1) },
      { ...townPlace(1_495, 1_102), recorded_at: at(2) },
    ]
    expect((await drive('/positions', { positions: jump })).status).toBe(200)
    const after = await call('GET', `/v2/route/${route.id}`)
    expect(after.distance_traveled).toBe(crossed.distance_traveled)
  })
})

describe('an optimization on the roads', () => {
  test('visits one bank after the other, and its times are those of its routes', async () => {
    const bank = (north: number) => [300, 700, 1_100, 1_500].map((east) => townPlace(east, north))
    const { id } = await call('POST', '/v2/plan', { execution_date: '2026-03-02' }, { project_id: own.project_id })
    const depot = townPlace(1_000, 900)
    await call('POST', '/v2/routes', [{ start_location: depot, end_location: depot, time_window: [28_800, 61_200] }], {
      plan_id: id,
    })
    const stops = bank(900).flatMap((location, index) => [
      { label: 'south', location, duration: 60 },
      { label: 'north', location: bank(1_000)[index]!, duration: 60 },
    ])
    await call('POST', '/v2/stops', stops, { plan_id: id })
    const plan = await call('POST', `/v2/plan/${id}/optimize`)
    const labels: string[] = plan.routes[0].stops.map((stop: { label: string }) => stop.label)
    const changes = labels.filter((label, index) => index > 0 && label !== labels[index - 1]).length
    expect(changes).toBeLessThanOrEqual(2)
    // East 1 km, back to the bridge at 0, north, east 1.5 km and home again.
    expect(plan.routes[0].planned_distance).toBeLessThan(6_800)
    expect(plan.stops.flatMap((stop: { optimization_warnings: unknown[] }) => stop.optimization_warnings)).toEqual([])
    const again = await call('POST', `/v2/plan/${id}/optimize`)
    expect(again.routes[0].planned_distance).toBeLessThanOrEqual(plan.routes[0].planned_distance)
  })

  test('leaves out a stop that no road leads to, with the reason, and places the others', async () => {
    const { id } = await call('POST', '/v2/plan', { execution_date: '2026-03-02' }, { project_id: own.project_id })
    const depot = townPlace(0, 0)
    await call('POST', '/v2/routes', [{ start_location: depot, end_location: depot }], { plan_id: id })
    const places = [southOfRiver, townPlace(3_800, 3_800), northOfRiver]
    const stops = await call(
      'POST',
      '/v2/stops',
      places.map((location) => ({ location, duration: 60 })),
      { plan_id: id },
    )
    const plan = await call('POST', `/v2/plan/${id}/optimize`)
    const [left, ...others] = plan.stops.filter((stop: { route_id?: string }) => !stop.route_id)
    expect(others).toEqual([])
    expect(left.id).toBe(stops[1].id)
    expect(left.optimization_warnings.map(({ code }: { code: string }) => code)).toEqual(['unreachable'])
    expect(plan.routes[0].stops).toHaveLength(2)
  })
})
