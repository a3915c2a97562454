// Follows a background optimization until it has ended.
import { pause } from './back-off.ts'
import type { RunningOptimization } from './generated/wire.ts'
import { RoutewrightError } from './routewright-error.ts'
import { type ConnectionOptions, send } from './send.ts'

export interface WaitOptions {
  signal?: AbortSignal
  /** Called at first and whenever progress (0..1), cost or status has changed. */
  onProgress?: (run: RunningOptimization) => void
  /** Longest polling interval in milliseconds; 2,000 by default. The first ones are shorter. */
  intervalMs?: number
}

/** Resolves with the finished run, also when it was canceled; throws RoutewrightError when it failed. */
export async function waitForOptimization(
  connection: ConnectionOptions,
  planId: string,
  { signal, onProgress, intervalMs = 2_000 }: WaitOptions = {},
): Promise<RunningOptimization> {
  let seen = ''
  for (let pauseMs = Math.min(200, intervalMs); ; pauseMs = Math.min(intervalMs, pauseMs * 1.5)) {
    const run = await send(connection, 'getRunningOptimization', { id: planId }, { signal })
    const now = `${run.status} ${run.progress} ${run.cost}`
    if (now !== seen) onProgress?.(run)
    seen = now
    if (run.status === 'failed') throw failure(run)
    if (run.finished) return run
    await pause(pauseMs, signal)
  }
}

function failure({ error }: RunningOptimization): RoutewrightError {
  return new RoutewrightError(error?.message ?? 'The optimization failed.', {
    operation: 'getRunningOptimization',
    status: 200,
    messageId: error?.message_id ?? 'highway.optimization.error.failed',
  })
}
