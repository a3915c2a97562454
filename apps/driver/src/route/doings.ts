// The driver's actions on a route; each goes through the queue.
import type { DriverProblem, DriverReportInput, DriverStop, GoodsName, VanPlace } from '@routewright/contract'
import { keepOrSend, storing } from '../outbox/keep-or-send.ts'
import { enqueue, newItem, noteAdded, UNDO_MILLISECONDS } from '../outbox/outbox.ts'
import { inOrder } from '../outbox/overlay.ts'
import { type Fix, lastFix } from '../position/last-fix.ts'
import { markNow, rightTime } from '../store/clock.ts'
import { database, type NewQueuedItem, type StopDraft } from '../store/database.ts'
import { findKeptRoute, reorderReading } from '../store/kept-routes.ts'
import { newId } from '../store/new-id.ts'
import { openStates } from '../store/open-states.ts'
import { findUnstoredPicture, forgetUnstoredPicture } from '../store/unstored.ts'
import { getReport, type ReportOutcome } from './draft-report.ts'
import { endsItsStop, takesBack } from './refresh.ts'
import type { RouteView } from './use-route.ts'

export function now(): string {
  return new Date(rightTime()).toISOString()
}

export function emptyDraft(stop: DriverStop, routeId: string, report_id = newId()): StopDraft {
  return {
    stop_id: stop.id,
    route_id: routeId,
    report_id,
    stop,
    comments: '',
    parcels: {},
    tasks: {},
    fields: {},
    picture_ids: [],
    pin: '',
  }
}

/** Changes what was begun at a stop; `reportId` is that of a draft that was not kept yet. */
export async function changeDraft(
  stop: DriverStop,
  routeId: string,
  change: (draft: StopDraft) => Partial<StopDraft>,
  reportId?: string,
): Promise<void> {
  await storing(() =>
    database.transaction('rw', database.drafts, async () => {
      const draft = (await database.drafts.get(stop.id)) ?? emptyDraft(stop, routeId, reportId)
      await database.drafts.put({ ...draft, stop, ...change(draft) })
    }),
  )
}

export async function startRoute(view: RouteView): Promise<void> {
  await enqueue({ kind: 'start', body: { at: now() } }, { route_id: view.id })
}

export async function arriveAt(view: RouteView, stop: DriverStop): Promise<void> {
  const at = now()
  // Data that cannot be stored are sent all the same.
  const mark = markNow()
  const first = (known: StopDraft) => (known.arrived_at ? {} : { arrived_at: at, arrived: mark })
  await changeDraft(stop, view.id, first).catch(() => {})
  const place = lastFix()
  const body = { at, ...(place ? { lat: place.lat, lng: place.lng } : {}) }
  await enqueue({ kind: 'arrive', body }, { route_id: view.id, stop_id: stop.id })
}

export async function checkLoaded(view: RouteView, stop: DriverStop, identifier: string, manual: boolean) {
  const body = { identifier, purpose: 'load' as const, stop_id: stop.id, scanned_at: now(), manual }
  await enqueue({ kind: 'scan', body }, { route_id: view.id, stop_id: stop.id })
}

/** Says where in the van the goods of a stop lie; null takes it back. */
export async function placeInVan(view: RouteView, stop: DriverStop, place: VanPlace | null): Promise<void> {
  await enqueue({ kind: 'van_place', body: { place } }, { route_id: view.id, stop_id: stop.id })
}

/** Hands over goods at the depot. */
export async function handBack(view: RouteView, { stop_id, identifier }: GoodsName): Promise<void> {
  const body = { stop_id, ...(identifier !== undefined && { identifier }), at: now() }
  await enqueue({ kind: 'return', body }, { route_id: view.id, stop_id })
}

export async function takeBreak(view: RouteView, action: 'start' | 'end'): Promise<void> {
  await enqueue({ kind: 'break', body: { action, at: now() } }, { route_id: view.id })
}

/** The vehicle was charged, and leaves the place now with this share of its battery. */
export async function tellCharged(
  view: Pick<RouteView, 'id'>,
  charging_place_id: string,
  charge: number,
): Promise<void> {
  await enqueue({ kind: 'charging', body: { charging_place_id, charge, at: now() } }, { route_id: view.id })
}

