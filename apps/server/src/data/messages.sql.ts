// The queries of messages: notes, the messages themselves, refusals, logos.

import type { MessageChannel, MessageKind } from '@routewright/contract'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import { json, type Scope, type Tx } from '../platform/scope.ts'
import type { MessageNote, MessageNoteRow, MessageRow } from './message-tables.ts'
import type { Database } from './tables.ts'

export type NewMessage = Insertable<Database['messages']>

/** Takes the oldest due note, which no other process gets; it is gone with the commit. */
export async function takeNote(tx: Tx, now: Date): Promise<MessageNoteRow | undefined> {
  const { rows } = await sql<MessageNoteRow>`
    delete from message_notes where id = (
      select id from message_notes where due_at <= ${now} order by due_at, id limit 1 for update skip locked)
    returning *`.execute(tx)
  return rows[0]
}

/** Adds messages; one that exists for the same stop, kind, channel and occasion stays as it is. Answers the new ones. */
export async function insertMessages(tx: Tx, rows: readonly NewMessage[]): Promise<MessageRow[]> {
  if (rows.length === 0) return []
  return tx
    .insertInto('messages')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['stop_id', 'kind', 'channel', 'occasion']).doNothing())
    .returningAll()
    .execute()
}

/** What these stops were told so far in a plan, oldest first. */
export async function selectTold(tx: Tx, planId: string, stopIds: readonly string[]): Promise<MessageRow[]> {
  if (stopIds.length === 0) return []
  return tx
    .selectFrom('messages')
    .selectAll()
    .where('plan_id', '=', planId)
    .where('stop_id', 'in', stopIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Which of these addresses and numbers want no more messages from the project. */
export async function selectRefusals(tx: Tx, projectId: string, contacts: readonly string[]): Promise<Set<string>> {
  if (contacts.length === 0) return new Set()
  const rows = await tx
    .selectFrom('message_refusals')
    .select('contact')
    .where('project_id', '=', projectId)
    .where('contact', 'in', contacts)
    .execute()
  return new Set(rows.map(({ contact }) => contact))
}

export async function insertRefusals(
  tx: Tx,
  owner: { organization_id: string; project_id: string; created_at: Date },
  contacts: readonly string[],
): Promise<void> {
  if (contacts.length === 0) return
  await tx
    .insertInto('message_refusals')
    .values(contacts.map((contact) => ({ ...owner, contact })))
    .onConflict((conflict) => conflict.columns(['project_id', 'contact']).doNothing())
    .execute()
}

export async function deleteRefusals(tx: Tx, projectId: string, contacts: readonly string[]): Promise<void> {
  if (contacts.length === 0) return
  await tx.deleteFrom('message_refusals').where('project_id', '=', projectId).where('contact', 'in', contacts).execute()
}

/** Gives up what a dead process was sending: whether it went out cannot be known, and it must not go out twice. */
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

/** A note that could not be worked off waits a minute; after an hour it is too late for it anyway. */
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
export async function claimMessages(db: Db, now: Date, leasedUntil: Date, limit: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    update messages set leased_until = ${leasedUntil}
    where id in (
      select id from messages
      where status in ('queued', 'held') and next_attempt_at <= ${now} and leased_until is null
      order by next_attempt_at, id limit ${limit} for update skip locked)
    returning *`.execute(db)
  return rows
}

export async function updateMessage(
  tx: Tx | Db,
  id: string,
  change: Partial<Omit<MessageRow, 'id' | 'organization_id'>>,
): Promise<MessageRow> {
  return tx.updateTable('messages').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export async function findMessage(tx: Tx, organizationId: string, id: string): Promise<MessageRow | undefined> {
  return tx
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .executeTakeFirst()
}

/** Whether this number ever got an SMS of the project. */
export async function hasSmsBefore(tx: Tx, projectId: string, recipient: string): Promise<boolean> {
  const row = await tx
    .selectFrom('messages')
    .select('id')
    .where('project_id', '=', projectId)
    .where('channel', '=', 'sms')
    .where('recipient', '=', recipient)
    .where('status', '=', 'sent')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface LogFilter {
  stop_id?: string
  plan_id?: string
  kind?: MessageKind
  channel?: MessageChannel
  status?: MessageRow['status']
}

export type LogRow = MessageRow & { stop_label: string | null }

export async function selectLogPage(
  tx: Tx,
  projectId: string,
  filter: LogFilter,
  page: { limit: number; offset: number },
): Promise<{ rows: LogRow[]; total: number }> {
  let query = tx.selectFrom('messages').where('messages.project_id', '=', projectId)
  for (const field of ['stop_id', 'plan_id', 'kind', 'channel', 'status'] as const) {
    const value = filter[field]
    if (value !== undefined) query = query.where(`messages.${field}`, '=', value as never)
  }
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .leftJoin('stops', 'stops.id', 'messages.stop_id')
    .selectAll('messages')
    .select('stops.label as stop_label')
    .orderBy('messages.created_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: Number(total) }
}

/** Deletes what the log keeps no longer. */
export async function deleteOldMessages(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('messages').where('created_at', '<', before).execute()
}

export interface NewNote {
  note: MessageNote
  project_id: string
  /** Of the route or stop. */
  resource_id: string
  due_at: Date
}

/**
 * Writes notes for those projects that send messages, and answers how many they were; and, because whoever tells of a
 * change asks for both, whether the organization's events have a reader: an enabled webhook.
 */
export async function insertNotes(
  scope: Scope,
  notes: readonly NewNote[],
): Promise<{ written: number; hasReader: boolean }> {
  const { rows } = await sql<{ written: number; has_reader: boolean }>`
    with noted as (
      insert into message_notes (organization_id, project_id, note, resource_id, created_at, due_at)
      select p.organization_id, p.id, r.note, r.resource_id, ${scope.now}, r.due_at
      from jsonb_to_recordset(${json(notes)}::jsonb) as r(note text, project_id text, resource_id text, due_at timestamptz)
      join projects p on p.id = r.project_id and p.organization_id = ${scope.organizationId} and p.sends_messages
      on conflict (resource_id) where note = 'route_estimated' do nothing
      returning id)
    select (select count(*) from noted) as written,
      exists (select 1 from webhooks where organization_id = ${scope.organizationId} and enabled) as has_reader`.execute(
    scope.tx,
  )
  const { written, has_reader: hasReader } = rows[0]!
  return { written, hasReader }
}
