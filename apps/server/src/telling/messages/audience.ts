// Forecast before anything is sent: which messages recipients of some routes will get, and whom none reaches.
import {
  type DispatchPreview,
  type MessageChannel,
  type MessageKind,
  messageChannels,
  type UnreachableStop,
} from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import type { MessageRow } from '../../data/message-tables.ts'
import { listFailed, listRefusals, listTold } from '../../data/messages.sql.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { projectLogos } from '../../data/project-files.sql.ts'
import { getMessageSettings } from '../../data/resources/recipients.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import { listStopsOfRoutes } from '../../data/stops.sql.ts'
import { withoutEmpty } from '../../frame/platform/compact.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { getPlan } from '../../planning/plans/plans.ts'
import { composeMessage } from './compose.ts'
import { type Contact, listContacts, listPhoneOrigins } from './contacts.ts'
import { getFacts, type Subject } from './facts.ts'
import { findTurn } from './when-to-send.ts'
import { getTemplate } from './words.ts'

/** Messages sent automatically, in the order in which a recipient gets them. */
const kindsOfDay = ['planned', 'started', 'pin', 'approaching', 'delayed', 'completed', 'failed'] as const

/** A recipient with the contacts that messages may use. */
interface Hearer {
  subject: Subject
  contacts: Contact[]
  refused: ReadonlySet<string>
}

type Foreseen = Pick<DispatchPreview, 'recipients' | 'unreachable' | 'sample'>

/** Returns the messages that the recipients of these routes will get. `canSendSms`: whether this installation has an SMS gateway. */
export async function foreseeMessages(
  scope: Scope,
  plan: PlanRow,
  routes: readonly RouteRow[],
  canSendSms: boolean,
): Promise<Foreseen> {
  const hearers = await listHearers(scope, plan, routes)
  const told = await listTold(scope, plan.id, listStopIds(hearers))
  const announced = new Set(told.flatMap(({ kind, stop_id }) => (kind === 'planned' ? stop_id : [])))
  const recipients: Foreseen['recipients'] = []
  let sample: Foreseen['sample']
  for (const kind of kindsOfDay) {
    const due = hearers.filter(({ subject: { stop } }) => isToHear(kind, stop, announced))
    const channels = due.map((hearer) => ({ hearer, channels: listChannels(hearer, kind, canSendSms) }))
    const count = (channel: MessageChannel) => channels.filter((other) => other.channels.includes(channel)).length
    const [first] = channels.filter((channel) => channel.channels.length > 0)
    const turn = first && findTurn(kind, first.hearer.subject, scope.now)
    if (!first || (kind === 'planned' && turn?.state === 'other_day')) continue
    sample ??= await composeSample(scope, first.hearer.subject, kind, first.channels[0]!)
    const at = kind === 'planned' && (turn?.state === 'held' ? turn.until : scope.now).toISOString()
    recipients.push({ kind, email: count('email'), sms: count('sms'), ...(at && { at }) })
  }
  return { recipients, unreachable: await findUnreachable(scope, plan, hearers, canSendSms), ...(sample && { sample }) }
}

/** Returns pending stops on routes of the plan whose recipients no message reaches. Throws 404 or 403. */
export async function listUnreachable(scope: Scope, planId: string, canSendSms: boolean): Promise<UnreachableStop[]> {
  const plan = await getPlan(scope, planId)
  const routes = await listRoutesOfPlan(scope, plan.id)
  return findUnreachable(scope, plan, await listHearers(scope, plan, routes), canSendSms)
}

async function listHearers(scope: Scope, plan: PlanRow, routes: readonly RouteRow[]): Promise<Hearer[]> {
  if (plan.status === 'draft') return []
  const project = await getProject(scope, plan.project_id)
  const settings = getMessageSettings(project)
  const origins = listPhoneOrigins(project)
  const open = new Map(routes.flatMap((route) => (route.status === 'finished' ? [] : [[route.id, route] as const])))
  const stops = await listStopsOfRoutes(scope, [...open.keys()])
  const heard = stops
    // Meeting places of vehicles have no recipient.
    .filter(({ status, meeting_of }) => status === 'pending' && meeting_of === null)
    .map((stop) => ({
      subject: { stop, plan, route: open.get(stop.route_id!)!, project, settings },
      contacts: listContacts(stop, origins),
    }))
  const forms = heard.flatMap(({ contacts }) => contacts.flatMap(({ refusedAs }) => refusedAs))
  const refused = await listRefusals(scope, project.id, forms)
  return heard.map((hearer) => ({ ...hearer, refused }))
}

