// The rules of messages that other slices and the planner call: asking for a place, sending by hand, the log, refusals.
import type { Message, MessageChannel, MessageKind, MessageOrder } from '@routewright/contract'
import {
  deleteRefusals,
  findMessage,
  insertRefusals,
  type LogFilter,
  type LogRow,
  selectLogPage,
  selectRefusals,
  updateMessage,
} from '../data/messages.sql.ts'
import { findLogo } from '../data/project-logos.sql.ts'
import type { LogoRow, ProjectRow } from '../data/project-tables.ts'
import type { StopRow } from '../data/stop-table.ts'
import { apiError, notFound } from '../platform/api-error.ts'
import { createId } from '../platform/ids.ts'
import type { Scope } from '../platform/scope.ts'
import { getProject } from '../projects/projects.ts'
import { messageSettingsOf } from '../resources/recipients.ts'
import { getStop } from '../stops/stops.ts'
import { fillWords } from './compose.ts'
import { contactsOf } from './contacts.ts'
import { factsOf, subjectOf, whyNotNow } from './facts.ts'
import { makeMessages, unsubscribedReason, wakeDelivery } from './new-messages.ts'
import type { MessageWords } from './words.ts'
import { messageWords } from './words.ts'

export { previewMessage } from './preview.ts'
export { getRecipientSettings, updateRecipientSettings } from './recipient-settings.ts'

/** Asks the recipient of a stop that was just created to show its place. Answers whether anything is sent. */
export async function askForPlace(scope: Scope, stopId: string): Promise<boolean> {
  const stop = await getStop(scope, stopId)
  const subject = await subjectOf(scope, stop)
  if (whyNotNow('address_check', subject, stop.plan_id, scope.now)) return false
  const made = await makeMessages(scope, subject, { kind: 'address_check', occasion: stop.plan_id ?? '' })
  return made.some(({ status }) => status === 'queued' || status === 'held')
}

/**
 * Sends the recipient a message by hand, also of a kind that is switched off, and in quiet hours: without channels, through
 * those that are switched on, or else all that reach him. Throws highway.message.error.{no_contact, channel_off, not_now},
 * highway.stop.error.not_in_plan and highway.plan.error.draft.
 */
export async function sendByHand(
  scope: Scope,
  stopId: string,
  { kind, channels }: MessageOrder,
  canSendSms: boolean,
): Promise<Message[]> {
  const stop = await getStop(scope, stopId)
  const subject = await subjectOf(scope, stop)
  if (!subject.plan) throw apiError('highway.stop.error.not_in_plan', { id: stop.id })
  if (subject.plan.status === 'draft') throw apiError('highway.plan.error.draft', { id: subject.plan.id })
  const why = whyNotNow(kind, subject, stop.plan_id, scope.now)
  if (why) throw apiError('highway.message.error.not_now', { reason: notNow[kind] })
  const reachable = contactsOf(stop, subject.settings.calling_code).filter(({ address }) => address !== undefined)
  const byHand = channels ?? defaultChannels(subject.settings.kinds[kind], reachable, canSendSms)
  if (byHand.includes('sms') && !canSendSms) {
    throw apiError('highway.message.error.channel_off', { channel: 'SMS', reason: 'no SMS gateway is set up' })
  }
  const missing = byHand.find((channel) => !reachable.some((contact) => contact.channel === channel))
  if (missing || byHand.length === 0) {
    const contact = missing === 'sms' ? 'usable phone number' : missing ? 'usable e-mail address' : 'usable contact'
    throw apiError('highway.message.error.no_contact', { id: stop.id, contact })
  }
  const made = await makeMessages(scope, subject, { kind, occasion: `hand/${createId(scope.now)}`, byHand })
  if (made.every(({ status }) => status === 'suppressed')) {
    throw apiError('highway.message.error.not_now', { reason: unsubscribedReason })
  }
  return made.map((row) => messageResource({ ...row, stop_label: stop.label }))
}

/** Why each kind cannot be sent in the stop's present state. */
const notNow: Record<MessageKind, string> = {
  planned: 'the stop is not ahead on a route',
  started: 'the driver is not on the way to this stop',
  approaching: 'the driver is not on the way to this stop',
  delayed: 'the driver is not on the way to this stop',
  completed: 'the stop was not completed within the last day',
  failed: 'the stop did not fail within the last day',
  canceled: 'the stop was not cancelled',
  address_check: 'the place is known, or the stop is not ahead',
  pin: 'the stop has no handover code, or is over',
}

