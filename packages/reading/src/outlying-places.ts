// Detects implausible places: far from all others of a project, at 0/0, or with latitude and longitude swapped.

interface Point {
  lat: number
  lng: number
}

export interface OutlyingPlace {
  kind: 'null' | 'swapped' | 'far'
  /** Distance to the middle of the other places, kilometres. */
  kilometers: number
}

/** Places nearer than this are never outliers, kilometres. */
const FAR_KILOMETERS = 500
/** Distance within which places are neighbours, kilometres, and the share of all places that makes neighbours a region of their own. */
const [REGION_KILOMETERS, REGION_SHARE] = [150, 0.05]
/** Outlier threshold, as a multiple of the usual distance from the middle. */
const SPREADS = 8
const EARTH_KILOMETERS = 6_371

/** Kilometres between two points on the sphere. */
function distance(one: Point, other: Point): number {
  const radians = Math.PI / 180
  const [latitude, longitude] = [((other.lat - one.lat) * radians) / 2, ((other.lng - one.lng) * radians) / 2]
  const square =
    Math.sin(latitude) ** 2 + Math.cos(one.lat * radians) * Math.cos(other.lat * radians) * Math.sin(longitude) ** 2
  return 2 * EARTH_KILOMETERS * Math.asin(Math.min(1, Math.sqrt(square)))
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[sorted.length >> 1]!
}

/** Judges places by the positions of the others: those of the project, or those of the file when it has none yet. */
export function createPlaceJudge(
  known: readonly Point[],
  own: readonly Point[] = [],
): (point: Point) => OutlyingPlace | undefined {
  const others = known.length > 0 ? known : own.filter((point) => !isNull(point))
  if (others.length === 0) return (point) => (isNull(point) ? { kind: 'null', kilometers: 0 } : undefined)
  const middle = { lat: median(others.map(({ lat }) => lat)), lng: median(others.map(({ lng }) => lng)) }
  const usual = median(others.map((point) => distance(point, middle)))
  const limit = Math.max(FAR_KILOMETERS, SPREADS * usual)
  const all = [...known, ...own]
  return (point) => {
    const kilometers = Math.round(distance(point, middle))
    if (kilometers <= limit) return undefined
    if (isNull(point)) return { kind: 'null', kilometers }
    const turned = { lat: point.lng, lng: point.lat }
    if (Math.abs(turned.lat) <= 90 && distance(turned, middle) <= limit) return { kind: 'swapped', kilometers }
    // A single neighbour may be another mistake of the same kind.
    const near = all.reduce((count, other) => count + (distance(other, point) < REGION_KILOMETERS ? 1 : 0), 0)
    return near > 3 && near >= all.length * REGION_SHARE ? undefined : { kind: 'far', kilometers }
  }
}

function isNull({ lat, lng }: Point): boolean {
  return Math.abs(lat) < 0.001 && Math.abs(lng) < 0.001
}
