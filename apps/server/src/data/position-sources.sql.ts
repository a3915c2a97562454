// Every statement on sources of positions and their devices.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope } from '../frame/platform/scope.ts'
import {
  type PositionDeviceRow,
  type PositionSourceRow,
  positionDeviceTable,
  positionSourceTable,
} from './position-source-tables.ts'
import {
  addRows,
  countRecords,
  findRecord,
  insertRecord,
  listRecords,
  removeRows,
  setColumns,
  updateRecord,
  type Written,
} from './record-statements.ts'
import type { NewRow } from './records.ts'

/** Returns the sources, oldest first. */
export async function listPositionSourceRows(scope: Scope): Promise<PositionSourceRow[]> {
  return listRecords(scope, positionSourceTable, [], sql`order by id`)
}

export async function findPositionSource(scope: Scope, id: string, lock?: 'lock') {
  return findRecord(scope, positionSourceTable, { id }, lock && sql`for update`)
}

/** Returns the source, of any organization, whose positions arrive at this address. */
export async function findPositionSourceByToken(db: Db, digest: Buffer): Promise<PositionSourceRow | undefined> {
  const { rows } = await sql<PositionSourceRow>`
    select s.* from position_sources s join projects p on p.id = s.project_id
    where s.token_digest = ${digest} and s.enabled and not p.deleted`.execute(db)
  return rows[0]
}

export async function insertPositionSource(scope: Scope, row: NewRow<typeof positionSourceTable>) {
  return insertRecord(scope, positionSourceTable, row)
}

export async function updatePositionSource(scope: Scope, id: string, changes: Written<typeof positionSourceTable>) {
  return updateRecord(scope, positionSourceTable, id, changes)
}

/** Deletes the source with its devices; recorded positions stay with their routes. */
export async function removePositionSource(scope: Scope, id: string): Promise<void> {
  await removeRows(scope, positionSourceTable, { id })
}

/** Returns all devices of a source: those without a vehicle first, then the most recently heard. */
export async function listDevices(scope: Scope, sourceId: string): Promise<PositionDeviceRow[]> {
  const order = sql`order by vehicle_id is not null, seen_at desc, id`
  return listRecords(scope, positionDeviceTable, { source_id: sourceId }, order)
}

/** Returns the devices of a source with these device ids. */
export async function findDevices(scope: Scope, sourceId: string, deviceIds: readonly string[]) {
  return listRecords(scope, positionDeviceTable, { source_id: sourceId, device_id: deviceIds }, sql`order by id`)
}

export async function findDevice(scope: Scope, id: string): Promise<PositionDeviceRow | undefined> {
  return findRecord(scope, positionDeviceTable, { id }, sql`for update`)
}

export async function countDevices(scope: Scope, sourceId: string): Promise<number> {
  return countRecords(scope, positionDeviceTable, { source_id: sourceId })
}

/** Inserts devices; one inserted concurrently is kept unchanged. */
export async function addDevices(scope: Scope, rows: readonly NewRow<typeof positionDeviceTable>[]): Promise<void> {
  await addRows(scope, positionDeviceTable, rows, sql`on conflict (source_id, device_id) do nothing`)
}

export async function setDevice(scope: Scope, id: string, values: Written<typeof positionDeviceTable>): Promise<void> {
  await setColumns(scope, positionDeviceTable, { id }, values)
}

/** Deletes devices without a vehicle that were silent since then. */
export async function removeSilentDevices(db: Db, before: Date): Promise<void> {
  await sql`delete from position_devices where vehicle_id is null and seen_at < ${before}`.execute(db)
}
