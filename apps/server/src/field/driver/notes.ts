// The rules of drivers' notes to the dispatcher outside reports: a problem on the way, how the day was.
import type { DriverNoteInput } from '@routewright/contract'
import { findNote, insertNote, listNoteRows, listNotesOfPlan } from '../../data/driver-calls.sql.ts'
import { driverNoteTable } from '../../data/driver-tables.ts'
import { emptyRow, recordMaker, sentValues } from '../../data/records.ts'
import { invalidPayload } from '../../frame/platform/api-error.ts'
import { readDeviceTime } from '../../frame/platform/device-time.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { getPlan } from '../../planning/plans/plans.ts'
import { setDoor } from './doors.ts'
import { type DriverCaller, getOwnRoute, getOwnStop } from './own-route.ts'

/**
 * Stores the note; repeated with the same client_id, it returns the stored one. A reported door moves the stop. Throws 404 for a
 * stop of another route, 400 for a door without its stop or place.
 */
export async function takeNote(scope: Scope, caller: DriverCaller, input: DriverNoteInput) {
  const route = await getOwnRoute(scope, caller)
  if (input.stop_id) await getOwnStop(scope, route, input.stop_id)
  if (input.kind === 'door') requireDoor(input)
  const stored = await insertNote(scope, {
    ...emptyRow(driverNoteTable),
    ...sentValues(driverNoteTable, input),
    id: createId(scope.now),
    project_id: route.project_id,
    plan_id: route.plan_id,
    route_id: route.id,
    stop_id: input.stop_id ?? null,
    kind: input.kind,
    client_id: input.client_id ?? null,
    created_at: readDeviceTime(input.at, scope.now, 'at'),
    received_at: scope.now,
  })
  if (stored?.kind === 'door') await setDoor(scope, stored.stop_id!, stored.location!)
  const note = stored ?? (await findNote(scope, route.id, input.client_id!))!
  return { isRepeated: stored === undefined, note: noteRecord(note) }
}

function requireDoor({ stop_id, location }: DriverNoteInput): void {
  if (stop_id === undefined) throw invalidPayload('stop_id', 'a door belongs to a stop')
  if (location === undefined) throw invalidPayload('location', 'where the door is must be told')
}

/** Returns the notes of a plan's drivers, newest first. Throws 404, or 403 when the caller cannot access the plan. */
export async function listNotes(scope: Scope, planId: string) {
  const plan = await getPlan(scope, planId)
  return (await listNotesOfPlan(scope, plan.id)).map(noteRecord)
}

/** Returns these notes, oldest first. */
export async function findNotes(scope: Scope, ids: readonly string[]) {
  return (await listNoteRows(scope, ids)).map(noteRecord)
}

const noteRecord = recordMaker(driverNoteTable)
