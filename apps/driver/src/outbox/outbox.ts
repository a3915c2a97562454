// Puts what the driver does into the queue, takes it back while that is possible, and tells what waits.
import { markNow } from '../store/clock.ts'
import { database, type QueuedCall, type QueuedItem, type StopDraft } from '../store/database.ts'
import { useLive } from '../store/live.ts'
import { newId } from '../store/new-id.ts'
import { askWorker, requestFlush } from './flushing.ts'

/** How long a report may be taken back. */
export const UNDO_MILLISECONDS = 10_000

export interface NewItem {
  route_id: string
  stop_id?: string
  /** Milliseconds in which it can be taken back. */
  held_for?: number
  draft?: StopDraft
}

/** Stores the call; it is sent as soon as that is possible. Answers its id. */
export async function enqueue(call: QueuedCall, { held_for = 0, ...owner }: NewItem): Promise<string> {
  const now = Date.now()
  const id = newId()
  const state = held_for > 0 ? ('held' as const) : ('waiting' as const)
  const stamp = { created_at: now, mark: markNow() }
  await database.outbox.add({ ...call, ...owner, ...stamp, id, state, send_after: now + held_for, attempts: 0 })
  requestFlush()
  // The page may be closed before the time to take it back is over.
  if (held_for > 0) setTimeout(() => void askWorker(), 0)
  return id
}

/** Takes a held call back; false when it is on its way already. */
export async function takeBack(id: string): Promise<boolean> {
  return database.transaction(
    'rw',
    [database.outbox, database.pictures, database.routes, database.drafts],
    async () => {
      const item = await database.outbox.where('id').equals(id).first()
      if (item?.state !== 'held') return false
      if (item.kind === 'report') {
        await restoreDraft(item)
        const kept = await database.routes.get(item.route_id)
        await database.routes.update(item.route_id, {
          reported: (kept?.reported ?? []).filter((stopId) => stopId !== item.stop_id),
        })
      }
      await database.outbox.delete(item.seq)
      return true
    },
  )
}

/** Sends a refused call once more, corrected. */
export async function sendAgain(item: QueuedItem, body: QueuedItem['body']): Promise<void> {
  await database.outbox.update(item.seq, { body, state: 'waiting', attempts: 0, refusal: undefined } as object)
  requestFlush()
}

/** Removes a refused call: the driver has read why. */
export async function removeRefused(item: QueuedItem): Promise<void> {
  await database.transaction('rw', [database.outbox, database.pictures, database.drafts], async () => {
    await database.outbox.delete(item.seq)
    if (item.kind === 'report') await restoreDraft(item)
  })
}

/** What was typed and photographed is there again, as if the report had not been made. */
async function restoreDraft(item: QueuedItem & { kind: 'report' }): Promise<void> {
  if (item.draft) await database.drafts.put(item.draft)
  for (const id of item.body.awaited_images ?? []) await database.pictures.update(id, { state: 'draft' })
}

export interface Waiting {
  /** False until the phone's database has answered: before that nothing may be called sent. */
  isKnown: boolean
  calls: QueuedItem[]
  refused: QueuedItem[]
  pictures: number
  positions: number
}

const unknown: Waiting = { isKnown: false, calls: [], refused: [], pictures: 0, positions: 0 }

/** Everything of the driver's that has not reached the service, of all routes. */
export function useWaiting(): Waiting {
  const waiting = useLive(async () => {
    const open = await database.outbox.where('state').anyOf('held', 'waiting', 'sending', 'refused').sortBy('seq')
    const items = open.filter(({ kind }) => kind !== 'marks')
    return {
      isKnown: true,
      calls: items.filter(({ state }) => state !== 'refused'),
      refused: items.filter(({ state }) => state === 'refused'),
      pictures: await database.pictures.where('state').equals('waiting').count(),
      positions: await database.positions.count(),
    }
  }, [])
  return waiting ?? unknown
}

/** The calls of one route that are not in its last reading yet. */
export async function listOpenCalls(routeId: string): Promise<QueuedItem[]> {
  const items = await database.outbox.where('route_id').equals(routeId).sortBy('seq')
  return items.filter(({ state }) => state !== 'refused')
}
