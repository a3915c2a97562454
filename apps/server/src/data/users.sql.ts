// The queries of users and of their parts in projects.

import { type Insertable, sql, type UpdateObject } from 'kysely'
import { containsPattern } from '../platform/paging.ts'
import { laterThanBefore, type Scope, type Tx } from '../platform/scope.ts'
import type { Database } from './tables.ts'
import type { UserRow } from './user-tables.ts'
import type { MembershipValue } from './values.ts'

/** Addresses are compared without regard to case. */
export async function findUserByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
}

/** With `lock` behind its lock, for a change. */
export async function findUser(
  tx: Tx,
  organizationId: string,
  userId: string,
  lock?: 'lock',
): Promise<UserRow | undefined> {
  const query = tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .where('organization_id', '=', organizationId)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

/** The active administrators behind their locks, so that two changes cannot each leave the other as the last one. */
export async function lockAdministrators(tx: Tx, organizationId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'organization_administrator')
    .where('active', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Undefined when another user has the address already. */
export async function insertUser(tx: Tx, row: Insertable<Database['users']>): Promise<UserRow | undefined> {
  return tx
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function updateUserRow(
  tx: Tx,
  userId: string,
  changes: UpdateObject<Database, 'users'>,
  now: Date,
): Promise<UserRow> {
  return tx
    .updateTable('users')
    .set({ ...changes, updated_at: laterThanBefore(now) })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The parts of people in projects that are not deleted, by user id. */
export async function selectMemberships(tx: Tx, userIds: readonly string[]): Promise<Map<string, MembershipValue[]>> {
  const rows = await tx
    .selectFrom('project_members')
    .innerJoin('projects', 'projects.id', 'project_members.project_id')
    .select(['project_members.user_id', 'project_members.project_id', 'project_members.role'])
    .where(sql<boolean>`project_members.user_id = any(${userIds}::text[])`)
    .where('projects.deleted', '=', false)
    .orderBy('project_members.project_id')
    .execute()
  const byUser = new Map<string, MembershipValue[]>()
  for (const { user_id, ...membership } of rows) byUser.set(user_id, [...(byUser.get(user_id) ?? []), membership])
  return byUser
}

/** When a session of each person was last used, by user id. */
export async function selectLastSeen(tx: Tx, userIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await tx
    .selectFrom('user_sessions')
    .select(['user_id', (eb) => eb.fn.max('last_seen_at').as('last_seen_at')])
    .where(sql<boolean>`user_id = any(${userIds}::text[])`)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.last_seen_at]))
}

export interface UserFilter {
  text?: string
  active?: boolean
  /** Only people of these projects, and this person. */
  within?: { projectIds: readonly string[]; userId: string }
}

export async function selectUserPage(
  tx: Tx,
  organizationId: string,
  filter: UserFilter,
  limit: number,
  offset: number,
): Promise<{ rows: UserRow[]; total: number }> {
  const { text, active, within } = filter
  let users = tx.selectFrom('users').where('organization_id', '=', organizationId)
  if (active !== undefined) users = users.where('active', '=', active)
  if (text) {
    const pattern = containsPattern(text)
    users = users.where((eb) => eb.or([eb('name', 'ilike', pattern), eb('email', 'ilike', pattern)]))
  }
  if (within) {
    users = users.where(
      sql<boolean>`(id = ${within.userId} or exists (select 1 from project_members m
        where m.user_id = users.id and m.project_id = any(${within.projectIds}::text[])))`,
    )
  }
  const { total } = await users.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await users.selectAll().orderBy(sql`lower(name)`).orderBy('id').limit(limit).offset(offset).execute()
  return { rows, total }
}

/** The members of a project by name. */
export async function selectProjectMembers(tx: Tx, organizationId: string, projectId: string) {
  return tx
    .selectFrom('project_members')
    .innerJoin('users', 'users.id', 'project_members.user_id')
    .selectAll('users')
    .select('project_members.role as project_role')
    .where('project_members.project_id', '=', projectId)
    .where('users.organization_id', '=', organizationId)
    .orderBy(sql`lower(users.name)`)
    .orderBy('users.id')
    .execute()
}

/** Projects of the organization among these that are not deleted. */
export async function selectKnownProjects(
  tx: Tx,
  organizationId: string,
  projectIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('projects')
    .select('id')
    .where(sql<boolean>`id = any(${projectIds}::text[])`)
    .where('organization_id', '=', organizationId)
    .where('deleted', '=', false)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Which of these are users of the organization. */
export async function listUserIds(scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await scope.tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('organization_id', '=', scope.organizationId)
    .execute()
  return new Set(rows.map((row) => row.id))
}
