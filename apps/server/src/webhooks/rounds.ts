// Working off what waits in the database round by round: when told of news, by a timer, and never two rounds at once.
import type { Services } from '../platform/services.ts'

export interface Rounds {
  /** Runs a round; asked while one runs, it is followed by another. Answers when both are over. */
  tick(): Promise<void>
  /** The same for who does not wait for it; a round that fails is told to the log. */
  wake(): void
  /** The round that runs, if one does. */
  readonly current: Promise<void> | undefined
  /** Ends listening and waiting; the round that runs is finished first. */
  stop(): Promise<void>
}

export interface RoundsOptions {
  /** Channel of the database that tells of news. */
  channel: string
  pollMilliseconds: number
  /** Said in the log when a round fails; the next one tries again. */
  failure: string
  runRound(isStopped: () => boolean): Promise<void>
}

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
  const stopListening = await database.listener.listen(options.channel, safeTick, safeTick)
  const timer = setInterval(safeTick, options.pollMilliseconds)
  timer.unref()
  return {
    tick,
    wake: safeTick,
    get current() {
      return round
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      await stopListening()
      await round?.catch(() => {})
    },
  }
}
