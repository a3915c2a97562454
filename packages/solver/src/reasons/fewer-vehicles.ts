/** Whether the limit of stops is why a plan needs so many vehicles, and the limit with which fewer would suffice. */
import type { Problem, Vehicle } from '../problem.ts'
import type { Solution } from '../solution.ts'

/** A limit of stops with which fewer vehicles serve everything that is served now. */
export interface FewerVehicles {
  /** Vehicles that the plan uses, and how many would suffice. */
  vehicles: number
  wouldDo: number
  /** The highest limit of stops of a used vehicle, and the one required. */
  mostStops: number
  wouldTake: number
  solution: Solution
}

/** Largest number of vehicle counts that are tried. */
export const mostTrials = 4

/**
 * The fewest vehicles that a search finds when only the limit of stops is relaxed; undefined when that limit is not what requires so many,
 * or no smaller number is found. `search` starts from the orders it is given.
 */
export function findFewerVehicles(
  problem: Problem,
  best: Solution,
  search: (problem: Problem, initial: Solution) => Solution,
): FewerVehicles | undefined {
  const used = best.routes.filter(({ stops }) => stops.length > 0)
  const served = used.reduce((sum, { stops }) => sum + stops.length, 0)
  if (best.unassigned.length > 0 || !isBoundByStops(problem, best, served)) return undefined
  const mostStops = Math.max(...used.map(({ vehicle }) => problem.vehicles[vehicle]!.maxServices ?? 0))
  // Keep the vehicles with the most stops, so that a search has the least to move.
  const bySize = used.toSorted((a, b) => b.stops.length - a.stops.length || a.vehicle - b.vehicle)
  let found: FewerVehicles | undefined
  for (let wouldDo = used.length - 1; wouldDo >= Math.max(1, used.length - mostTrials); wouldDo--) {
    const wouldTake = Math.max(mostStops + 1, Math.ceil(served / wouldDo))
    const staying = new Set(bySize.slice(0, wouldDo).map(({ vehicle }) => vehicle))
    const vehicles = problem.vehicles.map(
      (vehicle, v): Vehicle =>
        staying.has(v)
          ? { ...vehicle, maxServices: Math.max(wouldTake, vehicle.maxServices ?? 0) }
          : { ...vehicle, isLocked: true, pinned: [], pinnedPrefix: [] },
    )
    const solution = search({ ...problem, vehicles }, best)
    if (solution.unassigned.length > 0) break
    found = { vehicles: used.length, wouldDo, mostStops, wouldTake, solution }
  }
  return found
}

/** Whether these stops need so many vehicles by their limits alone, and all used vehicles may be changed. */
function isBoundByStops(problem: Problem, { routes }: Solution, served: number): boolean {
  const used = routes.filter(({ stops }) => stops.length > 0).map(({ vehicle }) => problem.vehicles[vehicle]!)
  const isFixed = ({ isLocked, pinned = [], pinnedPrefix = [], departureSeconds }: Vehicle): boolean =>
    isLocked === true || pinned.length + pinnedPrefix.length > 0 || departureSeconds !== undefined
  if (used.length < 2 || problem.vehicles.some(isFixed)) return false
  const limits = used.map(({ maxServices = Number.POSITIVE_INFINITY }) => maxServices).sort((a, b) => b - a)
  return limits.slice(0, -1).reduce((sum, limit) => sum + limit, 0) < served
}
