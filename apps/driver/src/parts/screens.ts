// The screen shown: the part of the URL after #, so that the phone's own back button works.
import { useSyncExternalStore } from 'react'

/** `#/stop/656…/deliver` as its parts; the first is the name of the screen. */
export function useScreen(): string[] {
  const hash = useSyncExternalStore(watch, () => location.hash)
  return hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent)
}

function watch(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

let depth = 0

export function show(...parts: string[]): void {
  depth += 1
  location.hash = `/${parts.map(encodeURIComponent).join('/')}`
  scrollTo(0, 0)
}

/** Replaces the present screen: going back must not lead into a form that is done. */
export function showInstead(...parts: string[]): void {
  location.replace(`#/${parts.map(encodeURIComponent).join('/')}`)
  scrollTo(0, 0)
}

export function back(otherwise: string): void {
  if (depth > 0) {
    depth -= 1
    history.back()
  } else showInstead(...otherwise.split('/'))
}
