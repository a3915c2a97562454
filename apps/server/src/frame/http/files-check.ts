// Checks whether the file storage is available, at most every ten seconds however often health is asked for.
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Services } from '../platform/services.ts'
import { within } from '../platform/within.ts'

export interface FilesCheck {
  isWell(): Promise<boolean>
}

const rememberedMilliseconds = 10_000
/** Longest wait for a hanging storage, so that health checks still get a response. */
const patienceMilliseconds = 2_000

export function watchFiles(storage: Services['storage'], clock: Clock, log: Pick<Log, 'warn'>): FilesCheck {
  let asked: { at: number; answer: Promise<boolean> } | undefined
  const ask = async () => {
    const tooLate = `${storage.place} did not answer within two seconds.`
    try {
      await within(patienceMilliseconds, tooLate, storage.check())
      return true
    } catch (error) {
      log.warn({ err: error }, 'the place for files is not well')
      return false
    }
  }
  return {
    isWell() {
      const now = clock.now().getTime()
      if (!asked || now - asked.at >= rememberedMilliseconds) asked = { at: now, answer: ask() }
      return asked.answer
    },
  }
}
