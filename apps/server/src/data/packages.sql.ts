// Every statement on packages alone, but for their status (statuses.sql.ts).

import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { type Copied, copyRows } from './copy-rows.ts'
import { insertRows } from './insert-rows.ts'
import { type PackageRow, packageTable } from './package-table.ts'
import { changeRecords, listColumns, listRecords, removeRows, setColumns } from './record-statements.ts'

export async function insertPackageRows(scope: Scope, rows: readonly PackageRow[]): Promise<void> {
  await insertRows(scope.tx, packageTable, rows)
}

/** The packages of the stops, each stop's in its order. */
export async function listPackages(scope: Scope, stopIds: readonly string[]): Promise<PackageRow[]> {
  return listRecords(scope, packageTable, { stop_id: stopIds }, sql`order by stop_id, position, id`)
}

/** The package for a scan: locked, so that two scans at once are one after the other. */
export async function lockPackage(scope: Scope, stopId: string, identifier: string): Promise<PackageRow[]> {
  return listRecords(scope, packageTable, { stop_id: stopId, identifier }, sql`for update`)
}

/** The same package in any of the deliveries that are linked to a pickup stop. */
export async function lockPackageOfPickup(scope: Scope, pickupId: string, identifier: string): Promise<PackageRow[]> {
  const isLinked = sql`stop_id in (select id from stops where pickup_id = ${pickupId} and not deleted)`
  return listRecords(scope, packageTable, [{ identifier }, isLinked], sql`order by id for update`)
}

export async function deletePackageRows(scope: Scope, ids: readonly string[]): Promise<void> {
  await removeRows(scope, packageTable, { id: ids })
}

export async function setPackagePosition(scope: Scope, id: string, position: number): Promise<void> {
  await setColumns(scope, packageTable, { id }, { position })
}

/** When these parcels of a stop were back at the depot; null where they are not. */
export async function setPackagesReturned(
  scope: Scope,
  stopId: string,
  identifiers: readonly string[],
  at: Date | null,
): Promise<void> {
  await changeRecords(scope, packageTable, { stop_id: stopId, identifier: identifiers }, { returned_at: at })
}

/** Which stops have packages, among these. */
export async function listStopsWithPackages(scope: Scope, stopIds: readonly string[]): Promise<Set<string>> {
  const rows = await listColumns(scope, packageTable, ['stop_id'], { stop_id: stopIds })
  return new Set(rows.map((row) => row.stop_id))
}

/** The stops of a plan that have packages. */
export async function listStopsOfPlanWithPackages(scope: Scope, planId: string): Promise<Set<string>> {
  const isOfPlan = sql`stop_id in (select id from stops where plan_id = ${planId} and not deleted)`
  const rows = await listColumns(scope, packageTable, ['stop_id'], [isOfPlan])
  return new Set(rows.map((row) => row.stop_id))
}

/** Copies of packages with what differs in them. */
export async function copyPackageRows(scope: Scope, rows: readonly Copied[]): Promise<void> {
  await copyRows(scope, packageTable, rows)
}

/** Their numbers go: each is called by its own id, which leads nowhere. */
export async function blankPackages(scope: Scope, ids: readonly string[]): Promise<number> {
  return setColumns(scope, packageTable, { id: ids }, { identifier: sql`id` })
}
