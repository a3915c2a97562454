// The queries of sessions.

import type { Insertable } from 'kysely'
import type { Db } from '../platform/db.ts'
import type { Tx } from '../platform/scope.ts'
import type { Database } from './tables.ts'
import type { SessionRow } from './user-tables.ts'

export async function insertSession(tx: Tx, row: Insertable<Database['user_sessions']>): Promise<void> {
  await tx.insertInto('user_sessions').values(row).execute()
}

export async function selectSessions(tx: Tx, userId: string, now: Date): Promise<SessionRow[]> {
  return tx
    .selectFrom('user_sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Whether the person had such a session. */
export async function deleteSession(tx: Tx, userId: string, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('user_sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteSessionsExcept(tx: Tx, userId: string, keptId: string | undefined): Promise<void> {
  let sessions = tx.deleteFrom('user_sessions').where('user_id', '=', userId)
  if (keptId !== undefined) sessions = sessions.where('id', '!=', keptId)
  await sessions.execute()
}

export async function deleteExpiredSessions(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.deleteFrom('user_sessions').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
}

/** Notes that a session was used. */
export async function touchSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('user_sessions').set({ last_seen_at: now }).where('id', '=', sessionId).execute()
}
