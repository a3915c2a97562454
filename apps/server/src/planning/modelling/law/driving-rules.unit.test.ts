// Laws on driving and working time in the problem: whose value applies, what the log leaves, work already done, and any plan at all.
import { check, evaluate, solve } from '@routewright/solver'
import { describe, expect, test } from 'vitest'
import type { DriverRow } from '../../../data/driver-table.ts'
import type { PlanRow } from '../../../data/plan-table.ts'
import type { RouteRow } from '../../../data/route-table.ts'
import type { StopRow } from '../../../data/stop-table.ts'
import type { DrivingLogValue, DrivingRulesValue } from '../../../data/values.ts'
import { straightLines } from '../../../geography/travel/straight-lines.ts'
import { newRoute } from '../../routes/new-routes.ts'
import { evaluateRoute } from '../evaluate-route.ts'
import { createPlanProblem, type PlanPicture, withTravel } from '../plan-problem.ts'
import { driversOfDay } from '../route-drivers.ts'
import { planSettings } from '../settings.ts'
import { recordSoFar } from './driven-so-far.ts'

const date = '2026-03-02'
const noSettings = { optimizer_config: null, traffic_options: null }
const scope = { now: new Date('2026-03-02T08:00:00Z'), organizationId: 'o', projects: 'all', actor: { type: 'system' } }
const plan = { id: 'plan', project_id: 'project' } as PlanRow
const hour = 3_600
const depot = { lat: 47.1, lng: 9.5 }

const settingsWith = (driving_rules: DrivingRulesValue | null = null) =>
  planSettings(
    { ...noSettings, execution_date: new Date(`${date}T00:00:00Z`) },
    { ...noSettings, timezone: 'UTC', driving_rules },
  )

const routeRow = (id: string, values: Partial<RouteRow> = {}): RouteRow => ({
  ...newRoute(scope as never, plan, undefined, {}, 0),
  id,
  vehicle_id: id,
  start_location: depot,
  end_location: depot,
  time_window: [5 * hour, 30 * hour],
  ...values,
})

const stopRow = (id: string, values: Partial<StopRow> = {}): StopRow =>
  ({
    id,
    plan_id: 'plan',
    route_id: null,
    pickup_id: null,
    cluster: null,
    kind: null,
    apart_from: [],
    type: 'visit',
    status: 'pending',
    location: depot,
    duration: null,
    requires: [],
    time_windows: [],
    reward: null,
    weight: null,
    volume: null,
    max_delivery_time: null,
    order: null,
    finished_at: null,
    arrived_at: null,
    planned_arrival_time: null,
    planned_departure_time: null,
    distance_to_previous_stop: null,
    optimization_warnings: [],
    ...values,
  }) as StopRow

const picture = (values: Partial<PlanPicture>): PlanPicture => ({
  settings: settingsWith(),
  zones: [],
  nowSeconds: 0,
  isLive: false,
  routes: [],
  unassigned: [],
  withPackages: new Set(),
  freedom: 'rebuild',
  ...values,
})

const findRules = (route: RouteRow, values: Partial<PlanPicture> = {}) =>
  createPlanProblem(picture({ routes: [{ route, stops: [] }], ...values })).vehicles[0]!.drivingRules

const findLeast = (rules: ReturnType<typeof findRules>, counts: 'driving' | 'work' | 'span') =>
  Math.min(...rules!.limits!.filter((limit) => limit.counts === counts).map((limit) => limit.seconds)) / hour

