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

/** Returns one page of all organizations, oldest first, and their number; for the machine's administrator. */
export async function listOrganizationPage(
  db: Db,
  limit: number,
  offset: number,
): Promise<{ rows: OrganizationRow[]; total: number }> {
  const all = db.selectFrom('organizations')
  const rows = await all.selectAll().orderBy('created_at').orderBy('id').limit(limit).offset(offset).execute()
  return { rows, total: await countOrganizations(db) }
}

/** Returns how many organizations there are. */
export async function countOrganizations(db: Db): Promise<number> {
  const all = db.selectFrom('organizations')
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return total
}

/** Returns whether an organization exists that is none of these. */
export async function hasOtherOrganization(tx: Tx, ids: readonly string[]): Promise<boolean> {
  const other = await tx.selectFrom('organizations').select('id').where('id', 'not in', ids).limit(1).executeTakeFirst()
  return other !== undefined
}

/** Returns the scope's organization; with `lock`, locks its row for a change. */
export async function findOrganization(scope: Scope, lock?: 'lock'): Promise<OrganizationRow | undefined> {
  return findRecord(scope, organizationTable, { id: scope.organizationId }, lock && sql`for update`)
}

export async function updateOrganizationRow(
  scope: Scope,
  changes: Partial<Omit<OrganizationRow, 'retention'>>,
): Promise<OrganizationRow> {
  return updateRecord(scope, organizationTable, scope.organizationId, changes)
}

/** Sets the retention, and updated_at as every change does. */
export async function updateRetention(scope: Scope, retention: RetentionValue): Promise<OrganizationRow> {
  return updateRecord(scope, organizationTable, scope.organizationId, { retention })
}

/** Returns the organizations with any retention period. */
export async function listOrganizationsWithRetention(db: Db): Promise<Pick<OrganizationRow, 'id' | 'retention'>[]> {
  const { rows } = await sql<Pick<OrganizationRow, 'id' | 'retention'>>`
    select id, retention from organizations where retention <> '{}' order by id`.execute(db)
  return rows
}
