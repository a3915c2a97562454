// The queries of the first start.
import type { Tx } from '../platform/scope.ts'

/** Whether anybody can sign in; the first start is over then. */
export async function hasUserWithPassword(tx: Tx): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('password_hash', 'is not', null)
    .where('active', '=', true)
    .limit(1)
    .executeTakeFirst()
  return user !== undefined
}

/** Processes that start at the same time each have a link; all end with the first that is used. */
export async function insertSetupLink(tx: Tx, id: string, digest: Buffer, now: Date): Promise<void> {
  await tx.insertInto('setup_links').values({ id, token_digest: digest, created_at: now }).execute()
}

/** The id of an unused link, behind its lock. */
export async function lockSetupLink(tx: Tx, digest: Buffer): Promise<string | undefined> {
  const link = await tx
    .selectFrom('setup_links')
    .select('id')
    .where('token_digest', '=', digest)
    .where('used_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return link?.id
}

export async function closeSetupLink(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('setup_links').set({ used_at: now }).where('id', '=', id).execute()
}
