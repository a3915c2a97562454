// Rows to problem: what stays, what may move, and that any plan at all becomes a problem whose solution passes the checker.
import { solve } from '@routewright/solver'
import { describe, expect, test } from 'vitest'
import type { PlanRow } from '../../data/plan-table.ts'
import type { RouteRow } from '../../data/route-table.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { straightLines } from '../../geography/travel/straight-lines.ts'
import { newRoute } from '../routes/new-routes.ts'
import { evaluateRoute } from './evaluate-route.ts'
import { createPlanProblem, type Freedom, type PlanPicture, withTravel } from './plan-problem.ts'
import { planSettings } from './settings.ts'
import { listFaults } from './solution-faults.ts'

const noSettings = { optimizer_config: null, traffic_options: null }
const settings = planSettings(noSettings, { ...noSettings, timezone: 'UTC' })
const scope = { now: new Date('2026-03-02T08:00:00Z'), organizationId: 'o', projects: 'all', actor: { type: 'system' } }
const plan = { id: 'plan', project_id: 'project' } as PlanRow

function routeRow(id: string, values: Partial<RouteRow> = {}): RouteRow {
  return { ...newRoute(scope as never, plan, undefined, {}, 0), id, ...values }
}

function stopRow(id: string, values: Partial<StopRow> = {}): StopRow {
  const row: Partial<StopRow> = {
    id,
    plan_id: 'plan',
    route_id: null,
    pickup_id: null,
    cluster: null,
    kind: null,
    apart_from: [],
    type: 'delivery',
    status: 'pending',
    location: { lat: 47.1, lng: 9.5 },
    duration: null,
    requires: [],
    time_windows: [],
    reward: null,
    weight: null,
    volume: null,
    max_delivery_time: null,
    order: null,
    finished_at: null,
    planned_departure_time: null,
    distance_to_previous_stop: null,
    optimization_warnings: [],
  }
  return { ...row, ...values } as StopRow
}

function picture(values: Partial<PlanPicture>): PlanPicture {
  return {
    settings,
    zones: [],
    nowSeconds: 36_000,
    isLive: false,
    routes: [],
    unassigned: [],
    withPackages: new Set(),
    freedom: 'rebuild',
    ...values,
  }
}

const on = (route: RouteRow, ...stops: StopRow[]) => ({
  route,
  stops: stops.map((stop, order) => ({ ...stop, route_id: route.id, order })),
})

describe('what stays', () => {
  test('locked and finished routes are no part of the problem', () => {
    const routes = [
      on(routeRow('a', { is_locked: true }), stopRow('s1')),
      on(routeRow('b', { status: 'finished' }), stopRow('s2', { status: 'completed' })),
      on(routeRow('c'), stopRow('s3')),
    ]
    const problem = createPlanProblem(picture({ routes }))
    expect(problem.routeRows.map(({ id }) => id)).toEqual(['c'])
    expect(problem.stopRows.map(({ id }) => id)).toEqual(['s3'])
  })

  test('of a route under way the first pending stop is next and the others stay aboard', () => {
    const done = stopRow('done', { status: 'completed', location: { lat: 47.2, lng: 9.6 }, finished_at: scope.now })
    const route = routeRow('a', { status: 'in_transit', time_window: [28_800, 61_200], planned_start_time: 28_900 })
    const problem = createPlanProblem(
      picture({ isLive: true, routes: [on(route, done, stopRow('s1'), stopRow('s2'), stopRow('s3'))] }),
    )
    const [vehicle] = problem.vehicles
    expect(vehicle).toMatchObject({ pinnedPrefix: [0], pinned: [1, 2], departureSeconds: 36_000 })
    expect(vehicle!.spent).toMatchObject({ services: 1, seconds: 7_100 })
    expect(problem.points[vehicle!.startLocation!]).toEqual({ lat: 47.2, lng: 9.6 })
  })

  test('a newer position than the last finished stop is where the route goes on', () => {
    const done = stopRow('done', { status: 'completed', finished_at: new Date('2026-03-02T09:00:00Z') })
    const place = (minute: string) => {
      const last_position = { lat: 47.3, lng: 9.7, created_at: `2026-03-02T${minute}:00Z` }
      const route = routeRow('a', { status: 'in_transit', last_position })
      const problem = createPlanProblem(picture({ isLive: true, routes: [on(route, done, stopRow('s1'))] }))
      return problem.points[problem.vehicles[0]!.startLocation!]
    }
    expect(place('09:01')).toEqual({ lat: 47.3, lng: 9.7, isVehicle: true })
    expect(place('08:59')).toEqual({ lat: 47.1, lng: 9.5 })
  })

  test('unassigned goods may join no route under way; visits, pickups and stops without load may', () => {
    const routes = [on(routeRow('a', { status: 'in_transit' })), on(routeRow('b'))]
    const unassigned = [
      stopRow('heavy', { weight: 3 }),
      stopRow('parcels'),
      stopRow('light'),
      stopRow('visit', { type: 'visit', weight: 3 }),
      stopRow('pickup', { type: 'pickup', weight: 3 }),
      stopRow('collected on the way', { weight: 3, pickup_id: 'pickup' }),
    ]
    const withPackages = new Set(['parcels'])
    const { stops, stopRows } = createPlanProblem(picture({ isLive: true, routes, unassigned, withPackages }))
    const forbidden = stopRows.filter((_, index) => stops[index]!.forbiddenVehicles?.includes(0))
    expect(forbidden.map(({ id }) => id)).toEqual(['heavy', 'parcels'])
  })
})

