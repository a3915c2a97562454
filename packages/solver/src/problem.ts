/** Input of the optimizer: locations by index, stops, vehicles and preferences, all in whole seconds, metres and load units. */

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
   * When given, travel times depend on the departure, and times in the solution may be fractions of a second. `seconds` must then hold the
   * shortest time of each pair at any hour, rounded down (negative where there is no way): see `leastSeconds`.
   */
  hours?: TravelHours
}

/**
 * Arrival as a function of departure, for every ordered pair of locations (cell from * n + to). Leaving later never means arriving earlier
 * (first in, first out). Travel from a location to itself takes no time. Vehicles with a `speedFactor` need `speeds` or `matrices`.
 */
export type TravelHours = TravelSpeeds | TravelMatrices | TravelArrivals

/**
 * Each pair belongs to a class whose speed changes with the hour, also during the drive (Ichoua, Gendreau, Potvin, EJOR 144, 2003), so no
 * vehicle can overtake. Compact: one distance and one byte per pair.
 */
export interface TravelSpeeds {
  kind: 'speeds'
  /** Start of each period, ascending. The first period also holds before its start; the last has no end. */
  periodStarts: readonly number[]
  /** Per class and period: units of `distances` covered per second; above 0. */
  speeds: readonly (readonly number[])[]
  /** Class of each pair. */
  classes: Uint8Array
  /** Length of each way, in any unit; 0 where there is none. */
  distances: Float64Array | Matrix
}

/**
 * One matrix per period, with the travel time of a drive that lies entirely within it. A longer drive proceeds at the speed of each period.
 */
export interface TravelMatrices {
  kind: 'matrices'
  periodStarts: readonly number[]
  /** Per period n × n seconds; a cell is 0 in all periods or in none. */
  seconds: readonly Int32Array[]
}

/** Arrival functions as points, linear in between. A pair's points are entries from[cell] .. from[cell + 1] - 1. */
export interface TravelArrivals {
  kind: 'arrivals'
  from: Int32Array
  /**
   * Never decreasing. Two equal departures are a jump, at which the lower arrival holds. Before the first and after the last point, the
   * travel time of that point holds.
   */
  departs: Float64Array
  /** Never decreasing, never before the departure. */
  arrives: Float64Array
}

/** [first, last] second, both allowed. */
export type TimeWindow = readonly [startSeconds: number, endSeconds: number]

/** What a stop is, and what it shares no route with. */
export interface Kinds {
  /** What it is, in the dispatcher's own word: glass, stones. */
  kind?: string
  /** Kinds that are never on the same route as this stop, in whichever order; with its own kind: no two of them. */
  apartFrom?: readonly string[]
}

/** Whether two stops share no route: one of them is never with the kind of the other. */
export function areApart(one: Kinds, other: Kinds): boolean {
  return isBarred(one, other) || isBarred(other, one)
}

function isBarred({ apartFrom = [] }: Kinds, { kind }: Kinds): boolean {
  return kind !== undefined && apartFrom.includes(kind)
}

/** Another stop that is done before a stop begins, on the same vehicle or another. */
export interface Predecessor {
  /** Index of the other stop. */
  stop: number
  /** Least seconds from the end of the other stop to the beginning of this one. Default 0. */
  leastSeconds?: number
  /** Most seconds between them. Default: no limit. */
  mostSeconds?: number
}

/** One unit of work. Optional fields left out mean "no such rule". */
export interface Stop extends Kinds {
  /** Location index, or null when the place is unknown (the stop then stays unassigned with `no_location`). */
  location: number | null
  serviceSeconds: number
  /** Service seconds when the driver is not known yet (`Vehicle.isAnybody`). Default: `serviceSeconds`. */
  anybodySeconds?: number
  /** Work before the service; skipped when the route comes from the same location. Default 0. */
  setupSeconds?: number
  /** When service may start: ascending, disjoint; empty or absent = any time. */
  windows?: readonly TimeWindow[]
  /** Amounts brought to this stop, per dimension; aboard from the route's start (or last reload), or from `pickup`. */
  delivered?: readonly number[]
  /** Amounts collected here, per dimension; aboard until the route's end (or next reload). */
  collected?: readonly number[]
  /**
   * Index of the stop where `delivered` is loaded. It must come earlier on the same route. Many stops may share one. A pickup is served
   * only with at least one of its deliveries.
   */
  pickup?: number
  /** Longest time from leaving `pickup` (without one: the route's start or last reload) to the beginning of service here. */
  maxRideSeconds?: number
  /**
   * Stops that are done before this one begins. It is served only when all of them are. Windows of stops that are linked so are hard, one
   * for each; not together with `pickup`, `cluster`, `oneOf`, pins, least times or distances of
   * routes, travel by the hour, slack, or several days.
   */
  after?: readonly Predecessor[]
  /** Skills a vehicle must have, all of them. */
  skills?: readonly string[]
  /** Zones this stop lies in; when not empty, the vehicle must list at least one of them. */
  zones?: readonly string[]
  /** Indices of the only vehicles that may serve it. */
  allowedVehicles?: readonly number[]
  /** Indices of vehicles that may not serve it. */
  forbiddenVehicles?: readonly number[]
  /** Extra cost when vehicle v serves it, by vehicle, each ≥ 0: a preference, not a rule. Default: none. */
  costByVehicle?: readonly number[]
  /** All served stops of one cluster are on one route. */
  cluster?: string
  /**
   * Exactly one of the stops that share this name is served, such as the home, a locker and a shop for one parcel. Leaving all of them out
   * costs as much as leaving out one.
   */
  oneOf?: string
  /** Value of serving, in the unit of costs; lost when left out. Default 0. */
  reward?: number
  /**
   * Rank of a required stop, 0 or more. When not all stops fit, the solver first maximizes the sum of served priorities, then the number of
   * served stops, then minimizes costs. Default 0. Ignored for a stop with a `dropPenalty`.
   */
  priority?: number
  /** Cost of leaving the stop out (in addition to `reward`). Absent: the stop is required, and left out only when it cannot be served. */
  dropPenalty?: number
  /** Earliest departure of the route (or of the trip after a reload) that brings it. Default: no limit. */
  releaseSeconds?: number
  /** When given (or `options.allowLate`), service may start after the last window closes, at this cost per second. */
  latePenaltyPerSecond?: number
  /** Spread of its service time from day to day, in place of `options.slack.spreads.service.stop`. */
  serviceSpread?: number
}

