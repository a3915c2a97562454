// The delivery loop of messages: notes become messages, messages go to mail server and gateway; each is sent at most once.
import { LOGO_BYTES, type MessageChannel, type MessageReason } from '@routewright/contract'
import type { ArrivalPromiseRow } from '../../data/arrival-promise-table.ts'
import { messageChannel } from '../../data/events.ts'
import type { MessageNoteRow, MessageRow } from '../../data/message-tables.ts'
import {
  claimMessages,
  type DueMoment,
  deleteOldMessages,
  giveUpInterrupted,
  hasSmsBefore,
  insertRefusals,
  listRefusals,
  postponeNote,
  takeNote,
  updateMessage,
} from '../../data/messages.sql.ts'
import { projectLogos } from '../../data/project-files.sql.ts'
import type { LogoRow } from '../../data/project-tables.ts'
import type { MailMessage } from '../../frame/platform/mail.ts'
import { startRounds } from '../../frame/platform/rounds.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { getMoment, type Services, systemCaller, systemScope, transactAs } from '../../frame/platform/services.ts'
import { SmsRefused } from '../../frame/platform/sms.ts'
import { getPromise } from '../promises/promises.ts'
import { chooseMessages } from './choose-messages.ts'
import { type ComposedMessage, composeMessage, unsubscribePage } from './compose.ts'
import { findSubject, getFacts, type Subject, whyNotNow } from './facts.ts'
import { unsubscribedReason } from './new-messages.ts'
import { sendMail, sendSms } from './outlets.ts'
import { findTurn } from './when-to-send.ts'
import { getTemplate } from './words.ts'

export interface MessageDelivery {
  /** Runs one round: processes the notes that are due, then sends the messages that are due. */
  tick(): Promise<void>
  stop(): Promise<void>
}

const pollMilliseconds = 2_000
const batch = 8
/** How long a message is leased to the process that sends it: longer than any mail server or gateway may take. */
const leaseMilliseconds = 5 * 60_000
/** Pauses before each repeated attempt, in seconds. */
const retrySeconds = [60, 300, 900, 3_600, 14_400]
const keepMilliseconds = 180 * 86_400_000

/** Starts the loop, woken by notifications, and periodically for messages that become due. */
export async function startMessageDelivery(services: Services): Promise<MessageDelivery> {
  const { database } = services
  return startRounds(services, {
    channel: messageChannel,
    pollMilliseconds,
    failure: 'round of messages failed; trying again',
    async runRound(isStopped) {
      while (!isStopped() && (await workNoteOff(services))) {
        // One note at a time, each in its own transaction, until none is due.
      }
      await giveUpInterrupted(database.db, services.clock.now())
      for (let count = batch; count === batch && !isStopped(); ) {
        const now = services.clock.now()
        const claimed = await claimMessages(
          database.db,
          dueMoment(services),
          new Date(now.getTime() + leaseMilliseconds),
          batch,
        )
        count = claimed.length
        await Promise.all(claimed.map((message) => deliver(services, message)))
      }
    },
  })
}

/** Deletes old messages from the log, once an hour. */
export async function cleanUpMessages(services: Services): Promise<void> {
  await deleteOldMessages(services.database.db, new Date(services.clock.now().getTime() - keepMilliseconds))
}

function dueMoment({ clock, trial }: Services): DueMoment {
  const now = clock.now()
  const { organizationId, dayClock } = trial
  return { now, ahead: organizationId === undefined ? undefined : { organizationId, now: dayClock.at(now) } }
}

/** Processes one note; returns false when none is due. A note that fails does not hold up the others. */
async function workNoteOff(services: Services): Promise<boolean> {
  let note: MessageNoteRow | undefined
  const moment = () => getMoment(services, note!.organization_id)
  try {
    await services.database.transaction(async (tx) => {
      note = await takeNote(tx, dueMoment(services))
      if (!note) return
      await chooseMessages(systemScope(services, tx, note.organization_id, moment()), note)
    })
  } catch (error) {
    if (!note) throw error
    services.log.error({ err: error, note: note.note, resource: note.resource_id }, 'note for messages failed')
    await postponeNote(services.database.db, note.id, moment())
  }
  return note !== undefined
}

