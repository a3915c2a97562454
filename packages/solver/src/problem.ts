/** What the optimizer is asked: locations by index, stops, vehicles and preferences, all in whole seconds, metres and load units. */

import type { Battery, ChargingPlace } from './battery.ts'
import type { DrivingRules } from './driving-rules.ts'
import type { Matrix } from './matrix.ts'
import type { Spreads } from './spreads.ts'

/** The optimizer's whole input. Plain data: it can be posted to a worker, and its matrices may lie in shared memory. */
export interface Problem {
  /** Number of locations, n. Every location index is in [0, n). */
  locationCount: number
  /** One travel matrix pair per kind of vehicle; at least one. */
  profiles: TravelProfile[]
  /** Number of load dimensions (weight, volume, count…); may be 0. */
  loadDimensions: number
  stops: Stop[]
  vehicles: Vehicle[]
  /** Where vehicles with a battery may charge on the way. Default: nowhere. */
  chargingPlaces?: readonly ChargingPlace[]
  options: ProblemOptions
}

/** Travel between locations, row-major: `seconds[from * n + to]`. A negative entry means unreachable. */
export interface TravelProfile {
  /** n × n seconds, ordinary or over a SharedArrayBuffer; large ones take half the memory as `packMatrix` gives them. */
  seconds: Matrix
  /** n × n metres; may be the same array as `seconds`. */
  meters: Matrix
  /**
   * When given, how long a way takes depends on when it begins, and times of the answer may be fractions of a second. `seconds` are then
   * the least that each way takes at any hour, rounded down (negative where there is none): see `leastSeconds`.
   */
  hours?: TravelHours
}

/**
 * Arrival as a function of departure, for every ordered pair of locations (cell from * n + to). Whoever leaves later never arrives
 * earlier (first in, first out); a way from a location to itself takes no time. Vehicles with a `speedFactor` need `speeds` or `matrices`.
 */
export type TravelHours = TravelSpeeds | TravelMatrices | TravelArrivals

/**
 * Each pair belongs to a class whose speed changes with the hour, on the way too (Ichoua, Gendreau, Potvin, EJOR 144, 2003): so no
 * one can overtake. Compact: one distance and one byte a pair.
 */
export interface TravelSpeeds {
  kind: 'speeds'
  /** When each period begins, ascending; the first holds before its beginning too, the last has no end. */
  periodStarts: readonly number[]
  /** Per class and period: units of `distances` covered in a second; above 0. */
  speeds: readonly (readonly number[])[]
  /** Class of each pair. */
  classes: Uint8Array
  /** Length of each way, in any unit; 0 where there is none. */
  distances: Float64Array | Matrix
}

/** One matrix a period: each pair's way is driven at the speed of the hour, so a matrix holds for whoever drives all of it in its period. */
export interface TravelMatrices {
  kind: 'matrices'
  periodStarts: readonly number[]
  /** Per period n × n seconds; 0 in all periods or in none. */
  seconds: readonly Int32Array[]
}

/** Arrival functions by their points, straight in between. A pair's points are entries from[cell] .. from[cell + 1] - 1. */
export interface TravelArrivals {
  kind: 'arrivals'
  from: Int32Array
  /** Never decreasing. Two equal departures: a jump, at which the lower arrival holds. Beyond its ends a way takes what it takes there. */
  departs: Float64Array
  /** Never decreasing, never before the departure. */
  arrives: Float64Array
}

/** [first, last] second, both allowed. */
export type TimeWindow = readonly [startSeconds: number, endSeconds: number]