describe('links', () => {
  test('to what the optimizer may not touch leave a free stop out, with the reason', () => {
    const locked = on(
      routeRow('a', { is_locked: true }),
      stopRow('p', { type: 'pickup' }),
      stopRow('m', { cluster: 'c' }),
    )
    const unassigned = [stopRow('delivery', { pickup_id: 'p' }), stopRow('mate', { cluster: 'c' }), stopRow('free')]
    const problem = createPlanProblem(picture({ routes: [locked, on(routeRow('b'))], unassigned }))
    expect(Object.fromEntries(problem.refused)).toEqual({ delivery: 'pickup_unassigned', mate: 'cluster' })
    expect(problem.stopRows.map(({ id }) => id)).toEqual(['free'])
  })

  test('goods that were picked up stay with the route that has them', () => {
    const route = routeRow('a', { status: 'in_transit', planned_start_time: 30_000 })
    const pickup = stopRow('p', { type: 'pickup', status: 'completed', planned_departure_time: 34_000 })
    const unassigned = [stopRow('d', { pickup_id: 'p', weight: 2, max_delivery_time: 5_000 })]
    const routes = [on(routeRow('b')), on(route, pickup)]
    const { stops } = createPlanProblem(picture({ isLive: true, routes, unassigned }))
    expect(stops[0]).toMatchObject({ allowedVehicles: [1], maxRideSeconds: 3_000 })
  })

  test('stops stand in the order of their ids, wherever they are assigned', () => {
    const route = routeRow('a')
    const routes = [on(route, stopRow('3'), stopRow('1'))]
    const { stopRows } = createPlanProblem(picture({ routes, unassigned: [stopRow('2')] }))
    expect(stopRows.map(({ id }) => id)).toEqual(['1', '2', '3'])
  })

  test("a pickup's own load beyond that of its deliveries stays aboard", () => {
    const unassigned = [
      stopRow('1', { type: 'pickup', weight: 10 }),
      stopRow('2', { pickup_id: '1', weight: 3 }),
      stopRow('3', { pickup_id: '1', weight: 4 }),
    ]
    const routes = [on(routeRow('a', { max_weight: 10 }))]
    const { stops, vehicles } = createPlanProblem(picture({ routes, unassigned }))
    const unit = vehicles[0]!.capacity![0]! / 10
    expect(stops.map((stop) => (stop.collected ?? stop.delivered)![0]! / unit)).toEqual([3, 3, 4])
  })
})

