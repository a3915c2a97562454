// Input and output types of queries: points, snaps, matrices, paths.

import { RoadsError } from '../foundation/errors.ts'
import type { Table } from '../foundation/matrix-table.ts'
import type { Avoidable } from '../graph/vehicle-needs.ts'
import type { DrivenPart } from './driven-way.ts'

export interface RoadPoint {
  lat: number
  lng: number
  /** Greatest distance to a road in metres, default 2,000. Beyond it the point is unreachable. */
  maxCurbMeters?: number
  /**
   * 'curb': arrive and leave with the point on the driving side of the road; 'curb_on_major_roads': only when the road is a secondary one
   * or above; 'any' (default): from either direction. Ignored for bicycles and walkers, who cross, and turn where they stand.
   */
  approach?: 'any' | 'curb' | 'curb_on_major_roads'
  /** Street of the address, with or without a house number: preferred to other roads that are only a little nearer. */
  street?: string
  /** True for a vehicle under way, which may be on a motorway. Addresses snap to one only when no other road is in reach. */
  isVehicle?: boolean
}

export interface RoadSnap {
  /** The place on the road. */
  lat: number
  lng: number
  /** Metres between the point and the road. */
  curbMeters: number
  /** Name or number of the road, '' for none. */
  roadName: string
}

/** Row by row: entry [source * targetCount + target]. -1 in both when a target cannot be reached. */
export interface RoadMatrix {
  sourceCount: number
  targetCount: number
  /** Large ones in 16 bits per entry when all of them fit. */
  seconds: Table
  meters: Table
  /** Kinds of roads used, if requested, see MIX_SHARES; 0 when a target cannot be reached. */
  mixes?: Uint8Array
}

export interface RoadLeg {
  /** -1 when the leg's end cannot be reached from its start. */
  seconds: number
  meters: number
  /** Kinds of roads used, see MIX_SHARES; equals the matrix entry. */
  mix: number
  /** Avoided kinds of roads that it uses anyway, because no other road leads there; undefined for none. */
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

/** A reported position of a vehicle. */
export interface TrackPosition {
  lat: number
  lng: number
  /** Possible error in metres; default 10. */
  accuracyMeters?: number
  /** Time of the position, on any clock; shows which ways were possible in that time. */
  atSeconds?: number
}

/** The way between two recorded positions. */
export interface TrackLeg {
  meters: number
  /** Encoded polyline, precision 5; '' when the second position adds no information. */
  geometry: string
  /** False for a straight line, because no road explains the movement. */
  isOnRoads: boolean
}

/** A way told road by road. */
export interface RoadDrive {
  /** Where each point stands on the roads; undefined when no road is within reach. */
  snaps: (RoadSnap | undefined)[]
  /** One leg per pair of consecutive points. */
  legs: DriveLeg[]
}

export interface DriveLeg {
  /** -1 in both when the leg's end cannot be reached from its start; equal to the matrix entry. */
  seconds: number
  meters: number
  /** The roads in the order of driving; empty when unreachable, and while a vehicle stands. */
  parts: DrivenPart[]
}

/** Where a vehicle most likely drove, told road by road. */
export interface RoadTrace {
  /** One for each position; undefined where it was off all roads. */
  points: (TracedPoint | undefined)[]
  /** One leg per pair of consecutive positions; undefined where no road explains the movement. */
  legs: (DriveLeg | undefined)[]
}

export interface TracedPoint extends RoadSnap {
  /** Other roads on which the position could have been. */
  otherRoads: number
  /** The vehicle had not moved since the position before, so this one adds no information. */
  isStanding: boolean
}

/** Throws invalid_point for coordinates that are no place on earth. */
export function assertPoint({ lat, lng }: Pick<RoadPoint, 'lat' | 'lng'>, index: number): void {
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return
  throw new RoadsError('invalid_point', `point ${index}: ${lat}, ${lng} is no place on earth`)
}
