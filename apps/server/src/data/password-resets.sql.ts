// The queries of forgotten passwords: links that work once, for a while.
import type { Insertable } from 'kysely'
import type { Tx } from '../platform/scope.ts'
import type { Database } from './tables.ts'
import type { UserRow } from './user-tables.ts'

export async function countResetsSince(tx: Tx, userId: string, moment: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('password_resets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', moment)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertReset(tx: Tx, row: Insertable<Database['password_resets']>): Promise<void> {
  await tx.insertInto('password_resets').values(row).execute()
}

/** The active person whom an unused link is for, behind the link's lock. */
export async function lockOpenReset(tx: Tx, digest: Buffer, now: Date): Promise<UserRow | undefined> {
  const reset = await tx
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_digest', '=', digest)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  if (!reset) return undefined
  return tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', reset.user_id)
    .where('active', '=', true)
    .executeTakeFirst()
}

/** With a new password every link of the person has done its work. */
export async function closeResets(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

/** Links that ended long ago. */
export async function deleteOldResets(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('password_resets').where('expires_at', '<', before).execute()
}
