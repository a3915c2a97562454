// One past day: the routes as they were driven, and the vehicles that would drive it otherwise.
import type { ReplayInput } from '@routewright/contract'
import type { DepotRow } from '../../data/depot-table.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import type { RouteRow } from '../../data/route-table.ts'
import type { StopRow } from '../../data/stop-table.ts'
import type { VehicleRow } from '../../data/vehicle-table.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { RouteWithStops } from '../../planning/modelling/plan-problem.ts'
import { getNewRoute } from '../../planning/routes/routes.ts'
import { findName } from './fleets.ts'
import { stopBefore } from './trial.ts'

/** A stop that was canceled before anybody went there is no work of the day. */
export function isWork({ status, report_attempts, arrived_at }: StopRow): boolean {
  return status !== 'canceled' || report_attempts > 0 || arrived_at !== null
}

/** Whether anything on it was reported. */
export function isDriven(stops: readonly StopRow[]): boolean {
  return stops.some(({ finished_at }) => finished_at !== null)
}

/** Done stops in the order in which they were done, then the others as planned; as if nothing were done yet. */
export function drivenOrder(stops: readonly StopRow[]): StopRow[] {
  const done = stops.filter(({ finished_at }) => finished_at !== null)
  const open = stops.filter(({ finished_at }) => finished_at === null)
  return [...done.toSorted((a, b) => a.finished_at!.getTime() - b.finished_at!.getTime()), ...open].map(stopBefore)
}

export interface OtherResources {
  input: ReplayInput
  /** Added vehicles by id. */
  vehicles: ReadonlyMap<string, VehicleRow>
  depot: DepotRow | undefined
}

/** The vehicles that would drive: those of the plan without some, with others, at other hours, from another depot. */
export function otherVehicles(
  scope: Scope,
  plan: PlanRow,
  routes: readonly RouteWithStops[],
  { input, vehicles, depot }: OtherResources,
): RouteRow[] {
  const without = new Set(input.without_vehicle_ids)
  const staying = routes.flatMap(({ route }) =>
    route.vehicle_id !== null && without.has(route.vehicle_id) ? [] : { ...route, is_locked: false },
  )
  const added = (input.added ?? []).flatMap(({ vehicle_id, count }) =>
    Array.from({ length: count }, (_, index) => addedRoute(scope, plan, vehicles.get(vehicle_id)!, index + 1)),
  )
  const { time_window } = input
  return [...staying, ...added].map((route) => ({
    ...route,
    ...(time_window && { time_window }),
    ...(depot && {
      start_location: depot.location,
      end_location: depot.location,
      start_depot_id: depot.id,
      end_depot_id: depot.id,
    }),
  }))
}

function addedRoute(scope: Scope, plan: PlanRow, vehicle: VehicleRow, number: number): RouteRow {
  const like = getNewRoute(scope, plan, vehicle, 1_000 + number)
  const name = findName(like)
  const label = name === undefined ? null : `${name} (+${number})`
  // Nobody in particular drives it: the vehicle itself may drive that day, too.
  return { ...like, id: createId(scope.now), vehicle_id: null, label, vehicle_label: label }
}

/** Returns the recorded figures of finished routes; undefined where nothing was recorded. */
export function findRecorded(routes: readonly RouteRow[]) {
  const known = routes.filter(
    ({ status, distance_traveled, start_date, end_date }) =>
      status === 'finished' && distance_traveled !== null && start_date !== null && end_date !== null,
  )
  if (known.length === 0) return undefined
  const seconds = known.reduce(
    (sum, { start_date, end_date }) => sum + (end_date!.getTime() - start_date!.getTime()) / 1_000,
    0,
  )
  return {
    routes: known.length,
    distance: Math.round(known.reduce((sum, { distance_traveled }) => sum + distance_traveled!, 0)),
    duration: Math.max(0, Math.round(seconds)),
  }
}
