// Every statement on reports and their pictures alone.
import { type Insertable, sql } from 'kysely'
import type { Scope, Tx } from '../platform/scope.ts'
import { hasId, listRecords } from './record-statements.ts'
import { type ImageRow, type ReportRow, reportImageTable, reportTable } from './report-tables.ts'
import type { Database } from './tables.ts'

export async function insertReport(scope: Scope, row: Insertable<Database['reports']>): Promise<ReportRow> {
  return scope.tx.insertInto('reports').values(row).returningAll().executeTakeFirstOrThrow()
}

/** The reports of the stops, each stop's in the order in which they were made. */
export async function listReportsOfStops(scope: Scope, stopIds: readonly string[]): Promise<ReportRow[]> {
  if (stopIds.length === 0) return []
  const isOfStops = sql`stop_id = any(${stopIds}::text[])`
  return listRecords(scope, reportTable, [isOfStops], sql`order by stop_id, created_at, id`)
}

/** Reports by id, in the order in which they came. */
export async function listReports(scope: Scope, ids: readonly string[]): Promise<ReportRow[]> {
  return ids.length === 0 ? [] : listRecords(scope, reportTable, [hasId(ids)], sql`order by received_at, id`)
}

/** The latest report that ended the stop, or the latest attempt that left it pending. */
export async function findLatestReport(
  scope: Scope,
  stopId: string,
  which: 'ending' | 'attempt',
): Promise<ReportRow | undefined> {
  const isWanted =
    which === 'attempt' ? sql`type = 'service_report_attempted'` : sql`type <> 'service_report_attempted'`
  const newest = sql`order by received_at desc, id desc limit 1`
  return (await listRecords(scope, reportTable, [sql`stop_id = ${stopId}`, isWanted], newest))[0]
}

export async function insertImages(
  scope: Scope,
  rows: readonly Insertable<Database['report_images']>[],
): Promise<void> {
  if (rows.length === 0) return
  // By the device's id there is one picture, whoever comes first.
  await scope.tx
    .insertInto('report_images')
    .values(rows)
    .onConflict((clash) => clash.columns(['stop_id', 'client_id']).where('client_id', 'is not', null).doNothing())
    .execute()
}

export async function findImageByClientId(
  scope: Scope,
  stopId: string,
  clientId: string,
): Promise<ImageRow | undefined> {
  const conditions = [sql`stop_id = ${stopId}`, sql`client_id = ${clientId}`]
  return (await listRecords(scope, reportImageTable, conditions))[0]
}

/** Gives an awaited picture its bytes; answers false when they came before. */
export async function fillImage(
  scope: Scope,
  id: string,
  stored: Pick<ImageRow, 'storage_key' | 'content_type' | 'bytes' | 'sha256'>,
): Promise<boolean> {
  const { storage_key, content_type, bytes, sha256 } = stored
  const { numUpdatedRows } = await scope.tx
    .updateTable('report_images')
    .set({ storage_key, content_type, bytes, sha256 })
    .where('id', '=', id)
    .where('organization_id', '=', scope.organizationId)
    .where('storage_key', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function listStopImages(scope: Scope, stopId: string, ids: readonly string[]): Promise<ImageRow[]> {
  return ids.length === 0 ? [] : listRecords(scope, reportImageTable, [hasId(ids), sql`stop_id = ${stopId}`])
}

export async function findImage(scope: Scope, id: string): Promise<ImageRow | undefined> {
  return (await listRecords(scope, reportImageTable, [hasId([id])]))[0]
}

/** By the id alone: who opens a picture brings the token of its address, and nothing says whose it is before. */
export async function findImageOfAnyone(tx: Tx, id: string): Promise<ImageRow | undefined> {
  return tx.selectFrom('report_images').selectAll().where('id', '=', id).executeTakeFirst()
}
