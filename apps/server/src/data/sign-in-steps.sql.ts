// Every statement on unfinished sign-ins.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Tx } from '../frame/platform/scope.ts'
import type { SignInStepRow, StepKind } from './factor-tables.ts'

export async function insertStep(tx: Tx, row: Omit<SignInStepRow, 'tries'>): Promise<void> {
  await tx.insertInto('sign_in_steps').values(row).execute()
}

/** Locks the valid step of a secret. */
export async function lockStep(
  tx: Tx,
  digest: Buffer,
  kinds: readonly StepKind[],
  now: Date,
): Promise<SignInStepRow | undefined> {
  const { rows } = await sql<SignInStepRow>`
    select * from sign_in_steps
    where token_digest = ${digest} and kind = any(${kinds}::text[]) and expires_at > ${now} for update`.execute(tx)
  return rows[0]
}

export async function rewriteStep(tx: Tx, id: string, content: string): Promise<void> {
  await tx.updateTable('sign_in_steps').set({ content }).where('id', '=', id).execute()
}

export async function countTry(tx: Tx, id: string): Promise<void> {
  await sql`update sign_in_steps set tries = tries + 1 where id = ${id}`.execute(tx)
}

export async function deleteStep(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('sign_in_steps').where('id', '=', id).execute()
}

/** Deletes the user's unfinished sign-ins. */
export async function deleteStepsFor(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('sign_in_steps').where('user_id', '=', userId).execute()
}

export async function deleteOldSteps(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_steps').where('expires_at', '<', before).execute()
}
