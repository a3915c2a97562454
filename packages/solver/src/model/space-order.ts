/** Renumbers stops so that stops close in space are close in memory: the search then finds a stop's neighbours in the cache. */
import type { Problem, Stop } from '../problem.ts'
import type { Solution } from '../solution.ts'

/** Below this size everything fits in the cache anyway. */
const leastStops = 150
/** Parts of at most this many stops are not halved again. */
const leafStops = 4

/** The same problem with its stops in another order, and the mapping back. */
export interface SpaceOrder {
  problem: Problem
  /** Original index of each stop, and the inverse. */
  originalOf: Int32Array
  placeOf: Int32Array
}

/** The problem in spatial order; undefined when that is not worth it. O(n log² n), reading O(n log n) cells of the matrix. */
export function orderInSpace(problem: Problem): SpaceOrder | undefined {
  const count = problem.stops.length
  if (count < leastStops || problem.profiles.length === 0) return undefined
  const originalOf = Int32Array.from(problem.stops, (_, stop) => stop)
  halve(problem, originalOf)
  const placeOf = new Int32Array(count)
  originalOf.forEach((stop, place) => {
    placeOf[stop] = place
  })
  const moved = (list: readonly number[]): number[] =>
    list.map((stop) => (Number.isInteger(stop) && stop >= 0 && stop < count ? placeOf[stop]! : stop))
  const stops = Array.from(originalOf, (stop): Stop => {
    const original = problem.stops[stop]!
    const after = original.after?.map((link) => ({ ...link, stop: placeOf[link.stop] ?? -1 }))
    const linked = after ? { ...original, after } : original
    return original.pickup === undefined ? linked : { ...linked, pickup: moved([original.pickup])[0]! }
  })
  const vehicles = problem.vehicles.map((vehicle) =>
    vehicle.pinnedPrefix || vehicle.pinned
      ? {
          ...vehicle,
          ...(vehicle.pinnedPrefix && { pinnedPrefix: moved(vehicle.pinnedPrefix) }),
          ...(vehicle.pinned && { pinned: moved(vehicle.pinned) }),
        }
      : vehicle,
  )
  return { problem: { ...problem, stops, vehicles }, originalOf, placeOf }
}

/** Sorts by recursive halving: cuts each part across the line between two of its farthest stops. */
function halve(problem: Problem, stops: Int32Array): void {
  const count = stops.length
  if (count <= leafStops) return
  const key = keysAcross(problem, stops)
  const order = Array.from(stops, (_, index) => index).sort((x, y) => key[x]! - key[y]! || stops[x]! - stops[y]!)
  stops.set(Int32Array.from(order, (index) => stops[index]!))
  const middle = count >> 1
  halve(problem, stops.subarray(0, middle))
  halve(problem, stops.subarray(middle))
}

function keysAcross(problem: Problem, stops: Int32Array): Float64Array {
  const { meters } = problem.profiles[0]!
  const { locationCount } = problem
  const placeless = Number.MAX_SAFE_INTEGER
  const getLocation = (stop: number): number => problem.stops[stop]!.location ?? -1
  const distance = (from: number, to: number): number => {
    const cell = from < 0 || to < 0 ? -1 : meters[from * locationCount + to]!
    return cell < 0 ? placeless : cell
  }
  const farthestFrom = (from: number): number => {
    let best = from
    let most = -1
    for (const stop of stops) {
      const to = getLocation(stop)
      const meters = distance(from, to)
      if (meters > most && meters < placeless) {
        most = meters
        best = to
      }
    }
    return best
  }
  const a = farthestFrom(getLocation(stops[0]!))
  const b = farthestFrom(a)
  return Float64Array.from(stops, (stop) => distance(a, getLocation(stop)) - distance(b, getLocation(stop)))
}

/** Translates initial routes (original stop indices, negative: a reload) to the new indices. */
export function toSpaceOrder(order: SpaceOrder, routes: readonly (readonly number[])[]): number[][] {
  return routes.map((route) => route.map((stop) => (stop < 0 ? stop : order.placeOf[stop]!)))
}

/** Replaces stop indices in a solution by the original ones, in place. */
export function fromSpaceOrder({ originalOf }: SpaceOrder, solution: Solution): Solution {
  const original = (stop: number | null): number | null => (stop === null ? null : originalOf[stop]!)
  for (const route of solution.routes) {
    route.stops = route.stops.map((stop) => originalOf[stop]!)
    for (const step of route.steps) step.stop = original(step.stop)
    for (const violation of route.violations) violation.stop = original(violation.stop)
  }
  for (const entry of solution.unassigned) entry.stop = originalOf[entry.stop]!
  solution.unassigned.sort((a, b) => a.stop - b.stop)
  return solution
}
