// The route that a screen shows: as it was read, with everything that waits in the queue done.
import {
  type DriverRoute,
  type DriverSession,
  type DriverStop,
  type LastVisit,
  listStopsAhead,
} from '@routewright/contract'
import { useRef, useSyncExternalStore } from 'react'
import { listOpenCalls } from '../outbox/outbox.ts'
import { applyCalls } from '../outbox/overlay.ts'
import { database, type KeptRoute, type QueuedItem, type StopDraft } from '../store/database.ts'
import { findKeptRoute } from '../store/kept-routes.ts'
import { useLive } from '../store/live.ts'
import { listUnstoredCalls, readUnstoredVersion, watchUnstored } from '../store/unstored.ts'
import { type Difference, listDifferences } from './differences.ts'
import { ownDoings } from './refresh.ts'

export interface RouteView {
  id: string
  session: DriverSession
  route: DriverRoute
  calls: QueuedItem[]
  visits: LastVisit[]
  differences: Difference[]
  drafts: Map<string, StopDraft>
  kept: KeptRoute
  /** The stop to drive to, or where the driver is. */
  next: DriverStop | undefined
}

/** Undefined while it is read, null when the phone does not have it. */
export function useRoute(routeId: string): RouteView | null | undefined {
  const unstored = useSyncExternalStore(watchUnstored, readUnstoredVersion)
  const view = useLive(() => readRouteView(routeId), [routeId, unstored])
  const last = useRef<RouteView | null>(undefined)
  if (view !== undefined) last.current = view
  // While it is read anew the forms of the same route stay open.
  return view === undefined && last.current?.id === routeId ? last.current : view
}

export async function readRouteView(routeId: string): Promise<RouteView | null> {
  // Asked together, before anything else is waited for: only what is asked so early is followed for certain.
  const [kept, open, drafts] = await Promise.all([
    findKeptRoute(routeId),
    listOpenCalls(routeId),
    database.drafts.where('route_id').equals(routeId).toArray(),
  ])
  if (!kept) return null
  const calls = [...open, ...listUnstoredCalls(routeId)]
  const route = withCalls(kept.route, calls)
  const { incoming } = kept
  const own = incoming && (await ownDoings(kept, incoming.read_at))
  const differences = incoming && own ? listDifferences(kept.route, incoming.route, own) : []
  const byStop = new Map(drafts.map((draft) => [draft.stop_id, draft]))
  const { session, visits } = kept
  return {
    id: routeId,
    session,
    route,
    calls,
    visits,
    differences,
    drafts: byStop,
    kept,
    next: findNext(route, byStop),
  }
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
