// Constraints of a route's depots: loading before departure, not before the depot opens, and return before it closes.
import { MAX_TIME_OF_DAY_SECONDS } from '@routewright/contract'
import type { VehicleCost } from '@routewright/solver'
import type { DepotRow } from '../../data/depot-table.ts'
import type { RouteRow } from '../../data/route-table.ts'
import type { TimeWindow } from '../../data/values.ts'
import { getWeekday } from '../../frame/platform/local-time.ts'

export type DepotRules = Pick<DepotRow, 'id' | 'hours' | 'loading_time'>

interface DepotBounds {
  /** Earliest start of loading, in seconds of the day. */
  opensSeconds: number
  /** Latest end of the route, in seconds of the day. */
  closesSeconds: number
  loadingSeconds: number
  /** True when a depot is closed all day, so that no work fits. */
  isClosed: boolean
}

type AtDepots = Pick<RouteRow, 'start_depot_id' | 'end_depot_id' | 'status'>

/** Returns the bounds; undefined where the route names no known depot. A route under way has already loaded; only its return is bound. */
export function findDepotBounds(
  route: AtDepots,
  depots: readonly DepotRules[],
  date: string | undefined,
): DepotBounds | undefined {
  const find = (depotId: string | null) => (depotId === null ? undefined : depots.find(({ id }) => id === depotId))
  const isAhead = route.status === 'not_started'
  const start = isAhead ? find(route.start_depot_id) : undefined
  const end = find(route.end_depot_id)
  if (!start && !end) return undefined
  const opening = hoursOn(start, date)
  const closing = hoursOn(end, date)
  return {
    opensSeconds: opening?.[0] ?? 0,
    closesSeconds: closing?.[1] ?? MAX_TIME_OF_DAY_SECONDS,
    loadingSeconds: start?.loading_time ?? 0,
    isClosed: isAhead && (opening === null || closing === null),
  }
}

/** Returns the opening hours; undefined where none are set, null when closed that day. */
function hoursOn(depot: DepotRules | undefined, date: string | undefined): TimeWindow | null | undefined {
  if (!depot || depot.hours.length === 0 || date === undefined) return undefined
  const weekday = getWeekday(new Date(`${date}T00:00:00Z`))
  return depot.hours.find((hour) => hour.weekday === weekday)?.time_window ?? null
}

type Shift = readonly [number, number] | undefined

/**
 * Returns the driving part of the route's working hours: loading comes before it. Where nothing fits the span is empty, so that
 * every sequence breaks it. `departureSeconds`: a route under way left then at the latest.
 */
export function shiftAtDepots(
  shift: Shift,
  bounds: DepotBounds | undefined,
  departureSeconds?: number | undefined,
): Shift {
  if (!bounds) return shift
  const from = Math.max(shift?.[0] ?? 0, bounds.opensSeconds) + bounds.loadingSeconds
  const to = bounds.isClosed ? from : Math.min(shift?.[1] ?? MAX_TIME_OF_DAY_SECONDS, bounds.closesSeconds)
  return [from, Math.max(from, to, departureSeconds ?? 0)]
}

/** Adds the loading to the cost of using a route, at the price of working time. */
export function costWithLoading(cost: VehicleCost, loadingSeconds: number): VehicleCost {
  return loadingSeconds > 0 ? { ...cost, fixed: (cost.fixed ?? 0) + loadingSeconds * (cost.perSecond ?? 0) } : cost
}

/** Returns whether the depot, not the route's own hours, ends its day. */
export function isEndedByDepot(shift: Shift, bounds: DepotBounds | undefined): boolean {
  return bounds !== undefined && (bounds.isClosed || bounds.closesSeconds < (shift?.[1] ?? MAX_TIME_OF_DAY_SECONDS))
}
