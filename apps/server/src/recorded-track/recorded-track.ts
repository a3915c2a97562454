// Where vans are, wherever their positions come from: stored once, then what was driven (how far, and how much of the planned
// track up to the last finished stop was followed) and the estimated times follow.

import { limits } from '@routewright/contract'
import {
  insertPositions,
  listPositions,
  listPositionsBefore,
  type NewPosition,
  type StoredPosition,
} from '../data/positions.sql.ts'
import type { RouteRow } from '../data/route-table.ts'
import type { StopRow } from '../data/stop-table.ts'
import { listStopsOfRoutes } from '../data/stops.sql.ts'
import type { PositionValue } from '../data/values.ts'
import { keepProgress, type RouteProgress, type Way } from '../estimates/estimates.ts'
import { latestExecuted } from '../modelling/live-state.ts'
import { withoutSpikes } from '../modelling/position-spikes.ts'
import { planSettings } from '../modelling/settings.ts'
import { coveredShare, cutLine } from '../modelling/track-cover.ts'
import { travelClassOf } from '../modelling/travel-class.ts'
import type { Scope } from '../platform/scope.ts'
import { decodePolyline } from '../travel/polyline.ts'
import type { TrackLeg, TravelPoint } from '../travel/travel.ts'

/** The planned track counts as followed where the recorded one is this near. */
const nearMeters = 100
/** Positions that may be off by more say nothing about the street. */
const worstAccuracyMeters = 100
/** So many earlier positions decide which road the next one is on. */
const contextLength = 6

/** A route with what the roads of its driver depend on, and its stops in driving order. */
export interface Tracked extends Pick<Way, 'route' | 'plan' | 'project'> {
  stops: readonly StopRow[]
}

/** The positions of a route that say something about its roads. */
export async function listRecorded(scope: Scope, routeId: string): Promise<StoredPosition[]> {
  return listPositions(scope, routeId, worstAccuracyMeters)
}

/** The same without leaps that no van makes. */
export async function listDriven(scope: Scope, routeId: string): Promise<StoredPosition[]> {
  return withoutSpikes(await listRecorded(scope, routeId))
}

/** Whether the moment can be true: device clocks may run a little ahead, and no more. */
export function isPossibleMoment(scope: Scope, recordedAt: string): boolean {
  return Date.parse(recordedAt) <= scope.now.getTime() + limits.DEVICE_CLOCK_AHEAD_SECONDS * 1_000
}

/**
 * Stores those that are new, and answers how many were; those of a clock that runs too far ahead are left out. The route must
 * be locked.
 */
export async function recordPositions(scope: Scope, way: Way, positions: readonly NewPosition[]): Promise<number> {
  const { route } = way
  const usable = positions.filter(({ recorded_at }) => isPossibleMoment(scope, recorded_at))
  const accepted = usable.length === 0 ? 0 : await insertPositions(scope, route.id, usable)
  if (accepted === 0) return 0
  const last_position = latestOf(route, usable)
  const stops = await listStopsOfRoutes(scope, [route.id])
  // Where some were known already, what is new is not known here.
  const isAllNew = accepted === usable.length
  const tracked = { ...way, stops }
  const track = isAllNew ? await followPositions(scope, tracked, usable) : await traceRoute(scope, tracked)
  const moved = { ...way, route: { ...route, last_position } }
  await keepProgress(scope, moved, stops, { ...track, last_position })
  return accepted
}

/** The latest of the positions, unless a later one is known: phones send what they kept offline in any order. */
function latestOf({ last_position: known }: RouteRow, positions: readonly NewPosition[]): PositionValue {
  const last = positions.reduce((latest, one) =>
    Date.parse(latest.recorded_at) >= Date.parse(one.recorded_at) ? latest : one,
  )
  if (known && Date.parse(known.created_at) >= Date.parse(last.recorded_at)) return known
  return {
    lat: last.lat,
    lng: last.lng,
    created_at: new Date(last.recorded_at).toISOString(),
    ...(last.orientation === undefined ? {} : { orientation: last.orientation }),
  }
}

