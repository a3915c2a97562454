// LISTEN and NOTIFY on both databases: callbacks by channel, kept across a restart of PostgreSQL.
import type pg from 'pg'
import type { Log } from './log.ts'

export interface Listener {
  /**
   * Calls `onPayload` for each NOTIFY on the channel, and `onResumed` whenever notifications may have been missed.
   * Resolves, once listening, with the function that ends it.
   */
  listen(channel: string, onPayload: (payload: string) => void, onResumed?: () => void): Promise<() => Promise<void>>
  /** Notifies the listeners of all processes soon; none if the database is lost before. */
  notify(notices: readonly Notice[]): void
  close(): Promise<void>
}

export interface Notice {
  channel: string
  payload: string
}

interface Subscription {
  onPayload: (payload: string) => void
  onResumed?: () => void
}

type Subscriptions = Map<string, Set<Subscription>>

function deliver(subscriptions: Subscriptions, message: Pick<pg.Notification, 'channel' | 'payload'>): void {
  for (const one of subscriptions.get(message.channel) ?? []) one.onPayload(message.payload ?? '')
}

function quote(channel: string): string {
  return `"${channel.replaceAll('"', '""')}"`
}

/** Listens on the one session of the embedded database; notifications come with the response to the next query. */
export function createEmbeddedListener(pool: pg.Pool): Listener {
  const subscriptions: Subscriptions = new Map()
  pool.on('connect', (client) => {
    client.on('error', () => {})
    client.on('notification', (message) => deliver(subscriptions, message))
    // A new session begins without the channels of the last one.
    for (const channel of subscriptions.keys()) void client.query(`LISTEN ${quote(channel)}`)
  })
  return {
    async listen(channel, onPayload, onResumed) {
      const subscription = { onPayload, onResumed }
      const isNew = add(subscriptions, channel, subscription)
      if (isNew) await pool.query(`LISTEN ${quote(channel)}`)
      onResumed?.()
      return async () => {
        if (remove(subscriptions, channel, subscription)) await pool.query(`UNLISTEN ${quote(channel)}`)
      }
    },
    // There is no other process. A failing listener must not fail the notifying code.
    notify(notices) {
      for (const notice of notices) queueMicrotask(() => deliver(subscriptions, notice))
    },
    async close() {
      subscriptions.clear()
    },
  }
}

const firstRetryMilliseconds = 100
const lastRetryMilliseconds = 5_000
const heartbeatMilliseconds = 10_000

/** Listens on a connection of its own, opened with the first subscription and reopened whenever it is lost. */
export function createPostgresListener(newClient: () => pg.Client, pool: pg.Pool, log: Log): Listener {
  return new PostgresListener(newClient, createNotifier(pool, log), log)
}

interface Notifier {
  send(notices: readonly Notice[]): void
  /** Resolves when all is sent. */
  end(): Promise<void>
}

/**
 * Sends notifications in batches: those that arrive while a statement runs are sent together with the next one. Each is a
 * transaction that makes all other notifying transactions of the server wait, if only briefly, because it writes nothing.
 */
function createNotifier(pool: pg.Pool, log: Log): Notifier {
  let waiting: Notice[] = []
  let sending: Promise<void> | undefined
  const sendAll = async () => {
    while (waiting.length > 0) {
      const own = waiting
      waiting = []
      const [channels, payloads] = [own.map(({ channel }) => channel), own.map(({ payload }) => payload)]
      await tell(pool, channels, payloads).catch((error) =>
        log.warn({ err: error }, 'listeners were not told; they look for themselves'),
      )
    }
    sending = undefined
  }
  return {
    send(notices) {
      waiting.push(...notices)
      if (waiting.length > 0) sending ??= sendAll()
    },
    end: async () => sending,
  }
}

/** Uses a client of the pool, which prepares the statement; the pool's own `query` would parse it each time. */
async function tell(pool: pg.Pool, channels: readonly string[], payloads: readonly string[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_notify(c, p) from unnest($1::text[], $2::text[]) as n(c, p)', [channels, payloads])
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

class PostgresListener implements Listener {
  private readonly newClient: () => pg.Client
  private readonly notifier: Notifier
  private readonly log: Log
  private readonly subscriptions: Subscriptions = new Map()
  private client: pg.Client | undefined
  private connecting: Promise<void> | undefined
  private timer: NodeJS.Timeout | undefined
  private isClosed = false

  constructor(newClient: () => pg.Client, notifier: Notifier, log: Log) {
    this.newClient = newClient
    this.notifier = notifier
    this.log = log
  }

  async listen(...[channel, onPayload, onResumed]: Parameters<Listener['listen']>): Promise<() => Promise<void>> {
    const subscription = { onPayload, onResumed }
    const isNew = add(this.subscriptions, channel, subscription)
    if (!this.connecting) {
      this.connecting = this.connect()
      this.connecting.catch(() => {
        this.connecting = undefined
      })
      await this.connecting
    } else {
      await this.connecting
      if (isNew) await this.client?.query(`LISTEN ${quote(channel)}`)
    }
    onResumed?.()
    return async () => {
      if (remove(this.subscriptions, channel, subscription)) await this.client?.query(`UNLISTEN ${quote(channel)}`)
    }
  }

  notify(notices: readonly Notice[]): void {
    this.notifier.send(notices)
  }

  async close(): Promise<void> {
    this.isClosed = true
    await this.notifier.end()
    clearTimeout(this.timer)
    this.subscriptions.clear()
    await this.connecting?.catch(() => {})
    const last = this.client
    this.client = undefined
    await last?.end()
  }

  private async connect(): Promise<void> {
    const next = this.newClient()
    const lost = () => {
      if (this.client !== next) return
      this.client = undefined
      this.connecting = undefined
      clearTimeout(this.timer)
      next.end().catch(() => {})
      this.retry(firstRetryMilliseconds)
    }
    next.on('error', lost)
    next.on('end', lost)
    next.on('notification', (message) => deliver(this.subscriptions, message))
    try {
      await next.connect()
      for (const channel of this.subscriptions.keys()) await next.query(`LISTEN ${quote(channel)}`)
    } catch (error) {
      next.end().catch(() => {})
      throw error
    }
    this.client = next
    this.beat(next, lost)
  }

  /** Detects a silently lost connection by a periodic query. */
  private beat(own: pg.Client, lost: () => void): void {
    this.timer = setTimeout(() => {
      own.query('select 1').then(() => {
        if (this.client === own) this.beat(own, lost)
      }, lost)
    }, heartbeatMilliseconds)
    this.timer.unref()
  }

  private retry(delayMilliseconds: number): void {
    if (this.isClosed || this.subscriptions.size === 0) return
    this.timer = setTimeout(async () => {
      try {
        this.connecting = this.connect()
        await this.connecting
        for (const group of this.subscriptions.values()) for (const one of group) one.onResumed?.()
      } catch (error) {
        this.log.warn({ err: error }, 'could not listen to the database; trying again')
        this.retry(Math.min(delayMilliseconds * 2, lastRetryMilliseconds))
      }
    }, delayMilliseconds)
    this.timer.unref()
  }
}

/** True when the channel is new. */
function add(subscriptions: Subscriptions, channel: string, subscription: Subscription): boolean {
  const group = subscriptions.get(channel)
  if (group) group.add(subscription)
  else subscriptions.set(channel, new Set([subscription]))
  return !group
}

/** True when it was the last of the channel. */
function remove(subscriptions: Subscriptions, channel: string, subscription: Subscription): boolean {
  const group = subscriptions.get(channel)
  if (!group?.delete(subscription) || group.size > 0) return false
  return subscriptions.delete(channel)
}
