// All data about one recipient: found, shown with counts, and erased.
import type { RecipientErasure, RecipientInput, recipientRemains } from '@routewright/contract'
import { auditRecord, listAuditFor, redactAudit } from '../../accounts/audit/audit.ts'
import { requireAdministrator } from '../../accounts/organizations/organizations.ts'
import { removePromisesOfStops } from '../../data/arrival-promises.sql.ts'
import type { ClientRow } from '../../data/client-table.ts'
import { blankClients } from '../../data/clients.sql.ts'
import { deleteEventsOfResources } from '../../data/deliveries.sql.ts'
import { blankMessages } from '../../data/messages.sql.ts'
import { listIds } from '../../data/records.ts'
import { blankOrders } from '../../data/recurring-orders.sql.ts'
import type { RecurringOrderRow } from '../../data/recurring-tables.ts'
import { addressText } from '../../data/resources/address.ts'
import { endOfPhone } from '../../data/resources/phone.ts'
import type { SandboxMessageRow } from '../../data/sandbox-table.ts'
import { unlinkStops } from '../../data/stops.sql.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import { computeChecksum } from '../../frame/platform/checksum.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { OutboxEntry } from '../../frame/platform/outbox.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Caller, readingScope, type Services, transactAs } from '../../frame/platform/services.ts'
import { forgetAddresses } from '../../planning/corrections/corrections.ts'
import { forgetExports } from '../exports/exports.ts'
import { forgetMessages } from '../intake/intake.ts'
import { forgetCustomers } from '../learning/learning.ts'
import { forgetKept, listKeptTo } from '../sandbox/sandbox.ts'
import { stopParts } from './parts.sql.ts'
import { countPart, listKeys } from './privacy.sql.ts'
import {
  type FoundStop,
  findClients,
  findOrders,
  findStops,
  listMessagesTo,
  listTold,
  type Wanted,
} from './recipient.sql.ts'
import { deletePictures } from './retention.ts'

/** More belong to no one recipient: they are a mistake in the description, or a business that is better cleared by hand. */
const mostStops = 2_000
const mostExamples = 20
const fewestDigits = 6

/** Everything that was found, by its records. */
export interface Found {
  wanted: Wanted
  clients: ClientRow[]
  stops: FoundStop[]
  orders: RecurringOrderRow[]
  messages: { id: string }[]
  told: object[]
  auditEntries: object[]
  keptMails: OutboxEntry[]
  sandboxMessages: SandboxMessageRow[]
}

/** Throws 403, highway.privacy.error.{nobody_named,too_many}. */
export async function findRecipient(services: Services, scope: Scope, input: RecipientInput): Promise<Found> {
  requireAdministrator(scope, 'see everything that is known of a recipient')
  const wanted = getWanted(input)
  const clients = await findClients(scope, wanted)
  const stops = await findStops(scope, wanted, clients, mostStops + 1)
  if (stops.length > mostStops) {
    throw apiError('highway.privacy.error.too_many', { count: `more than ${mostStops}`, limit: mostStops })
  }
  const [orders, messages, told] = await Promise.all([
    findOrders(scope, wanted, clients),
    listMessagesTo(scope, listIds(stops), wanted),
    listTold(scope, listIds(stops)),
  ])
  const auditEntries = await listAuditFor(scope, [...listIds(clients), ...listIds(orders)])
  const isContact = getContacts(wanted, clients, stops)
  const keptMails = await services.outbox.listTo(scope.organizationId, isContact)
  const sandboxMessages = await listKeptTo(scope, isContact)
  return { wanted, clients, stops, orders, messages, told, auditEntries, keptMails, sandboxMessages }
}

/** Throws highway.privacy.error.nobody_named. */
function getWanted({ client_id, phone, email, name, address }: RecipientInput): Wanted {
  const wanted: Wanted = {}
  if (client_id !== undefined) wanted.clientId = client_id
  if (phone !== undefined) wanted.phoneEnd = getPhoneEnd(phone)
  if (email !== undefined) wanted.email = email.trim().toLowerCase()
  if ((name === undefined) !== (address === undefined)) throw nobodyNamed(name === undefined ? 'name' : 'address')
  if (name !== undefined && address !== undefined) {
    const person = { name: writeWords(name), address: writeWords(address) }
    if (person.name === '') throw nobodyNamed('name')
    if (person.address === '') throw nobodyNamed('address')
    wanted.person = person
  }
  if (Object.keys(wanted).length === 0) throw nobodyNamed('body')
  return wanted
}

function nobodyNamed(place: string) {
  return apiError('highway.privacy.error.nobody_named', { place })
}

function getPhoneEnd(phone: string): string {
  const end = endOfPhone(phone, fewestDigits)
  if (end === undefined) throw nobodyNamed('phone')
  return end
}

function writeWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether an address or number of the outbox is one of the recipient's. */
function getContacts({ phoneEnd, email }: Wanted, clients: readonly ClientRow[], stops: readonly FoundStop[]) {
  const known = [...clients, ...stops]
  const emails = new Set([email, ...known.map((entry) => entry.email?.trim().toLowerCase())].filter(Boolean))
  const ends = [phoneEnd, ...known.map((entry) => endOfPhone(entry.phone ?? '', fewestDigits))].filter(
    (end) => end !== undefined,
  )
  return (to: string) => {
    const [address, end] = [to.toLowerCase(), endOfPhone(to, fewestDigits)]
    const isMail = [...emails].some((known) => address === known || address.includes(`<${known}>`))
    return isMail || (end !== undefined && !address.includes('@') && ends.includes(end))
  }
}

type Counts = Awaited<ReturnType<typeof getCounts>>

