// The address nearest to a point, for a tap on the map.

import type { AddressIndex } from './address-index.ts'
import { type AddressHit, toHit } from './search-addresses.ts'

export interface NearestAddress extends AddressHit {
  /** Metres from the given point. */
  meters: number
}

/** The nearest address within a distance, or undefined. Its score falls with the distance: 1 at the house, 0 at the limit. */
export function findNearestAddress(
  index: AddressIndex,
  lat: number,
  lng: number,
  withinMeters: number,
): NearestAddress | undefined {
  const [near] = index.points.nearest(Math.round(lat * 1e7), Math.round(lng * 1e7), 1, withinMeters)
  if (!near) return undefined
  const score = Math.max(0, 1 - near.meters / withinMeters)
  const hit = toHit(index, { entry: index.entryOf(near.index), address: near.index, score, isPartial: false })
  return { ...hit, meters: Math.round(near.meters) }
}
