// Reads recorded positions and writes what they say about a route; derived values, so `updated_at` stays.
import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'

export interface RecordedPosition {
  lat: number
  lng: number
}

/** Where the route's driver was, in order of time, without positions that may be off by more than so many metres. */
export async function listPositions(scope: Scope, routeId: string, worstAccuracy: number): Promise<RecordedPosition[]> {
  return scope.tx
    .selectFrom('positions')
    .select(['lat', 'lng'])
    .where('route_id', '=', routeId)
    .where('organization_id', '=', scope.organizationId)
    .where((eb) => eb.or([eb('accuracy', 'is', null), eb('accuracy', '<=', worstAccuracy)]))
    .orderBy('recorded_at')
    .execute()
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