async function getCounts(scope: Scope, found: Found) {
  const within = { stopIds: listIds(found.stops) }
  const count = (part: keyof typeof stopParts) => countPart(scope, stopParts[part], within)
  return {
    stops: found.stops.length,
    clients: found.clients.length,
    recurring_orders: found.orders.length,
    tasks: await count('tasks'),
    packages: await count('packages'),
    reports: await count('reports'),
    photos: await count('photos'),
    surveys: await count('surveys'),
    notes: await count('notes'),
    route_messages: await count('routeMessages'),
    messages: found.messages.length,
    kept_mails: found.keptMails.length + found.sandboxMessages.length,
    events: found.told.length,
    audit_entries: found.auditEntries.length,
  }
}

/** Returns the preview of an erasure. Throws like `findRecipient`. */
export async function describeRecipient(services: Services, scope: Scope, input: RecipientInput) {
  const found = await findRecipient(services, scope, input)
  return {
    fingerprint: computeFingerprint(found),
    counts: await getCounts(scope, found),
    open_stops: openStops(found).length,
    examples: listExamples(found),
    remains,
  }
}

function computeFingerprint({ clients, stops, orders }: Found): string {
  const ids = [clients, stops, orders].map((records) => listIds(records).sort())
  return computeChecksum(JSON.stringify(ids)).slice(0, 32)
}

function openStops({ stops }: Found): FoundStop[] {
  return stops.filter(({ status, deleted }) => !deleted && status === 'pending')
}

function listExamples({ clients, stops, orders }: Found) {
  const all = [
    ...clients.map(({ id, label, reference_person, default_location }) => ({
      id,
      type: 'client' as const,
      label,
      name: reference_person,
      address: addressText(default_location),
    })),
    ...orders.map(({ id, label, stop }) => ({
      id,
      type: 'recurring_order' as const,
      label: label ?? stop.label ?? null,
    })),
    ...stops.map(({ id, label, reference_person, location, date, status }) => ({
      id,
      type: 'stop' as const,
      label,
      name: reference_person,
      address: addressText(location),
      date,
      status,
    })),
  ]
  return all.slice(0, mostExamples).map(withoutNulls)
}

function withoutNulls(record: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined))
}

const remainsTexts: Record<(typeof recipientRemains)[number], string> = {
  backups:
    'Backups made before still hold it. They cannot be changed; delete them when their time is over, and erase again after one was restored.',
  receivers: 'The receivers of your webhooks and the programs that read your interface were given copies.',
  providers: 'Your mail server and your SMS gateway keep what they sent as their own settings say.',
  devices: 'Phones of drivers and open pages hold what they showed until they are next online.',
  refusals: 'That an address or number wants no messages is kept, so that nobody writes to it again.',
}

/** Places that an erasure does not reach, in words. */
export const remains = Object.entries(remainsTexts).map(([code, text]) => ({ code, text }))

/**
 * Erases what `describeRecipient` showed: every row in one transaction, the files with its commit, then the outbox. Throws
 * like `findRecipient`, and highway.privacy.error.{open_stops,changed_meanwhile}.
 */
export async function eraseRecipient(services: Services, caller: Caller, input: RecipientErasure) {
  const { fingerprint, ...who } = input
  const reading = readingScope(services, caller)
  const found = await findRecipient(services, reading, who)
  if (computeFingerprint(found) !== fingerprint) throw apiError('highway.privacy.error.changed_meanwhile')
  const open = openStops(found)
  if (open.length > 0) throw apiError('highway.privacy.error.open_stops', { count: open.length })
  const counts = await getCounts(reading, found)
  const photos = await listKeys(reading, stopParts.photos, { stopIds: listIds(found.stops) }, Number.MAX_SAFE_INTEGER)
  const erasedAt = await transactAs(services, caller, async (scope) => {
    await eraseRows(scope, found, photos)
    await noteErasure(scope, counts)
    return scope.now
  })
  await services.outbox.forget(caller.organizationId, found.keptMails)
  return { erased_at: erasedAt, counts, remains }
}

async function eraseRows(
  scope: Scope,
  { wanted, stops, clients, orders, messages, sandboxMessages }: Found,
  photos: string[],
): Promise<void> {
  await forgetKept(scope, listIds(sandboxMessages))
  const stopIds = listIds(stops)
  await forgetMessages(
    scope,
    stopIds,
    [wanted.email, wanted.person?.name].filter((text) => text !== undefined),
  )
  const { photos: _, ...wordy } = stopParts
  await deletePictures(scope, photos)
  for (const part of Object.values(wordy)) {
    await part.blank(scope, await listKeys(scope, part, { stopIds }, Number.MAX_SAFE_INTEGER))
  }
  await unlinkStops(scope, stopIds)
  await blankClients(scope, listIds(clients))
  await blankOrders(scope, listIds(orders))
  await blankMessages(scope, listIds(messages))
  await deleteEventsOfResources(scope, stopIds)
  // Recent exports may contain the recipient; people can create them again.
  await forgetExports(scope)
  const places = [...stops.map(({ location }) => location), ...clients.map((client) => client.default_location)]
  await forgetAddresses(
    scope,
    places.flatMap((place) => place?.label ?? []),
  )
  await forgetCustomers(scope, listIds(clients), places)
  await removePromisesOfStops(scope, listIds(stops))
  await redactAudit(scope, [...listIds(clients), ...listIds(orders)])
}

/** How much, and never of whom: the entry outlives what it tells of. */
async function noteErasure(scope: Scope, counts: Counts): Promise<void> {
  await auditRecord(scope, 'erased', 'recipient', { id: createId(scope.now) }, counts)
}
