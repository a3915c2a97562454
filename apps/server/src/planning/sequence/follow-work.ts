// Routes of one driver on one day: those behind a route begin with what it uses, and follow when that changes.
import { isDeepStrictEqual } from 'node:util'
import type { RouteRow } from '../../data/route-table.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { ChargingBooking, ChargingBookings } from '../modelling/charging/charging.ts'
import type { RouteTimes } from '../modelling/evaluate-route.ts'
import { type DriversOfDay, driverOf, followersOf, noteWork } from '../modelling/route-drivers.ts'
import type { PlanContext } from './sequence.ts'

type Day = Pick<PlanContext, 'drivers' | 'status' | 'booked'>

/** Notes what the route asks of its driver, and of the charging places, for those that are computed behind it. */
export function noteTimes({ drivers, status, booked }: Day, route: RouteRow, times: RouteTimes): void {
  booked.set(route.id, times.planned_charge?.charging ?? [])
  const { planned_start_time, driver_work } = times
  if (drivers) noteWork(drivers, { ...route, planned_start_time }, status, driver_work)
}

/** What these routes charged so far is free again; they are to charge what `now` says. */
export function rebook(
  booked: Map<string, readonly ChargingBooking[]>,
  routeIds: readonly string[],
  now: ChargingBookings,
): void {
  for (const id of routeIds) booked.set(id, now.get(id) ?? [])
}

/** The day for a look at what would be: what is noted there stays there. */
export function asLookedAt(drivers: DriversOfDay | undefined): DriversOfDay | undefined {
  return drivers && { ...drivers, work: new Map(drivers.work) }
}

/** Open routes behind this one of who drives it, and of who drove it when it was computed last. */
export function routesBehind(route: RouteRow, drivers: DriversOfDay | undefined) {
  if (!drivers || drivers.work.size === 0) return []
  const ids = new Set([route.driver_work?.driver, driverOf(route, drivers).driver?.id])
  const behind = [...ids].flatMap((id) => (id === undefined ? [] : followersOf(route, drivers, id)))
  return behind.filter(({ status }) => status !== 'finished')
}

/**
 * Routes that begin with what one of these leaves, and were not computed with it. Those of other plans, which are not locked, follow by a job; the
 * ids of the others are answered.
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
  const elsewhere = [...new Set(open.filter((one) => !isOwn(one)).map(({ id }) => id))]
  await scope.jobs.sendEach(
    scope.tx,
    'road_times',
    elsewhere.map((id) => ({ key: id, payload: { organization_id: scope.organizationId, route_id: id } })),
  )
  return [...new Set(open.filter(isOwn).map(({ id }) => id))]
}
