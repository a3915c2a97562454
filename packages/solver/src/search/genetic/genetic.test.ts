/** The genetic search: every move changes the cost by its predicted difference; solutions are correct, reproducible and in time. */
import { describe, expect, test } from 'vitest'
import { planeCases, planeProblem } from '../../../test/plane-problem.ts'
import { listComplaints } from '../../../test/sound.ts'
import { compileModel } from '../../model/compile-model.ts'
import { Random } from '../../model/random.ts'
import type { Problem, Vehicle } from '../../problem.ts'
import { assemble, begin, prepareNeighbours, solve } from '../../solve.ts'
import { Annealer } from '../anneal.ts'
import { admitBest, planBreeding, takeBest } from './breed.ts'
import { GeneticSearch } from './genetic-search.ts'
import { LocalSearch } from './local-search.ts'
import { compileTerms, supportsGenetic } from './terms.ts'

function beginAnnealer(problem: Problem): Annealer {
  const model = compileModel(problem)
  const annealer = new Annealer(model, prepareNeighbours(model), 1)
  begin(annealer, [])
  return annealer
}

/** Price of a plan computed from scratch: legs, loads and times route by route. */
function priceByWalking(plan: LocalSearch): number {
  const { model, capacity, load, dimensions } = plan.terms
  const { stops, routeFrom } = plan.store()
  let sum = 0
  for (let v = 0; v < model.vehicleCount; v++) {
    const route = [...stops.subarray(routeFrom[v], routeFrom[v + 1])]
    if (route.length === 0) continue
    sum += model.fixedCost[v]! + model.costPerStop[v]! * route.length
    for (let k = 0; k < dimensions; k++) {
      const carried = route.reduce((total, stop) => total + load[stop * dimensions + k]!, 0)
      sum += plan.loadPenalty[k]! * Math.max(0, carried - capacity[v * dimensions + k]!)
    }
    const nodes = [model.startNode[v]!, ...route, model.endNode[v]!]
    const cells = nodes.slice(1).map((node, index) => nodes[index]! * model.nodeCount + node)
    sum += model.costPerMeter[v]! * cells.reduce((total, cell) => total + model.meters[0]![cell]!, 0)
    const { work, wait, warp } = walkTimes(plan, v, route, cells)
    sum += model.costPerSecond[v]! * (work + wait)
    if (plan.terms.hasTimes) sum += plan.warpPenalty * (warp + Math.max(0, work + wait - warp - model.maxSeconds[v]!))
  }
  return sum
}

/**
 * Seconds of driving and service, of waiting, and of time warp at windows that have closed, for the start with the least time warp and then
 * the least waiting: every second of the shift is tried.
 */
function walkTimes({ terms }: LocalSearch, v: number, route: readonly number[], cells: readonly number[]) {
  const { seconds, opensSeconds, closesSeconds, shiftStart, shiftEnd, classOf } = terms.model
  const serviceSeconds = terms.model.serviceSeconds[classOf[v]!]!
  const legs = cells.map((cell) => seconds[0]![cell]!)
  const work = legs.reduce((sum, leg) => sum + leg, 0) + route.reduce((sum, stop) => sum + serviceSeconds[stop]!, 0)
  let best = { work, wait: Number.POSITIVE_INFINITY, warp: Number.POSITIVE_INFINITY }
  for (let start = shiftStart[v]!; start <= shiftEnd[v]!; start++) {
    let time = start
    let wait = 0
    let warp = 0
    const arrive = (leg: number, opens: number, closes: number): void => {
      time += leg
      wait += Math.max(0, opens - time)
      warp += Math.max(0, time - closes)
      time = Math.min(Math.max(time, opens), closes)
    }
    route.forEach((stop, index) => {
      arrive(legs[index]!, opensSeconds[stop]!, closesSeconds[stop]!)
      time += serviceSeconds[stop]!
    })
    arrive(legs.at(-1)!, shiftStart[v]!, shiftEnd[v]!)
    if (warp < best.warp || (warp === best.warp && wait < best.wait)) best = { work, wait, warp }
    if (warp > best.warp) break
  }
  return best
}