/** A message ready to be sent, or the change of its row when it is not sent now. */
type Prepared = { send: Outgoing } | { change: Partial<MessageRow> }

interface Outgoing {
  composed: ComposedMessage
  /** The arrival window that the message contains. */
  promise?: ArrivalPromiseRow
  mail?: MailMessage
  change: Partial<MessageRow>
}

async function deliver(services: Services, message: MessageRow): Promise<void> {
  const transact = <T>(work: (scope: Scope) => Promise<T>) =>
    transactAs(services, systemCaller(message.organization_id), work)
  const finish = (change: Partial<MessageRow>) =>
    transact((scope) => updateMessage(scope, message.id, { leased_until: null, ...change })).then(() => {})
  try {
    const prepared = await transact((scope) => prepare(scope, services, message))
    if ('change' in prepared) return await finish(prepared.change)
    const outcome = await send(services, message, prepared.send)
    if (outcome.reason_code === 'unsubscribed') await transact((scope) => noteRefusal(scope, message))
    const { promise } = prepared.send
    if (promise && outcome.status === 'sent') services.toldWindows.note(promise)
    await finish({ ...prepared.send.change, ...outcome, attempts: message.attempts + 1 })
  } catch (error) {
    // `send` does not throw, so this is an error of our own, and the message may or may not have gone out. It must not go out
    // twice, so nothing is tried again here: its lease runs out, and then `giveUpInterrupted` marks it as interrupted.
    services.log.error({ err: error, message: message.id }, 'message failed')
  }
}

async function prepare(scope: Scope, services: Services, message: MessageRow): Promise<Prepared> {
  const subject = await findSubject(scope, message.stop_id)
  const kind = message.kind as Parameters<typeof whyNotNow>[0]
  const why = subject ? whyNotNow(kind, subject, message.plan_id, scope.now) : 'over'
  if (!subject || why) return { change: suppressed(why ?? 'over') }
  if ((await listRefusals(scope, message.project_id, [message.recipient])).size > 0) {
    return { change: suppressed('unsubscribed') }
  }
  if (message.channel === 'sms' && !services.sms.isAvailableTo(scope.organizationId))
    return { change: suppressed('no_gateway') }
  const turn = message.occasion.startsWith('hand/') ? undefined : findTurn(kind, subject, scope.now)
  if (turn?.state === 'other_day') return { change: suppressed('other_day') }
  if (turn?.state === 'held') return { change: { status: 'held', next_attempt_at: turn.until } }
  // Counted at the first attempt.
  if (message.attempts === 0 && (await scope.ports.useUp?.(scope, 'messages', 1)))
    return { change: suppressed('quota') }
  return { send: await compose(scope, services, subject, message) }
}

const reasons: Partial<Record<MessageReason, string>> = {
  unsubscribed: unsubscribedReason,
  no_gateway: 'This installation has no SMS gateway.',
  over: 'It was too late for it to make sense.',
  moved: 'The stop was moved to another plan.',
  draft: 'The plan is a draft.',
  other_day: 'It is about another day than today.',
  quota: 'The messages that the organization may send are used up.',
}

function suppressed(code: MessageReason): Partial<MessageRow> {
  return { status: 'suppressed', reason_code: code, reason: reasons[code] ?? null, next_attempt_at: null }
}