/** Both values of a route, computed anew from all its positions (read here unless they were); neither where there are none. */
export async function traceRoute(
  scope: Scope,
  tracked: Tracked,
  recorded?: readonly StoredPosition[],
): Promise<RouteProgress> {
  const { route, stops } = tracked
  const positions = withoutSpikes(recorded ?? (await listRecorded(scope, route.id)))
  const [first] = positions
  if (!first) return {}
  const legs = await findRoads(scope, tracked, positions)
  const line = [first, ...legs.flatMap(({ geometry }) => decodePolyline(geometry))]
  return { distance_traveled: Math.round(lengthOf(legs)), tracing_percent: tracingPercent(route, stops, line) }
}

export interface NewlyRecorded extends TravelPoint {
  recorded_at: string
  accuracy?: number
}

/**
 * Takes account of positions that were just stored, all of them new to the route. Those of the way since the last position and
 * the last finished stop only add their metres, found with the few before them that tell the road; late ones change what was
 * computed before. The route is as it was before them.
 */
export async function followPositions(
  scope: Scope,
  tracked: Tracked,
  added: readonly NewlyRecorded[],
): Promise<RouteProgress> {
  const { route, stops } = tracked
  const inOrder = added.toSorted((a, b) => Date.parse(a.recorded_at) - Date.parse(b.recorded_at))
  const [first] = inOrder
  if (!first) return {}
  const moments = [
    route.last_position ? Date.parse(route.last_position.created_at) : 0,
    ...stops.map(({ finished_at }) => finished_at?.getTime() ?? 0),
  ]
  if (Date.parse(first.recorded_at) < Math.max(...moments)) return traceRoute(scope, tracked)
  const moment = new Date(first.recorded_at)
  const before = await listPositionsBefore(scope, route.id, worstAccuracyMeters, moment, contextLength)
  const positions = withoutSpikes([...before, ...inOrder.flatMap(asUsable)])
  const knownCount = positions.filter(({ recorded_at }) => recorded_at < moment).length
  const legs = await findRoads(scope, tracked, positions)
  const meters = Math.round(lengthOf(legs.slice(Math.max(0, knownCount - 1))))
  return { distance_traveled: (route.distance_traveled ?? 0) + meters }
}

function asUsable({ lat, lng, recorded_at, accuracy }: NewlyRecorded): StoredPosition[] {
  const isUsable = accuracy === undefined || accuracy <= worstAccuracyMeters
  return isUsable ? [{ lat, lng, accuracy: accuracy ?? null, recorded_at: new Date(recorded_at) }] : []
}

/** The way along the positions on the roads of the route's mode, for drivers also go where they may not; without roads, straight. */
async function findRoads(
  { travel }: Scope,
  { route, plan, project }: Tracked,
  positions: readonly StoredPosition[],
): Promise<TrackLeg[]> {
  const { mode } = travelClassOf(route, planSettings(plan, project))
  const recorded = positions.map(({ lat, lng, accuracy, recorded_at }) => {
    const position = { lat, lng, atSeconds: recorded_at.getTime() / 1_000 }
    return accuracy === null ? position : { ...position, accuracyMeters: accuracy }
  })
  return travel.track(recorded, mode)
}

function lengthOf(legs: readonly TrackLeg[]): number {
  return legs.reduce((sum, { meters }) => sum + meters, 0)
}

/** 0..100 with one decimal; null while no stop is finished, or where nothing was planned. `driven` is the recorded track. */
function tracingPercent(route: RouteRow, stops: readonly StopRow[], driven: readonly TravelPoint[]): number | null {
  const last = latestExecuted(stops.filter((stop) => stop.finished_at !== null))
  if (!last || !route.planned_track || !route.planned_distance) return null
  const passed = stops.slice(0, stops.indexOf(last) + 1)
  const meters = passed.reduce((sum, stop) => sum + (stop.distance_to_previous_stop ?? 0), 0)
  const planned = cutLine(decodePolyline(route.planned_track), meters / route.planned_distance)
  const share = coveredShare(planned, driven, nearMeters)
  return share === undefined ? null : Math.round(share * 1_000) / 10
}
