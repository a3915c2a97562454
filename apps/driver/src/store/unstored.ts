// Data that the phone could not store: kept in memory while the page is open, and shown.
import type { KeptPicture, QueuedItem } from './database.ts'

/** Thrown when data could neither be stored nor sent: the form stays open. */
export class NotKept extends Error {}

let hasTrouble = false
/** Calls that the service took directly. */
let calls: readonly QueuedItem[] = []
const pictures = new Map<string, KeptPicture>()
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

/** The phone refused to store something, or stores again. */
export function noteStoring(works: boolean): void {
  if (hasTrouble === !works) return
  hasTrouble = !works
  tell()
}

export function hasStorageTrouble(): boolean {
  return hasTrouble
}

export function watchUnstored(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function addUnstoredCall(call: QueuedItem): void {
  calls = [...calls, call]
  tell()
}

export function listUnstoredCalls(routeId: string): QueuedItem[] {
  return calls.filter(({ route_id }) => route_id === routeId)
}

/** Keeps a picture while the page is open; the browser asks before it is left. */
export function addUnstoredPicture(picture: KeptPicture): void {
  pictures.set(picture.id, picture)
  addEventListener('beforeunload', askBeforeLeaving)
  tell()
}

/** How many pictures go with the page. */
export function countUnstoredPictures(): number {
  return pictures.size
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

export function findUnstoredPicture(id: string): KeptPicture | undefined {
  return pictures.get(id)
}

export function forgetUnstoredPicture(id: string): void {
  if (!pictures.delete(id)) return
  if (pictures.size === 0) removeEventListener('beforeunload', askBeforeLeaving)
  tell()
}
