// Every statement on webhook subscriptions alone.
import { forecastEventIds, optionalEventIds } from '@routewright/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Scope, Tx } from '../frame/platform/scope.ts'
import {
  findRecord,
  insertRecord,
  listRecords,
  removeRows,
  updateRecord,
  updateRecords,
  withinReach,
} from './record-statements.ts'
import type { NewRow } from './records.ts'
import { type WebhookRow, webhookTable } from './webhook-tables.ts'

/** Returns the webhooks, oldest first. Callers with some projects see the webhooks of these only. */
export async function listWebhookRows(scope: Scope): Promise<WebhookRow[]> {
  return listRecords(scope, webhookTable, withinReach(scope.projects), sql`order by id`)
}

/** SQL for whether the organization's events have a reader: an enabled webhook. */
export function hasEventReader(scope: Scope): RawBuilder<boolean> {
  return sql`exists (select 1 from webhooks where organization_id = ${scope.organizationId} and enabled)`
}

/** SQL for whether an enabled webhook of the organization names an event that tells what is about to happen. */
export function hasForecastReader(scope: Scope): RawBuilder<boolean> {
  return sql`exists (select 1 from webhooks
    where organization_id = ${scope.organizationId} and enabled and events ?| ${forecastEventIds}::text[])`
}

/** Returns the enabled webhooks that name such an event and get those of the project. */
export async function listForecastWebhooks(scope: Scope, projectId: string): Promise<WebhookRow[]> {
  const named = sql`events ?| ${forecastEventIds}::text[] and (project_id is null or project_id = ${projectId})`
  return listRecords(scope, webhookTable, [{ enabled: true }, named], sql`order by id`)
}

/** Condition that the event is one of the eight that every webhook gets, or that an enabled webhook names it. */
export function isEventWanted(scope: Scope, eventId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(not ${isOptional(eventId)} or exists (select 1 from webhooks
    where organization_id = ${scope.organizationId} and enabled and events ? ${eventId}))`
}

/** Condition that webhooks get the event only where they name it. */
export function isOptional(eventId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`${eventId} = any(${optionalEventIds}::text[])`
}

export async function lockWebhookRow(scope: Scope, id: string): Promise<WebhookRow | undefined> {
  return findRecord(scope, webhookTable, { id }, sql`for update`)
}

export async function insertWebhook(scope: Scope, row: NewRow<typeof webhookTable>): Promise<WebhookRow> {
  return insertRecord(scope, webhookTable, row)
}

export async function updateWebhookRow(scope: Scope, id: string, changes: Partial<WebhookRow>): Promise<WebhookRow> {
  return updateRecord(scope, webhookTable, id, changes)
}

/** Deletes the webhook with its deliveries and log. */
export async function deleteWebhookRow(scope: Scope, id: string): Promise<void> {
  await removeRows(scope, webhookTable, { id })
}

/** Locks the signed webhooks of all organizations, to re-encrypt their secrets. */
export async function lockSignedWebhooks(tx: Tx): Promise<Pick<WebhookRow, 'id' | 'signing_secret'>[]> {
  return tx
    .selectFrom('webhooks')
    .select(['id', 'signing_secret'])
    .where('signing_secret', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Writes the same secret, re-encrypted: nothing visible changes. */
export async function rewriteSigningSecret(tx: Tx, id: string, sealed: string): Promise<void> {
  await tx.updateTable('webhooks').set({ signing_secret: sealed }).where('id', '=', id).execute()
}

/** Results of attempts of one webhook: their number, all successes or all failures. */
export interface CountedResult {
  id: string
  ok: boolean
  count: number
}

/**
 * Updates the counts of consecutive failures; a success resets one. Returns the counts before and after, of the webhooks whose
 * count changed. Locks these in the order of their ids, so that two processes cannot deadlock.
 */
export async function countResults(
  scope: Scope,
  results: readonly CountedResult[],
): Promise<{ id: string; before: number; after: number }[]> {
  const ids = results.map(({ id }) => id)
  const failures = results.map(({ ok, count }) => (ok ? 0 : count))
  const { rows } = await sql<{ id: string; before: number; after: number }>`
    with counted as (
      select w.id, w.failure_count as before, result.failures
      from unnest(${ids}::text[], ${failures}::integer[]) as result (id, failures)
      join webhooks w on w.id = result.id
      where result.failures > 0 or w.failure_count > 0
      order by w.id for no key update of w)
    update webhooks w set failure_count = case when counted.failures = 0 then 0 else counted.before + counted.failures end
    from counted where w.id = counted.id
    returning w.id, counted.before, w.failure_count as after`.execute(scope.tx)
  return rows
}

/** Disables the webhook. Returns false when it was disabled already. */
export async function disableWebhook(scope: Scope, id: string): Promise<boolean> {
  const off = { enabled: false, disabled_at: scope.now }
  return (await updateRecords(scope, webhookTable, { id, enabled: true }, off)).length > 0
}
