// Sends what the phone keeps: calls in their order, positions, pictures, each on a lane of its own, by whichever tab or worker holds its lock.
import {
  addDriverPositions,
  amendDriverReport,
  arriveAtStop,
  createDriverNote,
  createDriverReport,
  getDriverSession,
  markDriverMessages,
  noteDriverReturn,
  reportDriverCharging,
  scanPackage,
  sendDriverMessage,
  setDriverOrder,
  setVanPlace,
  startDriverRoute,
  takeDriverBreak,
  uploadDriverMessageImage,
  uploadDriverReportImage,
} from '@routewright/client/operations'
import type { Report, ReportConflict, RouteMessage } from '@routewright/contract'
import { isConflict } from '@routewright/contract/report-rules'
import { serverTimeNow, withTrueMoment, withTrueMoments } from '../store/clock.ts'
import {
  database,
  type KeptLink,
  type KeptPicture,
  type QueuedCall,
  type QueuedItem,
  type UnkeptItem,
} from '../store/database.ts'
import { openStates } from '../store/open-states.ts'
import { readSettings } from '../store/settings.ts'
import { takeTurn } from '../store/turns.ts'
import { callService, type Outcome } from './call.ts'

/** Tag by which the page asks the worker, and browsers ask again (background sync). */
export const OUTBOX = 'outbox'
const LOCK = 'routewright-driver-'
const POSITIONS_PER_CALL = 500
/** Pauses after failures in a row; an event of the network ends any of them. */
const PAUSES_MS = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const

export interface Flushed {
  /** When the next try makes sense, milliseconds since 1970; undefined when nothing waits. */
  next_at: number | undefined
  /** Why something waits, if the service was asked and did not take it. */
  why?: Failure
}

/** Lanes of waiting calls: none waits for another one, and each pauses by itself after failures. */
export const laneNames = ['calls', 'positions', 'pictures'] as const
export type LaneName = (typeof laneNames)[number]

interface Lane {
  /** Sends whatever is due; returns why it stopped early. */
  send(): Promise<Failure | undefined>
  failuresInRow: number
  running?: Promise<Flushed> | undefined
}

const lanes: Record<LaneName, Lane> = {
  calls: { send: sendCalls, failuresInRow: 0 },
  positions: { send: sendPositions, failuresInRow: 0 },
  pictures: { send: sendPictures, failuresInRow: 0 },
}

/**
 * Sends whatever is due on a lane. Safe to call at any time and from several places: one context of the phone sends on a lane at a
 * time, and the service takes each thing once.
 */
export function flush(name: LaneName): Promise<Flushed> {
  const lane = lanes[name]
  lane.running ??= locked(name, () => sendOn(lane, name)).finally(() => {
    lane.running = undefined
  })
  return lane.running
}

/**
 * Sends everything, also what may be taken back for some seconds more; pictures while `mayUpload` says so. Rejects when something could
 * not be sent: browsers then ask again.
 */
export async function flushAll(mayUpload: () => Promise<boolean> = async () => true): Promise<void> {
  const upload = async () => {
    if (await mayUpload()) await flushUntilSent('pictures')
  }
  // Pictures follow their reports; those that wait already need not.
  const calls = flushUntilSent('calls').then(upload)
  const outcomes = await Promise.allSettled([calls, flushUntilSent('positions'), upload()])
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

async function flushUntilSent(name: LaneName): Promise<void> {
  for (;;) {
    const { next_at, why } = await flush(name)
    if (why) throw new Error(`The queue could not be sent: ${why}`)
    if (next_at === undefined) return
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next_at - Date.now())))
  }
}

async function locked<T>(name: LaneName, work: () => Promise<T>): Promise<T> {
  // Without TLS browsers offer no locks; then ids alone keep doubles out.
  return navigator.locks ? await navigator.locks.request(LOCK + name, work) : await work()
}

