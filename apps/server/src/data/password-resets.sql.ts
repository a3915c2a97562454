// Every statement on password resets: links that work once, for a limited time.
import { sql } from 'kysely'
import type { Scope, Tx } from '../frame/platform/scope.ts'
import { addRows, countRecords, setColumns } from './record-statements.ts'
import type { NewRow } from './records.ts'
import { passwordResetTable, type UserRow } from './user-tables.ts'

export async function countResetsSince(scope: Scope, userId: string, moment: Date): Promise<number> {
  return countRecords(scope, passwordResetTable, [{ user_id: userId }, sql`created_at > ${moment}`])
}

export async function insertReset(scope: Scope, row: NewRow<typeof passwordResetTable>): Promise<void> {
  await addRows(scope, passwordResetTable, [row])
}

/** Locks an unused link and returns its active user; the link identifies the organization. */
export async function lockOpenReset(tx: Tx, digest: Buffer, now: Date): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select * from users where active and id = (
      select user_id from password_resets
      where token_digest = ${digest} and used_at is null and expires_at > ${now} for update)`.execute(tx)
  return rows[0]
}

/** Invalidates every link of the user after a new password was set. */
export async function closeResets(scope: Scope, userId: string): Promise<void> {
  await setColumns(scope, passwordResetTable, { user_id: userId, used_at: null }, { used_at: scope.now })
}

/** Deletes links that expired long ago. */
export async function deleteOldResets(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('password_resets').where('expires_at', '<', before).execute()
}
