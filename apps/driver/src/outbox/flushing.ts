// When the queue is sent: at once, when the network or the page comes back, and by a timer that backs off.
import { database } from '../store/database.ts'
import { flush, type LaneName, laneNames, OUTBOX } from './send.ts'

/** How often the timer looks whether something is due. */
const LOOK_MILLISECONDS = 1_000
/** Also without news: another tab or the worker may have left something. */
const ANYWAY_MILLISECONDS = 30_000

const LONGEST_PAUSE_MILLISECONDS = 60_000

export type Connection = 'fine' | 'offline' | 'busy' | 'failing'

/** How a lane is doing in this page. */
interface Doing {
  dueAt: number
  isSending: boolean
  /** Something came while a sending was under way that may have passed it. */
  isWantedAgain: boolean
  connection: Connection
}

const doings = Object.fromEntries(
  laneNames.map((name) => [name, { dueAt: 0, isSending: false, isWantedAgain: false, connection: 'fine' }]),
) as Record<LaneName, Doing>
const listeners = new Set<() => void>()

/** Returns the connection of the lane in the worst state, reports first. */
export function readConnection(): Connection {
  if (!navigator.onLine) return 'offline'
  return laneNames.map((name) => doings[name].connection).find((connection) => connection !== 'fine') ?? 'fine'
}

export function watchConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Something new is there, or the network may be back: send now. */
export function requestFlush(): void {
  for (const name of laneNames) requestLane(name)
}

/** What was added may be sent then, not before. */
export function requestFlushAt(time: number): void {
  if (doings.calls.isSending) doings.calls.isWantedAgain = true
  doings.calls.dueAt = Math.min(doings.calls.dueAt, time)
}

function requestLane(name: LaneName): void {
  doings[name].dueAt = 0
  doings[name].isWantedAgain = true
  // Outside the caller's transaction, which must not hold up the network.
  setTimeout(() => void look(name), 0)
}

/** Begins to send; called once by the page. */
export function startFlushing(): void {
  setInterval(() => {
    for (const name of laneNames) void look(name)
  }, LOOK_MILLISECONDS)
  addEventListener('online', requestFlush)
  addEventListener('offline', tell)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') requestFlush()
    else void leave()
  })
  requestFlush()
}

async function look(name: LaneName): Promise<void> {
  const doing = doings[name]
  const left = doing.dueAt - Date.now()
  // Longer is no pause: the clock was set back.
  if (doing.isSending || (left > 0 && left <= LONGEST_PAUSE_MILLISECONDS)) return
  doing.isSending = true
  doing.isWantedAgain = false
  const { next_at, why } = await flush(name)
    .catch((error) => {
      console.warn('could not send', error)
      return { next_at: Date.now() + ANYWAY_MILLISECONDS, why: 'failing' as const }
    })
    .finally(() => {
      doing.isSending = false
    })
  doing.dueAt = doing.isWantedAgain ? 0 : (next_at ?? Date.now() + ANYWAY_MILLISECONDS)
  const before = readConnection()
  doing.connection = why ?? 'fine'
  if (before !== readConnection()) tell()
  // Pictures may have waited for their reports.
  if (name === 'calls' && doings.pictures.connection === 'fine') requestLane('pictures')
}

/**
 * Asks the service worker, which continues when the page is closed or killed, to send what may still be taken back: now by a
 * message, and in browsers with background sync also later. Returns whether the browser has that.
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
