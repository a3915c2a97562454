/** Parts of a plan: a part costs what it costs in the whole; breeding it never harms, is repeatable, and keeps its limits. */
import { describe, expect, test } from 'vitest'
import { planeCases, planeProblem } from '../../../test/plane-problem.ts'
import { listComplaints } from '../../../test/sound.ts'
import { compileModel } from '../../model.ts'
import type { Problem } from '../../problem.ts'
import { RouteEvaluator } from '../../schedule.ts'
import { assemble, begin, prepareNeighbours, solve } from '../../solve.ts'
import { Annealer } from '../anneal.ts'
import { runLeg } from '../run.ts'
import { planBreeding, planParts } from './breed.ts'
import { PartBreeder, type PartLimits, workOfPart } from './breed-parts.ts'
import { extractPart } from './part.ts'
import { supportsGenetic } from './terms.ts'

/** An annealer with a plan after some steps. */
function annealed(problem: Problem, steps = 100): Annealer {
  const model = compileModel(problem)
  const annealer = new Annealer(model, prepareNeighbours(model), 1)
  begin(annealer, [])
  runLeg(annealer, {
    hot: 10,
    cold: 1,
    fromFraction: 0,
    toFraction: 1,
    iterations: steps,
    clock: undefined,
    milliseconds: Number.POSITIVE_INFINITY,
    cancel: undefined,
  })
  return annealer
}

function readRoutes(annealer: Annealer): number[][] {
  const routes: number[][] = Array.from({ length: annealer.model.vehicleCount }, () => [])
  annealer.readBest((v, stops) => {
    routes[v] = [...stops]
  })
  return routes
}

function breed(annealer: Annealer, limits: Partial<PartLimits> = {}): PartBreeder {
  const breeder = new PartBreeder(annealer.model, annealer.neighbours, 1)
  breeder.run(annealer, { work: workOfPart(60), deadlineMilliseconds: Number.POSITIVE_INFINITY, ...limits })
  return breeder
}

describe('a part of a plan', () => {
  test.each(planeCases)('supports populations, and its routes cost what they cost in the whole: %s', (_, rules) => {
    const annealer = annealed(planeProblem(3, 70, rules))
    const whole = annealer.model
    const routes = readRoutes(annealer)
    const used = routes.flatMap((route, v) => (route.length > 0 && v % 3 !== 0 ? [v] : []))
    const spare = routes.findIndex((route) => route.length === 0)
    // Neither stops nor vehicles need to keep their order.
    const vehicles = Int32Array.from([spare, ...used.reverse()])
    const stops = Int32Array.from(used.flatMap((v) => routes[v]!))
    const part = extractPart(whole, stops, vehicles)
    expect(supportsGenetic(part.model)).toBe(true)
    const inWhole = new RouteEvaluator(whole)
    const inPart = new RouteEvaluator(part.model)
    for (const [place, v] of vehicles.entries()) {
      const route = routes[v]!
      const local = route.map((stop) => stops.indexOf(stop))
      expect(inPart.evaluate(place, local, local.length, true)).toBe(inWhole.evaluate(v, route, route.length, true))
      expect(inPart.endSeconds).toBe(inWhole.endSeconds)
    }
    for (const [i, stop] of stops.entries()) {
      for (const [place, v] of vehicles.entries()) {
        expect(part.model.isCompatible[i * part.model.typeCount + part.model.typeOf[place]!]).toBe(
          whole.isCompatible[stop * whole.typeCount + whole.typeOf[v]!],
        )
      }
    }
  })

  test.each(planeCases)('of everything is the whole: %s', (_, rules) => {
    const whole = compileModel(planeProblem(3, 30, rules))
    const all = (count: number): Int32Array => Int32Array.from({ length: count }, (_, index) => index)
    expect(extractPart(whole, all(whole.stopCount), all(whole.vehicleCount)).model).toEqual(whole)
  })
})

