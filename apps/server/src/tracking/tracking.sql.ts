// The queries of the recipient's page.
import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'
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
