// Cached upward search of one place. Two climbs, one from each end, meet at the top of the cheapest way.

import type { ArcSums, Seeds } from './seeds.ts'
import type { UpwardSearch } from './upward-search.ts'

export interface Climb {
  /** Nodes in the order of their costs. */
  ranks: Int32Array
  costs: Float64Array
  /** Another sum along the same ways, if requested. */
  sums?: Float64Array
}

/** Climbs from the seeds and keeps the result. */
export function getClimb(search: UpwardSearch, seeds: Seeds, also?: ArcSums): Climb {
  const nowhere = { ranks: new Int32Array(0), costs: new Float64Array(0) }
  if (seeds.ranks.length === 0) return also ? { ...nowhere, sums: new Float64Array(0) } : nowhere
  search.climbFrom(seeds)
  const ranks = search.settledNodes.slice(0, search.settledCount)
  const costs = search.settledCosts.slice(0, search.settledCount)
  return also ? { ranks, costs, sums: search.addUp(also) } : { ranks, costs }
}

/** One climb laid out by node, so that others can be met with it one after another. */
export class LaidOutClimb {
  /** Index within the climb plus one; 0 for nodes outside of it. */
  private readonly placeOfRank: Int32Array
  private climb: Climb = { ranks: new Int32Array(0), costs: new Float64Array(0) }
  private isStart = true
  /** Result of the last meeting: the cost, Infinity when there is no way, and the other sum. */
  cost = Infinity
  sum = 0

  constructor(nodeCount: number) {
    this.placeOfRank = new Int32Array(nodeCount)
  }

  /** Lays out another climb instead. `isStart`: it is from the start, and those it meets are from ends. */
  layOut(climb: Climb, isStart: boolean): void {
    for (const rank of this.climb.ranks) this.placeOfRank[rank] = 0
    for (const [place, rank] of climb.ranks.entries()) this.placeOfRank[rank] = place + 1
    this.climb = climb
    this.isStart = isStart
  }

  /** Meets another climb. Among ways of equal cost, chooses the one whose top is nearest to the start, as single paths do. */
  meet(other: Climb): void {
    const { placeOfRank, isStart } = this
    const { costs } = this.climb
    let [least, at, otherAt] = [Infinity, -1, -1]
    for (let place = 0; place < other.ranks.length; place++) {
      const own = placeOfRank[other.ranks[place]!]! - 1
      if (own < 0) continue
      const cost = costs[own]! + other.costs[place]!
      if (cost > least || (cost === least && (!isStart || own > at))) continue
      least = cost
      at = own
      otherAt = place
    }
    this.cost = least
    this.sum = at >= 0 && this.climb.sums && other.sums ? this.climb.sums[at]! + other.sums[otherAt]! : 0
  }
}
