// The queries of the fleet.
import { sql, type UpdateObject } from 'kysely'
import { containsPattern, orderBy, type SortTerm } from '../platform/paging.ts'
import { laterThanBefore, type Scope, type Tx } from '../platform/scope.ts'
import { insertRows } from './insert-rows.ts'
import type { Database } from './tables.ts'
import { type VehicleRow, vehicleTable } from './vehicle-table.ts'

/** Vehicles by id that are not deleted, in no order. */
export async function selectVehiclesById(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<VehicleRow[]> {
  if (ids.length === 0) return []
  return tx
    .selectFrom('vehicles')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where('organization_id', '=', organizationId)
    .where('deleted', '=', false)
    .execute()
}

/** Vehicles of a project by id, deleted ones too: what they did stays worth asking for. */
export async function selectVehiclesOfProject(
  tx: Tx,
  organizationId: string,
  projectId: string,
  ids: readonly string[],
): Promise<VehicleRow[]> {
  return tx
    .selectFrom('vehicles')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}

/** The vehicle behind the lock, for a change. */
export async function lockVehicle(tx: Tx, organizationId: string, vehicleId: string): Promise<VehicleRow | undefined> {
  return tx
    .selectFrom('vehicles')
    .selectAll()
    .where('id', '=', vehicleId)
    .where('organization_id', '=', organizationId)
    .where('deleted', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export interface VehicleFilter {
  organizationId: string
  projectId: string
  text?: string
  includeDeleted: boolean
  onlyEnabled: boolean
}

const searched = ['label', 'external_id', 'plate', 'email'] as const

export async function selectVehicles(
  tx: Tx,
  filter: VehicleFilter,
  sort: readonly SortTerm[],
  limit: number,
  offset: number,
): Promise<{ rows: VehicleRow[]; total: number }> {
  let matching = tx
    .selectFrom('vehicles')
    .where('organization_id', '=', filter.organizationId)
    .where('project_id', '=', filter.projectId)
  if (!filter.includeDeleted) matching = matching.where('deleted', '=', false)
  if (filter.onlyEnabled) matching = matching.where('enabled', '=', true)
  if (filter.text) {
    const pattern = containsPattern(filter.text)
    matching = matching.where((eb) => eb.or(searched.map((column) => eb(column, 'ilike', pattern))))
  }
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await matching.selectAll().orderBy(orderBy('vehicles', sort)).limit(limit).offset(offset).execute()
  return { rows, total: Number(total) }
}

/** The enabled vehicles of a project, oldest first. */
export async function selectEnabledVehicles(tx: Tx, organizationId: string, projectId: string): Promise<VehicleRow[]> {
  return tx
    .selectFrom('vehicles')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('enabled', '=', true)
    .where('deleted', '=', false)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function insertVehicleRows(tx: Tx, rows: readonly VehicleRow[]): Promise<void> {
  await insertRows(tx, vehicleTable, rows)
}

export async function updateVehicleRow(
  tx: Tx,
  vehicleId: string,
  changes: UpdateObject<Database, 'vehicles', 'vehicles'>,
  now: Date,
): Promise<VehicleRow> {
  return tx
    .updateTable('vehicles')
    .set({ ...changes, updated_at: laterThanBefore(now) })
    .where('id', '=', vehicleId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes what is left of a project's vehicles softly. */
export async function deleteVehiclesOfProject(scope: Scope, projectId: string): Promise<void> {
  await scope.tx
    .updateTable('vehicles')
    .set({ deleted: true, deleted_at: scope.now, updated_at: laterThanBefore(scope.now) })
    .where('project_id', '=', projectId)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .execute()
}

/** The vehicle's driver application is there; noted at most every few seconds. */
export async function noteHeartbeat(tx: Tx, vehicleId: string, now: Date, notBefore: Date): Promise<void> {
  await tx
    .updateTable('vehicles')
    .set({ session_seen_at: now })
    .where('id', '=', vehicleId)
    .where((eb) => eb.or([eb('session_seen_at', 'is', null), eb('session_seen_at', '<', notBefore)]))
    .execute()
}
