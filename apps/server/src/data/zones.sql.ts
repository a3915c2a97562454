// Every statement on zones alone.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { listRecords, projectRecords } from './record-statements.ts'
import { type ZoneRow, zoneTable } from './zone-table.ts'

export const zoneRecords = projectRecords(zoneTable)

/** Returns the zones of a project that are not deleted, oldest first. */
export async function listZonesOfProject(scope: Scope, projectId: string): Promise<ZoneRow[]> {
  return listRecords(scope, zoneTable, { project_id: projectId, deleted: false }, sql`order by created_at, id`)
}

export async function listEnabledZones(scope: Scope, projectIds: readonly string[]): Promise<ZoneRow[]> {
  return listRecords(scope, zoneTable, { project_id: projectIds, deleted: false, enabled: true }, sql`order by id`)
}
