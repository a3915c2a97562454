// A position as a phone or a tracker told it, and the plane that its track is looked at in.

export interface Fix {
  lat: number
  lng: number
  /** Milliseconds since 1970. */
  at: number
  /** Radius in which the receiver believes to be, metres; null where it does not say. */
  accuracy: number | null
  /** Metres a second; null where it does not say. */
  speed: number | null
}

export interface Place {
  lat: number
  lng: number
}

const METERS_PER_DEGREE = 111_195.08
/** Usual error of a receiver that does not tell its own, and the least that one is believed. */
const USUAL_ERROR_METERS = 10
const LEAST_ERROR_METERS = 5

/** Metres that a fix may well be off. */
export function errorMeters({ accuracy }: Pick<Fix, 'accuracy'>): number {
  return accuracy === null ? USUAL_ERROR_METERS : Math.max(LEAST_ERROR_METERS, accuracy)
}

/** Flat distance, good to some metres within a day's drive and a fair hint of anything farther. */
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
