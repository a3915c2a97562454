// The queries of organizations and of the records that come with a new one.

import type { Insertable, UpdateObject } from 'kysely'
import type { Db } from '../platform/db.ts'
import type { Tx } from '../platform/scope.ts'
import type { OrganizationRow } from './organization-table.ts'
import type { Database } from './tables.ts'

export async function insertOrganization(tx: Tx, row: Insertable<Database['organizations']>): Promise<void> {
  await tx.insertInto('organizations').values(row).execute()
}

/** One page of all organizations, oldest first, and how many there are. */
export async function selectOrganizations(
  db: Db,
  limit: number,
  offset: number,
): Promise<{ rows: OrganizationRow[]; total: number }> {
  const rows = await db
    .selectFrom('organizations')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('organizations')
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
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

/** With `lock` behind its lock, for a change. */
export async function findOrganization(
  tx: Tx,
  organizationId: string,
  lock?: 'lock',
): Promise<OrganizationRow | undefined> {
  const query = tx.selectFrom('organizations').selectAll().where('id', '=', organizationId)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

export async function updateOrganizationRow(
  tx: Tx,
  organizationId: string,
  changes: UpdateObject<Database, 'organizations'>,
): Promise<OrganizationRow> {
  return tx
    .updateTable('organizations')
    .set(changes)
    .where('id', '=', organizationId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
