// Every statement on people's parts in projects alone.
import { sql } from 'kysely'
import type { Tx } from '../platform/scope.ts'
import type { MembershipValue } from './values.ts'

/** Makes these the person's parts in projects, and no others. */
export async function replaceMemberships(
  tx: Tx,
  userId: string,
  memberships: readonly MembershipValue[],
  now: Date,
): Promise<void> {
  const kept = memberships.map(({ project_id }) => project_id)
  await tx
    .deleteFrom('project_members')
    .where('user_id', '=', userId)
    .where(sql<boolean>`not project_id = any(${kept}::text[])`)
    .execute()
  for (const { project_id, role } of memberships) await putMembership(tx, userId, project_id, role, now)
}

export async function putMembership(
  tx: Tx,
  userId: string,
  projectId: string,
  role: MembershipValue['role'],
  now: Date,
): Promise<void> {
  await tx
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: userId, role, created_at: now })
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet({ role }))
    .execute()
}

export async function deleteMembership(tx: Tx, userId: string, projectId: string): Promise<void> {
  await tx.deleteFrom('project_members').where('user_id', '=', userId).where('project_id', '=', projectId).execute()
}
