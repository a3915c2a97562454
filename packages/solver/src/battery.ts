/** Capacity, consumption and charging of an electric vehicle, as plain data in watt-hours. */

/** The battery of one vehicle on one route. */
export interface Battery {
  /** Usable capacity; above 0. */
  capacityWh: number
  /** Energy at the start of the route; in live mode what is left. Default: full. */
  startWh?: number
  /** Charge below which the route never goes. Default 0. */
  reserveWh?: number
  /** Consumption per kilometre without load. */
  whPerKm: number
  /** Extra consumption per kilometre and unit of load, per dimension. Default: none. */
  whPerKmOfLoad?: readonly number[]
  /** Factor on all consumption, for the temperature of the day (`useFactorAt`). Default 1. */
  useFactor?: number
  /**
   * Charging power at the vehicle's reload places. It charges there as long as it stands there during the route: while it reloads, waits,
   * or has a break; and longer when the next trip needs it. Default: none.
   */
  chargeWatts?: number
  /** Highest power that the vehicle accepts at a charging place on the way. Default: the power of the place. */
  mostPlaceWatts?: number
  /** Charging power as the battery fills; ascending, the last piece ends at 1. Default `usualChargeCurve`. */
  chargeCurve?: readonly ChargePiece[]
}

/** Up to this share of the capacity, charging runs at this share of the power. */
export interface ChargePiece {
  untilShare: number
  powerShare: number
}

/**
 * Place where vehicles may charge on the way, between two stops of a trip. A vehicle goes there only when its battery would not last
 * otherwise, and stays as long as the rest of the way (or the way to its next charge) needs.
 */
export interface ChargingPlace {
  /** Location index. */
  location: number
  /** Power of one charging point; above 0. */
  watts: number
  /** Number of points: vehicles that can charge at the same time. Default: any number. */
  points?: number
  /** Opening times, ascending and disjoint; a charge lies within one of them. Default: always open. */
  windows?: readonly (readonly [startSeconds: number, endSeconds: number])[]
  /** Times when other vehicles occupy one point each, in any order; counts only with `points`. Default: never. */
  taken?: readonly (readonly [startSeconds: number, endSeconds: number])[]
  /** Price of a kilowatt-hour, in the unit of costs. Default 0. */
  pricePerKwh?: number
  /** Vehicles that may charge here. A plan over several days lists a place once per day, with that day's vehicles. Default: all. */
  vehicles?: readonly number[]
}

/**
 * Full power up to 85 % of the capacity, then falling; piecewise linear as in Montoya, Guéret, Mendoza, Villegas, "The electric vehicle
 * routing problem with nonlinear charging function" (Transportation Research Part B 103, 2017). The shares are rounded.
 */
export const usualChargeCurve: readonly ChargePiece[] = [
  { untilShare: 0.85, powerShare: 1 },
  { untilShare: 0.95, powerShare: 0.46 },
  { untilShare: 1, powerShare: 0.15 },
]
