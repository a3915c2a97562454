/** The checker: for each rule a hand-made solution that keeps it, and a twin that breaks it by a known amount. */

import { describe, expect, test } from 'vitest'
import { type LineStop, lineProblem } from '../../test/line-problem.ts'
import { type OrderItem, scheduleOrders, scheduleRoute } from '../../test/schedule-orders.ts'
import type { Problem, ProblemOptions, Vehicle } from '../problem.ts'
import type { Solution } from '../solution.ts'
import { check } from './check.ts'
import type { FindingCode } from './check-report.ts'

interface Scenario {
  readonly stops: readonly LineStop[]
  readonly vehicles?: readonly Partial<Vehicle>[]
  readonly options?: ProblemOptions
  /** Default: vehicle 0 drives all stops in their order. */
  readonly orders?: readonly (readonly OrderItem[])[]
}

function makeProblem({ stops, vehicles, options }: Scenario): Problem {
  return lineProblem(stops, vehicles, options)
}

function makeSolution(scenario: Scenario): Solution {
  return scheduleOrders(makeProblem(scenario), scenario.orders ?? [scenario.stops.map((_, index) => index)])
}

function listCodes(scenario: Scenario, solution = makeSolution(scenario)): string[] {
  return check(makeProblem(scenario), solution).map(
    (finding) => `${finding.code} v${finding.vehicle} s${finding.stop} ${finding.amount}`,
  )
}

