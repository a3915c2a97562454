// The messages of a route: written into the phone's queue, and marked as read.
import type { RouteMessage } from '@routewright/contract'
import { requestFlush } from '../outbox/flushing.ts'
import { keepOrSend } from '../outbox/keep-or-send.ts'
import { newItem, noteAdded } from '../outbox/outbox.ts'
import { rightTime } from '../store/clock.ts'
import { database } from '../store/database.ts'

export interface NewMessage {
  text: string
  stopId?: string | undefined
  pictureId?: string | undefined
}

/** Into the queue: it goes out after what was done before, with the time of now. Throws NotKept where it could be neither stored nor sent. */
export async function writeMessage(routeId: string, { text, stopId, pictureId }: NewMessage): Promise<void> {
  const body = {
    at: new Date(rightTime()).toISOString(),
    ...(text.trim() ? { text: text.trim() } : {}),
    ...(stopId ? { stop_id: stopId } : {}),
    ...(pictureId ? { image_client_id: pictureId } : {}),
  }
  const item = newItem({ kind: 'message', body }, { route_id: routeId, ...(stopId ? { stop_id: stopId } : {}) })
  await keepOrSend(item, () =>
    database.transaction('rw', database.outbox, database.pictures, async () => {
      if (pictureId) await database.pictures.update(pictureId, { state: 'waiting' })
      await database.outbox.add(item)
    }),
  )
  noteAdded(item)
}

/** The driver has these on screen. */
export async function markAsRead(routeId: string, unread: readonly RouteMessage[]): Promise<void> {
  const at = new Date(rightTime()).toISOString()
  await database.transaction('rw', database.messages, database.outbox, async () => {
    const open = (await database.messages.bulkGet(unread.map(({ id }) => id))).filter(
      (entry) => entry && !entry.read_at,
    )
    if (open.length === 0) return
    const read = open.map((entry) => entry!.id)
    for (const id of read) await database.messages.update(id, { read_at: at })
    await database.outbox.add(newItem({ kind: 'marks', body: { read, at } }, { route_id: routeId }))
  })
  requestFlush()
}
