// The queries of webhook subscriptions and of their log.
import { type Insertable, sql, type UpdateObject } from 'kysely'
import type { ProjectReach, Tx } from '../platform/scope.ts'
import type { Database } from './tables.ts'
import type { AttemptRow, WebhookRow } from './webhook-tables.ts'

export type WebhookChanges = UpdateObject<Database, 'webhooks'>

/** Oldest first. A caller with some projects sees the webhooks of those only. */
export async function selectWebhooks(tx: Tx, organizationId: string, reach: ProjectReach): Promise<WebhookRow[]> {
  let query = tx.selectFrom('webhooks').selectAll().where('organization_id', '=', organizationId)
  if (reach !== 'all') {
    if (reach.size === 0) return []
    query = query.where('project_id', 'in', [...reach])
  }
  return query.orderBy('id').execute()
}

export async function findOwnWebhook(tx: Tx, organizationId: string, id: string): Promise<WebhookRow | undefined> {
  return tx
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertWebhook(tx: Tx, row: Insertable<Database['webhooks']>): Promise<WebhookRow> {
  return tx.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateWebhookRow(tx: Tx, id: string, changes: WebhookChanges): Promise<WebhookRow> {
  return tx.updateTable('webhooks').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Its deliveries and log go with it. */
export async function deleteWebhookRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('webhooks').where('id', '=', id).execute()
}

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
