// Every statement on forgotten passwords: links that work once, for a while.
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

/** The active person whom an unused link is for, behind the link's lock; whose organization it is, the link tells. */
export async function lockOpenReset(tx: Tx, digest: Buffer, now: Date): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select * from users where active and id = (
      select user_id from password_resets
      where token_digest = ${digest} and used_at is null and expires_at > ${now} for update)`.execute(tx)
  return rows[0]
}

/** With a new password every link of the person has done its work. */
export async function closeResets(scope: Scope, userId: string): Promise<void> {
  await setColumns(scope, passwordResetTable, { user_id: userId, used_at: null }, { used_at: scope.now })
}

/** Links that ended long ago. */
export async function deleteOldResets(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('password_resets').where('expires_at', '<', before).execute()
}
