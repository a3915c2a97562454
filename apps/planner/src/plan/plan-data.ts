// A plan as the editor holds it: records by id, the order of each route, and how changes flow into it. Pure functions.

import type { DayRoute, LivePositions, Plan, PlanBoard, BareRoute as Route, Stop } from '@routewright/contract'
import { addressLine, streetLine } from '@routewright/contract/address-line'
import type { Formats } from '@routewright/ui/format'

export interface PlanData {
  plan: Plan
  stops: ReadonlyMap<string, Stop>
  /** In the plan's order, without their stops. */
  routes: readonly Route[]
  /** Stop ids of each route in driving order. */
  orders: ReadonlyMap<string, readonly string[]>
  /** Stops on no route, in the order of their fixed numbers. */
  unassigned: readonly string[]
}

export interface PlanChange {
  plan?: Plan | undefined
  stops?: readonly Stop[]
  routes?: readonly DayRoute[]
  removed_stops?: readonly string[]
  removed_routes?: readonly string[]
  /** Where vehicles are, and when routes end and stops are reached; nothing else of their records. */
  positions?: LivePositions['positions']
  estimates?: LivePositions['estimates']
}

/** Each stop with what it has in common with the others. */
export function readBoard({ plan, routes, common, stops }: PlanBoard): PlanData {
  const whole = stops.map((stop) => ({ ...common, ...stop }) as Stop)
  return arrange(plan, new Map(whole.map((stop) => [stop.id, stop])), [...routes])
}

/** The plan with these records as they are now. A record that is older than what is held is left out. */
export function withChange(data: PlanData, change: PlanChange): PlanData {
  const stops = new Map(data.stops)
  for (const stop of change.stops ?? []) {
    if (isOlder(stop, stops.get(stop.id))) continue
    if (stop.plan_id === data.plan.id && !stop.deleted) stops.set(stop.id, stop)
    else stops.delete(stop.id)
  }
  for (const id of change.removed_stops ?? []) stops.delete(id)
  for (const { stop_id, estimated_arrival_time, estimated_departure_time } of change.estimates ?? []) {
    const stop = stops.get(stop_id)
    if (stop) stops.set(stop_id, { ...stop, estimated_arrival_time, estimated_departure_time } as Stop)
  }
  const routes = new Map(data.routes.map((route) => [route.id, route]))
  for (const { stops: _stops, ...route } of change.routes ?? []) {
    if (!isOlder(route, routes.get(route.id))) {
      if (route.deleted) routes.delete(route.id)
      else routes.set(route.id, route)
    }
  }
  for (const id of change.removed_routes ?? []) routes.delete(id)
  for (const { route_id, position, ...figures } of change.positions ?? []) {
    const route = routes.get(route_id)
    if (route) routes.set(route_id, { ...route, last_position: position, ...figures })
  }
  return arrange(change.plan ?? data.plan, stops, [...routes.values()])
}

function isOlder(next: { updated_at: string }, held: { updated_at: string } | undefined): boolean {
  return held !== undefined && next.updated_at < held.updated_at
}

function arrange(plan: Plan, stops: ReadonlyMap<string, Stop>, routes: Route[]): PlanData {
  const sorted = routes.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
  const orders = new Map<string, Stop[]>(sorted.map(({ id }) => [id, []]))
  const unassigned: Stop[] = []
  for (const stop of stops.values()) (orders.get(stop.route_id ?? '') ?? unassigned).push(stop)
  for (const list of orders.values()) list.sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
  unassigned.sort((a, b) => getNumber(a) - getNumber(b))
  return {
    plan,
    stops,
    routes: sorted,
    orders: new Map([...orders].map(([id, list]) => [id, list.map((stop) => stop.id)])),
    unassigned: unassigned.map(({ id }) => id),
  }
}

function getNumber({ fixed_id }: Stop): number {
  const value = Number(fixed_id)
  return Number.isFinite(value) ? value : Number.MAX_SAFE_INTEGER
}

