// Finds connections whose other end is gone without a word, as a firewall or a dying switch leaves them: their statements would
// wait for a quarter of an hour until the system gives up, and whoever needs a connection with them.
import type { Socket } from 'node:net'
import type pg from 'pg'
import type { Log } from './log.ts'

/** Internals of the client library that its types do not declare. */
interface Insides {
  /** Process id of the session on the server. */
  readonly processID: number | null
  _getActiveQuery(): unknown
  readonly _sentQueryQueue: readonly unknown[]
  readonly connection: { readonly stream: Socket }
}

/** Number of consecutive checks that must find a connection silent, and its session on the server idle. */
const looksUntilLost = 2

interface Suspect {
  bytesRead: number
  looks: number
}

/**
 * Watches connections that await a response and receive nothing, and asks the server over another connection what their sessions
 * do: an active one is slow; one that waits for the client has responded, or never got the statement. Where the server cannot be
 * asked, nothing is done; the same for a pooler's sessions, whose ids the server does not know. Returns a function that stops
 * watching.
 */
export function watchForLostConnections(
  pool: pg.Pool,
  newClient: () => pg.Client,
  log: Log,
  lookMilliseconds = 10_000,
): () => void {
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  let suspects = new Map<pg.PoolClient, Suspect>()
  let isLooking = false
  const look = async () => {
    suspects = listSilent(clients, suspects)
    const silent = [...suspects].filter(([, { looks }]) => looks > 0)
    if (silent.length === 0) return
    await asking(newClient(), async (client) => {
      const waiting = await listSessionsThatWait(client, silent.map(getSession))
      for (const [, suspect] of silent.filter((entry) => !waiting.has(getSession(entry)))) suspect.looks = 0
      const lost = silent.filter(isLost)
      for (const [one] of lost) getInsides(one).connection.stream.destroy()
      const sessions = lost.map(getSession)
      if (lost.length > 0) log.warn({ sessions }, 'database connections were lost without a word; they are given up')
      // On the server they would keep their locks for a minute.
      await client.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [sessions])
    })
  }
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    look()
      .catch((error) => log.warn({ err: error }, 'could not ask about silent database connections'))
      .finally(() => {
        isLooking = false
      })
  }, lookMilliseconds)
  timer.unref()
  return () => clearInterval(timer)
}

function getSession([client]: readonly [pg.PoolClient, Suspect]): number {
  return getInsides(client).processID!
}

function isLost([client, { looks, bytesRead }]: readonly [pg.PoolClient, Suspect]): boolean {
  return looks >= looksUntilLost && isWaiting(client) && getInsides(client).connection.stream.bytesRead === bytesRead
}

function getInsides(client: pg.PoolClient): Insides {
  return client as unknown as Insides
}

/** Whether a statement was sent that is not answered. */
function isWaiting(client: pg.PoolClient): boolean {
  const { processID, _sentQueryQueue } = getInsides(client)
  return processID !== null && (_sentQueryQueue.length > 0 || Boolean(getInsides(client)._getActiveQuery()))
}

/** Returns clients that await a response, with the number of consecutive checks that found nothing new read. */
function listSilent(
  clients: Iterable<pg.PoolClient>,
  before: ReadonlyMap<pg.PoolClient, Suspect>,
): Map<pg.PoolClient, Suspect> {
  const suspects = new Map<pg.PoolClient, Suspect>()
  for (const client of clients) {
    if (!isWaiting(client)) continue
    const { bytesRead } = getInsides(client).connection.stream
    const last = before.get(client)
    suspects.set(client, { bytesRead, looks: last?.bytesRead === bytesRead ? last.looks + 1 : 0 })
  }
  return suspects
}

/** Over a connection of its own. */
async function asking(client: pg.Client, work: (client: pg.Client) => Promise<void>): Promise<void> {
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
  } finally {
    client.end().catch(() => {})
  }
}

/** Returns those of the sessions that wait for the client: for a statement, or for reading a response. */
async function listSessionsThatWait(client: pg.Client, sessions: readonly number[]): Promise<Set<number>> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where pid = any($1::int[]) and (state <> 'active' or wait_event_type = 'Client')`,
    [sessions],
  )
  return new Set(rows.map(({ pid }) => pid))
}
