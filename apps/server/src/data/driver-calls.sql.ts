// The queries of drivers' calls: positions, heartbeats, breaks, arrivals, notes, earlier visits.

import { type Insertable, sql } from 'kysely'
import { json, type Tx } from '../platform/scope.ts'
import type { DriverNoteRow } from './driver-tables.ts'
import type { Database } from './tables.ts'

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

/** The vehicle's driver application is there; noted at most every few seconds. */
export async function noteHeartbeat(tx: Tx, vehicleId: string, now: Date, notBefore: Date): Promise<void> {
  await tx
    .updateTable('vehicles')
    .set({ session_seen_at: now })
    .where('id', '=', vehicleId)
    .where((eb) => eb.or([eb('session_seen_at', 'is', null), eb('session_seen_at', '<', notBefore)]))
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

/** Notes that a call was made; false when it was noted before. */
export async function insertCall(tx: Tx, routeId: string, clientId: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('driver_calls')
    .values({ route_id: routeId, client_id: clientId, created_at: now })
    .onConflict((clash) => clash.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Stores the note; one that was sent before under its client_id stays as it is. */
export async function insertNote(
  tx: Tx,
  row: Insertable<Database['driver_notes']>,
): Promise<DriverNoteRow | undefined> {
  return tx
    .insertInto('driver_notes')
    .values(row)
    .onConflict((clash) => clash.columns(['route_id', 'client_id']).where('client_id', 'is not', null).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findNote(tx: Tx, routeId: string, clientId: string): Promise<DriverNoteRow | undefined> {
  return tx
    .selectFrom('driver_notes')
    .selectAll()
    .where('route_id', '=', routeId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

/** The notes of a plan, newest first. */
export async function selectNotes(tx: Tx, organizationId: string, planId: string): Promise<DriverNoteRow[]> {
  return tx
    .selectFrom('driver_notes')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('plan_id', '=', planId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function selectNotesById(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<DriverNoteRow[]> {
  if (ids.length === 0) return []
  return tx
    .selectFrom('driver_notes')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export interface LastVisitRow {
  stop_id: string
  type: 'service_report_attempted' | 'service_report_completed' | 'service_report_canceled'
  created_at: Date
  images: { id: string; url: string }[]
  comments: string | null
  cancel_reason: string | null
}

/** For each pending stop of the route the latest report of another stop at the same place or address book entry. */
export async function selectLastVisits(tx: Tx, route: { id: string; project_id: string }): Promise<LastVisitRow[]> {
  const { rows } = await sql<LastVisitRow>`
    select s.id as stop_id, v.type, v.created_at, v.images, v.comments, v.cancel_reason
    from stops s cross join lateral (
      select r.type, r.created_at, r.images, r.comments, r.cancel_reason
      from (
        select o.id from stops o where o.client_id = s.client_id and o.project_id = ${route.project_id}
        union
        select o.id from stops o where o.project_id = ${route.project_id}
        and o.location->>'lat' = s.location->>'lat' and o.location->>'lng' = s.location->>'lng' and o.location is not null
      ) o join reports r on r.stop_id = o.id
      where o.id != s.id
      order by r.created_at desc, r.id desc limit 1
    ) v
    where s.route_id = ${route.id} and s.deleted = false and s.status = 'pending'
    order by s."order", s.id`.execute(tx)
  return rows
}
