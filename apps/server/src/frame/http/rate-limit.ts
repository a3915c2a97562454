// Exact rolling limits: no window of 60 seconds ever holds more admitted calls than its limit; refused calls do not count.

import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db.ts'
import type { FrameStatements } from './statements.ts'

type Forgetting = Pick<FrameStatements, 'forgetQuietWindows'>

export interface RateBucket {
  /** Whose calls, and of what: `key:<id>`, `key:<id>:optimizePlan`, `address:<ip>`. */
  name: string
  perMinute: number
}

export interface RateLimiter {
  /** Counts the call in every bucket, or in none and returns the bucket that is full. */
  take(buckets: readonly RateBucket[]): Promise<RateBucket | undefined>
  close(): void
}

const windowMilliseconds = 60_000

/** With PostgreSQL the windows are shared by all nodes; with the embedded database this process is the only one. */
export function createRateLimiter(database: Database, clock: Clock, statements: Forgetting): RateLimiter {
  return database.backend === 'postgres' ? createSharedLimiter(database, statements) : createLocalLimiter(clock)
}

/** One statement a call: see take_rate_limit in migrations/0001_schema.sql. */
export function createSharedLimiter(database: Database, { forgetQuietWindows }: Forgetting): RateLimiter {
  const forgetting = setInterval(
    () => void forgetQuietWindows(database.db, windowMilliseconds).catch(() => {}),
    10 * windowMilliseconds,
  )
  forgetting.unref()
  return {
    async take(buckets) {
      if (buckets.length === 0) return undefined
      const names = buckets.map((bucket) => bucket.name)
      const limits = buckets.map((bucket) => bucket.perMinute)
      const { rows } = await sql<{ full: number }>`
        select take_rate_limit(${names}::text[], ${limits}::integer[]) as full`.execute(database.db)
      const full = rows[0]!.full
      return full === 0 ? undefined : buckets[full - 1]
    },
    close: () => clearInterval(forgetting),
  }
}

/** The admitted calls of one bucket; `first` is the place of the oldest that may still count. */
interface Window {
  hits: number[]
  first: number
}

export function createLocalLimiter(clock: Clock): RateLimiter {
  const windows = new Map<string, Window>()
  const forgetting = setInterval(() => {
    const horizon = clock.now().getTime() - windowMilliseconds
    for (const [name, window] of windows) if (window.hits.at(-1)! <= horizon) windows.delete(name)
  }, windowMilliseconds)
  forgetting.unref()
  return {
    async take(buckets) {
      const now = clock.now().getTime()
      const full = buckets.find((bucket) => countHits(windows.get(bucket.name), now) >= bucket.perMinute)
      if (full) return full
      for (const bucket of buckets) addHit(windows, bucket.name, now)
      return undefined
    },
    close: () => clearInterval(forgetting),
  }
}

/** The calls of the last minute; forgets older ones. Amortized constant time. */
function countHits(window: Window | undefined, now: number): number {
  if (!window) return 0
  while (window.first < window.hits.length && window.hits[window.first]! <= now - windowMilliseconds) window.first += 1
  if (window.first > 1_000 && window.first * 2 > window.hits.length) {
    window.hits.splice(0, window.first)
    window.first = 0
  }
  return window.hits.length - window.first
}

function addHit(windows: Map<string, Window>, name: string, now: number): void {
  const window = windows.get(name)
  // A clock set back must not break the order.
  if (window) window.hits.push(Math.max(now, window.hits.at(-1) ?? now))
  else windows.set(name, { hits: [now], first: 0 })
}
