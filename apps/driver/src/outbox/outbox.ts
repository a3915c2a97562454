// Puts what the driver does into the queue, takes it back while that is possible, and tells what waits.
import Dexie from 'dexie'
import { markNow } from '../store/clock.ts'
import {
  database,
  type KeptPicture,
  type NewQueuedItem,
  type QueuedCall,
  type QueuedItem,
  type StopDraft,
} from '../store/database.ts'
import { newId } from '../store/new-id.ts'
import { openStates } from '../store/open-states.ts'
import { askWorker, requestFlush, requestFlushAt } from './flushing.ts'
import { keepOrSend } from './keep-or-send.ts'
import { namedPictures } from './send.ts'

/** How long a report may be taken back. */
export const UNDO_MILLISECONDS = 10_000

export interface NewItem {
  route_id: string
  stop_id?: string
  /** Milliseconds in which it can be taken back. */
  held_for?: number
  draft?: StopDraft
}

/** A call as the queue keeps it; `id` where it is to be one call, however often it is made. */
export function newItem(call: QueuedCall, { held_for = 0, ...owner }: NewItem, id = newId()): NewQueuedItem {
  const now = Date.now()
  const state = held_for > 0 ? ('held' as const) : ('waiting' as const)
  return { ...call, ...owner, id, state, created_at: now, mark: markNow(), send_after: now + held_for, attempts: 0 }
}

/** Has what was added to the queue sent as soon as that is possible, or its time to be taken back is over. */
export function noteAdded({ state, send_after }: Pick<QueuedItem, 'state' | 'send_after'>): void {
  if (state === 'held') {
    requestFlushAt(send_after)
    // The page may be closed before that.
    setTimeout(() => void askWorker(), 0)
  } else requestFlush()
}

/** Stores the call, or sends it at once where the phone can store nothing. Throws NotKept when neither worked. */
export async function enqueue(call: QueuedCall, owner: NewItem): Promise<void> {
  const item = newItem(call, owner)
  await keepOrSend(item, () => database.outbox.add(item))
  noteAdded(item)
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
      // Also deletes corrections of it.
      const ofStop = await database.outbox
        .where('stop_id')
        .equals(item.stop_id ?? '')
        .toArray()
      const corrections = ofStop.filter((call) => call.kind === 'amend' && call.body.report === item.id)
      await database.outbox.bulkDelete([item.seq, ...corrections.map(({ seq }) => seq)])
      return true
    },
  )
}

/** Sends a refused call once more, corrected, and its pictures with it. */
export async function sendAgain(item: QueuedItem, body: QueuedItem['body']): Promise<void> {
  await database.transaction('rw', database.outbox, database.pictures, async () => {
    await database.outbox.update(item.seq, { body, state: 'waiting', attempts: 0, refusal: undefined } as object)
    for (const picture of (await database.pictures.bulkGet([...namedPictures(item)])).filter(
      (picture) => picture !== undefined,
    )) {
      if (picture.state !== 'sent') await database.pictures.update(picture.id, { state: 'waiting' })
    }
  })
  requestFlush()
}

/** Sends a refused picture once more. */
export async function sendPictureAgain(id: string): Promise<void> {
  await database.pictures.update(id, { state: 'waiting', refusal: undefined } as object)
  requestFlush()
}

/** Whether nothing is lost when the refused call goes: what the driver said and photographed is nowhere else. */
export function mayRemove({ kind, ...item }: QueuedItem): boolean {
  if (kind === 'note') return (item.body as { kind?: string }).kind === 'door'
  if (kind === 'amend') return (item.body as { action?: string }).action === 'take_back'
  return kind !== 'report' && kind !== 'message'
}

/** Removes a refused call of which nothing is lost: the driver has read why. */
export async function removeRefused(item: QueuedItem): Promise<void> {
  if (mayRemove(item)) await database.outbox.delete(item.seq)
}

