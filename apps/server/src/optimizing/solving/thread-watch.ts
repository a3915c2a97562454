// Ends a search whose thread takes far more than its time.
import type { Worker } from 'node:worker_threads'

/** A thread that waits for other work of the machine may take this many times as long by the clock. */
const clockFactor = 10
const lookMilliseconds = 1_000

/** The thread took far more than its time. The same problem would do so again, so nobody tries it a second time. */
export class SolveTimeout extends Error {
  constructor(seconds: number) {
    super(`The optimizer did not end within ${Math.round(seconds)} s. Ask for fewer stops at once.`)
  }
}

/**
 * Reports a thread that took more than `seconds` of a processor, or `clockFactor` times as long by the clock. Processor time counts,
 * because a search on a busy machine is slow and not too large. Returns a function that ends the watch.
 */
export function watchThread(worker: Worker, seconds: number, onTimeout: (error: SolveTimeout) => void): () => void {
  const began = performance.now()
  const look = async () => {
    const clockSeconds = (performance.now() - began) / 1_000
    const used = (await usedSeconds(worker)) ?? clockSeconds
    if (isOverdue(used, clockSeconds, seconds)) onTimeout(new SolveTimeout(seconds))
  }
  // A thread that has ended has no processor time any more.
  const timer = setInterval(() => void look().catch(() => {}), lookMilliseconds).unref()
  return () => clearInterval(timer)
}

export function isOverdue(usedSeconds: number, clockSeconds: number, seconds: number): boolean {
  return usedSeconds > seconds || clockSeconds > clockFactor * seconds
}

/** Returns the processor time of the thread; undefined before Node 22.19, which cannot tell. */
async function usedSeconds(worker: Worker): Promise<number | undefined> {
  if (typeof worker.cpuUsage !== 'function') return undefined
  const { user, system } = await worker.cpuUsage()
  return (user + system) / 1e6
}
