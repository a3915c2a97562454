// Reads recorded positions and writes what they say about a route; derived values, so `updated_at` stays.
import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'

export interface StoredPosition {
  lat: number
  lng: number
  accuracy: number | null
  recorded_at: Date
}

/** Where the route's driver was, in order of time, without positions that may be off by more than so many metres. */
export async function listPositions(scope: Scope, routeId: string, worstAccuracy: number): Promise<StoredPosition[]> {
  return usablePositions(scope, routeId, worstAccuracy).orderBy('recorded_at').execute()
}

/** The last of them before a moment, in order of time. */
export async function listPositionsBefore(
  scope: Scope,
  routeId: string,
  worstAccuracy: number,
  moment: Date,
  most: number,
): Promise<StoredPosition[]> {
  const latestFirst = await usablePositions(scope, routeId, worstAccuracy)
    .where('recorded_at', '<', moment)
    .orderBy('recorded_at', 'desc')
    .limit(most)
    .execute()
  return latestFirst.reverse()
}

function usablePositions(scope: Scope, routeId: string, worstAccuracy: number) {
  return scope.tx
    .selectFrom('positions')
    .select(['lat', 'lng', 'accuracy', 'recorded_at'])
    .where('route_id', '=', routeId)
    .where('organization_id', '=', scope.organizationId)
    .where((eb) => eb.or([eb('accuracy', 'is', null), eb('accuracy', '<=', worstAccuracy)]))
}

export interface RecordedTrack {
  distance_traveled: number
  tracing_percent: number | null
}

export async function writeRecordedTrack(scope: Scope, routeId: string, track: RecordedTrack): Promise<void> {
  await scope.tx
    .updateTable('routes')
    .set(track)
    .where('id', '=', routeId)
    .where('organization_id', '=', scope.organizationId)
    .execute()
}

export async function addDistance(scope: Scope, routeId: string, meters: number): Promise<void> {
  await sql`
    update routes set distance_traveled = coalesce(distance_traveled, 0) + ${meters}::double precision
    where id = ${routeId} and organization_id = ${scope.organizationId}`.execute(scope.tx)
}

/** When the last stop of the route was finished. */
export async function findLastFinish(scope: Scope, routeId: string): Promise<Date | undefined> {
  const row = await scope.tx
    .selectFrom('stops')
    .select((eb) => eb.fn.max('finished_at').as('last'))
    .where('route_id', '=', routeId)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .executeTakeFirst()
  return row?.last ?? undefined
}
