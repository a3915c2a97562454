// One feed per plan or project that somebody follows in this process: each change is read once and passed to all readers.
import { findNewestChange, listChangesAfter } from '../../data/live-changes.sql.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { readingScope, type Services, systemCaller } from '../../frame/platform/services.ts'
import { holdPositions } from './held-positions.ts'
import { type LiveMessage, type LivePlace, readChanges } from './live.ts'

export interface FeedReader {
  onMessages(messages: readonly LiveMessage[]): void
  /** Called when changes may have been missed. */
  onMissed(): void
}

export interface Feeds {
  /** Passes on changes from now on, until the returned function is called. */
  follow(place: LivePlace, organizationId: string, reader: FeedReader): () => void
}

interface Feed {
  readers: Set<FeedReader>
  end: () => void
}

export function createFeeds(services: Services): Feeds {
  const feeds = new Map<string, Feed>()
  return {
    follow(place, organizationId, reader) {
      const key = JSON.stringify([organizationId, place])
      let feed = feeds.get(key)
      if (!feed) {
        feed = startFeed(services, place, organizationId)
        feeds.set(key, feed)
      }
      const own = feed
      own.readers.add(reader)
      return () => {
        own.readers.delete(reader)
        if (own.readers.size > 0) return
        own.end()
        if (feeds.get(key) === own) feeds.delete(key)
      }
    },
  }
}

/** Returns a reading scope without further checks: every reader may see the whole plan, which is checked when the stream is opened. */
export function liveScope(services: Services, organizationId: string): Scope {
  return readingScope(services, systemCaller(organizationId))
}

function startFeed(services: Services, place: LivePlace, organizationId: string): Feed {
  const readers = new Set<FeedReader>()
  const waiting = new Set<string>()
  let isReading = false
  const positions = holdPositions((messages) => {
    for (const reader of readers) reader.onMessages(messages)
  })
  const read = async () => {
    if (isReading) return
    isReading = true
    try {
      while (waiting.size > 0) {
        const xids = [...waiting]
        waiting.clear()
        const messages = await readChanges(liveScope(services, organizationId), place, xids)
        const [moving, others] = [messages.filter(isPositions), messages.filter((message) => !isPositions(message))]
        if (others.length > 0) for (const reader of readers) reader.onMessages(others)
        positions.forget(others)
        positions.add(moving)
      }
    } catch (error) {
      services.log.warn({ err: error }, 'could not read live changes')
      for (const reader of readers) reader.onMissed()
    } finally {
      isReading = false
    }
  }
  const tell = (xids: readonly string[]) => {
    for (const xid of xids) waiting.add(xid)
    void read()
  }
  const search = searchUntold(services, place, organizationId, tell)
  const stop = services.live.subscribe(place, {
    onNotice: ({ xid }) => {
      if (search.isNew(xid)) tell([xid])
    },
    onMissed: () => {
      for (const reader of readers) reader.onMissed()
    },
  })
  return {
    readers,
    end: () => {
      stop()
      search.end()
      positions.end()
    },
  }
}

const searchMilliseconds = 5_000
const rememberedMilliseconds = 300_000

/**
 * Looks periodically for changes without a notification, which a process leaves that dies between commit and notification. Not
 * needed on the embedded database, whose only process takes its listeners along.
 */
function searchUntold(
  services: Services,
  place: LivePlace,
  organizationId: string,
  tell: (xids: readonly string[]) => void,
) {
  if (services.database.backend === 'pglite') return { isNew: () => true, end: () => {} }
  /** When each transaction was passed on, by the clock of this process. */
  const told = new Map<string, number>()
  let after: string | undefined
  let isLooking = false
  const look = async () => {
    const scope = liveScope(services, organizationId)
    if (after === undefined) {
      after = await findNewestChange(scope)
      return
    }
    const changes = await listChangesAfter(scope, place, after)
    after = changes.findLast((change) => change.is_settled)?.id ?? after
    const untold = new Set(changes.map(({ xid }) => xid).filter((xid) => !told.has(xid)))
    const now = performance.now()
    for (const xid of untold) told.set(xid, now)
    for (const [xid, at] of told) if (at < now - rememberedMilliseconds) told.delete(xid)
    if (untold.size > 0) tell([...untold])
  }
  const lookOnce = async () => {
    if (isLooking) return
    isLooking = true
    // The next look will find what this one missed.
    await look().catch((error) => services.log.warn({ err: error }, 'could not look for live changes'))
    isLooking = false
  }
  void lookOnce()
  const timer = setInterval(() => void lookOnce(), searchMilliseconds).unref()
  return {
    /** Returns false for a transaction that was found before its notification came, so that it is not passed on twice. */
    isNew: (xid: string) => {
      const isNew = !told.has(xid)
      told.set(xid, performance.now())
      return isNew
    },
    end: () => clearInterval(timer),
  }
}

function isPositions({ event }: LiveMessage): boolean {
  return event === 'positions'
}