/** One unit of work. Optional fields left out mean "no such rule". */
export interface Stop {
  /** Location index, or null when the place is unknown (the stop then stays unassigned with `no_location`). */
  location: number | null
  serviceSeconds: number
  /** The same where nobody is known to come (`Vehicle.isAnybody`). Default: `serviceSeconds`. */
  anybodySeconds?: number
  /** Work before the service, left out where the route comes from the same location. Default 0. */
  setupSeconds?: number
  /** When service may start: ascending, disjoint; empty or absent = any time. */
  windows?: readonly TimeWindow[]
  /** Amounts brought to this stop, per dimension; aboard since the route's start (or last reload), or since `pickup`. */
  delivered?: readonly number[]
  /** Amounts collected here, per dimension; aboard until the route's end (or next reload). */
  collected?: readonly number[]
  /**
   * Index of the stop where `delivered` comes aboard: it must be on the same route, earlier. Many stops may share one. A pickup
   * is served only with at least one of its deliveries.
   */
  pickup?: number
  /** Longest time from leaving `pickup` (without one: the route's start or last reload) to the beginning of service here. */
  maxRideSeconds?: number
  /** Skills a vehicle must have, all of them. */
  skills?: readonly string[]
  /** Zones this stop lies in; when not empty, the vehicle must list at least one of them. */
  zones?: readonly string[]
  /** Vehicle indices that alone may serve it. */
  allowedVehicles?: readonly number[]
  /** Vehicle indices that may not. */
  forbiddenVehicles?: readonly number[]
  /** What it costs extra when vehicle v serves it, by vehicle, each ≥ 0: a preference, not a rule. Default: nothing. */
  costByVehicle?: readonly number[]
  /** All served stops of one cluster ride on one route. */
  cluster?: string
  /** Value of serving, in the unit of costs; lost when left out. Default 0. */
  reward?: number
  /**
   * Rank of a required stop, 0 or more. Where not all fit, the sum of the priorities of what is served counts first, then how many are
   * served, then costs. Default 0. Without effect on a stop with a `dropPenalty`.
   */
  priority?: number
  /** Cost of leaving the stop out (in addition to `reward`). Absent: the stop is required, and left out only when it cannot be served. */
  dropPenalty?: number
  /** The route (or trip after a reload) that brings it leaves no earlier. Default: no limit. */
  releaseSeconds?: number
  /** When given (or `options.allowLate`), service may start after the last window closes, at this cost per second. */
  latePenaltyPerSecond?: number
  /** How far its work differs from day to day, in place of `options.slack.spreads.service.stop`. */
  serviceSpread?: number
}

/** Work over several days: each stop is served on one of the sets of days that will do, which one is chosen with the routes. */
export interface PeriodicProblem {
  /** Each stop as one visit, without pickups, clusters or pins; each vehicle drives on one day. Times are seconds of that day. */
  problem: Problem
  /** Days are 0 .. dayCount - 1. */
  dayCount: number
  /** Day of each vehicle. */
  dayOfVehicle: readonly number[]
  /** Per stop, the sets of days of which one is to be served, once a day: [[0, 2], [1, 3]]. */
  choices: readonly (readonly (readonly number[])[])[]
  /** Per stop, the days that were planned or promised before; undefined for a new one. */
  planned?: readonly (readonly number[] | undefined)[]
  /** What serving a stop on other days than planned costs, in the unit of costs. Default 0. */
  changePrice?: number
}

/** One vehicle with its driver, for one route of one shift. */
export interface Vehicle {
  /** Where the route begins; null: at its first stop. */
  startLocation: number | null
  /** Where it ends; null: at its last stop. */
  endLocation: number | null
  /** Index into `profiles`. Default 0. */
  profile?: number
  /** Factor on the profile's seconds (not metres); the product is rounded. Default 1. */
  speedFactor?: number
  /**
   * Factor on the service of every stop (not on reloads and breaks), 0.1 to 10: how slow or quick this driver works. The product is rounded to whole
   * seconds once per stop: see `serviceSecondsOf`. Default 1.
   */
  serviceFactor?: number
  /** Nobody is known to drive it: at each stop it takes what that takes in the hands of those who usually come (`Stop.anybodySeconds`). Default false. */
  isAnybody?: boolean
  /** The route starts and ends inside. Default: no limit (time starts at 0). */
  shift?: TimeWindow
  /** Live mode: the route starts exactly then (the clock is now); otherwise as late as its stops allow. */
  departureSeconds?: number
  /** Capacity per dimension; an absent one is unlimited. */
  capacity?: readonly number[]
  /** Live mode: load collected before `departureSeconds` that stays aboard to the end, per dimension. */
  aboard?: readonly number[]
  skills?: readonly string[]
  zones?: readonly string[]
  /** Limits on end minus start, breaks and waits included. Minima bind only a route that has stops. */
  maxSeconds?: number
  minSeconds?: number
  maxMeters?: number
  minMeters?: number
  /** Largest number of stops. */
  maxServices?: number
  /** Live mode: what the route has used up before `departureSeconds`; counts against the limits above. */
  spent?: { seconds?: number; meters?: number; services?: number }
  /** Pauses in the order they are taken. See `isBreakDue` for routes that need none. */
  breaks?: readonly Break[]
  /** Breaks by rule, and limits of driving and work; they hold beside `breaks`. Default: none. */
  drivingRules?: DrivingRules
  /** An electric vehicle: no route of it takes more than its battery has. Default: it goes as far as it will. */
  battery?: Battery
  cost: VehicleCost
  /** When given, the vehicle may return here within the route to unload what it collected and load the next deliveries. */
  reload?: Reload
  /** Stops that stay first on this route, in this order. */
  pinnedPrefix?: readonly number[]
  /** Stops that stay on this route, wherever in it. */
  pinned?: readonly number[]
  /** The route is exactly `pinnedPrefix`: nothing is added, dropped or moved. */
  isLocked?: boolean
}

