// When the queue is sent: at once, when the network or the page comes back, and by a timer that backs off.
import { flush } from './send.ts'

/** How often the timer looks whether something is due. */
const LOOK_MILLISECONDS = 1_000
/** Also without news: another tab or the worker may have left something. */
const ANYWAY_MILLISECONDS = 30_000

export type Connection = 'fine' | 'offline' | 'busy' | 'failing'

let dueAt = 0
let isSending = false
/** Something came while a sending was under way that may have passed it. */
let isWantedAgain = false
let connection: Connection = 'fine'
const listeners = new Set<() => void>()

export function readConnection(): Connection {
  return navigator.onLine ? connection : 'offline'
}

export function watchConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Something new is there, or the network may be back: send now. */
export function requestFlush(): void {
  dueAt = 0
  isWantedAgain = true
  // Outside the caller's transaction, which must not hold up the network.
  setTimeout(() => void look(), 0)
}

/** Begins to send; called once by the page. */
export function startFlushing(): void {
  setInterval(() => void look(), LOOK_MILLISECONDS)
  addEventListener('online', requestFlush)
  addEventListener('offline', tell)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') requestFlush()
    else void askWorker()
  })
  requestFlush()
}

async function look(): Promise<void> {
  if (isSending || Date.now() < dueAt) return
  isSending = true
  isWantedAgain = false
  const { next_at, why } = await flush().finally(() => {
    isSending = false
  })
  dueAt = isWantedAgain ? 0 : (next_at ?? Date.now() + ANYWAY_MILLISECONDS)
  const before = connection
  connection = why ?? 'fine'
  if (before !== connection) tell()
}

/** The page is going away: where browsers can, the worker goes on when the network is there. */
async function askWorker(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration()
  const { sync } = (worker ?? {}) as { sync?: { register(tag: string): Promise<void> } }
  await sync?.register('outbox').catch(() => {})
}

function tell(): void {
  for (const listener of listeners) listener()
}
