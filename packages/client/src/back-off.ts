// Pauses between retries.

/**
 * Milliseconds before retry number `attempt` (0 = the first): doubles from `baseMs` up to `mostMs`, and half of it is random, so that many
 * clients that were refused together do not return together.
 */
export function backOffMs(attempt: number, baseMs: number, mostMs: number, random: () => number = Math.random): number {
  const fullMs = Math.min(mostMs, baseMs * 2 ** attempt)
  return fullMs / 2 + random() * (fullMs / 2)
}

/** The window of a page, which reports when the browser is online again; in Node it has no such events. */
const page = globalThis as Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>

/**
 * Resolves after the time, as soon as the browser is online again, or when `wake` is aborted; rejects with the reason of an aborted
 * `signal`.
 */
export function pause(milliseconds: number, signal?: AbortSignal, wake?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      page.removeEventListener?.('online', end)
      signal?.removeEventListener('abort', end)
      wake?.removeEventListener('abort', end)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, milliseconds)
    page.addEventListener?.('online', end)
    signal?.addEventListener('abort', end)
    wake?.addEventListener('abort', end)
    if (signal?.aborted || wake?.aborted) end()
  })
}
