/** A benchmark instance as its file states it, before a rounding convention turns it into an integer Problem. */

export type InstanceFormat = 'solomon' | 'cvrplib' | 'lilim' | 'vroom' | 'tdvrptw' | 'pvrp'

/** exact: Euclidean × 1000, rounded. round: nearest integer. dimacs: truncated to 0.1. double: not rounded (to 5 digits). */
export type Convention = 'exact' | 'round' | 'dimacs' | 'double'

/** distance: total cost only, and the fleet is a limit. vehicles: fewest routes first. duration: from start to end of every route. */
export type Objective = 'distance' | 'vehicles' | 'duration'

export interface InstancePoint {
  readonly x: number
  readonly y: number
}

export interface InstanceDepot extends InstancePoint {
  readonly opens: number
  readonly closes: number
}

export interface InstanceStop extends InstancePoint {
  /** Number that published solutions use for this stop. */
  readonly number: number
  /** Amount delivered from the depot when kind is delivery; signed for Li & Lim's pairs (positive at the pickup). */
  readonly demand: number
  /** Amount collected, in a file with backhauls; 0 at a stop that is delivered to. */
  readonly collected?: number
  readonly opens: number
  readonly closes: number
  readonly service: number
  readonly release: number
  /** Number of the group of which exactly one stop is served; undefined for none. */
  readonly group?: number | undefined
  /** Prize lost when the stop is left out; undefined: the stop must be served. */
  readonly prize: number | undefined
  /** Index of the stop where this stop's load is picked up, earlier on the same route; undefined for none. */
  readonly pickupIndex: number | undefined
}

export interface InstanceVehicle {
  readonly depotIndex: number
  readonly capacity: number
  readonly fixedCost: number
  readonly unitDistanceCost: number
  readonly maxDuration: number | undefined
  /** Depot at which the vehicle may load again, any number of times. */
  readonly reloadDepotIndex: number | undefined
  /** Numbers of the stops it may serve; undefined: all. */
  readonly allowedStops: ReadonlySet<number> | undefined
}

export interface Instance {
  readonly name: string
  readonly format: InstanceFormat
  readonly depots: readonly InstanceDepot[]
  readonly stops: readonly InstanceStop[]
  readonly vehicles: readonly InstanceVehicle[]
  /** Whether published solutions say which vehicle drives a route (route k by vehicle k, empty routes included). */
  readonly hasNumberedVehicles: boolean
  /** Published costs are the file's costs divided by this (100 for heterogeneous fleets). */
  readonly costDivisor: number
  /** Whether stops and depots state time windows, or any rule needs times at all. */
  readonly hasTimes: boolean
  /** Distances given in the file, row by row over depots then stops; undefined: computed from x and y. */
  readonly explicitDistances: Float64Array | undefined
  readonly defaultConvention: Convention
  /** Whether all deliveries of a route come before its first collection, and no route only collects. */
  readonly hasBackhauls?: boolean
}
