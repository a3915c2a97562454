// Every statement on recorded positions.
import { sql } from 'kysely'
import { json, type Scope, type Tx } from '../platform/scope.ts'

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

export interface NewPosition {
  lat: number
  lng: number
  recorded_at: string
  orientation?: number
  speed?: number
  accuracy?: number
}

/** Stores the positions that are new, by one statement, and answers how many were. */
export async function insertPositions(
  tx: Tx,
  owner: { organizationId: string; routeId: string; now: Date },
  positions: readonly NewPosition[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with stored as (
      insert into positions (route_id, organization_id, recorded_at, received_at, lat, lng, orientation, speed, accuracy)
      select distinct on (p.recorded_at) ${owner.routeId}, ${owner.organizationId}, p.recorded_at, ${owner.now}::timestamptz,
        p.lat, p.lng, p.orientation, p.speed, p.accuracy
      from jsonb_to_recordset(${json(positions)}::jsonb) as p(
        recorded_at timestamptz, lat double precision, lng double precision,
        orientation double precision, speed double precision, accuracy double precision)
      on conflict (route_id, recorded_at) do nothing returning 1)
    select count(*) as count from stored`.execute(tx)
  return rows[0]!.count
}
