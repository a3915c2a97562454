/** Populations of pairs: children keep every rule, plans are sound at the price that is told, and the same seed makes the same plans. */
import { describe, expect, test } from 'vitest'
import { type PlaneRules, planeProblem } from '../../../test/plane-problem.ts'
import { listComplaints } from '../../../test/sound.ts'
import { compileModel } from '../../model/compile-model.ts'
import type { Model } from '../../model/model.ts'
import { Random } from '../../model/random.ts'
import type { Problem } from '../../problem.ts'
import { assemble, begin, prepareNeighbours, solve } from '../../solve.ts'
import { Annealer } from '../anneal.ts'
import { AnnealedPopulation, supportsAnnealedPopulation } from './annealed-population.ts'
import { admitBest, planBreeding, takeBest } from './breed.ts'
import { type FlatPlan, RouteCrossing } from './route-crossing.ts'

function beginAnnealer(problem: Problem): Annealer {
  const model = compileModel(problem)
  const annealer = new Annealer(model, prepareNeighbours(model), 1)
  begin(annealer, [])
  return annealer
}

/** Best plan as a list of stops per vehicle. */
function readRoutes(search: AnnealedPopulation, model: Model): Int32Array[] {
  const routes: Int32Array[] = Array.from({ length: model.vehicleCount }, () => new Int32Array(0))
  search.readBest((v, stops) => {
    routes[v] = stops
  })
  return routes
}

function flatten(annealer: Annealer): FlatPlan {
  const { model } = annealer
  const routes: number[][] = Array.from({ length: model.vehicleCount }, () => [])
  annealer.readBest((v, elements) => {
    routes[v] = Array.from(elements)
  })
  const routeFrom = new Int32Array(model.vehicleCount + 1)
  routes.forEach((route, v) => {
    routeFrom[v + 1] = routeFrom[v]! + route.length
  })
  return { stops: Int32Array.from(routes.flat()), routeFrom }
}

const cases: [string, PlaneRules][] = [
  ['loads alone', { pairs: true }],
  ['windows', { pairs: true, windows: true }],
  ['one-way streets', { pairs: true, windows: true, asymmetric: true }],
  ['time that costs and is limited', { pairs: true, windows: true, durations: true }],
  ['a limit of stops and two dimensions', { pairs: true, twoDimensions: true, serviceLimit: true }],
]

