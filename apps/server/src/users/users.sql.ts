// The queries of users and their sessions.
import type { Insertable, Selectable } from 'kysely'
import type { ProjectRole, UserSessionsTable, UsersTable } from '../platform/schema.ts'
import type { Tx } from '../platform/scope.ts'

export type UserRow = Selectable<UsersTable>

/** Addresses are compared without regard to case. */
export async function findActiveUserByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('active', '=', true)
    .executeTakeFirst()
}

export async function findUser(tx: Tx, organizationId: string, userId: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

export async function selectMemberships(tx: Tx, userId: string): Promise<{ project_id: string; role: ProjectRole }[]> {
  return tx
    .selectFrom('project_members')
    .innerJoin('projects', 'projects.id', 'project_members.project_id')
    .select(['project_members.project_id', 'project_members.role'])
    .where('project_members.user_id', '=', userId)
    .where('projects.deleted', '=', false)
    .orderBy('project_members.project_id')
    .execute()
}

export async function insertSession(tx: Tx, row: Insertable<UserSessionsTable>): Promise<void> {
  await tx.insertInto('user_sessions').values(row).execute()
}

export async function deleteSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom('user_sessions').where('id', '=', sessionId).execute()
}

export async function deleteExpiredSessions(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.deleteFrom('user_sessions').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
}
