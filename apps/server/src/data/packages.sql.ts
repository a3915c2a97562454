// Every statement on packages alone, except their status (statuses.sql.ts).

import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { type Copied, copyRows } from './copy-rows.ts'
import { insertRows } from './insert-rows.ts'
import { type PackageRow, packageTable } from './package-table.ts'
import { changeRecords, listColumns, listRecords, removeRows, setColumns } from './record-statements.ts'

export async function insertPackageRows(scope: Scope, rows: readonly PackageRow[]): Promise<void> {
  await insertRows(scope.tx, packageTable, rows)
}

/** Returns the packages of the stops, each stop's in its order. */
export async function listPackages(scope: Scope, stopIds: readonly string[]): Promise<PackageRow[]> {
  return listRecords(scope, packageTable, { stop_id: stopIds }, sql`order by stop_id, position, id`)
}

/** Locks the package for a scan, so that two scans at once run one after the other. */
export async function lockPackage(scope: Scope, stopId: string, identifier: string): Promise<PackageRow[]> {
  return listRecords(scope, packageTable, { stop_id: stopId, identifier }, sql`for update`)
}

/** The same package in any of the deliveries linked to a pickup stop. */
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

/** Sets when these parcels of a stop returned to the depot; null where they did not. */
export async function setPackagesReturned(
  scope: Scope,
  stopId: string,
  identifiers: readonly string[],
  at: Date | null,
): Promise<void> {
  await changeRecords(scope, packageTable, { stop_id: stopId, identifier: identifiers }, { returned_at: at })
}

/** Returns which of these stops have packages. */
export async function listStopsWithPackages(scope: Scope, stopIds: readonly string[]): Promise<Set<string>> {
  const rows = await listColumns(scope, packageTable, ['stop_id'], { stop_id: stopIds })
  return new Set(rows.map((row) => row.stop_id))
}

/** Returns the stops of a plan that have packages. */
export async function listStopsOfPlanWithPackages(scope: Scope, planId: string): Promise<Set<string>> {
  const isOfPlan = sql`stop_id in (select id from stops where plan_id = ${planId} and not deleted)`
  const rows = await listColumns(scope, packageTable, ['stop_id'], [isOfPlan])
  return new Set(rows.map((row) => row.stop_id))
}

/** Copies packages with changed values. */
export async function copyPackageRows(scope: Scope, rows: readonly Copied[]): Promise<void> {
  await copyRows(scope, packageTable, rows)
}

/** Replaces the numbers of packages by their ids, which identify nobody. */
export async function blankPackages(scope: Scope, ids: readonly string[]): Promise<number> {
  return setColumns(scope, packageTable, { id: ids }, { identifier: sql`id` })
}
