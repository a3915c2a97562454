/**
 * Room for a break that the plan does not have: wider margins before it, by the share of drivers who have had it, and their use in the
 * search.
 */
import { describe, expect, test } from 'vitest'
import { auditPlan } from '../../test/audit.ts'
import { solveByBruteForce } from '../../test/brute-force.ts'
import { countDrawnCases } from '../../test/drawn-cases.ts'
import { lineProblem } from '../../test/line-problem.ts'
import { createRandomChoice } from '../../test/random-numbers.ts'
import { addTakenShares, makeRandomProblem } from '../../test/random-problem.ts'
import { listComplaints } from '../../test/sound.ts'
import { evaluate } from '../answer/explain.ts'
import { compileModel } from '../model/compile-model.ts'
import type { Break, BreakShare, Problem } from '../problem.ts'
import { Annealer } from '../search/anneal.ts'
import { RouteTimes } from '../search/route-times.ts'
import { begin, prepareNeighbours, solve } from '../solve.ts'
import { type Spreads, usualSpreads } from '../spreads.ts'

const noLuck: Spreads = { travel: { day: 0, route: 0, leg: 0 }, service: { route: 0, stop: 0 } }
const halfAt300: readonly BreakShare[] = [
  [200, 0],
  [300, 0.05],
  [600, 0.1],
  [900, 0.7],
]

/** Stops 3 and 7 km away with windows to 1000 s, reached at 300 and 760 s; slack at a price of 2, without any variation. */
function dayWith(pause: Partial<Break>, vehicle: object = { departureSeconds: 0 }): Problem {
  const stops = [3, 7].map((km) => ({ km, windows: [[0, 1000]] as const }))
  const breaks = [{ earliestSeconds: 200, latestSeconds: 4000, durationSeconds: 400, ...pause }]
  const problem = lineProblem(stops, [{ ...vehicle, breaks }])
  return { ...problem, options: { ...problem.options, slack: { pricePerSecond: 2, spreads: noLuck } } }
}

const computeSlack = (problem: Problem): number => evaluate(problem, 0, [0, 1]).cost.slack

describe('room for a break', () => {
  test('is the part of the break that the share at the beginning of a stop is of a tenth', () => {
    // Half of 400 s at 300 s: there is room. The whole 400 s at 760 s, of which 240 s are available.
    expect(computeSlack(dayWith({ takenShares: halfAt300 }))).toBeCloseTo(2 * 160)
    expect(computeSlack(dayWith({}))).toBe(0)
  })

  test('is not asked for behind the break, on routes that start behind it, and before its first moment', () => {
    // The break must start by 600 s and is taken before the second stop; the first one has begun before any driver had it.
    const early = dayWith({ takenShares: [[350, 1]], latestSeconds: 1000 })
    early.stops[1]!.windows = [[0, 1200]]
    expect(evaluate(early, 0, [0, 1]).steps.map(({ kind }) => kind)).toContain('break')
    expect(computeSlack(early)).toBe(0)
    const late = dayWith({ takenShares: halfAt300 }, { departureSeconds: 600 })
    late.stops.forEach((stop) => {
      stop.windows = [[0, 1400]]
    })
    expect(computeSlack(late)).toBe(0)
    expect(computeSlack(dayWith({ takenShares: [[800, 1]] }))).toBe(0)
  })

  test('counts at the end of the shift', () => {
    const problem = dayWith({ takenShares: [[800, 1]] }, { departureSeconds: 0, shift: [0, 1700] })
    // Back at about 1520 s: the end of the shift is less than a break away.
    const { endSeconds, cost } = evaluate(problem, 0, [0, 1])
    expect(cost.slack).toBeCloseTo(2 * (endSeconds + 400 - 1700))
  })

  test('holds the start of a route as at the end of the window', () => {
    const stops = [
      { km: 3, windows: [[0, 1000]] as const },
      { km: 4, windows: [[3000, 4000]] as const },
    ]
    const breaks = [
      { earliestSeconds: 500, latestSeconds: 9000, durationSeconds: 400, takenShares: [[900, 0.05]] as const },
    ]
    const problem = lineProblem(stops, [{ breaks }])
    const wished = { ...problem, options: { ...problem.options, slack: { pricePerSecond: 1, spreads: noLuck } } }
    expect(evaluate(problem, 0, [0, 1]).steps[1]!.startSeconds).toBe(1000)
    expect(evaluate(wished, 0, [0, 1]).steps[1]!.startSeconds).toBe(800)
  })

  test.each([
    [[[100, 0.1]], /breaks\[0\]\.takenShares\[0\] begins at 100: a whole second behind 199/],
    [[[300.5, 0.1]], /takenShares\[0\] begins at 300.5/],
    [
      [
        [300, 0.1],
        [300, 0.2],
      ],
      /takenShares\[1\] begins at 300: a whole second behind 300/,
    ],
    [
      [
        [300, 0.3],
        [400, 0.2],
      ],
      /takenShares\[1\] has a share of 0.2: from 0.3, which is the one before, to 1/,
    ],
    [[[300, 1.2]], /takenShares\[0\] has a share of 1.2: from 0/],
    [[[300, Number.NaN]], /takenShares\[0\] has a share of NaN/],
  ] as const)('refuses %j', (takenShares, message) => {
    expect(() => computeSlack(dayWith({ takenShares }))).toThrow(message)
  })

  test('is refused beside other breaks and rules of driving', () => {
    const problem = dayWith({ takenShares: halfAt300 })
    const [pause] = problem.vehicles[0]!.breaks!
    problem.vehicles[0]!.breaks = [pause!, { ...pause!, takenShares: undefined }]
    expect(() => computeSlack(problem)).toThrow(/vehicles\[0\]\.breaks\[0\]\.takenShares is there for one of 2 breaks/)
    problem.vehicles[0]!.breaks = [pause!]
    problem.vehicles[0]!.drivingRules = {}
    expect(() => computeSlack(problem)).toThrow(/takenShares is there beside drivingRules/)
  })

  test('without a price changes no plan', () => {
    for (const seed of [1, 2, 3, 4]) {
      const plain = roomyProblem(seed, { leastStops: 20, mostStops: 40, kind: 'rich' })
      delete plain.options.slack
      const without = structuredClone(plain)
      for (const { breaks } of without.vehicles) for (const pause of breaks ?? []) delete pause.takenShares
      const options = { seed, iterations: 200 }
      expect(solve(plain, options).solution).toEqual(solve(without, options).solution)
    }
  })
})

