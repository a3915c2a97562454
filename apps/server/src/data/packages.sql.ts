// Every statement on packages alone, but for their status (statuses.sql.ts).
import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'
import { type Copied, copyRows } from './copy-rows.ts'
import { insertRows } from './insert-rows.ts'
import { type PackageRow, packageTable } from './package-table.ts'
import { listRecords } from './record-statements.ts'

export async function insertPackageRows(scope: Scope, rows: readonly PackageRow[]): Promise<void> {
  await insertRows(scope.tx, packageTable, rows)
}

/** The packages of the stops, each stop's in its order. */
export async function listPackages(scope: Scope, stopIds: readonly string[]): Promise<PackageRow[]> {
  if (stopIds.length === 0) return []
  const isOfStops = sql`stop_id = any(${stopIds}::text[])`
  return listRecords(scope, packageTable, [isOfStops], sql`order by stop_id, position, id`)
}

/** The package for a scan: locked, so that two scans at once are one after the other. */
export async function lockPackage(scope: Scope, stopId: string, identifier: string): Promise<PackageRow[]> {
  const conditions = [sql`stop_id = ${stopId}`, sql`identifier = ${identifier}`]
  return listRecords(scope, packageTable, conditions, sql`for update`)
}

/** The same package in any of the deliveries that are linked to a pickup stop. */
export async function lockPackageOfPickup(scope: Scope, pickupId: string, identifier: string): Promise<PackageRow[]> {
  const isLinked = sql`stop_id in (select id from stops where pickup_id = ${pickupId} and not deleted)`
  return listRecords(scope, packageTable, [sql`identifier = ${identifier}`, isLinked], sql`order by id for update`)
}

export async function deletePackageRows(scope: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await scope.tx
    .deleteFrom('packages')
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where('organization_id', '=', scope.organizationId)
    .execute()
}

export async function setPackagePosition(scope: Scope, id: string, position: number): Promise<void> {
  await scope.tx
    .updateTable('packages')
    .set({ position })
    .where('id', '=', id)
    .where('organization_id', '=', scope.organizationId)
    .execute()
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
