// Reads from the phone's database and follows it, whichever tab or worker changes it.
import Dexie, { liveQuery, type ObservabilitySet, type Table } from 'dexie'
import { useEffect, useState } from 'react'

/** Returns the query's result, undefined until it came; runs again when what it read or `keys` change. */
export function useLive<T>(query: () => Promise<T>, keys: readonly unknown[]): T | undefined {
  const [answer, setAnswer] = useState<{ keys: readonly unknown[]; value: T }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is made anew on every drawing; its keys say when it differs
  useEffect(() => follow(query, (value) => setAnswer({ keys, value })), [...keys])
  const isCurrent = answer?.keys.length === keys.length && answer.keys.every((key, index) => key === keys[index])
  return isCurrent ? answer.value : undefined
}

/** Passes on each result of the query until the returned function is called. */
function follow<T>(query: () => Promise<T>, next: (value: T) => void): () => void {
  const subscription = liveQuery(query).subscribe({ next, error: (error) => console.warn('reading failed', error) })
  return () => subscription.unsubscribe()
}

/** One reading of the phone's database for all screens that show it. */
export interface LiveStore<T> {
  watch(listener: () => void): () => void
  /** Undefined until the database answered. */
  read(): T | undefined
  /** Reads again. */
  refresh(): void
  /** Acts at the end of the reading under way, so that what both change is drawn at once; now where there is none. Resolves after the act. */
  drawTogether(act: () => void): Promise<void>
}

/** Follows tables while anybody watches: whatever tab or worker writes into one of them, the query runs again. */
export function createLiveStore<T>(tables: readonly Table[], query: () => Promise<T>): LiveStore<T> {
  const listeners = new Set<() => void>()
  const acts: (() => void)[] = []
  let value: T | undefined
  let stop = () => {}
  let isReading = false
  let isStale = false
  const readAll = async () => {
    isReading = true
    try {
      while (isStale) {
        isStale = false
        value = await query()
      }
    } catch (error) {
      console.warn('reading failed', error)
    }
    isReading = false
    for (const act of [...acts.splice(0), ...listeners]) act()
  }
  const refresh = () => {
    isStale = true
    if (!isReading) void readAll()
  }
  return {
    watch(listener) {
      if (listeners.size === 0) {
        stop = watchTables(tables, refresh)
        refresh()
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      }
    },
    read: () => value,
    refresh,
    async drawTogether(act) {
      if (!isReading) return act()
      await new Promise<void>((resolve) => {
        acts.push(() => {
          act()
          resolve()
        })
      })
    },
  }
}

/** Calls `onNews` after each change of a table, until the returned function is called. */
function watchTables(tables: readonly Table[], onNews: () => void): () => void {
  const prefixes = tables.map(({ db, name }) => `idb://${db.name}/${name}/`)
  const takeNews = (parts: ObservabilitySet) => {
    if (Object.keys(parts).some((part) => prefixes.some((prefix) => part.startsWith(prefix)))) onNews()
  }
  Dexie.on('storagemutated', takeNews)
  return () => Dexie.on.storagemutated.unsubscribe(takeNews)
}
