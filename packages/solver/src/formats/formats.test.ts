/** Readers of problem files: what they read, how they detect formats, and that errors name line and field. */

import { describe, expect, test } from 'vitest'
import { readPublishedSolution, toOrders } from '../../test/published-solution.ts'
import { scheduleOrders } from '../../test/schedule-orders.ts'
import { check } from '../check/check.ts'
import { detectFormat, readInstance } from './read-instance.ts'
import { getPublishedCost, listPublishedRoutes, toProblem, writeSol } from './to-problem.ts'
import { readVroom } from './vroom.ts'

const solomon = `TINY

VEHICLE
NUMBER     CAPACITY
  3         20

CUSTOMER
CUST NO.  XCOORD.   YCOORD.    DEMAND   READY TIME  DUE DATE   SERVICE   TIME

    0      0         0          0          0       100          0
    1      3         4         10          0       100          5
    2      1         1         10         20        60          5
`
const liLim = '2\t20\t1\n0\t0\t0\t0\t0\t100\t0\t0\t0\n1\t3\t4\t10\t0\t100\t5\t0\t2\n2\t1\t1\t-10\t0\t60\t5\t1\t0\n'
const cvrp = `NAME : tiny
COMMENT : "A: B"
TYPE : CVRP
DIMENSION : 4
EDGE_WEIGHT_TYPE : EUC_2D
CAPACITY : 10
NODE_COORD_SECTION
1 0 0
2 3 4
3 1 1
4 0 7
DEMAND_SECTION
1 0
2 6
3 4
4 6
DEPOT_SECTION
 1
 -1
EOF
`
/** Nodes 2 and 4 collect, node 3 is delivered to. */
const backhauls = cvrp
  .replace('2 6\n3 4\n4 6\n', '2 0\n3 4\n4 0\n')
  .replace('DEPOT_SECTION', 'BACKHAUL_SECTION\n1 0\n2 6\n3 0\n4 6\nDEPOT_SECTION')
/** Nodes 2 and 3 are places of one group, node 4 is the only one of another. */
const places = cvrp
  .replace('3 4\n4 6', '3 6\n4 6')
  .replace('DEPOT_SECTION', 'MUTUALLY_EXCLUSIVE_GROUP_SECTION\n1 2 3\n2 4\nDEPOT_SECTION')
const dialect = `NAME: rich
TYPE: MTVRPTWR
DIMENSION: 4
VEHICLES: 2
CAPACITY: 10
SERVICE_TIME: 2
EDGE_WEIGHT_TYPE: EXPLICIT
EDGE_WEIGHT_FORMAT: LOWER_ROW
EDGE_WEIGHT_SECTION
5
6 1
7 2 3
DEMAND_SECTION
1 0
2 0
3 4
4 6
TIME_WINDOW_SECTION
1 0 99
2 0 99
3 5 50
4 5 50
RELEASE_TIME_SECTION
1 0
2 0
3 0
4 20
PRIZE_SECTION
1 0
2 0
3 8
4 9
VEHICLES_DEPOT_SECTION
1 1
2 2
VEHICLES_RELOAD_DEPOT_SECTION
1 1
2 2
VEHICLES_ALLOWED_CLIENTS_SECTION
1 3 4
2 4
DEPOT_SECTION
1
2
-1
EOF
`

describe('formats are told by their content', () => {
  test.each([
    ['solomon', solomon],
    ['lilim', liLim],
    ['cvrplib', cvrp],
    ['cvrplib', dialect],
    ['vroom', ' {"jobs": []}'],
  ])('%s', (format, text) => {
    expect(detectFormat(text)).toBe(format)
  })

  test('and what is none of them is refused', () => {
    expect(() => detectFormat('hello\nworld')).toThrow('line 1, format')
  })
})

