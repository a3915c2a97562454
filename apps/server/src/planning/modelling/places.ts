// Coordinates of rows, and the numbering of distinct places.
import type { StopRow } from '../../data/stop-table.ts'
import type { LocationValue } from '../../data/values.ts'
import type { TravelPoint } from '../../geography/travel/travel.ts'

/** The coordinates of a location, if it has them, and its street, if that is known. */
export function findPlace(location: LocationValue | null | undefined): TravelPoint | undefined {
  if (location?.lat === undefined || location.lng === undefined) return undefined
  const street = getStreet(location)
  return { lat: location.lat, lng: location.lng, ...(street !== '' && { street }) }
}

/**
 * Returns where the van goes for a stop: the learned parking place, else the stop's own place. A parking place need not be in the
 * street of the address.
 */
export function findDestination(stop: Pick<StopRow, 'location' | 'learned_place'>): TravelPoint | undefined {
  const place = findPlace(stop.location)
  const { learned_place: learned } = stop
  if (!place || !learned) return place
  const { lat, lng } = learned
  return learned.kind === 'door' ? { ...place, lat, lng } : { lat, lng }
}

export function hasPlace(row: { location: LocationValue | null }): boolean {
  return row.location?.lat !== undefined && row.location.lng !== undefined
}

/** Street names have fewer letters than this; anything longer is no street name. */
const mostLetters = 120

/** Street with its number; road comparison separates the two. */
function getStreet({ street, label }: LocationValue): string {
  const text = street ?? label?.split(',', 1)[0] ?? ''
  return text.length > mostLetters ? '' : text.trim()
}

/** Gives every distinct place one index, so that neighbours at one door share a row of the matrix. */
export class Places {
  readonly points: TravelPoint[] = []
  private readonly indices = new Map<string, number>()

  /** Index of the place; null stays null. */
  indexOf(place: TravelPoint | undefined): number | null {
    if (!place) return null
    const key = `${place.lat} ${place.lng} ${place.isVehicle ?? false} ${place.street ?? ''}`
    let index = this.indices.get(key)
    if (index === undefined) {
      index = this.points.length
      this.points.push(place)
      this.indices.set(key, index)
    }
    return index
  }
}
