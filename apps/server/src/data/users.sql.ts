// Every statement on users alone, and reads of their memberships in projects.
import { sql } from 'kysely'
import { withoutUndefined } from '../frame/platform/compact.ts'
import type { Scope, Tx } from '../frame/platform/scope.ts'
import {
  containsText,
  findRecord,
  insertRecords,
  listColumns,
  listPage,
  listRecords,
  updateRecord,
  type Written,
} from './record-statements.ts'
import type { NewRow } from './records.ts'
import { type UserRow, userTable } from './user-tables.ts'
import type { MembershipValue } from './values.ts'

/** Most organizations of one person. */
const mostOfPerson = 20

/** Returns the users with the mail address, one for each organization of the person, the oldest first; capitals do not count. */
export async function listUsersByEmail(tx: Tx, email: string): Promise<UserRow[]> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostOfPerson)
    .execute()
}

/** Returns the organization's user with the mail address; capitals do not count. */
export async function findUserByEmail(scope: Scope, email: string): Promise<UserRow | undefined> {
  return findRecord(scope, userTable, [sql`lower(email) = ${email.toLowerCase()}`])
}

/** Returns the user of any organization. */
export async function findUserById(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns the user; with `lock`, locks the row for a change. */
export async function findUser(scope: Scope, id: string, lock?: 'lock'): Promise<UserRow | undefined> {
  return findRecord(scope, userTable, { id }, lock && sql`for update`)
}

// Programs do not count, as they cannot sign in and correct anything.
const isAdministrator = { role: 'organization_administrator', active: true, is_machine: false } as const

/** Locks the active administrators, so that two concurrent changes cannot remove the last two. */
export async function lockAdministrators(scope: Scope): Promise<UserRow[]> {
  return listRecords(scope, userTable, isAdministrator, sql`order by id for update`)
}

/** Returns the first active administrator. */
export async function findFirstAdministrator(scope: Scope): Promise<UserRow | undefined> {
  return findRecord(scope, userTable, isAdministrator, sql`order by created_at, id limit 1`)
}

/** Inserts a user; returns undefined when another one of the organization has the address already. */
export async function insertUser(scope: Scope, row: NewRow<typeof userTable>): Promise<UserRow | undefined> {
  return (await insertRecords(scope, userTable, [row], sql`on conflict do nothing`))[0]
}

export async function updateUserRow(scope: Scope, id: string, changes: Written<typeof userTable>): Promise<UserRow> {
  return updateRecord(scope, userTable, id, changes)
}

/** Returns users' memberships in projects that are not deleted, by user id. */
export async function findMemberships(
  scope: Scope,
  userIds: readonly string[],
): Promise<Map<string, MembershipValue[]>> {
  const { rows } = await sql<MembershipValue & { user_id: string }>`
    select m.user_id, m.project_id, m.role from project_members m
    join projects p on p.id = m.project_id and p.organization_id = ${scope.organizationId} and not p.deleted
    where m.user_id = any(${userIds}::text[]) order by m.project_id`.execute(scope.tx)
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map([...byUser].map(([id, parts]) => [id, parts.map(({ user_id: _, ...membership }) => membership)]))
}

/** Returns when a session of each user was last used, by user id. */
export async function findLastSeen(scope: Scope, userIds: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ user_id: string; last_seen_at: Date }>`
    select user_id, max(last_seen_at) as last_seen_at from user_sessions
    where user_id = any(${userIds}::text[]) group by user_id`.execute(scope.tx)
  return new Map(rows.map((row) => [row.user_id, row.last_seen_at]))
}

export interface UserFilter {
  text?: string
  active?: boolean
  /** Only users of these projects, and this user. */
  within?: { projectIds: readonly string[]; userId: string }
}

/** Returns a page of users by name. */
export async function listUserPage(
  scope: Scope,
  { text, active, within }: UserFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: UserRow[]; total: number }> {
  const isWithin =
    within &&
    sql`(id = ${within.userId} or exists (select 1 from project_members m
      where m.user_id = users.id and m.project_id = any(${within.projectIds}::text[])))`
  const searched = containsText(userTable, text)
  const which = [withoutUndefined({ active }), ...searched, ...(isWithin ? [isWithin] : [])]
  return listPage(scope, userTable, which, sql`lower(name), id`, page)
}

/** Returns the members of a project by name. */
export async function listProjectMembers(scope: Scope, projectId: string) {
  const { rows } = await sql<UserRow & { project_role: MembershipValue['role'] }>`
    select u.*, m.role as project_role from project_members m join users u on u.id = m.user_id
    where m.project_id = ${projectId} and u.organization_id = ${scope.organizationId}
    order by lower(u.name), u.id`.execute(scope.tx)
  return rows
}

/** Returns which of these are users of the organization. */
export async function listUserIds(scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await listColumns(scope, userTable, ['id'], { id: ids })).map(({ id }) => id))
}

/** Returns whether anybody can sign in; the first start is over then. */
export async function hasUserWithPassword(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from users where active and password_hash is not null limit 1`.execute(tx)
  return rows.length > 0
}

/** Returns the active users of the organization, without programs. */
export async function listActiveUsers(scope: Scope): Promise<UserRow[]> {
  return listRecords(scope, userTable, { active: true, is_machine: false }, sql`order by id`)
}