describe('vehicles', () => {
  test('that travel alike share a way, and ways with the same times a profile', async () => {
    const high = { mode: 'van', height: 2.8 } as const
    const routes = [routeRow('a'), routeRow('b', { travel: high }), routeRow('c'), routeRow('d', { travel: high })]
    const planProblem = createPlanProblem(
      picture({ routes: routes.map((route) => on(route)), unassigned: [stopRow('s')] }),
    )
    expect(planProblem.ways).toEqual([
      { mode: 'car', needs: {} },
      { mode: 'van', needs: { size: { heightMeters: 2.8 } } },
    ])
    const [times, others] = [
      await straightLines.matrix(planProblem.points, 'car'),
      await straightLines.matrix(planProblem.points, 'truck'),
    ]
    const listProfiles = (matrices: (typeof times)[]) =>
      withTravel(planProblem, matrices).vehicles.map(({ profile }) => profile)
    expect(listProfiles([times, others])).toEqual([0, 1, 0, 1])
    expect(listProfiles([times, times])).toEqual([0, 0, 0, 0])
    expect(withTravel(planProblem, [times, times]).profiles).toHaveLength(1)
  })

  test('are under way in their working hours on the day of the plan, and avoid what it avoids unless they say otherwise', () => {
    const plan = { ...noSettings, traffic_options: { avoid: ['tolls'] }, execution_date: new Date('2026-07-04') }
    const settings = planSettings(plan, { ...noSettings, timezone: 'UTC' })
    const early = {
      time_window: [21_600, 39_600] as [number, number],
      travel: { weight: 3_500, avoid: ['unpaved' as const] },
    }
    const routes = [on(routeRow('a')), on(routeRow('b', early))]
    expect(createPlanProblem(picture({ settings, routes })).ways).toEqual([
      { mode: 'car', needs: { avoid: ['tolls'] }, day: { date: '2026-07-04', fromSeconds: 28_800, toSeconds: 64_800 } },
      {
        mode: 'car',
        needs: { size: { weightTons: 3.5 }, avoid: ['unpaved'] },
        day: { date: '2026-07-04', fromSeconds: 21_600, toSeconds: 39_600 },
      },
    ])
  })
})

describe('any plan', () => {
  const seeds = Array.from({ length: Number(process.env.PLAN_SEEDS ?? 60) }, (_, index) => index + 1)

  test.each(seeds)('%i becomes a problem whose solution passes the checker', async (seed) => {
    const random = createPlanPicture(seed)
    const planProblem = createPlanProblem(random)
    const problem = withTravel(planProblem, [await straightLines.matrix(planProblem.points, 'car')])
    const { solution } = solve(problem, { iterations: 60, seed })
    expect(listFaults(problem, solution)).toEqual([])
    const placed = solution.routes.flatMap((route) => route.stops).length
    expect(placed + solution.unassigned.length).toBe(planProblem.stopRows.length)
    for (const one of random.routes) {
      const times = await evaluateRoute(one, random, straightLines)
      expect([...times.stops.keys()]).toEqual(one.stops.map(({ id }) => id))
      for (const { id, status, location } of one.stops) {
        if (status !== 'pending') continue
        expect(times.stops.get(id)!.planned_arrival_time === null).toBe(location === null)
      }
    }
  })
})

describe('room for breaks', () => {
  const pause = { start: 41_400, end: 48_600, duration: 1_800 }
  const steps: [number, number][] = [
    [42_300, 0.05],
    [42_900, 0.17],
  ]
  const found = { ...pause, state: 'learned' as const, routes: 40, days: 4, breaks: 30, last_seen: '2026-03-02', steps }
  const uses = { uses_service_times: true, break_shares: [found] }
  const breaksWith = (learning: object, slack: number, values: Partial<RouteRow> = {}) => {
    const project = { ...noSettings, timezone: 'UTC', learning }
    const own = planSettings({ optimizer_config: { slack }, traffic_options: null }, project)
    const route = routeRow('r', { vehicle: { break: pause }, ...values })
    return createPlanProblem(picture({ settings: own, routes: [{ route, stops: [stopRow('s')] }] })).vehicles[0]!.breaks
  }

  test('is asked for by what past days tell of breaks with the same hours', () => {
    const plain = { earliestSeconds: 41_400, latestSeconds: 48_600, durationSeconds: 1_800 }
    expect(breaksWith(uses, 0.25)).toEqual([{ ...plain, takenShares: steps }])
    const other = { ...pause, start: 43_200 }
    expect(breaksWith(uses, 0.25, { vehicle: { break: other } })).toEqual([{ ...plain, earliestSeconds: 43_200 }])
  })

  test.each([
    ['without slack', uses, 0, {}],
    ['where the project does not use learned times', { break_shares: [found] }, 0.25, {}],
    ['where it is switched off', { ...uses, uses_break_room: false }, 0.25, {}],
    ['where too little is known', { ...uses, break_shares: [{ ...found, state: 'thin', steps: [] }] }, 0.25, {}],
    ['where the law asks for breaks', uses, 0.25, { driving_rules: { law: 'eu' } }],
  ] as const)('is not asked for %s', (_, learning, slack, values) => {
    for (const one of breaksWith(learning, slack, values as Partial<RouteRow>) ?? [])
      expect(one).not.toHaveProperty('takenShares')
  })
})