/** Sets the driver's own sequence of the pending stops; it is no news to the driver later. */
export async function chooseOrder(view: RouteView, stopIds: string[]): Promise<void> {
  await enqueue({ kind: 'order', body: { stop_ids: stopIds, merge: true } }, { route_id: view.id })
  await database.transaction('rw', database.routes, database.readings, async () => {
    const kept = await findKeptRoute(view.id)
    if (!kept) return
    const route = { ...kept.route, stops: inOrder(kept.route.stops, stopIds) }
    await reorderReading(view.id, route)
  })
}

/** Makes this the next stop, the others keep their order. */
export async function goThereNext(view: RouteView, stop: DriverStop): Promise<void> {
  const pending = view.route.stops.filter(({ status }) => status === 'pending').map(({ id }) => id)
  const [current] = pending
  const isThere = current !== undefined && view.drafts.get(current)?.arrived_at !== undefined
  const head = isThere && current !== stop.id ? [current, stop.id] : [stop.id]
  await chooseOrder(view, [...head, ...pending.filter((id) => !head.includes(id))])
}

/**
 * Files the report of an attempt, once for a draft. It may be taken back for a while, unless the recipient gave a code: that is checked
 * at once, while they are there. Throws NotKept where the phone could neither store nor send it.
 */
export async function fileReport(
  view: Pick<RouteView, 'id'>,
  stop: Pick<DriverStop, 'id'>,
  draft: StopDraft,
  outcome: ReportOutcome,
  taker = '',
): Promise<void> {
  const fix = lastFix()
  const report: DriverReportInput = {
    ...getReport(draft, outcome, taker),
    created_at: now(),
    ...(fix ? { location: { lat: fix.lat, lng: fix.lng } } : {}),
  }
  const owner = { route_id: view.id, stop_id: stop.id, held_for: report.pin ? 0 : UNDO_MILLISECONDS, draft }
  const item = {
    ...newItem({ kind: 'report', body: report }, owner, draft.report_id),
    ...(draft.arrived && { arrived: draft.arrived }),
  }
  await keepOrSend(item, () => storeReport(item, draft))
  noteAdded(item)
}

/** Puts the report into the queue, with its pictures, unless the same draft or another end of the stop is there. */
async function storeReport(item: NewQueuedItem, draft: StopDraft): Promise<void> {
  const tables = [database.outbox, database.pictures, database.routes, database.drafts]
  await database.transaction('rw', tables, async () => {
    if (await isReported(item)) return
    // The next attempt begins anew.
    await database.drafts.delete(draft.stop_id)
    for (const id of draft.picture_ids) {
      const unstored = findUnstoredPicture(id)
      if (unstored) await database.pictures.put({ ...unstored, state: 'waiting' })
      else await database.pictures.update(id, { state: 'waiting' })
    }
    if (endsItsStop(item)) {
      const kept = await database.routes.get(item.route_id)
      await database.routes.update(item.route_id, { reported: [...(kept?.reported ?? []), draft.stop_id] })
    }
    await database.outbox.add(item)
  })
  for (const id of draft.picture_ids) forgetUnstoredPicture(id)
}

/** Whether this draft was filed, or another report that ends the stop waits. */
async function isReported(item: NewQueuedItem): Promise<boolean> {
  const calls = await database.outbox.where('stop_id').equals(item.stop_id!).sortBy('seq')
  if (calls.some(({ id }) => id === item.id)) return true
  const last = calls.findLast((call) => openStates.includes(call.state) && (endsItsStop(call) || takesBack(call)))
  return last !== undefined && endsItsStop(last)
}

export interface Note {
  kind: 'problem' | 'survey'
  category?: DriverProblem
  rating?: number
  comments?: string
  stop_id?: string
}

export async function tellDispatcher(view: RouteView, note: Note): Promise<void> {
  const fix = lastFix()
  const location = fix && note.kind === 'problem' ? { location: { lat: fix.lat, lng: fix.lng } } : {}
  const owner = { route_id: view.id, ...(note.stop_id ? { stop_id: note.stop_id } : {}) }
  await enqueue({ kind: 'note', body: { ...note, ...location, at: now() } }, owner)
}

/** The stop is where the driver stands. */
export async function tellDoor(view: RouteView, stop: DriverStop, { lat, lng }: Fix): Promise<void> {
  const location = { lat, lng }
  const body = { kind: 'door' as const, stop_id: stop.id, location, at: now() }
  await enqueue({ kind: 'note', body }, { route_id: view.id, stop_id: stop.id })
}
