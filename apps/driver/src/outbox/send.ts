// Sends what the phone keeps, in order and one at a time, by whichever tab or worker holds the lock.
import {
  addDriverPositions,
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
import type { RouteMessage } from '@routewright/contract'
import { rightTime, serverTimeNow, withTrueMoment, withTrueMoments } from '../store/clock.ts'
import { database, type KeptPicture, type QueuedItem } from '../store/database.ts'
import { readSettings } from '../store/settings.ts'
import { callService, type Outcome } from './call.ts'

/** By this word the page asks the worker, and browsers ask again. */
export const OUTBOX = 'outbox'
const LOCK = 'routewright-driver-outbox'
const POSITIONS_PER_CALL = 500
/** Pauses after failures in a row; an event of the network ends any of them. */
const PAUSES_MS = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000] as const

export interface Flushed {
  /** When the next try makes sense, milliseconds since 1970; undefined when nothing waits. */
  next_at: number | undefined
  /** Why something waits, if the service was asked and did not take it. */
  why?: 'offline' | 'busy' | 'failing'
}

let failuresInRow = 0
let running: Promise<Flushed> | undefined

/**
 * Sends whatever is due: calls in their order, then positions, then pictures. Safe to call at any time and from several
 * places: one context of the phone sends at a time, and the service takes each thing once.
 */
export function flush(): Promise<Flushed> {
  running ??= locked(sendAll).finally(() => {
    running = undefined
  })
  return running
}

/** Sends everything, also what may be taken back for some seconds more. Rejects when something could not be sent: browsers then ask again. */
export async function flushAll(): Promise<void> {
  for (;;) {
    const { next_at, why } = await flush()
    if (why) throw new Error(`The queue could not be sent: ${why}`)
    if (next_at === undefined) return
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next_at - Date.now())))
  }
}

async function locked<T>(work: () => Promise<T>): Promise<T> {
  // Without TLS browsers offer no locks; then ids alone keep doubles out.
  return navigator.locks ? await navigator.locks.request(LOCK, work) : await work()
}

async function sendAll(): Promise<Flushed> {
  const failure = (await sendCalls()) ?? (await sendPositions()) ?? (await sendPictures())
  if (failure) {
    const pause = PAUSES_MS[Math.min(failuresInRow, PAUSES_MS.length - 1)]!
    failuresInRow += 1
    return { next_at: Date.now() + pause * (0.5 + Math.random() / 2), why: failure }
  }
  failuresInRow = 0
  const held = await database.outbox.where('state').equals('held').toArray()
  return { next_at: held.length > 0 ? Math.min(...held.map(({ send_after }) => send_after)) : undefined }
}

type Refused = Extract<Outcome<unknown>, { kind: 'refused' }>
type Failure = 'offline' | 'busy' | 'failing'

/** First come, first sent within a route; answers why it stopped early. */
async function sendCalls(): Promise<Failure | undefined> {
  const blocked = new Set<string>()
  for (;;) {
    const item = await takeNext(blocked)
    if (!item) return undefined
    const outcome = await sendByAnyLink(item.route_id, async (token) => {
      if (item.mark && serverTimeNow() === undefined) await callService(token, getDriverSession, {})
      return sendCall(token, await withTrueMoment(item))
    })
    switch (outcome.kind) {
      case 'done':
        await settle(item, outcome.body)
        break
      case 'later':
        await database.outbox.update(item.seq, { state: 'waiting', attempts: item.attempts + 1 })
        return outcome.why
      case 'closed':
        await database.outbox.update(item.seq, { state: 'waiting' })
        blocked.add(item.route_id)
        break
      case 'refused': {
        await keepRefused(item, outcome)
        break
      }
    }
  }
}

/** The oldest call of any route that is not blocked, if it is due; marked, so that it can no longer be taken back. */
async function takeNext(blocked: ReadonlySet<string>): Promise<QueuedItem | undefined> {
  return database.transaction('rw', database.outbox, async () => {
    const open = await database.outbox.where('state').anyOf('held', 'waiting', 'sending').sortBy('seq')
    const seen = new Set(blocked)
    for (const item of open) {
      if (seen.has(item.route_id)) continue
      // A later call of the same route must not overtake one that is held back.
      seen.add(item.route_id)
      if (isHeldBack(item)) continue
      await database.outbox.update(item.seq, { state: 'sending' })
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

async function settle(item: QueuedItem, body: unknown): Promise<void> {
  if (item.kind === 'message') await database.messages.put(body as RouteMessage)
  // It cannot be taken back any more.
  await database.outbox.update(item.seq, { state: 'sent', sent_at: rightTime(), draft: undefined } as object)
}

/** The driver is told why, and decides; marks that the service does not want are nothing to decide about. */
async function keepRefused(item: QueuedItem, { message_id, message }: Refused): Promise<void> {
  if (item.kind === 'marks') await database.outbox.bulkDelete([item.seq])
  else await database.outbox.update(item.seq, { state: 'refused', refusal: { message_id, message } })
}

function sendCall(token: string, item: QueuedItem): Promise<Outcome<unknown>> {
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

/** Tries the route's links, newest first: a fresh dispatch brings a fresh link. */
async function sendByAnyLink(
  routeId: string,
  send: (token: string) => Promise<Outcome<unknown>>,
): Promise<Outcome<unknown>> {
  const links = (await database.links.where('route_id').equals(routeId).sortBy('opened_at')).reverse()
  for (const link of links.filter(({ is_dead }) => !is_dead)) {
    const outcome = await send(link.token)
    const isClosed =
      outcome.kind === 'closed' || (outcome.kind === 'refused' && outcome.status === 404 && !(await opens(link.token)))
    if (!isClosed) return outcome
    await database.links.update(link.token, { is_dead: true })
  }
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

/** Pictures go last: the dispatcher needs the report or message first, and it names them already. */
async function sendPictures(): Promise<Failure | undefined> {
  const { wifiOnly } = await readSettings()
  if (wifiOnly && isMobileData()) return undefined
  const unsent = await database.outbox.where('state').anyOf('held', 'waiting', 'sending').toArray()
  const early = new Set(unsent.flatMap(namedPictures))
  const waiting = await database.pictures.where('state').equals('waiting').sortBy('created_at')
  for (const picture of waiting) {
    if (early.has(picture.id)) continue
    const outcome = await sendByAnyLink(picture.route_id, (token) => sendPicture(token, picture))
    if (outcome.kind === 'later') return outcome.why
    if (outcome.kind === 'done') await database.pictures.update(picture.id, { state: 'sent' })
    if (outcome.kind === 'refused') await database.pictures.update(picture.id, { state: 'refused' })
    // What came meanwhile goes before the next picture.
    const failure = (await sendCalls()) ?? (await sendPositions())
    if (failure) return failure
  }
  return undefined
}

function namedPictures(item: QueuedItem): readonly string[] {
  if (item.kind === 'report') return item.body.awaited_images ?? []
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
