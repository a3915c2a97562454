/** The test tools themselves: random problems repeat by seed, and brute force finds optima known by hand. */

import { describe, expect, test } from 'vitest'
import { check } from '../src/check/check.ts'
import { solveByBruteForce } from './brute-force.ts'
import { lineProblem } from './line-problem.ts'
import { makeRandomProblem } from './random-problem.ts'

describe('brute force', () => {
  test('drives out and back along a line', () => {
    const problem = lineProblem([{ km: 3 }, { km: 1 }, { km: 2 }])
    expect(solveByBruteForce(problem).totalCost).toBe(6000)
  })

  test('uses a second vehicle or a reload when one load is not enough', () => {
    const stops = [{ km: 3 }, { km: 1 }, { km: 2 }]
    expect(solveByBruteForce(lineProblem(stops, [{ capacity: [2] }, {}])).totalCost).toBe(6000)
    const reload = { location: 0, serviceSeconds: 0 }
    expect(solveByBruteForce(lineProblem(stops, [{ capacity: [2], reload }])).totalCost).toBe(6000 + 2000)
  })

  test('drops what costs more than it is worth, and serves what must be', () => {
    const solution = solveByBruteForce(lineProblem([{ km: 1 }, { km: 9, dropPenalty: 15_000 }]))
    expect([solution.totalCost, solution.unassigned.map(({ stop }) => stop)]).toEqual([17_000, [1]])
  })

  test('finds the break a place', () => {
    const pause = { earliestSeconds: 100, latestSeconds: 500, durationSeconds: 300 }
    const problem = lineProblem([{ km: 1 }, { km: 5 }], [{ departureSeconds: 0, breaks: [pause] }])
    const solution = solveByBruteForce(problem)
    expect(check(problem, solution)).toEqual([])
    expect(solution.routes[0]!.steps.filter((step) => step.kind === 'break')).toHaveLength(1)
  })

  test.each(Array.from({ length: 25 }, (_, seed) => seed))('answers of seed %d pass the checker', (seed) => {
    const problem = makeRandomProblem(seed, { leastStops: 3, mostStops: 4, kind: 'tiny' })
    for (const vehicle of problem.vehicles)
      if (vehicle.breaks !== undefined) vehicle.breaks = vehicle.breaks.slice(0, 1)
    expect(check(problem, solveByBruteForce(problem))).toEqual([])
  })
})

test('a random problem is the same for the same seed', () => {
  const size = { leastStops: 5, mostStops: 60, kind: 'rich' } as const
  expect(makeRandomProblem(42, size)).toEqual(makeRandomProblem(42, size))
  expect(makeRandomProblem(42, size)).not.toEqual(makeRandomProblem(43, size))
})
