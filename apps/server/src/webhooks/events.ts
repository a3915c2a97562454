// The transactional outbox: an event is a row written by the same transaction as the change it tells of.
import type { EventId } from '@routewright/contract'
import { sql } from 'kysely'
import { json, type Scope } from '../platform/scope.ts'

/** Notified when events or deliveries wait. */
export const wakeChannel = 'webhooks'

export interface EventRecord {
  eventId: EventId
  projectId: string
  /** The resource without children; carries `id` and `updated_at`, the parts of the receivers' deduplication key. */
  data: { id?: string; updated_at?: Date; [field: string]: unknown }
  /** The fields that changed, empty for a creation or deletion. */
  changes?: readonly string[]
}

/**
 * Writes events to the outbox, in order; they are delivered after the transaction commits, or never if it does not.
 * An organization without an enabled webhook has no reader, so nothing is written for it.
 */
export async function recordEvents(scope: Scope, records: readonly EventRecord[]): Promise<void> {
  if (records.length === 0 || !(await hasReader(scope))) return
  const rows = records.map((record) => ({
    project_id: record.projectId,
    event_id: record.eventId,
    resource_id: record.data.id,
    body: {
      created_at: scope.now,
      project_id: record.projectId,
      event_id: record.eventId,
      meta: { organization_id: scope.organizationId, actor: scope.actor, changes: record.changes ?? [] },
      data: record.data,
    },
  }))
  await sql`
    insert into events (organization_id, project_id, event_id, resource_id, body, created_at)
    select ${scope.organizationId}, r.project_id, r.event_id, r.resource_id, r.body, ${scope.now}
    from rows from (json_to_recordset(${json(rows)}::json)
      as (project_id text, event_id text, resource_id text, body json)) with ordinality
      as r(project_id, event_id, resource_id, body, position)
    order by r.position`.execute(scope.tx)
  // Sent with the commit: the delivery loops wake up.
  await sql`select pg_notify(${wakeChannel}, '')`.execute(scope.tx)
}

async function hasReader(scope: Scope): Promise<boolean> {
  const reader = await scope.tx
    .selectFrom('webhooks')
    .select('id')
    .where('organization_id', '=', scope.organizationId)
    .where('enabled', '=', true)
    .limit(1)
    .executeTakeFirst()
  return reader !== undefined
}
