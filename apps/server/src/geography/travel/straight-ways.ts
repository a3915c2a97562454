// Which ways are straight lines: those between places that share no network of roads.
import type { TravelClass, TravelPoint, TravelProvider } from './travel.ts'

type Networks = Pick<TravelProvider, 'getNetwork'>

/** One event on a route: the place where it is, as an index, and the way that leads to it. Null for one on the way. */
interface Step {
  location: number | null
  legMeters: number
}

/** Returns what lists, for a place, the indices of the points to and from which its ways are straight lines. The ways must have been asked for. */
export function createStraightLister(
  travel: Networks,
  points: readonly TravelPoint[],
  travelClass: TravelClass,
): (place: TravelPoint) => Set<number> {
  const networks = points.map((point) => travel.getNetwork(point, travelClass))
  return (place) => {
    const own = travel.getNetwork(place, travelClass)
    return new Set(networks.flatMap((network, index) => (isApart(own, network) ? index : [])))
  }
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
