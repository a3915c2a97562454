// Lines in the three forms of OSRM: encoded polylines of five or six decimals, and GeoJSON.
import type { LinePoint } from '@routewright/roads'
import type { Geometries } from './options.ts'
import type { Coordinate } from './request.ts'

export type Geometry = string | { type: 'LineString'; coordinates: [lng: number, lat: number][] }

/** A line in the wanted form. A line has two points: a single one stands twice. */
export function drawLine(points: readonly LinePoint[], form: Geometries): Geometry {
  const line = points.length === 1 ? [...points, ...points] : points
  if (form !== 'geojson') return encodePolyline(line, form === 'polyline' ? 5 : 6)
  return { type: 'LineString', coordinates: line.map((point) => position(...point)) }
}

/** [longitude, latitude] with the six decimals of OSRM. */
export function position(latE7: number, lngE7: number): [lng: number, lat: number] {
  return [Math.round(lngE7 / 10) / 1e6, Math.round(latE7 / 10) / 1e6]
}

function encodePolyline(points: readonly LinePoint[], precision: 5 | 6): string {
  const scale = 10 ** (7 - precision)
  let text = ''
  let [lat, lng] = [0, 0]
  for (const [latE7, lngE7] of points) {
    const [nextLat, nextLng] = [Math.round(latE7 / scale), Math.round(lngE7 / scale)]
    text += encodeNumber(nextLat - lat) + encodeNumber(nextLng - lng)
    ;[lat, lng] = [nextLat, nextLng]
  }
  return text
}

function encodeNumber(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1
  let text = ''
  for (; rest >= 32; rest >>>= 5) text += String.fromCharCode(((rest & 31) | 32) + 63)
  return text + String.fromCharCode(rest + 63)
}

/** The places of an encoded polyline; undefined when it ends in the middle of a number. */
export function decodePolyline(text: string, precision: 5 | 6): Coordinate[] | undefined {
  const numbers: number[] = []
  let [value, shift] = [0, 0]
  for (const character of text) {
    const part = character.charCodeAt(0) - 63
    value |= (part & 31) << shift
    shift += 5
    if (part >= 32) continue
    numbers.push(value & 1 ? ~(value >> 1) : value >> 1)
    ;[value, shift] = [0, 0]
  }
  if (shift > 0 || numbers.length % 2 === 1) return undefined
  const places: Coordinate[] = []
  let [lat, lng] = [0, 0]
  for (const [index, step] of numbers.entries()) {
    if (index % 2 === 0) lat += step
    else {
      lng += step
      places.push({ lat: lat / 10 ** precision, lng: lng / 10 ** precision })
    }
  }
  return places
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

const earthRadiusMeters = 6_371_008.8

/** Great-circle metres, to a millimetre. */
export function metersBetween(from: Coordinate, to: Coordinate): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const sinLat = Math.sin(radians(to.lat - from.lat) / 2)
  const sinLng = Math.sin(radians(to.lng - from.lng) / 2)
  const squared = sinLat * sinLat + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * sinLng * sinLng
  return Math.round(2 * earthRadiusMeters * Math.asin(Math.min(1, Math.sqrt(squared))) * 1_000) / 1_000
}

/** The same between two points of a line. */
export function measurePiece([latA, lngA]: LinePoint, [latB, lngB]: LinePoint): number {
  return metersBetween({ lat: latA / 1e7, lng: lngA / 1e7 }, { lat: latB / 1e7, lng: lngB / 1e7 })
}
