// The costs from one place to the beginning of every edge, by one climb and one sweep down the hierarchy (PHAST: Delling, Goldberg,
// Nowatzyk, Werneck 2011).

import { unpackCost } from '../foundation/packed-cost.ts'
import { arcsOf, neighbourOf } from '../hierarchy/packed-arcs.ts'
import type { Seeds } from '../hierarchy/seeds.ts'
import type { UpwardSearch } from '../hierarchy/upward-search.ts'
import type { RoadArrays } from '../image/image.ts'

/** Cost at each rank, Infinity where it is above `most`. O(states + arcs), 8 bytes a state. */
export function sweepFrom(arrays: RoadArrays, forward: UpwardSearch, seeds: Seeds, most: number): Float64Array {
  const { upCount, arcCost, longCost } = arrays
  const costs = new Float64Array(upCount.length).fill(Infinity)
  forward.climbFrom(seeds)
  for (let at = 0; at < forward.settledCount; at++) costs[forward.settledNodes[at]!] = forward.settledCosts[at]!
  // Every arc down to a node begins at a higher one, whose cost is final by then.
  for (let rank = costs.length - 1; rank >= 0; rank--) {
    let best = costs[rank]!
    const [first, end] = arcsOf(arrays, rank, 'down')
    for (let arc = first; arc < end; arc++) {
      const cost = costs[neighbourOf(arrays, rank, arc)]! + unpackCost(arcCost[arc]!, longCost)
      if (cost < best) best = cost
    }
    costs[rank] = best <= most ? best : Infinity
  }
  return costs
}
