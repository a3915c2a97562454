// The queries of reports and their pictures.

import { type Insertable, sql } from 'kysely'
import type { Tx } from '../platform/scope.ts'
import type { ImageRow, ReportRow } from './report-tables.ts'
import type { Database } from './tables.ts'

export async function insertReport(tx: Tx, row: Insertable<Database['reports']>): Promise<ReportRow> {
  return tx.insertInto('reports').values(row).returningAll().executeTakeFirstOrThrow()
}

/** The reports of the stops, each stop's in the order in which they were made. */
export async function listReportsOfStops(tx: Tx, stopIds: readonly string[]): Promise<ReportRow[]> {
  if (stopIds.length === 0) return []
  return tx
    .selectFrom('reports')
    .selectAll()
    .where(sql<boolean>`stop_id = any(${stopIds}::text[])`)
    .orderBy('stop_id')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The latest report that ended the stop, or the latest attempt that left it pending. */
export async function selectLatestReport(
  tx: Tx,
  stopId: string,
  which: 'ending' | 'attempt',
): Promise<ReportRow | undefined> {
  return tx
    .selectFrom('reports')
    .selectAll()
    .where('stop_id', '=', stopId)
    .where('type', which === 'attempt' ? '=' : '!=', 'service_report_attempted')
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertImages(tx: Tx, rows: readonly Insertable<Database['report_images']>[]): Promise<void> {
  if (rows.length === 0) return
  // By the device's id there is one picture, whoever comes first.
  await tx
    .insertInto('report_images')
    .values(rows)
    .onConflict((clash) => clash.columns(['stop_id', 'client_id']).where('client_id', 'is not', null).doNothing())
    .execute()
}

export async function findImageByClientId(tx: Tx, stopId: string, clientId: string): Promise<ImageRow | undefined> {
  return tx
    .selectFrom('report_images')
    .selectAll()
    .where('stop_id', '=', stopId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

/** Gives an awaited picture its bytes; answers false when they came before. */
export async function fillImage(
  tx: Tx,
  id: string,
  stored: Pick<ImageRow, 'storage_key' | 'content_type' | 'bytes' | 'sha256'>,
): Promise<boolean> {
  const { storage_key, content_type, bytes, sha256 } = stored
  const { numUpdatedRows } = await tx
    .updateTable('report_images')
    .set({ storage_key, content_type, bytes, sha256 })
    .where('id', '=', id)
    .where('storage_key', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function selectStopImages(tx: Tx, stopId: string, ids: readonly string[]): Promise<ImageRow[]> {
  if (ids.length === 0) return []
  return tx.selectFrom('report_images').selectAll().where('stop_id', '=', stopId).where('id', 'in', ids).execute()
}

export async function findImage(tx: Tx, id: string): Promise<ImageRow | undefined> {
  return tx.selectFrom('report_images').selectAll().where('id', '=', id).executeTakeFirst()
}
