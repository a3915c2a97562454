// The tables of messages to recipients: notes of events, the messages themselves, and refusals.
import { beginning, id, identity, integer, moment, oneOf, optional, type RowOf, table, text } from './table.ts'

/** Events that may lead to messages. */
export const messageNotes = [
  'route_dispatched',
  'route_started',
  'route_estimated',
  'stop_reported',
  'stop_deleted',
] as const
export type MessageNote = (typeof messageNotes)[number]

export const messageNoteTable = table('message_notes', {
  private: {
    id: identity,
    organization_id: id,
    project_id: id,
    note: oneOf(messageNotes),
    resource_id: text,
    created_at: moment,
    due_at: moment,
  },
})

export const messageTable = table('messages', {
  given: {
    id,
    project_id: id,
    plan_id: optional(id),
    route_id: optional(id),
    stop_id: id,
    kind: text,
    channel: oneOf(['email', 'sms']),
    created_at: moment,
    updated_at: moment,
  },
  computed: {
    status: oneOf(['queued', 'held', 'sent', 'failed', 'suppressed']),
    language: text,
    subject: optional(text),
    reason_code: optional(text),
    reason: optional(text),
    attempts: beginning(0, integer),
    next_attempt_at: optional(moment),
    sent_at: optional(moment),
  },
  private: {
    organization_id: id,
    /** Appears as `to` in the interface. */
    recipient: text,
    /** Appears as `text` in the interface. */
    body: optional(text),
    /** Identifies the message together with stop, kind and channel: the same occasion never sends twice. */
    occasion: text,
    /** Arrival in the message, and the window around it. */
    told_at: optional(moment),
    told_from: optional(moment),
    told_to: optional(moment),
    leased_until: optional(moment),
  },
})

export const messageRefusalTable = table('message_refusals', {
  private: {
    project_id: id,
    organization_id: id,
    contact: text,
    created_at: moment,
  },
})

export type MessageNoteRow = RowOf<typeof messageNoteTable>
export type MessageRow = RowOf<typeof messageTable>
