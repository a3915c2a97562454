/** Routes of identical vehicles go to the vehicle that most of their stops are already on. */
import { describe, expect, test } from 'vitest'
import { lineProblem } from '../../test/line-problem.ts'
import { check } from '../check/check.ts'
import type { Problem } from '../problem.ts'
import { emptyCostParts, type Solution, sumCostParts } from '../solution.ts'
import { evaluate } from './explain.ts'
import { keepNames } from './keep-names.ts'

function getSolution(problem: Problem, orders: readonly (readonly number[])[]): Solution {
  const routes = problem.vehicles.map((_, v) => evaluate(problem, v, orders[v] ?? []))
  const cost = emptyCostParts()
  for (const route of routes) for (const part of ['time', 'distance'] as const) cost[part] += route.cost[part]
  return { routes, unassigned: [], cost, totalCost: sumCostParts(cost) }
}

const stops = [1, 2, 3, 4, 5, 6].map((km) => ({ km }))
const listOrders = ({ routes }: Solution) => routes.map((route) => route.stops)

describe('names of vehicles after another search', () => {
  test('three equal vans that exchanged their routes have them back, and the answer stays sound', () => {
    const problem = lineProblem(stops, [{}, {}, {}])
    const solution = getSolution(problem, [
      [2, 3],
      [4, 5],
      [0, 1],
    ])
    const kept = keepNames(problem, solution, [0, 0, 1, 1, 2, 2])
    expect(listOrders(kept)).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
    ])
    expect(check(problem, kept)).toEqual([])
    expect(kept.totalCost).toBe(solution.totalCost)
  })

  test('the most stops stay in sum, not those of the first van', () => {
    const problem = lineProblem(stops, [{}, {}])
    const solution = getSolution(problem, [
      [0, 1, 2],
      [3, 4, 5],
    ])
    const kept = keepNames(problem, solution, [1, 1, 0, 1, 1, 1])
    expect(listOrders(kept)).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ])
  })

  test('vans that differ keep their routes', () => {
    const problem = lineProblem(stops, [{ capacity: [9] }, {}])
    const solution = getSolution(problem, [
      [0, 1, 2],
      [3, 4, 5],
    ])
    expect(listOrders(keepNames(problem, solution, [1, 1, 1, 0, 0, 0]))).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ])
  })
})
