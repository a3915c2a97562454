// Every statement on messages to recipients: notes, the messages themselves, refusals.
import type { MessageChannel, MessageKind } from '@routewright/contract'
import { type RawBuilder, sql } from 'kysely'
import { withoutUndefined } from '../frame/platform/compact.ts'
import type { Db } from '../frame/platform/db.ts'
import type { Backlog } from '../frame/platform/jobs.ts'
import { json, type Scope, type Tx } from '../frame/platform/scope.ts'
import {
  type MessageNote,
  type MessageNoteRow,
  type MessageRow,
  messageRefusalTable,
  messageTable,
} from './message-tables.ts'
import {
  addRows,
  findRecord,
  insertRecords,
  listPage,
  listRecords,
  removeRows,
  setColumns,
  updateRecord,
} from './record-statements.ts'
import type { NewRow } from './records.ts'

/** The time by which work is due: one organization may be ahead of the others. */
export interface DueMoment {
  now: Date
  ahead?: { organizationId: string; now: Date } | undefined
}

function isDue(column: RawBuilder<unknown>, { now, ahead }: DueMoment): RawBuilder<unknown> {
  if (!ahead) return sql`${column} <= ${now}`
  return sql`(${column} <= ${now} or (organization_id = ${ahead.organizationId} and ${column} <= ${ahead.now}))`
}

export type NewMessage = NewRow<typeof messageTable>

/** Takes the oldest due note, which no other process gets; the commit deletes it. */
export async function takeNote(tx: Tx, due: DueMoment): Promise<MessageNoteRow | undefined> {
  const { rows } = await sql<MessageNoteRow>`
    delete from message_notes where id = (
      select id from message_notes where ${isDue(sql.ref('due_at'), due)} order by due_at, id limit 1 for update skip locked)
    returning *`.execute(tx)
  return rows[0]
}

/** Inserts messages; one that exists for the same stop, kind, channel and occasion is kept unchanged. Returns the new ones. */
export async function insertMessages(scope: Scope, rows: readonly NewMessage[]): Promise<MessageRow[]> {
  const unlessThere = sql`on conflict (stop_id, kind, channel, occasion) do nothing`
  return insertRecords(scope, messageTable, rows, unlessThere)
}

/** Returns the messages about these stops so far in a plan, oldest first. */
export async function listTold(scope: Scope, planId: string, stopIds: readonly string[]): Promise<MessageRow[]> {
  return listRecords(scope, messageTable, { plan_id: planId, stop_id: stopIds }, sql`order by created_at, id`)
}

/** Returns failed messages about these stops in a plan. */
export async function listFailed(scope: Scope, planId: string, stopIds: readonly string[]): Promise<MessageRow[]> {
  const which = { plan_id: planId, stop_id: stopIds, status: 'failed' } as const
  return listRecords(scope, messageTable, which, sql`order by created_at, id`)
}

/** Returns which of these addresses and numbers refused messages of the project. */
export async function listRefusals(scope: Scope, projectId: string, contacts: readonly string[]): Promise<Set<string>> {
  const rows = await listRecords(scope, messageRefusalTable, { project_id: projectId, contact: contacts })
  return new Set(rows.map(({ contact }) => contact))
}

export async function insertRefusals(scope: Scope, projectId: string, contacts: readonly string[]): Promise<void> {
  const rows = contacts.map((contact) => ({ project_id: projectId, contact, created_at: scope.now }))
  await addRows(scope, messageRefusalTable, rows, sql`on conflict do nothing`)
}

export async function deleteRefusals(scope: Scope, projectId: string, contacts: readonly string[]): Promise<void> {
  await removeRows(scope, messageRefusalTable, { project_id: projectId, contact: contacts })
}

/** Gives up messages that a dead process was sending: whether they were sent cannot be known, and none must be sent twice. */
export async function giveUpInterrupted(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('messages')
    .set({
      status: 'failed',
      reason_code: 'interrupted',
      reason: 'The service ended while it was being sent; it may have arrived.',
      leased_until: null,
      next_attempt_at: null,
      updated_at: now,
    })
    .where('status', 'in', ['queued', 'held'])
    .where('leased_until', '<', now)
    .execute()
}