const near: LineStop = { km: 1 }
const far: LineStop = { km: 5 }
const rules: { rule: string; kept: Scenario; broken: Scenario; finding: string }[] = [
  {
    rule: 'a pickup is driven to for one of its deliveries',
    kept: { stops: [near, { km: 5, pickup: 0 }, { km: 6, pickup: 0 }], orders: [[0, 1]] },
    broken: { stops: [near, { km: 5, pickup: 0 }, { km: 6, pickup: 0 }], orders: [[0]] },
    finding: 'delivery_unassigned v0 s0 1',
  },
  {
    rule: 'nobody of a lower priority has the place of somebody left out',
    kept: {
      stops: [
        { km: 1, priority: 2 },
        { km: 2, priority: 1 },
      ],
      vehicles: [{ maxServices: 1 }],
      orders: [[0]],
    },
    broken: {
      stops: [
        { km: 1, priority: 2 },
        { km: 2, priority: 1 },
      ],
      vehicles: [{ maxServices: 1 }],
      orders: [[1]],
    },
    finding: 'priority v0 s0 1',
  },
  {
    rule: 'a stop is served inside its window',
    kept: { stops: [near, { km: 5, windows: [[0, 560]] }] },
    broken: { stops: [near, { km: 5, windows: [[0, 550]] }] },
    finding: 'time_window v0 s1 10',
  },
  {
    rule: 'of several windows any one will do',
    kept: {
      stops: [
        {
          km: 5,
          windows: [
            [0, 100],
            [700, 800],
          ],
        },
      ],
    },
    broken: {
      stops: [
        {
          km: 5,
          windows: [
            [0, 100],
            [200, 300],
          ],
        },
      ],
    },
    finding: 'time_window v0 s0 200',
  },
  {
    rule: 'deliveries are aboard from the start, so their sum fits the vehicle',
    kept: { stops: [near, far], vehicles: [{ capacity: [2] }] },
    broken: { stops: [near, far], vehicles: [{ capacity: [1] }] },
    finding: 'capacity v0 snull 1',
  },
  {
    rule: 'collected goods take the room that deliveries leave',
    kept: { stops: [near, { km: 5, delivered: [0], collected: [2] }], vehicles: [{ capacity: [2] }] },
    broken: { stops: [{ km: 5, delivered: [0], collected: [2] }, near], vehicles: [{ capacity: [2] }] },
    finding: 'capacity v0 s0 1',
  },
  {
    rule: 'a shipment is aboard from its pickup to its delivery',
    kept: {
      stops: [
        { km: 1, delivered: [0] },
        { km: 5, pickup: 0, delivered: [3] },
        { km: 6, delivered: [0], collected: [3] },
      ],
      vehicles: [{ capacity: [3] }],
    },
    broken: {
      stops: [
        { km: 1, delivered: [0] },
        { km: 5, pickup: 0, delivered: [3] },
        { km: 6, delivered: [0], collected: [3] },
      ],
      vehicles: [{ capacity: [3] }],
      orders: [[0, 2, 1]],
    },
    finding: 'capacity v0 s2 3',
  },
  {
    rule: 'live mode: what is already aboard takes room to the end',
    kept: { stops: [near], vehicles: [{ capacity: [3], aboard: [2], departureSeconds: 50 }] },
    broken: { stops: [near], vehicles: [{ capacity: [2], aboard: [2], departureSeconds: 50 }] },
    finding: 'capacity v0 snull 1',
  },
  {
    rule: 'the vehicle has every skill that the stop needs',
    kept: { stops: [{ km: 1, skills: ['cold'] }], vehicles: [{ skills: ['cold', 'lift'] }] },
    broken: { stops: [{ km: 1, skills: ['cold', 'crane'] }], vehicles: [{ skills: ['cold', 'lift'] }] },
    finding: 'skill_missing v0 s0 1',
  },
  {
    rule: 'a stop inside zones is served by a vehicle that lists one of them',
    kept: { stops: [{ km: 1, zones: ['north', 'old'] }], vehicles: [{ zones: ['old'] }] },
    broken: { stops: [{ km: 1, zones: ['north', 'old'] }], vehicles: [{ zones: ['south'] }] },
    finding: 'zone v0 s0 1',
  },
  {
    rule: 'allowed and forbidden vehicles are obeyed',
    kept: { stops: [{ km: 1, allowedVehicles: [0], forbiddenVehicles: [1] }], vehicles: [{}, {}] },
    broken: { stops: [{ km: 1, allowedVehicles: [1] }], vehicles: [{}, {}] },
    finding: 'vehicle_forbidden v0 s0 1',
  },
  {
    rule: 'a cluster rides on one route',
    kept: {
      stops: [
        { km: 1, cluster: 'a' },
        { km: 5, cluster: 'a' },
      ],
      vehicles: [{}, {}],
    },
    broken: {
      stops: [
        { km: 1, cluster: 'a' },
        { km: 5, cluster: 'a' },
      ],
      vehicles: [{}, {}],
      orders: [[0], [1]],
    },
    finding: 'cluster v1 s1 1',
  },
  {
    rule: 'a stop shares no route with a kind that either is never with',
    kept: {
      stops: [near, { km: 5, kind: 'glass', apartFrom: ['stones'] }, { km: 6, kind: 'stones' }],
      vehicles: [{}, {}],
      orders: [[0, 1], [2]],
    },
    broken: {
      stops: [
        { km: 5, kind: 'glass', apartFrom: ['stones'] },
        { km: 6, kind: 'stones' },
      ],
      orders: [[1, 0]],
    },
    finding: 'apart v0 s0 1',
  },
  {
    rule: 'a stop begins only after those before it are done, and not too long after',
    kept: {
      stops: [near, { km: 5, after: [{ stop: 0, leastSeconds: 300, mostSeconds: 400 }] }],
      vehicles: [{}],
      orders: [[0, 1]],
    },
    broken: { stops: [near, { km: 5, after: [{ stop: 0, leastSeconds: 500 }] }], orders: [[0, 1]] },
    finding: 'after v0 s1 100',
  },
  {
    rule: 'a stop is served only with those that come before it',
    kept: { stops: [near, { km: 5, after: [{ stop: 0 }] }], vehicles: [{}], orders: [[0, 1]] },
    broken: { stops: [near, { km: 5, after: [{ stop: 0 }] }], orders: [[1]] },
    finding: 'after v0 s1 1',
  },
  {
    rule: 'a pickup comes before its delivery',
    kept: { stops: [near, { km: 5, pickup: 0 }] },
    broken: { stops: [near, { km: 5, pickup: 0 }], orders: [[1, 0]] },
    finding: 'pickup_order v0 s1 1',
  },
  {
    rule: 'a pickup and its deliveries ride on one route',
    kept: { stops: [near, { km: 5, pickup: 0 }, { km: 6, pickup: 0 }], vehicles: [{}, {}] },
    broken: { stops: [near, { km: 5, pickup: 0 }, { km: 6, pickup: 0 }], vehicles: [{}, {}], orders: [[0, 1], [2]] },
    finding: 'pickup_unassigned v1 s2 1',
  },
  {
    rule: 'the ride from the pickup takes no longer than allowed',
    kept: { stops: [near, { km: 5, pickup: 0, maxRideSeconds: 400 }] },
    broken: { stops: [near, { km: 5, pickup: 0, maxRideSeconds: 390 }] },
    finding: 'max_ride v0 s1 10',
  },
  {
    rule: 'without a pickup the ride counts from the start of the route',
    kept: { stops: [near, { km: 5, maxRideSeconds: 560 }] },
    broken: { stops: [near, { km: 5, maxRideSeconds: 559 }] },
    finding: 'max_ride v0 s1 1',
  },
  {
    rule: 'the route is no longer than allowed',
    kept: { stops: [near, far], vehicles: [{ maxSeconds: 1120 }] },
    broken: { stops: [near, far], vehicles: [{ maxSeconds: 1100 }] },
    finding: 'max_time v0 snull 20',
  },
  {
    rule: 'live mode: time spent before now counts',
    kept: { stops: [near], vehicles: [{ maxSeconds: 1000, spent: { seconds: 740 }, departureSeconds: 0 }] },
    broken: { stops: [near], vehicles: [{ maxSeconds: 1000, spent: { seconds: 750 }, departureSeconds: 0 }] },
    finding: 'max_time v0 snull 10',
  },
  {
    rule: 'the route is no shorter than allowed',
    kept: { stops: [near, far], vehicles: [{ minSeconds: 1120 }] },
    broken: { stops: [near, far], vehicles: [{ minSeconds: 1200 }] },
    finding: 'min_time v0 snull 80',
  },
  {
    rule: 'the route is no farther than allowed',
    kept: { stops: [near, far], vehicles: [{ maxMeters: 10_000 }] },
    broken: { stops: [near, far], vehicles: [{ maxMeters: 9_000 }] },
    finding: 'max_distance v0 snull 1000',
  },
  {
    rule: 'the route is no nearer than allowed',
    kept: { stops: [near, far], vehicles: [{ minMeters: 10_000 }] },
    broken: { stops: [near, far], vehicles: [{ minMeters: 10_500 }] },
    finding: 'min_distance v0 snull 500',
  },
  {
    rule: 'the route has no more stops than allowed',
    kept: { stops: [near, far], vehicles: [{ maxServices: 2 }] },
    broken: { stops: [near, far], vehicles: [{ maxServices: 2, spent: { services: 1 } }] },
    finding: 'max_services v0 snull 1',
  },
  {
    rule: 'the route ends inside the shift',
    kept: { stops: [near], vehicles: [{ shift: [100, 360] }] },
    broken: { stops: [near], vehicles: [{ shift: [100, 300] }] },
    finding: 'shift v0 snull 60',
  },
  {
    rule: 'a wait before a stop is no longer than allowed',
    kept: {
      stops: [near, { km: 2, windows: [[1000, 2000]] }],
      vehicles: [{ departureSeconds: 0 }],
      options: { maxWaitSeconds: 740 },
    },
    broken: {
      stops: [near, { km: 2, windows: [[1000, 2000]] }],
      vehicles: [{ departureSeconds: 0 }],
      options: { maxWaitSeconds: 700 },
    },
    finding: 'max_wait v0 s1 40',
  },
  {
    rule: 'a break is taken inside its interval',
    kept: {
      stops: [near, far],
      vehicles: [{ breaks: [{ earliestSeconds: 100, latestSeconds: 700, durationSeconds: 300 }], departureSeconds: 0 }],
      orders: [[0, { pause: 0, at: 'before' }, 1]],
    },
    broken: {
      stops: [near, far],
      vehicles: [{ breaks: [{ earliestSeconds: 100, latestSeconds: 700, durationSeconds: 300 }], departureSeconds: 0 }],
      orders: [[0, { pause: 0, at: 'next' }, 1]],
    },
    finding: 'break v0 snull 160',
  },
  {
    rule: 'a break that is due is not left out',
    kept: {
      stops: [near, far],
      vehicles: [
        { breaks: [{ earliestSeconds: 900, latestSeconds: 1420, durationSeconds: 300 }], departureSeconds: 0 },
      ],
    },
    broken: {
      stops: [near, far],
      vehicles: [
        { breaks: [{ earliestSeconds: 900, latestSeconds: 1410, durationSeconds: 300 }], departureSeconds: 0 },
      ],
    },
    finding: 'break v0 snull 300',
  },
  {
    rule: 'a vehicle reloads only where and as often as it may',
    kept: {
      stops: [near, far],
      vehicles: [{ capacity: [1], reload: { location: 0, serviceSeconds: 30, maxReloads: 1 } }],
      orders: [[0, 'reload', 1]],
    },
    broken: {
      stops: [near, far],
      vehicles: [{ capacity: [1], reload: { location: 0, serviceSeconds: 30, maxReloads: 0 } }],
      orders: [[0, 'reload', 1]],
    },
    finding: 'reload v0 snull 1',
  },
  {
    rule: 'each trip fits the vehicle',
    kept: {
      stops: [near, far],
      vehicles: [{ capacity: [1], reload: { location: 0, serviceSeconds: 0 } }],
      orders: [[0, 'reload', 1]],
    },
    broken: {
      stops: [near, { km: 5, delivered: [3] }],
      vehicles: [{ capacity: [1], reload: { location: 0, serviceSeconds: 0 } }],
      orders: [[0, 'reload', 1]],
    },
    finding: 'capacity v0 snull 2',
  },
  {
    rule: 'a stop without a location is on no route',
    kept: { stops: [near, { km: null }], orders: [[0]] },
    broken: { stops: [near, { km: null }] },
    finding: 'no_location v0 s1 1',
  },
  {
    rule: 'pinned stops stay on their route',
    kept: { stops: [near, far], vehicles: [{ pinned: [1] }, {}] },
    broken: { stops: [near, far], vehicles: [{}, { pinned: [1] }] },
    finding: 'pin v1 s1 1',
  },
  {
    rule: 'a pinned prefix stays first and in order',
    kept: { stops: [near, far], vehicles: [{ pinnedPrefix: [1] }], orders: [[1, 0]] },
    broken: { stops: [near, far], vehicles: [{ pinnedPrefix: [1] }], orders: [[0, 1]] },
    finding: 'pin v0 s1 1',
  },
  {
    rule: 'a locked route is left as it is',
    kept: { stops: [near, far], vehicles: [{ pinnedPrefix: [1, 0], isLocked: true }], orders: [[1, 0]] },
    broken: { stops: [near, far], vehicles: [{ pinnedPrefix: [1], isLocked: true }], orders: [[1, 0]] },
    finding: 'pin v0 snull 1',
  },
  {
    rule: 'a live route starts now',
    kept: { stops: [near], vehicles: [{ departureSeconds: 500 }] },
    broken: { stops: [near], vehicles: [{ departureSeconds: 500, shift: [520, 900] }] },
    finding: 'shift v0 snull 20',
  },
]