describe('whose value holds', () => {
  const eu: DrivingRulesValue = { law: 'eu' }
  const plain: DrivingRulesValue = { law: 'plain', counts: 'work', after: 7_200, duration: 900 }

  test('without any there are no rules', () => {
    expect(findRules(routeRow('a'))).toBeUndefined()
    expect(findRules(routeRow('a'), { settings: settingsWith({ law: 'none' }) })).toBeUndefined()
  })

  test("the driver's beats the route's, which beats the project's", () => {
    const settings = settingsWith({ law: 'us' })
    const first = (rules: ReturnType<typeof findRules>) => rules?.breaks?.[0]?.afterSeconds
    const drivers = (driving_rules: DrivingRulesValue) =>
      driversOfDay(
        date,
        [
          {
            id: 'p',
            label: 'p',
            archived: false,
            usual_vehicle_id: 'a',
            provides: [],
            shifts: [],
            absences: [],
            cost_per_hour: null,
            cost_per_day: null,
            driving_rules,
            driving_log: null,
          } as unknown as DriverRow,
        ],
        [],
      )
    expect(first(findRules(routeRow('a'), { settings }))).toBe(8 * hour)
    expect(first(findRules(routeRow('a', { driving_rules: eu }), { settings }))).toBe(4.5 * hour)
    expect(first(findRules(routeRow('a', { driving_rules: eu }), { settings, drivers: drivers(plain) }))).toBe(2 * hour)
    const free = routeRow('a', { driving_rules: eu })
    expect(findRules(free, { settings, drivers: drivers({ law: 'none' }) })).toBeUndefined()
  })

  test('a plain rule says what it leaves out by the usual', () => {
    expect(findRules(routeRow('a', { driving_rules: { law: 'plain' } }))!.breaks).toMatchObject([
      { counts: 'driving', afterSeconds: 4.5 * hour, breakSeconds: 45 * 60 },
    ])
  })
})

describe('what the log leaves', () => {
  const left = (driving_log: DrivingLogValue, law: DrivingRulesValue['law'] = 'eu') =>
    findRules(routeRow('a', { driving_rules: { law }, driving_log }))

  test('of its day counts on that day only, what is left of the week until Sunday', () => {
    const log = { driving_left_today: 3 * hour, driving_left_week: 20 * hour, work_left_week: 15 * hour }
    const rules = left({ date, ...log })
    expect([findLeast(rules, 'driving'), findLeast(rules, 'work')]).toEqual([3, 15])
    const earlier = left({ date: '2026-03-01', ...log })
    expect([findLeast(earlier, 'driving'), findLeast(earlier, 'work')]).toEqual([9, 60])
    const settings = planSettings(
      { ...noSettings, execution_date: new Date('2026-03-05T00:00:00Z') },
      { ...noSettings, timezone: 'UTC' },
    )
    const log2 = { date, ...log, driving_left_week: 4 * hour }
    const later = findRules(routeRow('a', { driving_rules: { law: 'eu' }, driving_log: log2 }), { settings })
    expect([findLeast(later, 'driving'), findLeast(later, 'work')]).toEqual([4, 15])
  })

  test('ten hours of driving where they may be used', () => {
    expect(findLeast(left({ date, driving_left_today: 9.5 * hour }), 'driving')).toBe(9.5)
    expect(findLeast(left({ date }), 'driving')).toBe(9)
    expect(findLeast(left({ date, duty_left_today: 8 * hour }, 'us'), 'span')).toBe(8)
  })

  test('what was driven since the last break, and the rest after the last work', () => {
    const rules = left({
      date,
      driving_since_break: 2 * hour,
      first_part_taken: true,
      work_today: hour,
      breaks_today: 900,
      last_duty_end: '2026-03-01T20:00:00.000Z',
    })!
    expect(rules.breaks![0]).toMatchObject({ spentSeconds: 2 * hour, partsTaken: 1 })
    expect(rules.breakTotals![0]).toMatchObject({ spentSeconds: hour, takenSeconds: 900 })
    expect(rules.restUntilSeconds).toBe(7 * hour)
  })
})

