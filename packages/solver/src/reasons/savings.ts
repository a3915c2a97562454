/** The changes of a plan that save most, each priced by a search that starts from the best plan found. */
import type { Problem, Stop } from '../problem.ts'
import type { Solution } from '../solution.ts'
import type { Difference, PlanChange, WindowPrice, WithoutVehicle } from './explain-plan.ts'
import type { FewerVehicles } from './fewer-vehicles.ts'

/**
 * Saving against the plan as given, were it optimized unchanged (`again`) or with this one change. A plan that is
 * then optimized is cheaper by about as much.
 */
export type PlanSaving = Difference &
  (
    | { change: 'again' | 'half_hour_longer' | 'fewer_vehicles' }
    | { change: 'without_vehicle'; vehicle: number }
    | { change: 'any_time'; stop: number }
  )

/** Number of windows whose absence is searched with: the most expensive ones. */
export const windowsTried = 4
const mostSavings = 3
/** Smaller differences come and go with the seed of a search. */
const leastShare = 0.005

/** The changes that were tried, each compared as `PlanReasons` says. */
export interface TriedChanges {
  changes: readonly PlanChange[]
  without: readonly WithoutVehicle[]
  anyTime: readonly (Difference & { stop: number })[]
  fewer: (Omit<FewerVehicles, 'solution'> & Difference) | undefined
}

/** Searches with each of the most expensive windows gone; returns the difference to the best plan with all of them. */
export function tryWithoutWindows(
  problem: Problem,
  windows: readonly WindowPrice[],
  differenceOf: (changed: Problem) => Difference,
): TriedChanges['anyTime'] {
  return windows.slice(0, windowsTried).map(({ stop }) => {
    const free = (other: Stop, index: number) => (index === stop ? { ...other, windows: [] } : other)
    return { stop, ...differenceOf({ ...problem, stops: problem.stops.map(free) }) }
  })
}

/** The largest savings, largest first. What leaves a stop out saves nothing, nor does what is lost among the search's own differences. */
export function listSavings({ totalCost, cost }: Solution, tried: TriedChanges): PlanSaving[] {
  const least = leastShare * (totalCost - cost.unassigned)
  const again = tried.changes.find(({ change }) => change === 'again')
  return listTried(tried)
    .filter((saving) => saving.unassigned <= 0 && -saving.cost > least)
    .map((saving) => (again && saving.change !== 'again' ? { ...saving, ...sum(saving, again) } : saving))
    .sort((a, b) => a.cost - b.cost)
    .slice(0, mostSavings)
}

function listTried({ changes, without, anyTime, fewer }: TriedChanges): PlanSaving[] {
  return [
    ...changes.flatMap(({ change, ...difference }) =>
      change === 'again' || change === 'half_hour_longer' ? { change, ...difference } : [],
    ),
    ...without.map((difference) => ({ change: 'without_vehicle' as const, ...difference })),
    ...anyTime.map((difference) => ({ change: 'any_time' as const, ...difference })),
    ...(fewer ? [{ change: 'fewer_vehicles' as const, ...sum(fewer) }] : []),
  ]
}

function sum(first: Difference, second?: Difference): Difference {
  const add = (field: keyof Difference) => first[field] + (second?.[field] ?? 0)
  return {
    cost: add('cost'),
    money: add('money'),
    travelSeconds: add('travelSeconds'),
    meters: add('meters'),
    unassigned: add('unassigned'),
  }
}