/** A plan of every kind of rule and state, mixed at random; the same seed gives the same plan. */
function createPlanPicture(seed: number): PlanPicture {
  let state = seed * 2_654_435_761
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const chance = (share: number) => random() < share
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1))
  const place = () => (chance(0.05) ? null : { lat: 47 + random() / 5, lng: 9.4 + random() / 5 })
  const isLive = chance(0.4)
  const routes = Array.from({ length: between(1, 4) }, (_, index) => {
    const isInTransit = isLive && (index === 0 || chance(0.4))
    const start = between(0, 36_000)
    return routeRow(`r${index}`, {
      status: isInTransit ? 'in_transit' : chance(0.1) ? 'finished' : 'not_started',
      is_locked: chance(0.1),
      start_location: place(),
      end_location: chance(0.7) ? place() : null,
      time_window: chance(0.7) ? [start, start + between(3_600, 40_000)] : null,
      planned_start_time: isInTransit && chance(0.7) ? start : null,
      vehicle: chance(0.4) ? { break: { start: 40_000, end: 50_000, duration: between(600, 9_000) } } : null,
      max_weight: chance(0.5) ? between(0, 40) : null,
      max_volume: chance(0.3) ? random() * 3 : null,
      max_services: chance(0.3) ? between(0, 8) : null,
      max_time: chance(0.2) ? between(0, 30_000) : null,
      min_time: chance(0.1) ? between(0, 10_000) : null,
      max_distance: chance(0.2) ? random() * 90_000 : null,
      min_distance: chance(0.1) ? random() * 10_000 : null,
      provides: chance(0.5) ? ['cold'] : [],
      geo_fences: chance(0.5) ? ['zone'] : [],
      price_per_minute: chance(0.2) ? 0.5 : null,
      price_per_distance: chance(0.2) ? 1.2 : null,
      toll_price: chance(0.1) ? 30 : null,
    })
  })
  const stops: StopRow[] = Array.from({ length: between(0, 18) }, (_, index) => {
    const opens = between(20_000, 60_000)
    const route = chance(0.6) ? routes[between(0, routes.length - 1)]! : undefined
    const isExecuted = route?.status === 'finished' || (route?.status === 'in_transit' && chance(0.3))
    return stopRow(`s${index}`, {
      route_id: route?.id ?? null,
      type: chance(0.2) ? 'pickup' : chance(0.1) ? 'visit' : 'delivery',
      status: isExecuted ? (chance(0.7) ? 'completed' : 'canceled') : 'pending',
      finished_at: isExecuted ? scope.now : null,
      location: place(),
      duration: chance(0.5) ? between(0, 1_800) : null,
      requires: chance(0.2) ? ['cold'] : [],
      time_windows: chance(0.4)
        ? [
            [opens, opens + 3_600],
            [opens + 3_600, opens + 9_000],
          ]
        : [],
      weight: chance(0.5) ? random() * 12 : null,
      volume: chance(0.3) ? random() : null,
      cluster: chance(0.15) ? `c${between(0, 1)}` : null,
      reward: chance(0.2) ? between(0, 100) : null,
      max_delivery_time: chance(0.2) ? between(0, 12_000) : null,
    })
  })
  const pickups = stops.filter((stop) => stop.type === 'pickup')
  for (const stop of stops) {
    if (stop.type === 'delivery' && pickups.length > 0 && chance(0.4)) {
      stop.pickup_id = pickups[between(0, pickups.length - 1)]!.id
    }
  }
  const config = {
    max_wait_time: chance(0.3) ? between(0, 7_200) : 3_600,
    allow_late: chance(0.2),
    balance_services: chance(0.2),
    minimise_vehicles: chance(0.2),
    use_distance: chance(0.2),
    time_span_coefficient: chance(0.1) ? 2 : 0,
    ...(chance(0.2) ? { drop_penalty: 3_000 } : {}),
  }
  return picture({
    settings: planSettings({ ...noSettings, optimizer_config: config }, { ...noSettings, timezone: 'UTC' }),
    zones: chance(0.3)
      ? [
          {
            id: 'zone',
            polygon: [
              [9.4, 47],
              [9.5, 47],
              [9.5, 47.1],
              [9.4, 47.1],
            ],
          },
        ]
      : [],
    nowSeconds: between(-20_000, 150_000),
    isLive,
    routes: routes.map((route) => ({ route, stops: stops.filter((stop) => stop.route_id === route.id) })),
    unassigned: stops.filter((stop) => stop.route_id === null && stop.status === 'pending'),
    withPackages: new Set(stops.filter(() => chance(0.2)).map((stop) => stop.id)),
    freedom: (['rebuild', 'keep_assignment'] as Freedom[])[between(0, 1)]!,
  })
}
