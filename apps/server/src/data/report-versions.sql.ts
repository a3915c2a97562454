// Every statement on earlier versions of reports.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { findRecord, insertRecord, listRecords, setColumns } from './record-statements.ts'
import type { NewRow } from './records.ts'
import { withoutPaymentReason, withoutPictures } from './report-conflicts.sql.ts'
import { type ReportVersionRow, reportVersionTable } from './report-version-table.ts'

export async function insertReportVersion(
  scope: Scope,
  row: NewRow<typeof reportVersionTable>,
): Promise<ReportVersionRow> {
  return insertRecord(scope, reportVersionTable, row)
}

/** Returns versions of the reports of stops, oldest first. */
export async function listVersionsOfStops(scope: Scope, stopIds: readonly string[]): Promise<ReportVersionRow[]> {
  return listRecords(scope, reportVersionTable, { stop_id: stopIds }, sql`order by recorded_at, id`)
}

/** Returns the version that this correction ended; undefined where the correction is new. */
export async function findVersionEndedBy(
  scope: Scope,
  stopId: string,
  amendmentId: string,
): Promise<ReportVersionRow | undefined> {
  return findRecord(scope, reportVersionTable, { stop_id: stopId, amendment_id: amendmentId })
}

/** Returns the last version of a taken-back report, by the report's client_id or id. */
export async function findTakenBack(
  scope: Scope,
  stopId: string,
  report: string,
): Promise<ReportVersionRow | undefined> {
  const isIt = sql`(client_id = ${report} or report_id = ${report})`
  const which = [{ stop_id: stopId, ended_as: 'taken_back' as const }, isIt]
  return findRecord(scope, reportVersionTable, which, sql`order by recorded_at desc, id desc limit 1`)
}

/** Deletes words and location of these versions; their kind, reason and times stay. */
export async function blankVersions(scope: Scope, ids: readonly string[]): Promise<number> {
  const blank = { comments: null, location: null, custom_fields: null, tasks: [], packages: [], taker_name: null }
  return setColumns(scope, reportVersionTable, { id: ids }, { ...blank, ...withoutPaymentReason })
}

/** Removes deleted pictures from versions. */
export async function takePicturesOutOfVersions(scope: Scope, ids: readonly string[]): Promise<void> {
  const stopIds = sql`(select stop_id from report_images where id = any(${ids}::text[]))`
  await setColumns(scope, reportVersionTable, [sql`stop_id in ${stopIds}`], withoutPictures(ids))
}
