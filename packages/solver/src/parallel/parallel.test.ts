/** Several threads: correct solutions, reproducible by seed and iterations, in time, and shares that neither overlap nor lose anything. */
import { describe, expect, test } from 'vitest'
import { planeProblem } from '../../test/plane-problem.ts'
import { addHours } from '../../test/random-hours.ts'
import { makeRandomProblem } from '../../test/random-problem.ts'
import { listComplaints } from '../../test/sound.ts'
import { compileModel } from '../model/compile-model.ts'
import { Random } from '../model/random.ts'
import type { Problem } from '../problem.ts'
import { Annealer } from '../search/anneal.ts'
import { planBreeding } from '../search/genetic/breed.ts'
import { begin, type Progress, prepareNeighbours, solve } from '../solve.ts'
import { partition } from './partition.ts'
import { solveParallel } from './solve-parallel.ts'

/** 450 stops in a plane with windows: enough that each thread gets its own share. */
function largeProblem(): Problem {
  const random = new Random(4)
  const size = 451
  const places = Array.from({ length: size }, () => [random.below(5000), random.below(5000)] as const)
  const seconds = new Int32Array(size * size)
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) {
      seconds[a * size + b] = Math.round(Math.hypot(places[a]![0] - places[b]![0], places[a]![1] - places[b]![1]) / 4)
    }
  }
  const stops = Array.from({ length: size - 1 }, (_, index) => {
    const opens = random.below(20_000)
    return {
      location: index + 1,
      serviceSeconds: 120,
      delivered: [1 + random.below(5)],
      windows: [[opens, opens + 7200]] as const,
    }
  })
  const vehicle = {
    startLocation: 0,
    endLocation: 0,
    shift: [0, 30_000] as const,
    capacity: [60],
    cost: { perMeter: 1, fixed: 500 },
  }
  return {
    locationCount: size,
    profiles: [{ seconds, meters: seconds }],
    loadDimensions: 1,
    stops,
    vehicles: Array.from({ length: 45 }, () => vehicle),
    options: {},
  }
}

