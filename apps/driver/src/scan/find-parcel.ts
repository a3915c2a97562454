// Which parcel a code belongs to; a label's UPC-A may be read as EAN-13, with a 0 before it.
import type { DriverRoute } from '@routewright/contract'
import type { Parcel } from '../proof/demands.ts'

function isSameCode(a: string, b: string): boolean {
  return a === b || (/^\d{12,13}$/.test(a) && (`0${a}` === b || a === `0${b}`))
}

/** The parcel among these. */
export function findParcel<P extends Pick<Parcel, 'identifier'>>(parcels: readonly P[], code: string): P | undefined {
  return parcels.find(({ identifier }) => isSameCode(code, identifier))
}

/** The parcel anywhere on the route: its stop tells the driver where it belongs. */
export function findOnRoute(route: DriverRoute, code: string): Parcel | undefined {
  return findParcel(
    route.stops.flatMap((stop) => stop.packages.map(({ identifier }) => ({ identifier, stop }))),
    code,
  )
}
