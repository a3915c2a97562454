// How long to wait before the next try, and the waiting itself.

/**
 * Milliseconds before try number `attempt` (0 = the first repetition): doubles from `baseMs` up to `mostMs`, and half of
 * it is random, so that many clients that were refused together do not come back together.
 */
export function backOffMs(attempt: number, baseMs: number, mostMs: number, random: () => number = Math.random): number {
  const fullMs = Math.min(mostMs, baseMs * 2 ** attempt)
  return fullMs / 2 + random() * (fullMs / 2)
}

/** Resolves after the time; rejects with the signal's reason as soon as it is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
