/** Solving as a caller sees it: each rule in a small scenario, and the guarantees on time, seeds, cancelling and scale. */
import { describe, expect, test } from 'vitest'
import { lineProblem } from '../test/line-problem.ts'
import { makeRandomProblem } from '../test/random-problem.ts'
import { listComplaints } from '../test/sound.ts'
import { explain } from './answer/explain.ts'
import { check } from './check/check.ts'
import type { Problem, Vehicle } from './problem.ts'
import type { Solution } from './solution.ts'
import { solve } from './solve.ts'

/** Enough stops that the search, not the enumeration of tiny problems, does the work. */
const fillers = Array.from({ length: 8 }, (_, index) => ({ km: 1 + index }))

function solveSound(problem: Problem, iterations = 2000): Solution {
  const { solution } = solve(problem, { seed: 1, iterations })
  expect(listComplaints(problem, solution)).toEqual([])
  return solution
}

const getRoute = (solution: Solution, stop: number): number =>
  solution.routes.findIndex((route) => route.stops.includes(stop))
const getStep = (solution: Solution, stop: number) =>
  solution.routes.flatMap((route) => route.steps).find((step) => step.stop === stop)!
const findReasons = (solution: Solution, stop: number) =>
  solution.unassigned.find((entry) => entry.stop === stop)?.reasons