/** When the service begins, seconds since midnight. Who comes early waits, so it is counted back from the departure. */
export function serviceStart(stop: Stop, defaultSeconds = 300): number | undefined {
  const { planned_arrival_time: arrival, planned_departure_time: departure } = stop
  if (arrival === undefined || departure === undefined) return arrival
  return Math.max(arrival, departure - (stop.duration ?? defaultSeconds))
}

/** The report that ended a stop; undefined while it is open, and where nobody reported. */
export function lastReport({ status, reports }: Stop): Stop['reports'][number] | undefined {
  return status === 'pending' ? undefined : reports.findLast(({ type }) => type !== 'service_report_attempted')
}

/** When it was served, else when it is expected, else when it is planned on its route; empty where nobody knows. */
export function timeOfStop(stop: Stop, isOnRoute: boolean, formats: Pick<Formats, 'clock' | 'timeOfDay'>): string {
  const moment = lastReport(stop)?.created_at ?? stop.estimated_arrival_time
  if (moment) return formats.clock(moment)
  const { planned_arrival_time: planned } = stop
  return isOnRoute && planned !== undefined ? formats.timeOfDay(planned) : ''
}

/**
 * When a finished stop was served, in seconds of the plan's day, by the clock of the phone. `midnight` is when that day begins,
 * in milliseconds since 1970.
 */
export function servedTime(
  stop: Stop,
  midnight: number,
  defaultSeconds = 300,
): { start: number; end: number } | undefined {
  const report = lastReport(stop)
  if (!report) return undefined
  const end = (Date.parse(report.created_at) - midnight) / 1000
  return { start: end - (report.time_in_stop ?? stop.duration ?? defaultSeconds), end }
}

/**
 * Seconds by which a stop misses its last window; 0 when it is in time, or has no window. A stop that is done is judged by
 * the end of its service, less the time that was planned for it; any other by when its service is planned to begin.
 */
export function lateSeconds(stop: Stop, midnight?: number): number {
  const closes = stop.time_windows.at(-1)?.[1]
  if (closes === undefined) return 0
  const served = midnight === undefined ? undefined : servedTime(stop, midnight)
  const start = served ? served.end - (stop.duration ?? 0) : serviceStart(stop)
  return start === undefined ? 0 : Math.max(0, start - closes)
}

export interface SelectionTotals {
  count: number
  weight: number
  volume: number
  serviceSeconds: number
}

/** Totals of a selection: loads and times. */
export function computeTotals(stops: Iterable<Stop>): SelectionTotals {
  const totals = { count: 0, weight: 0, volume: 0, serviceSeconds: 0 }
  for (const stop of stops) {
    totals.count += 1
    totals.weight += stop.weight ?? 0
    totals.volume += stop.volume ?? 0
    totals.serviceSeconds += stop.duration ?? 0
  }
  return totals
}

/** The name that people know a stop by. */
export function stopName(stop: Stop): string {
  return (
    stop.label ||
    streetLine(stop.location ?? {}) ||
    stop.location?.label ||
    stop.external_id ||
    `#${stop.fixed_id ?? ''}`
  )
}

/** Its address in one line, without what the name says already. */
export function stopAddress({ location }: Pick<Stop, 'location'>): string {
  if (!location) return ''
  return addressLine(location) || (location.label ?? '')
}

export function hasPlace({ location }: Stop): boolean {
  return location?.lat !== undefined && location.lng !== undefined
}

/** May still be moved: nobody has reported on it. */
export function isOpen(stop: Stop): boolean {
  return stop.status === 'pending'
}

/** Stops that may get another day, or wait for one: they are open, or were not delivered. */
export function mayWait({ status }: Stop): boolean {
  return ['pending', 'canceled', 'incomplete'].includes(status)
}

export function routeName(route: Route): string {
  return route.label || route.vehicle_label || route.plate || `#${route.order + 1}`
}
