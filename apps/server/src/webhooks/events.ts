// The transactional outbox: an event is a row written by the same transaction as the change it tells of.

import type { EventId } from '@routewright/contract'
import { sql } from 'kysely'
import { insertEvents } from '../data/events.sql.ts'
import type { MessageNote } from '../data/message-tables.ts'
import { insertNotes } from '../data/messages.sql.ts'
import type { Scope } from '../platform/scope.ts'

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
  await insertEvents(scope, rows)
  // Sent with the commit: the delivery loops wake up.
  await sql`select pg_notify(${wakeChannel}, '')`.execute(scope.tx)
}

export interface NoteRecord {
  note: MessageNote
  projectId: string
  /** Of the route or stop. */
  resourceId: string
}

/** Estimates change with every position, so recipients' messages are only considered this long after the first change. */
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
  const { written, hasReader } = await insertNotes(scope, rows)
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