/** Restores the input and photos as a draft, as if the report had not been made. */
async function restoreDraft(item: QueuedItem & { kind: 'report' }): Promise<void> {
  if (item.draft) await database.drafts.put(item.draft)
  for (const id of item.body.awaited_images ?? []) await database.pictures.update(id, { state: 'draft' })
}

export interface Waiting {
  calls: QueuedItem[]
  refused: QueuedItem[]
  /** Reports that the office keeps; the driver is done with them. */
  handed: QueuedItem[]
  pictures: number
  refusedPictures: PictureState[]
}

/** A picture without its bytes. */
export type PictureState = Pick<KeptPicture, 'id' | 'stop_id' | 'state' | 'created_at' | 'refusal'>

/** Sent and waiting parts of one stop. */
export interface StopPieces {
  stop_id: string
  calls: QueuedItem[]
  pictures: PictureState[]
}

/** How much of it is still on the phone only, but for positions. */
export function countUnsent({ calls, refused, pictures, refusedPictures }: Waiting): number {
  return calls.length + refused.length + pictures + refusedPictures.length
}

/** The whole queue in its order, and everything of the driver's in it that has not reached the service, of all routes. */
export async function readQueue(): Promise<{ queue: QueuedItem[]; waiting: Waiting }> {
  const [queue, pictures, refusedPictures] = await Promise.all([
    database.outbox.orderBy('seq').toArray(),
    database.pictures.where('state').equals('waiting').count(),
    listRefusedPictures(),
  ])
  const told = queue.filter(isTold)
  const waiting = {
    calls: told.filter(isOpen),
    refused: told.filter(({ state }) => state === 'refused'),
    handed: told.filter(({ state }) => state === 'handed'),
    pictures,
    refusedPictures,
  }
  return { queue, waiting }
}

/** Whether the driver is told of the call. */
function isTold({ kind }: QueuedItem): boolean {
  return kind !== 'marks'
}

/** Calls and pictures by stop, for stops with any that still wait, with the ones that have arrived; and how many positions wait. */
export async function readPieces(): Promise<{ pieces: StopPieces[]; positions: number }> {
  const [queue, pictures, refused, positions] = await Promise.all([
    database.outbox.orderBy('seq').toArray(),
    listPictures(),
    listRefusedPictures(),
    database.positions.count(),
  ])
  return { pieces: listPieces(queue.filter(isTold), [...pictures, ...refused]), positions }
}

/** The pictures of reports that were filed, without their bytes: only an index spares a phone those of the whole day. */
async function listPictures(): Promise<PictureState[]> {
  const pictures: PictureState[] = []
  for (const state of ['waiting', 'sent'] as const) {
    const ofState = database.pictures
      .where('[state+stop_id+created_at]')
      .between([state, Dexie.minKey], [state, Dexie.maxKey])
    await ofState.eachKey((key, { primaryKey }) => {
      const [, stop_id, created_at] = key as unknown as [string, string, number]
      pictures.push({ id: String(primaryKey), state, stop_id, created_at })
    })
  }
  return pictures
}

/** Pictures that the service refused, with why. */
async function listRefusedPictures(): Promise<PictureState[]> {
  const refused = await database.pictures.where('state').equals('refused').toArray()
  return refused.map(({ bytes: _bytes, ...picture }) => picture)
}

/** Whether a call or a picture is still on its way. */
function isOpen({ state }: Pick<QueuedItem, 'state'> | PictureState): boolean {
  return openStates.some((open) => open === state)
}

/** Returns the parts of each stop with something waiting, in their order. */
export function listPieces(calls: readonly QueuedItem[], pictures: readonly PictureState[]): StopPieces[] {
  const stopIds = [...calls, ...pictures].filter(isOpen).flatMap(({ stop_id }) => stop_id ?? [])
  return [...new Set(stopIds)].map((stopId) => {
    const own = pictures.filter(({ stop_id }) => stop_id === stopId)
    return {
      stop_id: stopId,
      calls: calls.filter((call) => call.stop_id === stopId && call.state !== 'refused'),
      pictures: own.toSorted((a, b) => a.created_at - b.created_at),
    }
  })
}
