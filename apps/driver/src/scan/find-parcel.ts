// Which parcel a scanned or typed code belongs to.
import type { DriverRoute } from '@routewright/contract'
import { findByCode } from '@routewright/contract/parcel-code'
import type { Parcel } from '../proof/demands.ts'

/** The parcel among these. */
export function findParcel<P extends Pick<Parcel, 'identifier'>>(parcels: readonly P[], code: string): P | undefined {
  return findByCode(parcels, code)[0]
}

/** The parcel anywhere on the route: its stop tells the driver where it belongs. */
export function findOnRoute(route: DriverRoute, code: string): Parcel | undefined {
  return findParcel(
    route.stops.flatMap((stop) => stop.packages.map(({ identifier }) => ({ identifier, stop }))),
    code,
  )
}
