// What the depots of a route mean for its day: loading before it leaves, not before the depot opens, and being back before it closes.
import { MAX_TIME_OF_DAY_SECONDS } from '@routewright/contract'
import type { VehicleCost } from '@routewright/solver'
import type { DepotRow } from '../../data/depot-table.ts'
import type { RouteRow } from '../../data/route-table.ts'
import type { TimeWindow } from '../../data/values.ts'
import { weekdayOf } from '../../frame/platform/local-time.ts'

export type DepotRules = Pick<DepotRow, 'id' | 'hours' | 'loading_time'>

interface DepotBounds {
  /** Loading begins no earlier. */
  opensSeconds: number
  /** The route is over by then. */
  closesSeconds: number
  loadingSeconds: number
  /** One of them is closed all day, so that no work fits. */
  isClosed: boolean
}

type AtDepots = Pick<RouteRow, 'start_depot_id' | 'end_depot_id' | 'status'>

/** Undefined where the route names no depot that is known. A route under way has loaded; only its return is still bound. */
export function depotBoundsOf(
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

/** Undefined: nothing is said. Null: closed that day. */
function hoursOn(depot: DepotRules | undefined, date: string | undefined): TimeWindow | null | undefined {
  if (!depot || depot.hours.length === 0 || date === undefined) return undefined
  const weekday = weekdayOf(new Date(`${date}T00:00:00Z`))
  return depot.hours.find((one) => one.weekday === weekday)?.time_window ?? null
}

type Shift = readonly [number, number] | undefined

/**
 * When the wheels may turn, of the hours of the route: its loading is before that. Where nothing fits the span is empty, so that
 * every order breaks it. `departureSeconds`: the route is under way since then at the latest.
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

/** What a route costs that loads before it leaves: paid as its working time is, once it leaves at all. */
export function costWithLoading(cost: VehicleCost, loadingSeconds: number): VehicleCost {
  return loadingSeconds > 0 ? { ...cost, fixed: (cost.fixed ?? 0) + loadingSeconds * (cost.perSecond ?? 0) } : cost
}

/** Whether it is the depot that ends the day of a route, not its own hours. */
export function isEndedByDepot(shift: Shift, bounds: DepotBounds | undefined): boolean {
  return bounds !== undefined && (bounds.isClosed || bounds.closesSeconds < (shift?.[1] ?? MAX_TIME_OF_DAY_SECONDS))
}
