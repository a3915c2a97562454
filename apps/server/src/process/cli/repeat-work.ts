// Work that a running service does again and again, apart from its queues: never twice at once, and for as long as the process runs.
import type { Services } from '../../frame/platform/services.ts'

export interface RepeatedWork {
  everyMilliseconds: number
  /** Said in the log when the work fails. */
  failure: string
  /** Pause after a failure; by default the next time is as usual. */
  pauseMilliseconds?: number
  run(now: Date): Promise<void>
}

/** Does the work at once and then again after each interval, without keeping the process alive. Failures are logged. */
export function repeatWork({ log, clock }: Pick<Services, 'log' | 'clock'>, work: RepeatedWork): void {
  let isBusy = false
  let pausedUntil = 0
  const attempt = async () => {
    const now = clock.now()
    if (isBusy || now.getTime() < pausedUntil) return
    isBusy = true
    try {
      await work.run(now)
    } catch (error) {
      pausedUntil = now.getTime() + (work.pauseMilliseconds ?? 0)
      log.error({ err: error }, work.failure)
    }
    isBusy = false
  }
  setInterval(() => void attempt(), work.everyMilliseconds).unref()
  void attempt()
}