describe('conventions', () => {
  const instance = readInstance(solomon, 'solomon', 'TINY')

  test.each([
    ['exact', 5000, 1414, 60_000],
    ['dimacs', 50, 14, 600],
    ['round', 5, 1, 60],
    ['double', 500_000, 141_421, 6_000_000],
  ] as const)('%s: distances %d and %d, a window up to %d', (convention, first, second, closes) => {
    const problem = toProblem(instance, convention, 'distance')
    expect([...problem.profiles[0]!.meters.slice(0, 3)]).toEqual([0, first, second])
    expect(problem.stops[1]!.windows).toEqual([[closes / 3, closes]])
  })

  test('double costs are those of unrounded distances', () => {
    const problem = toProblem(instance, 'double', 'distance')
    const solution = scheduleOrders(problem, [[1, 0]])
    expect(getPublishedCost(instance, 'double', problem, solution)).toBeCloseTo(Math.SQRT2 + Math.hypot(2, 3) + 5, 6)
  })

  test('the objective vehicles puts the number of routes first', () => {
    expect(toProblem(instance, 'exact', 'vehicles').options.minimiseVehicles).toBe(true)
  })
})

test('a Li & Lim pair is a shipment', () => {
  const problem = toProblem(readInstance(liLim, 'lilim', 'pair'), 'round', 'distance')
  expect(problem.stops[1]).toMatchObject({ pickup: 0, delivered: [10] })
  expect(problem.stops[0]!.delivered).toBeUndefined()
})

test('a file without a fleet gets enough vehicles for first-fit decreasing', () => {
  const { vehicles } = readInstance(cvrp, 'cvrplib', 'tiny')
  expect(vehicles.length).toBe(3)
})

describe('the VRPLIB dialect', () => {
  const instance = readInstance(dialect, 'cvrplib', 'rich')
  const problem = toProblem(instance, 'dimacs', 'distance')

  test('keeps depots, reloads, releases, prizes and access', () => {
    const places = problem.vehicles.map((vehicle) => [vehicle.startLocation, vehicle.reload?.location])
    expect(places).toEqual([
      [0, 0],
      [1, 1],
    ])
    expect(problem.stops[1]).toMatchObject({ releaseSeconds: 200, dropPenalty: 90, serviceSeconds: 20 })
    expect(problem.stops[0]!.zones).toHaveLength(1)
    expect(problem.vehicles[0]!.zones).toEqual(problem.stops[0]!.zones)
    expect(problem.vehicles[1]!.zones).not.toEqual(problem.stops[0]!.zones)
  })

  test('numbers stops from the number of depots, and a 0 within a route is a reload', () => {
    const published = readPublishedSolution('Route #1: 2 0 3\nRoute #2:\nCost: 210\n')
    const solution = scheduleOrders(problem, toOrders(instance, published))
    expect(check(problem, solution)).toEqual([])
    expect(listPublishedRoutes(instance, solution)).toEqual([[2, 0, 3], []])
    expect(getPublishedCost(instance, 'dimacs', problem, solution)).toBe(6 + 6 + 7 + 7)
    expect(solution.routes[0]!.steps.find((step) => step.kind === 'reload')!.departureSeconds).toBe(200)
  })

  test('counts prizes not collected', () => {
    const solution = scheduleOrders(problem, [[0], []])
    expect(getPublishedCost(instance, 'dimacs', problem, solution)).toBe(6 + 6 + 9)
  })
})

describe('backhauls and places', () => {
  test('a file with backhauls says what is delivered, what is collected, and which comes first', () => {
    const problem = toProblem(readInstance(backhauls, 'cvrplib', 'tiny'), 'round', 'distance')
    expect(problem.options).toEqual({ linehaulsFirst: true })
    expect(problem.stops.map(({ delivered, collected }) => [delivered, collected])).toEqual([
      [[0], [6]],
      [[4], undefined],
      [[0], [6]],
    ])
    // Two vehicles for what is collected, one for what is delivered: more are offered for either.
    expect(problem.vehicles).toHaveLength(3)
  })

  test('a file with groups says which stops are places of one', () => {
    const instance = readInstance(places, 'cvrplib', 'tiny')
    expect(toProblem(instance, 'round', 'distance').stops.map(({ oneOf }) => oneOf)).toEqual(['1', '1', '2'])
  })
})