async function compose(scope: Scope, services: Services, subject: Subject, message: MessageRow): Promise<Outgoing> {
  const kind = message.kind as Parameters<typeof whyNotNow>[0]
  const { settings, project } = subject
  const facts = await getFacts(scope, subject, kind)
  const isFirstSms = message.channel === 'sms' && !(await hasSmsBefore(scope, message.project_id, message.recipient))
  const logo = message.channel === 'email' ? await projectLogos.find(scope, project.id) : undefined
  const composed = composeMessage(facts, getTemplate(settings, kind, facts.language), {
    logo: logo && 'cid:logo',
    stopNote: isFirstSms ? (services.sms.takesStop ? 'byReply' : 'byPage') : undefined,
  })
  const withoutPin = (text: string) => (facts.pin ? text.replaceAll(facts.pin, '••••') : text)
  const { window, expected, stopsBefore: stopsAhead } = facts
  const { stop } = subject
  return {
    composed,
    ...(window && expected && stop.plan_id
      ? { promise: getPromise(scope, { stop, told_by: message.channel, window, stopsAhead }, expected) }
      : {}),
    mail: message.channel === 'email' ? getMail(message, subject, facts.link, composed, logo) : undefined,
    change: {
      language: facts.language,
      subject: message.channel === 'email' ? withoutPin(composed.subject) : null,
      body: withoutPin(message.channel === 'email' ? composed.text : composed.sms),
      ...(facts.arrival ? { told_at: facts.arrival } : {}),
      ...(facts.window ? { told_from: facts.window.from, told_to: facts.window.to } : {}),
    },
  }
}

function getMail(
  message: MessageRow,
  { project, settings, stop }: Subject,
  link: string,
  { subject, text, html }: ComposedMessage,
  logo: LogoRow | undefined,
): MailMessage {
  const base = link.slice(0, link.indexOf('/t/'))
  const picture = logo && logo.bytes.length <= LOGO_BYTES
  const name = (project.branding.name as string | undefined) ?? project.label
  return {
    to: message.recipient,
    subject,
    text,
    html,
    message_id: `<${message.id}@${new URL(link).hostname}>`,
    ...(name ? { from_name: name } : {}),
    ...(settings.reply_to ? { reply_to: settings.reply_to } : {}),
    unsubscribe: { page: unsubscribePage(link), post: `${base}/track/v1/${stop.tracking_token}/unsubscribe` },
    ...(picture
      ? { pictures: [{ name: 'logo', content_type: logo.content_type, base64: logo.bytes.toString('base64') }] }
      : {}),
  }
}

/** Sends the message, outside any transaction; never throws. */
async function send(
  services: Services,
  message: MessageRow,
  { mail, composed }: Outgoing,
): Promise<Partial<MessageRow>> {
  try {
    const { organization_id, id } = message
    if (mail) await sendMail(services, { ...mail, organization_id })
    else await sendSms(services, { to: message.recipient, text: composed.sms, id, organization_id })
    return {
      status: 'sent',
      sent_at: getMoment(services, message.organization_id),
      reason_code: null,
      reason: null,
      next_attempt_at: null,
    }
  } catch (error) {
    const reason = (error as Error).message.slice(0, 500)
    if (error instanceof SmsRefused && error.isUnsubscribed) {
      return { status: 'suppressed', reason_code: 'unsubscribed', reason, next_attempt_at: null }
    }
    if (isFinal(message.channel, error)) {
      return { status: 'failed', reason_code: 'refused', reason, next_attempt_at: null }
    }
    const pause = retrySeconds[message.attempts]
    if (pause === undefined) return { status: 'failed', reason_code: 'gave_up', reason, next_attempt_at: null }
    return {
      status: 'queued',
      reason,
      next_attempt_at: new Date(getMoment(services, message.organization_id).getTime() + pause * 1_000),
    }
  }
}

/**
 * Returns whether another attempt would be refused again. A code of 500 or more from the mail server concerns the address or the
 * mail. The same code at sign-in (EAUTH) does not: somebody can correct the password, so the message is retried.
 */
function isFinal(channel: MessageChannel, error: unknown): boolean {
  if (channel === 'sms') return error instanceof SmsRefused
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH'
}

async function noteRefusal(scope: Scope, message: MessageRow): Promise<void> {
  await insertRefusals(scope, message.project_id, [message.recipient])
}
