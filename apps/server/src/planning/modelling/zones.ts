// In which zones a place lies.
import type { TravelPoint } from '../../geography/travel/travel.ts'

export interface ZoneShape {
  id: string
  /** A ring of [lng, lat] pairs, degrees; closing it is optional. */
  polygon: readonly (readonly [number, number])[]
}

/** Ids of the zones that contain the point, in the order of `zones`. */
export function listZonesAt(point: TravelPoint, zones: readonly ZoneShape[]): string[] {
  return zones.filter((zone) => isInside(point, zone.polygon)).map((zone) => zone.id)
}

/** Even-odd rule: counts how often a line to the east crosses the ring. */
function isInside({ lat, lng }: TravelPoint, ring: readonly (readonly [number, number])[]): boolean {
  let inside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [x1, y1] = ring[i]!
    const [x2, y2] = ring[j]!
    if (y1 > lat !== y2 > lat && lng < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside
  }
  return inside
}
