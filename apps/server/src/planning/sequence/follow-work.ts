// Several routes of one driver on one day: a later route starts from the hours used before it, and is recomputed when these change.
import { isDeepStrictEqual } from 'node:util'
import type { RouteRow } from '../../data/route-table.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { ChargingBooking, ChargingBookings } from '../modelling/charging/charging.ts'
import type { RouteTimes } from '../modelling/evaluate-route.ts'
import { type DriversOfDay, getDriver, listFollowers, noteWork } from '../modelling/route-drivers.ts'
import type { PlanContext } from './sequence.ts'

type Day = Pick<PlanContext, 'drivers' | 'status' | 'booked'>

/** Stores the route's use of driver hours and charging places, for routes that are computed after it. */
export function noteTimes({ drivers, status, booked }: Day, route: RouteRow, times: RouteTimes): void {
  booked.set(route.id, times.planned_charge?.charging ?? [])
  const { planned_start_time, driver_work } = times
  if (drivers) noteWork(drivers, { ...route, planned_start_time }, status, driver_work)
}

/** Replaces the bookings of these routes by those in `now`; routes that are absent there have none. */
export function rebook(
  booked: Map<string, readonly ChargingBooking[]>,
  routeIds: readonly string[],
  now: ChargingBookings,
): void {
  for (const id of routeIds) booked.set(id, now.get(id) ?? [])
}

/** Copies the day for a preview, so that the original stays unchanged. */
export function asLookedAt(drivers: DriversOfDay | undefined): DriversOfDay | undefined {
  return drivers && { ...drivers, work: new Map(drivers.work) }
}

/** Returns open routes after this one, of its present driver and of the driver for whom it was last computed. */
export function routesBehind(route: RouteRow, drivers: DriversOfDay | undefined) {
  if (!drivers || drivers.work.size === 0) return []
  const ids = new Set([route.driver_work?.driver, getDriver(route, drivers).driver?.id])
  const behind = [...ids].flatMap((id) => (id === undefined ? [] : listFollowers(route, drivers, id)))
  return behind.filter(({ status }) => status !== 'finished')
}

/**
 * Returns the ids of later routes whose driver's earlier work changed, unless they were computed in this call. Routes of other
 * plans, which are not locked, are recomputed by a job instead.
 */
export async function findBehind(
  scope: Scope,
  routes: readonly RouteRow[],
  times: ReadonlyMap<string, RouteTimes>,
  contexts: ReadonlyMap<string, PlanContext>,
): Promise<string[]> {
  const changed = routes.filter(({ id, driver_work }) => !isDeepStrictEqual(driver_work, times.get(id)!.driver_work))
  const behind = changed.flatMap((route) => routesBehind(route, contexts.get(route.plan_id)!.drivers))
  const open = behind.filter(({ id }) => !times.has(id))
  const isOwn = ({ plan_id }: { plan_id: string }) => contexts.has(plan_id)
  const elsewhere = [...new Set(open.filter((route) => !isOwn(route)).map(({ id }) => id))]
  await scope.jobs.sendEach(
    scope.tx,
    'road_times',
    elsewhere.map((id) => ({ key: id, payload: { organization_id: scope.organizationId, route_id: id } })),
  )
  return [...new Set(open.filter(isOwn).map(({ id }) => id))]
}
