// The queries of packages.
import { sql } from 'kysely'
import type { Scope, Tx } from '../platform/scope.ts'
import { type Copied, copyRows } from './copy-rows.ts'
import { insertRows } from './insert-rows.ts'
import { type PackageRow, packageTable } from './package-table.ts'

export async function insertPackageRows(tx: Tx, rows: readonly PackageRow[]): Promise<void> {
  await insertRows(tx, packageTable, rows)
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

/** Which stops of the plan have packages, among these. */
export async function listStopsWithPackages(scope: Scope, stopIds: readonly string[]): Promise<Set<string>> {
  if (stopIds.length === 0) return new Set()
  const rows = await scope.tx
    .selectFrom('packages')
    .select('stop_id')
    .distinct()
    .where(sql<boolean>`stop_id = any(${stopIds}::text[])`)
    .where('organization_id', '=', scope.organizationId)
    .execute()
  return new Set(rows.map((row) => row.stop_id))
}

/** The stops of a plan that have packages. */
export async function listStopsOfPlanWithPackages(scope: Scope, planId: string): Promise<Set<string>> {
  const rows = await scope.tx
    .selectFrom('stops')
    .select('stops.id')
    .where('plan_id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .where((eb) =>
      eb.exists(eb.selectFrom('packages').select('packages.id').whereRef('packages.stop_id', '=', 'stops.id')),
    )
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Copies of packages with what differs in them. */
export async function copyPackageRows(scope: Scope, rows: readonly Copied[]): Promise<void> {
  await copyRows(scope, packageTable, rows)
}