describe('each rule', () => {
  test.each(rules)('$rule', ({ kept, broken, finding }) => {
    expect(listCodes(kept)).toEqual([])
    expect(listCodes(broken)).toEqual([finding])
  })

  test('a trip leaves no earlier than its stops are released', () => {
    const scenario: Scenario = { stops: [{ km: 1, releaseSeconds: 500 }] }
    expect(listCodes(scenario)).toEqual([])
    const early = scheduleOrders({ ...makeProblem(scenario), stops: makeProblem({ stops: [near] }).stops }, [[0]])
    expect(listCodes(scenario, early)).toEqual(['release v0 s0 500'])
  })

  test('no road between two places is unreachable', () => {
    const scenario: Scenario = { stops: [near, far] }
    const problem = makeProblem(scenario)
    problem.profiles[0]!.seconds[1 * 21 + 5] = -1
    const findings = check(problem, makeSolution(scenario))
    expect(findings.map(({ code, stop }) => ({ code, stop }))).toEqual([{ code: 'unreachable', stop: 1 }])
  })

  test('soft windows turn lateness into a cost', () => {
    const stops: LineStop[] = [near, { km: 5, windows: [[0, 550]], latePenaltyPerSecond: 3 }]
    const solution = makeSolution({ stops, vehicles: [{ departureSeconds: 0 }] })
    expect(listCodes({ stops, vehicles: [{ departureSeconds: 0 }] }, solution)).toEqual([])
    expect(solution.cost.lateness).toBe(30)
  })
})