describe('rules', () => {
  test('01 a single vehicle drives out and back along the line', () => {
    expect(solveSound(lineProblem(fillers)).totalCost).toBe(16_000)
  })

  test('02 of several time windows the one that fits is used', () => {
    const problem = lineProblem([
      ...fillers,
      {
        km: 9,
        windows: [
          [0, 100],
          [5000, 6000],
        ],
      },
    ])
    const step = getStep(solveSound(problem), 8)
    expect(step.startSeconds).toBeGreaterThanOrEqual(5000)
  })

  test('03 loads of deliveries and collections never exceed the capacity', () => {
    const stops = [...fillers.map((stop) => ({ ...stop, delivered: [2] })), { km: 9, delivered: [0], collected: [6] }]
    const solution = solveSound(lineProblem(stops, [{ capacity: [6] }, { capacity: [6] }, { capacity: [6] }]))
    expect(solution.unassigned).toEqual([])
    expect(solution.routes.filter((route) => route.stops.length > 0)).toHaveLength(3)
  })

  test('04 what does not fit in any vehicle stays out for capacity', () => {
    const solution = solveSound(lineProblem([...fillers, { km: 9, delivered: [50] }], [{ capacity: [20] }]))
    expect(findReasons(solution, 8)).toEqual(['capacity'])
  })

  test('05 a stop is served only by a vehicle with all its skills', () => {
    const stops = [...fillers, { km: 9, skills: ['cold', 'lift'] }]
    const solution = solveSound(
      lineProblem(stops, [{ skills: ['cold'] }, { skills: ['cold', 'lift'], cost: { perMeter: 3 } }]),
    )
    expect(getRoute(solution, 8)).toBe(1)
    expect(findReasons(solveSound(lineProblem(stops, [{ skills: ['cold'] }])), 8)).toEqual(['skill_missing'])
  })

  test('06 a stop in a zone is served only by a vehicle of the zone, a stop outside by any', () => {
    const stops = [...fillers, { km: 9, zones: ['old town'] }]
    const solution = solveSound(lineProblem(stops, [{}, { zones: ['old town'], cost: { perMeter: 3 } }]))
    expect(getRoute(solution, 8)).toBe(1)
    expect(findReasons(solveSound(lineProblem(stops, [{}])), 8)).toEqual(['zone'])
  })

  test('07 stops of one cluster ride on one route', () => {
    const stops = fillers.map((stop, index) => ({ ...stop, ...(index % 4 === 0 ? { cluster: 'a' } : {}) }))
    const solution = solveSound(lineProblem(stops, [{ capacity: [3] }, { capacity: [3] }, { capacity: [3] }]))
    expect(getRoute(solution, 0)).toBe(getRoute(solution, 4))
  })

  test('07b stops never share a route with a kind that either of them is never with', () => {
    const glass = { kind: 'glass', apartFrom: ['stones'] }
    const stops = fillers.map((stop, index) => ({ ...stop, ...(index % 4 === 0 ? glass : { kind: 'stones' }) }))
    const solution = solveSound(lineProblem(stops, [{}, {}]))
    expect(getRoute(solution, 0)).toBe(getRoute(solution, 4))
    expect(getRoute(solution, 0)).not.toBe(getRoute(solution, 1))
    // One of two vehicles is not enough for both.
    const alone = solveSound(lineProblem(stops, [{}]))
    expect(alone.unassigned).toEqual([0, 4].map((stop) => ({ stop, reasons: ['apart'] })))
    expect(explain(lineProblem(stops, [{}]), alone, 0)).toMatchObject([
      { rule: 'apart', remedy: 'is never on one route with stones' },
    ])
  })

  test('07c no two of a kind that is never with its own share a route', () => {
    const stops = fillers.map((stop, index) => ({ ...stop, ...(index < 3 && { kind: 'piano', apartFrom: ['piano'] }) }))
    const solution = solveSound(lineProblem(stops, [{}, {}, {}]))
    expect(new Set([0, 1, 2].map((stop) => getRoute(solution, stop))).size).toBe(3)
  })

  test('08 a pickup comes before its deliveries, on the same route, and may serve many', () => {
    const stops = [
      ...fillers,
      { km: 12, delivered: [0] },
      { km: 3, pickup: 8 },
      { km: 5, pickup: 8 },
      { km: 7, pickup: 8 },
    ]
    const solution = solveSound(lineProblem(stops, [{ capacity: [4] }, { capacity: [4] }, { capacity: [4] }]))
    for (const delivery of [9, 10, 11]) {
      expect(getRoute(solution, delivery)).toBe(getRoute(solution, 8))
      expect(getStep(solution, delivery).startSeconds).toBeGreaterThan(getStep(solution, 8).startSeconds)
    }
  })

  test('09 a delivery whose pickup has no place is left out with it', () => {
    const solution = solveSound(lineProblem([...fillers, { km: null }, { km: 3, pickup: 8 }]))
    expect(findReasons(solution, 8)).toEqual(['no_location'])
    expect(findReasons(solution, 9)).toEqual(['pickup_unassigned'])
  })

  test('10 the ride from pickup to delivery keeps its limit', () => {
    const stops = [...fillers, { km: 1, delivered: [0] }, { km: 9, pickup: 8, maxRideSeconds: 800 }]
    const solution = solveSound(lineProblem(stops))
    expect(getStep(solution, 9).arrivalSeconds - getStep(solution, 8).departureSeconds).toBeLessThanOrEqual(800)
  })

  test('11 limits on time, distance and stops bind, and the reason says which', () => {
    const far = [...fillers, { km: 20 }]
    expect(findReasons(solveSound(lineProblem(far, [{ maxMeters: 20_000 }])), 8)).toEqual(['max_distance'])
    expect(findReasons(solveSound(lineProblem(far, [{ maxSeconds: 2500 }])), 8)).toEqual(['max_time'])
    expect(solveSound(lineProblem(fillers, [{ maxServices: 5 }])).unassigned).toHaveLength(3)
  })

  test('12 a route below its minimum is not driven', () => {
    const solution = solveSound(lineProblem(fillers, [{ minMeters: 100_000 }]))
    expect(solution.unassigned).toHaveLength(8)
    expect(solveSound(lineProblem(fillers, [{ minMeters: 10_000 }])).unassigned).toEqual([])
  })

  test('13 open routes start at their first stop and end at their last', () => {
    const solution = solveSound(lineProblem(fillers, [{ startLocation: null, endLocation: null }]))
    expect(solution.totalCost).toBe(7000)
  })

  test('14 a route starts as late as its stops allow, so nobody waits at the first stop', () => {
    const stops = fillers.map((stop) => ({ ...stop, windows: [[10_000, 20_000]] as const }))
    const [route] = solveSound(lineProblem(stops)).routes
    expect(route!.waitSeconds).toBe(0)
    expect(route!.startSeconds).toBeGreaterThan(9000)
  })

  test('15 a due break is taken inside its interval, where it costs least', () => {
    const pause = { earliestSeconds: 600, latestSeconds: 2000, durationSeconds: 300 }
    const problem = lineProblem(fillers, [
      { departureSeconds: 0, breaks: [pause], cost: { perMeter: 1, perSecond: 1 } },
    ])
    const [route] = solveSound(problem).routes
    const taken = route!.steps.find((step) => step.kind === 'break')!
    expect(taken.startSeconds).toBeGreaterThanOrEqual(600)
    expect(taken.departureSeconds).toBeLessThanOrEqual(2000)
    expect(route!.endSeconds).toBe(1600 + 8 * 60 + 300)
  })

  test('15b a route that can start behind the break does so where a shorter day costs less', () => {
    const breaks = [{ earliestSeconds: 1800, latestSeconds: 9000, durationSeconds: 1800 }]
    const stops = [...fillers, { km: 9, windows: [[20_000, 20_600]] as const }]
    const solution = solveSound(lineProblem(stops, [{ breaks, cost: { perMeter: 1, perSecond: 0.1 } }]))
    const route = solution.routes.find((route) => route.stops.length > 0)!
    expect(route.steps.some((step) => step.kind === 'break')).toBe(false)
    expect(route.startSeconds).toBeGreaterThan(18_000)
  })

  test('15c a route starts as late as any of its windows lets it, without ending later', () => {
    const windows = [
      [0, 100],
      [15_000, 19_000],
    ] as const
    const stops = [...fillers.slice(1), { km: 1, windows }, { km: 9, windows: [[20_000, 20_600]] as const }]
    const solution = solveSound(lineProblem(stops, [{ maxSeconds: 4000 }]))
    expect(solution.unassigned).toEqual([])
    expect(getStep(solution, stops.length - 2).startSeconds).toBeGreaterThanOrEqual(15_000)
  })

  test('16 an optional stop is left out when serving it costs more than its reward and penalty', () => {
    const problem = lineProblem([...fillers, { km: 20, dropPenalty: 5000, reward: 4000 }])
    expect(findReasons(solveSound(problem), 8)).toEqual(['cheaper_to_drop'])
    expect(solveSound(lineProblem([...fillers, { km: 20, dropPenalty: 50_000 }])).unassigned).toEqual([])
  })

  test('17 when not all fit, the higher reward goes first', () => {
    const stops = fillers.map((stop, index) => ({ ...stop, reward: index * 10_000 }))
    const solution = solveSound(lineProblem(stops, [{ capacity: [3] }]))
    expect([...solution.routes[0]!.stops].sort()).toEqual([5, 6, 7])
  })

  test('18 the route that brings a stop leaves after its release', () => {
    const solution = solveSound(lineProblem([...fillers, { km: 9, releaseSeconds: 4000 }]))
    expect(solution.routes[0]!.startSeconds).toBeGreaterThanOrEqual(4000)
  })

  test('19 soft windows are met late at a cost rather than left out', () => {
    const problem = lineProblem([...fillers, { km: 9, windows: [[0, 100]] }], [{}], {
      allowLate: true,
      latePenaltyPerSecond: 2,
    })
    const solution = solveSound(problem)
    expect(solution.unassigned).toEqual([])
    expect(solution.cost.lateness).toBe(2 * getStep(solution, 8).lateSeconds)
    expect(solution.cost.lateness).toBe(1600)
  })

  test('20 a vehicle that may reload makes a second trip', () => {
    const reload = { location: 0, serviceSeconds: 60 }
    const solution = solveSound(lineProblem(fillers, [{ capacity: [4], reload }]))
    expect(solution.unassigned).toEqual([])
    expect(solution.routes[0]!.steps.filter((step) => step.kind === 'reload')).toHaveLength(1)
    expect(solution.totalCost).toBe(16_000 + 8000)
  })

  test('20b of several places to reload at, each trip takes the one on its way', () => {
    const apart = [2, 9, 16, 18].map((km) => ({ km, delivered: [0], collected: [1] }))
    const reload = { location: 0, serviceSeconds: 60, others: [10, 17] }
    const problem = lineProblem(apart, [{ capacity: [1], reload, endLocation: 20 }])
    const solution = solveSound(problem)
    const places = solution.routes[0]!.steps.flatMap((step) => (step.kind === 'reload' ? [step.location] : []))
    expect(solution.unassigned).toEqual([])
    expect(solution.totalCost).toBe(22_000)
    expect(places[1]).toBe(10)
    expect(places[2]).toBe(17)
    const [vehicle] = problem.vehicles
    const elsewhere = { ...problem, vehicles: [{ ...vehicle!, reload: { ...reload, others: [10, 5] } }] }
    expect(check(elsewhere, solution).map(({ message }) => message)).toContainEqual(expect.stringContaining('is at 17'))
  })

  test('21 no wait before a stop is longer than allowed', () => {
    const stops = [
      ...fillers.map((stop) => ({ ...stop, windows: [[0, 2000]] as const })),
      { km: 9, windows: [[9000, 9500]] as const },
    ]
    const solution = solveSound(lineProblem(stops, [{}, {}], { maxWaitSeconds: 600 }))
    expect(getRoute(solution, 8)).not.toBe(getRoute(solution, 0))
    expect(
      Math.max(...solution.routes.flatMap((route) => route.steps.map((step) => step.waitSeconds))),
    ).toBeLessThanOrEqual(600)
  })

  test('22 balance spreads the stops over the vehicles', () => {
    const solution = solveSound(lineProblem(fillers, [{}, {}], { balanceStopsWeight: 10_000 }))
    expect(solution.routes.map((route) => route.stops.length)).toEqual([4, 4])
  })

  test('23 the longest route weighs when its span has a price', () => {
    const apart = [...fillers.map((stop) => ({ ...stop })), ...fillers.map((stop) => ({ km: stop.km }))]
    const plain = solveSound(lineProblem(apart, [{}, {}]))
    const spanned = solveSound(lineProblem(apart, [{}, {}], { timeSpanCoefficient: 100 }))
    const longest = (solution: Solution): number =>
      Math.max(...solution.routes.map((route) => route.endSeconds - route.startSeconds))
    expect(longest(spanned)).toBeLessThan(longest(plain))
    expect(spanned.cost.span).toBe(100 * longest(spanned))
  })

  test('24 the fewest vehicles come first when asked for', () => {
    const vehicles = [{ capacity: [8], cost: { perMeter: 5 } }, { capacity: [4] }, { capacity: [4] }]
    const used = (solution: Solution): number => solution.routes.filter((route) => route.stops.length > 0).length
    expect(used(solveSound(lineProblem(fillers, vehicles)))).toBe(2)
    expect(used(solveSound(lineProblem(fillers, vehicles, { minimiseVehicles: true })))).toBe(1)
  })

  test('25 the cheaper vehicle is chosen by its prices', () => {
    const vehicles = [{ cost: { perMeter: 1, fixed: 30_000 } }, { cost: { perMeter: 2 } }]
    expect(solveSound(lineProblem(fillers, vehicles)).routes[1]!.stops).toHaveLength(8)
  })

  test('25b a slow driver works longer at each stop, rounded once there, and as long as others at the depot', () => {
    const stops = [...fillers, { km: 9, serviceSeconds: 61 }]
    const reload = { location: 0, serviceSeconds: 100 }
    const problem = lineProblem(stops, [{ capacity: [5], reload, serviceFactor: 1.5 }])
    const [route] = solveSound(problem).routes
    const onSpot = route!.steps.map(({ departureSeconds, startSeconds }) => departureSeconds - startSeconds)
    expect(onSpot.filter((_, at) => route!.steps[at]!.kind === 'reload')).toEqual([100])
    expect(onSpot.filter((_, at) => route!.steps[at]!.kind === 'stop').sort()).toEqual([...fillers.map(() => 90), 92])
  })

  test('25c long work goes to the quick driver, where a working day has its end', () => {
    const stops = [...fillers, { km: 9, serviceSeconds: 5_000 }]
    const day = { maxSeconds: 7_000 }
    const solution = solveSound(
      lineProblem(stops, [
        { ...day, serviceFactor: 1.2 },
        { ...day, serviceFactor: 0.9 },
      ]),
    )
    expect([getRoute(solution, 8), solution.unassigned]).toEqual([1, []])
    const slowOnly = solveSound(lineProblem(stops, [{ ...day, serviceFactor: 1.2 }]))
    expect(findReasons(slowOnly, 8)).toEqual(['max_time'])
  })

  test('25d a factor out of its limits is refused by name', () => {
    for (const serviceFactor of [0, -1, 11, Number.NaN]) {
      const problem = lineProblem(fillers, [{}, { serviceFactor }])
      expect(() => solve(problem, { seed: 1, iterations: 1 })).toThrow('vehicles[1].serviceFactor is out of range')
    }
  })

  test('25e a vehicle that nobody is known to drive takes what those take who usually come, where a stop tells it', () => {
    const stops = [...fillers, { km: 9, serviceSeconds: 61, anybodySeconds: 90 }]
    const getWork = (vehicle: Partial<Vehicle>) => solveSound(lineProblem(stops, [vehicle])).routes[0]!.serviceSeconds
    const usual = getWork({})
    expect(getWork({ isAnybody: true })).toBe(usual + 29)
    expect(getWork({ serviceFactor: 1.5 })).toBe(Math.round(1.5 * (usual - 61)) + 92)
    const two = lineProblem(
      [{ km: 9, serviceSeconds: 5_000, anybodySeconds: 8_000 }],
      [{ maxSeconds: 7_000, isAnybody: true }, { maxSeconds: 7_000 }],
    )
    expect(getRoute(solveSound(two), 0)).toBe(1)
    const wrong = lineProblem([{ km: 9, anybodySeconds: -1 }], [{}])
    expect(() => solve(wrong, { seed: 1, iterations: 1 })).toThrow('stops[0].anybodySeconds is out of range')
  })

  test('26 different depots serve what is nearest to them', () => {
    const vehicles = [{ capacity: [4] }, { startLocation: 20, endLocation: 20, capacity: [4] }]
    const stops = [1, 2, 3, 4, 16, 17, 18, 19].map((km) => ({ km }))
    const solution = solveSound(lineProblem(stops, vehicles))
    expect([...solution.routes[0]!.stops].sort()).toEqual([0, 1, 2, 3])
  })

  test('27 an unreachable place is never driven to', () => {
    const problem = lineProblem([...fillers, { km: 15 }])
    for (let other = 0; other < 21; other++) problem.profiles[0]!.seconds[other * 21 + 15] = other === 15 ? 0 : -1
    expect(findReasons(solveSound(problem), 8)).toEqual(['unreachable'])
  })

  test('28 without vehicles every stop is left out for want of one', () => {
    const solution = solveSound(lineProblem(fillers, []))
    expect(solution.unassigned).toHaveLength(8)
    expect(solution.unassigned[0]!.reasons).toEqual(['no_vehicle_available'])
  })

  test('29 an empty problem has an empty answer', () => {
    expect(solveSound(lineProblem([])).totalCost).toBe(0)
  })
})

