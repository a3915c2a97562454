// Every statement on reports and their pictures alone.
import { sql } from 'kysely'
import type { Scope, Tx } from '../frame/platform/scope.ts'
import {
  addRows,
  findRecord,
  insertRecord,
  listColumns,
  listRecords,
  removeRows,
  setColumns,
  type Written,
} from './record-statements.ts'
import type { NewRow } from './records.ts'
import { takePicturesOut, withoutPaymentReason, withoutPictures } from './report-conflicts.sql.ts'
import { type ImageRow, type ReportRow, reportImageTable, reportTable } from './report-tables.ts'
import { takePicturesOutOfVersions } from './report-versions.sql.ts'

export async function insertReport(scope: Scope, row: NewRow<typeof reportTable>): Promise<ReportRow> {
  return insertRecord(scope, reportTable, row)
}

/** Returns the reports of the stops, each stop's in the order in which they were made. */
export async function listReportsOfStops(scope: Scope, stopIds: readonly string[]): Promise<ReportRow[]> {
  return listRecords(scope, reportTable, { stop_id: stopIds }, sql`order by stop_id, created_at, id`)
}

/** Returns reports by id, in the order of arrival. */
export async function listReports(scope: Scope, ids: readonly string[]): Promise<ReportRow[]> {
  return listRecords(scope, reportTable, { id: ids }, sql`order by received_at, id`)
}

/** Returns the report of any organization: callers who open a picture by its older URL are not known yet. */
export async function findReportOfAnyone(tx: Tx, id: string): Promise<ReportRow | undefined> {
  return tx.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns the latest report that ended the stop, or the latest attempt that left it pending. */
export async function findLatestReport(
  scope: Scope,
  stopId: string,
  which: 'ending' | 'attempt',
): Promise<ReportRow | undefined> {
  const isWanted = sql`(type = 'service_report_attempted') = ${which === 'attempt'}`
  return findRecord(
    scope,
    reportTable,
    [{ stop_id: stopId }, isWanted],
    sql`order by received_at desc, id desc limit 1`,
  )
}

/** Inserts pictures; one with the same device id is kept unchanged. */
export async function insertImages(scope: Scope, rows: readonly NewRow<typeof reportImageTable>[]): Promise<void> {
  await addRows(scope, reportImageTable, rows, sql`on conflict do nothing`)
}

/** Owner of a picture, within which the device's id of the picture is unique. */
export type PictureOwner = { stop_id: string } | { route_id: string }

export async function findImageByClientId(
  scope: Scope,
  owner: PictureOwner,
  clientId: string,
): Promise<ImageRow | undefined> {
  return findRecord(scope, reportImageTable, { ...owner, client_id: clientId })
}

/** Assigns the picture to this stop, so that it is deleted together with the recipient's data. */
export async function setStopOfImage(scope: Scope, id: string, stopId: string): Promise<void> {
  await setColumns(scope, reportImageTable, { id }, { stop_id: stopId })
}

/** Fills in the bytes of an awaited picture; returns false when they arrived before. */
export async function fillImage(
  scope: Scope,
  id: string,
  stored: Pick<ImageRow, 'storage_key' | 'content_type' | 'bytes' | 'sha256'>,
): Promise<boolean> {
  const { storage_key, content_type, bytes, sha256 } = stored
  const values = { storage_key, content_type, bytes, sha256 }
  return (await setColumns(scope, reportImageTable, { id, storage_key: null }, values)) > 0
}

/** Returns the storage keys of the organization's pictures. */
export async function listStorageKeys(scope: Scope): Promise<string[]> {
  const images = await listColumns(scope, reportImageTable, ['storage_key'], {})
  return images.flatMap(({ storage_key }) => storage_key ?? [])
}

export async function listImages(scope: Scope, ids: readonly string[]): Promise<ImageRow[]> {
  return listRecords(scope, reportImageTable, { id: ids })
}

export async function listStopImages(scope: Scope, stopId: string, ids: readonly string[]): Promise<ImageRow[]> {
  return listRecords(scope, reportImageTable, { id: ids, stop_id: stopId })
}

export async function findImage(scope: Scope, id: string): Promise<ImageRow | undefined> {
  return findRecord(scope, reportImageTable, { id })
}

/** Returns the picture of any organization: its URL contains a token, and the caller is not known yet. */
export async function findImageOfAnyone(tx: Tx, id: string): Promise<ImageRow | undefined> {
  return tx.selectFrom('report_images').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Changes the content of a report. */
export async function rewriteReport(scope: Scope, id: string, said: Written<typeof reportTable>): Promise<void> {
  await setColumns(scope, reportTable, { id }, said)
}

/** Deletes one report; its pictures stay with the stop. */
export async function deleteReport(scope: Scope, id: string): Promise<void> {
  await removeRows(scope, reportTable, { id })
}

/** Deletes words and location of these reports; their kind, reason and times stay. */
export async function blankReports(scope: Scope, ids: readonly string[]): Promise<number> {
  const blank = { comments: null, taker_name: null, location: null, custom_fields: null, tasks: [], packages: [] }
  return setColumns(scope, reportTable, { id: ids }, { ...blank, ...withoutPaymentReason })
}

/** Deletes pictures whose files are deleted, and removes them from their reports. */
export async function deleteImages(scope: Scope, ids: readonly string[]): Promise<number> {
  const stopIds = sql`(select stop_id from report_images where id = any(${ids}::text[]))`
  await setColumns(scope, reportTable, [sql`stop_id in ${stopIds}`], withoutPictures(ids))
  await takePicturesOut(scope, ids)
  await takePicturesOutOfVersions(scope, ids)
  return removeRows(scope, reportImageTable, { id: ids })
}
