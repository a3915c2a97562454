// Coordinates of a request on the roads: what is asked of the engine, and the waypoints of the response.
import type { RoadPoint, RoadSnap } from '@routewright/roads'
import { metersBetween, position } from './polylines.ts'
import { notImplemented, OsrmRefusal, tooBig } from './refusal.ts'
import type { Coordinate, OsrmRequest } from './request.ts'

export interface Waypoint {
  hint?: string
  /** Metres between the coordinate and the road. */
  distance: number
  name: string
  location: [lng: number, lat: number]
}

/** Farther than any road is from any place. */
const unlimitedMeters = 1_000_000

/** The points that the engine is asked for. A hint of an earlier response stands for the place on the road that it was given for. */
export function roadPoints({ coordinates, options }: OsrmRequest): RoadPoint[] {
  const { radiuses, approaches, hints, snapping } = options
  requireSupported(options)
  return coordinates.map((coordinate, index) => ({
    ...(findHinted(hints[index], coordinate) ?? coordinate),
    maxCurbMeters: Math.min(radiuses[index] ?? unlimitedMeters, unlimitedMeters),
    approach: approaches[index] === 'curb' ? 'curb' : 'any',
    ...(snapping === 'any' && { isVehicle: true }),
  }))
}

function requireSupported({ bearings, approaches, exclude }: OsrmRequest['options']): void {
  if (bearings.some((bearing) => bearing !== undefined)) throw notImplemented('Option bearings is not supported')
  if (approaches.includes('opposite')) throw notImplemented('The approach opposite is not supported')
  // OSRM refuses classes that its profile was not prepared for.
  if (exclude.some((name) => name !== 'none')) {
    throw new OsrmRefusal('InvalidValue', 'Exclude flag combination is not supported.')
  }
}

/** Throws unless there are two coordinates, and no more than `most`. */
export function requireCoordinates({ coordinates }: OsrmRequest, most: number): void {
  if (coordinates.length < 2) {
    throw new OsrmRefusal('InvalidOptions', 'Number of coordinates needs to be at least two.')
  }
  if (coordinates.length > most) throw tooBig('Number of coordinates', coordinates.length, most)
}

/** The coordinates that are waypoints, by index; undefined for all. Throws InvalidValue unless the first and the last are among them. */
export function checkedWaypoints({ coordinates, options: { waypoints } }: OsrmRequest): readonly number[] | undefined {
  if (!waypoints) return undefined
  const refuse = (reason: string) => new OsrmRefusal('InvalidValue', reason)
  if (waypoints[0] !== 0 || waypoints.at(-1) !== coordinates.length - 1) {
    throw refuse('First and last coordinates must be specified as waypoints.')
  }
  if (waypoints.some((index, place) => place > 0 && index <= (waypoints[place - 1] ?? 0))) {
    throw refuse('Waypoints must be supplied in order')
  }
  return waypoints
}

/** Returns the places on the roads. Throws NoSegment for the first coordinate that has none. */
export function requireSnapped(snaps: readonly (RoadSnap | undefined)[]): RoadSnap[] {
  return snaps.map((snap, index) => {
    if (snap) return snap
    throw new OsrmRefusal('NoSegment', `Could not find a matching segment for coordinate ${index}`)
  })
}

export function toWaypoint(
  snap: RoadSnap,
  coordinate: Coordinate,
  { generateHints }: OsrmRequest['options'],
): Waypoint {
  return {
    ...(generateHints && { hint: writeHint(coordinate, snap) }),
    distance: metersBetween(coordinate, snap),
    name: snap.roadName,
    location: position(Math.round(snap.lat * 1e7), Math.round(snap.lng * 1e7)),
  }
}

/** A hint holds the coordinate in millionths of a degree and the place on the road in ten-millionths. */
function writeHint(coordinate: Coordinate, snap: Coordinate): string {
  const bytes = Buffer.alloc(16)
  bytes.writeInt32LE(Math.round(coordinate.lat * 1e6), 0)
  bytes.writeInt32LE(Math.round(coordinate.lng * 1e6), 4)
  bytes.writeInt32LE(Math.round(snap.lat * 1e7), 8)
  bytes.writeInt32LE(Math.round(snap.lng * 1e7), 12)
  return bytes.toString('base64url')
}

/** Undefined for hints of another coordinate or another program: like OSRM, the coordinate is looked up then. */
function findHinted(hint: string | undefined, { lat, lng }: Coordinate): Coordinate | undefined {
  const bytes = Buffer.from(hint ?? '', 'base64url')
  if (bytes.length !== 16) return undefined
  const isOfCoordinate =
    bytes.readInt32LE(0) === Math.round(lat * 1e6) && bytes.readInt32LE(4) === Math.round(lng * 1e6)
  if (!isOfCoordinate) return undefined
  return { lat: bytes.readInt32LE(8) / 1e7, lng: bytes.readInt32LE(12) / 1e7 }
}