describe('live days', () => {
  test('30 a pinned prefix stays first, in its order', () => {
    const solution = solveSound(lineProblem(fillers, [{ pinnedPrefix: [7, 2] }, {}]))
    expect(solution.routes[0]!.stops.slice(0, 2)).toEqual([7, 2])
  })

  test('31 pinned stops stay on their vehicle though it is dearer', () => {
    const solution = solveSound(lineProblem(fillers, [{ pinned: [3, 4], cost: { perMeter: 9 } }, {}]))
    expect(solution.routes[0]!.stops).toEqual(expect.arrayContaining([3, 4]))
    expect(solution.routes[1]!.stops).toContain(7)
  })

  test('32 a locked route is left exactly as it is', () => {
    const solution = solveSound(lineProblem(fillers, [{ pinnedPrefix: [7, 2, 5], isLocked: true }, {}]))
    expect(solution.routes[0]!.stops).toEqual([7, 2, 5])
    expect(solution.unassigned).toEqual([])
  })

  test('33 a late driver keeps the pinned stops, with the lateness said, and gets nothing that adds to it', () => {
    const stops = fillers.map((stop) => ({ ...stop, windows: [[0, 3000]] as const }))
    const problem = lineProblem(stops, [{ departureSeconds: 4000, pinned: [0, 1] }, {}])
    const [late, other] = solve(problem, { iterations: 2000 }).solution.routes
    expect([...late!.stops].sort()).toEqual([0, 1])
    expect(late!.violations.every((violation) => violation.code === 'time_window')).toBe(true)
    expect(late!.violations).not.toEqual([])
    expect(other!.stops).toHaveLength(6)
  })

  test('34 a route under way starts now and counts what it has used up', () => {
    const vehicle = { departureSeconds: 5000, maxServices: 10, spent: { services: 4 } }
    const solution = solveSound(lineProblem(fillers, [vehicle]))
    expect(solution.routes[0]!.startSeconds).toBe(5000)
    expect(solution.routes[0]!.stops).toHaveLength(6)
  })

  test('35 a given solution is the start: nothing is lost when no step is made', () => {
    const problem = makeRandomProblem(3, { leastStops: 40, mostStops: 40, kind: 'rich' })
    const first = solve(problem, { iterations: 500 }).solution
    const again = solve(problem, { iterations: 0, initial: first }).solution
    expect(again.totalCost).toBeLessThanOrEqual(first.totalCost + 1e-6)
    expect(listComplaints(problem, again)).toEqual([])
  })

  test('35b a delivery that may not ride where its pickup is pinned stays out, and the reason is that vehicle', () => {
    const stops = [...fillers, { km: 3, delivered: [0] }, { km: 5, pickup: 8, skills: ['lift'] }]
    const solution = solveSound(lineProblem(stops, [{ pinned: [8] }, { skills: ['lift'] }]))
    expect(solution.unassigned).toEqual([{ stop: 9, reasons: ['skill_missing'] }])
    expect(solution.routes.flatMap((route) => route.violations)).toEqual([])
    expect(getRoute(solution, 8)).toBe(0)
  })

  test('36 an initial order that breaks rules is repaired', () => {
    const stops = fillers.map((stop) => ({ ...stop, windows: [[0, 1500]] as const }))
    const problem = lineProblem(stops, [{ capacity: [5] }, { capacity: [5] }])
    const { solution } = solve(problem, { iterations: 0, initial: [[7, 6, 5, 4, 3, 2, 1, 0], []] })
    expect(listComplaints(problem, solution)).toEqual([])
  })
})

