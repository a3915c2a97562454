// The queries of reports and their pictures.
import type { Insertable, Selectable } from 'kysely'
import type { ReportImagesTable, ReportsTable } from '../platform/schema.ts'
import type { Tx } from '../platform/scope.ts'
import type { ReportRow } from '../resources/report.ts'

export type ImageRow = Selectable<ReportImagesTable>

export async function insertReport(tx: Tx, row: Insertable<ReportsTable>): Promise<ReportRow> {
  return tx.insertInto('reports').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function findReportByClientId(tx: Tx, stopId: string, clientId: string): Promise<ReportRow | undefined> {
  return tx
    .selectFrom('reports')
    .selectAll()
    .where('stop_id', '=', stopId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

/** The stop's reports, oldest first. */
export async function selectStopReports(tx: Tx, stopId: string): Promise<ReportRow[]> {
  return tx
    .selectFrom('reports')
    .selectAll()
    .where('stop_id', '=', stopId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function insertImages(tx: Tx, rows: readonly Insertable<ReportImagesTable>[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('report_images').values(rows).execute()
}

export async function selectStopImages(tx: Tx, stopId: string, ids: readonly string[]): Promise<ImageRow[]> {
  if (ids.length === 0) return []
  return tx.selectFrom('report_images').selectAll().where('stop_id', '=', stopId).where('id', 'in', ids).execute()
}

export async function findImage(tx: Tx, id: string): Promise<ImageRow | undefined> {
  return tx.selectFrom('report_images').selectAll().where('id', '=', id).executeTakeFirst()
}

/** One wrong handover code more. */
export async function countWrongPin(tx: Tx, stopId: string): Promise<void> {
  await tx
    .updateTable('stops')
    .set((eb) => ({ pin_attempts: eb('pin_attempts', '+', 1) }))
    .where('id', '=', stopId)
    .execute()
}
