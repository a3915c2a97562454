// Where rows are, and the numbering of distinct places.
import type { LocationValue } from '../data/values.ts'
import type { TravelPoint } from '../travel/travel.ts'

/** The coordinates of a location, if it has them. */
export function placeOf(location: LocationValue | null | undefined): TravelPoint | undefined {
  if (location?.lat === undefined || location.lng === undefined) return undefined
  return { lat: location.lat, lng: location.lng }
}

export function hasPlace(row: { location: LocationValue | null }): boolean {
  return placeOf(row.location) !== undefined
}

/** Gives every distinct place one index, so that neighbours at one door share a row of the matrix. */
export class Places {
  readonly points: TravelPoint[] = []
  private readonly indices = new Map<string, number>()

  /** Index of the place; null stays null. */
  indexOf(place: TravelPoint | undefined): number | null {
    if (!place) return null
    const key = `${place.lat} ${place.lng} ${place.isVehicle ?? false}`
    let index = this.indices.get(key)
    if (index === undefined) {
      index = this.points.length
      this.points.push(place)
      this.indices.set(key, index)
    }
    return index
  }
}
