// The rules of messages for other slices and the planner: asking for a place, sending by hand, the log, refusals.
import type { Message, MessageChannel, MessageKind, MessageOrder } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import { type MessageRow, messageTable } from '../../data/message-tables.ts'
import {
  deleteRefusals,
  insertRefusals,
  type LogFilter,
  listLogPage,
  listRefusals,
  lockMessage,
  updateMessage,
} from '../../data/messages.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { recordMaker } from '../../data/records.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listStopRowsEvenDeleted } from '../../data/stops.sql.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import { withoutEmpty } from '../../frame/platform/compact.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { getStop } from '../../planning/stops/stops.ts'
import { fillWords } from './compose.ts'
import { listContacts, listPhoneOrigins } from './contacts.ts'
import { getFacts, getSubject, whyNotNow } from './facts.ts'
import { makeMessages, unsubscribedReason, wakeDelivery } from './new-messages.ts'
import type { MessageWords } from './words.ts'
import { messageWords } from './words.ts'

export { foreseeMessages, listUnreachable } from './audience.ts'
export { prepareLogo } from './brand-files.ts'
export { readDriverPhone } from './contacts.ts'
export { previewMessage } from './preview.ts'
export { getRecipientSettings, updateRecipientSettings } from './recipient-settings.ts'

/** Asks the recipient of a newly created stop to show its place. Returns whether anything is sent. */
export async function askForPlace(scope: Scope, stopId: string): Promise<boolean> {
  const stop = await getStop(scope, stopId)
  const subject = await getSubject(scope, stop)
  if (whyNotNow('address_check', subject, stop.plan_id, scope.now)) return false
  const made = await makeMessages(scope, subject, { kind: 'address_check', occasion: stop.plan_id ?? '' })
  return made.some(({ status }) => status === 'queued' || status === 'held')
}

/**
 * Sends a message to the recipient by hand, even of a kind that is switched off, and in quiet hours. Without `channels` it uses
 * those that are switched on, or else all that reach the recipient. Throws highway.message.error.{no_contact, channel_off,
 * not_now}, highway.stop.error.not_in_plan and highway.plan.error.draft.
 */
export async function sendByHand(
  scope: Scope,
  stopId: string,
  { kind, channels }: MessageOrder,
  canSendSms: boolean,
): Promise<Message[]> {
  const stop = await getStop(scope, stopId)
  const subject = await getSubject(scope, stop)
  if (!subject.plan) throw apiError('highway.stop.error.not_in_plan', { id: stop.id })
  if (subject.plan.status === 'draft') throw apiError('highway.plan.error.draft', { id: subject.plan.id })
  const why = whyNotNow(kind, subject, stop.plan_id, scope.now)
  if (why) throw apiError('highway.message.error.not_now', { reason: notNow[kind] })
  const reachable = listContacts(stop, listPhoneOrigins(subject.project)).filter(({ address }) => address !== undefined)
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
  return made.map((row) => messageResource(row, stop.label))
}

/**
 * Sends a message about the window that the recipient is to choose, or has chosen: by hand through the channels that reach them,
 * else through those that are switched on. Returns the channels used.
 */
export async function tellOfSlot(
  scope: Scope,
  stopId: string,
  {
    kind,
    occasion,
    byHand,
  }: { kind: 'choose_slot' | 'slot_chosen'; occasion: string; byHand?: readonly MessageChannel[] },
): Promise<MessageChannel[]> {
  const subject = await getSubject(scope, await getStop(scope, stopId))
  if (whyNotNow(kind, subject, subject.stop.plan_id, scope.now)) return []
  const made = await makeMessages(scope, subject, { kind, occasion, ...(byHand && { byHand }) })
  return made.flatMap(({ status, channel }) =>
    status === 'queued' || status === 'held' ? (channel as MessageChannel) : [],
  )
}

