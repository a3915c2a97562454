// The queries of the demo: who its user is, and a new password for him when the old one is lost.
import type { Tx } from '../platform/scope.ts'

export interface DemoUser {
  id: string
  organization_id: string
}

export async function findUserByEmail(tx: Tx, email: string): Promise<DemoUser | undefined> {
  return tx.selectFrom('users').select(['id', 'organization_id']).where('email', '=', email).executeTakeFirst()
}

export async function findFirstProjectId(tx: Tx, organizationId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('deleted', '=', false)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
  return row?.id
}

export async function setPasswordHash(tx: Tx, userId: string, passwordHash: string, now: Date): Promise<void> {
  await tx.updateTable('users').set({ password_hash: passwordHash, updated_at: now }).where('id', '=', userId).execute()
}
