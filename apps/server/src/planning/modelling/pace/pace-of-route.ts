// The pace of the driver of a route, at its stops or on its legs, as plans use it.
import type { Vehicle } from '@routewright/solver'
import type { RouteRow } from '../../../data/route-table.ts'
import { type DriversOfDay, getDriver } from '../route-drivers.ts'
import type { Paces } from './paces-of-project.ts'

type Drivable = Pick<RouteRow, 'id' | 'vehicle_id' | 'time_window'>

/** Returns the factor of the driver of the route on its day, or of its vehicle where no driver is known. 1: as usual. */
export function factorOfRoute(route: Drivable, drivers: DriversOfDay | undefined, paces: Paces): number {
  if (paces.size === 0) return 1
  const driver = drivers && getDriver(route, drivers).driver
  return paces.get(driver?.id ?? route.vehicle_id ?? '') ?? 1
}

/**
 * Returns the service factor at a route's stops. `isAnybody` is set where neither driver nor vehicle is known, so that the people
 * who usually visit each stop count.
 */
export function workOfRoute(
  route: Drivable,
  drivers: DriversOfDay | undefined,
  paces: Paces,
): Pick<Vehicle, 'serviceFactor' | 'isAnybody'> {
  if (paces.size === 0) return {}
  const isKnown = (drivers && getDriver(route, drivers).driver) || paces.has(route.vehicle_id ?? '')
  const serviceFactor = factorOfRoute(route, drivers, paces)
  return { ...(serviceFactor !== 1 && { serviceFactor }), ...(!isKnown && { isAnybody: true }) }
}