/** A random problem in which every vehicle with one break has room for it. */
function roomyProblem(seed: number, size: Parameters<typeof makeRandomProblem>[1]): Problem {
  const problem = makeRandomProblem(seed, size)
  const random = createRandomChoice(seed)
  for (const vehicle of problem.vehicles) {
    const earliestSeconds = (vehicle.shift?.[0] ?? 0) + random.integer(1, 5) * 1800
    vehicle.breaks ??= [
      { earliestSeconds, latestSeconds: earliestSeconds + random.integer(1, 5) * 1800 + 900, durationSeconds: 900 },
    ]
    vehicle.breaks = vehicle.breaks.slice(0, 1)
  }
  addTakenShares(random, problem.vehicles, 1)
  problem.options.slack = { pricePerSecond: random.pick([0.0005, 0.005, 0.05]), spreads: usualSpreads }
  return problem
}

/** A few steps of a search, in which the predicted price of each move is compared with its cost. */
function annealed(problem: Problem, seed: number): Annealer {
  const model = compileModel(problem)
  const annealer = new Annealer(model, prepareNeighbours(model), seed)
  begin(annealer, [])
  for (let step = 0; step < 60; step++) {
    annealer.temperature = annealer.legCost() * (1 - step / 60) + 1e-6
    annealer.step()
  }
  return annealer
}

/** Compares the bound with the times of every stop at every position of every route; returns how often the bound was above 0. */
function expectTrueBounds(problem: Problem, seed: number): number {
  const { kernel, model } = annealed(problem, seed)
  const times = new RouteTimes(kernel, model)
  let looked = 0
  for (let v = 0; v < model.vehicleCount; v++) {
    const sentinel = model.stopCount + v
    if (!times.supports(v) || kernel.next[sentinel] === sentinel || !times.refresh(v)) continue
    for (let before = sentinel, isFirst = true; isFirst || before !== sentinel; before = kernel.next[before]!) {
      isFirst = false
      for (let stop = 0; stop < model.stopCount; stop++) {
        if (kernel.routeOf[stop] === v || !times.probe(v, stop, before, 0)) continue
        const bound = times.leastLate(v, stop, before)
        expect(times.newLateCost).toBeGreaterThanOrEqual(bound - 1e-6)
        if (bound > 0) looked++
      }
    }
  }
  return looked
}

describe('random problems with room for breaks', () => {
  test.each(Array.from({ length: countDrawnCases(40) }, (_, seed) => seed + 1))(
    'prices of moves of seed %d are exact and the checker agrees',
    (seed) => {
      const problem = roomyProblem(50_000 + seed, { leastStops: 10, mostStops: 50, kind: 'rich' })
      const { solution } = solve(problem, { seed, iterations: 200 })
      expect(listComplaints(problem, solution)).toEqual([])
      auditPlan(annealed(problem, seed))
    },
  )

  test('tiny ones cost no more than the best of all orders', () => {
    for (let seed = 1; seed <= countDrawnCases(25); seed++) {
      const problem = roomyProblem(70_000 + seed, { leastStops: 3, mostStops: 5, kind: 'tiny' })
      for (const { cost } of problem.vehicles) cost.perSecond = cost.perTravelSecond = 0
      for (const stop of problem.stops) delete stop.latePenaltyPerSecond
      problem.options = { slack: problem.options.slack! }
      const { solution } = solve(problem, { seed, iterations: 1000 })
      expect(listComplaints(problem, solution)).toEqual([])
      const { totalCost } = solveByBruteForce(problem)
      expect(solution.totalCost, `seed ${seed}`).toBeLessThanOrEqual(totalCost + 1e-6)
    }
  }, 120_000)

  test('the least that lateness and margins cost with one more stop is no more than they do', () => {
    let looked = 0
    for (let seed = 1; seed <= 40; seed++) {
      const problem = roomyProblem(60_000 + seed, { leastStops: 10, mostStops: 30, kind: 'rich' })
      looked += expectTrueBounds(problem, seed)
    }
    expect(looked).toBeGreaterThan(200)
  })
})
