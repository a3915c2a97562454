// Where a route is at this moment: executed parts no longer count, and the rest starts here and now.
import type { Vehicle } from '@routewright/solver'
import type { StopRow } from '../../data/stop-table.ts'
import type { TravelPoint } from '../../geography/travel/travel.ts'
import { findDestination, findPlace } from './places.ts'
import type { PlanPicture, RouteWithStops } from './plan-problem.ts'

export interface LiveState {
  start: TravelPoint | undefined
  shift: Vehicle['shift']
  departureSeconds: number | undefined
  spent: Vehicle['spent']
}

/** Seconds of the plan's day, from the evening before to the noon after, within which the clock tells how far the day is. */
const clockRange = { first: -12 * 3600, last: 36 * 3600 }

/** Returns whether the clock is within the plan's day; days replayed later use their planned times alone. */
export function isClockUsable(nowSeconds: number): boolean {
  return nowSeconds >= clockRange.first && nowSeconds <= clockRange.last
}

/**
 * Returns the state from which the route is planned. While a plan is live no route can leave in the past, not even one whose
 * driver has not started yet.
 */
export function getLiveState(
  { route, stops }: RouteWithStops,
  { nowSeconds, isLive }: Pick<PlanPicture, 'nowSeconds' | 'isLive'>,
): LiveState {
  const window = route.time_window ?? undefined
  const hasClock = isClockUsable(nowSeconds)
  const now = Math.max(0, nowSeconds)
  const start = findPlace(route.start_location)
  if (route.status !== 'in_transit') {
    const shift = isLive && hasClock && window && now < window[1] ? laterStart(window, now) : window
    return { start, shift, departureSeconds: undefined, spent: undefined }
  }
  const executed = stops.filter((stop) => stop.status !== 'pending')
  const last = latestExecuted(executed)
  // Before the working hours begin, the driver waits for the best moment to leave.
  const isUnderWay = hasClock && (executed.length > 0 || now >= (window?.[0] ?? 0))
  return {
    start: currentPlace(route.last_position, last) ?? start,
    shift: window && [Math.min(window[0], now), Math.max(window[1], isUnderWay ? now : 0)],
    departureSeconds: isUnderWay ? now : lastPlannedDeparture(executed),
    spent: {
      services: executed.length,
      seconds: isUnderWay && route.planned_start_time !== null ? Math.max(0, now - route.planned_start_time) : 0,
      meters: executed.reduce((sum, stop) => sum + Math.round(stop.distance_to_previous_stop ?? 0), 0),
    },
  }
}

/** The stop that was finished last. */
export function latestExecuted(executed: readonly StopRow[]): StopRow | undefined {
  let latest: StopRow | undefined
  for (const stop of executed) {
    if (!latest || (stop.finished_at?.getTime() ?? 0) >= (latest.finished_at?.getTime() ?? 0)) latest = stop
  }
  return latest
}

/** Returns the newer of the last position and the last finished stop. */
function currentPlace(
  position: { lat: number; lng: number; created_at: string } | null,
  last: StopRow | undefined,
): TravelPoint | undefined {
  const lastPlace = last && findDestination(last)
  if (!position) return lastPlace
  const isNewer = !last?.finished_at || new Date(position.created_at) >= last.finished_at
  return isNewer || !lastPlace ? { lat: position.lat, lng: position.lng, isVehicle: true } : lastPlace
}

/** Latest planned departure of the executed stops, for a day that is replayed later, when the clock says nothing. */
function lastPlannedDeparture(executed: readonly StopRow[]): number | undefined {
  const times = executed.flatMap((stop) => stop.planned_departure_time ?? [])
  return times.length > 0 ? Math.max(...times) : undefined
}

function laterStart(window: readonly [number, number], now: number): [number, number] {
  return [Math.max(window[0], now), window[1]]
}
