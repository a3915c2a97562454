// What callers ask about and what they get: points, snaps, matrices, paths.

import { RoadsError } from '../foundation/errors.ts'
import type { Table } from '../foundation/matrix-table.ts'
import type { Avoidable } from '../graph/vehicle-needs.ts'

export interface RoadPoint {
  lat: number
  lng: number
  /** Farthest a road may be, metres; 2,000 when absent. Beyond it the point is unreachable. */
  maxCurbMeters?: number
  /**
   * 'curb': arrive and leave with the point on the driving side of the road; 'curb_on_major_roads': only where the road is a secondary one or
   * above; 'any' (default): from either direction. Bicycles and walkers are not bound: they cross, and turn where they stand.
   */
  approach?: 'any' | 'curb' | 'curb_on_major_roads'
  /** The street of the address, with or without a house number: preferred to other roads that are little nearer. */
  street?: string
  /** True for vehicles under way: they may be on a motorway. Addresses snap to one only when no other road is in reach. */
  isVehicle?: boolean
}

export interface RoadSnap {
  /** The place on the road. */
  lat: number
  lng: number
  /** Metres between the point and the road. */
  curbMeters: number
  /** Name or number of the road, '' when it has none. */
  roadName: string
}

/** Row by row: entry [source * targetCount + target]. -1 in both where a target cannot be reached. */
export interface RoadMatrix {
  sourceCount: number
  targetCount: number
  /** Large ones in 16 bits an entry where all of them fit. */
  seconds: Table
  meters: Table
  /** Where asked for: by which roads, see MIX_SHARES; 0 where a target cannot be reached. */
  mixes?: Uint8Array
}

export interface RoadLeg {
  /** -1 when the leg's end cannot be reached from its start. */
  seconds: number
  meters: number
  /** By which roads, see MIX_SHARES; equal to the matrix entry. */
  mix: number
  /** What of what the vehicle avoids it takes all the same, because nothing else leads there; absent for nothing. */
  avoided?: Avoidable[]
  /** Encoded polyline, precision 5, from snapped point to snapped point; '' when unreachable. */
  geometry: string
}

export interface RoadPath {
  legs: RoadLeg[]
  /** Sums over the legs that can be driven. */
  seconds: number
  meters: number
  /** All legs as one encoded polyline. */
  geometry: string
}

/** Where a vehicle said it was. */
export interface TrackPosition {
  lat: number
  lng: number
  /** How far off it may be, metres; 10 when absent. */
  accuracyMeters?: number
  /** When it was there, on any clock; tells which ways it had the time for. */
  atSeconds?: number
}

/** The way between two recorded positions. */
export interface TrackLeg {
  meters: number
  /** Encoded polyline, precision 5; '' where the second position says nothing new. */
  geometry: string
  /** False: straight, because no road explains it. */
  isOnRoads: boolean
}

/** Throws invalid_point for coordinates that are no place on earth. */
export function assertPoint({ lat, lng }: Pick<RoadPoint, 'lat' | 'lng'>, index: number): void {
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return
  throw new RoadsError('invalid_point', `point ${index}: ${lat}, ${lng} is no place on earth`)
}
