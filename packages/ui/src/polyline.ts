// Reads encoded polylines of precision 5, as used for routes.

/** Longitude before latitude, as maps need them. Invalid text gives what could be read. */
export function readPolyline(encoded: string): [number, number][] {
  const points: [number, number][] = []
  let at = 0
  let lat = 0
  let lng = 0
  const next = () => {
    let result = 0
    let shift = 0
    for (;;) {
      const value = encoded.charCodeAt(at++) - 63
      if (!(value >= 0)) return undefined
      result |= (value & 31) << shift
      if (value < 32) return result & 1 ? ~(result >> 1) : result >> 1
      shift += 5
    }
  }
  while (at < encoded.length) {
    const latStep = next()
    const lngStep = next()
    if (latStep === undefined || lngStep === undefined) break
    lat += latStep
    lng += lngStep
    points.push([lng / 1e5, lat / 1e5])
  }
  return points
}
