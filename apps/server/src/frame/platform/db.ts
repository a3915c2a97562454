// Opens the database, embedded or PostgreSQL, with one interface; the same client library speaks to both.
import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database as Tables } from '../../data/tables.ts'
import { lockDirectory } from './directory-lock.ts'
import { createEmbeddedListener, createPostgresListener, type Listener } from './listener.ts'
import type { Log } from './log.ts'
import { watchForLostConnections } from './lost-connections.ts'
import { applicationName } from './migrations.ts'
import { type PgliteProcess, startPglite } from './pglite.ts'
import type { DatabaseSnapshot } from './pglite-worker.ts'
import { createPreparingClient } from './preparing-client.ts'
import type { Tx } from './scope.ts'
import {
  type Asker,
  atOneMoment,
  type Connect,
  type Connection,
  inTransaction,
  shareConnection,
  sharedStatements,
  type TransactionOptions,
} from './session.ts'
import { type Tracing, untraced } from './tracing.ts'
import { Turns } from './turns.ts'
import { within } from './within.ts'

export type Db = Kysely<Tables>

export interface DatabaseOptions {
  /** postgres:// address; absent: the embedded database. */
  databaseUrl?: string
  /** Address that bypasses the pooler in transaction mode named by databaseUrl. */
  databaseDirectUrl?: string
  /** Whether statements are prepared by name (default true). */
  prepares?: boolean
  /** Directory of the embedded database; absent: in memory (tests). */
  directory?: string
  /** Snapshot from which a new embedded database is copied. */
  snapshot?: DatabaseSnapshot
  /** Starts the embedded database; tests provide one that is open already. */
  startEmbedded?: typeof startPglite
  /** Most connections of this process to PostgreSQL. */
  poolSize?: number
  log: Log
  /** Records every statement as a span. */
  tracing?: Tracing
  /** Called when the embedded database is lost and the process should end. */
  onLost?: (error: Error) => void
}

export interface Database {
  readonly backend: 'postgres' | 'pglite'
  /** Queries of one statement, outside transactions. */
  readonly db: Db
  /** Runs several reading queries: concurrent ones share a connection and are sent together. */
  reading(asker?: Asker): Tx
  /** Runs `work`, which only reads, in one snapshot of the database; otherwise as `transaction`. */
  atOneMoment<T>(work: (tx: Tx) => Promise<T>, asker?: Asker): Promise<T>
  /**
   * Runs `work` in one transaction and retries it after a serialization failure or deadlock (so it may touch nothing but the
   * database). Using `db` inside instead of the transaction throws: it would wait for itself forever. A refusal by the asker's `first` is
   * thrown, and nothing is committed.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, asker?: Asker): Promise<T>
  /** One statement, or several without values, for libraries that bring their own SQL. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  readonly listener: Listener
  /** Resolves when the database responds within two seconds; the embedded one may also be busy, but not stuck. */
  check(): Promise<void>
  poolStats(): { total: number; idle: number; waiting: number }
  /** The embedded database's thread: its statistics and archive; undefined on PostgreSQL. */
  readonly embedded?: PgliteProcess
  close(): Promise<void>
}

/** Marks the asynchronous flow of a running transaction. */
const runningTransaction = new AsyncLocalStorage<{ open: boolean }>()

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl ? openPostgres(options, options.databaseUrl) : await openEmbedded(options)
}

/** Settings of every new session. */
const sessionSettings = {
  statement_timeout: 60_000,
  idle_in_transaction_session_timeout: 60_000,
  // Statements are short and their plans simple: compiling them took longer than running them. Pages are read from
  // memory or a solid disk, where fetching them one by one costs hardly more than in a row.
  options: '-c jit=off -c random_page_cost=1.1',
}
const patienceMilliseconds = 10_000

