// Reads from the phone's database and follows it, whichever tab or worker changes it.
import { liveQuery } from 'dexie'
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

/** One reading for all screens that show it. */
interface LiveStore<T> {
  watch(listener: () => void): () => void
  /** Undefined until the database answered. */
  read(): T | undefined
}

/** Follows the query while anybody watches. */
export function createLiveStore<T>(query: () => Promise<T>): LiveStore<T> {
  const listeners = new Set<() => void>()
  let value: T | undefined
  let stop: (() => void) | undefined
  const take = (newest: T) => {
    value = newest
    for (const listener of listeners) listener()
  }
  return {
    watch(listener) {
      listeners.add(listener)
      stop ??= follow(query, take)
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
