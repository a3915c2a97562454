// Works on what waits in the database, round by round: after a notification, by a timer, and never two rounds at once.
import type { Services } from './services.ts'

export interface Rounds {
  /** Runs a round; a call during a round causes another one. Resolves when both are done. */
  tick(): Promise<void>
  /** Runs a round without waiting for it; failures are logged. */
  wake(): void
  /** The running round, if any. */
  readonly current: Promise<void> | undefined
  /** Stops listening and waiting, after the running round has finished. */
  stop(): Promise<void>
}

export interface RoundsOptions {
  /** Channel of notifications. */
  channel: string
  /** Until the next round after news. Each round without news doubles it, up to twenty seconds. */
  pollMilliseconds: number
  /** Said in the log when a round fails; the next one tries again. */
  failure: string
  runRound(isStopped: () => boolean): Promise<void>
}

/**
 * Longest pause: work becomes due a minute or more after it was postponed, so these seconds do not matter, and an idle service
 * stays idle.
 */
const longestPauseMilliseconds = 20_000

export async function startRounds({ database, log }: Services, options: RoundsOptions): Promise<Rounds> {
  let round: Promise<void> | undefined
  let isAskedAgain = false
  let isStopped = false
  const tick = async (): Promise<void> => {
    if (round) {
      isAskedAgain = true
      return round
    }
    round = (async () => {
      do {
        isAskedAgain = false
        await options.runRound(() => isStopped)
      } while (isAskedAgain && !isStopped)
    })()
    try {
      await round
    } finally {
      round = undefined
    }
  }
  const safeTick = () => {
    if (!isStopped) tick().catch((error) => log.warn({ err: error }, options.failure))
  }
  const timer = createTimer(safeTick, options.pollMilliseconds)
  const wake = () => {
    safeTick()
    timer.restart()
  }
  const stopListening = await database.listener.listen(options.channel, wake, wake)
  return {
    tick,
    wake,
    get current() {
      return round
    },
    async stop() {
      isStopped = true
      timer.stop()
      await stopListening()
      await round?.catch(() => {})
    },
  }
}

/** Calls ever more seldom, until it begins anew. */
function createTimer(call: () => void, firstMilliseconds: number) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const wait = (milliseconds: number) => {
    clearTimeout(timer)
    if (isStopped) return
    timer = setTimeout(() => {
      call()
      wait(Math.min(2 * milliseconds, longestPauseMilliseconds))
    }, milliseconds)
    timer.unref()
  }
  return {
    restart: () => wait(firstMilliseconds),
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
