// How slow or quick who drives a route is, at its stops or on its ways, as plans count with it.
import type { Vehicle } from '@routewright/solver'
import type { RouteRow } from '../../../data/route-table.ts'
import { type DriversOfDay, driverOf } from '../route-drivers.ts'
import type { Paces } from './paces-of-project.ts'

type Drivable = Pick<RouteRow, 'id' | 'vehicle_id' | 'time_window'>

/** Of the driver of the route on its day; where nobody is known to drive it, of its vehicle. 1: as usual. */
export function factorOfRoute(route: Drivable, drivers: DriversOfDay | undefined, paces: Paces): number {
  if (paces.size === 0) return 1
  const driver = drivers && driverOf(route, drivers).driver
  return paces.get(driver?.id ?? route.vehicle_id ?? '') ?? 1
}

/** By whose pace the work at the stops of a route is planned; where neither driver nor vehicle is known, by that of those who usually come to each stop. */
export function workOfRoute(
  route: Drivable,
  drivers: DriversOfDay | undefined,
  paces: Paces,
): Pick<Vehicle, 'serviceFactor' | 'isAnybody'> {
  if (paces.size === 0) return {}
  const isKnown = (drivers && driverOf(route, drivers).driver) || paces.has(route.vehicle_id ?? '')
  const serviceFactor = factorOfRoute(route, drivers, paces)
  return { ...(serviceFactor !== 1 && { serviceFactor }), ...(!isKnown && { isAnybody: true }) }
}
