/** Stops with alternatives: exactly one place of a group is served, the best of all in small plans, and what breaks the rule is found. */
import { describe, expect, test } from 'vitest'
import { solveByBruteForce } from '../../test/brute-force.ts'
import { countDrawnCases } from '../../test/drawn-cases.ts'
import { scheduleOrders } from '../../test/schedule-orders.ts'
import { drawSmallProblem } from '../../test/small-problem.ts'
import { check } from '../check/check.ts'
import { solveParallel } from '../parallel/solve-parallel.ts'
import type { Problem } from '../problem.ts'
import { solve } from '../solve.ts'

const seeds = Array.from({ length: countDrawnCases(120) }, (_, index) => index + 1)

/** The stops dealt to groups; places of a group cost the same to leave out. */
function drawPlaces(seed: number): Problem {
  const problem = drawSmallProblem(seed)
  const groupCount = 1 + (seed % Math.max(1, problem.stops.length - 2))
  const firsts = problem.stops.slice(0, groupCount)
  const stops = problem.stops.map(({ dropPenalty: _, ...stop }, index) => {
    const { dropPenalty } = firsts[index % groupCount]!
    const isAlone = index % groupCount === 0 && seed % 4 === 0 && groupCount > problem.stops.length / 2
    return {
      ...stop,
      ...(dropPenalty !== undefined && { dropPenalty }),
      ...(!isAlone && { oneOf: `parcel ${index % groupCount}` }),
    }
  })
  return { ...problem, stops }
}

/** Cheapest plan of all ways to choose one place of each group, each by trying every order. */
function findLeastCost(problem: Problem): number {
  const groups = [...Map.groupBy(problem.stops, ({ oneOf }) => oneOf ?? Symbol('alone')).values()]
  const extend = (chosen: Problem['stops'], from: number): number => {
    if (from === groups.length) return solveByBruteForce({ ...problem, stops: chosen }).totalCost
    return Math.min(...groups[from]!.map((stop) => extend([...chosen, stop], from + 1)))
  }
  return extend([], 0)
}

/** Three places on a line from the depot, of which 0 and 2 are one group. */
function makeLine(): Problem {
  const seconds = Int32Array.from({ length: 16 }, (_, cell) => 10 * Math.abs(Math.floor(cell / 4) - (cell % 4)))
  return {
    locationCount: 4,
    profiles: [{ seconds, meters: seconds }],
    loadDimensions: 1,
    stops: [
      { location: 1, serviceSeconds: 0, delivered: [1], oneOf: 'parcel' },
      { location: 2, serviceSeconds: 0, delivered: [1] },
      { location: 3, serviceSeconds: 0, delivered: [1], oneOf: 'parcel' },
    ],
    vehicles: [{ startLocation: 0, endLocation: 0, capacity: [2], cost: { perMeter: 1 } }],
    options: {},
  }
}

describe('small plans', () => {
  test.each(seeds)('seed %d: the places and routes found cost no more than the best of all', (seed) => {
    const problem = drawPlaces(seed)
    const { solution } = solve(problem, { iterations: 3000 })
    expect(check(problem, solution)).toEqual([])
    expect(solution.totalCost).toBeCloseTo(findLeastCost(problem), 6)
  })

  test('threads choose places too', async () => {
    const problem = drawPlaces(11)
    const { solution } = await solveParallel(problem, { iterations: 2000, threads: 2 })
    expect(check(problem, solution)).toEqual([])
    expect(solution.totalCost).toBeCloseTo(findLeastCost(problem), 6)
  })

  test('a group that fits nowhere is left out once', () => {
    const problem = makeLine()
    problem.vehicles[0]!.capacity = [0]
    const { solution } = solve(problem)
    expect(check(problem, solution)).toEqual([])
    expect(solution.unassigned.map(({ stop }) => stop)).toEqual([0, 1])
  })

  test('a given plan with two places of a group keeps one', () => {
    const problem = makeLine()
    const { solution } = solve(problem, { initial: [[0, 1, 2]], iterations: 100 })
    expect(check(problem, solution)).toEqual([])
    expect(solution.totalCost).toBe(40)
  })
})

describe('the checker finds', () => {
  const listCodes = (orders: number[][]): string[] => {
    const problem = makeLine()
    return check(problem, scheduleOrders(problem, orders)).map(({ code, stop }) => `${code} ${stop}`)
  }

  test('nothing where one place is served', () => {
    const { solution } = solve(makeLine())
    expect(check(makeLine(), solution)).toEqual([])
    expect(solution.routes[0]!.stops.toSorted()).toEqual([0, 1])
  })

  test('two places of a group', () => {
    expect(listCodes([[0, 1, 2]])).toContain('alternatives 2')
  })

  test('a place that is served while another one is called left out', () => {
    const { solution } = solve(makeLine())
    solution.unassigned.push({ stop: 2, reasons: ['capacity'] })
    expect(check(makeLine(), solution).map(({ code }) => code)).toContain('alternatives')
  })

  test('a group of which no place is in the plan', () => {
    const { solution } = solve(makeLine())
    solution.routes[0]!.stops = [1]
    expect(check(makeLine(), solution).map(({ code, stop }) => `${code} ${stop}`)).toContain('missing 0')
  })
})

describe('refused with its field', () => {
  test.each<[string, (problem: Problem) => void]>([
    ['problem.stops[2].dropPenalty is 5, but that of stops[0]', (problem) => (problem.stops[2]!.dropPenalty = 5)],
    ['problem.stops[2].priority cannot be combined with oneOf', (problem) => (problem.stops[2]!.priority = 1)],
    ['problem.stops[0].cluster cannot be combined with oneOf', (problem) => (problem.stops[0]!.cluster = 'a')],
    ['problem.stops[2].pickup cannot be combined with oneOf', (problem) => (problem.stops[2]!.pickup = 1)],
    ['problem.stops[1].pickup cannot be combined with oneOf', (problem) => (problem.stops[1]!.pickup = 0)],
    ['problem.vehicles[0].pinned cannot be combined with oneOf', (problem) => (problem.vehicles[0]!.pinned = [2])],
  ])('%s', (message, change) => {
    const problem = makeLine()
    change(problem)
    expect(() => solve(problem)).toThrow(message)
  })
})