describe('solutions', () => {
  test('are written as they are read', () => {
    const text = writeSol([[3, 1], [2]], 12.5)
    expect(text).toBe('Route #1: 3 1\nRoute #2: 2\nCost 12.5\n')
    expect(readPublishedSolution(text)).toEqual({ routes: [[3, 1], [2]], cost: 12.5 })
  })

  test('are refused when a route names no stop', () => {
    const instance = readInstance(cvrp, 'cvrplib', 'tiny')
    expect(() => toOrders(instance, { routes: [[1, 9]], cost: undefined })).toThrow('Route 1: 9 is no stop of tiny')
    expect(() => readPublishedSolution('Route #1: 1 x\n')).toThrow('line 1, Route 1: "x" is not a stop number')
  })
})

describe('a bad file is refused with its line and field', () => {
  test.each([
    ['solomon', solomon.replace(' 20        60 ', ' 20        10 '), 'line 12, DUE DATE'],
    ['solomon', solomon.replace('    2      1 ', '    1      1 '), 'line 12, CUST NO.: 1 stands twice'],
    ['solomon', solomon.replace('  3         20', '  3'), 'line 5, CAPACITY: column 2 is missing'],
    ['solomon', solomon.replace('  3         20', '  x         20'), 'line 5, NUMBER: "x" is not a number'],
    ['cvrplib', cvrp.replace('DIMENSION : 4', 'DIMENSION : 5'), 'NODE_COORD_SECTION: no row for 5 of 5'],
    ['cvrplib', cvrp.replace('EUC_2D', 'GEO'), 'line 5, EDGE_WEIGHT_TYPE: GEO is not supported'],
    ['cvrplib', cvrp.replace('3 4\n4 6', '3 four\n4 6'), 'line 15, DEMAND_SECTION: "four" is not a number'],
    ['cvrplib', cvrp.replace('DEPOT_SECTION\n 1', 'DEPOT_SECTION\n 2'), 'line 18, DEPOT_SECTION: depot 2'],
    ['cvrplib', cvrp.replace('DEMAND_SECTION', 'MUTUALLY_EXCLUSIVE_SECTION'), 'line 12, MUTUALLY_EXCLUSIVE_SECTION'],
    ['cvrplib', cvrp.replace('CAPACITY', 'VEHICLES_MAX_STOPS'), 'line 6, VEHICLES_MAX_STOPS: this rule is not'],
    [
      'cvrplib',
      backhauls.replace('3 0\n4 6', '3 4\n4 6'),
      'line 20, BACKHAUL_SECTION: node 3 delivers 4 and collects 4',
    ],
    ['cvrplib', backhauls.replace('4 6\nDEPOT', '4 0\nDEPOT'), 'line 21, BACKHAUL_SECTION: node 4 delivers 0'],
    ['cvrplib', backhauls.replace('4 6\nDEPOT', '4 much\nDEPOT'), 'line 21, BACKHAUL_SECTION: "much" is not a number'],
    ['cvrplib', places.replace('\n2 4', '\n1 4'), 'line 19, MUTUALLY_EXCLUSIVE_GROUP_SECTION: group 1 is on line 18'],
    ['cvrplib', places.replace('1 2 3', '1 2 2'), 'line 18, MUTUALLY_EXCLUSIVE_GROUP_SECTION: node 2 is in group 1'],
    ['cvrplib', places.replace('1 2 3', '1 2'), 'line 19, MUTUALLY_EXCLUSIVE_GROUP_SECTION: node 3 is in no group'],
    ['cvrplib', places.replace('1 2 3', '1 2 1'), 'line 18, MUTUALLY_EXCLUSIVE_GROUP_SECTION'],
    ['cvrplib', places.replace('\n2 4', '\n2'), 'line 19, MUTUALLY_EXCLUSIVE_GROUP_SECTION: group 2 has no node'],
    ['lilim', liLim.replace('-10', '-9'), 'line 4, demand'],
    ['lilim', liLim.replace('\t5\t1\t0', '\t5\t3\t0'), 'line 3, delivery'],
  ] as const)('%s %#', (format, text, message) => {
    expect(() => readInstance(text, format, 'bad')).toThrow(message)
  })
})