/** Refusals by kind: why it cannot be sent in the stop's present state. */
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
  choose_slot: 'the stop is done',
  slot_chosen: 'the stop is not ahead',
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

/**
 * Resends a failed message now, to the present contact of the stop. Throws 404, highway.message.error.no_contact, and
 * highway.message.error.not_now for any other message.
 */
export async function retryMessage(scope: Scope, stopId: string, messageId: string): Promise<Message> {
  const stop = await getStop(scope, stopId)
  const message = await lockMessage(scope, messageId)
  if (!message || message.stop_id !== stop.id) throw notFound('message', messageId)
  if (message.status !== 'failed') {
    throw apiError('highway.message.error.not_now', { reason: `it is ${message.status}` })
  }
  // The recipient's number or address may have changed since.
  const project = await getProject(scope, message.project_id)
  const contact = listContacts(stop, listPhoneOrigins(project)).find(({ channel }) => channel === message.channel)
  if (contact?.address === undefined) {
    const needed = message.channel === 'sms' ? 'usable phone number' : 'usable e-mail address'
    throw apiError('highway.message.error.no_contact', { id: stop.id, contact: needed })
  }
  const row = await updateMessage(scope, message.id, {
    recipient: contact.address,
    status: 'queued',
    reason_code: null,
    reason: null,
    attempts: 0,
    next_attempt_at: scope.now,
    leased_until: null,
  })
  await wakeDelivery(scope)
  return messageResource(row, stop.label)
}

/** Returns a page of the project's log, newest first. */
export async function listMessages(
  scope: Scope,
  projectId: string,
  query: LogFilter & { limit: number; offset: number },
): Promise<{ rows: Message[]; total: number }> {
  const { limit, offset, ...filter } = query
  await getProject(scope, projectId)
  const { rows, total } = await listLogPage(scope, projectId, filter, { limit, offset })
  const stops = await listStopRowsEvenDeleted(scope, [...new Set(rows.map(({ stop_id }) => stop_id))])
  const labels = new Map(stops.map(({ id, label }) => [id, label]))
  return { rows: rows.map((row) => messageResource(row, labels.get(row.stop_id))), total }
}

const ownRecord = recordMaker(messageTable)

function messageResource(row: MessageRow, stopLabel: string | null | undefined): Message {
  const told = withoutEmpty({ stop_label: stopLabel, text: row.body })
  return { ...ownRecord(row), to: row.recipient, ...told } as unknown as Message
}

/** Returns whether the recipient of a stop unsubscribed, by any of its contacts. */
export async function areMessagesRefused(scope: Scope, stop: StopRow, project: ProjectRow): Promise<boolean> {
  return (await listRefusals(scope, project.id, listAddresses(stop, project))).size > 0
}

/** Stops messages of this project to the contacts of a stop, or allows them again. */
export async function refuseMessages(scope: Scope, stop: StopRow, project: ProjectRow, off: boolean): Promise<void> {
  const addresses = listAddresses(stop, project)
  if (off) await insertRefusals(scope, project.id, addresses)
  else await deleteRefusals(scope, project.id, addresses)
}

function listAddresses(stop: StopRow, project: ProjectRow): string[] {
  return listContacts(stop, listPhoneOrigins(project)).flatMap(({ refusedAs }) => refusedAs)
}

/** Returns one of the sentences for pages without scripts, filled in for the stop. */
export async function pageSentence(
  scope: Scope,
  stop: StopRow,
  which: keyof MessageWords['page'],
  wished: string | undefined,
): Promise<{ language: string; sentence: string; needsScript: string; share: string }> {
  const subject = await getSubject(scope, stop)
  const facts = await getFacts(scope, subject, 'planned')
  const language = wished && wished in messageWords ? (wished as keyof typeof messageWords) : facts.language
  const words = messageWords[language].page
  const { needsScript, share } = words
  return { language, sentence: fillWords(words[which], { ...facts, language }), needsScript, share }
}