/** Work over several days: each stop is served on one of its allowed sets of days; the solver chooses the set together with the routes. */
export interface PeriodicProblem {
  /** Each stop as a single visit, without pickups, clusters or pins; each vehicle drives on one day. Times are seconds of that day. */
  problem: Problem
  /** Days are 0 .. dayCount - 1. */
  dayCount: number
  /** Day of each vehicle. */
  dayOfVehicle: readonly number[]
  /** Per stop, the allowed sets of days, one visit a day: [[0, 2], [1, 3]]. */
  choices: readonly (readonly (readonly number[])[])[]
  /** Per stop, the days that were planned or promised before; undefined for a new one. */
  planned?: readonly (readonly number[] | undefined)[]
  /** Extra cost of serving a stop on other days than planned, in the unit of costs. Default 0. */
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
   * Factor on the service of every stop (not on reloads and breaks), 0.1 to 10: how slowly or quickly this driver works. The product is
   * rounded to whole seconds once per stop: see `getServiceSeconds`. Default 1.
   */
  serviceFactor?: number
  /** The driver is not known yet: each stop takes as long as it takes its usual drivers (`Stop.anybodySeconds`). Default false. */
  isAnybody?: boolean
  /** The route starts and ends inside. Default: no limit (time starts at 0). */
  shift?: TimeWindow
  /** Live mode: the route starts exactly then (the current time). Otherwise it starts as late as its stops allow. */
  departureSeconds?: number
  /** Capacity per dimension; an absent one is unlimited. */
  capacity?: readonly number[]
  /** Live mode: load collected before `departureSeconds` that stays aboard to the end, per dimension. */
  aboard?: readonly number[]
  skills?: readonly string[]
  zones?: readonly string[]
  /** Limits on end minus start, breaks and waits included. Minima apply only to a route that has stops. */
  maxSeconds?: number
  minSeconds?: number
  maxMeters?: number
  minMeters?: number
  /** Largest number of stops. */
  maxServices?: number
  /** Live mode: stops of the route that are done. Others are kept apart from them, too. */
  servedBefore?: readonly Kinds[]
  /** Live mode: what the route has used before `departureSeconds`; counts against the limits above. */
  spent?: { seconds?: number; meters?: number; services?: number }
  /** Breaks in the order they are taken. See `isBreakDue` for routes that need none. */
  breaks?: readonly Break[]
  /** Breaks by rule, and limits on driving and work; they apply in addition to `breaks`. Default: none. */
  drivingRules?: DrivingRules
  /** Battery of an electric vehicle: no route uses more energy than it holds. Default: unlimited range. */
  battery?: Battery
  cost: VehicleCost
  /** When given, the vehicle may return here during the route to unload what it collected and load the next deliveries. */
  reload?: Reload
  /** Stops that stay first on this route, in this order. */
  pinnedPrefix?: readonly number[]
  /** Stops that stay on this route, in any position. */
  pinned?: readonly number[]
  /** The route is exactly `pinnedPrefix`: nothing is added, dropped or moved. */
  isLocked?: boolean
}

/**
 * Seconds that a vehicle takes at a stop: the service time (or the one for an unknown driver) times its factor, rounded to the nearest
 * whole second, halves up. Without a factor, the service time is not rounded.
 */
export function getServiceSeconds(
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
   * Share of drivers on the road who have had this break, as steps [fromSeconds, share]: times ascending and not before `earliestSeconds`,
   * shares 0 to 1 and never falling. Has an effect only when slack has a price: work planned before the break, or on a route without it,
   * then gets a wider margin (see `SlackWish`). Only for a vehicle's single break, without `drivingRules`. Default: nobody.
   */
  takenShares?: readonly BreakShare[]
}

