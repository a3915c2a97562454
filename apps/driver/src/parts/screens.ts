// The screen shown: the part of the URL after #, so that the phone's own back button works.
import { useSyncExternalStore } from 'react'

/** `#/stop/656…/deliver` as its parts; the first is the name of the screen. */
export function useScreen(): string[] {
  const hash = useSyncExternalStore(watch, () => location.hash)
  return hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent)
}

const listeners = new Set<() => void>()

function watch(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('hashchange', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('hashchange', listener)
  }
}

/** The address changed without an event. */
function tell(): void {
  scrollTo(0, 0)
  for (const listener of listeners) listener()
}

let depth = 0

export function show(...parts: string[]): void {
  depth += 1
  history.pushState(null, '', getAddress(parts))
  tell()
}

/** Replaces the present screen: going back must not lead into a form that is done. */
export function showInstead(...parts: string[]): void {
  history.replaceState(null, '', getAddress(parts))
  tell()
}

function getAddress(parts: readonly string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`
}

export function back(otherwise: string): void {
  if (depth > 0) {
    depth -= 1
    history.back()
  } else showInstead(...otherwise.split('/'))
}
