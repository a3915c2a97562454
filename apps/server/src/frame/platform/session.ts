// A connection as rules use it: a statement is sent at once, also while those before it are still being answered.
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  DummyDriver,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryResult,
  Transaction,
} from 'kysely'
import type pg from 'pg'
import type { Database as Tables } from '../../data/tables.ts'
import type { Notice } from './listener.ts'
import type { Tx } from './scope.ts'

/** Sends one statement; results arrive in the order of the statements. */
type Send = (text: string, values: unknown[]) => Promise<pg.QueryResult>

/**
 * A statement that travels before the first one of a request, in the same round trip. Nothing that the request did counts
 * before it is answered well.
 */
export interface FirstStatement {
  /** Sends it; nothing when it was sent before. */
  send(send: Send): void
  /** Throws what its result refuses, or its failure. Sends the statement alone if nothing else was sent. */
  answered(): Promise<void>
}

/** A connection in use. */
export interface Connection extends Pick<pg.PoolClient, 'query' | 'release'> {
  /**
   * Resolves when the next user may have the connection, nothing more being sent before: once this is answered. Where one session
   * runs all statements in their order, at once, because theirs run after it anyway.
   */
  untilNext(answer: Promise<unknown>): Promise<unknown>
}

/** For whom statements are sent. */
export interface Asker {
  first?: FirstStatement | undefined
  /** The organization: organizations that wait for connections get them in turn. */
  line?: string
}

/** Provides a connection; callers that continue begun work are served before new ones. */
export type Connect = (isGoingOn?: boolean, line?: string) => Promise<Connection>

/**
 * Executes statements through `send`, in the order sent. Kysely's own connections await a result before they send the next
 * statement; here only the code that needs the result waits.
 */
function statementsBy(send: Send): Tx {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery) => toResult<Row>(await send(query.sql, [...query.parameters])),
    streamQuery: () => {
      throw new Error('Rows are not streamed')
    },
  }
  const executor = new DefaultQueryExecutor(compiler, adapter, { provideConnection: (use) => use(connection) })
  return new Transaction<Tables>({ config: { dialect }, driver, executor, dialect })
}

const compiler = new PostgresQueryCompiler()
const adapter = new PostgresAdapter()
const driver = new DummyDriver()
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('There is no pool behind one session')) })
const abortedTransaction = '25P02'
const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

function toResult<Row>({ command, rowCount, rows }: pg.QueryResult): QueryResult<Row> {
  return { rows, ...(changing.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) }
}

export interface TransactionOptions extends Asker {
  /** Sends what the transaction noted for the listeners of all processes (`notice`, migrations/0004), once it is committed. */
  notify(notices: readonly Notice[]): void
}

type Noted = pg.QueryResult<{ notices: string | null }>

const noticesQuery = `select current_setting('routewright.notices', true) as notices`

/** Parses lines of a channel and, after a blank, its payload. */
function readNotices(text: string | null | undefined): Notice[] {
  const lines = new Set(text?.split('\n').filter((line) => line !== ''))
  return Array.from(lines, (line) => {
    const blank = line.indexOf(' ')
    return { channel: line.slice(0, blank), payload: line.slice(blank + 1) }
  })
}

/**
 * Runs the work in one transaction. It begins together with the first statement, after `first`, which is not part of it. A
 * statement whose result the work does not await still counts: if it fails, nothing is committed, and its error is thrown.
 */
export async function inTransaction<T>(
  connect: Connect,
  work: (tx: Tx) => Promise<T>,
  { first, line, notify }: TransactionOptions,
): Promise<T> {
  const client = await connect(false, line)
  let isOver = false
  let failure: unknown
  const send: Send = async (text, values) => {
    if (isOver) throw new Error('The transaction is over')
    try {
      return await client.query(text, values)
    } catch (error) {
      failure ??= error
      throw error
    }
  }
  let result: T
  try {
    first?.send((text, values) => client.query(text, values))
    client.query('begin').catch(() => {})
    result = await work(statementsBy(send))
    await first?.answered()
  } catch (error) {
    isOver = true
    endWith(client, 'rollback').catch(() => {})
    // Statements after a failed one were refused because of it; throw the original error.
    throw (error as { code?: string }).code === abortedTransaction ? failure : error
  }
  isOver = true
  const noted: Promise<Noted> = client.query(noticesQuery)
  // It fails where a statement before it did. The commit, sent apart, ends such a transaction, too.
  noted.catch(() => {})
  const { command } = await endWith(client, 'commit')
  if (command === 'ROLLBACK') throw failure ?? new Error('The transaction was rolled back')
  notify(readNotices((await noted).rows[0]?.notices))
  return result
}

/** Sends the last statement of a transaction and releases its connection, which is unusable if that fails. */
function endWith(client: Connection, text: string): Promise<pg.QueryResult> {
  const answer = client.query(text)
  client.untilNext(answer).then(
    () => client.release(),
    () => client.release(true),
  )
  return answer
}

/**
 * Runs work that only reads; all of it sees the database at one moment, whatever is committed meanwhile. Nobody waits for its
 * end, so what is asked together takes one round trip.
 */
export async function atOneMoment<T>(
  connect: Connect,
  work: (tx: Tx) => Promise<T>,
  { first, line }: Asker = {},
): Promise<T> {
  const client = await connect(false, line)
  let isOver = false
  const send: Send = async (text, values) => {
    if (isOver) throw new Error('The moment is over')
    return await client.query(text, values)
  }
  try {
    first?.send((text, values) => client.query(text, values))
    client.query('begin isolation level repeatable read read only').catch(() => {})
    const result = await work(statementsBy(send))
    await first?.answered()
    return result
  } finally {
    isOver = true
    // The transaction wrote no row, so commit and rollback are the same.
    endWith(client, 'rollback').catch(() => {})
  }
}

/**
 * Executes statements outside transactions: concurrent ones share one connection of the pool. The first of them is sent after
 * `first`, whose result the caller awaits separately.
 */
export function sharedStatements(connect: Connect, { first, line }: Asker = {}): Tx {
  const send = shareConnection(connect, line)
  return statementsBy((text, values) => {
    first?.send(send)
    return send(text, values)
  })
}

/** A call asks less often than that. What asks more often, as jobs do, would keep all others waiting if it always went on first. */
const mostTurnsAhead = 10

/** Statements that are sent while others are under way share their connection. */
export function shareConnection(connect: Connect, line?: string): Send {
  let connected: Promise<Connection> | undefined
  let underWay = 0
  let turns = 0
  return async (text, values) => {
    underWay += 1
    if (!connected) {
      connected = connect(turns > 0 && turns < mostTurnsAhead, line)
      turns += 1
    }
    const mine = connected
    try {
      const client = await mine
      const answer = client.query(text, values)
      await client.untilNext(answer)
      return answer
    } finally {
      underWay -= 1
      if (underWay === 0) {
        connected = undefined
        mine.then(
          (client) => client.release(),
          () => {},
        )
      }
    }
  }
}
