// Every statement on organizations.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope, Tx } from '../frame/platform/scope.ts'
import { type OrganizationRow, organizationTable, type RetentionValue } from './organization-table.ts'
import { addRows, findRecord, updateRecord } from './record-statements.ts'

export async function insertOrganization(scope: Scope, name: string): Promise<void> {
  const times = { created_at: scope.now, updated_at: scope.now }
  await addRows(scope, organizationTable, [{ id: scope.organizationId, name, ...times }])
}

/** One page of all organizations, oldest first, and how many there are; for the machine's administrator. */
export async function listOrganizationPage(
  db: Db,
  limit: number,
  offset: number,
): Promise<{ rows: OrganizationRow[]; total: number }> {
  const all = db.selectFrom('organizations')
  const rows = await all.selectAll().orderBy('created_at').orderBy('id').limit(limit).offset(offset).execute()
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Whether the service has an organization that is none of these. */
export async function hasOtherOrganization(tx: Tx, ids: readonly string[]): Promise<boolean> {
  const other = await tx.selectFrom('organizations').select('id').where('id', 'not in', ids).limit(1).executeTakeFirst()
  return other !== undefined
}

/** The scope's own; with `lock` behind its lock, for a change. */
export async function findOrganization(scope: Scope, lock?: 'lock'): Promise<OrganizationRow | undefined> {
  return findRecord(scope, organizationTable, { id: scope.organizationId }, lock && sql`for update`)
}

export async function updateOrganizationRow(
  scope: Scope,
  changes: Partial<Omit<OrganizationRow, 'retention'>>,
): Promise<OrganizationRow> {
  return updateRecord(scope, organizationTable, scope.organizationId, changes)
}

/** Moves updated_at, as every change does. */
export async function updateRetention(scope: Scope, retention: RetentionValue): Promise<OrganizationRow> {
  return updateRecord(scope, organizationTable, scope.organizationId, { retention })
}

/** The organizations in which something has an end. */
export async function listOrganizationsWithRetention(db: Db): Promise<Pick<OrganizationRow, 'id' | 'retention'>[]> {
  const { rows } = await sql<Pick<OrganizationRow, 'id' | 'retention'>>`
    select id, retention from organizations where retention <> '{}' order by id`.execute(db)
  return rows
}
