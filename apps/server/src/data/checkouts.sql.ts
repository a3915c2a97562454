// Every statement on shop checkouts.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope } from '../frame/platform/scope.ts'
import { type CheckoutRow, checkoutTable } from './checkout-table.ts'
import { findRecord, insertRecord, updateRecord, type Written } from './record-statements.ts'
import type { NewRow } from './records.ts'

export async function insertCheckout(scope: Scope, row: NewRow<typeof checkoutTable>): Promise<CheckoutRow> {
  return insertRecord(scope, checkoutTable, row)
}

/** Returns the checkout; with `lock`, locks its row for a change. */
export async function findCheckout(scope: Scope, id: string, lock?: 'lock'): Promise<CheckoutRow | undefined> {
  return findRecord(scope, checkoutTable, { id }, lock && sql`for update`)
}

export async function updateCheckout(
  scope: Scope,
  id: string,
  values: Written<typeof checkoutTable>,
): Promise<CheckoutRow> {
  return updateRecord(scope, checkoutTable, id, values)
}

/** Returns the checkout of a token, while a window may be chosen with it. */
export async function findOpenCheckout(
  db: Db,
  digest: Buffer,
): Promise<Pick<CheckoutRow, 'id' | 'organization_id' | 'origins' | 'expires_at'> | undefined> {
  return db
    .selectFrom('checkouts')
    .select(['id', 'organization_id', 'origins', 'expires_at'])
    .where('token_digest', '=', digest)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** Deletes personal data when the checkout ends, and the rest a month later. */
export async function forgetOldCheckouts(db: Db, now: Date): Promise<void> {
  await sql`delete from checkouts where expires_at < ${now}::timestamptz - interval '30 days'`.execute(db)
  await sql`
    update checkouts set stop = null where stop is not null and expires_at < ${now}::timestamptz - interval '1 hour'`.execute(
    db,
  )
}
