/** Why a plan needs as many vehicles as it does: whether the limit of stops is what binds, and with which limit fewer would do. */
import type { Problem, Vehicle } from '../problem.ts'
import type { Solution } from '../solution.ts'

/** A limit of stops under which fewer vehicles serve all that is served now. */
export interface FewerVehicles {
  /** Vehicles that the plan uses, and how many would do. */
  vehicles: number
  wouldDo: number
  /** The highest limit of stops of a vehicle that is used, and the one that it takes. */
  mostStops: number
  wouldTake: number
  solution: Solution
}

/** Numbers of vehicles that are tried at most. */
export const mostTrials = 4

/**
 * The fewest vehicles that a search finds when only the limit of stops is wider; undefined where that limit is not what asks for so many, or no
 * fewer are found. `search` begins at the orders that it is given.
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
  // The vehicles with the most stops stay, so that a search has least to move.
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

/** Whether so many stops need so many vehicles by their limits alone, and all of those that are used may be changed. */
function isBoundByStops(problem: Problem, { routes }: Solution, served: number): boolean {
  const used = routes.filter(({ stops }) => stops.length > 0).map(({ vehicle }) => problem.vehicles[vehicle]!)
  const isFixed = ({ isLocked, pinned = [], pinnedPrefix = [], departureSeconds }: Vehicle): boolean =>
    isLocked === true || pinned.length + pinnedPrefix.length > 0 || departureSeconds !== undefined
  if (used.length < 2 || problem.vehicles.some(isFixed)) return false
  const limits = used.map(({ maxServices = Number.POSITIVE_INFINITY }) => maxServices).sort((a, b) => b - a)
  return limits.slice(0, -1).reduce((sum, limit) => sum + limit, 0) < served
}
