/** The times of the orders that a VROOM file gives (its option `c`): nothing is moved, and what an order breaks is said. */

import { evaluate } from '../answer/explain.ts'
import { emptyCostParts, type Solution, sumCostParts } from '../solution.ts'
import type { VroomInstance } from './vroom.ts'

/** The solution in which every vehicle drives its `steps`, and whatever stands in none of them is unassigned. */
export function timeSteps({ problem, steps }: Pick<VroomInstance, 'problem' | 'steps'>): Solution {
  const routes = problem.vehicles.map((_, v) => evaluate(problem, v, steps[v] ?? []))
  const taken = new Set(steps.flat())
  const cost = emptyCostParts()
  for (const route of routes) {
    for (const part of Object.keys(route.cost) as (keyof typeof cost)[])
      cost[part] = (cost[part] ?? 0) + (route.cost[part] ?? 0)
  }
  const left = problem.stops.flatMap((_, stop) => (taken.has(stop) ? [] : [stop]))
  return {
    routes,
    unassigned: left.map((stop) => ({ stop, reasons: ['no_vehicle_available'] })),
    cost,
    totalCost: sumCostParts(cost),
  }
}
