// The troubles that the service is put through: its database restarts, the network breaks, the disk fills, a clock is wrong.

import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { TcpProxy } from './tcp-proxy.ts'
import type { Trouble } from './trouble-run.ts'

/** A PostgreSQL started by `scripts/lib/test-postgres.mjs` for one command. */
export interface OwnPostgres {
  url: string
  host: string
  port: number
  /** `fast` asks all sessions to end, `immediate` is a crash. */
  restart(mode: 'fast' | 'immediate'): void
  /** Starts it if it is down. */
  revive(): void
  stop(): void
}

interface OwnPostgresModule {
  /** `folder` must exist and be empty; absent: a folder of its own. Returns `why` where the programs for it are missing. */
  startOwnPostgres(options?: { folder?: string; settings?: string }): Promise<OwnPostgres | { why: string }>
}

/** A PostgreSQL that may be restarted and filled without harm to anybody; `npm run chaos` names the module that starts it. Throws, with the reason, where there is none. */
export async function openOwnPostgres(folder?: string): Promise<OwnPostgres> {
  const module = process.env.OWN_POSTGRES_MODULE
  if (!module) throw new Error('This needs a PostgreSQL of its own, which `npm run chaos` brings.')
  const { startOwnPostgres } = (await import(module)) as OwnPostgresModule
  const started = await startOwnPostgres({ folder })
  if ('why' in started) throw new Error(started.why)
  return started
}

/** Turn by turn as an administrator restarts it, and as a crash does. */
export function restarts(database: OwnPostgres, count: number): Trouble[] {
  return Array.from({ length: count }, (_, turn) => {
    const mode = turn % 2 === 0 ? 'fast' : 'immediate'
    return { what: `PostgreSQL restarted (${mode})`, cause: async () => database.restart(mode) }
  })
}

/** Turn by turn; connections that are forgotten are the worst, because neither side is told. */
export function networkTroubles(proxy: TcpProxy, count: number, stallSeconds: number): Trouble[] {
  const kinds: Trouble[] = [
    networkCut(proxy),
    networkStalled(proxy, stallSeconds),
    { what: 'connections half closed', cause: async () => proxy.halfClose() },
    { what: 'connections forgotten', cause: async () => proxy.forget() },
  ]
  return Array.from({ length: count }, (_, turn) => kinds[turn % kinds.length]!)
}

export function networkCut(proxy: TcpProxy): Trouble {
  return {
    what: 'network cut for a second',
    async cause() {
      proxy.cut()
      await pause(1_000)
      proxy.mend()
    },
  }
}

export function networkStalled(proxy: TcpProxy, seconds: number): Trouble {
  return {
    what: `network stalled for ${seconds} s`,
    async cause() {
      proxy.stall()
      await pause(seconds * 1_000)
      proxy.resume()
    },
  }
}

/** Ends all sessions, as a restart would, on a database of others. */
export function sessionsEnded(databaseUrl: string): Trouble {
  return {
    what: 'all sessions ended by the database',
    async cause() {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      )
      await client.end()
    },
  }
}

export interface SmallDisk {
  folder: string
  unmount(): void
}

/** Mounts a file system in memory of this many megabytes, or returns why it cannot: mounting needs root on Linux. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | { why: string } {
  mkdirSync(folder, { recursive: true })
  const mount = (...args: string[]) => spawnSync(args[0]!, args.slice(1), { encoding: 'utf8' })
  const mounted = mount('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder)
  if (mounted.status !== 0) return { why: mounted.error?.message ?? mounted.stderr.trim() }
  return {
    folder,
    unmount: () => void mount('umount', '-l', folder),
  }
}

/** Fills the disk to its last byte, keeps it so for a while, and makes room again. */
export function fillings(disk: SmallDisk, count: number, seconds: number, afterwards = () => {}): Trouble[] {
  const ballast = join(disk.folder, 'ballast')
  return Array.from({ length: count }, () => ({
    what: `disk full for ${seconds} s`,
    async cause() {
      const end = Date.now() + seconds * 1_000
      // Fills space that becomes free meanwhile, too.
      for (; Date.now() < end; await pause(100)) fill(ballast)
      rmSync(ballast)
      afterwards()
    },
  }))
}

function fill(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (let bytes = 1_048_576; bytes >= 1; bytes = bytes > 1 ? Math.floor(bytes / 2) : 0) {
      while (writes(file, bytes)) {
        // On to the next piece.
      }
    }
  } finally {
    closeSync(file)
  }
}

function writes(file: number, bytes: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(bytes)) === bytes
  } catch {
    return false
  }
}

const fakeTimeLibraries = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
]

/**
 * Settings for a process whose clock is off by these hours, and the means: libfaketime (also for its C++ threads), else Node's
 * own clock.
 */
export function wrongClock(hours: number): { how: string; others: Record<string, string> } {
  const library = fakeTimeLibraries.find((path) => existsSync(path))
  if (library) {
    const offset = `${hours < 0 ? '-' : '+'}${Math.abs(hours)}h`
    return {
      how: 'libfaketime',
      others: { LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1', FAKETIME_NO_CACHE: '1' },
    }
  }
  const shift = new URL('./shifted-clock.ts', import.meta.url).href
  return { how: "Node's clock", others: { NODE_OPTIONS: `--import=${shift}`, CLOCK_SHIFT_HOURS: String(hours) } }
}
