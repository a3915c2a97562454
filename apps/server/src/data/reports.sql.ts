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
import { takePicturesOut, withoutPictures } from './report-conflicts.sql.ts'
import { type ImageRow, type ReportRow, reportImageTable, reportTable } from './report-tables.ts'
import { takePicturesOutOfVersions } from './report-versions.sql.ts'

export async function insertReport(scope: Scope, row: NewRow<typeof reportTable>): Promise<ReportRow> {
  return insertRecord(scope, reportTable, row)
}

/** The reports of the stops, each stop's in the order in which they were made. */
export async function listReportsOfStops(scope: Scope, stopIds: readonly string[]): Promise<ReportRow[]> {
  return listRecords(scope, reportTable, { stop_id: stopIds }, sql`order by stop_id, created_at, id`)
}

/** Reports by id, in the order in which they came. */
export async function listReports(scope: Scope, ids: readonly string[]): Promise<ReportRow[]> {
  return listRecords(scope, reportTable, { id: ids }, sql`order by received_at, id`)
}

/** By the id alone: who opens a picture by its older address says nothing of whose it is. */
export async function findReportOfAnyone(tx: Tx, id: string): Promise<ReportRow | undefined> {
  return tx.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The latest report that ended the stop, or the latest attempt that left it pending. */
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

/** By the device's id there is one picture, whoever comes first. */
export async function insertImages(scope: Scope, rows: readonly NewRow<typeof reportImageTable>[]): Promise<void> {
  await addRows(scope, reportImageTable, rows, sql`on conflict do nothing`)
}

/** On what a picture hangs, and within which the device's id of it is its own. */
export type PictureOwner = { stop_id: string } | { route_id: string }

export async function findImageByClientId(
  scope: Scope,
  owner: PictureOwner,
  clientId: string,
): Promise<ImageRow | undefined> {
  return findRecord(scope, reportImageTable, { ...owner, client_id: clientId })
}

/** The picture is about this stop, and goes when what is known of its recipient goes. */
export async function setStopOfImage(scope: Scope, id: string, stopId: string): Promise<void> {
  await setColumns(scope, reportImageTable, { id }, { stop_id: stopId })
}

/** Gives an awaited picture its bytes; answers false when they came before. */
export async function fillImage(
  scope: Scope,
  id: string,
  stored: Pick<ImageRow, 'storage_key' | 'content_type' | 'bytes' | 'sha256'>,
): Promise<boolean> {
  const { storage_key, content_type, bytes, sha256 } = stored
  const values = { storage_key, content_type, bytes, sha256 }
  return (await setColumns(scope, reportImageTable, { id, storage_key: null }, values)) > 0
}

/** Where the organization's pictures lie in the storage. */
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

/** By the id alone: who opens a picture brings the token of its address, and nothing says whose it is before. */
export async function findImageOfAnyone(tx: Tx, id: string): Promise<ImageRow | undefined> {
  return tx.selectFrom('report_images').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Has a report say something else. */
export async function rewriteReport(scope: Scope, id: string, said: Written<typeof reportTable>): Promise<void> {
  await setColumns(scope, reportTable, { id }, said)
}

/** Deletes one report; its pictures stay with the stop. */
export async function deleteReport(scope: Scope, id: string): Promise<void> {
  await removeRows(scope, reportTable, { id })
}

/** What these reports say in words and where they were written goes; their kind, reason and times stay. */
export async function blankReports(scope: Scope, ids: readonly string[]): Promise<number> {
  const blank = { comments: null, taker_name: null, location: null, custom_fields: null, tasks: [], packages: [] }
  return setColumns(scope, reportTable, { id: ids }, blank)
}

/** Deletes pictures, whose files are gone, and takes them out of their reports. */
export async function deleteImages(scope: Scope, ids: readonly string[]): Promise<number> {
  const stopIds = sql`(select stop_id from report_images where id = any(${ids}::text[]))`
  await setColumns(scope, reportTable, [sql`stop_id in ${stopIds}`], withoutPictures(ids))
  await takePicturesOut(scope, ids)
  await takePicturesOutOfVersions(scope, ids)
  return removeRows(scope, reportImageTable, { id: ids })
}