describe('promises', () => {
  const problem = makeRandomProblem(5, { leastStops: 55, mostStops: 60, kind: 'rich' })

  test('the same seed and iterations give the same answer', () => {
    const first = solve(problem, { seed: 9, iterations: 400 })
    expect(solve(problem, { seed: 9, iterations: 400 })).toEqual(first)
  })

  test('the deadline is kept', () => {
    let now = 0
    // The clock advances a millisecond per reading, so the test does not depend on the machine.
    const clock = (): number => now++
    solve(problem, { clock, deadlineMilliseconds: 500 })
    expect(now).toBeLessThan(600)
    expect(now).toBeGreaterThan(300)
  })

  test('a cancelled search hands back a sound answer at once', () => {
    const cancel = new Int32Array(new SharedArrayBuffer(4))
    cancel[0] = 1
    const { solution, iterations } = solve(problem, { cancel, iterations: 1e9 })
    expect(iterations).toBe(0)
    expect(listComplaints(problem, solution)).toEqual([])
  })

  test('progress comes at most every 100 ms of the clock, with falling cost and rising fraction', () => {
    let now = 0
    const told: { at: number; cost: number; fraction: number }[] = []
    // Steps of eight milliseconds: the amount of search depends on how often the clock is read.
    const clock = (): number => {
      now += 8
      return now
    }
    solve(problem, {
      clock,
      deadlineMilliseconds: 1500,
      onProgress: ({ cost, fraction }) => told.push({ at: now, cost, fraction }),
    })
    expect(told.length).toBeGreaterThan(5)
    for (let i = 1; i < told.length; i++) {
      expect(told[i]!.at - told[i - 1]!.at).toBeGreaterThanOrEqual(100)
      expect(told[i]!.cost).toBeLessThanOrEqual(told[i - 1]!.cost)
      expect(told[i]!.fraction).toBeGreaterThan(told[i - 1]!.fraction)
    }
  })

  test('a wrong index is refused by name', () => {
    const wrong = lineProblem([{ km: 1, pickup: 4 }])
    expect(() => solve(wrong)).toThrow('problem.stops[0].pickup is out of range')
  })

  test('prices ten times as high change the cost and not the routes', () => {
    const cheap = lineProblem(fillers, [
      { capacity: [5], cost: { perMeter: 1, fixed: 100 } },
      { capacity: [5], cost: { perMeter: 2 } },
    ])
    const dear = lineProblem(fillers, [
      { capacity: [5], cost: { perMeter: 10, fixed: 1000 } },
      { capacity: [5], cost: { perMeter: 20 } },
    ])
    const [a, b] = [solveSound(cheap), solveSound(dear)]
    expect(b.totalCost).toBe(10 * a.totalCost)
  })

  test('a useless vehicle more makes nothing dearer', () => {
    const lone = lineProblem(fillers, [{ capacity: [8] }])
    const more = lineProblem(fillers, [{ capacity: [8] }, { capacity: [8], cost: { perMeter: 9, fixed: 1e6 } }])
    expect(solveSound(more).totalCost).toBe(solveSound(lone).totalCost)
  })

  test('all times moved by a day, the same cost', () => {
    const windows = (shift: number) =>
      fillers.map((stop, index) => ({ ...stop, windows: [[shift + 500 * index, shift + 500 * index + 2000]] as const }))
    const first = solveSound(lineProblem(windows(0), [{ shift: [0, 20_000] }, { shift: [0, 20_000] }]))
    const later = solveSound(lineProblem(windows(86_400), [{ shift: [86_400, 106_400] }, { shift: [86_400, 106_400] }]))
    expect(later.totalCost).toBe(first.totalCost)
  })
})
