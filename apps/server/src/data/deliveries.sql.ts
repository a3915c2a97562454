// The queries of the delivery loop.

import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import type { Tx } from '../platform/scope.ts'
import type { AttemptResult } from '../webhooks/send.ts'
import { deleteDeliveredEvents, lockWaitingEvents, markFannedOut } from './events.sql.ts'
import type { AttemptRow, DeliveryRow, WebhookRow } from './webhook-tables.ts'

/**
 * Turns waiting events into one delivery for each webhook that wants them, oldest first; answers how many events were
 * looked at. One node at a time: otherwise a later event could overtake an earlier one of its resource.
 */
export async function fanOutEvents(tx: Tx, now: Date, limit: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('routewright.webhooks.fan_out'))`.execute(tx)
  const ids = await lockWaitingEvents(tx, limit)
  if (ids.length === 0) return 0
  await sql`
    insert into webhook_deliveries (webhook_id, event_key, event_id, resource_id, body, next_attempt_at, created_at)
    select w.id, e.id, e.event_id, e.resource_id, e.body, ${now}, ${now}
    from events e
    join webhooks w on w.organization_id = e.organization_id and w.enabled
      and (w.project_id is null or w.project_id = e.project_id)
      and (w.events = '[]'::jsonb or w.events ? e.event_id)
      and w.created_at <= e.created_at
    where e.id = any(${ids}::bigint[])
    order by e.id
    on conflict (webhook_id, event_key) do nothing`.execute(tx)
  await markFannedOut(tx, ids, now)
  return ids.length
}

/** The enabled webhooks that have something to deliver now. */
export async function selectDueWebhooks(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from webhooks w where w.enabled and exists (
      select 1 from webhook_deliveries d where d.webhook_id = w.id and d.status = 'waiting'
      and d.next_attempt_at <= ${now} and (d.leased_until is null or d.leased_until < ${now}))`.execute(db)
  return rows.map(({ id }) => id)
}

/** So many of the oldest due deliveries are looked at: a long backlog must not make every claim slower. */
const claimWindow = 1_000

/**
 * Leases up to `limit` due deliveries of a webhook: the oldest due one of each resource, and none of a resource that has
 * one under way, so that the changes of a resource arrive in their order. Written so that no choice of the planner can
 * compare every waiting delivery with every other one: after a receiver's outage there are many.
 */
export async function claimDeliveries(
  tx: Tx,
  webhookId: string,
  now: Date,
  leasedUntil: Date,
  limit: number,
): Promise<DeliveryRow[]> {
  await sql`select pg_advisory_xact_lock(hashtext('routewright.webhooks.claim'), hashtext(${webhookId}))`.execute(tx)
  const { rows: busy } = await sql<{ resource_id: string }>`
    select resource_id from webhook_deliveries
    where webhook_id = ${webhookId} and status = 'waiting' and leased_until >= ${now}`.execute(tx)
  const { rows } = await sql<DeliveryRow>`
    update webhook_deliveries set leased_until = ${leasedUntil}
    where id in (
      select min(id) from (
        select id, resource_id from webhook_deliveries
        where webhook_id = ${webhookId} and status = 'waiting' and next_attempt_at <= ${now}
        order by next_attempt_at, id limit ${claimWindow}) due
      where resource_id <> all(${busy.map(({ resource_id }) => resource_id)}::text[])
      group by resource_id order by min(id) limit ${limit})
    returning *`.execute(tx)
  return rows.sort((a, b) => a.id - b.id)
}

export async function findWebhook(tx: Tx | Db, webhookId: string): Promise<WebhookRow | undefined> {
  return tx.selectFrom('webhooks').selectAll().where('id', '=', webhookId).executeTakeFirst()
}

export async function insertAttempt(
  tx: Tx,
  delivery: LoggedDelivery,
  result: AttemptResult,
  now: Date,
): Promise<AttemptRow> {
  return tx
    .insertInto('webhook_attempts')
    .values({
      webhook_id: delivery.webhook_id,
      delivery_id: delivery.id,
      event_id: delivery.event_id,
      resource_id: delivery.resource_id,
      body: JSON.stringify(delivery.body),
      ok: result.ok,
      response_status: result.responseStatus,
      error: result.error,
      duration_ms: result.durationMilliseconds,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** What the log keeps of a delivery; test events have no delivery of their own. */
export type LoggedDelivery = Pick<DeliveryRow, 'webhook_id' | 'event_id' | 'resource_id' | 'body'> & {
  id: number | null
}

/** Keeps the newest attempts of the webhook's log. */
export async function trimAttempts(tx: Tx, webhookId: string, keep: number): Promise<void> {
  await sql`
    delete from webhook_attempts where webhook_id = ${webhookId} and id <= (
      select id from webhook_attempts where webhook_id = ${webhookId} order by id desc offset ${keep} limit 1)`.execute(
    tx,
  )
}

export async function deleteDelivery(tx: Tx, deliveryId: number): Promise<void> {
  await tx.deleteFrom('webhook_deliveries').where('id', '=', deliveryId).execute()
}

/** The next attempt's time, or undefined when the last one failed too and the delivery is given up. */
export async function postponeDelivery(tx: Tx, delivery: DeliveryRow, nextAttemptAt: Date | undefined): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({
      attempts: delivery.attempts + 1,
      leased_until: null,
      ...(nextAttemptAt ? { next_attempt_at: nextAttemptAt } : { status: 'failed' as const }),
    })
    .where('id', '=', delivery.id)
    .execute()
}

/** Gives up what still waits for the webhook. */
export async function giveUpDeliveries(tx: Tx, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', leased_until: null })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'waiting')
    .execute()
}

/** Who is told about a failing webhook: its maker, or the organization's administrators when the maker is gone. */
export async function selectOwnerEmails(tx: Tx, webhook: WebhookRow): Promise<string[]> {
  const people = await tx
    .selectFrom('users')
    .select(['id', 'email', 'role'])
    .where('organization_id', '=', webhook.organization_id)
    .where('active', '=', true)
    .orderBy('id')
    .execute()
  const maker = people.find(({ id }) => id === webhook.created_by)
  if (maker) return [maker.email]
  return people.filter(({ role }) => role === 'organization_administrator').map(({ email }) => email)
}

/** Deletes what nobody needs any more: events given to their webhooks, and deliveries given up, older than `before`. */
export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('status', '=', 'failed').where('created_at', '<', before).execute()
  await deleteDeliveredEvents(db, before)
}
