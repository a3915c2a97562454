// The queries of drivers' calls: positions, heartbeats, breaks, arrivals.
import { type Selectable, sql } from 'kysely'
import type { BreakStopValue, PositionValue, RoutesTable } from '../platform/schema.ts'
import { json, laterThanBefore, type Tx } from '../platform/scope.ts'

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

/** The route's last position, unless a later one is known: phones send what they kept offline in any order. */
export async function setLastPosition(tx: Tx, routeId: string, position: PositionValue): Promise<void> {
  await sql`
    update routes set last_position = ${json(position)}::jsonb where id = ${routeId}
    and (last_position is null or (last_position->>'created_at')::timestamptz < ${position.created_at}::timestamptz)`.execute(
    tx,
  )
}

/** The vehicle's driver application is there; noted at most every few seconds. */
export async function noteHeartbeat(tx: Tx, vehicleId: string, now: Date, notBefore: Date): Promise<void> {
  await tx
    .updateTable('vehicles')
    .set({ session_seen_at: now })
    .where('id', '=', vehicleId)
    .where((eb) => eb.or([eb('session_seen_at', 'is', null), eb('session_seen_at', '<', notBefore)]))
    .execute()
}

export async function setBreakStop(
  tx: Tx,
  routeId: string,
  value: BreakStopValue,
  now: Date,
): Promise<Selectable<RoutesTable>> {
  return tx
    .updateTable('routes')
    .set({ break_stop: json(value), updated_at: laterThanBefore(now) })
    .where('id', '=', routeId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The first arrival counts. */
export async function setArrival(tx: Tx, stopId: string, arrivedAt: Date, now: Date): Promise<void> {
  await tx
    .updateTable('stops')
    .set({ arrived_at: arrivedAt, updated_at: laterThanBefore(now) })
    .where('id', '=', stopId)
    .where('arrived_at', 'is', null)
    .execute()
}

/** Stops of the route that hold a package with this identifier. */
export async function selectStopsWithPackage(tx: Tx, routeId: string, identifier: string): Promise<{ id: string }[]> {
  return tx
    .selectFrom('packages')
    .innerJoin('stops', 'stops.id', 'packages.stop_id')
    .select('stops.id')
    .where('stops.route_id', '=', routeId)
    .where('stops.deleted', '=', false)
    .where('packages.identifier', '=', identifier)
    .orderBy('stops.order')
    .execute()
}
