// Reads the route from the service and stores it: replaces the known one when nothing is news, else waits for the driver's consent.
import {
  getDriverChanges,
  getDriverRoute,
  getDriverSession,
  listDriverMessages,
  listLastVisits,
} from '@routewright/client/operations'
import { type DriverRoute, type DriverSession, endsStop, type RouteMessage } from '@routewright/contract'
import { callService } from '../outbox/call.ts'
import { requestFlush } from '../outbox/flushing.ts'
import { newItem } from '../outbox/outbox.ts'
import { rightTime } from '../store/clock.ts'
import { database, type KeptRoute, type QueuedCall, type QueuedItem } from '../store/database.ts'
import { addKeptRoute, findKeptRoute, replaceReading, setIncoming } from '../store/kept-routes.ts'
import { takeTurn } from '../store/turns.ts'
import { whenWorkerAnswers } from '../store/worker.ts'
import { listDifferences, type Own } from './differences.ts'
import { changesForm, readDifference } from './read-difference.ts'

export type OpenResult = { kind: 'open'; route_id: string } | { kind: 'closed' } | { kind: 'offline' }

/** Opens a link: reads and stores everything about its route. Starts nothing. */
export async function openLink(token: string): Promise<OpenResult> {
  const known = await database.links.get(token)
  const read_at = await takeTurn()
  // Requested together: a slow line takes a second for each round trip.
  const [session, route] = await Promise.all([
    callService(token, getDriverSession, {}),
    callService(token, getDriverRoute, {}),
  ])
  if (session.kind === 'done') {
    const { route_id } = session.body
    await database.links.put({ ...known, token, route_id, opened_at: Date.now(), is_dead: false, is_ended: false })
    if (route.kind === 'done') {
      await keepReading(session.body, route.body, read_at)
      void readMessages(token, route_id)
      void keepVisits(token, route_id)
    }
    if (await database.routes.get(route_id)) return { kind: 'open', route_id }
    return { kind: 'offline' }
  }
  const isClosed = session.kind === 'closed' || (session.kind === 'refused' && session.status === 404)
  if (isClosed && known) {
    await database.links.update(token, { is_dead: true, is_ended: session.kind === 'closed' })
    const others = await database.links.where('route_id').equals(known.route_id).toArray()
    if (others.every(({ is_dead }) => is_dead)) await database.routes.update(known.route_id, { is_closed: true })
  }
  if (known && (await database.routes.get(known.route_id))) return { kind: 'open', route_id: known.route_id }
  return { kind: isClosed ? 'closed' : 'offline' }
}

async function keepReading(session: DriverSession, route: DriverRoute, read_at: number): Promise<void> {
  const { route_id, server_time } = session
  const fresh = { route_id, session, route, read_at, since: server_time, visits: [], reported: [] }
  // Another tab, or the list of routes, may have opened the link at the same time.
  const isFresh = await database.transaction('rw', database.routes, database.readings, async () => {
    if (await findKeptRoute(route_id)) return false
    await addKeptRoute(fresh)
    return true
  })
  if (isFresh) return
  await database.routes.update(route_id, { session, is_closed: false, has_messages: false })
  if (await takeReading(route_id, route, read_at)) await database.routes.update(route_id, { since: server_time })
}

/** Stores findings of earlier visits, with their photos, for use without a connection. */
async function keepVisits(token: string, routeId: string): Promise<void> {
  const visits = await callService(token, listLastVisits, {})
  if (visits.kind !== 'done') return
  await database.routes.update(routeId, { visits: visits.body })
  await whenWorkerAnswers()
  for (const path of visits.body.flatMap(({ images }) => images.map(pathOfImage))) {
    await fetch(path).catch(() => {})
  }
}

/** All messages of the route; those that come later are told with what changed. */
async function readMessages(token: string, routeId: string): Promise<void> {
  const answer = await callService(token, listDriverMessages, {})
  if (answer.kind !== 'done') return
  await keepMessages(routeId, answer.body)
  await database.routes.update(routeId, { has_messages: true })
}

/** Keeps messages, and has the service told of those that are new to this phone. */
export async function keepMessages(routeId: string, messages: readonly RouteMessage[]): Promise<void> {
  await database.transaction('rw', database.messages, database.outbox, async () => {
    const known = await database.messages.bulkGet(messages.map(({ id }) => id))
    await database.messages.bulkPut(
      messages.map((message, index) => ({ ...message, ...readHere(message, known[index]) })),
    )
    const fresh = messages.filter(
      (message, index) => !known[index] && message.sender === 'dispatcher' && !message.delivered_at,
    )
    if (fresh.length === 0) return
    const body = { delivered: fresh.map(({ id }) => id), at: new Date(rightTime()).toISOString() }
    await database.outbox.add(newItem({ kind: 'marks', body }, { route_id: routeId }))
  })
  requestFlush()
}

/** Keeps messages marked as read on this phone while the service does not know it yet. */
function readHere({ read_at }: RouteMessage, known: RouteMessage | undefined): Pick<RouteMessage, 'read_at'> {
  const moment = read_at ?? known?.read_at
  return moment ? { read_at: moment } : {}
}

