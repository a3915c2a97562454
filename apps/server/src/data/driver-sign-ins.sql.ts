// Every statement on drivers' signed-in phones, and on their sign-in codes.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope, Tx } from '../frame/platform/scope.ts'
import { revokeLinksOfDevices } from './driver-links.sql.ts'
import {
  type DriverCodeRow,
  type DriverDeviceRow,
  driverCodeTable,
  driverDeviceTable,
} from './driver-sign-in-tables.ts'
import { addRows, insertRecord, listColumns, listRecords, removeRows, setColumns } from './record-statements.ts'
import type { NewRow } from './records.ts'

export async function insertCode(scope: Scope, row: NewRow<typeof driverCodeTable>): Promise<void> {
  await addRows(scope, driverCodeTable, [row])
}

/** Returns when codes were requested for the driver since a moment, latest first: from one known phone, or from all others. */
export async function listAskedCodes(
  scope: Scope,
  driverId: string,
  since: Date,
  askedBy: string | null,
): Promise<Date[]> {
  const which = [{ driver_id: driverId, asked_by: askedBy }, sql`step_digest is not null and created_at > ${since}`]
  const rows = await listColumns(scope, driverCodeTable, ['created_at'], which, sql`order by created_at desc, id desc`)
  return rows.map(({ created_at }) => created_at)
}

/** Locks the codes of a sign-in of any organization; none once one was used or all have expired. */
export async function lockCodesOfStep(tx: Tx, stepDigest: Buffer, now: Date): Promise<DriverCodeRow[]> {
  const { rows } = await sql<DriverCodeRow>`
    select * from driver_codes where step_digest = ${stepDigest} and used_at is null and expires_at > ${now}
    order by id for update`.execute(tx)
  return rows
}

/** Locks a valid code that a dispatcher created. */
export async function lockCodeToShow(tx: Tx, codeDigest: Buffer, now: Date): Promise<DriverCodeRow[]> {
  const { rows } = await sql<DriverCodeRow>`
    select * from driver_codes where code_digest = ${codeDigest} and step_digest is null and used_at is null
      and expires_at > ${now} for update`.execute(tx)
  return rows
}

export async function countTries(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('driver_codes')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
}

export async function markCodesUsed(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.updateTable('driver_codes').set({ used_at: now }).where('id', 'in', ids).execute()
}

/** Deletes unused codes that a dispatcher created for the driver. */
export async function removeShownCodes(scope: Scope, driverId: string): Promise<void> {
  await removeRows(scope, driverCodeTable, { driver_id: driverId, step_digest: null, used_at: null })
}

export async function insertDevice(scope: Scope, row: NewRow<typeof driverDeviceTable>): Promise<DriverDeviceRow> {
  return insertRecord(scope, driverDeviceTable, row)
}

/** Returns the phone of a secret, in any organization, if its driver still exists. */
export async function findDeviceByToken(db: Db, digest: Buffer, now: Date): Promise<DriverDeviceRow | undefined> {
  const { rows } = await sql<DriverDeviceRow>`
    select d.* from driver_devices d join drivers p on p.id = d.driver_id and p.organization_id = d.organization_id
    where d.token_digest = ${digest} and d.expires_at > ${now} and not p.deleted and not p.archived`.execute(db)
  return rows[0]
}

/** Returns the phones on which the driver is signed in, last seen first. */
export async function listDevicesOfDriver(scope: Scope, driverId: string, now: Date): Promise<DriverDeviceRow[]> {
  const which = [{ driver_id: driverId }, sql`expires_at > ${now}`]
  return listRecords(scope, driverDeviceTable, which, sql`order by last_seen_at desc, id desc`)
}

export async function keepDevice(scope: Scope, id: string, seen: Pick<DriverDeviceRow, 'last_seen_at' | 'expires_at'>) {
  await setColumns(scope, driverDeviceTable, { id }, seen)
}

/** Signs out one phone of the driver, or all, and revokes the links by which they opened routes; returns these phones. */
export async function endDevices(scope: Scope, which: { driver_id: string; id?: string }): Promise<DriverDeviceRow[]> {
  const devices = await listRecords(scope, driverDeviceTable, which, sql`for update`)
  const ids = devices.map(({ id }) => id)
  await revokeLinksOfDevices(scope, ids)
  await removeRows(scope, driverDeviceTable, { id: ids })
  return devices
}

/** Deletes all phones and codes of a driver who no longer drives. */
export async function endSignInsOfDriver(scope: Scope, driverId: string): Promise<void> {
  await endDevices(scope, { driver_id: driverId })
  await removeRows(scope, driverCodeTable, { driver_id: driverId })
}

/** Deletes phones that were not seen for too long, and old codes. */
export async function forgetOldSignIns(db: Db, now: Date, codesBefore: Date): Promise<void> {
  await db.deleteFrom('driver_devices').where('expires_at', '<', now).execute()
  await db.deleteFrom('driver_codes').where('created_at', '<', codesBefore).execute()
}
