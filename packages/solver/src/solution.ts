/** What the optimizer answers: routes with every time, load and cost part, and why a stop was left out. */

/** A whole answer. The checker can recompute every number of it from the problem. */
export interface Solution {
  /** One per vehicle, in the order of `problem.vehicles`; an unused vehicle has no stops and no steps. */
  routes: Route[]
  unassigned: Unassigned[]
  /** Sum of the routes' parts, plus what belongs to no single route. */
  cost: CostParts
  totalCost: number
}

/** One vehicle's day. */
export interface Route {
  vehicle: number
  /** Stop indices in order of service. */
  stops: number[]
  /** start, stops, breaks, reloads and charging on the way in order of time, end. `start`/`end` are present for open routes too, with a null location. Empty for an unused vehicle. */
  steps: Step[]
  startSeconds: number
  endSeconds: number
  /** Sums over the steps; travel + service + wait + break + reload (+ charge) = end − start. */
  travelSeconds: number
  serviceSeconds: number
  waitSeconds: number
  breakSeconds: number
  reloadSeconds: number
  /** At charging places on the way, breaks there left out. Absent on a route that visits none. */
  chargeSeconds?: number
  /** Sum of the stops' lateness (soft windows). */
  lateSeconds: number
  meters: number
  cost: CostParts
  totalCost: number
  /** Rules that the order breaks: only for orders made by hand, locked or pinned routes; empty otherwise. */
  violations: Violation[]
}

export type StepKind = 'start' | 'stop' | 'break' | 'reload' | 'charge' | 'end'

/** One moment of a route. Times follow: previous departure + leg = arrival ≤ arrival + wait = start ≤ start + duration = departure. */
export interface Step {
  kind: StepKind
  /** Stop index, for a stop. */
  stop: number | null
  /**
   * Location index. A break is taken where the step before it is, or where the step after it is; null when a rule of driving puts it on the
   * way: it then carries the part of the leg before it. Null at an open end.
   */
  location: number | null
  legSeconds: number
  legMeters: number
  arrivalSeconds: number
  waitSeconds: number
  /** Service start, break start, reload start. */
  startSeconds: number
  departureSeconds: number
  /** How far `startSeconds` lies behind the last window that opened before it. */
  lateSeconds: number
  /** Aboard on leaving, per dimension. */
  load: number[]
  /** In the battery on arrival and on leaving, in watt-hours; below 0 on orders made by hand that cannot be driven. Absent without a battery. */
  energy?: { arrivalWh: number; departureWh: number }
  /** Of a `charge`: index into `Problem.chargingPlaces`. */
  chargingPlace?: number
  /** Of a break right before or behind a `charge`, at its place: the vehicle charges meanwhile. */
  isCharging?: true
}

/** Cost by origin; every part is ≥ 0. */
export interface CostParts {
  fixed: number
  toll: number
  /** perSecond × (end − start) + perTravelSecond × driving. */
  time: number
  distance: number
  stops: number
  lateness: number
  balance: number
  compactness: number
  /** Seconds of margins that are missing (`ProblemOptions.slack`). */
  slack: number
  /** Longest-route terms; 0 on a route. */
  span: number
  /** Drop penalties and rewards not earned; 0 on a route. */
  unassigned: number
  /** What is charged on the way, where that has a price. Absent without. */
  charging?: number
}

export const unassignedReasons = [
  'no_location',
  'unreachable',
  'skill_missing',
  'time_window',
  'capacity',
  'max_services',
  'max_distance',
  'max_time',
  'driving_hours',
  'battery',
  'zone',
  'cluster',
  'pickup_unassigned',
  'delivery_unassigned',
  'no_vehicle_available',
  'cheaper_to_drop',
] as const

export type UnassignedReason = (typeof unassignedReasons)[number]

/** A stop on no route. The first reason is the one that binds the vehicle nearest to serving it. */
export interface Unassigned {
  stop: number
  reasons: UnassignedReason[]
}

export const violationCodes = [
  ...unassignedReasons,
  'min_distance',
  'min_time',
  'max_wait',
  'max_ride',
  'pickup_order',
  'break',
  'shift',
  'release',
  'driving_time',
  'work_time',
  'reload',
  'pin',
  'vehicle_forbidden',
] as const

export type ViolationCode = (typeof violationCodes)[number]

/** One broken rule of a route. */
export interface Violation {
  code: ViolationCode
  vehicle: number
  /** The stop it shows at, or null when it concerns the whole route. */
  stop: number | null
  /** How much too late, heavy, long or far, in the rule's own unit; 1 for yes/no rules. */
  amount: number
}

/** A plan over several days. */
export interface PeriodicSolution {
  /** Per stop, the chosen set of days, ascending; visits left out are counted in. */
  days: readonly (readonly number[])[]
  /** What the stops of `solution` stand for: entry i is its stop i. */
  visits: readonly { readonly stop: number; readonly day: number }[]
  /** Routes of all days. */
  solution: Solution
}

/** Cost parts that are all zero. */
export function emptyCostParts(): CostParts {
  return {
    fixed: 0,
    toll: 0,
    time: 0,
    distance: 0,
    stops: 0,
    lateness: 0,
    balance: 0,
    compactness: 0,
    slack: 0,
    span: 0,
    unassigned: 0,
  }
}

/** Sum of the parts. */
export function sumCostParts(parts: CostParts): number {
  return (
    parts.fixed + parts.toll + parts.time + parts.distance + parts.stops +
    parts.lateness + parts.balance + parts.compactness + parts.slack + parts.span + parts.unassigned +
    (parts.charging ?? 0)
  ) // biome-ignore format: two lines read best
}
