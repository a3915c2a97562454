// Every statement on memberships in projects alone.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { projectMemberTable } from './project-tables.ts'
import { addRows, removeRows } from './record-statements.ts'
import type { MembershipValue } from './values.ts'

/** Replaces the user's memberships by these. */
export async function replaceMemberships(
  scope: Scope,
  userId: string,
  memberships: readonly MembershipValue[],
): Promise<void> {
  const kept = memberships.map(({ project_id }) => project_id)
  await removeRows(scope, projectMemberTable, [{ user_id: userId }, sql`not project_id = any(${kept}::text[])`])
  await putMemberships(scope, userId, memberships)
}

/** Adds memberships of the user; one in the same project is replaced. */
export async function putMemberships(
  scope: Scope,
  userId: string,
  memberships: readonly MembershipValue[],
): Promise<void> {
  const rows = memberships.map((membership) => ({ ...membership, user_id: userId, created_at: scope.now }))
  const replace = sql`on conflict (project_id, user_id) do update set role = excluded.role`
  await addRows(scope, projectMemberTable, rows, replace)
}

export async function deleteMembership(scope: Scope, userId: string, projectId: string): Promise<void> {
  await removeRows(scope, projectMemberTable, { user_id: userId, project_id: projectId })
}
