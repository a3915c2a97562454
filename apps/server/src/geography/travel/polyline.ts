// Google's encoded polyline format: signed differences of degrees × 10^precision in five-bit groups.
import type { TravelPoint } from './travel.ts'

/** Decimals of the interface's polylines; some servers send more. */
const usualDecimals = 5

/** Encodes the points in order; five decimals are about one metre. */
export function encodePolyline(points: readonly TravelPoint[]): string {
  return encodePolylineWith(usualDecimals, points)
}

/** Encodes the points in order with as many decimals of a degree as are asked for. */
export function encodePolylineWith(decimals: number, points: readonly TravelPoint[]): string {
  const precision = 10 ** decimals
  let text = ''
  let lastLat = 0
  let lastLng = 0
  for (const point of points) {
    const lat = Math.round(point.lat * precision)
    const lng = Math.round(point.lng * precision)
    text += encodeNumber(lat - lastLat) + encodeNumber(lng - lastLng)
    lastLat = lat
    lastLng = lng
  }
  return text
}

/**
 * Lines one after another as one, the point in which two meet only once. Their texts are taken over as they are, because
 * all numbers but the first two of a line are differences. Throws as `decodePolyline`.
 */
export function joinPolylines(lines: readonly string[]): string {
  let joined = ''
  let endLat = 0
  let endLng = 0
  for (const text of lines) {
    if (text === '') continue
    const read = createReader(text)
    let lat = read.next()
    let lng = read.next()
    const rest = text.slice(read.index)
    const isMet = joined !== '' && lat === endLat && lng === endLng
    joined += isMet ? rest : encodeNumber(lat - endLat) + encodeNumber(lng - endLng) + rest
    while (read.index < text.length) {
      lat += read.next()
      lng += read.next()
    }
    endLat = lat
    endLng = lng
  }
  return joined
}

/** The points of an encoded polyline. Throws a RangeError when it ends within a number. */
export function decodePolyline(text: string, decimals = usualDecimals): TravelPoint[] {
  const points: TravelPoint[] = []
  const read = createReader(text)
  const unit = 10 ** decimals
  let lat = 0
  let lng = 0
  while (read.index < text.length) {
    lat += read.next()
    lng += read.next()
    points.push({ lat: lat / unit, lng: lng / unit })
  }
  return points
}

/** Reads one number after another; `index` is where the next one begins. */
function createReader(text: string) {
  return {
    index: 0,
    next(): number {
      let bits = 0
      for (let shift = 0; ; shift += 5) {
        if (this.index >= text.length) throw new RangeError('The encoded polyline ends within a number.')
        const group = text.charCodeAt(this.index++) - 63
        bits |= (group & 0x1f) << shift
        if (group < 0x20) return bits & 1 ? ~(bits >> 1) : bits >> 1
      }
    },
  }
}

function encodeNumber(value: number): string {
  let bits = value < 0 ? ~(value << 1) : value << 1
  let text = ''
  while (bits >= 0x20) {
    text += String.fromCharCode((0x20 | (bits & 0x1f)) + 63)
    bits >>= 5
  }
  return text + String.fromCharCode(bits + 63)
}
