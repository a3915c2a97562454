// Every statement on webhook subscriptions alone, and what reads their log.
import { type Insertable, sql } from 'kysely'
import type { Scope, Tx } from '../platform/scope.ts'
import { hasId, listRecords, updateRecord } from './record-statements.ts'
import type { Database } from './tables.ts'
import { type AttemptRow, type WebhookRow, webhookTable } from './webhook-tables.ts'

/** Oldest first. A caller with some projects sees the webhooks of those only. */
export async function listWebhookRows(scope: Scope): Promise<WebhookRow[]> {
  const { projects } = scope
  const isInReach = projects === 'all' ? sql`true` : sql`project_id = any(${[...projects]}::text[])`
  return listRecords(scope, webhookTable, [isInReach], sql`order by id`)
}

/** The subscription behind its lock, for a change. */
export async function lockWebhookRow(scope: Scope, id: string): Promise<WebhookRow | undefined> {
  return (await listRecords(scope, webhookTable, [hasId([id])], sql`for update`))[0]
}

export async function insertWebhook(scope: Scope, row: Insertable<Database['webhooks']>): Promise<WebhookRow> {
  return scope.tx.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateWebhookRow(scope: Scope, id: string, changes: Partial<WebhookRow>): Promise<WebhookRow> {
  return updateRecord(scope, webhookTable, id, changes)
}

/** Its deliveries and log go with it. */
export async function deleteWebhookRow(scope: Scope, id: string): Promise<void> {
  await scope.tx
    .deleteFrom('webhooks')
    .where('id', '=', id)
    .where('organization_id', '=', scope.organizationId)
    .execute()
}

// The log carries no organization: who asks for it has been shown to own the subscription.

/** Newest first. */
export async function selectAttempts(
  tx: Tx,
  webhookId: string,
  page: { limit: number; offset: number },
): Promise<AttemptRow[]> {
  return tx
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function findAttempt(tx: Tx, webhookId: string, attemptId: number): Promise<AttemptRow | undefined> {
  return tx
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '=', attemptId)
    .executeTakeFirst()
}

export async function countAttempts(tx: Tx, webhookId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('webhook_attempts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('webhook_id', '=', webhookId)
    .executeTakeFirstOrThrow()
  return count
}

/** Counts one result; a success begins anew. Answers the failures in a row. */
export async function countResult(tx: Tx, webhookId: string, ok: boolean): Promise<number> {
  const { rows } = await sql<{ failure_count: number }>`
    update webhooks set failure_count = ${ok ? sql`0` : sql`failure_count + 1`}
    where id = ${webhookId} and not (${ok} and failure_count = 0) returning failure_count`.execute(tx)
  return rows[0]?.failure_count ?? 0
}

/** Switches the webhook off. False when it was off already. */
export async function disableWebhook(tx: Tx, webhookId: string, now: Date): Promise<boolean> {
  const disabled = await tx
    .updateTable('webhooks')
    .set({ enabled: false, disabled_at: now, updated_at: now })
    .where('id', '=', webhookId)
    .where('enabled', '=', true)
    .returning('id')
    .executeTakeFirst()
  return disabled !== undefined
}
