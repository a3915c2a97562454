// Tells whether ways between places are partly straight lines, because no extract reaches there.
import type { LocationValue } from '../data/values.ts'
import type { Services } from '../platform/services.ts'

/** False while the service has no roads of its own: a routing server knows where it can drive. */
export function isPartlyStraight(
  { roads, extracts }: Pick<Services, 'extracts'> & { roads: Pick<Services['roads'], 'status'> },
  places: readonly (LocationValue | null | undefined)[],
): boolean {
  if (Object.keys(roads.status).length === 0) return false
  const located = places.filter((place) => place?.lat !== undefined && place.lng !== undefined)
  return located.length > 1 && located.some((place) => !isCovered(extracts.used, place!.lat!, place!.lng!))
}

function isCovered(used: Services['extracts']['used'], lat: number, lng: number): boolean {
  return used.some(({ bounds }) => {
    if (!bounds) return true
    return lat >= bounds.minLat && lat <= bounds.maxLat && lng >= bounds.minLng && lng <= bounds.maxLng
  })
}