/** Pictures are asked of where the app came from, whatever public address the service has. */
export function pathOfImage({ url }: { url: string }): string {
  return new URL(url, location.href).pathname
}

/** Asks what changed since the last time. */
export async function refreshRoute(routeId: string): Promise<void> {
  const kept = await findKeptRoute(routeId)
  const link = (await database.links.where('route_id').equals(routeId).sortBy('opened_at')).findLast((l) => !l.is_dead)
  if (!kept || !link) return
  const read_at = await takeTurn()
  const answer = await callService(link.token, getDriverChanges, { since: kept.since, form: changesForm() })
  if (answer.kind === 'closed' || (answer.kind === 'refused' && answer.status === 404)) {
    await openLink(link.token)
    return
  }
  if (answer.kind !== 'done') return
  const { difference, messages, server_time } = answer.body
  if (messages) await keepMessages(routeId, messages)
  if (!kept.has_messages) await readMessages(link.token, routeId)
  const newest = kept.incoming?.route ?? kept.route
  const told = difference ? await readDifference(link.token, newest, difference) : answer.body.route
  // Asked for again from the same moment, where the service did not tell it whole.
  if (difference && !told) return
  // The difference is empty: the last reading remains valid, even with the reports that this phone sent meanwhile.
  const route = told ?? ((await hasSentBefore(routeId, read_at)) ? newest : undefined)
  // A reading that was not taken is requested again from the same moment, or it would be lost.
  if (route && !(await takeReading(routeId, route, read_at))) return
  await database.routes.update(routeId, { since: server_time })
}

/** Stores a newer reading; with news it waits until the driver agrees. Returns false for one that began earlier than the known one. */
async function takeReading(routeId: string, route: DriverRoute, read_at: number): Promise<boolean> {
  return database.transaction('rw', database.routes, database.readings, database.outbox, async () => {
    const kept = await findKeptRoute(routeId)
    if (!kept || read_at <= Math.max(kept.read_at, kept.incoming?.read_at ?? 0)) return false
    const differences = listDifferences(kept.route, route, getOwnDoings(kept, await listCalls(routeId), read_at))
    if (differences.length > 0) {
      await setIncoming(routeId, route, read_at)
      return true
    }
    await replaceReading(routeId, route, read_at)
    await forgetSent(routeId, read_at)
    return true
  })
}

/** The driver has seen what changed: the newer reading becomes the route. */
export async function acknowledge(routeId: string): Promise<void> {
  await database.transaction('rw', database.routes, database.readings, database.outbox, async () => {
    const kept = await findKeptRoute(routeId)
    if (!kept?.incoming) return
    const { route, read_at } = kept.incoming
    await replaceReading(routeId, route, read_at)
    await forgetSent(routeId, read_at)
  })
}

/** Returns this phone's own actions, before and after a reading of the route began. */
export function getOwnDoings(kept: KeptRoute, calls: readonly QueuedItem[], read_at: number): Own {
  const hadWhenRead = calls.filter((call) => wasSentBefore(call, read_at))
  const lastEnds = new Map(
    hadWhenRead
      .toSorted((a, b) => a.seq - b.seq)
      .flatMap((call) => (endsItsStop(call) || takesBack(call) ? [[call.stop_id!, call] as const] : [])),
  )
  const ended = [...lastEnds].filter(([, call]) => endsItsStop(call)).map(([stopId]) => stopId)
  return {
    reported: new Set(kept.reported),
    ended: new Set(ended),
    takenBack: new Set(calls.flatMap((call) => (takesBack(call) && call.state !== 'refused' ? [call.stop_id!] : []))),
    isReordering: calls.some(({ kind, state, sent_at }) => kind === 'order' && isOpen(state, sent_at, kept.read_at)),
  }
}

/** Whether the call is a report after which its stop is over. */
export function endsItsStop(call: QueuedCall): boolean {
  return call.kind === 'report' && endsStop(call.body.type)
}

function isOpen(state: string, sentAt: number | undefined, readAt: number): boolean {
  return state !== 'refused' && (sentAt === undefined || sentAt > readAt)
}

/** Whether the call takes a report back: its stop is open again. */
export function takesBack(call: QueuedCall): boolean {
  return call.kind === 'amend' && call.body.action === 'take_back'
}

/** Calls that were sent before the reading began stand in it. */
async function forgetSent(routeId: string, readAt: number): Promise<void> {
  const calls = await listSentBefore(routeId, readAt)
  await database.outbox.bulkDelete(calls.map(({ seq }) => seq))
}

async function hasSentBefore(routeId: string, readAt: number): Promise<boolean> {
  return (await listSentBefore(routeId, readAt)).length > 0
}

async function listSentBefore(routeId: string, readAt: number): Promise<QueuedItem[]> {
  return (await listCalls(routeId)).filter((call) => wasSentBefore(call, readAt))
}

function listCalls(routeId: string): Promise<QueuedItem[]> {
  return database.outbox.where('route_id').equals(routeId).toArray()
}

function wasSentBefore({ state, sent_at = 0 }: QueuedItem, readAt: number): boolean {
  return state === 'sent' && sent_at < readAt
}
