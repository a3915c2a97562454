// Guarantees of the embedded database: no acknowledged write is lost, one process at a time, space is reclaimed.
import { type ChildProcess, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Database, openDatabase, vacuum } from './db.ts'
import { DirectoryLockedError, lockDirectory } from './directory-lock.ts'
import { createLog } from './log.ts'
import { PgliteSocket, startPglite } from './pglite.ts'

const log = createLog({ level: 'error' })
const children: ChildProcess[] = []
/** A database made once and copied: making one takes seconds. */
const original = mkdtempSync(join(tmpdir(), 'routewright-original-'))
let directory: string

beforeAll(async () => {
  const database = await openDatabase({ directory: original, log })
  await sql`select 1`.execute(database.db)
  // The files of the new database itself were brought to the disk.
  expect(database.embedded!.stats.syncCount).toBeGreaterThan(0)
  await database.close()
})

afterAll(() => rmSync(original, { recursive: true, force: true }))

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'routewright-embedded-'))
})

function copyOriginal(): void {
  cpSync(join(original, 'database'), join(directory, 'database'), { recursive: true })
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

/** Starts a fixture and resolves with its first line; `lines` goes on collecting. */
async function startFixture(name: string, ...parameters: string[]) {
  const file = fileURLToPath(new URL(`../../../test/fixtures/${name}`, import.meta.url))
  const child = spawn(process.execPath, [file, ...parameters], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const lines: string[] = []
  let errors = ''
  child.stderr.on('data', (data) => {
    errors += data
  })
  const exited = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  await new Promise<void>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line)
      resolve()
    })
    void exited.then(() => resolve())
  })
  return { child, lines, exited, errors: () => errors }
}

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  if (!existsSync(join(directory, 'database'))) copyOriginal()
  const database = await openDatabase({ directory, log })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

describe('kill -9', () => {
  /** `npm test` kills once. */
  const rounds = [40, 15, 60].slice(0, Number(process.env.ROUTEWRIGHT_KILLS ?? 3))
  test(`loses no acknowledged commit and leaves nothing half done, ${rounds.length} times over`, {
    timeout: 300_000,
  }, async () => {
    copyOriginal()
    let next = 0
    const acknowledged: number[] = []
    for (const commits of rounds) {
      const writer = await startFixture('acknowledging-writer.ts', directory, String(next))
      while (writer.lines.length < commits) await new Promise((resolve) => setTimeout(resolve, 5))
      writer.child.kill('SIGKILL')
      await writer.exited
      acknowledged.push(...writer.lines.map(Number))
      next = acknowledged.at(-1)! + 1_000
      const rows = await withDatabase(async ({ db }) => {
        const query = sql<{ number: number; halves: number }>`
          select number, count(*) as halves from acknowledged group by number order by number`
        return (await query.execute(db)).rows
      })
      const stored = new Set(rows.map(({ number }) => number))
      expect(acknowledged.filter((number) => !stored.has(number))).toEqual([])
      expect(rows.filter(({ halves }) => halves !== 2)).toEqual([])
    }
  })

  test('is survived because every commit waits for the disk', async () => {
    await withDatabase(async (database) => {
      await sql`create table t (a integer)`.execute(database.db)
      const before = database.embedded!.stats.syncCount
      for (let i = 0; i < 10; i++) await sql`insert into t values (${i})`.execute(database.db)
      expect(database.embedded!.stats.syncCount - before).toBeGreaterThanOrEqual(10)
      const { rows } = await sql<{ fsync: string }>`show fsync`.execute(database.db)
      expect(rows).toEqual([{ fsync: 'on' }])
    })
  })
})

test('data outlives a clean restart', async () => {
  await withDatabase(({ db }) => sql`create table kept as select 42 as answer`.execute(db))
  const { rows } = await withDatabase(({ db }) => sql`select answer from kept`.execute(db))
  expect(rows).toEqual([{ answer: 42 }])
})

