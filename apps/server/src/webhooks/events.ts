// The transactional outbox: an event is a row written by the same transaction as the change it tells of.
import type { EventId } from '@routewright/contract'
import { sql } from 'kysely'
import type { MessageNote } from '../data/message-tables.ts'
import { json, type Scope } from '../platform/scope.ts'

/** Notified when events or deliveries wait. */
export const wakeChannel = 'webhooks'
/** Notified when notes or messages to recipients wait. */
export const messageChannel = 'messages'

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
  if (records.length === 0) return
  const { hasReader } = await writeNotes(scope, records.flatMap(toNote))
  if (!hasReader) return
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

export interface NoteRecord {
  note: MessageNote
  projectId: string
  /** Of the route or stop. */
  resourceId: string
}

/** Estimates move with every position; they are looked at so long after the first that moved. */
const estimateMilliseconds = 10_000

/** Notes what recipients may have to be told of; a project that sends no messages has no reader, so nothing is written. */
export async function noteForMessages(scope: Scope, notes: readonly NoteRecord[]): Promise<void> {
  if (notes.length > 0) await writeNotes(scope, notes)
}

/** Writes notes, and answers whether events have a reader: an enabled webhook. */
async function writeNotes(scope: Scope, notes: readonly NoteRecord[]): Promise<{ hasReader: boolean }> {
  const rows = notes.map(({ note, projectId, resourceId }) => ({
    note,
    project_id: projectId,
    resource_id: resourceId,
    due_at: note === 'route_estimated' ? new Date(scope.now.getTime() + estimateMilliseconds) : scope.now,
  }))
  const { rows: answers } = await sql<{ written: number; has_reader: boolean }>`
    with noted as (
      insert into message_notes (organization_id, project_id, note, resource_id, created_at, due_at)
      select p.organization_id, p.id, r.note, r.resource_id, ${scope.now}, r.due_at
      from jsonb_to_recordset(${json(rows)}::jsonb) as r(note text, project_id text, resource_id text, due_at timestamptz)
      join projects p on p.id = r.project_id and p.organization_id = ${scope.organizationId} and p.sends_messages
      on conflict (resource_id) where note = 'route_estimated' do nothing
      returning id)
    select (select count(*) from noted) as written,
      exists (select 1 from webhooks where organization_id = ${scope.organizationId} and enabled) as has_reader`.execute(
    scope.tx,
  )
  const { written, has_reader: hasReader } = answers[0]!
  if (written > 0) await sql`select pg_notify(${messageChannel}, '')`.execute(scope.tx)
  return { hasReader }
}

const notesOfEvents: Partial<Record<EventId, MessageNote>> = {
  'svc.drivers.2.route.started': 'route_started',
  'svc.planner.2.stop.reported': 'stop_reported',
  'svc.planner.2.stop.deleted': 'stop_deleted',
}

function toNote({ eventId, projectId, data }: EventRecord): NoteRecord[] {
  const note = notesOfEvents[eventId]
  return note && data.id ? [{ note, projectId, resourceId: data.id }] : []
}