describe('solving on two threads', () => {
  test('a rich problem gets a sound answer', async () => {
    const problem = makeRandomProblem(12, { leastStops: 50, mostStops: 60, kind: 'rich' })
    const { solution } = await solveParallel(problem, { threads: 2, iterations: 400 })
    expect(listComplaints(problem, solution)).toEqual([])
  })

  test('a problem whose ways take longer at some hours gets a sound answer, cut into shares too', async () => {
    const problem = addHours(largeProblem(), 3)
    const { solution } = await solveParallel(problem, { threads: 2, iterations: 3000 })
    expect(listComplaints(problem, solution)).toEqual([])
    expect(solution.unassigned.length).toBeLessThan(problem.stops.length / 2)
  })

  test('a small lean problem is bred by both threads: a sound answer, the same for the same seed and iterations', async () => {
    const large = largeProblem()
    const problem = { ...large, stops: large.stops.slice(0, 60), vehicles: large.vehicles.slice(0, 20) }
    const model = compileModel(problem)
    const annealer = new Annealer(model, prepareNeighbours(model), 1)
    begin(annealer, [])
    expect(planBreeding(annealer, 10_000)).toBeDefined()
    const first = await solveParallel(problem, { threads: 2, iterations: 6000, seed: 3 })
    expect(listComplaints(problem, first.solution)).toEqual([])
    const second = await solveParallel(problem, { threads: 2, iterations: 6000, seed: 3 })
    expect(second).toEqual(first)
    const annealed = solve(problem, { iterations: 500, seed: 3 })
    expect(first.solution.totalCost).toBeLessThanOrEqual(annealed.solution.totalCost)
  })

  test('pairs are bred by both threads: a sound answer, the same for the same seed and iterations', async () => {
    const problem = planeProblem(3, 24, { pairs: true, windows: true })
    const first = await solveParallel(problem, { threads: 2, iterations: 40_000, seed: 3 })
    expect(listComplaints(problem, first.solution)).toEqual([])
    expect(first.solution.unassigned).toEqual([])
    // Children count for as many steps as they take, so a run of breeding has far fewer than the annealing alone.
    expect(first.iterations).toBeLessThan(40_000)
    expect(await solveParallel(problem, { threads: 2, iterations: 40_000, seed: 3 })).toEqual(first)
  })

  test('a large problem in shares gets a sound answer, the same for the same seed and iterations', async () => {
    const problem = largeProblem()
    const first = await solveParallel(problem, { threads: 2, iterations: 20_000, seed: 3 })
    expect(listComplaints(problem, first.solution)).toEqual([])
    expect(await solveParallel(problem, { threads: 2, iterations: 20_000, seed: 3 })).toEqual(first)
    expect(first.solution.totalCost).toBeLessThan(0.9 * solve(problem, { iterations: 0 }).solution.totalCost)
  })

  test('ends by its time and tells of its progress, which only goes on', async () => {
    const told: number[] = []
    const { iterations } = await solveParallel(largeProblem(), {
      threads: 2,
      iterations: 1e9,
      seconds: 1.5,
      onProgress: ({ fraction }) => told.push(fraction),
    })
    // Without its early end, the run would make a thousand million steps.
    expect(iterations).toBeLessThan(1e9)
    expect(told[0]).toBe(0)
    expect([...told].sort((a, b) => a - b)).toEqual(told)
    for (const fraction of told) expect(fraction).toBeLessThanOrEqual(1)
  })

  test('tells the orders of the best plan so far, in the numbers of the problem', async () => {
    const problem = largeProblem()
    const plans: { orders: number[][]; unassigned: number }[] = []
    const onProgress = ({ orders, unassigned }: Progress) => plans.push({ orders: orders!(), unassigned })
    await solveParallel(problem, { threads: 2, iterations: 20_000, seed: 3, onProgress })
    expect(plans.length).toBeGreaterThan(0)
    for (const { orders, unassigned } of plans) {
      expect(orders).toHaveLength(problem.vehicles.length)
      const stops = orders.flat().sort((a, b) => a - b)
      expect(stops).toHaveLength(problem.stops.length - unassigned)
      expect(new Set(stops).size).toBe(stops.length)
      expect(stops.every((stop) => problem.stops[stop] !== undefined)).toBe(true)
      // With numbers other than the caller's, vehicles would carry other stops than they have room for.
      for (const order of orders) {
        const load = order.reduce((sum, stop) => sum + problem.stops[stop]!.delivered![0]!, 0)
        expect(load).toBeLessThanOrEqual(60)
      }
    }
  })

  test('tells of the constructed plan before the search begins', async () => {
    const told: Progress[] = []
    const { solution } = await solveParallel(largeProblem(), {
      threads: 2,
      iterations: 400,
      onProgress: (entry) => told.push(entry),
    })
    expect(told[0]).toMatchObject({ fraction: 0, iterations: 0 })
    expect(told[0]!.cost).toBeGreaterThan(solution.totalCost)
  })

  test('a cancelled run answers with what it has', async () => {
    const problem = largeProblem()
    const cancel = new Int32Array(new SharedArrayBuffer(4))
    const run = solveParallel(problem, {
      threads: 2,
      seconds: 60,
      cancel,
      onProgress: () => Atomics.store(cancel, 0, 1),
    })
    expect(listComplaints(problem, (await run).solution)).toEqual([])
  })
})

/** A constructed plan with one route emptied, whose stops (`left`) are absent. */
function makePlan() {
  const model = compileModel(largeProblem())
  const neighbours = prepareNeighbours(model)
  const annealer = new Annealer(model, neighbours, 1)
  begin(annealer, [])
  const routes: Int32Array[] = Array.from({ length: model.vehicleCount }, () => new Int32Array(0))
  annealer.readBest((v, elements) => {
    routes[v] = elements
  })
  const emptied = annealer.kernel.routeOf[0]!
  const left = [...routes[emptied]!]
  routes[emptied] = new Int32Array(0)
  return { model, neighbours, routes, left }
}

test('shares hold every vehicle and every absent stop exactly once', () => {
  const { model, neighbours, routes, left } = makePlan()
  const shares = partition(model, neighbours, routes, 3, new Random(1))
  expect(shares.flatMap((share) => [...share.vehicles]).sort((a, b) => a - b)).toEqual(routes.map((_, v) => v))
  expect(shares.flatMap((share) => [...share.absent]).sort((a, b) => a - b)).toEqual(left.sort((a, b) => a - b))
  const sizes = shares.map((share) => share.routes.reduce((sum, route) => sum + route.length, 0))
  expect(Math.max(...sizes)).toBeLessThan(2 * Math.min(...sizes))
})

test('borders run another way each time', () => {
  const { model, neighbours, routes } = makePlan()
  const random = new Random(1)
  const cuts = Array.from({ length: 60 }, () => {
    const [one] = partition(model, neighbours, routes, 2, random)
    const isInOne = new Set(one!.vehicles)
    const used = routes.flatMap((route, v) => (route.length > 0 ? [v] : []))
    // Either half may come first.
    return used.map((v) => isInOne.has(v) === isInOne.has(used[0]!)).join()
  })
  expect(new Set(cuts).size).toBeGreaterThan(15)
})
