// Lines in the three forms of OSRM: encoded polylines of five or six decimals, and GeoJSON.
import type { LinePoint } from '@routewright/roads'
import { decodePolyline, encodePolylineWith } from '../../geography/travel/polyline.ts'
import { straightMeters } from '../../geography/travel/straight-lines.ts'
import type { Geometries } from './options.ts'
import type { Coordinate } from './request.ts'

export type Geometry = string | { type: 'LineString'; coordinates: [lng: number, lat: number][] }

/** A line in the wanted form. A line has two points: a single one stands twice. */
export function drawLine(points: readonly LinePoint[], form: Geometries): Geometry {
  const line = points.length === 1 ? [...points, ...points] : points
  if (form !== 'geojson') return encode(line, form === 'polyline' ? 5 : 6)
  return { type: 'LineString', coordinates: line.map((point) => position(...point)) }
}

/** [longitude, latitude] with the six decimals of OSRM. */
export function position(latE7: number, lngE7: number): [lng: number, lat: number] {
  return [Math.round(lngE7 / 10) / 1e6, Math.round(latE7 / 10) / 1e6]
}

function encode(points: readonly LinePoint[], decimals: 5 | 6): string {
  // Rounded from the whole numbers, so that no half is lost on the way through degrees.
  const scale = 10 ** (7 - decimals)
  const unit = 10 ** decimals
  const places = points.map(([lat, lng]) => ({
    lat: Math.round(lat / scale) / unit,
    lng: Math.round(lng / scale) / unit,
  }))
  return encodePolylineWith(decimals, places)
}

/** The places of an encoded polyline; undefined when it ends in the middle of a number. */
export function readPolyline(text: string, decimals: 5 | 6): Coordinate[] | undefined {
  try {
    return decodePolyline(text, decimals)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Leaves out points that are no farther than this from the line without them (Douglas and Peucker, 1973); both ends stay. */
export function simplifyLine(points: readonly LinePoint[], toleranceE7: number): LinePoint[] {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last || points.length < 3) return [...points]
  const kept = new Set([0, points.length - 1])
  const waiting: [number, number][] = [[0, points.length - 1]]
  const eastward = Math.cos((first[0] / 1e7) * (Math.PI / 180))
  for (let span = waiting.pop(); span; span = waiting.pop()) {
    const { at, distance } = farthest(points, span, eastward)
    if (distance <= toleranceE7) continue
    kept.add(at)
    waiting.push([span[0], at], [at, span[1]])
  }
  return points.filter((_, index) => kept.has(index))
}

/** The point between two others that is farthest from the line between these, in 1e-7 degrees of latitude. */
function farthest(
  points: readonly LinePoint[],
  [from, to]: readonly [number, number],
  eastward: number,
): { at: number; distance: number } {
  const [start, end] = [points[from], points[to]]
  const best = { at: from, distance: -1 }
  if (!start || !end) return best
  const [dx, dy] = [(end[1] - start[1]) * eastward, end[0] - start[0]]
  const squared = dx * dx + dy * dy
  for (const [index, [lat, lng]] of points.slice(from + 1, to).entries()) {
    const [x, y] = [(lng - start[1]) * eastward, lat - start[0]]
    const share = squared === 0 ? 0 : Math.max(0, Math.min(1, (x * dx + y * dy) / squared))
    const distance = Math.hypot(x - share * dx, y - share * dy)
    if (distance > best.distance) [best.at, best.distance] = [from + 1 + index, distance]
  }
  return best
}

/** Great-circle metres, to a millimetre. */
export function metersBetween(from: Coordinate, to: Coordinate): number {
  return Math.round(straightMeters(from, to) * 1_000) / 1_000
}

/** The same between two points of a line. */
export function measurePiece([latA, lngA]: LinePoint, [latB, lngB]: LinePoint): number {
  return metersBetween({ lat: latA / 1e7, lng: lngA / 1e7 }, { lat: latB / 1e7, lng: lngB / 1e7 })
}