describe('breeding by parts', () => {
  test.each(planeCases)('gives sound answers at the price that it says, never worse: %s', (_, rules) => {
    const problem = planeProblem(7, 90, rules, 30)
    const annealer = annealed(problem)
    const before = annealer.bestCost
    const absent = annealer.bestAbsent
    breed(annealer)
    expect(annealer.bestCost).toBeLessThan(before)
    const solution = assemble(problem, annealer.model, readRoutes(annealer))
    expect(listComplaints(problem, solution)).toEqual([])
    expect(solution.unassigned).toHaveLength(absent)
    expect(solution.totalCost).toBeCloseTo(annealer.bestCost, 4)
  })

  test('same seed and work, same plan', () => {
    const problem = planeProblem(2, 90, { windows: true, types: true }, 30)
    const plans = [1, 2].map(() => {
      const annealer = annealed(problem)
      breed(annealer)
      return readRoutes(annealer)
    })
    expect(plans[0]).toEqual(plans[1])
  })

  test('stops that may be left out stay on or off their routes', () => {
    const plane = planeProblem(5, 90, { windows: true }, 30)
    const problem = { ...plane, stops: plane.stops.map((stop) => ({ ...stop, dropPenalty: 300 })) }
    const annealer = annealed(problem)
    const served = readRoutes(annealer).flat().sort()
    expect(served.length).toBeLessThan(90)
    const before = annealer.bestCost
    breed(annealer)
    expect(annealer.bestCost).toBeLessThan(before)
    expect(readRoutes(annealer).flat().sort()).toEqual(served)
    expect(listComplaints(problem, assemble(problem, annealer.model, readRoutes(annealer)))).toEqual([])
  })

  test('a share of the plan is bred within itself', () => {
    const annealer = annealed(planeProblem(8, 180, { windows: true }, 60))
    const routes = readRoutes(annealer)
    const vehicles = routes.flatMap((_, v) => (v % 4 < 2 ? [v] : []))
    annealer.kernel.load(
      vehicles,
      vehicles.map((v) => routes[v]!),
      [],
    )
    annealer.start()
    const before = annealer.bestCost
    breed(annealer)
    expect(annealer.bestCost).toBeLessThan(before)
    const bred = readRoutes(annealer)
    expect(bred.flatMap((route, v) => (route.length > 0 ? [v] : [])).every((v) => vehicles.includes(v))).toBe(true)
    expect(bred.flat().sort()).toEqual(vehicles.flatMap((v) => routes[v]!).sort())
  })

  test('its work is limited, and nothing is begun that does not fit', () => {
    const annealer = annealed(planeProblem(7, 90, {}, 30))
    const done: number[] = []
    const work = 2 * workOfPart(60)
    breed(annealer, { work, onPause: (doneWork) => done.push(doneWork) })
    expect(done.length).toBeGreaterThan(0)
    expect(done.at(-1)).toBeLessThanOrEqual(work)
    expect(breed(annealer, { work: workOfPart(60) - 1 }).iterations).toBe(0)
  })

  test('its deadline holds on any clock', () => {
    const annealer = annealed(planeProblem(9, 90, { windows: true }, 30))
    let now = 0
    const breeder = breed(annealer, { work: 1e12, clock: () => now++, deadlineMilliseconds: 1000 })
    expect(now).toBeLessThan(1010)
    expect(breeder.iterations).toBeGreaterThan(0)
  })

  test('it ends when it is cancelled, and when every cut has been bred', () => {
    const annealer = annealed(planeProblem(9, 90, { windows: true }, 30))
    const cancel = new Int32Array(new SharedArrayBuffer(4))
    let parts = 0
    const onPause = (): void => {
      parts++
      Atomics.store(cancel, 0, 1)
    }
    breed(annealer, { work: 1e12, cancel, onPause })
    expect(parts).toBe(1)
    const small = annealed(planeProblem(9, 16, {}))
    expect(breed(small, { work: 1e12 }).iterations).toBeLessThan(2000)
  })
})

describe('which plans are bred by parts', () => {
  const begun = (problem: Problem): Annealer => annealed(problem, 0)
  const large = planeProblem(6, 320, { windows: true }, 120)

  test('those too large for one population, with time or steps enough', () => {
    const annealer = begun(large)
    expect(planBreeding(annealer, 60_000)).toBeUndefined()
    expect(planParts(annealer, 60_000, 1e9)).toBeGreaterThan(0)
    expect(planParts(annealer, 1000, 1e9)).toBeUndefined()
    expect(planParts(annealer, Number.POSITIVE_INFINITY, 10_000)).toBeUndefined()
    expect(planParts(begun(planeProblem(6, 100, { windows: true })), 60_000, 1e9)).toBeUndefined()
  })

  test('not those without times, with a choice of stops, or with rules that populations do not know', () => {
    const { shift: _, ...withoutShift } = large.vehicles[0]!
    const withoutTimes = {
      ...large,
      stops: large.stops.map(({ windows: _, ...stop }) => stop),
      vehicles: large.vehicles.map(() => withoutShift),
    }
    expect(planParts(begun(withoutTimes), 60_000, 1e9)).toBeUndefined()
    const withOptional = { ...large, stops: large.stops.map((stop) => ({ ...stop, dropPenalty: 500 })) }
    expect(planParts(begun(withOptional), 60_000, 1e9)).toBeUndefined()
    const withDistance = { ...large, vehicles: large.vehicles.map((vehicle) => ({ ...vehicle, maxMeters: 9000 })) }
    expect(planParts(begun(withDistance), 60_000, 1e9)).toBeUndefined()
    expect(planParts(begun({ ...large, options: { maxWaitSeconds: 300 } }), 60_000, 1e9)).toBeUndefined()
  })
})

test('a large problem ends in parts: a sound answer, half of its steps of the annealing', () => {
  const problem = planeProblem(4, 270, { windows: true }, 110)
  const { solution, iterations } = solve(problem, { seed: 2, iterations: 81_000 })
  expect(listComplaints(problem, solution)).toEqual([])
  // A child counts once.
  expect(iterations).toBeGreaterThan(40_500)
  expect(iterations).toBeLessThan(45_000)
}, 60_000)
