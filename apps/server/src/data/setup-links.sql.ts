// Every statement on the links for the first start, when there is no organization yet.
import { sql } from 'kysely'
import type { Tx } from '../frame/platform/scope.ts'

/** Inserts a link. Processes that start at the same time each have one; using the first invalidates all. */
export async function insertSetupLink(tx: Tx, id: string, digest: Buffer, now: Date): Promise<void> {
  await tx.insertInto('setup_links').values({ id, token_digest: digest, created_at: now }).execute()
}

/** Locks an unused link and returns its id. */
export async function lockSetupLink(tx: Tx, digest: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from setup_links where token_digest = ${digest} and used_at is null for update`.execute(tx)
  return rows[0]?.id
}

export async function closeSetupLink(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('setup_links').set({ used_at: now }).where('id', '=', id).execute()
}
