// The route that a screen shows: as it was read, with everything that waits in the queue done.
import {
  type DriverRoute,
  type DriverSession,
  type DriverStop,
  type LastVisit,
  listStopsAhead,
} from '@routewright/contract'
import { useSyncExternalStore } from 'react'
import { readQueue, type Waiting } from '../outbox/outbox.ts'
import { applyCalls } from '../outbox/overlay.ts'
import { database, type KeptRoute, type QueuedItem, type StopDraft } from '../store/database.ts'
import { findKeptRoute } from '../store/kept-routes.ts'
import { createLiveStore, type LiveStore } from '../store/live.ts'
import { listUnstoredCalls, watchUnstored } from '../store/unstored.ts'
import { type Difference, listDifferences } from './differences.ts'
import { getOwnDoings } from './refresh.ts'
import { type Conversation, getConversation } from './shown-messages.ts'

export interface RouteView {
  id: string
  session: DriverSession
  route: DriverRoute
  calls: QueuedItem[]
  /** What has not reached the service, of all routes of this phone. */
  waiting: Waiting
  /** The messages of the route. */
  conversation: Conversation
  visits: LastVisit[]
  differences: Difference[]
  drafts: Map<string, StopDraft>
  kept: KeptRoute
  /** The stop to drive to, or where the driver is. */
  next: DriverStop | undefined
}

const { outbox, pictures, routes, readings, drafts, messages } = database
const shownTables = [outbox, pictures, routes, readings, drafts, messages]

/** By route. */
const views = new Map<string, LiveStore<RouteView | null>>()

/** Undefined while it is read, null when the phone does not have it. */
export function useRoute(routeId: string): RouteView | null | undefined {
  const { watch, read } = findView(routeId)
  return useSyncExternalStore(watch, read)
}

/** Leads to another screen once what was just stored can be shown there, so that nothing is drawn twice. */
export function leaveForm({ id }: Pick<RouteView, 'id'>, lead: () => void): Promise<void> {
  return findView(id).drawTogether(lead)
}

function findView(routeId: string): LiveStore<RouteView | null> {
  const known = views.get(routeId)
  if (known) return known
  const view = createLiveStore(shownTables, () => readRouteView(routeId))
  watchUnstored(view.refresh)
  views.set(routeId, view)
  return view
}

async function readRouteView(routeId: string): Promise<RouteView | null> {
  const found = await readPhone(routeId)
  if (!found.kept) return null
  const { kept, queue, waiting, drafts, messages } = found
  const own = queue.filter(({ route_id }) => route_id === routeId)
  const calls = [...own.filter(({ state }) => state !== 'refused'), ...listUnstoredCalls(routeId)]
  const route = withCalls(kept.route, calls)
  const { incoming } = kept
  const differences = incoming
    ? listDifferences(kept.route, incoming.route, getOwnDoings(kept, own, incoming.read_at))
    : []
  const byStop = new Map(drafts.map((draft) => [draft.stop_id, draft]))
  const { session, visits } = kept
  return {
    id: routeId,
    session,
    route,
    calls,
    waiting,
    conversation: getConversation(messages, own),
    visits,
    differences,
    drafts: byStop,
    kept,
    next: findNext(route, byStop),
  }
}

/** Everything that screens show, in one transaction: beginning and ending one costs a slow phone more than reading in it. */
function readPhone(routeId: string) {
  return database.transaction('r', shownTables, async () => {
    const [kept, queue, ofRoute, told] = await Promise.all([
      findKeptRoute(routeId),
      readQueue(),
      drafts.where('route_id').equals(routeId).toArray(),
      messages.where('route_id').equals(routeId).toArray(),
    ])
    return { kept, ...queue, drafts: ofRoute, messages: told }
  })
}

let lastDone: { before: DriverRoute; calls: string; after: DriverRoute } | undefined

/** The route with its calls done. The same object as before where only what became of the calls changed: then nothing is drawn anew. */
function withCalls(before: DriverRoute, calls: readonly QueuedItem[]): DriverRoute {
  const text = JSON.stringify(
    calls.map(({ id, kind, body }) => [id, kind, body]),
    // Compares a signature by its length, because it is as long as everything else together and never changes.
    (key, value) => (key === 'signature' && typeof value === 'string' ? value.length : value),
  )
  if (lastDone?.before !== before || lastDone.calls !== text) {
    lastDone = { before, calls: text, after: applyCalls(before, calls) }
  }
  return lastDone.after
}

/** Where the driver is, else the first that was not tried yet, else the first. */
function findNext({ stops }: DriverRoute, drafts: ReadonlyMap<string, StopDraft>): DriverStop | undefined {
  // This phone knows best where it is: an arrival that the service still has may be of a form that was closed since.
  const places = stops.map(({ id, status, report_attempts }) => {
    const arrived_at = drafts.get(id)?.arrived_at
    return { id, status, report_attempts, arrived_at }
  })
  const [next] = listStopsAhead(places)
  return next && stops.find(({ id }) => id === next.id)
}

/** Stops that are no longer on the route, and at which something was begun. */
export function stopsLeft({ route, drafts }: Pick<RouteView, 'route' | 'drafts'>): DriverStop[] {
  const here = new Set(route.stops.map(({ id }) => id))
  return [...drafts.values()].flatMap((draft) =>
    draft.stop && !here.has(draft.stop_id) && hasProof(draft) ? [draft.stop] : [],
  )
}

function hasProof({ picture_ids, signature, comments, parcels, tasks, fields, arrived_at }: StopDraft): boolean {
  const begun = [...picture_ids, ...Object.keys(parcels), ...Object.keys(tasks), ...Object.keys(fields)].length > 0
  return begun || signature !== undefined || comments.trim() !== '' || arrived_at !== undefined
}