/**
 * Seconds that a vehicle takes at a stop: service, or that of anybody, times factor, rounded to the nearest whole second, a half up. Without a factor, the
 * service as it is.
 */
export function serviceSecondsOf(
  { serviceSeconds, anybodySeconds = serviceSeconds }: Pick<Stop, 'serviceSeconds' | 'anybodySeconds'>,
  { serviceFactor = 1, isAnybody = false }: Pick<Vehicle, 'serviceFactor' | 'isAnybody'>,
): number {
  const seconds = isAnybody ? anybodySeconds : serviceSeconds
  return serviceFactor === 1 ? seconds : Math.round(seconds * serviceFactor)
}

/** A pause that begins at or after `earliestSeconds` and ends by `latestSeconds`. */
export interface Break {
  earliestSeconds: number
  latestSeconds: number
  durationSeconds: number
  /**
   * Share of drivers on the road who have had this break from a moment on, in steps [fromSeconds, share]: moments ascending and not before
   * `earliestSeconds`, shares 0 to 1 and never falling. Only where slack has a price: what the plan does before its break, or on a route without it, then has
   * a wider margin (see `SlackWish`). Only for the one break of a vehicle without `drivingRules`. Default: nobody.
   */
  takenShares?: readonly BreakShare[]
}

/** From a second on, that share has had the break; up to the next step. */
export type BreakShare = readonly [fromSeconds: number, share: number]

/** Money, or any unit, as long as it is the same everywhere. Every field defaults to 0. */
export interface VehicleCost {
  /** For a vehicle that serves at least one stop. */
  fixed?: number
  /** Same as `fixed`, reported apart. */
  toll?: number
  /** Per second from the route's start to its end. */
  perSecond?: number
  /** Per second of driving. */
  perTravelSecond?: number
  perMeter?: number
  perStop?: number
}

/** A second trip of the same vehicle. */
export interface Reload {
  location: number
  /** More places for it. Each time, the vehicle takes the one on the quickest way between what comes before and after it. */
  others?: readonly number[]
  serviceSeconds: number
  /** Reloads within one route; default: no limit. */
  maxReloads?: number
}

/** Preferences over the whole solution. */
export interface ProblemOptions {
  /** Longest wait before one stop. Default: no limit. */
  maxWaitSeconds?: number
  /** Every window is soft (see `Stop.latePenaltyPerSecond`). Default false. */
  allowLate?: boolean
  /** Cost of a late second when the stop does not say; default 1. */
  latePenaltyPerSecond?: number
  /** Adds weight × (stops of the route)² for every route: evens out the number of stops. Default 0. */
  balanceStopsWeight?: number
  /** Adds weight × (hours of the route)² for every route: evens out working time. Default 0. */
  balanceTimeWeight?: number
  /** Cost per second of the longest route. Default 0. */
  timeSpanCoefficient?: number
  /** Cost per metre of the longest route. Default 0. */
  distanceSpanCoefficient?: number
  /** Fewest vehicles before any cost. Default false. */
  minimiseVehicles?: boolean
  /** Extra cost per second of driving between two stops (not from or to a depot): neighbours stay together. Default 0. */
  compactnessWeight?: number
  /** Cost of leaving out a required stop; default: more than any route could cost. */
  requiredPenalty?: number
  /** Time wished for between a planned beginning and the end of its window. Default: none. */
  slack?: SlackWish
}

/**
 * What a bad day takes longer on the way to a stop is its margin: it grows along the route with the driving and the work before it. Each second of a
 * margin that does not lie between the planned beginning and the end of the last window, or between the end of the route and that of its shift, has a price.
 *
 * Room for a break that the plan does not have yet (`Break.takenShares`): what begins while the plan's break is still to come, or on a route that has none and does
 * not start behind it either, gets the break's length × share / `wholeRoomShare` on top of its margin, the whole length at most.
 */
