// Planned against driven: how far the driver went, and how much of the planned track up to the last finished stop was followed.
import { latestExecuted } from '../modelling/live-state.ts'
import { coveredShare, cutLine, recordedMeters } from '../modelling/track-cover.ts'
import type { Scope } from '../platform/scope.ts'
import type { RouteRow } from '../resources/route.ts'
import type { StopRow } from '../resources/stop.ts'
import { getRoute } from '../routes/routes.ts'
import { listStopsInOrder } from '../sequence/sequence.ts'
import { decodePolyline } from '../travel/polyline.ts'
import type { TravelPoint } from '../travel/travel.ts'
import { addDistance, findLastFinish, listPositions, writeRecordedTrack } from './recorded-track.sql.ts'

/** The planned track counts as followed where the recorded one is this near. */
const nearMeters = 100
/** Positions that may be off by more say nothing about the street. */
const worstAccuracyMeters = 100

/** Computes both values of a route anew from all its positions. Without any it changes nothing. */
export async function updateRecordedTrack(scope: Scope, routeId: string): Promise<void> {
  const positions = await listPositions(scope, routeId, worstAccuracyMeters)
  if (positions.length === 0) return
  const route = await getRoute(scope, routeId)
  const stops = await listStopsInOrder(scope, [routeId])
  await writeRecordedTrack(scope, routeId, {
    distance_traveled: Math.round(recordedMeters(positions)),
    tracing_percent: tracingPercent(route, stops, positions),
  })
}

export interface NewlyRecorded extends TravelPoint {
  recorded_at: string
  accuracy?: number
}

/**
 * Takes account of positions that were just stored, all of them new to the route. Those of the way since the last position and
 * the last finished stop only add their metres; late ones change what was computed before. `route` is as it was before them.
 */
export async function followPositions(scope: Scope, route: RouteRow, added: readonly NewlyRecorded[]): Promise<void> {
  const inOrder = added.toSorted((a, b) => Date.parse(a.recorded_at) - Date.parse(b.recorded_at))
  const [first] = inOrder
  if (!first) return
  const since = Math.max(
    route.last_position ? Date.parse(route.last_position.created_at) : 0,
    (await findLastFinish(scope, route.id))?.getTime() ?? 0,
  )
  if (Date.parse(first.recorded_at) < since) return updateRecordedTrack(scope, route.id)
  const usable = inOrder.filter(({ accuracy }) => accuracy === undefined || accuracy <= worstAccuracyMeters)
  const meters = recordedMeters([...(route.last_position ? [route.last_position] : []), ...usable])
  await addDistance(scope, route.id, Math.round(meters))
}

/** 0..100 with one decimal; null while no stop is finished, or where nothing was planned. */
function tracingPercent(route: RouteRow, stops: readonly StopRow[], positions: readonly TravelPoint[]): number | null {
  const last = latestExecuted(stops.filter((stop) => stop.finished_at !== null))
  if (!last || !route.planned_track || !route.planned_distance) return null
  const driven = stops.slice(0, stops.indexOf(last) + 1)
  const meters = driven.reduce((sum, stop) => sum + (stop.distance_to_previous_stop ?? 0), 0)
  const planned = cutLine(decodePolyline(route.planned_track), meters / route.planned_distance)
  const share = coveredShare(planned, positions, nearMeters)
  return share === undefined ? null : Math.round(share * 1_000) / 10
}
