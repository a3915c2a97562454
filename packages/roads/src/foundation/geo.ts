// Distances and directions on the globe, and the encoded polyline format.

const EARTH_RADIUS_METERS = 6_371_008.8
const RADIANS_PER_DEGREE = Math.PI / 180
const RADIANS_PER_E7 = RADIANS_PER_DEGREE / 1e7

export const METERS_PER_DEGREE = EARTH_RADIUS_METERS * RADIANS_PER_DEGREE

/** Great-circle metres between two points in 1e-7 degrees. */
export function distanceMetersE7(latA: number, lngA: number, latB: number, lngB: number): number {
  const sinLat = Math.sin(((latB - latA) * RADIANS_PER_E7) / 2)
  const sinLng = Math.sin(((lngB - lngA) * RADIANS_PER_E7) / 2)
  const cosines = Math.cos(latA * RADIANS_PER_E7) * Math.cos(latB * RADIANS_PER_E7)
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(sinLat * sinLat + cosines * sinLng * sinLng)))
}

/** Compass direction from A to B, 0..359 whole degrees, for points close to each other. */
export function bearingDegreesE7(latA: number, lngA: number, latB: number, lngB: number): number {
  const east = (lngB - lngA) * Math.cos(((latA + latB) / 2) * RADIANS_PER_E7)
  const degrees = Math.round(Math.atan2(east, latB - latA) / RADIANS_PER_DEGREE)
  return (degrees + 360) % 360
}

/** Mercator ordinate of a latitude in units where one unit east is 1e-7 degree; within Int32 to ±85°. */
export function mercatorE7(latE7: number): number {
  const lat = Math.max(-85e7, Math.min(85e7, latE7)) * RADIANS_PER_E7
  return (Math.log(Math.tan(Math.PI / 4 + lat / 2)) / RADIANS_PER_DEGREE) * 1e7
}

/** Mercator units per metre at a latitude. */
export function mercatorUnitsPerMeter(latE7: number): number {
  return 1e7 / (METERS_PER_DEGREE * Math.cos(Math.max(-85e7, Math.min(85e7, latE7)) * RADIANS_PER_E7))
}

/** Builds an encoded polyline of precision 5 from points in 1e-7 degrees; points equal after rounding are written once. */
export class PolylineEncoder {
  private text = ''
  private lat = 0
  private lng = 0
  private isEmpty = true

  add(latE7: number, lngE7: number): void {
    const lat = Math.round(latE7 / 100)
    const lng = Math.round(lngE7 / 100)
    if (!this.isEmpty && lat === this.lat && lng === this.lng) return
    this.text += encodeNumber(lat - this.lat) + encodeNumber(lng - this.lng)
    this.lat = lat
    this.lng = lng
    this.isEmpty = false
  }

  toString(): string {
    return this.text
  }
}

/** Decodes an encoded polyline of precision 5 to [lat, lng] pairs in degrees. */
export function decodePolyline(text: string): [number, number][] {
  const points: [number, number][] = []
  let position = 0
  let lat = 0
  let lng = 0
  const next = () => {
    let value = 0
    let shift = 0
    for (;;) {
      const part = text.charCodeAt(position++) - 63
      value |= (part & 31) << shift
      if (!(part >= 32)) break
      shift += 5
    }
    return value & 1 ? ~(value >> 1) : value >> 1
  }
  while (position < text.length) {
    lat += next()
    lng += next()
    points.push([lat / 1e5, lng / 1e5])
  }
  return points
}

function encodeNumber(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1
  let text = ''
  while (rest >= 32) {
    text += String.fromCharCode((32 | (rest & 31)) + 63)
    rest >>>= 5
  }
  return text + String.fromCharCode(rest + 63)
}
