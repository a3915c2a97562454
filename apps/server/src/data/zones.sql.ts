// Every statement on zones alone.
import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'
import { insertRows } from './insert-rows.ts'
import {
  deleteRecord,
  deleteRecordsOfProject,
  hasId,
  isOfProject,
  isPresent,
  listRecords,
  updateRecord,
} from './record-statements.ts'
import { type ZoneRow, zoneTable } from './zone-table.ts'

/** The zones of a project that are not deleted, oldest first. */
export async function listZonesOfProject(scope: Scope, projectId: string): Promise<ZoneRow[]> {
  return listRecords(scope, zoneTable, [isOfProject(projectId), isPresent], sql`order by created_at, id`)
}

/** The zone of the project; with `lock` behind its lock, for a change. */
export async function findZoneRow(
  scope: Scope,
  projectId: string,
  zoneId: string,
  lock?: 'lock',
): Promise<ZoneRow | undefined> {
  const conditions = [hasId([zoneId]), isOfProject(projectId), isPresent]
  return (await listRecords(scope, zoneTable, conditions, lock && sql`for no key update`))[0]
}

export async function listEnabledZones(scope: Scope, projectIds: readonly string[]): Promise<ZoneRow[]> {
  const conditions = [sql`project_id = any(${projectIds}::text[])`, isPresent, sql`enabled`]
  return listRecords(scope, zoneTable, conditions, sql`order by id`)
}

export async function insertZoneRow(scope: Scope, row: ZoneRow): Promise<void> {
  await insertRows(scope.tx, zoneTable, [row])
}

export async function updateZoneRow(scope: Scope, zoneId: string, changes: Partial<ZoneRow>): Promise<ZoneRow> {
  return updateRecord(scope, zoneTable, zoneId, changes)
}

export async function deleteZoneRow(scope: Scope, zoneId: string): Promise<ZoneRow> {
  return deleteRecord(scope, zoneTable, zoneId)
}

export async function deleteZonesOfProject(scope: Scope, projectId: string): Promise<void> {
  await deleteRecordsOfProject(scope, zoneTable, projectId)
}
