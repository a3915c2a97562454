// Start and end points of searches and sweeps, and the sums they compute.

import { unpackCost } from '../foundation/packed-cost.ts'

/** States (ranks) where a trip may start or end, with the cost that the place adds to (end) or subtracts from (start) the whole edge's. */
export interface Seeds {
  ranks: readonly number[]
  costs: readonly number[]
}

/** Another number of each arc, packed like costs (packed-cost.ts). */
export interface PackedSums {
  packed: Int32Array
  long: Float64Array
}

/**
 * Sums along the cheapest ways. For a hierarchy stored as differences: the numbers of the other one's arcs, followed by those of its own.
 */
export interface ArcSums extends PackedSums {
  own?: PackedSums
  /** Initial sum of a seed. */
  ofSeed: (rank: number, cost: number) => number
}

/** The other sum of an arc, by the arc's number (see own-arcs.ts). */
export function sumOfArc({ packed, long, own }: PackedSums & { own?: PackedSums }, arc: number): number {
  if (own === undefined || arc < packed.length) return unpackCost(packed[arc]!, long)
  return unpackCost(own.packed[arc - packed.length]!, own.long)
}
