// The queries of packages.
import { sql } from 'kysely'
import { bulkInsert } from '../platform/bulk-insert.ts'
import type { Tx } from '../platform/scope.ts'
import type { PackageRow } from '../resources/package.ts'

const insertedColumns = {
  id: 'text',
  organization_id: 'text',
  stop_id: 'text',
  position: 'integer',
  identifier: 'text',
  status: 'text',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
}

export async function insertPackageRows(tx: Tx, rows: readonly PackageRow[]): Promise<void> {
  await bulkInsert(tx, 'packages', insertedColumns, rows)
}

/** The packages of the stops, each stop's in its order. */
export async function selectPackages(tx: Tx, stopIds: readonly string[]): Promise<PackageRow[]> {
  if (stopIds.length === 0) return []
  return tx
    .selectFrom('packages')
    .selectAll()
    .where(sql<boolean>`stop_id = any(${stopIds}::text[])`)
    .orderBy('stop_id')
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** The package for a scan: locked, so that two scans at once are one after the other. */
export async function lockPackage(tx: Tx, stopId: string, identifier: string): Promise<PackageRow | undefined> {
  return tx
    .selectFrom('packages')
    .selectAll()
    .where('stop_id', '=', stopId)
    .where('identifier', '=', identifier)
    .forUpdate()
    .executeTakeFirst()
}

/** The same package in any of the deliveries that are linked to a pickup stop. */
export async function lockPackageOfPickup(
  tx: Tx,
  organizationId: string,
  pickupId: string,
  identifier: string,
): Promise<PackageRow[]> {
  return tx
    .selectFrom('packages')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('identifier', '=', identifier)
    .where('stop_id', 'in', (eb) =>
      eb.selectFrom('stops').select('id').where('pickup_id', '=', pickupId).where('deleted', '=', false),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function deletePackageRows(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('packages').where(sql<boolean>`id = any(${ids}::text[])`).execute()
}

export async function setPackagePosition(tx: Tx, id: string, position: number): Promise<void> {
  await tx.updateTable('packages').set({ position }).where('id', '=', id).execute()
}
