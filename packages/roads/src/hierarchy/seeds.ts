// Where searches and sweeps begin and end, and what they add up.

import { unpackCost } from '../foundation/packed-cost.ts'

/** Where a trip may start or end: states (ranks) with what the place adds to (end) or takes off (start) the whole-edge cost. */
export interface Seeds {
  ranks: readonly number[]
  costs: readonly number[]
}

/** Another number of each arc, packed as costs are (packed-cost.ts). */
export interface PackedSums {
  packed: Int32Array
  long: Float64Array
}

/** What is added up along the cheapest ways: of a hierarchy that stands beside another one, the numbers of that one's arcs and behind them those of its own. */
export interface ArcSums extends PackedSums {
  own?: PackedSums
  /** What a seed begins with. */
  ofSeed: (rank: number, cost: number) => number
}

/** Of an arc by its number, see own-arcs.ts. */
export function sumOfArc({ packed, long, own }: PackedSums & { own?: PackedSums }, arc: number): number {
  if (own === undefined || arc < packed.length) return unpackCost(packed[arc]!, long)
  return unpackCost(own.packed[arc - packed.length]!, own.long)
}