/** From this second until the next step, this share of drivers has had the break. */
export type BreakShare = readonly [fromSeconds: number, share: number]

/** Money, or any other unit used throughout the problem. Every field defaults to 0. */
export interface VehicleCost {
  /** For a vehicle that serves at least one stop. */
  fixed?: number
  /** Same as `fixed`, reported separately. */
  toll?: number
  /** Per second from the route's start to its end. */
  perSecond?: number
  /** Per second of driving. */
  perTravelSecond?: number
  perMeter?: number
  perStop?: number
}

/** Reload that begins another trip of the same vehicle on the route. */
export interface Reload {
  location: number
  /** More places to reload. Each time, the vehicle uses the one with the quickest detour between the elements before and after. */
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
  /** Adds weight × (stops of the route)² for every route: balances the number of stops. Default 0. */
  balanceStopsWeight?: number
  /** Adds weight × (hours of the route)² for every route: balances working time. Default 0. */
  balanceTimeWeight?: number
  /** Cost per second of the longest route. Default 0. */
  timeSpanCoefficient?: number
  /** Cost per metre of the longest route. Default 0. */
  distanceSpanCoefficient?: number
  /** Minimizes the number of vehicles before any cost. Default false. */
  minimiseVehicles?: boolean
  /** Extra cost per second of driving between two stops (not from or to a depot), to keep neighbours together. Default 0. */
  compactnessWeight?: number
  /** Cost of leaving out a required stop; default: more than any route could cost. */
  requiredPenalty?: number
  /** Slack wanted between a planned start and the end of its window. Default: none. */
  slack?: SlackWish
  /**
   * Vehicle routing with backhauls: on every route all deliveries (linehauls) come before the first collection (backhaul), and no route only
   * collects. Each stop then either delivers or collects. Default false: any order that the capacity allows.
   */
  linehaulsFirst?: boolean
}

/**
 * The margin of a stop is the extra time that a bad day costs on the way to it. It grows along the route with the driving and the work
 * before the stop. Each second of a margin that does not fit between the planned start and the end of the last window, or between the end
 * of the route and the end of its shift, has a price.
 *
 * Room for a break that is not in the plan yet (`Break.takenShares`): work that begins before the planned break, or on a route that has
 * none and does not start after it, gets the break's length × share / `wholeRoomShare` on top of its margin, at most the whole length.
 */
export interface SlackWish {
  /** 0: as without slack. */
  pricePerSecond: number
  spreads: Pick<Spreads, 'travel' | 'service'>
  /** How bad the bad day is, in standard deviations. Default 1.28: one day in ten is worse. */
  deviations?: number
}

/** Default of `SlackWish.deviations`. */
export const usualDeviations = 1.28

/** From this share of drivers on, the margin includes the whole break, because the margin must suffice on all but one day in ten. */
export const wholeRoomShare = 0.1

/**
 * Whether a route over [start, end] must contain the break. It need not when the driver can still take it, within its interval, before or
 * after the route.
 */
export function isBreakDue(pause: Break, routeStartSeconds: number, routeEndSeconds: number): boolean {
  const { earliestSeconds, latestSeconds, durationSeconds } = pause
  return routeStartSeconds < earliestSeconds + durationSeconds && routeEndSeconds > latestSeconds - durationSeconds
}

/**
 * Cost of leaving out each stop. One step of priority costs more than leaving out every stop for any other reason, so the sum of priorities
 * counts before the number of stops, and the number of stops before costs.
 */
export function getDropCosts(problem: PricedProblem): Float64Array {
  const required = getRequiredPenalty(problem)
  const costs = Float64Array.from(problem.stops, ({ reward = 0, dropPenalty = required }) => reward + dropPenalty)
  const ranks = listRanks(problem.stops)
  if (ranks.every((rank) => rank === 0)) return costs
  const step = Math.ceil(costs.reduce((sum, cost) => sum + cost, required))
  return costs.map((cost, stop) => cost + step * ranks[stop]!)
}

/** Finest difference between priorities that is distinguished, as a power of ten. */
const finestDigits = 6

/** Priorities as multiples of their largest common step: the smallest whole numbers, so that they use little of a cost's precision. */
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

/** The fields that the costs of left out stops depend on. Without travel tables, the options must name the penalty. */
export type PricedProblem = Pick<Problem, 'stops' | 'vehicles' | 'options'> & Partial<Pick<Problem, 'profiles'>>

/** Cost of leaving one required stop out when `options.requiredPenalty` is absent: above any difference between routes. */
export function getRequiredPenalty(problem: PricedProblem): number {
  if (problem.options.requiredPenalty !== undefined) return problem.options.requiredPenalty
  const profileMaxima = (problem.profiles ?? []).map((profile) => ({
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

/** Longest travel time at the worst hour, or an upper bound on it. */
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
