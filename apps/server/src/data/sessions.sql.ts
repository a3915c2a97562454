// Every statement on sessions alone.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope } from '../frame/platform/scope.ts'
import { addRows, findRecord, listRecords, removeRows } from './record-statements.ts'
import type { NewRow } from './records.ts'
import { type SessionRow, userSessionTable } from './user-tables.ts'

/** Who comes in once a week is not sent to sign in each time, not even after a week off. */
const IDLE_DAYS = 14

/**
 * Sessions that were last used before this moment have ended. A page that is open asks for news, so a dispatcher's screen stays
 * signed in.
 */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - IDLE_DAYS * 86_400_000)
}

export async function insertSession(scope: Scope, row: NewRow<typeof userSessionTable>): Promise<void> {
  await addRows(scope, userSessionTable, [row])
}

/** Returns the user's valid sessions, last seen first. */
export async function listSessionRows(scope: Scope, userId: string): Promise<SessionRow[]> {
  const isOpen = sql`expires_at > ${scope.now} and last_seen_at >= ${idleSince(scope.now)}`
  return listRecords(scope, userSessionTable, [{ user_id: userId }, isOpen], sql`order by last_seen_at desc, id desc`)
}

/** Returns a session of the user. */
export async function findSession(scope: Scope, userId: string, id: string): Promise<SessionRow | undefined> {
  return findRecord(scope, userSessionTable, { id, user_id: userId })
}

/** Returns whether the user had this session. */
export async function deleteSession(scope: Scope, userId: string, id: string): Promise<boolean> {
  return (await removeRows(scope, userSessionTable, { id, user_id: userId })) > 0
}

export async function deleteSessionsExcept(scope: Scope, userId: string, keptId: string | undefined): Promise<void> {
  const others = keptId === undefined ? [] : [sql`id <> ${keptId}`]
  await removeRows(scope, userSessionTable, [{ user_id: userId }, ...others])
}

export async function deleteExpiredSessions(scope: Scope, userId: string): Promise<void> {
  const hasEnded = sql`(expires_at <= ${scope.now} or last_seen_at < ${idleSince(scope.now)})`
  await removeRows(scope, userSessionTable, [{ user_id: userId }, hasEnded])
}

/** Stores that a session was used, before the request is authorized. */
export async function touchSession(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('user_sessions').set({ last_seen_at: now }).where('id', '=', id).execute()
}

/** Deletes the sessions that the provider opened. */
export async function deleteSessionsOfProvider(scope: Scope, providerId: string): Promise<void> {
  await removeRows(scope, userSessionTable, { provider_id: providerId })
}
