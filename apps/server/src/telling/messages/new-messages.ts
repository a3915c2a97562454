// Creates messages: one for each channel that is switched on and reaches the recipient, once per occasion.
import type { MessageChannel, MessageKind } from '@routewright/contract'
import { sql } from 'kysely'
import { messageChannel } from '../../data/events.ts'
import type { MessageRow } from '../../data/message-tables.ts'
import { insertMessages, listRefusals, type NewMessage } from '../../data/messages.sql.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Contact, listContacts, listPhoneOrigins } from './contacts.ts'
import { getFacts, type Subject } from './facts.ts'
import { findTurn } from './when-to-send.ts'

export interface Occasion {
  kind: MessageKind
  /** Name of the occasion. Only one message is ever created for the same stop, kind, channel and occasion. */
  occasion: string
  /** Channels of a message sent by hand: they need not be switched on, and quiet hours do not delay it. */
  byHand?: readonly MessageChannel[]
}

/**
 * Creates the messages of one occasion, and returns the new ones. They are sent once the transaction commits; none is created
 * about another day than today.
 */
export async function makeMessages(scope: Scope, subject: Subject, occasion: Occasion): Promise<MessageRow[]> {
  const { stop, project, settings } = subject
  const { kind, byHand } = occasion
  const rule = settings.kinds[kind]
  const contacts = listContacts(stop, listPhoneOrigins(project)).filter(({ channel }) =>
    byHand ? byHand.includes(channel) : rule[channel],
  )
  if (contacts.length === 0) return []
  const refusals = await listRefusals(
    scope,
    project.id,
    contacts.flatMap(({ refusedAs }) => refusedAs),
  )
  const facts = await getFacts(scope, subject, kind)
  const turn = byHand ? undefined : findTurn(kind, subject, scope.now)
  if (turn?.state === 'other_day') return []
  const heldUntil = turn?.state === 'held' ? turn.until : undefined
  const common = {
    project_id: project.id,
    plan_id: stop.plan_id,
    route_id: stop.route_id,
    stop_id: stop.id,
    kind,
    occasion: occasion.occasion,
    language: facts.language,
    told_at: facts.arrival ?? null,
    told_from: facts.window?.from ?? null,
    told_to: facts.window?.to ?? null,
    created_at: scope.now,
    updated_at: scope.now,
  }
  const rows = contacts.map(
    (contact): NewMessage => ({
      ...common,
      id: createId(scope.now),
      channel: contact.channel,
      recipient: contact.address ?? contact.written,
      ...getState(contact, refusals, heldUntil, scope.now),
    }),
  )
  const made = await insertMessages(scope, rows)
  if (made.length > 0) await wakeDelivery(scope)
  return made
}

/** Wakes the delivery loops when this transaction commits. */
export async function wakeDelivery(scope: Scope): Promise<void> {
  await sql`select notice(${messageChannel}, '')`.execute(scope.tx)
}

function getState(
  { channel, address, why, refusedAs }: Contact,
  refusals: ReadonlySet<string>,
  heldUntil: Date | undefined,
  now: Date,
): Pick<NewMessage, 'status' | 'reason_code' | 'reason' | 'next_attempt_at'> {
  if (address === undefined) {
    const what = channel === 'email' ? 'an e-mail address' : 'a phone number'
    const reason =
      why === 'country_unknown' ? 'The number says no country, and the project none.' : `This is not ${what}.`
    return { status: 'failed', reason_code: why ?? 'unusable', reason }
  }
  if (refusedAs.some((form) => refusals.has(form)))
    return { status: 'suppressed', reason_code: 'unsubscribed', reason: unsubscribedReason }
  if (heldUntil) return { status: 'held', next_attempt_at: heldUntil }
  return { status: 'queued', next_attempt_at: now }
}

export const unsubscribedReason = 'The recipient asked for no more messages.'
