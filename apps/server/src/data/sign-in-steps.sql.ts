// Every statement on sign-ins that are not finished.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Tx } from '../frame/platform/scope.ts'
import type { SignInStepRow, StepKind } from './factor-tables.ts'

export async function insertStep(tx: Tx, row: Omit<SignInStepRow, 'tries'>): Promise<void> {
  await tx.insertInto('sign_in_steps').values(row).execute()
}

/** The step that a secret names, while it lasts, behind its lock. */
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

/** What the person had begun. */
export async function deleteStepsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('sign_in_steps').where('user_id', '=', userId).execute()
}

export async function deleteOldSteps(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_steps').where('expires_at', '<', before).execute()
}
