// Where a van is at a time of the plan's day: where it was recorded, else along its way by the times that the timeline shows. Pure.
import type { BareRoute as Route } from '@routewright/contract'
import type { PlanData } from '../plan/plan-data.ts'
import { secondsAt, shownTimes } from '../plan/stop-times.ts'
import type { DrivenTrack } from './driven-tracks.ts'
import { getTrack } from './plan-features.ts'

/** Longitude before latitude, degrees. */
type Place = [number, number]

/** A point of a van's way, and when the van is there: seconds of the plan's day. */
export interface TimedPoint {
  at: Place
  seconds: number
}

export interface VanPlace {
  at: Place
  /** Degrees from north. */
  heading: number
}

const METERS_PER_DEGREE = 111_195
/** A stop is served where its way first comes as near as it ever will, give or take this many metres. */
const AS_NEAR = 25

/** The way of a route as it is driven: served, expected or planned. Empty without a way or without times. */
export function readDrive(data: PlanData, route: Route, midnight: number): TimedPoint[] {
  const { start, end } = hoursOnTheWay(route, midnight)
  if (start === undefined || end === undefined) return []
  const drive: TimedPoint[] = []
  let rest = getTrack(data, route)
  let leaves = start
  for (const { place, arrival, departure } of listVisits(data, route, midnight)) {
    const index = nearestAhead(rest, place)
    drive.push(...timedLeg(rest.slice(0, index + 1), leaves, arrival))
    rest = rest.slice(index)
    leaves = departure
  }
  drive.push(...timedLeg(rest, leaves, end))
  return inOrder(drive)
}

/** When the van leaves and when it is back, seconds of the plan's day. */
function hoursOnTheWay(route: Route, midnight: number): { start: number | undefined; end: number | undefined } {
  const { planned_start_time: planned, planned_loading_time: loading = 0, start_date } = route
  const end = route.end_date ?? route.estimated_end_time
  const leaves = planned === undefined ? undefined : planned + loading
  return {
    start: start_date ? secondsAt(start_date, midnight) : leaves,
    end: end ? secondsAt(end, midnight) : route.planned_end_time,
  }
}

/** The stops of a route that have a place and times. */
function listVisits({ stops, orders }: PlanData, route: Route, midnight: number) {
  return (orders.get(route.id) ?? []).flatMap((id) => {
    const stop = stops.get(id)
    const times = stop && shownTimes(stop, midnight)
    const { lat, lng } = stop?.location ?? {}
    if (!times || lat === undefined || lng === undefined) return []
    const place: Place = [lng, lat]
    return [{ place, arrival: times.arrival, departure: times.end }]
  })
}

/** The points of a leg that is driven evenly. */
function timedLeg(line: readonly Place[], leaves: number, arrives: number): TimedPoint[] {
  const lengths = line.map((place, index) => metersBetween(line[index - 1] ?? place, place))
  const total = lengths.reduce((sum, length) => sum + length, 0) || 1
  let driven = 0
  return line.map((at, index) => {
    driven += lengths[index] ?? 0
    return { at, seconds: leaves + ((arrives - leaves) * driven) / total }
  })
}

/** Stops that were served in another order than planned do not turn time back. */
function inOrder(points: readonly TimedPoint[]): TimedPoint[] {
  let latest = -Infinity
  return points.map(({ at, seconds }) => {
    latest = Math.max(latest, seconds)
    return { at, seconds: latest }
  })
}

/** The recorded positions of a van as its way. */
export function readRecorded({ geometry, properties }: DrivenTrack, midnight: number): TimedPoint[] {
  return (properties.times ?? []).flatMap((time, index) => {
    const at = geometry.coordinates[index]
    return at ? [{ at, seconds: secondsAt(time, midnight) }] : []
  })
}

/** Undefined before the way begins and once it has ended. */
export function placeOnWay(points: readonly TimedPoint[], seconds: number): VanPlace | undefined {
  const next = points.findIndex((point) => point.seconds > seconds)
  const [from, to] = [points[next - 1], points[next]]
  if (!from || !to) return undefined
  const share = (seconds - from.seconds) / (to.seconds - from.seconds)
  const at: Place = [from.at[0] + share * (to.at[0] - from.at[0]), from.at[1] + share * (to.at[1] - from.at[1])]
  return { at, heading: heading(from.at, to.at) }
}

function heading([fromLng, fromLat]: Place, [toLng, toLat]: Place): number {
  const east = (toLng - fromLng) * Math.cos((fromLat * Math.PI) / 180)
  return (Math.atan2(east, toLat - fromLat) * 180) / Math.PI
}

function metersBetween([fromLng, fromLat]: Place, [toLng, toLat]: Place): number {
  const east = (toLng - fromLng) * Math.cos((fromLat * Math.PI) / 180)
  return Math.sqrt(east ** 2 + (toLat - fromLat) ** 2) * METERS_PER_DEGREE
}

/**
 * The first point at which the line is about as near to the place as it ever comes. Makes no lists and draws no roots: a long line is
 * asked for every stop.
 */
function nearestAhead(line: readonly Place[], [lng, lat]: Place): number {
  const narrow = Math.cos((lat * Math.PI) / 180)
  const squareAway = (point: Place) => {
    const east = (point[0] - lng) * narrow
    const north = point[1] - lat
    return east * east + north * north
  }
  let least = Infinity
  for (const point of line) least = Math.min(least, squareAway(point))
  const near = (Math.sqrt(least) + AS_NEAR / METERS_PER_DEGREE) ** 2
  const index = line.findIndex((point) => squareAway(point) <= near)
  return Math.max(0, index)
}
