/** Times of given orders: nothing is moved, and broken rules are reported. */

import { listLeftOut } from '../model/alternatives.ts'
import type { Problem } from '../problem.ts'
import { emptyCostParts, type Solution, sumCostParts } from '../solution.ts'
import { evaluate } from './explain.ts'

/** Solution in which every vehicle drives its order; stops in no order are unassigned. */
export function timeOrders(problem: Problem, orders: readonly (readonly number[])[]): Solution {
  const routes = problem.vehicles.map((_, v) => evaluate(problem, v, orders[v] ?? []))
  const taken = new Set(orders.flat())
  const cost = emptyCostParts()
  for (const route of routes) {
    for (const part of Object.keys(route.cost) as (keyof typeof cost)[])
      cost[part] = (cost[part] ?? 0) + (route.cost[part] ?? 0)
  }
  return {
    routes,
    unassigned: listLeftOut(problem, (stop) => taken.has(stop)).map((stop) => ({
      stop,
      reasons: ['no_vehicle_available'],
    })),
    cost,
    totalCost: sumCostParts(cost),
  }
}