describe('a population of pairs', () => {
  test.each(cases)('gives sound answers, at the price that it says: %s', (_, rules) => {
    const problem = planeProblem(7, 24, rules)
    const annealer = beginAnnealer(problem)
    const { model, neighbours } = annealer
    expect(supportsAnnealedPopulation(model)).toBe(true)
    const first = annealer.bestCost
    const search = new AnnealedPopulation(model, neighbours, 1)
    // Eight first plans and ten children.
    search.run({ iterations: 8 * 150 + 10 * 20 })
    admitBest(annealer, search)
    search.run({ iterations: 100 })
    expect(search.bestCost).toBeLessThan(first)
    const solution = assemble(problem, model, readRoutes(search, model))
    expect(listComplaints(problem, solution)).toEqual([])
    expect(solution.unassigned).toEqual([])
    expect(solution.totalCost).toBeCloseTo(search.bestCost, 4)
    takeBest(annealer, search)
    expect(annealer.bestCost).toBeCloseTo(search.bestCost, 4)
  })

  test('makes the same plans however its time is divided', () => {
    const model = compileModel(planeProblem(3, 20, { pairs: true, windows: true }))
    const neighbours = prepareNeighbours(model)
    const whole = new AnnealedPopulation(model, neighbours, 5)
    whole.run({ iterations: 1400 })
    const divided = new AnnealedPopulation(model, neighbours, 5)
    for (let part = 0; part < 14; part++) divided.run({ iterations: 100 })
    expect(divided.bestCost).toBe(whole.bestCost)
    expect(readRoutes(divided, model)).toEqual(readRoutes(whole, model))
    expect(divided.iterations).toBe(whole.iterations)
  })

  test('begins anew once its plans no longer improve, and keeps its best plan', () => {
    const model = compileModel(planeProblem(4, 12, { pairs: true }))
    const search = new AnnealedPopulation(model, prepareNeighbours(model), 1)
    search.run({ iterations: 300 })
    expect(search.populations).toBe(1)
    const before = search.bestCost
    search.run({ iterations: 3000 })
    expect(search.populations).toBeGreaterThan(1)
    expect(search.bestCost).toBeLessThanOrEqual(before)
  })

  test('takes in a better plan, and none that breaks a rule', () => {
    const annealer = beginAnnealer(planeProblem(4, 24, { pairs: true }))
    const { model, neighbours } = annealer
    const search = new AnnealedPopulation(model, neighbours, 1)
    const isReversed = flatten(annealer)
    const reversed = Array.from({ length: model.vehicleCount }, (_, v) =>
      isReversed.stops.slice(isReversed.routeFrom[v], isReversed.routeFrom[v + 1]).reverse(),
    )
    search.admit(reversed)
    search.run({ iterations: 1 })
    expect(search.bestCost).toBe(Number.POSITIVE_INFINITY)
    admitBest(annealer, search)
    search.run({ iterations: 300 })
    expect(search.bestCost).toBeLessThanOrEqual(annealer.bestCost + 1e-6)
  })

  test('ends by its deadline on any clock, and at once when cancelled', () => {
    const model = compileModel(planeProblem(9, 30, { pairs: true, windows: true }))
    const search = new AnnealedPopulation(model, prepareNeighbours(model), 1)
    let now = 0
    const clock = (): number => ++now
    expect(search.run({ iterations: 1e9, clock, deadlineMilliseconds: 50 })).toBe(false)
    expect(now).toBe(50)
    const cancel = Int32Array.of(1)
    const { iterations } = search
    expect(search.run({ iterations: 1e9, cancel })).toBe(true)
    expect(search.iterations).toBe(iterations)
  })
})

test('a child of two plans has whole pairs, each stop once, and what is missing is told', () => {
  const problem = planeProblem(8, 60, { pairs: true, windows: true })
  const first = beginAnnealer(problem)
  const { model, neighbours } = first
  const second = new Annealer(model, neighbours, 9)
  begin(second, [])
  second.temperature = second.legCost()
  second.steps(2000)
  const parents = [flatten(first), flatten(second)] as const
  const crossing = new RouteCrossing(model, neighbours, new Random(3))
  let changed = 0
  for (let child = 0; child < 50; child++) {
    crossing.cross(...parents)
    const served = Array.from(crossing.stops.subarray(0, crossing.from[model.vehicleCount]!))
    const missing = Array.from(crossing.missing.subarray(0, crossing.missingCount))
    expect([...served, ...missing].sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, stop) => stop))
    for (let pickup = 0; pickup < 60; pickup += 2) {
      expect(missing.includes(pickup)).toBe(missing.includes(pickup + 1))
    }
    changed += crossing.isChanged.filter((value) => value === 1).length
  }
  expect(changed).toBeGreaterThan(50)
})

test('pairs are bred where vehicles are alike, plans are small, and there are steps for several of them', () => {
  const alike = beginAnnealer(planeProblem(6, 60, { pairs: true, windows: true }))
  expect(planBreeding(alike, 10_000)).toBeDefined()
  expect(planBreeding(alike, 100)).toBeUndefined()
  expect(planBreeding(alike, Number.POSITIVE_INFINITY, 900 * 60)).toBeDefined()
  expect(planBreeding(alike, Number.POSITIVE_INFINITY, 900 * 60 - 1)).toBeUndefined()
  expect(planBreeding(beginAnnealer(planeProblem(6, 60, { pairs: true, types: true })), 10_000)).toBeUndefined()
  expect(planBreeding(beginAnnealer(planeProblem(6, 280, { pairs: true })), 600_000)).toBeUndefined()
})

test('the same seed and iterations give the same answer', () => {
  const problem = planeProblem(3, 24, { pairs: true, windows: true })
  const answers = [1, 2].map(() => solve(problem, { seed: 5, iterations: 60_000 }))
  expect(answers[0]).toEqual(answers[1])
  expect(listComplaints(problem, answers[0]!.solution)).toEqual([])
})
