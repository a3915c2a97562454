// Whether the extracts reach where places are.
import type { MapInformation } from '@routewright/contract'

/** South-west and north-east, longitude before latitude, degrees. */
export type Box = [[number, number], [number, number]]

interface Point {
  lat: number
  lng: number
}

/** Whether no extract touches the box; one that tells no box of its own may lie anywhere. */
export function isOutside([[west, south], [east, north]]: Box, extracts: MapInformation['extracts']): boolean {
  return extracts.every(({ bounds }) => {
    if (!bounds) return false
    const [[minLng, minLat], [maxLng, maxLat]] = bounds as Box
    return minLng > east || maxLng < west || minLat > north || maxLat < south
  })
}

export function isPointOutside({ lat, lng }: Point, extracts: MapInformation['extracts']): boolean {
  return isOutside(
    [
      [lng, lat],
      [lng, lat],
    ],
    extracts,
  )
}

const METERS_PER_DEGREE = 111_195

/** How far a point lies beyond the nearest edge of the extracts, metres; undefined without any edge. */
export function metersBeyond({ lat, lng }: Point, extracts: MapInformation['extracts']): number | undefined {
  const all = extracts.flatMap(({ bounds }) => {
    if (!bounds) return []
    const [[west, south], [east, north]] = bounds as Box
    const alongLat = Math.max(south - lat, 0, lat - north)
    const alongLng = Math.max(west - lng, 0, lng - east) * Math.cos((lat * Math.PI) / 180)
    return [Math.hypot(alongLat, alongLng) * METERS_PER_DEGREE]
  })
  return all.length === 0 ? undefined : Math.min(...all)
}
