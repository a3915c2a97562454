// Figures of a route or a plan that people compare: time, distance, money, lateness, broken rules.
import { measureStraight } from '@routewright/contract'
import type { RouteRow } from '../../data/route-table.ts'
import type { StopRow } from '../../data/stop-table.ts'
import type { PlannedChargeValue, RouteBreakValue } from '../../data/values.ts'
import { chargingCost } from './charging/charging.ts'
import type { RouteTimes } from './evaluate-route.ts'

export interface RouteFigures {
  stops: number
  /** Seconds. */
  duration: number
  travel_time: number
  wait_time: number
  /** Metres. */
  distance: number
  cost: number
  late_stops: number
  late_seconds: number
  broken_rules: number
  weight: number
  volume: number
  /** Metres of the distance that are straight lines. */
  straight_distance?: number
  planned_start_time?: number
  planned_end_time?: number
  /** Breaks of a route under a law on driving and working time. */
  breaks?: readonly RouteBreakValue[]
  /** Planned charge of a route with a battery. */
  planned_charge?: PlannedChargeValue
}

/** Returns the figures of a route with these stops at these times. */
export function figuresOfRoute(route: RouteRow, stops: readonly StopRow[], times: RouteTimes): RouteFigures {
  const { planned_start_time, planned_end_time, planned_distance, totals } = times
  const duration =
    planned_start_time === null || planned_end_time === null ? 0 : Math.max(0, planned_end_time - planned_start_time)
  const distance = Math.round(planned_distance ?? 0)
  const straight_distance = Math.round(measureStraight(distance, times))
  const warnings = stops.map((stop) => times.stops.get(stop.id)?.optimization_warnings ?? [])
  const carried = stops.filter((stop) => stop.type !== 'visit')
  return {
    stops: stops.length,
    duration,
    travel_time: totals?.travelSeconds ?? 0,
    wait_time: totals?.waitSeconds ?? 0,
    distance,
    cost: computeCost(route, stops.length, duration, distance, chargingCost(times.planned_charge)),
    late_stops: warnings.filter((own) => own.some(({ code }) => code === 'time_window')).length,
    late_seconds: totals?.lateSeconds ?? 0,
    broken_rules: warnings.filter((own) => own.length > 0).length,
    weight: roundLoad(carried.reduce((sum, stop) => sum + (stop.weight ?? 0), 0)),
    volume: roundLoad(carried.reduce((sum, stop) => sum + (stop.volume ?? 0), 0)),
    ...(straight_distance > 0 && { straight_distance }),
    ...(planned_start_time === null ? {} : { planned_start_time }),
    ...(planned_end_time === null ? {} : { planned_end_time }),
    ...(times.breaks.some(({ law }) => law !== undefined) && { breaks: times.breaks }),
    ...(times.planned_charge && { planned_charge: times.planned_charge }),
  }
}

/**
 * Cost in money: minutes, kilometres and stops at the prices of the route, its toll, and its charging on the way; an unused route
 * costs nothing.
 */
function computeCost(route: RouteRow, stopCount: number, seconds: number, meters: number, charging: number): number {
  if (stopCount === 0) return 0
  const cost =
    (seconds / 60) * (route.price_per_minute ?? 0) +
    (meters / 1000) * (route.price_per_distance ?? 0) +
    stopCount * (route.price_per_stop ?? 0) +
    (route.toll_price ?? 0) +
    charging
  return Math.round(cost * 100) / 100
}

/** Rounds away errors of adding decimal fractions in binary, such as 0.30000000000000004. */
function roundLoad(amount: number): number {
  return Math.round(amount * 1e6) / 1e6
}

export interface PlanFigures {
  routes: number
  stops: number
  unassigned: number
  duration: number
  travel_time: number
  distance: number
  straight_distance?: number
  cost: number
  late_stops: number
  late_seconds: number
  broken_rules: number
}

/** Sums the figures of the routes of a plan. */
export function figuresOfPlan(routes: readonly RouteFigures[], unassigned: number): PlanFigures {
  const used = routes.filter((route) => route.stops > 0)
  const sum = (field: Exclude<keyof RouteFigures, 'breaks' | 'planned_charge'>) =>
    used.reduce((total, route) => total + (route[field] ?? 0), 0)
  const straight_distance = sum('straight_distance')
  return {
    routes: used.length,
    stops: sum('stops') + unassigned,
    unassigned,
    duration: sum('duration'),
    travel_time: sum('travel_time'),
    distance: sum('distance'),
    ...(straight_distance > 0 && { straight_distance }),
    cost: Math.round(sum('cost') * 100) / 100,
    late_stops: sum('late_stops'),
    late_seconds: sum('late_seconds'),
    broken_rules: sum('broken_rules'),
  }
}
