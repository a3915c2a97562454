// LISTEN on both databases: callbacks by channel, kept across a restart of PostgreSQL.
import type pg from 'pg'
import type { Log } from './log.ts'

export interface Listener {
  /**
   * Calls `onPayload` for each NOTIFY on the channel, and `onResumed` whenever notifications may have been missed.
   * Resolves, once listening, with the function that ends it.
   */
  listen(channel: string, onPayload: (payload: string) => void, onResumed?: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

interface Subscription {
  onPayload: (payload: string) => void
  onResumed?: () => void
}

type Subscriptions = Map<string, Set<Subscription>>

function deliver(subscriptions: Subscriptions, message: pg.Notification): void {
  for (const one of subscriptions.get(message.channel) ?? []) one.onPayload(message.payload ?? '')
}

function quote(channel: string): string {
  return `"${channel.replaceAll('"', '""')}"`
}

/** The one session of the embedded database listens itself; its notifications come with the answer to the next query. */
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
    async close() {
      subscriptions.clear()
    },
  }
}

const firstRetryMilliseconds = 100
const lastRetryMilliseconds = 5_000
const heartbeatMilliseconds = 10_000

/** A connection of its own, opened with the first subscription and again, patiently, whenever it is lost. */
export function createPostgresListener(newClient: () => pg.Client, log: Log): Listener {
  const subscriptions: Subscriptions = new Map()
  let client: pg.Client | undefined
  let connecting: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const connect = async () => {
    const next = newClient()
    const lost = () => {
      if (client !== next) return
      client = undefined
      connecting = undefined
      clearTimeout(timer)
      next.end().catch(() => {})
      retry(firstRetryMilliseconds)
    }
    next.on('error', lost)
    next.on('end', lost)
    next.on('notification', (message) => deliver(subscriptions, message))
    try {
      await next.connect()
      for (const channel of subscriptions.keys()) await next.query(`LISTEN ${quote(channel)}`)
    } catch (error) {
      next.end().catch(() => {})
      throw error
    }
    client = next
    beat(next, lost)
  }
  const beat = (own: pg.Client, lost: () => void) => {
    timer = setTimeout(() => {
      own.query('select 1').then(() => client === own && beat(own, lost), lost)
    }, heartbeatMilliseconds)
    timer.unref()
  }
  const retry = (delayMilliseconds: number) => {
    if (closed || subscriptions.size === 0) return
    timer = setTimeout(async () => {
      try {
        connecting = connect()
        await connecting
        for (const group of subscriptions.values()) for (const one of group) one.onResumed?.()
      } catch (error) {
        log.warn({ err: error }, 'could not listen to the database; trying again')
        retry(Math.min(delayMilliseconds * 2, lastRetryMilliseconds))
      }
    }, delayMilliseconds)
    timer.unref()
  }

  return {
    async listen(channel, onPayload, onResumed) {
      const subscription = { onPayload, onResumed }
      const isNew = add(subscriptions, channel, subscription)
      if (!connecting) {
        connecting = connect()
        connecting.catch(() => {
          connecting = undefined
        })
        await connecting
      } else {
        await connecting
        if (isNew) await client?.query(`LISTEN ${quote(channel)}`)
      }
      onResumed?.()
      return async () => {
        if (remove(subscriptions, channel, subscription)) await client?.query(`UNLISTEN ${quote(channel)}`)
      }
    },
    async close() {
      closed = true
      clearTimeout(timer)
      subscriptions.clear()
      await connecting?.catch(() => {})
      const last = client
      client = undefined
      await last?.end()
    },
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
