// Whether the extracts reach where the plan's places are.
import type { MapInformation } from '@routewright/contract'

/** South-west and north-east, longitude before latitude, degrees. */
export type Box = [[number, number], [number, number]]

/** Whether no extract touches the box; one that tells no box of its own may lie anywhere. */
export function isOutside([[west, south], [east, north]]: Box, extracts: MapInformation['extracts']): boolean {
  return extracts.every(({ bounds }) => {
    if (!bounds) return false
    const [[minLng, minLat], [maxLng, maxLat]] = bounds as Box
    return minLng > east || maxLng < west || minLat > north || maxLat < south
  })
}
