// Trips between two places on one edge: directly along it, or around, out at its end and back in at its beginning. The searches know only
// whole edges: one from an edge to itself would end at once at no cost, so these trips are found here.

import { type FoundPath, findPath, type PathSearches } from '../hierarchy/shortest-path.ts'
import { listTargetRanks, startRank } from '../image/edge-states.ts'
import { type PlacedPoint, partCost, partDm, wholeCost } from './placed-point.ts'

export interface SameEdgeTrip {
  cost: number
  /** Directed edges of the start and the end. */
  from: number
  to: number
  /** True: along the edge; false: around. */
  isDirect: boolean
}

/** Caches the round trips of edges: places on one street share them. */
export class SameEdgeTrips {
  private readonly searches: PathSearches
  private readonly roundTripCosts = new Map<number, number>()

  constructor(searches: PathSearches) {
    this.searches = searches
  }

  /** The cheapest trip between two places of one edge, undefined when there is none. */
  find(source: PlacedPoint, target: PlacedPoint): SameEdgeTrip | undefined {
    const { arrays } = this.searches
    const startDm = source.place!.offsetDm
    const endDm = target.place!.offsetDm
    let best: SameEdgeTrip | undefined
    const consider = (trip: SameEdgeTrip) => {
      if (trip.cost < (best?.cost ?? Infinity)) best = trip
    }
    for (const from of source.directions) {
      if (!target.directions.includes(from)) continue
      if (partDm(arrays, from, endDm) < partDm(arrays, from, startDm)) continue
      consider({
        cost: partCost(arrays, from, endDm) - partCost(arrays, from, startDm),
        from,
        to: from,
        isDirect: true,
      })
    }
    for (const from of source.directions) {
      const leavingCost = wholeCost(arrays, from) - partCost(arrays, from, startDm)
      for (const to of target.directions) {
        const endCost = partCost(arrays, to, endDm)
        // A trip around costs at least its two parts on this edge. Mostly these alone cost more than going directly, which saves the
        // search.
        if (best && best.cost <= leavingCost + endCost) continue
        const cost = this.roundTripCost(from, to) - partCost(arrays, from, startDm) + endCost
        consider({ cost, from, to, isDirect: false })
      }
    }
    return best
  }

  /** The way that leaves a directed edge at its end and returns to its start, or to the start of its other direction. */
  roundTrip(from: number, to: number): FoundPath | undefined {
    const { arrays } = this.searches
    const start = startRank(arrays, from)
    const ends = listTargetRanks(arrays, to)
    const others = ends.filter((rank) => rank !== start)
    const source = { ranks: [start], costs: [0] }
    const toOthers =
      others.length > 0 ? findPath(this.searches, source, { ranks: others, costs: others.map(() => 0) }) : undefined
    const toItself = ends.includes(start) ? findPath(this.searches, source, source) : undefined
    if (!toOthers || !toItself) return toOthers ?? toItself
    return toItself.cost < toOthers.cost ? toItself : toOthers
  }

  private roundTripCost(from: number, to: number): number {
    const key = 2 * from + (to & 1)
    const known = this.roundTripCosts.get(key)
    if (known !== undefined) return known
    const cost = this.roundTrip(from, to)?.cost ?? Infinity
    this.roundTripCosts.set(key, cost)
    return cost
  }
}
