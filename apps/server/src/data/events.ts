// The transactional outbox: an event is a row written in the same transaction as its change.

import type { EventId } from '@routewright/contract'
import { sql } from 'kysely'
import { type Scope, withoutWaiting } from '../frame/platform/scope.ts'
import { eventsInsert } from './events.sql.ts'
import type { MessageNote } from './message-tables.ts'
import { notesInsert } from './messages.sql.ts'
import { hasEventReader } from './webhooks.sql.ts'

/** Channel notified when events or deliveries wait. */
export const wakeChannel = 'webhooks'
/** Channel notified when notes or messages to recipients wait. */
export const messageChannel = 'messages'

export interface EventRecord {
  eventId: EventId
  projectId: string
  /** The resource without children; contains `id` and `updated_at`, the receivers' deduplication key. */
  data: { id?: string; updated_at?: Date; [field: string]: unknown }
  /** Names of changed fields, empty for a creation or deletion. */
  changes?: readonly string[]
  /** The only webhook that gets the event; without it every webhook that wants its kind. */
  webhookId?: string
}

/** Up to this many events are sent without checking first for an enabled webhook: the statement checks itself. */
const fewEvents = 200

/**
 * Writes events to the outbox, in order; they are delivered after the transaction commits, or never if it does not. Nothing is
 * written for an organization without an enabled webhook, nor for made-up past days of the demo.
 */
export async function recordEvents(scope: Scope, records: readonly EventRecord[]): Promise<void> {
  if (records.length === 0) return
  if (scope.checkEvent) for (const record of records) scope.checkEvent(eventRow(scope)(record).body)
  if (scope.isHistory) return
  const isHeard = records.length <= fewEvents || (await findReader(scope))
  withoutWaiting(write(scope, records.flatMap(toNote), isHeard ? records : []))
}

async function findReader(scope: Scope): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select ${hasEventReader(scope)} as found`.execute(scope.tx)
  return rows[0]!.found
}

export interface NoteRecord {
  note: MessageNote
  projectId: string
  /** Id of the route or stop. */
  resourceId: string
}

/** Delay from the first changed estimate to considering recipients' messages, as estimates change with every position. */
const estimateMilliseconds = 10_000

/** Writes notes of what recipients may have to be told; nothing for a project that sends no messages. */
export async function noteForMessages(scope: Scope, notes: readonly NoteRecord[]): Promise<void> {
  withoutWaiting(write(scope, notes, []))
}

/** Writes notes and events in one statement, which wakes the delivery loops at commit. */
async function write(scope: Scope, notes: readonly NoteRecord[], events: readonly EventRecord[]): Promise<void> {
  const parts = [
    {
      name: sql`noted`,
      channel: messageChannel,
      insert: notes.length > 0 && notesInsert(scope, notes.map(noteRow(scope))),
    },
    {
      name: sql`told`,
      channel: wakeChannel,
      insert: events.length > 0 && eventsInsert(scope, events.map(eventRow(scope)), hasEventReader(scope)),
    },
  ].flatMap(({ insert, ...part }) => (insert ? [{ ...part, insert }] : []))
  if (parts.length === 0) return
  const inserts = parts.map(({ name, insert }) => sql`${name} as (${insert} returning 1)`)
  const wakes = parts.map(({ name, channel }) => sql`(select notice(${channel}, '') from ${name} limit 1)`)
  await sql`with ${sql.join(inserts)} select ${sql.join(wakes)}`.execute(scope.tx)
}

const noteRow =
  (scope: Scope) =>
  ({ note, projectId, resourceId }: NoteRecord) => ({
    note,
    project_id: projectId,
    resource_id: resourceId,
    due_at: note === 'route_estimated' ? new Date(scope.now.getTime() + estimateMilliseconds) : scope.now,
  })

const eventRow = (scope: Scope) => (record: EventRecord) => ({
  project_id: record.projectId,
  event_id: record.eventId,
  resource_id: record.data.id,
  webhook_id: record.webhookId ?? null,
  body: {
    created_at: scope.now,
    project_id: record.projectId,
    event_id: record.eventId,
    meta: { organization_id: scope.organizationId, actor: scope.actor, changes: record.changes ?? [] },
    data: record.data,
  },
})

const notesOfEvents: Partial<Record<EventId, MessageNote>> = {
  'svc.drivers.2.route.started': 'route_started',
  'svc.planner.2.stop.reported': 'stop_reported',
  'svc.planner.2.stop.deleted': 'stop_deleted',
}

function toNote({ eventId, projectId, data }: EventRecord): NoteRecord[] {
  const note = notesOfEvents[eventId]
  return note && data.id ? [{ note, projectId, resourceId: data.id }] : []
}
