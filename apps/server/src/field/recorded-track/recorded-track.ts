// Positions of vans, from whatever source: stored once, then the distance driven, the share of the planned track followed up to
// the last finished stop, and the estimated times are updated.

import { limits } from '@routewright/contract'
import {
  insertPositions,
  listLatestPositions,
  listPositions,
  type NewPosition,
  type StoredPosition,
} from '../../data/positions.sql.ts'
import { mapById } from '../../data/records.ts'
import type { RouteRow } from '../../data/route-table.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listStopsOfRoutes, type NoticedVisit, writeNoticedVisits } from '../../data/stops.sql.ts'
import type { PositionValue } from '../../data/values.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { decodePolyline } from '../../geography/travel/polyline.ts'
import type { TrackLeg, TravelPoint } from '../../geography/travel/travel.ts'
import type { Fix } from '../../planning/modelling/fixes/fix.ts'
import { drawAddition, placeOfVan, readTrack, type Track } from '../../planning/modelling/fixes/track.ts'
import { noticeVisits, type Visit } from '../../planning/modelling/fixes/visits.ts'
import { latestExecuted } from '../../planning/modelling/live-state.ts'
import { findPlace } from '../../planning/modelling/places.ts'
import { planSettings } from '../../planning/modelling/settings.ts'
import { coveredShare, cutLine } from '../../planning/modelling/track-cover.ts'
import { getTravelClass } from '../../planning/modelling/travel-class.ts'
import { keepProgress, type RouteProgress, type Way } from '../estimates/estimates.ts'
import { tellVisits } from './told-visits.ts'

export { tellArrival, wasNoticed } from './told-visits.ts'

/** Metres within which the recorded track counts as following the planned one. */
const nearMeters = 100
/** Number of latest positions that are read to locate the van and to extend the track: twenty minutes of a phone under way. */
const LATEST_POSITIONS = 120

/** A visit is written again when its times differ by more than this. */
const NEWS_MILLISECONDS = 5_000

/** A route with what its driver's roads depend on, and its stops in driving order. */
export interface Tracked extends Pick<Way, 'route' | 'plan' | 'project'> {
  stops: readonly StopRow[]
}

interface RecordedFix extends Fix {
  recorded_at: Date
  orientation: number | null
}

/** Returns all positions recorded on a route. */
export async function listRecorded(scope: Scope, routeId: string): Promise<RecordedFix[]> {
  return (await listPositions(scope, routeId)).map(asFix)
}

/** Returns the believable positions of a route. */
export async function listDriven(scope: Scope, routeId: string): Promise<RecordedFix[]> {
  return readTrack(await listRecorded(scope, routeId)).fixes
}

function asFix(position: StoredPosition): RecordedFix {
  return { ...position, at: position.recorded_at.getTime() }
}

/** Returns whether the moment is possible: device clocks may run a little ahead, and no more. */
export function isPossibleMoment(scope: Scope, recordedAt: string): boolean {
  return Date.parse(recordedAt) <= scope.now.getTime() + limits.DEVICE_CLOCK_AHEAD_SECONDS * 1_000
}

/** Stores new positions, and returns how many were new; those too far in the future are ignored. The route must be locked. */
export async function recordPositions(scope: Scope, way: Way, positions: readonly NewPosition[]): Promise<number> {
  const { route } = way
  const usable = positions.filter(({ recorded_at }) => isPossibleMoment(scope, recorded_at))
  const accepted = usable.length === 0 ? 0 : await insertPositions(scope, route.id, usable)
  if (accepted === 0) return 0
  const stops = await listStopsOfRoutes(scope, [route.id])
  const latest = (await listLatestPositions(scope, route.id, LATEST_POSITIONS)).map(asFix)
  const last_position = findLastPosition(route, stops, latest)
  const tracked = { ...way, stops }
  const addition = findAddition(latest, usable, accepted, stops)
  const track = addition ? await followPositions(scope, tracked, latest, addition) : await traceRoute(scope, tracked)
  const moved = { ...way, route: { ...route, last_position } }
  await keepProgress(scope, moved, stops, { ...track, ...(last_position && { last_position }) })
  return accepted
}

/** Returns where the van probably is. The first fix of a route has no other to confirm it: it counts if the van can have come there. */
function findLastPosition(
  route: RouteRow,
  stops: readonly StopRow[],
  latest: readonly RecordedFix[],
): PositionValue | null {
  const known = route.last_position
  const place = placeOfVan(latest, findBegin(route, stops))
  if (!place || (known && Date.parse(known.created_at) >= place.at)) return known
  const { lat, lng, at } = place
  const orientation = latest.find((fix) => fix.at === at)?.orientation
  return {
    lat,
    lng,
    created_at: new Date(at).toISOString(),
    ...(orientation === null || orientation === undefined ? {} : { orientation }),
  }
}

/** Returns where the van is before its first position. */
function findBegin({ start_location, start_date }: RouteRow, stops: readonly StopRow[]) {
  const places = [start_location, ...stops.map(({ location }) => location)].flatMap((value) => findPlace(value) ?? [])
  return places.length > 0 && start_date ? { places, at: start_date.getTime() } : undefined
}

/**
 * Returns the moment from which the latest fixes are new. Undefined where some were known before or came late, because they
 * change earlier results.
 */
