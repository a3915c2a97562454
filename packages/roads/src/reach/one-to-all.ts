// Costs from one place to the beginning of every edge, by one climb and one sweep down the hierarchy (PHAST: Delling, Goldberg, Nowatzyk,
// Werneck 2011).

import { unpackCost } from '../foundation/packed-cost.ts'
import { getNodeCount, NodeArcs, useFromAbove } from '../hierarchy/own-arcs.ts'
import { NEAR } from '../hierarchy/packed-arcs.ts'
import type { Seeds } from '../hierarchy/seeds.ts'
import type { UpwardSearch } from '../hierarchy/upward-search.ts'
import type { RoadArrays } from '../image/image.ts'

/** Cost at each rank, Infinity where it is above `most`. O(states + arcs), 8 bytes a state. */
export function sweepFrom(arrays: RoadArrays, forward: UpwardSearch, seeds: Seeds, most: number): Float64Array {
  const costs = new Float64Array(getNodeCount(arrays)).fill(Infinity)
  forward.climbFrom(seeds)
  for (let at = 0; at < forward.settledCount; at++) costs[forward.settledNodes[at]!] = forward.settledCosts[at]!
  const arcs = new NodeArcs(arrays)
  const use = (rank: number) => {
    arcs.look(rank)
    const { arcNode, arcCost, farNode, longCost } = arcs.lists
    const { middle, end, far } = arcs
    let best = costs[rank]!
    for (let arc = middle; arc < end; arc++) {
      const code = arcNode[arc]!
      const above = code < NEAR ? rank + code : farNode[far + code]!
      const cost = costs[above]! + unpackCost(arcCost[arc]!, longCost)
      if (cost < best) best = cost
    }
    costs[rank] = best <= most ? best : Infinity
  }
  // Every arc down to a node begins at a higher one, whose cost is final by then.
  useFromAbove(costs.length, (rank) => rank, arrays, { isAmong: () => true, use })
  return costs
}
