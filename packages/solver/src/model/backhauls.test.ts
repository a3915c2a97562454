/** Linehauls before backhauls: small plans cost no more than the best of all, and what breaks the rule is found. */
import { describe, expect, test } from 'vitest'
import { solveByBruteForce } from '../../test/brute-force.ts'
import { countDrawnCases } from '../../test/drawn-cases.ts'
import { scheduleOrders } from '../../test/schedule-orders.ts'
import { drawSmallProblem } from '../../test/small-problem.ts'
import { check } from '../check/check.ts'
import type { Problem } from '../problem.ts'
import { solve, solveBySearch } from '../solve.ts'

const seeds = Array.from({ length: countDrawnCases(120) }, (_, index) => index + 1)

/** About half of the stops collect what they would be delivered. */
function drawBackhauls(seed: number): Problem {
  const problem = drawSmallProblem(seed)
  const stops = problem.stops.map(({ delivered = [], ...stop }, index) =>
    (index * 5 + seed) % 9 < 5 ? { ...stop, delivered } : { ...stop, collected: delivered },
  )
  const vehicles = problem.vehicles.map(({ reload: _, ...vehicle }) => vehicle)
  // Balance is a rule that the lean search does not know.
  return {
    ...problem,
    stops,
    vehicles,
    options: { linehaulsFirst: true, ...(seed % 4 === 0 && { balanceStopsWeight: 3 }) },
  }
}

/** Two stops that are delivered to (0, 1) and two that collect (2, 3), 10 apart on a line from the depot. */
function makeLine(): Problem {
  const seconds = Int32Array.from({ length: 25 }, (_, cell) => 10 * Math.abs(Math.floor(cell / 5) - (cell % 5)))
  const vehicle = { startLocation: 0, endLocation: 0, capacity: [2], cost: { perMeter: 1 } }
  return {
    locationCount: 5,
    profiles: [{ seconds, meters: seconds }],
    loadDimensions: 1,
    stops: [
      { location: 1, serviceSeconds: 0, delivered: [1] },
      { location: 2, serviceSeconds: 0, delivered: [1] },
      { location: 3, serviceSeconds: 0, collected: [1] },
      { location: 4, serviceSeconds: 0, collected: [1] },
    ],
    vehicles: [vehicle, vehicle],
    options: { linehaulsFirst: true },
  }
}

describe('small plans', () => {
  test.each(seeds)('seed %d: enumeration and search find the best of all', (seed) => {
    const problem = drawBackhauls(seed)
    const best = solveByBruteForce(problem)
    expect(check(problem, best)).toEqual([])
    for (const { solution } of [solve(problem), solveBySearch(problem, { iterations: 1000 })]) {
      expect(check(problem, solution)).toEqual([])
      expect(solution.totalCost).toBeCloseTo(best.totalCost, 6)
    }
  })

  test('both halves of a route may fill the vehicle', () => {
    const { solution } = solve(makeLine())
    expect(solution.totalCost).toBe(80)
    expect(solution.routes.find(({ stops }) => stops.length > 0)!.steps.map(({ load }) => load[0])).toEqual([
      2, 1, 0, 1, 2, 2,
    ])
  })
})

describe('the checker finds', () => {
  const listCodes = (orders: number[][], problem = makeLine()): string[] =>
    check(problem, scheduleOrders(problem, orders)).map(({ code, stop }) => `${code} ${stop}`)

  test('nothing where linehauls come first', () => {
    expect(listCodes([[1, 0, 3, 2], []])).toEqual([])
  })

  test('a delivery after a collection, although the capacity would allow it', () => {
    expect(listCodes([[0, 2, 1, 3], []])).toEqual(['backhaul 1'])
    const free = makeLine()
    free.options = {}
    expect(listCodes([[0, 2, 1, 3], []], free)).toEqual([])
  })

  test('a route of collections only', () => {
    expect(
      listCodes([
        [0, 1],
        [2, 3],
      ]),
    ).toEqual(['backhaul 2'])
  })

  test('too much collected', () => {
    const problem = makeLine()
    problem.stops[3]!.collected = [2]
    expect(listCodes([[0, 1, 2, 3], []], problem)).toContain('capacity 3')
  })
})

describe('refused with its field', () => {
  test.each<[string, (problem: Problem) => void]>([
    ['problem.stops[1] delivers 1 and collects 1', (problem) => (problem.stops[1]!.collected = [1])],
    ['problem.stops[2] delivers 0 and collects 0', (problem) => (problem.stops[2]!.collected = [0])],
    [
      'problem.vehicles[1].reload cannot be combined',
      (problem) => (problem.vehicles[1]!.reload = { location: 0, serviceSeconds: 0 }),
    ],
    ['problem.stops[1].pickup cannot be combined', (problem) => (problem.stops[1]!.pickup = 0)],
    [
      'problem.vehicles[0].battery cannot be combined',
      (problem) =>
        (problem.vehicles[0]!.battery = { capacityWh: 1000, chargeWh: 1000, reserveWh: 0, whPerMeter: 1 } as never),
    ],
  ])('%s', (message, change) => {
    const problem = makeLine()
    problem.vehicles = problem.vehicles.map((vehicle) => ({ ...vehicle }))
    change(problem)
    expect(() => solve(problem)).toThrow(message)
  })
})