function findAddition(
  latest: readonly RecordedFix[],
  usable: readonly NewPosition[],
  accepted: number,
  stops: readonly StopRow[],
): number | undefined {
  if (accepted < usable.length) return undefined
  const added = new Set(usable.map(({ recorded_at }) => Date.parse(recorded_at)))
  const first = Math.min(...added)
  const isLast = latest.length > added.size && latest.slice(-added.size).every(({ at }) => added.has(at))
  const isAfterStops = stops.every(({ finished_at }) => (finished_at?.getTime() ?? 0) <= first)
  return isLast && isAfterStops ? first : undefined
}

/** Recomputes both values of a route from all its positions (read here unless given); returns neither where there are none. */
export async function traceRoute(
  scope: Scope,
  tracked: Tracked,
  recorded?: readonly RecordedFix[],
): Promise<RouteProgress> {
  const { route, stops } = tracked
  const track = readTrack(recorded ?? (await listRecorded(scope, route.id)))
  const { line } = track
  await noteVisits(scope, tracked, track)
  const [first] = line
  if (!first) return {}
  const legs = await findRoads(scope, tracked, line)
  const roads = [first, ...legs.flatMap(({ geometry }) => decodePolyline(geometry))]
  return { distance_traveled: measureLength(legs), tracing_percent: tracingPercent(route, stops, roads) }
}

/**
 * Adds the metres of the latest fixes from a moment on: where the lines with and without them differ, the length with less the
 * length without.
 */
async function followPositions(
  scope: Scope,
  tracked: Tracked,
  latest: readonly RecordedFix[],
  from: number,
): Promise<RouteProgress> {
  const before = readTrack(latest.filter(({ at }) => at < from))
  const track = readTrack(latest)
  await noteVisits(scope, tracked, track)
  const { without, withThem } = drawAddition(before, track)
  const [less, more] = [await findRoads(scope, tracked, without), await findRoads(scope, tracked, withThem)]
  const meters = (tracked.route.distance_traveled ?? 0) + measureLength(more) - measureLength(less)
  return { distance_traveled: Math.max(0, meters) }
}

/** Writes changed times of the van's arrival at stops and departure from them. */
async function noteVisits(scope: Scope, { route, plan, stops }: Tracked, track: Track): Promise<void> {
  const places = stops.flatMap((stop) => {
    const place = findPlace(stop.location)
    const until = stop.finished_at?.getTime() ?? Number.POSITIVE_INFINITY
    return place ? [{ ...place, id: stop.id, until }] : []
  })
  const known = mapById(stops)
  const visits = noticeVisits(track, places).flatMap((visit) => asNews(visit, known.get(visit.stopId)) ?? [])
  if (visits.length === 0) return
  const written = await writeNoticedVisits(scope, route.id, visits)
  await tellVisits(scope, plan, written, known)
}

/** Returns the visit; undefined where the stop has these times already. */
function asNews({ stopId, arrivedAt, leftAt }: Visit, stop: StopRow | undefined): NoticedVisit | undefined {
  const isKnown =
    isSameMoment(stop?.noticed_arrival_time, arrivedAt) && isSameMoment(stop?.noticed_departure_time, leftAt)
  if (isKnown) return undefined
  return {
    id: stopId,
    noticed_arrival_time: new Date(arrivedAt).toISOString(),
    noticed_departure_time: leftAt === undefined ? null : new Date(leftAt).toISOString(),
  }
}

function isSameMoment(known: Date | null | undefined, moment: number | undefined): boolean {
  if (!known || moment === undefined) return !known && moment === undefined
  return Math.abs(known.getTime() - moment) < NEWS_MILLISECONDS
}

/**
 * Returns the recorded line matched to the roads of the route's mode, including forbidden ones, as drivers use these too; without
 * roads, the straight line.
 */
async function findRoads(
  { travel }: Scope,
  { route, plan, project }: Tracked,
  line: readonly Fix[],
): Promise<TrackLeg[]> {
  const { mode } = getTravelClass(route, planSettings(plan, project))
  const recorded = line.map(({ lat, lng, accuracy, at }) => {
    const position = { lat, lng, atSeconds: at / 1_000 }
    return accuracy === null ? position : { ...position, accuracyMeters: accuracy }
  })
  return travel.track(recorded, mode)
}

function measureLength(legs: readonly TrackLeg[]): number {
  return Math.round(legs.reduce((sum, { meters }) => sum + meters, 0))
}

/**
 * Returns the percentage followed, 0..100 with one decimal; null while no stop is finished, or where nothing was planned.
 * `driven` is the recorded track.
 */
function tracingPercent(route: RouteRow, stops: readonly StopRow[], driven: readonly TravelPoint[]): number | null {
  const last = latestExecuted(stops.filter((stop) => stop.finished_at !== null))
  if (!last || !route.planned_track || !route.planned_distance) return null
  const passed = stops.slice(0, stops.indexOf(last) + 1)
  const meters = passed.reduce((sum, stop) => sum + (stop.distance_to_previous_stop ?? 0), 0)
  const planned = cutLine(decodePolyline(route.planned_track), meters / route.planned_distance)
  const share = coveredShare(planned, driven, nearMeters)
  return share === undefined ? null : Math.round(share * 1_000) / 10
}
