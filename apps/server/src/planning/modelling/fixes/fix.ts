// A position as reported by a phone or a tracker, and the plane in which its track is computed.

export interface Fix {
  lat: number
  lng: number
  /** Milliseconds since 1970. */
  at: number
  /** Radius of the error that the receiver reports, metres; null where it reports none. */
  accuracy: number | null
  /** Metres a second; null where none is reported. */
  speed: number | null
}

export interface Place {
  lat: number
  lng: number
}

const METERS_PER_DEGREE = 111_195.08
/** Usual error of a receiver that reports none, and the smallest error that is believed. */
const USUAL_ERROR_METERS = 10
const LEAST_ERROR_METERS = 5

/** Metres by which a fix may well be off. */
export function errorMeters({ accuracy }: Pick<Fix, 'accuracy'>): number {
  return accuracy === null ? USUAL_ERROR_METERS : Math.max(LEAST_ERROR_METERS, accuracy)
}

/** Flat distance, exact to some metres within a day's drive and a fair estimate for anything farther. */
export function metersBetween(from: Place, to: Place): number {
  const cosine = Math.cos((((from.lat + to.lat) / 2) * Math.PI) / 180)
  return METERS_PER_DEGREE * Math.hypot(to.lat - from.lat, (to.lng - from.lng) * cosine)
}

export function middle(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value below which the share of the values lies; 0 for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}
