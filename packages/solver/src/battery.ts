/** What an electric vehicle has in its battery, uses on the way and can charge, as plain data in watt-hours. */

/** The battery of one vehicle on one route. */
export interface Battery {
  /** Usable capacity; above 0. */
  capacityWh: number
  /** Charged at the start of the route; in live mode what is left. Default: full. */
  startWh?: number
  /** The route never goes below. Default 0. */
  reserveWh?: number
  /** Used by a kilometre without load. */
  whPerKm: number
  /** Used more by a kilometre for one unit of load aboard, per dimension. Default: nothing. */
  whPerKmOfLoad?: readonly number[]
  /** All use times this, for the temperature of the day (`useFactorAt`). Default 1. */
  useFactor?: number
  /**
   * Power at the vehicle's places to reload. It charges there as long as it stands there within the route: while it reloads, waits, or has
   * a break; and longer where the next trip asks for it. Default: none.
   */
  chargeWatts?: number
  /** The most that it takes at a charging place on the way. Default: what the place gives. */
  mostPlaceWatts?: number
  /** How the power falls as the battery fills; ascending, the last one until 1. Default `usualChargeCurve`. */
  chargeCurve?: readonly ChargePiece[]
}

/** Up to a share of the capacity, this share of the power. */
export interface ChargePiece {
  untilShare: number
  powerShare: number
}

/**
 * Where vehicles with a battery may charge on the way, between two stops of a trip. A vehicle goes there only where its battery would not last
 * otherwise, and stays as long as the rest of the way (or the way to its next charging) asks.
 */
export interface ChargingPlace {
  /** Location index. */
  location: number
  /** What one point gives; above 0. */
  watts: number
  /** Vehicles that can charge at a time. Default: any number. */
  points?: number
  /** A vehicle charges within one of them from beginning to end: ascending, disjoint. Default: at any time. */
  windows?: readonly (readonly [startSeconds: number, endSeconds: number])[]
  /** When vehicles of others stand at one of the points each, in any order; counts only with `points`. Default: never. */
  taken?: readonly (readonly [startSeconds: number, endSeconds: number])[]
  /** Price of a kilowatt-hour, in the unit of costs. Default 0. */
  pricePerKwh?: number
  /** Vehicles that may charge here: over several days a place is listed once for each of them. Default: all. */
  vehicles?: readonly number[]
}

/**
 * Full power up to 85 % of the capacity, then less and less; piecewise linear as charging is in Montoya, Guéret, Mendoza, Villegas,
 * "The electric vehicle routing problem with nonlinear charging function" (Transportation Research Part B 103, 2017). The shares are rounded.
 */
export const usualChargeCurve: readonly ChargePiece[] = [
  { untilShare: 0.85, powerShare: 1 },
  { untilShare: 0.95, powerShare: 0.46 },
  { untilShare: 1, powerShare: 0.15 },
]
