// Every statement on the fleet alone.
import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'
import { insertRows } from './insert-rows.ts'
import {
  deleteRecord,
  deleteRecordsOfProject,
  hasId,
  isOfProject,
  isPresent,
  listRecordPage,
  listRecords,
  lockRecord,
  type RecordQuery,
  updateRecord,
} from './record-statements.ts'
import { type VehicleRow, vehicleTable } from './vehicle-table.ts'

/** Vehicles by id that are not deleted, in no order. */
export async function listVehicleRows(scope: Scope, ids: readonly string[]): Promise<VehicleRow[]> {
  return ids.length === 0 ? [] : listRecords(scope, vehicleTable, [hasId(ids), isPresent])
}

/** Vehicles of a project by id, deleted ones too: what they did stays worth asking for. */
export async function listVehiclesOfProjectEvenDeleted(
  scope: Scope,
  projectId: string,
  ids: readonly string[],
): Promise<VehicleRow[]> {
  return listRecords(scope, vehicleTable, [hasId(ids), isOfProject(projectId)])
}

/** The enabled vehicles of a project, oldest first. */
export async function listEnabledVehicles(scope: Scope, projectId: string): Promise<VehicleRow[]> {
  const conditions = [isOfProject(projectId), isPresent, sql`enabled`]
  return listRecords(scope, vehicleTable, conditions, sql`order by created_at, id`)
}

const searched = [sql`label`, sql`external_id`, sql`plate`, sql`email`]

export async function listVehiclePage(scope: Scope, query: RecordQuery & { onlyEnabled: boolean }) {
  return listRecordPage(scope, vehicleTable, query, searched, query.onlyEnabled ? [sql`enabled`] : [])
}

/** The vehicle behind the lock, for a change. */
export async function lockVehicleRow(scope: Scope, vehicleId: string): Promise<VehicleRow | undefined> {
  return lockRecord(scope, vehicleTable, vehicleId)
}

export async function insertVehicleRows(scope: Scope, rows: readonly VehicleRow[]): Promise<void> {
  await insertRows(scope.tx, vehicleTable, rows)
}

export async function updateVehicleRow(
  scope: Scope,
  vehicleId: string,
  changes: Partial<VehicleRow>,
): Promise<VehicleRow> {
  return updateRecord(scope, vehicleTable, vehicleId, changes)
}

export async function deleteVehicleRow(scope: Scope, vehicleId: string): Promise<VehicleRow> {
  return deleteRecord(scope, vehicleTable, vehicleId)
}

export async function deleteVehiclesOfProject(scope: Scope, projectId: string): Promise<void> {
  await deleteRecordsOfProject(scope, vehicleTable, projectId)
}

/** The vehicle's driver application is there; noted at most every few seconds. */
export async function noteHeartbeat(scope: Scope, vehicleId: string, notBefore: Date): Promise<void> {
  await scope.tx
    .updateTable('vehicles')
    .set({ session_seen_at: scope.now })
    .where('id', '=', vehicleId)
    .where('organization_id', '=', scope.organizationId)
    .where((eb) => eb.or([eb('session_seen_at', 'is', null), eb('session_seen_at', '<', notBefore)]))
    .execute()
}
