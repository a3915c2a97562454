// One feed per plan or project that somebody of this process follows: each change is read once and handed to all readers.
import type { Scope } from '../platform/scope.ts'
import { readingScope, type Services, systemCaller } from '../platform/services.ts'
import { holdPositions } from './held-positions.ts'
import { type LiveMessage, type LivePlace, readChanges } from './live.ts'

export interface FeedReader {
  onMessages(messages: readonly LiveMessage[]): void
  /** Something may have been missed. */
  onMissed(): void
}

export interface Feeds {
  /** Hands on what happens from now on, until the returned function is called. */
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

/** Reading a scope of its own: every reader may see the whole plan, which is checked where the stream is opened. */
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
        const [moving, others] = [messages.filter(isPositions), messages.filter((one) => !isPositions(one))]
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
  const stop = services.live.subscribe(place, {
    onNotice: ({ xid }) => {
      waiting.add(xid)
      void read()
    },
    onMissed: () => {
      for (const reader of readers) reader.onMissed()
    },
  })
  return {
    readers,
    end: () => {
      stop()
      positions.end()
    },
  }
}

function isPositions({ event }: LiveMessage): boolean {
  return event === 'positions'
}