async function sendOn(lane: Lane, name: LaneName): Promise<Flushed> {
  const failure = await lane.send()
  if (failure) {
    const pause = PAUSES_MS[Math.min(lane.failuresInRow, PAUSES_MS.length - 1)]!
    lane.failuresInRow += 1
    return { next_at: Date.now() + pause * (0.5 + Math.random() / 2), why: failure }
  }
  lane.failuresInRow = 0
  const held = name === 'calls' ? await database.outbox.where('state').equals('held').toArray() : []
  return { next_at: held.length > 0 ? Math.min(...held.map(({ send_after }) => send_after)) : undefined }
}

type Refused = Extract<Outcome<unknown>, { kind: 'refused' }>
type Failure = 'offline' | 'busy' | 'failing'

/** Routes that no link opens: `toAll` also for reports, which the service takes longer than other calls. */
interface ClosedRoutes {
  toCalls: Set<string>
  toAll: Set<string>
}

/** First come, first sent within a route; returns why it stopped early. */
async function sendCalls(): Promise<Failure | undefined> {
  const closed: ClosedRoutes = { toCalls: new Set(), toAll: new Set() }
  for (;;) {
    const item = await takeNext(closed)
    if (!item) return undefined
    const outcome = await sendItem(item)
    switch (outcome.kind) {
      case 'done':
        await settle(item, outcome.body)
        break
      case 'later':
        await database.outbox.update(item.seq, { state: 'waiting', attempts: item.attempts + 1 })
        return outcome.why
      case 'closed':
        await database.outbox.update(item.seq, { state: 'waiting' })
        closed[isEvidence(item) ? 'toAll' : 'toCalls'].add(item.route_id)
        break
      case 'refused':
        await keepRefused(item, outcome)
        break
    }
  }
}

/** Sent by this context, on a phone that could not note it. */
const unnoted = new Set<string>()

/** The oldest call of any route, if it is due; marked, so that it can no longer be taken back. */
async function takeNext({ toCalls, toAll }: ClosedRoutes): Promise<QueuedItem | undefined> {
  return database.transaction('rw', database.outbox, async () => {
    const open = await database.outbox
      .where('state')
      .anyOf(...openStates)
      .sortBy('seq')
    const seen = new Set(toAll)
    for (const item of open) {
      if (seen.has(item.route_id) || unnoted.has(item.id)) continue
      // A call that cannot be sent holds up no report.
      if (toCalls.has(item.route_id) && !isEvidence(item)) continue
      // A later call of the same route must not overtake one that is held back.
      seen.add(item.route_id)
      if (isHeldBack(item)) continue
      // A phone that can store nothing sends all the same: the service takes each call once.
      await database.outbox.update(item.seq, { state: 'sending' }).catch(() => {})
      return item
    }
    return undefined
  })
}

/** Whether it may still be taken back. A clock that was set back meanwhile holds nothing for hours. */
function isHeldBack({ created_at, send_after }: QueuedItem): boolean {
  const left = send_after - Date.now()
  return left > 0 && left <= send_after - created_at
}

/** Whether the call is a report or its correction, which the service takes from every link that was not ended. */
function isEvidence({ kind }: Pick<QueuedCall, 'kind'>): boolean {
  return kind === 'report' || kind === 'amend'
}

/** The service names the pictures in the order in which the call did: from now on the phone shows its own in their place. */
async function noteStoredPictures(item: QueuedCall, { images = [] }: Partial<Report>): Promise<void> {
  const names = namedPictures(item)
  const stored = images.slice(Math.max(0, images.length - names.length))
  for (const [index, id] of names.entries()) {
    await database.pictures.update(id, { stored_as: stored[index]?.id } as object).catch(() => {})
  }
}

/** Sends one call by any link of its route. */
export async function sendItem(item: UnkeptItem): Promise<Outcome<unknown>> {
  const send = async (token: string) => {
    if (item.mark && serverTimeNow() === undefined) await callService(token, getDriverSession, {})
    return sendCall(token, await withTrueMoment(item))
  }
  if (!isEvidence(item)) return sendByAnyLink(item.route_id, send)
  return requireTaken(await sendEvidence(item.route_id, send))
}

