// Stores what was done; a phone that can store nothing sends it directly, and says so.
import { isConflict } from '@routewright/contract/report-rules'
import { database, type KeptPicture, type QueuedItem, type UnkeptItem } from '../store/database.ts'
import { takeTurn } from '../store/turns.ts'
import { addUnstoredCall, findUnstoredPicture, forgetUnstoredPicture, NotKept, noteStoring } from '../store/unstored.ts'
import { namedPictures, sendItem, sendKeptPicture } from './send.ts'

/** Runs what stores something; notes whether the phone can. Rejects with what the database said. */
export async function storing<T>(store: () => Promise<T>): Promise<T> {
  try {
    const stored = await store()
    noteStoring(true)
    return stored
  } catch (error) {
    console.warn('could not store', error)
    noteStoring(false)
    throw error
  }
}

/**
 * Stores the call by `store`; where that fails it is sent at once, with its pictures. Throws NotKept when neither worked: then nothing is
 * lost only while the form stays open.
 */
export async function keepOrSend(item: UnkeptItem, store: () => Promise<unknown>): Promise<void> {
  try {
    await storing(store)
  } catch (cause) {
    await sendUnstored(item).catch((error) => {
      throw error instanceof NotKept ? error : new NotKept('It could be neither stored nor sent.', { cause })
    })
  }
}

async function sendUnstored(item: UnkeptItem): Promise<void> {
  const outcome = await sendItem(item)
  if (outcome.kind !== 'done') throw new NotKept(`It could not be sent: ${outcome.kind}`)
  for (const id of namedPictures(item)) {
    const picture = findUnstoredPicture(id) ?? (await database.pictures.get(id))
    if (picture) await sendUnstoredPicture(picture)
  }
  const isHanded =
    (item.kind === 'report' || item.kind === 'amend') && isConflict(outcome.body as Parameters<typeof isConflict>[0])
  const now = Date.now()
  const times = { created_at: now, send_after: now, sent_at: await takeTurn(), attempts: 1 }
  const sent: QueuedItem = { ...item, ...times, seq: now, state: isHanded ? 'handed' : 'sent' }
  addUnstoredCall(sent)
}

async function sendUnstoredPicture(picture: KeptPicture): Promise<void> {
  const outcome = await sendKeptPicture(picture)
  if (outcome.kind !== 'done') throw new NotKept(`A picture could not be sent: ${outcome.kind}`)
  forgetUnstoredPicture(picture.id)
  // Making room succeeds also where adding does not.
  await database.pictures.delete(picture.id).catch(() => {})
}
