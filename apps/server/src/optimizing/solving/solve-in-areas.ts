// Routes that keep to areas of their own: a plain search finds the number of routes, then the search continues with extra costs
// for stops outside their area (docs/decisions/0287).
import {
  type ParallelOptions,
  type Problem,
  priceWithoutWishes,
  type SolveResult,
  withAreas,
} from '@routewright/solver'
import { partOfSearch } from './part-of-search.ts'
import { solveByHour } from './solve-by-hour.ts'

/** Share of the time and the steps for the plain search. */
const shareOfPlain = 0.4

/**
 * Works like `solveByHour`; `weight` as for `withAreas`, 0 for the same search. The result has the costs of the original problem, as the
 * extra costs of areas are no money.
 */
export async function solveInAreas(problem: Problem, weight: number, options: ParallelOptions): Promise<SolveResult> {
  if (weight === 0) return solveByHour(problem, options)
  const plain = await solveByHour(problem, partOfSearch(options, 0, shareOfPlain))
  const orders = plain.solution.routes.map(({ stops }) => stops)
  const inAreas = withAreas(problem, orders, weight)
  const rest = partOfSearch(options, shareOfPlain, 1 - shareOfPlain)
  const kept = await solveByHour(inAreas, { ...rest, initial: plain.solution })
  const solution = priceWithoutWishes(problem, inAreas, kept.solution)
  return { solution, iterations: plain.iterations + kept.iterations }
}