/** Sends one picture by any link of its route. */
export async function sendKeptPicture(picture: KeptPicture): Promise<Outcome<unknown>> {
  const send = (token: string) => sendPicture(token, picture)
  const isOfMessage = picture.stop_id === undefined
  return requireTaken(await (isOfMessage ? sendByAnyLink : sendEvidence)(picture.route_id, send))
}

/** Checks that the response has the id of the stored record: a success without one is not from the service. */
function requireTaken(outcome: Outcome<unknown>): Outcome<unknown> {
  const isForeign = outcome.kind === 'done' && typeof (outcome.body as { id?: unknown } | undefined)?.id !== 'string'
  return isForeign ? { kind: 'later', why: 'failing' } : outcome
}

async function settle(item: QueuedItem, body: unknown): Promise<void> {
  if (item.kind === 'message') await database.messages.put(body as RouteMessage)
  const isHanded = isEvidence(item) && isConflict(body as Report | ReportConflict)
  if (isEvidence(item)) await noteStoredPictures(item, body as Partial<Report>)
  // It cannot be taken back any more.
  const sent = { state: isHanded ? ('handed' as const) : ('sent' as const), sent_at: await takeTurn() }
  await database.outbox.update(item.seq, { ...sent, draft: undefined } as object).catch(() => unnoted.add(item.id))
}

/** Kept with its reason; what nobody has to decide about goes on without. */
async function keepRefused(item: QueuedItem, { status, message_id, message }: Refused): Promise<void> {
  if (item.kind === 'marks') return database.outbox.bulkDelete([item.seq])
  if (item.kind === 'note' && item.body.kind !== 'door' && item.body.stop_id && status === 404) {
    // The stop has left the route; what the driver told is true all the same.
    const { stop_id: _stop, ...body } = item.body
    return void (await database.outbox.update(item.seq, { state: 'waiting', body } as object))
  }
  await database.outbox.update(item.seq, { state: 'refused', refusal: { message_id, message } })
}

function sendCall(token: string, item: UnkeptItem): Promise<Outcome<unknown>> {
  const id = { client_id: item.id }
  switch (item.kind) {
    case 'start':
      return callService(token, startDriverRoute, { body: item.body })
    case 'arrive':
      return callService(token, arriveAtStop, { stop_id: item.stop_id!, body: { ...item.body, ...id } })
    case 'scan':
      return callService(token, scanPackage, { body: { ...item.body, ...id } })
    case 'van_place':
      return callService(token, setVanPlace, { stop_id: item.stop_id!, body: { ...item.body, ...id } })
    case 'report':
      return callService(token, createDriverReport, { stop_id: item.stop_id!, body: { ...item.body, ...id } })
    case 'amend':
      return callService(token, amendDriverReport, { stop_id: item.stop_id!, body: { ...item.body, ...id } })
    case 'break':
      return callService(token, takeDriverBreak, { body: { ...item.body, ...id } })
    case 'charging':
      return callService(token, reportDriverCharging, { body: { ...item.body, ...id } })
    case 'order':
      return callService(token, setDriverOrder, { body: { ...item.body, ...id } })
    case 'return':
      return callService(token, noteDriverReturn, { body: { ...item.body, ...id } })
    case 'note':
      return callService(token, createDriverNote, { body: { ...item.body, ...id } })
    case 'message':
      return callService(token, sendDriverMessage, { body: { ...item.body, ...id } })
    case 'marks':
      return callService(token, markDriverMessages, { body: item.body })
  }
}

type Send = (token: string) => Promise<Outcome<unknown>>

/** Links of the route, newest first: a fresh dispatch brings a fresh link. */
async function listLinks(routeId: string): Promise<KeptLink[]> {
  return (await database.links.where('route_id').equals(routeId).sortBy('opened_at')).reverse()
}

async function sendByAnyLink(routeId: string, send: Send): Promise<Outcome<unknown>> {
  for (const link of (await listLinks(routeId)).filter(({ is_dead }) => !is_dead)) {
    const outcome = await send(link.token)
    const isClosed =
      outcome.kind === 'closed' || (outcome.kind === 'refused' && outcome.status === 404 && !(await opens(link.token)))
    if (!isClosed) return outcome
    await database.links.update(link.token, { is_dead: true, is_ended: outcome.kind === 'closed' })
  }
  await database.routes.update(routeId, { is_closed: true })
  return { kind: 'closed' }
}

