// Every statement on the outbox of events alone.

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import { json, type Scope, type Tx } from '../frame/platform/scope.ts'
import { removeRows } from './record-statements.ts'
import { eventTable } from './webhook-tables.ts'
import { isEventWanted } from './webhooks.sql.ts'

export interface NewEvent {
  project_id: string
  event_id: string
  resource_id: string | undefined
  webhook_id: string | null
  body: object
}

/** Returns the statement that inserts events in the order given, if the condition holds. */
export function eventsInsert(
  scope: Scope,
  events: readonly NewEvent[],
  condition: RawBuilder<boolean>,
): RawBuilder<unknown> {
  return sql`
    insert into events (organization_id, project_id, event_id, resource_id, webhook_id, body, created_at)
    select ${scope.organizationId}, r.project_id, r.event_id, r.resource_id, r.webhook_id, r.body, ${scope.now}
    from rows from (json_to_recordset(${json(events)}::json)
      as (project_id text, event_id text, resource_id text, webhook_id text, body json)) with ordinality
      as r(project_id, event_id, resource_id, webhook_id, body, position)
    where ${condition} and ${isEventWanted(scope, sql`r.event_id`)} order by r.position`
}

/** Locks the oldest events that are not fanned out yet. */
export async function lockWaitingEvents(tx: Tx, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from events where fanned_out_at is null order by id limit ${limit} for update`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function markFannedOut(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await tx.updateTable('events').set({ fanned_out_at: now }).where('id', 'in', ids).execute()
}

/** Deletes events older than `before` whose deliveries were made. */
export async function deleteDeliveredEvents(db: Db, before: Date): Promise<void> {
  await sql`
    delete from events e where e.fanned_out_at < ${before}
    and not exists (select 1 from webhook_deliveries d where d.event_key = e.id)`.execute(db)
}

/** Deletes up to `limit` events of the organization; returns how many. */
export async function deleteEventRows(scope: Scope, which: RawBuilder<unknown>, limit?: number): Promise<number> {
  const some = sql`id = any(array(
    select id from events where organization_id = ${scope.organizationId} and ${which} limit ${limit ?? null}))`
  return removeRows(scope, eventTable, [some])
}
