// Where searches and sweeps begin and end, and what they add up.

/** Where a trip may start or end: states (ranks) with what the place adds to (end) or takes off (start) the whole-edge cost. */
export interface Seeds {
  ranks: readonly number[]
  costs: readonly number[]
}

/** Another number of each arc that is added up along the cheapest ways, packed as costs are. */
export interface ArcSums {
  packed: Int32Array
  long: Float64Array
  /** What a seed begins with. */
  ofSeed: (rank: number, cost: number) => number
}