function isToHear(kind: MessageKind, stop: Subject['stop'], announced: ReadonlySet<string>): boolean {
  if (kind === 'planned') return !announced.has(stop.id)
  return kind !== 'pin' || Boolean(stop.pin)
}

/** Returns the channels by which the recipient gets this kind. */
function listChannels(hearer: Hearer, kind: MessageKind, canSendSms: boolean): MessageChannel[] {
  const rule = hearer.subject.settings.kinds[kind]
  return hearer.contacts.flatMap((contact) =>
    rule[contact.channel] && (canSendSms || contact.channel === 'email') && isUsable(contact, hearer)
      ? contact.channel
      : [],
  )
}

function isUsable({ address, refusedAs }: Contact, { refused }: Pick<Hearer, 'refused'>): boolean {
  return address !== undefined && !refusedAs.some((form) => refused.has(form))
}

async function findUnreachable(
  scope: Scope,
  plan: PlanRow,
  hearers: readonly Hearer[],
  canSendSms: boolean,
): Promise<UnreachableStop[]> {
  const [first] = hearers
  if (!first) return []
  const used = messageChannels.filter((channel) => {
    const isOn = kindsOfDay.some((kind) => first.subject.settings.kinds[kind][channel])
    return isOn && (channel === 'email' || canSendSms)
  })
  if (used.length === 0) return []
  const failed = Map.groupBy(await listFailed(scope, plan.id, listStopIds(hearers)), ({ stop_id }) => stop_id)
  return hearers.flatMap((hearer) => {
    const { stop } = hearer.subject
    const trouble = findTrouble(hearer, used, failed.get(stop.id) ?? [])
    if (!trouble) return []
    return { stop_id: stop.id, ...trouble, ...withoutEmpty({ route_id: stop.route_id, stop_label: stop.label }) }
  })
}

/** Returns why none of the project's channels reaches the recipient; undefined where one does. */
function findTrouble(
  hearer: Hearer,
  used: readonly MessageChannel[],
  failed: readonly MessageRow[],
): Pick<UnreachableStop, 'why' | 'contact'> | undefined {
  const contacts = hearer.contacts.filter(({ channel }) => used.includes(channel))
  const hasFailed = ({ channel, address }: Contact) =>
    failed.some((message) => message.channel === channel && message.recipient === address)
  if (contacts.some((contact) => isUsable(contact, hearer) && !hasFailed(contact))) return undefined
  const unusable = contacts.find(({ why }) => why)
  const refused = contacts.find((contact) => contact.address !== undefined && !isUsable(contact, hearer))
  const [any] = contacts
  if (!any) return { why: 'no_contact' }
  if (unusable) return { why: unusable.why!, contact: unusable.written }
  return refused ? { why: 'unsubscribed', contact: refused.written } : { why: 'failed', contact: any.written }
}

/** Returns the message as this recipient will get it, without the handover code. */
async function composeSample(
  scope: Scope,
  subject: Subject,
  kind: MessageKind,
  channel: MessageChannel,
): Promise<NonNullable<Foreseen['sample']>> {
  const facts = await getFacts(scope, subject, kind)
  const logo = await projectLogos.find(scope, subject.project.id)
  const composed = composeMessage(
    { ...facts, ...(facts.pin && { pin: '••••' }) },
    getTemplate(subject.settings, kind, facts.language),
    {
      logo: logo && `data:${logo.content_type};base64,${logo.bytes.toString('base64')}`,
    },
  )
  const { stop } = subject
  const { subject: title, html, sms } = composed
  return { stop_id: stop.id, kind, channel, subject: title, html, sms, ...withoutEmpty({ stop_label: stop.label }) }
}

function listStopIds(hearers: readonly Hearer[]): string[] {
  return hearers.map(({ subject }) => subject.stop.id)
}