function defaultChannels(
  rule: Record<MessageChannel, boolean>,
  reachable: readonly { channel: MessageChannel }[],
  canSendSms: boolean,
): MessageChannel[] {
  const usable = reachable.map(({ channel }) => channel).filter((channel) => channel !== 'sms' || canSendSms)
  const switchedOn = usable.filter((channel) => rule[channel])
  return switchedOn.length > 0 ? switchedOn : usable
}

/** Sends a message that failed once more, now. Throws 404, and highway.message.error.not_now for any other message. */
export async function retryMessage(scope: Scope, stopId: string, messageId: string): Promise<Message> {
  const stop = await getStop(scope, stopId)
  const message = await findMessage(scope.tx, scope.organizationId, messageId)
  if (!message || message.stop_id !== stop.id) throw notFound('message', messageId)
  if (message.status !== 'failed') {
    throw apiError('highway.message.error.not_now', { reason: `it is ${message.status}` })
  }
  const row = await updateMessage(scope.tx, message.id, {
    status: 'queued',
    reason_code: null,
    reason: null,
    attempts: 0,
    next_attempt_at: scope.now,
    leased_until: null,
    updated_at: scope.now,
  })
  await wakeDelivery(scope)
  return messageResource({ ...row, stop_label: stop.label })
}

/** A page of the project's log, newest first. */
export async function listMessages(
  scope: Scope,
  projectId: string,
  query: LogFilter & { limit: number; offset: number },
): Promise<{ rows: Message[]; total: number }> {
  const { limit, offset, ...filter } = query
  await getProject(scope, projectId)
  const { rows, total } = await selectLogPage(scope.tx, projectId, filter, { limit, offset })
  return { rows: rows.map(messageResource), total }
}

function messageResource(row: LogRow): Message {
  const optional = {
    plan_id: row.plan_id,
    route_id: row.route_id,
    stop_label: row.stop_label,
    reason_code: row.reason_code,
    reason: row.reason,
    sent_at: row.sent_at?.toISOString(),
    next_attempt_at: row.next_attempt_at?.toISOString(),
    subject: row.subject,
    text: row.body,
  }
  return {
    id: row.id,
    project_id: row.project_id,
    stop_id: row.stop_id,
    kind: row.kind,
    channel: row.channel,
    status: row.status,
    to: row.recipient,
    language: row.language,
    attempts: row.attempts,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null && value !== undefined)),
  } as Message
}

/** Whether the recipient of a stop asked for no more messages, by any of its contacts. */
export async function areMessagesRefused(scope: Scope, stop: StopRow, project: ProjectRow): Promise<boolean> {
  return (await selectRefusals(scope.tx, project.id, addressesOf(stop, project))).size > 0
}

/** Ends messages to the contacts of a stop, from this project, or takes that back. */
export async function refuseMessages(scope: Scope, stop: StopRow, project: ProjectRow, off: boolean): Promise<void> {
  const addresses = addressesOf(stop, project)
  const owner = { organization_id: scope.organizationId, project_id: project.id, created_at: scope.now }
  if (off) await insertRefusals(scope.tx, owner, addresses)
  else await deleteRefusals(scope.tx, project.id, addresses)
}

function addressesOf(stop: StopRow, project: ProjectRow): string[] {
  return contactsOf(stop, messageSettingsOf(project).calling_code).flatMap(({ address }) => address ?? [])
}

/** The sender's logo, if it has one. */
export async function findProjectLogo(scope: Scope, projectId: string): Promise<LogoRow | undefined> {
  return findLogo(scope.tx, projectId)
}

/** One of the sentences for pages without scripts, filled in for the stop. */
export async function pageSentence(
  scope: Scope,
  stop: StopRow,
  which: keyof MessageWords['page'],
  wished: string | undefined,
): Promise<{ language: string; sentence: string; needsScript: string }> {
  const subject = await subjectOf(scope, stop)
  const facts = await factsOf(scope, subject, 'planned')
  const language = wished && wished in messageWords ? (wished as keyof typeof messageWords) : facts.language
  const words = messageWords[language].page
  return { language, sentence: fillWords(words[which], { ...facts, language }), needsScript: words.needsScript }
}
