/** The compiled problem: flat typed arrays over shared memory that every search reads and never writes. */

import type { CompiledHours } from '../hours/compile-hours.ts'
import type { Matrix } from '../matrix.ts'
import type { TimeWindow } from '../problem.ts'
import type { CompiledBattery } from './compile-battery.ts'
import type { CompiledRules } from './compile-rules.ts'

/** Stands for an unreachable leg; large, yet a handful of them still fit 32 bits. */
export const unreachableTravel = 1 << 28
/** Elements of a route from here on are charging places on the way: this much and the place's index. Below are stops, and reloads of any number. */
export const firstCharge = 1 << 28
/** Stands for "no limit" in 32-bit fields. */
export const unlimited = 0x3fffffff

/**
 * Nodes: stops 0..stopCount-1, then one node per distinct depot location, then `nowhere` (open ends: no distance to anything).
 * Matrices are row-major over nodes.
 */
export interface Model {
  stopCount: number
  vehicleCount: number
  nodeCount: number
  loadDimensions: number
  /** Per travel class (profile × speed factor × service factor): seconds and metres from node to node, and the same transposed. */
  seconds: Matrix[]
  meters: Matrix[]
  secondsInto: Matrix[]
  metersInto: Matrix[]
  /** Per travel class: times by the hour of departure, of which `seconds` are the least; undefined where the hour changes nothing. */
  hours: (CompiledHours | undefined)[]
  // Stops.
  isPlaceable: Uint8Array
  /** Per travel class: seconds at each stop. Classes of one service factor share a list. */
  serviceSeconds: Int32Array[]
  /** Seconds of set-up at each stop, left out where the route comes from the same location; empty where no stop has any. */
  setupSeconds: Int32Array
  /** Location of each node; -1: none. */
  nodeLocation: Int32Array
  /** First opening and last closing. */
  opensSeconds: Int32Array
  closesSeconds: Int32Array
  /** Windows of stop s: entries windowFrom[s] .. windowFrom[s + 1] - 1 of windowOpens/windowCloses. */
  windowFrom: Int32Array
  windowOpens: Int32Array
  windowCloses: Int32Array
  /** Cost of a late second; negative: the window is hard. */
  latePenalty: Float64Array
  /** stopCount × loadDimensions. */
  delivered: Int32Array
  collected: Int32Array
  /** Pickup stop, or -1. */
  pickupOf: Int32Array
  /** Deliveries of pickup s: shipmentFrom[s] .. shipmentFrom[s + 1] - 1 of shipmentDelivery. */
  shipmentFrom: Int32Array
  shipmentDelivery: Int32Array
  maxRideSeconds: Int32Array
  releaseSeconds: Int32Array
  /** Cluster number, or -1; members of cluster c: clusterFrom[c] .. clusterFrom[c + 1] - 1 of clusterMember. */
  clusterOf: Int32Array
  clusterFrom: Int32Array
  clusterMember: Int32Array
  /** Cost of leaving the stop out. */
  dropCost: Float64Array
  isRequired: Uint8Array
  /** Vehicle that the stop is pinned to, or -1. */
  pinnedTo: Int32Array
  /** 1 when the stop is in a pinned prefix or a locked route: it never moves. */
  isFrozen: Uint8Array
  // Vehicles.
  /** Vehicles of one type are interchangeable. */
  typeOf: Int32Array
  typeCount: number
  classOf: Int32Array
  startNode: Int32Array
  endNode: Int32Array
  shiftStart: Int32Array
  shiftEnd: Int32Array
  /** Fixed departure, or -1. */
  departureSeconds: Int32Array
  /** vehicleCount × loadDimensions, what is aboard already deducted. */
  capacity: Int32Array
  aboard: Int32Array
  maxSeconds: Int32Array
  minSeconds: Int32Array
  maxMeters: Int32Array
  minMeters: Int32Array
  maxServices: Int32Array
  breakFrom: Int32Array
  breakEarliest: Int32Array
  breakLatest: Int32Array
  breakDuration: Int32Array
  /** Breaks by rule and limits of driving and work; undefined where a vehicle has none. */
  drivingRules: (CompiledRules | undefined)[]
  /** Undefined where a vehicle has none. */
  batteries: (CompiledBattery | undefined)[]
  /** Per charging place on the way: its node, when a vehicle may charge there (undefined: always), vehicles at a time, price of a watt-hour. */
  chargingNode: Int32Array
  chargingWindows: readonly (readonly TimeWindow[] | undefined)[]
  chargingPoints: Float64Array
  /** When vehicles of others stand at a point of the place. */
  chargingTaken: readonly (readonly TimeWindow[])[]
  chargingPrice: Float64Array
  /** The vehicles that may charge there; undefined: all. */
  chargingVehicles: readonly (ReadonlySet<number> | undefined)[]
  /** Metres that no route is longer than for the sake of its battery; unlimited without one, and where it can charge. */
  reachMeters: Int32Array
  /** Metres up to which the battery lasts with whatever may be aboard; only where what is used depends on the load. */
  sureMeters: Int32Array
  fixedCost: Float64Array
  tollCost: Float64Array
  costPerSecond: Float64Array
  costPerTravelSecond: Float64Array
  costPerMeter: Float64Array
  costPerStop: Float64Array
  /** stopCount × vehicleCount: what each stop costs extra on each vehicle; empty where none does. */
  costByVehicle: Float64Array
  /** Reload node, or -1: the first of the vehicle's places for it. */
  reloadNode: Int32Array
  /** Reload nodes of vehicle v: reloadPlaceFrom[v] .. reloadPlaceFrom[v + 1] - 1 of reloadPlace. */
  reloadPlaceFrom: Int32Array
  reloadPlace: Int32Array
  reloadSeconds: Int32Array
  maxReloads: Int32Array
  isLocked: Uint8Array
  /** Pinned prefix of vehicle v: prefixFrom[v] .. prefixFrom[v + 1] - 1 of prefixStop. */
  prefixFrom: Int32Array
  prefixStop: Int32Array
  /** stopCount × typeCount: 1 when a vehicle of the type may serve the stop. */
  isCompatible: Uint8Array
  // Preferences.
  maxWaitSeconds: number
  balanceStopsWeight: number
  balanceTimeWeight: number
  timeSpanCoefficient: number
  distanceSpanCoefficient: number
  compactnessWeight: number
  /** Price of a second of a margin that is missing; the rest of these is of no account when it is 0. */
  slackPrice: number
  /** Margin by second of driving and of work so far, of luck that a whole route shares; by second of one way, of its own luck. */
  slackOfDriving: number
  slackOfWork: number
  slackOfLeg: number
  /** Square of the margin that the work at each stop (per travel class), and each reload of a vehicle, has of its own luck. */
  slackOfStop: Float64Array[]
  slackOfReload: Float64Array
  /**
   * Room beside the margin of what begins before the break of vehicle v: from second roomSince[k] on so many seconds, for k in
   * roomFrom[v] .. roomFrom[v + 1] - 1. No entries where slack has no price.
   */
  roomFrom: Int32Array
  roomSince: Int32Array
  roomSeconds: Float64Array
  /** Added to a used vehicle's cost when the number of vehicles comes first; 0 otherwise. */
  vehiclePenalty: number
  requiredPenalty: number
  features: Features
}

/** Which rules the problem uses; the search leaves out what is not there. */
export interface Features {
  /** Every rule of the problem can be checked at an insertion point in constant time. */
  isLean: boolean
  hasWindows: boolean
  /** Route duration costs money or is limited. */
  hasDuration: boolean
  /** The wait before one stop is limited, and there can be waits. */
  hasWaitLimit: boolean
  hasShipments: boolean
  hasClusters: boolean
  hasReloads: boolean
  hasUnreachable: boolean
  hasSpan: boolean
  hasMinima: boolean
  hasCollected: boolean
  /** Some ways take longer at some hours. */
  hasHours: boolean
}