describe('what is behind a driver', () => {
  const taken = (from: string, to?: string) => ({
    is_completed: to !== undefined,
    real_start_time: `${date}T${from}:00.000Z`,
    reason: 'driving' as const,
    ...(to && { real_end_time: `${date}T${to}:00.000Z` }),
  })
  const under = (values: Partial<RouteRow>) =>
    routeRow('a', {
      status: 'in_transit',
      start_date: new Date(`${date}T06:00:00Z`),
      planned_start_time: 6 * hour,
      ...values,
    })

  test('is driving between the stops, work at them, and the breaks that were taken', () => {
    const done = stopRow('s', {
      status: 'completed',
      duration: 1_200,
      finished_at: new Date(`${date}T08:00:00Z`),
      planned_arrival_time: 7 * hour,
    })
    const one = { route: under({ breaks: [taken('08:30', '08:50')] }), stops: [done] }
    const record = recordSoFar(one, settingsWith(), date, { untilSeconds: 9.5 * hour, hasClock: true })
    expect(record.filter(({ seconds }) => seconds > 0)).toEqual([
      { kind: 'driving', seconds: 6_000 },
      { kind: 'work', seconds: 1_200 },
      { kind: 'driving', seconds: 1_800 },
      { kind: 'break', seconds: 1_200 },
      { kind: 'driving', seconds: 2_400 },
    ])
  })

  test('a link opened the evening before is no driving', () => {
    const one = { route: under({ start_date: new Date('2026-03-01T20:00:00Z') }), stops: [] }
    const record = recordSoFar(one, settingsWith(), date, { untilSeconds: 7 * hour, hasClock: true })
    expect(record.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(2 * hour)
  })

  test('a break under way is finished before the route goes on', () => {
    const planned = { planned_start_time: 10 * hour, planned_end_time: 10.75 * hour }
    const route = under({ driving_rules: { law: 'eu' }, breaks: [{ ...taken('10:00'), ...planned }] })
    const [vehicle] = createPlanProblem(
      picture({ routes: [{ route, stops: [stopRow('s')] }], nowSeconds: 10.25 * hour, isLive: true }),
    ).vehicles
    expect(vehicle).toMatchObject({ departureSeconds: 10.75 * hour })
    expect(vehicle!.drivingRules!.breaks![0]).toMatchObject({ spentSeconds: 0 })
  })
})

describe('any plan at all', () => {
  test('passes the independent checker, and each route is told with breaks that hold the law', async () => {
    let breaks = 0
    for (let seed = 1; seed <= 30; seed++) {
      const given = randomDay(seed)
      const planProblem = createPlanProblem(given)
      const matrix = await straightLines.matrix(planProblem.points, planProblem.ways[0]!)
      const problem = withTravel(planProblem, [matrix])
      const { solution } = solve(problem, { seed, iterations: 40 })
      expect(check(problem, solution), `seed ${seed}`).toEqual([])
      for (const { vehicle, stops } of solution.routes) {
        if (stops.length === 0) continue
        const route = planProblem.routeRows[vehicle]!
        const rows = stops.map((stop, order) => ({ ...planProblem.stopRows[stop]!, route_id: route.id, order }))
        const times = await evaluateRoute({ route, stops: rows }, given, straightLines)
        expect(evaluate(problem, vehicle, stops).violations, `seed ${seed}`).toEqual([])
        for (const one of times.breaks)
          expect(one).toMatchObject({ law: route.driving_rules!.law, is_completed: false })
        breaks += times.breaks.length
      }
    }
    expect(breaks).toBeGreaterThan(30)
  })
})

/** Stops of a region some hours wide, three vans under one law each, with logs of which some are nearly used up. */
function randomDay(seed: number): PlanPicture {
  let state = seed * 7_919
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  const laws = ['eu', 'us', 'plain'] as const
  const routes = laws.map((law, index) => ({
    route: routeRow(`r${index}`, {
      driving_rules: { law, ...(law === 'plain' && { counts: 'work' as const, after: 3 * hour, duration: 1_800 }) },
      driving_log: {
        date,
        driving_since_break: Math.round(random() * 3 * hour),
        driving_left_today: Math.round((4 + random() * 6) * hour),
        work_left_week: Math.round((6 + random() * 20) * hour),
      },
    }),
    stops: [],
  }))
  const unassigned = Array.from({ length: 10 }, (_, index) =>
    stopRow(`s${index}`, {
      location: { lat: 47.1 + (random() - 0.5) * 4, lng: 9.5 + (random() - 0.5) * 5 },
      duration: Math.round(random() * 1.5 * hour),
      time_windows: random() < 0.3 ? [[8 * hour, Math.round((12 + random() * 12) * hour)]] : [],
    }),
  )
  return picture({ routes, unassigned })
}
