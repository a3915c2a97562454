// Retries an exchange while that can help: for the published client and the planner alike.
import { pause } from './back-off.ts'
import type { Exchanged, Failure } from './exchange.ts'

export interface Patience {
  /** Number of retries after the first attempt. */
  retries: number
  /** Whether sending it twice does no harm. */
  isRepeatable: boolean
  /** Milliseconds before retry number `attempt` (0 = the first). */
  pauseMs(attempt: number, failure: Failure): number
  /** Called before every pause; `wake` ends it. */
  onPause?: ((pausing: { failure: Failure; pauseMs: number; attempt: number; wake: () => void }) => void) | undefined
  signal?: AbortSignal | undefined
}

/** Returns the first exchange that succeeded or that a retry would not repair. Throws the signal's reason when it is aborted. */
export async function patiently<T>(tryOnce: () => Promise<Exchanged<T>>, patience: Patience): Promise<Exchanged<T>> {
  for (let attempt = 0; ; attempt += 1) {
    const exchanged = await tryOnce()
    if (exchanged.isDone || attempt >= patience.retries) return exchanged
    // A 429 was returned before anything was done, so any call may be retried.
    if (exchanged.status !== 429 && !(patience.isRepeatable && isPassing(exchanged))) return exchanged
    const pauseMs = patience.pauseMs(attempt, exchanged)
    const waking = new AbortController()
    patience.onPause?.({ failure: exchanged, pauseMs, attempt, wake: () => waking.abort() })
    await pause(pauseMs, patience.signal, waking.signal)
  }
}

/** Whether a retry may succeed: no response arrived, or the service or a proxy failed. */
export function isPassing({ status }: { status: number }): boolean {
  return status === 0 || status >= 500
}
