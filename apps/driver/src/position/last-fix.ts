// Where the phone was last, for reports and for how far a stop is.

export interface Fix {
  lat: number
  lng: number
  /** Metres. */
  accuracy: number
  /** Milliseconds since 1970, phone's clock. */
  at: number
}

/** Older than this a fix says nothing about where the driver is. */
const FRESH_MILLISECONDS = 5 * 60_000

let last: Fix | undefined
const listeners = new Set<() => void>()

export function setFix(fix: Fix): void {
  last = fix
  for (const listener of listeners) listener()
}

export function lastFix(): Fix | undefined {
  return last && Date.now() - last.at < FRESH_MILLISECONDS ? last : undefined
}

export function watchFix(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const EARTH_METERS = 6_371_008.8

/** Great-circle distance. */
export function metersBetween(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const radians = Math.PI / 180
  const dLat = ((b.lat - a.lat) * radians) / 2
  const dLng = ((b.lng - a.lng) * radians) / 2
  const h = Math.sin(dLat) ** 2 + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * Math.sin(dLng) ** 2
  return 2 * EARTH_METERS * Math.asin(Math.sqrt(h))
}
