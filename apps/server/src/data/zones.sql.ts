// The queries of zones.
import type { Insertable, UpdateObject } from 'kysely'
import { laterThanBefore, type Scope, type Tx } from '../platform/scope.ts'
import type { Database } from './tables.ts'
import type { ZoneRow } from './zone-table.ts'

/** The zones of a project that are not deleted, oldest first. */
export async function selectZones(tx: Tx, organizationId: string, projectId: string): Promise<ZoneRow[]> {
  return tx
    .selectFrom('zones')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('deleted', '=', false)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The zone of the project; with `lock` behind its lock, for a change. */
export async function findZone(
  scope: Scope,
  projectId: string,
  zoneId: string,
  lock: 'lock' | 'no lock' = 'no lock',
): Promise<ZoneRow | undefined> {
  const query = scope.tx
    .selectFrom('zones')
    .selectAll()
    .where('id', '=', zoneId)
    .where('organization_id', '=', scope.organizationId)
    .where('project_id', '=', projectId)
    .where('deleted', '=', false)
  return (lock === 'lock' ? query.forUpdate() : query).executeTakeFirst()
}

export async function insertZone(tx: Tx, values: Insertable<Database['zones']>): Promise<ZoneRow> {
  return tx.insertInto('zones').values(values).returningAll().executeTakeFirstOrThrow()
}

export async function updateZoneRow(
  tx: Tx,
  zoneId: string,
  changes: UpdateObject<Database, 'zones', 'zones'>,
  now: Date,
): Promise<ZoneRow> {
  return tx
    .updateTable('zones')
    .set({ ...changes, updated_at: laterThanBefore(now) })
    .where('id', '=', zoneId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function listEnabledZones(
  scope: Scope,
  projectIds: readonly string[],
): Promise<Pick<ZoneRow, 'id' | 'project_id' | 'polygon'>[]> {
  return scope.tx
    .selectFrom('zones')
    .select(['id', 'project_id', 'polygon'])
    .where('project_id', 'in', projectIds)
    .where('organization_id', '=', scope.organizationId)
    .where('enabled', '=', true)
    .where('deleted', '=', false)
    .orderBy('id')
    .execute()
}

/** Deletes what is left of a project's zones softly. */
export async function deleteZonesOfProject(scope: Scope, projectId: string): Promise<void> {
  await scope.tx
    .updateTable('zones')
    .set({ deleted: true, deleted_at: scope.now, updated_at: laterThanBefore(scope.now) })
    .where('project_id', '=', projectId)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .execute()
}
