// How slow or quick who drives a route is, at its stops or on its ways, as plans count with it.
import type { RouteRow } from '../data/route-table.ts'
import type { Paces } from './paces-of-project.ts'
import { type DriversOfDay, driverOf } from './route-drivers.ts'

/** Of the driver of the route on its day; where nobody is known to drive it, of its vehicle. 1: as usual. */
export function factorOfRoute(
  route: Pick<RouteRow, 'id' | 'vehicle_id' | 'time_window'>,
  drivers: DriversOfDay | undefined,
  paces: Paces,
): number {
  if (paces.size === 0) return 1
  const driver = drivers && driverOf(route, drivers).driver
  return paces.get(driver?.id ?? route.vehicle_id ?? '') ?? 1
}
