// Reads from the phone's database and follows it, whichever tab or worker changes it.
import Dexie, { liveQuery } from 'dexie'
import { useEffect, useState } from 'react'

/** A report on its way changes the database ten times within a second; a slow phone reads and draws it as often as that is seen. */
const PACE_MILLISECONDS = 250

/** The query's answer, undefined until it came; asked again when what it read or `keys` change. */
export function useLive<T>(query: () => Promise<T>, keys: readonly unknown[]): T | undefined {
  const [answer, setAnswer] = useState<{ keys: readonly unknown[]; value: T }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is made anew on every drawing; its keys say when it differs
  useEffect(() => {
    const subscription = liveQuery(query).subscribe({
      next: (value) => setAnswer({ keys, value }),
      error: (error) => console.warn('reading failed', error),
    })
    return () => subscription.unsubscribe()
  }, [...keys])
  const isCurrent = answer?.keys.length === keys.length && answer.keys.every((key, index) => key === keys[index])
  return isCurrent ? answer.value : undefined
}

/** The query, which runs at once and then again no sooner than its pace: changes in between are read together. */
export function paced<T>(query: () => Promise<T>): () => Promise<T> {
  let readyAt = 0
  return async () => {
    const wait = Math.min(readyAt - performance.now(), PACE_MILLISECONDS)
    // A promise of the database's own: others would lose what the query is observed by.
    if (wait > 0) await new Dexie.Promise<void>((resolve) => setTimeout(resolve, wait))
    readyAt = performance.now() + PACE_MILLISECONDS
    return query()
  }
}

/** One reading for all screens that show it. */
export interface LiveStore<T> {
  watch(listener: () => void): () => void
  /** Undefined until the database answered. */
  read(): T | undefined
}

/** Follows the query, at its pace, while anybody watches. */
export function createLiveStore<T>(query: () => Promise<T>): LiveStore<T> {
  const listeners = new Set<() => void>()
  let value: T | undefined
  let stop: (() => void) | undefined
  const follow = () => {
    const subscription = liveQuery(paced(query)).subscribe({
      next: (newest) => {
        value = newest
        for (const listener of listeners) listener()
      },
      error: (error) => console.warn('reading failed', error),
    })
    return () => subscription.unsubscribe()
  }
  return {
    watch(listener) {
      listeners.add(listener)
      stop ??= follow()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
    read: () => value,
  }
}
