// The queries of drivers' calls: positions, heartbeats, breaks, arrivals, notes, earlier visits.

import type { Insertable } from 'kysely'
import type { Tx } from '../platform/scope.ts'
import type { DriverNoteRow } from './driver-tables.ts'
import type { Database } from './tables.ts'

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
