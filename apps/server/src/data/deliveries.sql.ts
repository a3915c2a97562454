// Every statement on deliveries of webhooks and on the log of their attempts. Due times and leases use the database's clock, so
// nodes whose clocks differ neither send twice nor wait.

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Backlog } from '../frame/platform/jobs.ts'
import { json, type Scope, type Tx } from '../frame/platform/scope.ts'
import { deleteDeliveredEvents, deleteEventRows, lockWaitingEvents, markFannedOut } from './events.sql.ts'
import { findRecord, insertRecord, listPage, removeRows, setColumns } from './record-statements.ts'
import {
  type AttemptRow,
  type DeliveryRow,
  type WebhookRow,
  webhookAttemptTable,
  webhookDeliveryTable,
} from './webhook-tables.ts'
import { isOptional } from './webhooks.sql.ts'

/** Result of one attempt. */
export interface AttemptResult {
  ok: boolean
  responseStatus: number | null
  error: string | null
  durationMilliseconds: number
}

/** Most events turned into deliveries at once. */
export const fanOutBatch = 1_000

/**
 * Turns waiting events into one delivery for each webhook that wants them, oldest first; returns the number of events processed.
 * One node at a time: otherwise a later event could overtake an earlier one of its resource.
 */
export async function fanOutEvents(tx: Tx, now: Date, limit: number): Promise<number> {
  const locked = sql`select pg_advisory_xact_lock(hashtext('routewright.webhooks.fan_out'))`.execute(tx)
  const [ids] = await Promise.all([lockWaitingEvents(tx, limit), locked])
  if (ids.length === 0) return 0
  await sql`
    insert into webhook_deliveries (webhook_id, event_key, event_id, resource_id, body, next_attempt_at, created_at)
    select w.id, e.id, e.event_id, e.resource_id, e.body, now(), ${now}
    from events e
    join webhooks w on w.organization_id = e.organization_id and w.enabled
      and (e.webhook_id is null or e.webhook_id = w.id)
      and (w.project_id is null or w.project_id = e.project_id)
      and (w.events ? e.event_id or (w.events = '[]'::jsonb and not ${isOptional(sql`e.event_id`)}))
    where e.id = any(${ids}::bigint[])
    order by e.id
    on conflict (webhook_id, event_key) do nothing`.execute(tx)
  await markFannedOut(tx, ids, now)
  return ids.length
}

/** A subscription, and whether its organization is a sandbox, which sends nothing. */
export type DueWebhook = WebhookRow & { is_sandbox: boolean }

/** Returns the enabled webhooks of any organization that have something to deliver now. */
export async function selectDueWebhooks(db: Db): Promise<DueWebhook[]> {
  const { rows } = await sql<DueWebhook>`
    select w.*, o.is_sandbox from webhooks w join organizations o on o.id = w.organization_id where w.enabled and exists (
      select 1 from webhook_deliveries d where d.webhook_id = w.id and d.status = 'waiting'
      and d.next_attempt_at <= now() and (d.leased_until is null or d.leased_until < now()))`.execute(db)
  return rows
}

