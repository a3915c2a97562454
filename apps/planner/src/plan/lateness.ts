// How late an open stop is expected to be. Pure.
import type { BareRoute as Route, Stop } from '@routewright/contract'
import { lateSeconds } from './plan-data.ts'

/**
 * Seconds after the end of its last time window, or where it has none and the route is under way, after the planned arrival;
 * 0 or less where it is in time. `midnight` is when the plan's day begins, milliseconds since 1970.
 */
export function expectedLateness(stop: Stop, route: Route, midnight: number): number {
  if (!stop.estimated_arrival_time) return lateSeconds(stop)
  const expected = (Date.parse(stop.estimated_arrival_time) - midnight) / 1000
  const closes = stop.time_windows.at(-1)?.[1]
  if (closes !== undefined) return expected - closes
  return route.status === 'in_transit' && stop.planned_arrival_time !== undefined
    ? expected - stop.planned_arrival_time
    : 0
}
