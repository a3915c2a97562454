// Every statement on conflicting reports, and on the routes that stops were taken from.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { findRecord, insertRecords, listColumns, listRecords, setColumns, type Written } from './record-statements.ts'
import type { NewRow } from './records.ts'
import { type ReportConflictRow, reportConflictTable, routeLeftTable } from './report-conflict-tables.ts'

/** Stores the report; returns undefined when one with its client_id exists. */
export async function insertConflict(
  scope: Scope,
  row: NewRow<typeof reportConflictTable>,
): Promise<ReportConflictRow | undefined> {
  const unlessSent = sql`on conflict (stop_id, client_id) where client_id is not null do nothing`
  return (await insertRecords(scope, reportConflictTable, [row], unlessSent))[0]
}

export async function findConflictByClientId(
  scope: Scope,
  stopId: string,
  clientId: string,
): Promise<ReportConflictRow | undefined> {
  return findRecord(scope, reportConflictTable, { stop_id: stopId, client_id: clientId })
}

/** Locks the conflict's row. */
export async function lockConflict(scope: Scope, id: string): Promise<ReportConflictRow | undefined> {
  return findRecord(scope, reportConflictTable, { id }, sql`for update`)
}

/** Returns the conflicts of a plan's routes and stops, newest first. */
export async function listConflictsOfPlan(scope: Scope, planId: string): Promise<ReportConflictRow[]> {
  const isOfPlan = sql`(plan_id = ${planId} or stop_id in (select id from stops where plan_id = ${planId}))`
  return listRecords(scope, reportConflictTable, [isOfPlan], sql`order by received_at desc, id desc`)
}

/** Returns conflicts of stops, oldest first. */
export async function listConflictsOfStops(scope: Scope, stopIds: readonly string[]): Promise<ReportConflictRow[]> {
  return listRecords(scope, reportConflictTable, { stop_id: stopIds }, sql`order by received_at, id`)
}

/** Returns conflicts by id, oldest first. */
export async function listConflicts(scope: Scope, ids: readonly string[]): Promise<ReportConflictRow[]> {
  return listRecords(scope, reportConflictTable, { id: ids }, sql`order by received_at, id`)
}

export async function decideConflict(
  scope: Scope,
  id: string,
  values: Pick<ReportConflictRow, 'state' | 'decided_by' | 'report_id'>,
): Promise<void> {
  await setColumns(scope, reportConflictTable, { id }, { ...values, decided_at: scope.now })
}

/** Changes the content of a report that does not count. */
export async function rewriteConflict(
  scope: Scope,
  id: string,
  said: Written<typeof reportConflictTable>,
): Promise<void> {
  await setColumns(scope, reportConflictTable, { id }, said)
}

/** Deletes words and location of these reports; their kind, reason and times stay. */
export async function blankConflicts(scope: Scope, ids: readonly string[]): Promise<number> {
  const said = { comments: null, taker_name: null, location: null, custom_fields: null, tasks: [], packages: [] }
  const blank = { ...said, ...withoutPaymentReason, refusal: null }
  return setColumns(scope, reportConflictTable, { id: ids }, blank)
}

/** Returns when the stop last left a route that had a driver's link then; undefined when it never did. */
export async function findMomentLeft(scope: Scope, stopId: string, routeId: string): Promise<Date | undefined> {
  const [row] = await listColumns(scope, routeLeftTable, ['left_at'], { stop_id: stopId, route_id: routeId })
  return row?.left_at
}

/** Returns the conflict that became this report, if any. */
export async function findConflictOfReport(scope: Scope, reportId: string): Promise<ReportConflictRow | undefined> {
  return findRecord(scope, reportConflictTable, { report_id: reportId })
}

/** Removes deleted pictures from conflicts. */
export async function takePicturesOut(scope: Scope, ids: readonly string[]): Promise<void> {
  const stopIds = sql`(select stop_id from report_images where id = any(${ids}::text[]))`
  await setColumns(scope, reportConflictTable, [sql`stop_id in ${stopIds}`], withoutPictures(ids))
}

/** The payment of a report without the reason that somebody wrote; the amount and how it was paid stay. */
export const withoutPaymentReason = { payment_collected: sql`payment_collected - 'reason'` }

/** Returns the columns of a report or of a conflict without these pictures. */
export function withoutPictures(ids: readonly string[]) {
  return {
    images: sql`(select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(images) one
      where one ->> 'id' <> all(${ids}::text[]))`,
    signature: sql`case when signature ->> 'id' = any(${ids}::text[]) then null else signature end`,
  }
}
