// The rules of what drivers tell the dispatcher beside reports: a problem on the way, how the day was.
import type { DriverNoteInput } from '@routewright/contract'
import { findNote, insertNote, selectNotes, selectNotesById } from '../data/driver-calls.sql.ts'
import type { DriverNoteRow } from '../data/driver-tables.ts'
import { getPlan } from '../plans/plans.ts'
import { readDeviceTime } from '../platform/device-time.ts'
import { createId } from '../platform/ids.ts'
import { jsonOrNull, type Scope } from '../platform/scope.ts'
import { type DriverCaller, getOwnRoute, getOwnStop } from './own-route.ts'

/** Stores the note; sent again under its client_id it answers the stored one. Throws 404 for a stop of another route. */
export async function takeNote(scope: Scope, caller: DriverCaller, input: DriverNoteInput) {
  const route = await getOwnRoute(scope, caller)
  if (input.stop_id) await getOwnStop(scope, route, input.stop_id)
  const row = {
    id: createId(scope.now),
    organization_id: scope.organizationId,
    project_id: route.project_id,
    plan_id: route.plan_id,
    route_id: route.id,
    stop_id: input.stop_id ?? null,
    kind: input.kind,
    category: input.category ?? null,
    rating: input.rating ?? null,
    comments: input.comments ?? null,
    location: jsonOrNull(input.location),
    client_id: input.client_id ?? null,
    created_at: readDeviceTime(input.at, scope.now, 'at'),
    received_at: scope.now,
  }
  const stored = await insertNote(scope.tx, row)
  const note = stored ?? (await findNote(scope.tx, route.id, row.client_id!))!
  return { isRepeated: stored === undefined, note: noteRecord(note) }
}

/** What the drivers of a plan told, newest first. Throws 404, or 403 when the plan is out of reach. */
export async function listNotes(scope: Scope, planId: string) {
  const plan = await getPlan(scope, planId)
  return (await selectNotes(scope.tx, scope.organizationId, plan.id)).map(noteRecord)
}

/** These notes, oldest first. */
export async function findNotes(scope: Scope, ids: readonly string[]) {
  return (await selectNotesById(scope.tx, scope.organizationId, ids)).map(noteRecord)
}

function noteRecord(row: DriverNoteRow) {
  const { id, plan_id, route_id, kind, created_at } = row
  const optional = {
    stop_id: row.stop_id,
    category: row.category,
    rating: row.rating,
    comments: row.comments,
    location: row.location,
  }
  const present = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null))
  return { id, plan_id, route_id, kind, ...present, created_at }
}
