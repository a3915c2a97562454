// Positions that a phone in a vehicle would record along a line: at equal distances, each slightly off.

import { distanceMetersE7, METERS_PER_DEGREE } from '../src/foundation/geo.ts'
import type { TrackPosition } from '../src/places/road-point.ts'
import type { Random } from './random.ts'

export interface RecordedDrive {
  positions: TrackPosition[]
  /** Driven from the first position to the last one. */
  meters: number
}

/** The vehicle's speed, for the positions' times. */
const METERS_PER_SECOND = 12

/** `errorMeters` is the standard deviation of each position to the north and to the east. */
export function recordDrive(
  line: readonly (readonly [lat: number, lng: number])[],
  everyMeters: number,
  errorMeters: number,
  random: Random,
): RecordedDrive {
  const positions: TrackPosition[] = []
  let passedMeters = 0
  for (const [index, [toLat, toLng]] of line.slice(1).entries()) {
    const [lat, lng] = line[index]!
    const length = distanceMetersE7(lat * 1e7, lng * 1e7, toLat * 1e7, toLng * 1e7)
    while (length > 0 && positions.length * everyMeters <= passedMeters + length) {
      const share = (positions.length * everyMeters - passedMeters) / length
      const onLine = { lat: lat + share * (toLat - lat), lng: lng + share * (toLng - lng) }
      const atSeconds = (positions.length * everyMeters) / METERS_PER_SECOND
      positions.push({ ...moved(onLine, errorMeters * normal(random), errorMeters * normal(random)), atSeconds })
    }
    passedMeters += length
  }
  return { positions, meters: Math.max(0, positions.length - 1) * everyMeters }
}

function moved({ lat, lng }: TrackPosition, northMeters: number, eastMeters: number): TrackPosition {
  const cosine = Math.cos((lat * Math.PI) / 180)
  return { lat: lat + northMeters / METERS_PER_DEGREE, lng: lng + eastMeters / METERS_PER_DEGREE / cosine }
}

/** Normally distributed with deviation 1 (Box and Muller 1958). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}