/** Counts the due deliveries of enabled webhooks of every organization. */
export async function countWaitingDeliveries(db: Db): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*) as due, coalesce(extract(epoch from now() - min(d.next_attempt_at)), 0)::float8 as "oldestSeconds"
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id and w.enabled
    where d.status = 'waiting' and d.next_attempt_at <= now() and (d.leased_until is null or d.leased_until < now())`.execute(
    db,
  )
  return rows[0]!
}

/** Most of the oldest due deliveries that are looked at: a long backlog must not make every claim slower. */
const claimWindow = 1_000

/** Number of further deliveries of a webhook that may be under way. */
export interface FreeLane {
  webhookId: string
  free: number
}

/**
 * Leases due deliveries of these webhooks. Of each webhook first the oldest due one of each resource, then the later ones; none
 * of a resource that has one leased, so that sending them one after the other keeps the order of each resource. One statement
 * serves all webhooks. It is written so that no query plan can compare every waiting delivery with every other one: after a
 * receiver's outage there are many. Returns them in the order in which they were created.
 */
export async function claimDeliveries(
  tx: Tx,
  lanes: readonly FreeLane[],
  leaseSeconds: number,
): Promise<DeliveryRow[]> {
  const locked = sql`select pg_advisory_xact_lock(hashtext('routewright.webhooks.claim'))`.execute(tx)
  const webhookIds = lanes.map(({ webhookId }) => webhookId)
  const free = lanes.map((lane) => lane.free)
  const claim = sql<DeliveryRow>`
    update webhook_deliveries set leased_until = now() + make_interval(secs => ${leaseSeconds})
    where id = any(array(
      select claimed.id from unnest(${webhookIds}::text[], ${free}::integer[]) as lane (webhook_id, free)
      cross join lateral (
        select id from (
          select due.id, row_number() over (partition by due.resource_id order by due.id) as turn from (
            select id, resource_id from webhook_deliveries
            where webhook_id = lane.webhook_id and status = 'waiting' and next_attempt_at <= now()
            order by next_attempt_at, id limit ${claimWindow}) due
          where due.resource_id <> all(array(
            select resource_id from webhook_deliveries
            where webhook_id = lane.webhook_id and leased_until is not null and leased_until >= now()))) turns
        order by turn, id limit lane.free) claimed))
    returning *`.execute(tx)
  const [{ rows }] = await Promise.all([claim, locked])
  return rows.sort((a, b) => a.id - b.id)
}

/** Ends the leases of deliveries that were claimed but not begun. */
export async function releaseDeliveries(db: Db, ids: readonly number[]): Promise<void> {
  await sql`update webhook_deliveries set leased_until = null where id = any(${ids}::bigint[])`.execute(db)
}

/** Ends every lease; only for a process that knows that it is the only one. */
export async function releaseAllDeliveries(db: Db): Promise<void> {
  await sql`update webhook_deliveries set leased_until = null where leased_until is not null`.execute(db)
}

/** Fields of a delivery in the log; test events have no delivery of their own. */
export type LoggedDelivery = Pick<DeliveryRow, 'webhook_id' | 'event_id' | 'resource_id' | 'body'> & {
  id: number | null
}

// The log has no organization: the caller has checked that the subscription belongs to it.

/** Logs an attempt of no waiting delivery. */
export async function insertAttempt(
  scope: Scope,
  delivery: LoggedDelivery,
  result: AttemptResult,
): Promise<AttemptRow> {
  const { id: delivery_id, webhook_id, event_id, resource_id, body } = delivery
  const { ok, responseStatus: response_status, error, durationMilliseconds: duration_ms } = result
  const sent = { webhook_id, delivery_id, event_id, resource_id, body, created_at: scope.now }
  return insertRecord(scope, webhookAttemptTable, { ...sent, ok, response_status, error, duration_ms })
}

/** Logs attempts of waiting deliveries, in their order; those of deliveries deleted meanwhile are skipped. */
export async function logAttempts(
  scope: Scope,
  attempts: readonly { delivery: Pick<DeliveryRow, 'id'>; result: AttemptResult }[],
): Promise<void> {
  const rows = attempts.map(({ delivery, result }) => {
    const { ok, responseStatus: response_status, error, durationMilliseconds: duration_ms } = result
    return { id: delivery.id, ok, response_status, error, duration_ms }
  })
  await sql`
    insert into webhook_attempts
      (webhook_id, delivery_id, event_id, resource_id, body, ok, response_status, error, duration_ms, created_at)
    select d.webhook_id, d.id, d.event_id, d.resource_id, d.body, a.ok, a.response_status, a.error, a.duration_ms, ${scope.now}
    from rows from (json_to_recordset(${json(rows)}::json)
      as (id bigint, ok boolean, response_status integer, error text, duration_ms integer)) with ordinality
      as a(id, ok, response_status, error, duration_ms, position)
    join webhook_deliveries d on d.id = a.id order by a.position`.execute(scope.tx)
}

/** Returns a page of attempts, newest first. */
export async function listAttemptPage(
  scope: Scope,
  webhookId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: AttemptRow[]; total: number }> {
  return listPage(scope, webhookAttemptTable, { webhook_id: webhookId }, sql`id desc`, page)
}

export async function findAttempt(scope: Scope, webhookId: string, id: number): Promise<AttemptRow | undefined> {
  return findRecord(scope, webhookAttemptTable, { id, webhook_id: webhookId })
}

/** Deletes all but the newest attempts of the webhook's log. */
export async function trimAttempts(scope: Scope, webhookId: string, keep: number): Promise<void> {
  await sql`
    delete from webhook_attempts where webhook_id = ${webhookId} and id <= (
      select id from webhook_attempts where webhook_id = ${webhookId} order by id desc offset ${keep} limit 1)`.execute(
    scope.tx,
  )
}

export async function deleteDeliveries(scope: Scope, ids: readonly number[]): Promise<void> {
  await removeRows(scope, webhookDeliveryTable, { id: ids })
}

/** Retries are spread over this share of their pause, so that deliveries that failed together are not retried together. */
const retrySpread = 0.1

/** Counts one more attempt of these deliveries and schedules the next one after at least `pauseSeconds`; undefined gives them up. */
export async function postponeDeliveries(
  scope: Scope,
  ids: readonly number[],
  pauseSeconds: number | undefined,
): Promise<void> {
  const outcome =
    pauseSeconds === undefined
      ? { status: 'failed' as const }
      : { next_attempt_at: sql<Date>`now() + make_interval(secs => ${pauseSeconds} * (1 + random() * ${retrySpread}))` }
  const released = { attempts: sql<number>`attempts + 1`, leased_until: null }
  await setColumns(scope, webhookDeliveryTable, { id: ids }, { ...released, ...outcome })
}

/** Gives up the waiting deliveries of the webhook. */
export async function giveUpDeliveries(scope: Scope, webhookId: string): Promise<void> {
  const which = { webhook_id: webhookId, status: 'waiting' } as const
  await setColumns(scope, webhookDeliveryTable, which, { status: 'failed', leased_until: null })
}

/** Deletes events fanned out to their webhooks, and given-up deliveries, older than `before`. */
export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('status', '=', 'failed').where('created_at', '<', before).execute()
  await deleteDeliveredEvents(db, before)
}

/** Deletes up to `limit` older attempts of the organization's webhooks; returns how many. */
export async function deleteAttemptsBefore(scope: Scope, before: Date, limit: number): Promise<number> {
  return deleteLogged(scope, sql`created_at < ${before}`, limit)
}

/** Deletes all events, deliveries and logged attempts of these stops; returns how many. */
export async function deleteEventsOfResources(scope: Scope, resourceIds: readonly string[]): Promise<number> {
  const isOfThem = sql`resource_id = any(${resourceIds}::text[])`
  const attempts = await deleteLogged(scope, isOfThem)
  const deliveries = await removeRows(scope, webhookDeliveryTable, [ofOwnWebhooks(scope), isOfThem])
  return attempts + deliveries + (await deleteEventRows(scope, isOfThem))
}

/** Deletes up to `limit` older deliveries and events; returns how many. Receivers that were unreachable miss them. */
export async function deleteEventsBefore(scope: Scope, before: Date, limit: number): Promise<number> {
  const isOld = sql`created_at < ${before}`
  const some = sql`id = any(array(
    select id from webhook_deliveries where ${ofOwnWebhooks(scope)} and ${isOld} limit ${limit}))`
  const deliveries = await removeRows(scope, webhookDeliveryTable, [some])
  return deliveries > 0 ? deliveries : await deleteEventRows(scope, isOld, limit)
}

async function deleteLogged(scope: Scope, which: RawBuilder<unknown>, limit?: number): Promise<number> {
  const some = sql`id = any(array(
    select id from webhook_attempts where ${ofOwnWebhooks(scope)} and ${which} limit ${limit ?? null}))`
  return removeRows(scope, webhookAttemptTable, [some])
}

/** Condition on rows of the organization's webhooks, as deliveries and attempts have no organization. */
function ofOwnWebhooks(scope: Scope): RawBuilder<unknown> {
  return sql`webhook_id in (select id from webhooks where organization_id = ${scope.organizationId})`
}