/** Postpones a note that failed by a minute; after an hour it is too late, and the note is deleted. */
export async function postponeNote(db: Db, id: number, now: Date): Promise<void> {
  const hourAgo = new Date(now.getTime() - 3_600_000)
  await db.deleteFrom('message_notes').where('id', '=', id).where('created_at', '<', hourAgo).execute()
  await db
    .updateTable('message_notes')
    .set({ due_at: new Date(now.getTime() + 60_000) })
    .where('id', '=', id)
    .execute()
}

/** Leases messages that are due, oldest first; no other process gets them. */
export async function claimMessages(db: Db, due: DueMoment, leasedUntil: Date, limit: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    update messages set leased_until = ${leasedUntil}
    where id in (
      select id from messages
      where status in ('queued', 'held') and ${isDue(sql.ref('next_attempt_at'), due)} and leased_until is null
      order by next_attempt_at, id limit ${limit} for update skip locked)
    returning *`.execute(db)
  return rows
}

export async function updateMessage(scope: Scope, id: string, change: Partial<MessageRow>): Promise<MessageRow> {
  return updateRecord(scope, messageTable, id, change)
}

/** Locks the message for a change. */
export async function lockMessage(scope: Scope, id: string): Promise<MessageRow | undefined> {
  return findRecord(scope, messageTable, { id }, sql`for update`)
}

/** Returns whether this number ever got an SMS of the project. */
export async function hasSmsBefore(scope: Scope, projectId: string, recipient: string): Promise<boolean> {
  const which = { project_id: projectId, channel: 'sms', recipient, status: 'sent' } as const
  return (await findRecord(scope, messageTable, which, sql`limit 1`)) !== undefined
}

export interface LogFilter {
  stop_id?: string
  plan_id?: string
  kind?: MessageKind
  channel?: MessageChannel
  status?: MessageRow['status']
}

/** Returns a page of the project's log, newest first. */
export async function listLogPage(
  scope: Scope,
  projectId: string,
  filter: LogFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: MessageRow[]; total: number }> {
  const which = { project_id: projectId, ...withoutUndefined(filter) }
  return listPage(scope, messageTable, which, sql`created_at desc, id desc`, page)
}

/** Counts the messages of every organization that wait to be sent. */
export async function countWaitingMessages(db: Db): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*) as due, coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as "oldestSeconds"
    from messages where status = 'queued' and next_attempt_at <= now()`.execute(db)
  return rows[0]!
}

/** Deletes messages that the log no longer keeps. */
export async function deleteOldMessages(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('messages').where('created_at', '<', before).execute()
}

export interface NewNote {
  note: MessageNote
  project_id: string
  /** Id of the route or stop. */
  resource_id: string
  due_at: Date
}

/** Returns the statement that writes notes for projects that send messages. */
export function notesInsert(scope: Scope, notes: readonly NewNote[]): RawBuilder<unknown> {
  return sql`
    insert into message_notes (organization_id, project_id, note, resource_id, created_at, due_at)
    select p.organization_id, p.id, r.note, r.resource_id, ${scope.now}, r.due_at
    from jsonb_to_recordset(${json(notes)}::jsonb) as r(note text, project_id text, resource_id text, due_at timestamptz)
    join projects p on p.id = r.project_id and p.organization_id = ${scope.organizationId} and p.sends_messages
    on conflict (resource_id) where note = 'route_estimated' do nothing`
}

/** Deletes up to `limit` older messages of the project; returns how many. */
export async function deleteMessagesBefore(
  scope: Scope,
  projectId: string,
  before: Date,
  limit: number,
): Promise<number> {
  const some = sql`id = any(array(
    select id from messages where project_id = ${projectId} and created_at < ${before} limit ${limit}))`
  return removeRows(scope, messageTable, [some])
}

/** Deletes recipient and text of messages; that they were sent stays. A waiting message is not sent any more. */
export async function blankMessages(scope: Scope, ids: readonly string[]): Promise<number> {
  return setColumns(
    scope,
    messageTable,
    { id: ids },
    {
      recipient: '',
      subject: null,
      body: null,
      reason: null,
      next_attempt_at: null,
      status: sql`case when status in ('queued', 'held') then 'suppressed' else status end`,
    },
  )
}
