// Keeps the view up to date: a stream while the page is looked at, and a question every half minute where there is none.
import type { TrackingView } from '@routewright/contract'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { CallFailed, openViewStream, readView, unreachable } from './calls.ts'

export interface ViewState {
  view?: TrackingView
  /** The link opens nothing any more. */
  isClosed: boolean
  /** Nobody answered the last time; the view is how it was. */
  isOffline: boolean
  setView: (view: TrackingView) => void
  refresh: () => Promise<void>
}

const pollMilliseconds = 30_000

export function useView(first: TrackingView | undefined, isClosedAtFirst: boolean): ViewState {
  const [view, keepView] = useState(first)
  const [isClosed, setClosed] = useState(isClosedAtFirst)
  const [isOffline, setOffline] = useState(false)

  const setView = useCallback((next: TrackingView) => {
    keepView(next)
    setOffline(false)
  }, [])

  const refresh = useCallback(async () => {
    try {
      setView(await readView())
    } catch (error) {
      if (error instanceof CallFailed && error.reason === 'closed') setClosed(true)
      else setOffline(true)
    }
  }, [setView])

  const lost = useCallback(() => setOffline(true), [])

  useEffect(() => {
    if (!isClosed) return follow(setView, refresh, lost)
  }, [isClosed, refresh, setView, lost])

  return { view, isClosed, isOffline, setView, refresh }
}

/** Follows the delivery while the page is visible; returns a function that ends it. Calls `lost` when the service cannot be reached. */
function follow(setView: (view: TrackingView) => void, refresh: () => Promise<void>, lost: () => void): () => void {
  const stream = keepStream(setView, refresh)
  const isLookedAt = () => document.visibilityState === 'visible'
  const look = () => {
    if (!isLookedAt()) return stream.close()
    void refresh()
    stream.open()
  }
  if (isLookedAt()) stream.open()
  const timer = setInterval(() => {
    if (isLookedAt() && !stream.isOpen()) void refresh()
  }, pollMilliseconds)
  document.addEventListener('visibilitychange', look)
  addEventListener('online', look)
  addEventListener('offline', lost)
  addEventListener(unreachable, lost)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
    removeEventListener('online', look)
    removeEventListener('offline', lost)
    removeEventListener(unreachable, lost)
    stream.close()
  }
}

/** The stream of views, where the browser has such a thing. */
function keepStream(setView: (view: TrackingView) => void, refresh: () => Promise<void>) {
  let source: EventSource | undefined
  const close = () => {
    source?.close()
    source = undefined
  }
  const open = () => {
    if (source || typeof EventSource === 'undefined') return
    const opened = openViewStream()
    source = opened
    opened.addEventListener('view', (event) => setView(JSON.parse((event as MessageEvent).data)))
    opened.addEventListener('end', () => {
      close()
      void refresh()
    })
    opened.onerror = () => {
      // It tries again by itself; where it gives up, the polling goes on.
      if (opened.readyState === EventSource.CLOSED) close()
      else void refresh()
    }
  }
  return { open, close, isOpen: () => source?.readyState === EventSource.OPEN }
}