describe('the local search', () => {
  test.each(planeCases)('prices each move as it turns out: %s', (_, rules) => {
    const model = compileModel(planeProblem(5, 70, rules))
    expect(supportsGenetic(model)).toBe(true)
    const random = new Random(2)
    const plan = new LocalSearch(compileTerms(model), prepareNeighbours(model), random)
    for (let trial = 0; trial < 12; trial++) {
      plan.clear()
      plan.loadPenalty.fill(trial % 3 === 0 ? 2 : 200)
      plan.warpPenalty = trial % 2 === 0 ? 0.3 : 30
      const order = Array.from({ length: model.stopCount }, (_, stop) => stop).sort(() => random.unit() - 0.5)
      for (const stop of order) plan.insert(stop)
      expect(plan.cost).toBeCloseTo(priceByWalking(plan), 4)
      const before = plan.cost
      plan.run(() => false)
      expect(plan.cost).toBeLessThan(before)
      expect(plan.cost).toBeCloseTo(priceByWalking(plan), 4)
    }
  })

  test('penalties dear enough make every rule kept', () => {
    const model = compileModel(planeProblem(5, 70, { windows: true }))
    const plan = new LocalSearch(compileTerms(model), prepareNeighbours(model), new Random(2))
    plan.loadPenalty.fill(1e5)
    plan.warpPenalty = 1e5
    plan.recompute()
    for (let stop = 0; stop < model.stopCount; stop++) plan.insert(stop)
    plan.run(() => false)
    expect(plan.isFeasible()).toBe(true)
  })
})

describe('the genetic search', () => {
  test.each(planeCases)('gives sound answers, at the price that it says: %s', (_, rules) => {
    const problem = planeProblem(7, 60, rules)
    const model = compileModel(problem)
    const neighbours = prepareNeighbours(model)
    const annealer = new Annealer(model, neighbours, 1)
    begin(annealer, [])
    const first = annealer.bestCost
    const search = new GeneticSearch(model, neighbours, 1)
    search.run({ iterations: 100 })
    admitBest(annealer, search)
    search.run({ iterations: 60 })
    expect(search.bestCost).toBeLessThan(first)
    const sequences: Int32Array[] = Array.from({ length: model.vehicleCount }, () => new Int32Array(0))
    search.readBest((v, stops) => {
      sequences[v] = stops
    })
    const solution = assemble(problem, model, sequences)
    expect(listComplaints(problem, solution)).toEqual([])
    expect(solution.unassigned).toEqual([])
    expect(solution.totalCost).toBeCloseTo(search.bestCost, 4)
    takeBest(annealer, search)
    expect(annealer.bestCost).toBeCloseTo(search.bestCost, 4)
  })

  test('same seed and iterations, same answer', () => {
    const problem = planeProblem(3, 60, { windows: true })
    const answers = [1, 2].map(() => solve(problem, { seed: 5, iterations: 12_000 }))
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]!.iterations).toBeGreaterThan(1200)
  })

  test('it begins where the annealing ends, and never ends worse', () => {
    const annealer = beginAnnealer(planeProblem(4, 60, {}))
    const { model, neighbours } = annealer
    expect(planBreeding(annealer, 10_000)?.guest).toBeGreaterThan(0)
    expect(planBreeding(annealer, 100)).toBeUndefined()
    annealer.temperature = 0
    for (let step = 0; step < 5000; step++) annealer.step()
    const annealed = annealer.bestCost
    // One random plan is worse, and does not replace the annealed one.
    const apart = new GeneticSearch(model, neighbours, 1)
    apart.run({ iterations: 1 })
    expect(apart.bestCost).toBeGreaterThan(annealed)
    takeBest(annealer, apart)
    expect(annealer.bestCost).toBe(annealed)
    const guided = new GeneticSearch(model, neighbours, 1)
    admitBest(annealer, guided)
    guided.run({ iterations: 1 })
    expect(guided.bestCost).toBeLessThanOrEqual(annealed + 1e-6)
  })

  test('it begins anew once its plans no longer improve, and keeps its best plan', () => {
    const model = compileModel(planeProblem(4, 30, { windows: true }))
    const search = new GeneticSearch(model, prepareNeighbours(model), 1)
    search.run({ iterations: 500 })
    expect(search.populations).toBe(1)
    const before = search.bestCost
    search.run({ iterations: 4000 })
    expect(search.populations).toBeGreaterThan(1)
    expect(search.bestCost).toBeLessThanOrEqual(before)
  })

  test('its deadline holds on any clock', () => {
    const model = compileModel(planeProblem(9, 200, { windows: true }))
    const search = new GeneticSearch(model, prepareNeighbours(model), 1)
    let now = 0
    let asked = 0
    search.run({
      iterations: 1e9,
      clock: () => {
        asked++
        now += 1
        return now
      },
      deadlineMilliseconds: 500,
    })
    expect(now).toBeLessThan(510)
    expect(asked).toBeGreaterThan(400)
  })

  test('a cancelled search ends at once with what it has', () => {
    const model = compileModel(planeProblem(9, 60, { windows: true }))
    const search = new GeneticSearch(model, prepareNeighbours(model), 1)
    const cancel = new Int32Array(new SharedArrayBuffer(4))
    const isCancelled = search.run({
      iterations: 1e9,
      cancel,
      onPause: (done) => {
        if (done === 100) Atomics.store(cancel, 0, 1)
      },
    })
    expect(isCancelled).toBe(true)
    expect(search.iterations).toBeLessThanOrEqual(101)
    expect(search.bestCost).toBeLessThan(Number.POSITIVE_INFINITY)
  })
})

