/** Compiled problem: flat typed arrays in shared memory that every search reads and none writes. */

import type { CompiledHours } from '../hours/compile-hours.ts'
import type { Matrix } from '../matrix.ts'
import type { TimeWindow } from '../problem.ts'
import type { CompiledBattery } from './compile-battery.ts'
import type { CompiledRules } from './compile-rules.ts'
import type { VisitChoices } from './visit-choices.ts'

/** Seconds or metres of an unreachable leg: large, but a handful of them still fit in 32 bits. */
export const unreachableTravel = 1 << 28
/** Route elements from here on are charging places on the way: this plus the place's index. Lower elements are stops and reloads. */
export const firstCharge = 1 << 28
/** Value for "no limit" in 32-bit fields. */
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
  /**
   * First dimension that counts collections, as if they were deliveries; equal to `loadDimensions` unless linehauls come first. See
   * backhauls.ts.
   */
  firstBackhaulDimension: number
  /** Per travel class (profile × speed factor × service factor): seconds and metres from node to node, and the same transposed. */
  seconds: Matrix[]
  meters: Matrix[]
  secondsInto: Matrix[]
  metersInto: Matrix[]
  /** Per travel class: travel times by departure, whose minimum is `seconds`; undefined when they do not depend on the hour. */
  hours: (CompiledHours | undefined)[]
  // Stops.
  isPlaceable: Uint8Array
  /** Per travel class: service seconds at each stop. Classes with the same service factor share a list. */
  serviceSeconds: Int32Array[]
  /** Set-up seconds at each stop, skipped when the route comes from the same location; empty when no stop has any. */
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
  /** Cost per second of lateness; negative: the window is hard. */
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
  /** Groups of stops of which exactly one is served; undefined without any. */
  alternatives: VisitChoices | undefined
  /** Per stop, the stops that it comes before or after; empty when no stop has any. */
  links: readonly (readonly Link[])[]
  /** Next stop of the same group, around in a circle; the stop itself where it has no alternatives. */
  otherPlace: Int32Array
  releaseSeconds: Int32Array
  /** Cluster number, or -1; members of cluster c: clusterFrom[c] .. clusterFrom[c + 1] - 1 of clusterMember. */
  clusterOf: Int32Array
  clusterFrom: Int32Array
  clusterMember: Int32Array
  /** Stops that are kept apart alike have the same class; -1: kept apart from nobody. Empty without such rules. */
  apartClass: Int32Array
  /** Classes that class c shares no route with, as bits: apartWords entries of apartFrom from c × apartWords. */
  apartFrom: Int32Array
  apartWords: number
  /** Classes of the stops that vehicle v has served before, as bits: apartWords entries from v × apartWords. */
  apartBefore: Int32Array
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
  /** vehicleCount × loadDimensions, minus what is already aboard. */
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
  /** Breaks by rule and limits of driving and work; undefined for a vehicle without any. */
  drivingRules: (CompiledRules | undefined)[]
  /** Per vehicle; undefined for one without a battery. */
  batteries: (CompiledBattery | undefined)[]
  /**
   * Per charging place on the way: its node, times when a vehicle may charge there (undefined: always), number of points, price of a
   * watt-hour.
   */
  chargingNode: Int32Array
  chargingWindows: readonly (readonly TimeWindow[] | undefined)[]
  chargingPoints: Float64Array
  /** Times when other vehicles occupy a point of the place. */
  chargingTaken: readonly (readonly TimeWindow[])[]
  chargingPrice: Float64Array
  /** Vehicles that may charge there; undefined: all. */
  chargingVehicles: readonly (ReadonlySet<number> | undefined)[]
  /** Longest route in metres that the battery allows; unlimited without a battery and for a vehicle that can charge. */
  reachMeters: Int32Array
  /** Metres up to which the battery suffices with any load that fits; only when consumption depends on the load. */
  sureMeters: Int32Array
  fixedCost: Float64Array
  tollCost: Float64Array
  costPerSecond: Float64Array
  costPerTravelSecond: Float64Array
  costPerMeter: Float64Array
  costPerStop: Float64Array
  /** stopCount × vehicleCount: extra cost of each stop on each vehicle; empty when no stop has any. */
  costByVehicle: Float64Array
  /** Node of the vehicle's first reload place, or -1. */
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
  /** Price of each missing second of a margin; when 0, the other slack fields are unused. */
  slackPrice: number
  /**
   * Margin per second of driving and of work so far, from variation that a whole route shares; and per second of a single leg, from its own
   * variation.
   */
  slackOfDriving: number
  slackOfWork: number
  slackOfLeg: number
  /** Squared margin of the work at each stop (per travel class), and of each reload of a vehicle, from its own variation. */
  slackOfStop: Float64Array[]
  slackOfReload: Float64Array
  /**
   * Room added to the margin of work before the break of vehicle v: `roomSeconds[k]` from second `roomSince[k]` on, for k in roomFrom[v] ..
   * roomFrom[v + 1] - 1. No entries when slack has no price.
   */
  roomFrom: Int32Array
  roomSince: Int32Array
  roomSeconds: Float64Array
  /** Added to a used vehicle's cost when minimizing the number of vehicles comes first; otherwise 0. */
  vehiclePenalty: number
  requiredPenalty: number
  features: Features
}

/** Order of a stop and another one, on whichever routes. */
export interface Link {
  other: number
  /** Whether the other stop is the later one. */
  isBefore: boolean
  /** Seconds from the end of the earlier stop to the beginning of the later one. */
  least: number
  most: number
}

/** Rules that the problem uses; the search skips the others. */
export interface Features {
  /** Whether every rule of the problem can be checked at an insertion point in constant time. */
  isLean: boolean
  hasWindows: boolean
  /** Route duration costs money or is limited. */
  hasDuration: boolean
  /** Whether the wait before one stop is limited and waits can occur. */
  hasWaitLimit: boolean
  hasShipments: boolean
  hasClusters: boolean
  hasReloads: boolean
  hasUnreachable: boolean
  hasSpan: boolean
  hasMinima: boolean
  hasCollected: boolean
  /** Whether some travel times depend on the hour. */
  hasHours: boolean
}
