// Whether there is room to store something: on the disk of the data folder, and as the database said last.
import { statfs } from 'node:fs/promises'
import type { Clock } from '../platform/clock.ts'

/** Below this the next pictures, roads or files of the embedded database may not fit. */
const LEAST_FREE_BYTES = 64 * 1_048_576
/** A write that found no room tells so for this long; then the next one has to show it. */
const rememberedMilliseconds = 60_000

/** Error codes of PostgreSQL and the system for a full disk or an exhausted quota. */
const fullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT'])

export interface Disk {
  /** Remembers the error if it means a full disk; returns whether it does. */
  note(error: unknown): boolean
  isFull(): Promise<boolean>
}

export function watchDisk(directory: string, clock: Clock, leastFreeBytes = LEAST_FREE_BYTES): Disk {
  let fullUntil = 0
  return {
    note(error) {
      const isFull = saysFull(error)
      if (isFull) fullUntil = clock.now().getTime() + rememberedMilliseconds
      return isFull
    },
    async isFull() {
      if (clock.now().getTime() < fullUntil) return true
      // A folder that is not there yet fills nothing.
      const space = await statfs(directory).catch(() => undefined)
      return space !== undefined && space.bavail * space.bsize < leastFreeBytes
    },
  }
}

function saysFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return fullCodes.has((error as { code?: string }).code ?? '') || saysFull(error.cause)
}