describe('the lock of a data directory', () => {
  const file = () => join(directory, 'routewright.lock')
  const foreign = (owner: object) => writeFileSync(file(), JSON.stringify({ since: 'yesterday', ...owner }))

  test('refuses a second process, naming the first, and does not disturb it', { timeout: 60_000 }, async () => {
    copyOriginal()
    const writer = await startFixture('acknowledging-writer.ts', directory, '0')
    const second = await startFixture('acknowledging-writer.ts', directory, '1000')
    expect(await second.exited).not.toBe(0)
    expect(second.errors()).toContain(`is in use by process ${writer.child.pid}`)
    expect(second.errors()).toContain('--data-dir')
    const count = writer.lines.length
    while (writer.lines.length < count + 10) await new Promise((resolve) => setTimeout(resolve, 5))
  })

  test('refuses a second time in one process', () => {
    const lock = lockDirectory(directory)
    expect(() => lockDirectory(directory)).toThrow(DirectoryLockedError)
    lock.release()
    lockDirectory(directory).release()
    expect(readdirSync(directory)).toEqual([])
  })

  test.each([
    ['a process that is gone', () => ({ pid: 2 ** 22 - 1, host: getHost() })],
    ['an earlier process of the same number', () => ({ pid: process.ppid, host: getHost(), birth: '1' })],
    ['a file cut short by a crash', () => undefined],
  ])('is taken over from %s', (_, owner) => {
    const record = owner()
    if (record) foreign(record)
    else writeFileSync(file(), '{"pid":')
    const lock = lockDirectory(directory)
    expect(JSON.parse(readFileSync(file(), 'utf8')).pid).toBe(process.pid)
    lock.release()
  })

  test('of another host is respected while it gives signs of life', () => {
    foreign({ pid: 1, host: 'elsewhere' })
    expect(() => lockDirectory(directory)).toThrow('process 1 on elsewhere')
    const longAgo = new Date(Date.now() - 60_000)
    utimesSync(file(), longAgo, longAgo)
    lockDirectory(directory).release()
  })

  function getHost(): string {
    const place = join(directory, 'own')
    mkdirSync(place, { recursive: true })
    const lock = lockDirectory(place)
    const { host } = JSON.parse(readFileSync(join(place, 'routewright.lock'), 'utf8'))
    lock.release()
    return host
  }
})

describe('vacuum', () => {
  test('reclaims the room of deleted rows, table by table', async () => {
    await withDatabase(async (database) => {
      await sql`create table churned as select i from generate_series(1, 20000) i`.execute(database.db)
      const size = async () => {
        const { rows } = await sql<{ size: number }>`select pg_relation_size('churned') as size`.execute(database.db)
        return rows[0]!.size
      }
      await sql`delete from churned`.execute(database.db)
      const full = await size()
      await sql`select pg_stat_force_next_flush()`.execute(database.db)
      const pool = { query: async (text: string) => await database.executeSql(text) }
      expect(await vacuum(pool as unknown as pg.Pool)).toContain('public.churned')
      expect(await size()).toBeLessThan(full / 10)
    })
  })
})

test('many callers are sent to the thread together, none waits until the one before has its answer', async () => {
  await withDatabase(async (database) => {
    const { stats } = database.embedded!
    const before = stats.requests
    const callers = Array.from({ length: 50 }, (_, number) =>
      sql<{ number: number }>`select ${number}::int as number`.execute(database.reading()),
    )
    const answers = await Promise.all(callers)
    expect(answers.map(({ rows }) => rows[0]?.number)).toEqual(callers.map((_, number) => number))
    expect(stats.requests - before).toBeLessThan(10)
  })
})

test.each([
  ['breaks off', (client: pg.Client) => void client.connection.stream.destroy()],
  ['ends', (client: pg.Client) => void client.end().catch(() => {})],
])('what is still being answered when a client %s is not for the next client', async (_, leave) => {
  copyOriginal()
  const process = await startPglite({ directory: join(directory, 'database') }, () => {})
  try {
    const connect = async () => {
      const client = new pg.Client({ user: 'postgres', database: 'postgres', stream: () => process.connect() as never })
      client.on('error', (error) => faults.push(error.message))
      await client.connect()
      return client
    }
    const faults: string[] = []
    const first = await connect()
    first.removeAllListeners('error').on('error', () => {})
    const count = (most: number) => `select count(*)::int as number from generate_series(1, ${most}) as step`
    first.query(count(300_000)).catch(() => {})
    await new Promise((resolve) => setImmediate(resolve))
    leave(first)
    const second = await connect()
    expect((await second.query(count(7))).rows).toEqual([{ number: 7 }])
    expect(faults).toEqual([])
  } finally {
    await process.close()
  }
})

test('a large answer reaches the main thread in pieces, between which other work goes on', async () => {
  await withDatabase(async (database) => {
    const pieces: number[] = []
    const push = vi.spyOn(PgliteSocket.prototype, 'push').mockImplementation(function (this: PgliteSocket, piece) {
      pieces.push(piece.length)
      return Duplex.prototype.push.call(this, piece)
    })
    const { rows } = await sql`select i, repeat('x', 1000) as text from generate_series(1, 20000) i`.execute(
      database.db,
    )
    push.mockRestore()
    expect(rows).toHaveLength(20_000)
    // 20 MB, of which the thread is never given more at a time than it parses in a moment.
    expect(pieces.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(20_000_000)
    expect(Math.max(...pieces)).toBeLessThan(256 * 1024)
  })
})
