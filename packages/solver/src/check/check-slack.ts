/** The checker's price of slack: margins from the steps of a route, and their missing seconds. */
import type { Break, Vehicle } from '../problem.ts'
import type { Route } from '../solution.ts'
import { workAt } from './check-service.ts'
import { type CheckedProblem, readHours, readLeg } from './check-travel.ts'

/** Seconds of room for a break, added to the margin of work that begins at `at` and must begin by `limit`. */
type RoomOf = (at: number, limit: number) => number

/** Price of all missing margins of a route. Legs count with their shortest time at any hour. */
export function recomputeSlackCost(problem: CheckedProblem, route: Route, vehicleIndex: number): number {
  const pause = findMissedBreak(problem.vehicles[vehicleIndex]!, route)
  return priceMargins(problem, route, vehicleIndex, (at) => roomFor(pause, at))
}

/** Like `recomputeSlackCost`, with the room at the end of each window, which is what limits the start of a route. */
export function recomputeHeldSlackCost(problem: CheckedProblem, route: Route, vehicleIndex: number): number {
  const [pause] = problem.vehicles[vehicleIndex]!.breaks ?? []
  return priceMargins(problem, route, vehicleIndex, (_, limit) => roomFor(pause, limit))
}

/** The break that drivers may have to take on the way before its place in the plan: none when there is time for it before the start. */
function findMissedBreak({ breaks = [] }: Vehicle, { startSeconds }: Route): Break | undefined {
  return breaks.find(({ earliestSeconds, durationSeconds }) => startSeconds < earliestSeconds + durationSeconds)
}

/** The whole break when at least a tenth of the drivers have had theirs by then, otherwise the proportional part of it. */
function roomFor(pause: Break | undefined, at: number): number {
  const share = pause?.takenShares?.findLast(([from]) => from <= at)?.[1] ?? 0
  return share >= 0.1 ? pause!.durationSeconds : share * 10 * (pause?.durationSeconds ?? 0)
}

function priceMargins(problem: CheckedProblem, route: Route, vehicleIndex: number, roomOf: RoomOf): number {
  const wish = problem.options.slack
  if (!wish || wish.pricePerSecond === 0 || route.steps.length === 0) return 0
  const { travel, service } = wish.spreads
  const vehicle = problem.vehicles[vehicleIndex]!
  const round = readHours(problem, vehicle) ? Math.floor : Math.round
  // Variances: those of single legs and pieces of work add up; those of a whole day or route grow with everything before.
  let single = 0
  let driven = 0
  let worked = 0
  let place: number | null = null
  let missing = 0
  let hasEaten = false
  const add = (at: number, limit: number) => {
    const shared = driven ** 2 * (travel.day ** 2 + travel.route ** 2) + worked ** 2 * service.route ** 2
    const luck = (wish.deviations ?? 1.28) * Math.sqrt(single + shared)
    const margin = hasEaten ? luck : luck + roomOf(at, limit)
    missing += Math.min(margin, Math.max(0, at + margin - limit))
  }
  for (const { kind, location, stop, startSeconds } of route.steps) {
    if (kind !== 'break' && place !== null && location !== null) {
      const least = Math.max(0, readLeg(problem, vehicle, place, location).seconds)
      const way = round(least * (vehicle.speedFactor ?? 1))
      driven += way
      single += (way * travel.leg) ** 2
    }
    if (kind === 'break') hasEaten = true
    else place = location
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