function openPostgres(options: DatabaseOptions, databaseUrl: string): Database {
  // A dead idle connection is noticed within half a minute, not after the system's two hours.
  const connection = { keepAlive: true, keepAliveInitialDelayMillis: 10_000, types: rowTypes }
  const pool = new pg.Pool({
    ...connection,
    // A pooler refuses what it does not know how to keep for a client; its own settings say it (docs/operations.md).
    ...(options.databaseDirectUrl ? {} : sessionSettings),
    connectionString: databaseUrl,
    Client: createPreparingClient(options.tracing ?? untraced, { prepares: options.prepares ?? true }),
    // Tells a newer version which of its changes this process may not meet.
    application_name: applicationName(),
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 10_000,
    // A new connection plans the triggers' statements again, which takes longer than most calls.
    idleTimeoutMillis: 600_000,
  })
  // Without a listener a restart of PostgreSQL would end this process: idle connections emit their loss here.
  pool.on('error', (error) => options.log.warn({ err: error }, 'lost an idle database connection'))
  // A connection in use also emits the error on the client, in addition to rejecting its query.
  pool.on('connect', (client) => client.on('error', () => {}))
  // Listening needs a permanent session: with a pooler each transaction may have another.
  const connectionString = options.databaseDirectUrl ?? databaseUrl
  // These queries return at once, or the server is not there.
  const patience = { connectionTimeoutMillis: patienceMilliseconds, query_timeout: patienceMilliseconds }
  const newClient = () => new pg.Client({ ...connection, ...patience, connectionString })
  const listener = createPostgresListener(newClient, pool, options.log)
  // The server does not know a pooler's sessions by the ids that we have.
  const stopWatching = options.databaseDirectUrl ? () => {} : watchForLostConnections(pool, newClient, options.log)
  return assemble('postgres', pool, listener, undefined, async () => {
    stopWatching()
    await listener.close()
    await pool.end()
  })
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const lock = options.directory ? lockDirectory(options.directory) : undefined
  const onLost =
    options.onLost ??
    ((error: Error) => {
      options.log.fatal({ err: error }, 'the embedded database was lost')
      process.exit(1)
    })
  let embedded: PgliteProcess
  try {
    const place = {
      directory: options.directory && `${options.directory}/database`,
      snapshot: options.snapshot,
    }
    embedded = await (options.startEmbedded ?? startPglite)(place, onLost)
  } catch (error) {
    lock?.release()
    throw error
  }
  // One session, so one place: callers queue first come, first served.
  const pool = new pg.Pool({
    Client: createPreparingClient(options.tracing ?? untraced, { prepares: true }),
    user: 'postgres',
    database: 'postgres',
    types: rowTypes,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 60_000,
    stream: () => embedded.connect() as never,
  })
  pool.on('error', (error) => options.log.warn({ err: error }, 'lost the session of the embedded database'))
  const listener = createEmbeddedListener(pool)
  const stopVacuum = vacuumRegularly(pool, options.log)
  return assemble('pglite', pool, listener, embedded, async () => {
    stopVacuum()
    await listener.close()
    await pool.end()
    await embedded.close()
    lock?.release()
  })
}

function assemble(
  backend: Database['backend'],
  pool: pg.Pool,
  listener: Listener,
  embedded: PgliteProcess | undefined,
  closeAll: () => Promise<void>,
): Database {
  const turns = new Turns(pool.options.max, pool.options.connectionTimeoutMillis!)
  const connect = async (isGoingOn = false, line = '') => {
    if (runningTransaction.getStore()?.open) {
      throw new Error('The database was used beside the running transaction; use the transaction (scope.tx).')
    }
    return await connectInTurn(pool, turns, { isGoingOn, line, isOnlySession: backend === 'pglite' })
  }
  const guardedPool = { options: pool.options as never, connect: () => connect(), end: async () => {} }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guardedPool }) })
  let closing: Promise<void> | undefined
  return {
    backend,
    db,
    listener,
    embedded,
    ...getRunners(connect, listener),
    executeSql: (text, values) => executeSql(connect, text, values),
    check: () => (embedded ? checkEmbedded(embedded) : check(pool)),
    poolStats: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount + turns.waiting,
    }),
    close: () => {
      closing ??= closeAll()
      return closing
    },
  }
}

/** One statement, or several without values, by a connection of their own. */
async function executeSql(connect: Connect, text: string, values?: unknown[]): ReturnType<Database['executeSql']> {
  if (values?.length) return await shareConnection(connect)(text, values)
  const client = await connect()
  let broken = false
  try {
    const result = (await client.query(text)) as pg.QueryResult | pg.QueryResult[]
    return { rows: Array.isArray(result) ? result.flatMap((part) => part.rows) : result.rows }
  } catch (error) {
    // A batch with its own BEGIN may have failed half-way; the session must not stay inside it.
    broken = await client.query('ROLLBACK').then(
      () => false,
      () => true,
    )
    throw error
  } finally {
    client.release(broken)
  }
}

