// Every statement on drivers' repeatable calls, and on their notes.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { type DriverNoteRow, driverCallTable, driverNoteTable } from './driver-tables.ts'
import { addRows, findRecord, insertRecords, listRecords, setColumns } from './record-statements.ts'
import type { NewRow } from './records.ts'

/** A call by its client_id, with its time as far as the phone sends one. */
export interface DriverCall {
  client_id: string
  at?: Date | undefined
  moment_within?: number | undefined
}

/** Records a call; returns false when it was recorded before. */
export async function insertCall(scope: Scope, routeId: string, call: DriverCall): Promise<boolean> {
  const { client_id, at = null, moment_within = null } = call
  const row = { route_id: routeId, client_id, at, moment_within, created_at: scope.now }
  return (await addRows(scope, driverCallTable, [row], sql`on conflict do nothing`)) > 0
}

/** Stores the note; one with the same client_id is kept unchanged. */
export async function insertNote(
  scope: Scope,
  row: NewRow<typeof driverNoteTable>,
): Promise<DriverNoteRow | undefined> {
  const unlessSent = sql`on conflict (route_id, client_id) where client_id is not null do nothing`
  return (await insertRecords(scope, driverNoteTable, [row], unlessSent))[0]
}

export async function findNote(scope: Scope, routeId: string, clientId: string): Promise<DriverNoteRow | undefined> {
  return findRecord(scope, driverNoteTable, { route_id: routeId, client_id: clientId })
}

/** Returns the notes of a plan, newest first. */
export async function listNotesOfPlan(scope: Scope, planId: string): Promise<DriverNoteRow[]> {
  return listRecords(scope, driverNoteTable, { plan_id: planId }, sql`order by created_at desc, id`)
}

/** Returns notes by stop, oldest first. */
export async function listNotesOfStops(scope: Scope, stopIds: readonly string[]): Promise<DriverNoteRow[]> {
  return listRecords(scope, driverNoteTable, { stop_id: stopIds }, sql`order by created_at, id`)
}

export async function listNoteRows(scope: Scope, ids: readonly string[]): Promise<DriverNoteRow[]> {
  return listRecords(scope, driverNoteTable, { id: ids }, sql`order by created_at, id`)
}

/** Deletes the text and location of notes; the kind and the stars stay. */
export async function blankNotes(scope: Scope, ids: readonly string[]): Promise<number> {
  return setColumns(scope, driverNoteTable, { id: ids }, { comments: null, location: null })
}
