/** The checker's price of slack: margins from the steps of a route, and what is missing of them. */
import type { Problem } from '../problem.ts'
import type { Route } from '../solution.ts'
import { workAt } from './check-service.ts'

/** Price of all margins of a route that are missing. Ways count with the least that they take at any hour. */
export function recomputeSlackCost({ options, ...problem }: Problem, route: Route, vehicleIndex: number): number {
  const wish = options.slack
  if (!wish || wish.pricePerSecond === 0 || route.steps.length === 0) return 0
  const { travel, service } = wish.spreads
  const vehicle = problem.vehicles[vehicleIndex]!
  const { seconds, hours } = problem.profiles[vehicle.profile ?? 0]!
  const round = hours ? Math.floor : Math.round
  // Variances of luck: of single ways and pieces of work; of a whole day and route it grows with all that came before.
  let single = 0
  let driven = 0
  let worked = 0
  let place: number | null = null
  let missing = 0
  const add = (at: number, limit: number) => {
    const shared = driven ** 2 * (travel.day ** 2 + travel.route ** 2) + worked ** 2 * service.route ** 2
    const margin = (wish.deviations ?? 1.28) * Math.sqrt(single + shared)
    missing += Math.min(margin, Math.max(0, at + margin - limit))
  }
  for (const { kind, location, stop, startSeconds } of route.steps) {
    if (kind !== 'break' && place !== null && location !== null) {
      const least = Math.max(0, seconds[place * problem.locationCount + location]!)
      const way = round(least * (vehicle.speedFactor ?? 1))
      driven += way
      single += (way * travel.leg) ** 2
    }
    if (kind !== 'break') place = location
    if (kind === 'stop') {
      const { windows = [], serviceSpread = service.stop } = problem.stops[stop!]!
      const work = workAt(problem, vehicle, stop!)
      add(startSeconds, windows.at(-1)?.[1] ?? Number.POSITIVE_INFINITY)
      worked += work
      single += (work * serviceSpread) ** 2
    } else if (kind === 'reload') {
      worked += vehicle.reload?.serviceSeconds ?? 0
      single += ((vehicle.reload?.serviceSeconds ?? 0) * service.stop) ** 2
    }
  }
  add(route.endSeconds, vehicle.shift?.[1] ?? Number.POSITIVE_INFINITY)
  return wish.pricePerSecond * missing
}