interface Turn {
  isGoingOn: boolean
  line: string
  isOnlySession: boolean
}

/** A connection of the pool, whose release ends the turn. */
async function connectInTurn(
  pool: pg.Pool,
  turns: Turns,
  { isGoingOn, line, isOnlySession }: Turn,
): Promise<pg.PoolClient & Connection> {
  await turns.take(isGoingOn, line)
  try {
    const client = await pool.connect()
    const release = client.release
    client.release = (error) => {
      release.call(client, error)
      turns.giveBack()
    }
    const untilNext: Connection['untilNext'] = (answer) => (isOnlySession ? Promise.resolve() : answer)
    return Object.assign(client, { untilNext })
  } catch (error) {
    turns.giveBack()
    throw error
  }
}

const retriedStates = new Set(['40001', '40P01'])
const maxAttempts = 5

/** Serialization failures and deadlocks, and a prepared statement that a newer server's migration made stale. */
function isWorthRepeating(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return code !== undefined && (retriedStates.has(code) || (code === '0A000' && /cached plan/.test(message ?? '')))
}

/** How rules get at the database: statement by statement, at one moment, or in a transaction. */
function getRunners(connect: Connect, listener: Listener): Pick<Database, 'reading' | 'atOneMoment' | 'transaction'> {
  const notify: TransactionOptions['notify'] = (notices) => listener.notify(notices)
  return {
    reading: (asker) => sharedStatements(connect, asker),
    atOneMoment: (work, asker) => repeated(work, (marked) => atOneMoment(connect, marked, asker)),
    transaction: (work, asker) => repeated(work, (marked) => inTransaction(connect, marked, { ...asker, notify })),
  }
}

type Work<T> = (tx: Tx) => Promise<T>

/** Runs the work by `run`, retries it where useful, and marks it so that no other statement runs meanwhile. */
async function repeated<T>(work: Work<T>, run: (marked: Work<T>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const marker = { open: false }
    try {
      const marked = (tx: Tx) => {
        marker.open = true
        return runningTransaction.run(marker, () => work(tx))
      }
      return await run(marked)
    } catch (error) {
      if (attempt === maxAttempts || !isWorthRepeating(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt))
    } finally {
      marker.open = false
    }
  }
}

/** One long statement of the embedded database keeps all others waiting, which is no reason to restart the server. */
const stuckMilliseconds = 60_000

async function checkEmbedded(embedded: PgliteProcess): Promise<void> {
  if (embedded.busyMilliseconds() > stuckMilliseconds) throw new Error('The embedded database is stuck.')
}

async function check(pool: pg.Pool): Promise<void> {
  const answer = pool.connect().then((client) => client.query('select 1').finally(() => client.release()))
  await within(2_000, 'The database did not answer within two seconds.', answer)
}

/** Reads bigint and numeric as numbers (ours stay below 2^53) and a date as its text, alike on both databases. */
const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number
    if (oid === pg.types.builtins.DATE) return String
    return pg.types.getTypeParser(oid, format)
  }) as typeof pg.types.getTypeParser,
}

const vacuumMilliseconds = 5 * 60_000

/** The embedded database has no autovacuum: one table at a time, so that requests slip in between. */
function vacuumRegularly(pool: pg.Pool, log: Log): () => void {
  let running = false
  const timer = setInterval(async () => {
    if (running) return
    running = true
    try {
      await vacuum(pool)
    } catch (error) {
      log.warn({ err: error }, 'vacuum failed')
    } finally {
      running = false
    }
  }, vacuumMilliseconds)
  timer.unref()
  return () => clearInterval(timer)
}

/** Cleans the tables that changed since the last time. */
export async function vacuum(pool: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
     where n_dead_tup > 200 or n_mod_since_analyze > 200 order by 1`,
  )
  for (const { name } of rows) await pool.query(`VACUUM (ANALYZE) ${name}`)
  return rows.map(({ name }) => name)
}
