// Which ways are straight lines: those between places that share no network of roads.
import type { TravelClass, TravelPoint, TravelProvider } from './travel.ts'

type Networks = Pick<TravelProvider, 'getNetwork'>

/** One event on a route: the place where it is, as an index, and the way that leads to it. Null for one on the way. */
interface Step {
  location: number | null
  legMeters: number
}

/** Returns the indices of the points to and from which the ways of a place are straight lines. */
export function listStraightWays(
  travel: Networks,
  place: TravelPoint,
  points: readonly TravelPoint[],
  travelClass: TravelClass,
): Set<number> {
  const own = travel.getNetwork(place, travelClass)
  const isStraight = (point: TravelPoint) => isApart(own, travel.getNetwork(point, travelClass))
  return new Set(points.flatMap((point, index) => (isStraight(point) ? index : [])))
}

/**
 * Returns what measures the straight lines of a route, in metres, from its steps and the index of its vehicle's way. The ways must have been
 * asked for.
 */
export function createStraightMeasure(
  travel: Networks,
  points: readonly TravelPoint[],
  ways: readonly TravelClass[],
): (steps: readonly Step[], way?: number) => number {
  const networks = ways.map((way) => points.map((point) => travel.getNetwork(point, way)))
  return (steps, way = 0) => measure(steps, networks[way] ?? [])
}

function measure(steps: readonly Step[], networks: readonly number[]): number {
  let from: number | undefined
  let driven = 0
  let straight = 0
  for (const { location, legMeters } of steps) {
    driven += legMeters
    if (location === null) continue
    const at = networks[location] ?? -1
    if (from !== undefined && isApart(from, at)) straight += driven
    from = at
    driven = 0
  }
  return straight
}

/** Whether places of these networks share none. */
function isApart(network: number, other: number): boolean {
  return network < 0 || network !== other
}
