// Keeps the view up to date: a stream while the page is looked at, and a question every half minute where there is none.
import type { TrackingView } from '@routewright/contract'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
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
  const stream = useRef<EventSource | undefined>(undefined)

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

  useEffect(() => {
    if (isClosed) return
    const close = () => {
      stream.current?.close()
      stream.current = undefined
    }
    const open = () => {
      if (stream.current || typeof EventSource === 'undefined') return
      const source = openViewStream()
      stream.current = source
      source.addEventListener('view', (event) => setView(JSON.parse((event as MessageEvent).data)))
      source.addEventListener('end', () => {
        close()
        void refresh()
      })
      source.onerror = () => {
        // It tries again by itself; where it gives up, the polling goes on.
        if (source.readyState === EventSource.CLOSED) close()
        else void refresh()
      }
    }
    const look = () => {
      if (document.visibilityState !== 'visible') return close()
      void refresh()
      open()
    }
    if (document.visibilityState === 'visible') open()
    const timer = setInterval(() => {
      const isStreaming = stream.current?.readyState === EventSource.OPEN
      if (document.visibilityState === 'visible' && !isStreaming) void refresh()
    }, pollMilliseconds)
    const lost = () => setOffline(true)
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
      close()
    }
  }, [isClosed, refresh, setView])

  return { view, isClosed, isOffline, setView, refresh }
}
