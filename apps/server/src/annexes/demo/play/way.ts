// Where a van is on its way: points along a line of the road, in time.
import type { TravelPoint } from '../../../geography/travel/travel.ts'

/** A leg that is being driven: its line, and when it begins and ends (milliseconds since 1970). */
export interface Leg {
  line: readonly TravelPoint[]
  startsAt: number
  endsAt: number
}

/** The place after a share of the leg's length, 0 to 1. */
export function placeOn({ line }: Leg, share: number): TravelPoint {
  const lengths = line.slice(1).map((point, index) => distance(line[index]!, point))
  let left = share * lengths.reduce((sum, length) => sum + length, 0)
  for (const [index, length] of lengths.entries()) {
    if (left <= length && length > 0) return between(line[index]!, line[index + 1]!, left / length)
    left -= length
  }
  return line.at(-1)!
}

/** The places at full intervals after `after` and until `until`, each with its moment. */
export function placesBetween(leg: Leg, after: number, until: number, intervalMilliseconds: number) {
  const duration = Math.max(1, leg.endsAt - leg.startsAt)
  const last = Math.min(until, leg.endsAt)
  const places: { lat: number; lng: number; at: number }[] = []
  let at = leg.startsAt + Math.ceil((after - leg.startsAt + 1) / intervalMilliseconds) * intervalMilliseconds
  for (; at <= last; at += intervalMilliseconds) {
    const { lat, lng } = placeOn(leg, (at - leg.startsAt) / duration)
    places.push({ lat, lng, at })
  }
  return places
}

function between(from: TravelPoint, to: TravelPoint, share: number): TravelPoint {
  return { lat: from.lat + (to.lat - from.lat) * share, lng: from.lng + (to.lng - from.lng) * share }
}

/** In degrees of latitude: short ways only are compared. */
function distance(a: TravelPoint, b: TravelPoint): number {
  return Math.hypot(b.lat - a.lat, (b.lng - a.lng) * Math.cos((a.lat * Math.PI) / 180))
}