/** A fleet large enough for any plan, all vehicles like the first one except for `rules`. */
function getFleet(problem: Problem, rules: Partial<Vehicle>): Problem {
  return { ...problem, vehicles: Array.from({ length: 90 }, () => ({ ...problem.vehicles[0]!, ...rules })) }
}

test('stops with windows are bred up to 420, on long routes beyond, and where there is time', () => {
  const roomy = { shift: [0, 12_000] as const, capacity: [1000, 1000] }
  const beginTimed = (stops: number, rules: Partial<Vehicle>): Annealer =>
    beginAnnealer(getFleet(planeProblem(6, stops, { windows: true }), rules))
  const short = beginTimed(300, {})
  expect(short.routeLength).toBeLessThan(10)
  expect(planBreeding(short, 30_000)).toBeDefined()
  expect(planBreeding(short, 10_000)).toBeUndefined()
  expect(planBreeding(beginTimed(440, {}), 60_000)).toBeUndefined()
  const long = beginTimed(440, roomy)
  expect(long.routeLength).toBeGreaterThan(20)
  expect(planBreeding(long, 60_000)).toBeDefined()
  expect(planBreeding(long, 15_000)).toBeUndefined()
})

test('stops without windows are bred from the start up to 335, and late beyond, unless routes are short', () => {
  const beginFree = (stops: number, capacity: number): Annealer => {
    const problem = planeProblem(6, stops, {})
    const { shift: _, ...free } = problem.vehicles[0]!
    return beginAnnealer({
      ...problem,
      vehicles: Array.from({ length: 90 }, () => ({ ...free, capacity: [capacity, 1000] })),
    })
  }
  expect(planBreeding(beginFree(330, 30), 30_000)?.annealed).toBe(0.1)
  expect(planBreeding(beginFree(330, 20), 30_000)).toBeUndefined()
  expect(planBreeding(beginFree(360, 30), 60_000)).toBeUndefined()
  const late = planBreeding(beginFree(360, 80), 60_000)!
  expect(late.annealed).toBe(0.5)
  expect(late.shared).toBe(0.5)
  expect(planBreeding(beginFree(360, 80), 15_000)).toBeUndefined()
})

test('a plan that must leave stops out is annealed for all of its steps', () => {
  const problem = planeProblem(3, 60, {})
  const { solution, iterations } = solve({ ...problem, vehicles: problem.vehicles.slice(0, 3) }, { iterations: 5000 })
  expect(solution.unassigned.length).toBeGreaterThan(0)
  expect(iterations).toBe(5000)
})

test('waits far from their limit leave it to the populations, those near it do not', () => {
  const problem = planeProblem(6, 60, { windows: true })
  expect(planBreeding(beginAnnealer({ ...problem, options: { maxWaitSeconds: 20_000 } }), 10_000)).toBeDefined()
  expect(planBreeding(beginAnnealer({ ...problem, options: { maxWaitSeconds: 300 } }), 10_000)).toBeUndefined()
})

test('problems with rules that it does not know are left to the annealing', () => {
  const problem = planeProblem(1, 40, {})
  const withBreak = {
    ...problem,
    vehicles: problem.vehicles.map((vehicle) => ({
      ...vehicle,
      breaks: [{ earliestSeconds: 1000, latestSeconds: 5000, durationSeconds: 600 }],
    })),
  }
  const withOptional = { ...problem, stops: problem.stops.map((stop) => ({ ...stop, dropPenalty: 5 })) }
  const withDistance = { ...problem, vehicles: problem.vehicles.map((vehicle) => ({ ...vehicle, maxMeters: 3000 })) }
  for (const rich of [withBreak, withOptional, withDistance])
    expect(planBreeding(beginAnnealer(rich), 10_000)).toBeUndefined()
})