describe('VROOM JSON', () => {
  const vehicle = {
    id: 7,
    start_index: 0,
    end_index: 0,
    capacity: [4],
    skills: [1],
    time_window: [0, 1000],
    speed_factor: 2,
    max_tasks: 3,
    costs: { fixed: 9 },
    breaks: [{ id: 1, service: 50, time_windows: [[100, 200]] }],
  }
  const job = {
    id: 11,
    location_index: 1,
    service: 10,
    setup: 5,
    delivery: [2],
    skills: [1],
    priority: 3,
    time_windows: [
      [50, 60],
      [0, 40],
    ],
  }
  const durations = [
    [0, 10, 20],
    [10, 0, 30],
    [20, 30, 0],
  ]
  const vroom = {
    vehicles: [vehicle],
    jobs: [job, { id: 12, location_index: 2, pickup: [1] }],
    shipments: [{ amount: [1], pickup: { id: 21, location_index: 1 }, delivery: { id: 22, location_index: 2 } }],
    matrices: { car: { durations } },
  }

  test('is read with its ids, rules and matrices', () => {
    const { problem, tasks, vehicles } = readVroom(JSON.stringify(vroom))
    expect(tasks.map(({ id, type }) => [id, type])).toEqual([
      [11, 'job'],
      [12, 'job'],
      [21, 'pickup'],
      [22, 'delivery'],
    ])
    expect(vehicles).toEqual([{ id: 7, description: undefined, breaks: [{ id: 1, description: undefined }] }])
    const windows = [
      [0, 40],
      [50, 60],
    ]
    expect(problem.stops[0]).toMatchObject({
      serviceSeconds: 10,
      setupSeconds: 5,
      delivered: [2],
      skills: ['1'],
      windows,
    })
    expect(problem.stops[0]!.priority).toBeGreaterThan(0)
    expect(problem.stops[1]!.collected).toEqual([1])
    expect(problem.stops[3]).toMatchObject({ pickup: 2, delivered: [1] })
    expect(problem.vehicles[0]).toMatchObject({
      speedFactor: 0.5,
      maxServices: 3,
      shift: [0, 1000],
      cost: { fixed: 9, perTravelSecond: 1, perMeter: 0 },
      breaks: [{ earliestSeconds: 100, latestSeconds: 250, durationSeconds: 50 }],
    })
    expect([...problem.profiles[0]!.seconds]).toEqual(durations.flat())
  })

  test('without matrices gets straight lines between its coordinates', () => {
    const { problem, points } = readVroom(
      JSON.stringify({ vehicles: [{ start: [9.5, 47.1] }], jobs: [{ id: 1, location: [9.5, 47.2] }] }),
    )
    expect(points).toHaveLength(2)
    expect(problem.profiles[0]!.meters[1]! / 1.3 / 11_119).toBeCloseTo(1, 2)
    expect(problem.vehicles[0]!.endLocation).toBeNull()
  })

  test.each([
    [{ ...vroom, vehicles: [] }, 'vehicles: no vehicle'],
    [{ ...vroom, jobs: [{ id: 1, location_index: 1, one_of: 7 }] }, 'jobs[0].one_of: 7 is not a text'],
    [{ ...vroom, jobs: [{ id: 1, location_index: 1, one_of: 'a', priority: 3 }] }, 'jobs[0].priority: cannot be'],
    [{ ...vroom, jobs: [{ id: 1, location_index: 1.5 }] }, 'jobs[0].location_index: 1.5 is not a whole number'],
    [
      { ...vroom, shipments: [], jobs: [job, { id: 1, location: [1, 2] }] },
      'jobs[1].location: some places have a matrix',
    ],
    [{ ...vroom, jobs: [{ id: 1, location_index: 1, time_windows: [[5, 1]] }] }, 'jobs[0].time_windows[0]'],
    [{ ...vroom, matrices: { car: { durations: [[0, 1], [0]] } } }, 'matrices.car.durations[1]: has 1 columns'],
  ])('names what is wrong %#', (input, message) => {
    expect(() => readVroom(JSON.stringify(input))).toThrow(message)
  })
})
