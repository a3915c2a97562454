/** Output of the optimizer: routes with every time, load and cost part, and why each unassigned stop was left out. */

/** A complete solution. The checker can recompute every number in it from the problem. */
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
  /**
   * In order of time: start; stops, breaks, reloads and charging on the way; end. Open routes have `start` and `end` too, with a null
   * location. Empty for an unused vehicle.
   */
  steps: Step[]
  startSeconds: number
  endSeconds: number
  /** Sums over the steps; travel + service + wait + break + reload (+ charge) = end − start. */
  travelSeconds: number
  serviceSeconds: number
  waitSeconds: number
  breakSeconds: number
  reloadSeconds: number
  /** At charging places on the way, without breaks taken there. Absent on a route that visits none. */
  chargeSeconds?: number
  /** Sum of the stops' lateness (soft windows). */
  lateSeconds: number
  meters: number
  cost: CostParts
  totalCost: number
  /** Rules that the sequence breaks: only for sequences made by hand and for locked or pinned routes; otherwise empty. */
  violations: Violation[]
}

export type StepKind = 'start' | 'stop' | 'break' | 'reload' | 'charge' | 'end'

/** One event on a route. Times add up: previous departure + leg = arrival ≤ arrival + wait = start ≤ start + duration = departure. */
export interface Step {
  kind: StepKind
  /** Stop index, or null when the step is no stop. */
  stop: number | null
  /**
   * Location index. A break is taken at the location of the step before or after it. Null for a break on the way, which a driving rule
   * causes and which carries the first part of the leg; and null at an open end.
   */
  location: number | null
  legSeconds: number
  legMeters: number
  arrivalSeconds: number
  waitSeconds: number
  /** Service start, break start, reload start. */
  startSeconds: number
  departureSeconds: number
  /** Seconds by which `startSeconds` is after the end of the last window that opened before it. */
  lateSeconds: number
  /** Load on leaving, per dimension. */
  load: number[]
  /**
   * Energy in the battery on arrival and on leaving, in watt-hours; below 0 on sequences made by hand that cannot be driven. Absent without
   * a battery.
   */
  energy?: { arrivalWh: number; departureWh: number }
  /** For a `charge`: index into `Problem.chargingPlaces`. */
  chargingPlace?: number
  /** Set on a break right before or after a `charge`, at its place: the vehicle charges during the break. */
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
  /** Price of the missing seconds of margins (`ProblemOptions.slack`). */
  slack: number
  /** Longest-route terms; 0 on a route. */
  span: number
  /** Drop penalties and rewards not earned; 0 on a route. */
  unassigned: number
  /** Price of energy charged on the way. Absent when that has no price. */
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
  'apart',
  'pickup_unassigned',
  'delivery_unassigned',
  'no_vehicle_available',
  'cheaper_to_drop',
] as const

export type UnassignedReason = (typeof unassignedReasons)[number]

/** A stop on no route. The first reason is the one that prevents the vehicle that comes nearest to serving it. */
export interface Unassigned {
  stop: number
  reasons: UnassignedReason[]
}

export const violationCodes = [
  ...unassignedReasons,
  'after',
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
  /** Stop at which the violation shows, or null when it concerns the whole route. */
  stop: number | null
  /** Excess (too late, too heavy, too long, too far) in the rule's own unit; 1 for yes/no rules. */
  amount: number
}

/** A plan over several days. */
export interface PeriodicSolution {
  /** Per stop, the chosen set of days, ascending; includes days whose visit was left out. */
  days: readonly (readonly number[])[]
  /** Customer and day of each stop of `solution`: entry i describes its stop i. */
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

/** Adds every part of `more` to `sum`. */
export function addCostParts(sum: CostParts, more: CostParts): void {
  for (const part of Object.keys(more) as (keyof CostParts)[]) sum[part] = (sum[part] ?? 0) + more[part]!
}

/** Sum of the parts. */
export function sumCostParts(parts: CostParts): number {
  return (
    parts.fixed + parts.toll + parts.time + parts.distance + parts.stops +
    parts.lateness + parts.balance + parts.compactness + parts.slack + parts.span + parts.unassigned +
    (parts.charging ?? 0)
  ) // biome-ignore format: two lines read best
}