export interface SlackWish {
  /** 0: as without. */
  pricePerSecond: number
  spreads: Pick<Spreads, 'travel' | 'service'>
  /** How bad that day is, in standard deviations. Default 1.28: one day in ten is worse. */
  deviations?: number
}

/** `SlackWish.deviations` where it is left out. */
export const usualDeviations = 1.28

/** From this share of drivers on, the whole break is in the margin: as that, it is to last on all but one day in ten. */
export const wholeRoomShare = 0.1

/** Whether a route over [start, end] must contain the break: not when the driver can still take it, inside its interval, before or after the route. */
export function isBreakDue(pause: Break, routeStartSeconds: number, routeEndSeconds: number): boolean {
  const { earliestSeconds, latestSeconds, durationSeconds } = pause
  return routeStartSeconds < earliestSeconds + durationSeconds && routeEndSeconds > latestSeconds - durationSeconds
}

/**
 * Cost of leaving each stop out. A step of priority costs more than leaving out every stop for any other reason, so the sum of
 * priorities counts before the number of stops, and that before costs.
 */
export function getDropCosts(problem: Problem): Float64Array {
  const required = getRequiredPenalty(problem)
  const costs = Float64Array.from(problem.stops, ({ reward = 0, dropPenalty = required }) => reward + dropPenalty)
  const ranks = listRanks(problem.stops)
  if (ranks.every((rank) => rank === 0)) return costs
  const step = Math.ceil(costs.reduce((sum, cost) => sum + cost, required))
  return costs.map((cost, stop) => cost + step * ranks[stop]!)
}

/** Finest difference of priorities that is told apart, as a power of ten. */
const finestDigits = 6

/** Priorities in their largest common step: whole numbers, as small as can be, so that little of a cost's precision is used for them. */
function listRanks(stops: readonly Stop[]): number[] {
  const given = stops.map(({ priority = 0, dropPenalty }) => (dropPenalty === undefined ? priority : 0))
  let digits = 0
  const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-6
  while (digits < finestDigits && !given.every((priority) => isWhole(priority * 10 ** digits))) digits++
  const whole = given.map((priority) => Math.round(priority * 10 ** digits))
  const step = whole.reduce(greatestCommonDivisor, 0)
  return step <= 1 ? whole : whole.map((priority) => priority / step)
}

function greatestCommonDivisor(a: number, b: number): number {
  let [large, small] = [a, b]
  while (small > 0) [large, small] = [small, large % small]
  return large
}

/** Cost of leaving one required stop out when `options.requiredPenalty` is absent: above any difference between routes. */
export function getRequiredPenalty(problem: Problem): number {
  if (problem.options.requiredPenalty !== undefined) return problem.options.requiredPenalty
  const profileMaxima = problem.profiles.map((profile) => ({
    seconds: Math.min(longestWay(profile), 1e6),
    meters: Math.min(maximumEntry(profile.meters), 1e7),
  }))
  const dearestStop = problem.stops.reduce((most, { costByVehicle = [] }) => Math.max(most, ...costByVehicle), 0)
  let highest = 1
  for (const vehicle of problem.vehicles) {
    const travel = profileMaxima[vehicle.profile ?? 0] ?? { seconds: 0, meters: 0 }
    const { fixed = 0, toll = 0, perSecond = 0, perTravelSecond = 0, perMeter = 0, perStop = 0 } = vehicle.cost
    const legs =
      (travel.seconds * (vehicle.speedFactor ?? 1) + 3600) *
        (perSecond + perTravelSecond + (problem.options.compactnessWeight ?? 0)) +
      travel.meters * perMeter
    highest = Math.max(highest, fixed + toll + perStop + dearestStop + 4 * legs)
  }
  return 10 * highest
}

/** The most seconds that a way takes at its worst hour, or a bound on it. */
function longestWay({ seconds, hours }: TravelProfile): number {
  if (hours === undefined) return maximumEntry(seconds)
  switch (hours.kind) {
    case 'speeds':
      return maximumEntry(hours.distances) / Math.min(...hours.speeds.flat())
    case 'matrices':
      return Math.max(...hours.seconds.map(maximumEntry))
    case 'arrivals':
      return hours.arrives.reduce((most, arrival, point) => Math.max(most, arrival - hours.departs[point]!), 0)
  }
}

function maximumEntry(matrix: Matrix | Float64Array): number {
  let maximum = 0
  for (let index = 0; index < matrix.length; index++) if (matrix[index]! > maximum) maximum = matrix[index]!
  return maximum
}
