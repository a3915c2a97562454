/**
 * Simulates a plan before it is driven: its routes on many random days, and how often stops are late and routes too long. Monte Carlo with
 * common random numbers: what two plans share has the same luck in both, so that their difference is due to the plans.
 */

import type { Problem, Vehicle } from '../problem.ts'
import type { Route } from '../solution.ts'
import { requireSpreads, type Spreads } from '../spreads.ts'
import { createLegTimes, type LegTimesOfClass, RouteCourse } from './route-course.ts'

export interface PlayOptions {
  /** 2 to 10,000; 200 by default. With an even number, half of the days are fast and half are slow. */
  days?: number
  /** Default 1. */
  seed?: number
  /** 32-bit keys that identify stops and vehicles, given by index, across the plans compared; default: their indices. */
  stopKeys?: ArrayLike<number>
  vehicleKeys?: ArrayLike<number>
  /** Promised latest start of service by stop index, in seconds. */
  deadlines?: readonly (number | undefined)[]
}

/** 10th, 50th and 90th percentile over the days; seconds. */
export interface Quantiles {
  p10: number
  p50: number
  p90: number
}

export interface PlayedStop {
  stop: number
  /** Share of the days on which service begins after its last window; 0 without windows. */
  lateChance: number
  /** Mean over all days. */
  lateSeconds: number
  /** Share of the days on which service begins after its deadline; undefined without one. */
  deadlineChance?: number
  /** Percentiles of the start of service. */
  begins: Quantiles
}

export interface PlayedRoute {
  vehicle: number
  /** In order of service. */
  stops: PlayedStop[]
  ends: Quantiles
  /** Share of the days on which the route ends after its shift, or takes longer than `maxSeconds`. */
  overtimeChance: number
  /** Mean over all days of the seconds after the earlier of the two. */
  overtimeSeconds: number
  /** Number of late stops per day. */
  lateByDay: Uint16Array
  /** Number of stops with a window. */
  windowCount: number
}

/** A whole plan simulated on the same days. */
export interface PlayedPlan {
  days: number
  /** Mean number of late stops a day. */
  lateStops: number
  /** Share of the days on which no stop is late. */
  allKeptChance: number
  /** Share of all windows on all days that are kept; 1 without windows. */
  keptShare: number
  /** Mean over the days, of all routes together. */
  overtimeSeconds: number
  /** Mean number of routes with overtime a day. */
  overtimeRoutes: number
  /** Routes with stops, in the order given. */
  routes: PlayedRoute[]
}

const usualDays = 200
const mostDays = 10_000

/**
 * Drives the routes as planned: each leaves at its planned time, keeps its order, breaks and reloads, and waits for windows and releases. A
 * leg takes its planned time at the hour of departure, times the day's draw. Without spread all times are those of the plan. O(days ×
 * steps). Throws RangeError for days or spreads out of range.
 */
export function playPlan(
  problem: Problem,
  routes: readonly Route[],
  spreads: Spreads,
  options: PlayOptions = {},
): PlayedPlan {
  const { days = usualDays } = options
  if (!Number.isInteger(days) || days < 2 || days > mostDays)
    throw new RangeError(`A plan is played on 2 to ${mostDays} days, not on ${days}.`)
  requireSpreads(spreads)
  const legTimes = createLegTimes(problem)
  const driven = routes.filter(({ stops }) => stops.length > 0)
  return sumUpPlayed(
    driven.map((route) => playRoute(problem, route, spreads, { ...options, days }, legTimes)),
    days,
  )
}

/** Combines routes simulated on the same days and with the same seed into one plan. */
export function sumUpPlayed(routes: PlayedRoute[], days: number): PlayedPlan {
  let late = 0
  let allKept = 0
  for (let day = 0; day < days; day++) {
    const ofDay = routes.reduce((sum, { lateByDay }) => sum + lateByDay[day]!, 0)
    late += ofDay
    if (ofDay === 0) allKept++
  }
  const sum = (of: (route: PlayedRoute) => number) => routes.reduce((total, route) => total + of(route), 0)
  const windows = sum(({ windowCount }) => windowCount)
  return {
    days,
    lateStops: late / days,
    allKeptChance: allKept / days,
    keptShare: windows === 0 ? 1 : 1 - late / days / windows,
    overtimeSeconds: sum(({ overtimeSeconds }) => overtimeSeconds),
    overtimeRoutes: sum(({ overtimeChance }) => overtimeChance),
    routes,
  }
}

function playRoute(
  problem: Problem,
  route: Route,
  spreads: Spreads,
  { days, seed = 1, stopKeys, vehicleKeys, deadlines }: PlayOptions & { days: number },
  legTimes: LegTimesOfClass,
): PlayedRoute {
  const { vehicle, stops } = route
  const keys = { seed, route: vehicleKeys?.[vehicle] ?? vehicle, stops: stopKeys ?? [...problem.stops.keys()] }
  const course = new RouteCourse(problem, route, spreads, keys, legTimes)
  const limit = endLimit(problem.vehicles[vehicle]!, route.startSeconds)
  const begins = stops.map(() => new Float64Array(days))
  const ends = new Float64Array(days)
  const lateDays = new Uint32Array(stops.length)
  const lateSeconds = new Float64Array(stops.length)
  const lateByDay = new Uint16Array(days)
  let overtimeDays = 0
  let overtimeSeconds = 0
  for (let day = 0; day < days; day++) {
    const driven = course.drive(day)
    for (let at = 0; at < stops.length; at++) {
      begins[at]![day] = driven.begins[at]!
      if (driven.late[at] === 0) continue
      lateDays[at]!++
      lateSeconds[at]! += driven.late[at]!
      lateByDay[day]!++
    }
    ends[day] = driven.endSeconds
    const over = driven.endSeconds - limit
    if (over <= 1e-6) continue
    overtimeDays++
    overtimeSeconds += over
  }
  return {
    vehicle,
    stops: stops.map((stop, at) => ({
      stop,
      lateChance: lateDays[at]! / days,
      lateSeconds: lateSeconds[at]! / days,
      ...(deadlines?.[stop] !== undefined && { deadlineChance: shareBehind(begins[at]!, deadlines[stop]) }),
      begins: computeQuantiles(begins[at]!),
    })),
    ends: computeQuantiles(ends),
    overtimeChance: overtimeDays / days,
    overtimeSeconds: overtimeSeconds / days,
    lateByDay,
    windowCount: stops.filter((stop) => (problem.stops[stop]!.windows?.length ?? 0) > 0).length,
  }
}

/** Latest return of a route that starts at `startSeconds`. */
function endLimit({ shift, maxSeconds, spent }: Vehicle, startSeconds: number): number {
  const longest = maxSeconds === undefined ? Number.POSITIVE_INFINITY : maxSeconds - (spent?.seconds ?? 0)
  return Math.min(shift?.[1] ?? Number.POSITIVE_INFINITY, startSeconds + longest)
}

function shareBehind(values: Float64Array, deadline: number): number {
  return values.reduce((count, value) => (value > deadline + 1e-6 ? count + 1 : count), 0) / values.length
}

/** Sorts the values in place. */
function computeQuantiles(values: Float64Array): Quantiles {
  values.sort()
  const at = (share: number) => values[Math.round(share * (values.length - 1))]!
  return { p10: at(0.1), p50: at(0.5), p90: at(0.9) }
}
