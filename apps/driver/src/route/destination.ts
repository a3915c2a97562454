// Where the van goes for a stop: where vans were seen to park or hand over before, else the place of its address.
import type { DriverStop } from '@routewright/contract'
import { metersBetween } from '../position/last-fix.ts'

export interface Point {
  lat: number
  lng: number
}

type Placed = { location?: DriverStop['location'] | undefined; learned_place?: DriverStop['learned_place'] | undefined }

/** Undefined for a stop without coordinates. */
export function findDestination({ location, learned_place: learned }: Placed): Point | undefined {
  if (learned) return { lat: learned.lat, lng: learned.lng }
  return location?.lat === undefined || location.lng === undefined
    ? undefined
    : { lat: location.lat, lng: location.lng }
}

/** Everywhere that the driver may rightly be: at the address, where the van goes, at the door. */
export function listPlaces({ location, learned_place }: Placed): Point[] {
  const all = [findDestination({ location }), learned_place, learned_place?.door]
  return all.filter((point) => point !== undefined)
}

/** Returns learned distances for the driver to read: from the address to the parked van, and from there to the door. Metres. */
export function learnedWay(
  stop: Placed,
): { kind: 'parking' | 'door' | 'by_hand'; meters: number; toDoor?: number } | undefined {
  const { learned_place: learned, location } = stop
  if (!learned || location?.lat === undefined || location.lng === undefined) return undefined
  const meters = metersBetween(learned, { lat: location.lat, lng: location.lng })
  return { kind: learned.kind, meters, ...(learned.door && { toDoor: metersBetween(learned, learned.door) }) }
}