describe('stops', () => {
  const scenario: Scenario = { stops: [near, far], vehicles: [{}, {}] }

  test('each is served once', () => {
    const twice = makeSolution({ ...scenario, orders: [[0, 1], [1]] })
    expect(listCodes(scenario, twice)).toContain('duplicate v1 s1 1')
  })

  test('none is lost', () => {
    const solution = makeSolution({ ...scenario, orders: [[0]] })
    expect(listCodes(scenario, solution)).toEqual([])
    solution.unassigned = []
    expect(listCodes(scenario, solution)).toContain('missing vnull s1 1')
  })

  test('an unassigned one says why', () => {
    const solution = makeSolution({ ...scenario, orders: [[0]] })
    solution.unassigned[0]!.reasons = []
    expect(listCodes(scenario, solution)).toEqual(['misreported vnull s1 1'])
  })
})

describe('what is reported', () => {
  const scenario: Scenario = {
    stops: [
      near,
      { km: 5, windows: [[900, 1005]], latePenaltyPerSecond: 4, reward: 7 },
      { km: 9, dropPenalty: 11, reward: 2 },
    ],
    vehicles: [
      {
        departureSeconds: 0,
        breaks: [{ earliestSeconds: 0, latestSeconds: 900, durationSeconds: 200 }],
        speedFactor: 1.5,
        cost: { fixed: 10, toll: 3, perSecond: 0.01, perTravelSecond: 0.02, perMeter: 0.001, perStop: 5 },
      },
    ],
    options: {
      balanceStopsWeight: 2,
      balanceTimeWeight: 3,
      timeSpanCoefficient: 0.1,
      distanceSpanCoefficient: 0.2,
      compactnessWeight: 0.05,
    },
    orders: [[0, { pause: 0, at: 'before' }, 1]],
  }

  test('is true of an honest solution, in figures worked out by hand', () => {
    const solution = makeSolution(scenario)
    expect(listCodes(scenario, solution)).toEqual([])
    const route = solution.routes[0]!
    // 150 s out, 60 s service, 200 s break where the vehicle stands, 600 s on, 5 s late; 60 s service, 750 s home.
    expect(route.steps.map((step) => step.startSeconds)).toEqual([0, 150, 210, 1010, 1820])
    expect(route.cost).toMatchObject({ fixed: 10, toll: 3, distance: 10, stops: 10, lateness: 20, compactness: 30 })
    expect(route.cost.time).toBeCloseTo(18.2 + 30)
    expect(route.cost.balance).toBeCloseTo(2 * 4 + 3 * (1820 / 3600) ** 2)
    expect(solution.cost).toMatchObject({ span: 182 + 2000, unassigned: 13 })
  })

  test.each([
    'startSeconds',
    'endSeconds',
    'travelSeconds',
    'serviceSeconds',
    'waitSeconds',
    'breakSeconds',
    'reloadSeconds',
    'lateSeconds',
    'meters',
    'totalCost',
  ] as const)('a wrong %s of a route is found', (name) => {
    const solution = makeSolution(scenario)
    solution.routes[0]![name] += 1
    expect(listCodes(scenario, solution)).toContain('misreported v0 snull 1')
  })

  test.each([
    'arrivalSeconds',
    'waitSeconds',
    'startSeconds',
    'departureSeconds',
    'lateSeconds',
    'legSeconds',
    'legMeters',
  ] as const)('a wrong %s of a stop is found', (name) => {
    const solution = makeSolution(scenario)
    solution.routes[0]!.steps[1]![name] += 1
    expect(listCodes(scenario, solution).some((line) => line.startsWith('misreported v0'))).toBe(true)
  })

  test.each([
    'fixed',
    'toll',
    'time',
    'distance',
    'stops',
    'lateness',
    'balance',
    'compactness',
    'span',
    'unassigned',
  ] as const)('a wrong %s cost is found', (name) => {
    const solution = makeSolution(scenario)
    solution.cost[name] += 1
    expect(listCodes(scenario, solution)).toEqual(['misreported vnull snull 1'])
  })

  test('a wrong load is found', () => {
    const solution = makeSolution(scenario)
    solution.routes[0]!.steps[1]!.load[0]! += 1
    expect(listCodes(scenario, solution)).toEqual(['misreported v0 s0 1'])
  })

  test('steps that do not follow the stops are found', () => {
    const solution = makeSolution(scenario)
    solution.routes[0]!.stops.reverse()
    expect(listCodes(scenario, solution)).toContain('structure v0 snull 1')
  })

  test('a break somewhere else is found', () => {
    const solution = makeSolution(scenario)
    solution.routes[0]!.steps[2]!.location = 17
    expect(listCodes(scenario, solution)).toContain('break v0 snull 1')
  })

  test('a rule that the route itself reports as broken is marked as declared', () => {
    const late: Scenario = { stops: [{ km: 5, windows: [[0, 100]] }] }
    const solution = makeSolution(late)
    solution.routes[0]!.violations.push({ code: 'time_window', vehicle: 0, stop: 0, amount: 400 })
    const expected: { code: FindingCode; isDeclared: boolean }[] = [{ code: 'time_window', isDeclared: true }]
    expect(check(makeProblem(late), solution)).toMatchObject(expected)
  })
})

test('open ends have no leg before the first or after the last stop', () => {
  const scenario: Scenario = { stops: [near, far], vehicles: [{ startLocation: null, endLocation: null }] }
  const solution = makeSolution(scenario)
  expect(listCodes(scenario, solution)).toEqual([])
  expect(solution.routes[0]!.meters).toBe(4000)
})

test('a route starts as late as keeps its end: no waiting at the first stop', () => {
  const route = scheduleRoute(lineProblem([{ km: 1, windows: [[5000, 6000]] }, far]), 0, [0, 1])
  expect([route.startSeconds, route.waitSeconds]).toEqual([4900, 0])
})