/** The service takes reports and their pictures also by a link that opens the route no longer; only who was locked out is not heard. */
async function sendEvidence(routeId: string, send: Send): Promise<Outcome<unknown>> {
  let refused: Outcome<unknown> | undefined
  for (const { token } of (await listLinks(routeId)).filter(({ is_ended }) => !is_ended)) {
    const outcome = await send(token)
    if (outcome.kind === 'done' || outcome.kind === 'later') return outcome
    if (outcome.kind === 'closed') await database.links.update(token, { is_dead: true, is_ended: true })
    else if (outcome.status !== 404) return outcome
    else refused ??= outcome
  }
  if (refused) return refused
  await database.routes.update(routeId, { is_closed: true })
  return { kind: 'closed' }
}

/** A 404 may speak of the stop or of the route: the session tells which. */
async function opens(token: string): Promise<boolean> {
  const outcome = await callService(token, getDriverSession, {})
  return outcome.kind === 'done' || outcome.kind === 'later'
}

async function sendPositions(): Promise<Failure | undefined> {
  const routeIds = (await database.positions.orderBy('route_id').uniqueKeys()) as string[]
  for (const routeId of routeIds) {
    for (;;) {
      const kept = await database.positions.where('route_id').equals(routeId).limit(POSITIONS_PER_CALL).sortBy('seq')
      if (kept.length === 0) break
      const positions = await withTrueMoments(kept)
      const outcome = await sendByAnyLink(routeId, (token) =>
        callService(token, addDriverPositions, { body: { positions } }),
      )
      if (outcome.kind === 'later') return outcome.why
      if (outcome.kind === 'closed') break
      // Refused positions are no proof of anything: they go.
      await database.positions.bulkDelete(kept.map(({ seq }) => seq))
    }
  }
  return undefined
}

/** A picture goes after its report or message, which names it already. */
async function sendPictures(): Promise<Failure | undefined> {
  const tried = new Set<string>()
  for (;;) {
    const waiting = (await listWaitingPictures()).filter((id) => !tried.has(id))
    if (waiting.length === 0) return undefined
    const { wifiOnly } = await readSettings()
    if (wifiOnly && isMobileData()) return undefined
    const unsent = await database.outbox
      .where('state')
      .anyOf(...openStates, 'refused')
      .toArray()
    const early = new Set(unsent.flatMap(namedPictures))
    const id = waiting.find((picture) => !early.has(picture))
    const picture = id && (await database.pictures.get(id))
    if (!picture) return undefined
    tried.add(picture.id)
    const outcome = await sendKeptPicture(picture)
    if (outcome.kind === 'later') return outcome.why
    if (outcome.kind === 'done') await database.pictures.update(picture.id, { state: 'sent' })
    if (outcome.kind === 'refused') {
      await database.pictures.update(picture.id, { state: 'refused', refusal: outcome.message })
    }
  }
}

/** Ids of the pictures that wait, oldest first. */
async function listWaitingPictures(): Promise<string[]> {
  const all = ['waiting', Number.NEGATIVE_INFINITY]
  return database.pictures.where('[state+created_at]').between(all, ['waiting', []]).primaryKeys()
}

/** Ids of the pictures that a report or message names. */
export function namedPictures(item: QueuedCall): readonly string[] {
  if (item.kind === 'report') return item.body.awaited_images ?? []
  if (item.kind === 'amend') return item.body.amended?.awaited_images ?? []
  return item.kind === 'message' && item.body.image_client_id ? [item.body.image_client_id] : []
}

function sendPicture(token: string, { id, stop_id, bytes, type }: KeptPicture): Promise<Outcome<unknown>> {
  const file = new Blob([bytes], { type })
  if (stop_id === undefined) return callService(token, uploadDriverMessageImage, { client_id: id, file })
  return callService(token, uploadDriverReportImage, { stop_id, client_id: id, file })
}

function isMobileData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { type?: string } }
  return connection?.type === 'cellular'
}
