// The queries of the recipient's page.
import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import type { ReportsTable } from '../platform/schema.ts'
import { laterThanBefore, type Tx } from '../platform/scope.ts'

export interface TrackedStop {
  id: string
  organization_id: string
}

/** Which stop a token belongs to; no other query looks across organizations. */
export async function selectTrackedStop(db: Db | Tx, token: string): Promise<TrackedStop | undefined> {
  return db
    .selectFrom('stops')
    .select(['id', 'organization_id'])
    .where('tracking_token', '=', token)
    .where('deleted', '=', false)
    .executeTakeFirst()
}

/** Pending stops that the driver makes before the stop at this place of the route. */
export async function countPendingBefore(tx: Tx, routeId: string, order: number): Promise<number> {
  const { count } = await tx
    .selectFrom('stops')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('route_id', '=', routeId)
    .where('deleted', '=', false)
    .where('status', '=', 'pending')
    .where('order', '<', order)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The latest report that ended the stop. */
export async function findLastReport(tx: Tx, stopId: string): Promise<Selectable<ReportsTable> | undefined> {
  return tx
    .selectFrom('reports')
    .selectAll()
    .where('stop_id', '=', stopId)
    .where('type', '!=', 'service_report_attempted')
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The latest attempt that left the stop pending. */
export async function findLastAttempt(tx: Tx, stopId: string): Promise<Selectable<ReportsTable> | undefined> {
  return tx
    .selectFrom('reports')
    .selectAll()
    .where('stop_id', '=', stopId)
    .where('type', '=', 'service_report_attempted')
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export interface RecipientChange {
  customer_text_field?: string | null
  location_details?: string
  location_validated?: boolean
  location_validated_at?: Date
}

export async function writeRecipientChange(tx: Tx, stopId: string, change: RecipientChange, now: Date): Promise<void> {
  await tx
    .updateTable('stops')
    .set({ ...change, updated_at: laterThanBefore(now) })
    .where('id', '=', stopId)
    .execute()
}

/** A place that the recipient has seen is no guess of the geocoder any more. */
export async function dropGeocodingMarks(tx: Tx, stopId: string): Promise<void> {
  await sql`update stops set location = location - 'scoring' - 'partial_match' where id = ${stopId}`.execute(tx)
}
