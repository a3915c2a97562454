// When the queue is sent: at once, when the network or the page comes back, and by a timer that backs off.
import { database } from '../store/database.ts'
import { flush, OUTBOX } from './send.ts'

/** How often the timer looks whether something is due. */
const LOOK_MILLISECONDS = 1_000
/** Also without news: another tab or the worker may have left something. */
const ANYWAY_MILLISECONDS = 30_000

const LONGEST_PAUSE_MILLISECONDS = 60_000

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
    else void leave()
  })
  requestFlush()
}

async function look(): Promise<void> {
  const left = dueAt - Date.now()
  // Longer is no pause: the clock was set back.
  if (isSending || (left > 0 && left <= LONGEST_PAUSE_MILLISECONDS)) return
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

/**
 * The worker goes on when the page is closed or killed, and waits for what may still be taken back: at once by a message, and where
 * browsers can also after they were closed, or when the network is there again. Answers whether they can.
 */
export async function askWorker(): Promise<boolean> {
  const worker = await navigator.serviceWorker?.getRegistration()
  worker?.active?.postMessage(OUTBOX)
  const { sync } = (worker ?? {}) as { sync?: { register(tag: string): Promise<void> } }
  if (!sync) return false
  return sync.register(OUTBOX).then(
    () => true,
    () => false,
  )
}

/** The page may be going away for good. Where no worker takes over, what is held back is sent now rather than some day. */
async function leave(): Promise<void> {
  if (await askWorker()) return
  await database.outbox.where('state').equals('held').modify({ state: 'waiting', send_after: Date.now() })
  requestFlush()
}

function tell(): void {
  for (const listener of listeners) listener()
}
