/** Pairs of pickup and delivery where time costs money, durations are limited and no wait may be long: what the service asks for by default. */
import { describe, expect, test } from 'vitest'
import { auditPlan } from '../../test/audit.ts'
import { solveByBruteForce } from '../../test/brute-force.ts'
import { type PlaneRules, paidByTime, planeProblem, withoutLongWaits } from '../../test/plane-problem.ts'
import { listComplaints } from '../../test/sound.ts'
import { compileModel } from '../model/compile-model.ts'
import type { Problem } from '../problem.ts'
import { begin, finish, prepareNeighbours, solveBySearch } from '../solve.ts'
import { Annealer } from './anneal.ts'
import { LeanKernel } from './lean-kernel.ts'

interface Limits {
  vehicles?: number
  maxSeconds?: number
  maxWaitSeconds?: number
  /** Room of each vehicle in the first dimension of loads. */
  room?: number
}

function makePairs(seed: number, stops: number, rules: PlaneRules, limits: Limits): Problem {
  const { vehicles = 24, maxSeconds, maxWaitSeconds, room } = limits
  const problem = planeProblem(seed, stops, { pairs: true, windows: true, ...rules })
  const limited = problem.vehicles.slice(0, vehicles).map((vehicle) => ({
    ...vehicle,
    cost: paidByTime,
    ...(maxSeconds !== undefined && { maxSeconds }),
    ...(room !== undefined && { capacity: [room, 1000] }),
  }))
  const planned = { ...problem, vehicles: limited }
  return maxWaitSeconds === undefined ? planned : withoutLongWaits(planned, maxWaitSeconds)
}

function anneal(problem: Problem, steps: number) {
  const model = compileModel(problem)
  const annealer = new Annealer(model, prepareNeighbours(model), 1)
  begin(annealer, [])
  const leg = annealer.legCost()
  for (let tenth = 0; tenth < 10; tenth++) {
    annealer.temperature = leg * 0.5 ** tenth
    annealer.steps(steps / 10)
    auditPlan(annealer)
  }
  const solution = finish(problem, model, annealer)
  const waits = solution.routes.flatMap(({ steps: all }) => all.map(({ waitSeconds }) => waitSeconds))
  return { annealer, solution, longestWait: Math.max(...waits) }
}

const cases: [string, PlaneRules, Limits][] = [
  ['time that costs', {}, {}],
  ['limited durations', {}, { maxSeconds: 4000 }],
  ['limited waits', {}, { maxWaitSeconds: 300 }],
  ['limited waits and durations on one-way streets', { asymmetric: true }, { maxSeconds: 5000, maxWaitSeconds: 100 }],
  ['limited waits of slow and quick drivers', { paces: true }, { maxWaitSeconds: 200 }],
  ['limited waits and kinds of vehicles', { types: true }, { maxWaitSeconds: 200 }],
  ['goods that weigh nothing', { weightless: true }, {}],
  ['single stops among them', { singles: true }, {}],
  ['single stops among them, in vans that are often full', { singles: true }, { room: 14 }],
  ['single stops among them, in kinds of vehicles', { singles: true, types: true }, {}],
  [
    'single stops among them, with limited waits and durations',
    { singles: true },
    { maxSeconds: 5000, maxWaitSeconds: 200 },
  ],
  ['single stops among them, whose goods weigh nothing', { singles: true, weightless: true }, { vehicles: 12 }],
]

describe('pairs are planned at the price of their whole time', () => {
  test.each(cases)('%s', (_, rules, limits) => {
    const problem = makePairs(3, 60, rules, limits)
    const { annealer, solution } = anneal(problem, 400)
    expect(annealer.kernel).toBeInstanceOf(LeanKernel)
    expect(solution.unassigned).toEqual([])
    expect(listComplaints(problem, solution)).toEqual([])
    expect(solution.totalCost).toBeCloseTo(annealer.bestCost, 4)
  })

  test('a limit of waits that binds makes the plan dearer, and is kept', () => {
    const free = anneal(makePairs(5, 60, {}, {}), 400)
    const bound = anneal(makePairs(5, 60, {}, { maxWaitSeconds: 60 }), 400)
    expect(free.longestWait).toBeGreaterThan(60)
    expect(bound.longestWait).toBeLessThanOrEqual(60)
    expect(bound.solution.totalCost).toBeGreaterThan(free.solution.totalCost)
  })
})

const small: [string, PlaneRules, Limits][] = [
  ['three pairs', {}, {}],
  ['three pairs, waits up to 60 s', {}, { maxWaitSeconds: 60 }],
  ['two pairs and two single stops', { singles: true }, {}],
  ['two pairs and two single stops, in vans that are often full', { singles: true }, { room: 10 }],
  ['three pairs whose pickups receive goods themselves', { exchanged: true }, { room: 12 }],
  ['two pairs and two single stops, in kinds of vehicles', { singles: true, types: true }, {}],
]

test.each(small)('%s are planned like the best of all orders', (_, rules, limits) => {
  const found: number[] = []
  const best: number[] = []
  for (let seed = 1; seed <= 4; seed++) {
    const problem = makePairs(seed, 6, rules, { vehicles: 2, ...limits })
    found.push(solveBySearch(problem, { seed: 1, iterations: 1500 }).solution.totalCost)
    best.push(solveByBruteForce(problem).totalCost)
  }
  expect(found.map(Math.round)).toEqual(best.map(Math.round))
})
