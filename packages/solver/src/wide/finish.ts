/** Turns the routes of a wide problem into a solution: threads compute the times of part after part. */
import { Random } from '../model/random.ts'
import { getDropCosts } from '../problem.ts'
import { addCostParts, emptyCostParts, type Route, type Solution, sumCostParts, type Unassigned } from '../solution.ts'
import type { WideProblem } from '../wide-problem.ts'
import { packOrder } from './messages.ts'
import type { PlanCutter, WideRoutes } from './wide-plan.ts'
import type { WideCrew } from './wide-search.ts'

/** Stops of a part; small ones take the least time, because a part is built in the square of its stops. */
const finishedStops = 500
/** Thread milliseconds for each stop, with room for a busy machine; and for the start of it. */
const [millisecondsPerStop, leastMilliseconds] = [0.3, 100]

/** Milliseconds to keep for `finishPlan`. */
export function finishReserve({ stops }: WideProblem, threads: number): number {
  return leastMilliseconds + (millisecondsPerStop * stops.length) / threads
}

/** The plan with all times, costs and reasons, in numbers of the whole problem. */
export async function finishPlan(
  problem: WideProblem,
  cutter: PlanCutter,
  crew: WideCrew,
  plan: WideRoutes,
): Promise<Solution> {
  const count = Math.max(crew.size, Math.ceil(problem.stops.length / finishedStops))
  const routes: Route[] = []
  const unassigned: Unassigned[] = []
  const orders = cutter.cut(plan, count, new Random(1)).map((share) => packOrder(share, 'finish', 1))
  await crew.runAll(
    orders,
    () => false,
    ({ finished }) => {
      for (const route of finished?.routes ?? []) routes[route.vehicle] = route
      unassigned.push(...(finished?.unassigned ?? []))
    },
  )
  unassigned.sort((a, b) => a.stop - b.stop)
  const cost = emptyCostParts()
  for (const route of routes) addCostParts(cost, route.cost)
  const dropCosts = getDropCosts(problem)
  for (const { stop } of unassigned) cost.unassigned += dropCosts[stop] ?? 0
  return { routes, unassigned, cost, totalCost: sumCostParts(cost) }
}
