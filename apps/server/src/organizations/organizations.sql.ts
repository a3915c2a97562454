// The queries of organizations and of the records that come with a new one.
import type { Insertable, Selectable } from 'kysely'
import type { OrganizationsTable, ProjectsTable, UsersTable } from '../platform/schema.ts'
import type { Tx } from '../platform/scope.ts'

export type OrganizationRow = Selectable<OrganizationsTable>

export async function insertOrganization(tx: Tx, row: Insertable<OrganizationsTable>): Promise<void> {
  await tx.insertInto('organizations').values(row).execute()
}

/** False when another user has the address already. */
export async function insertUser(tx: Tx, row: Insertable<UsersTable>): Promise<boolean> {
  const result = await tx
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function insertProject(tx: Tx, row: Insertable<ProjectsTable>): Promise<void> {
  await tx.insertInto('projects').values(row).execute()
}

/** All organizations, oldest first. */
export async function selectOrganizations(tx: Tx): Promise<OrganizationRow[]> {
  return tx.selectFrom('organizations').selectAll().orderBy('created_at').orderBy('id').execute()
}

/** The administrator who was there first, if any is active. */
export async function findFirstAdministrator(tx: Tx, organizationId: string): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'organization_administrator')
    .where('active', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()
}
