/** Random rich problems: the checker finds no error in any solution, and tiny problems are solved to the optimum. */

import { describe, expect, test } from 'vitest'
import type { Problem } from '../src/problem.ts'
import type { Solution } from '../src/solution.ts'
import { solve } from '../src/solve.ts'
import { solveByBruteForce } from './brute-force.ts'
import { addHours } from './random-hours.ts'
import { makeRandomProblem } from './random-problem.ts'
import { listComplaints } from './sound.ts'

/** All 2,000 take some minutes: request them by the environment variable. */
const count = Number(process.env.ROUTEWRIGHT_RANDOM ?? 150)
const mostMilliseconds = 300_000 + 300 * count

function listSeeds(most: number): number[] {
  return Array.from({ length: most }, (_, index) => index + 1)
}

describe('random rich problems of 5 to 60 stops', () => {
  test.each(listSeeds(count))('the answer to seed %d keeps every rule and tells the truth', (seed) => {
    const problem = makeRandomProblem(seed, { leastStops: 5, mostStops: 60, kind: 'rich' })
    const { solution } = solve(problem, { seed, iterations: 300 })
    expect(listComplaints(problem, solution)).toEqual([])
  })
})

describe('random rich problems whose ways take longer at some hours', () => {
  test.each(listSeeds(Math.ceil(count / 6)))('the answer to seed %d keeps every rule and tells the truth', (seed) => {
    const problem = addHours(makeRandomProblem(30_000 + seed, { leastStops: 5, mostStops: 40, kind: 'rich' }), seed)
    const { solution } = solve(problem, { seed, iterations: 150 })
    expect(listComplaints(problem, solution)).toEqual([])
  })
})

describe('tiny problems', () => {
  test(
    'no answer costs more than the best of all orders, and each keeps every rule',
    () => {
      const seeds = listSeeds(Math.ceil(count / 2))
      const misses: string[] = []
      for (const seed of seeds) {
        const problem = makeTinyProblem(seed)
        const { solution } = solve(problem, { seed, iterations: 2000 })
        const best = solveByBruteForce(problem)
        expect(listComplaints(problem, solution)).toEqual([])
        if (!isAsGood(problem, solution, best))
          misses.push(`seed ${seed}: ${solution.totalCost}, best ${best.totalCost}`)
      }
      expect(misses).toEqual([])
    },
    mostMilliseconds,
  )
})

describe('tiny problems by the hour', () => {
  test.each(listSeeds(Math.ceil(count / 10)))(
    'no answer to seed %d costs more than the best of all orders and minutes to start',
    (seed) => {
      const problem = addHours(makeRandomProblem(40_000 + seed, { leastStops: 3, mostStops: 5, kind: 'tiny' }), seed)
      const { solution } = solve(problem, { seed, iterations: 1000 })
      const best = solveByBruteForce(problem)
      expect(listComplaints(problem, solution)).toEqual([])
      expect(isAsGood(problem, solution, best), `${solution.totalCost}, best ${best.totalCost}`).toBe(true)
    },
    60_000,
  )
})

/** Mostly 3 to 5 stops; every tenth has 6 or 7, without breaks and reloads, whose positions multiply the orders to try. */
function makeTinyProblem(seed: number): Problem {
  if (seed % 10 !== 0) return makeRandomProblem(10_000 + seed, { leastStops: 3, mostStops: 5, kind: 'tiny' })
  const most = seed % 50 === 0 ? 7 : 6
  const problem = makeRandomProblem(10_000 + seed, { leastStops: 6, mostStops: most, kind: 'tiny' })
  for (const vehicle of problem.vehicles) {
    delete vehicle.breaks
    delete vehicle.reload
  }
  return problem
}

/** Whether a solution is as good as the best one; fewer vehicles come before lower cost when the problem says so. */
function isAsGood(problem: Problem, solution: Solution, best: Solution): boolean {
  if (problem.options.minimiseVehicles === true) {
    const difference = countVehicles(solution) - countVehicles(best)
    if (difference !== 0) return difference < 0
  }
  return solution.totalCost <= best.totalCost * (1 + 1e-9) + 1e-6
}

function countVehicles(solution: Solution): number {
  return solution.routes.filter(({ stops }) => stops.length > 0).length
}
