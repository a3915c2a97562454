// Meanings that people chose for headings, kept in the browser for the next file.
import type { ColumnTarget, Purpose } from '@routewright/reading'
import { foldHeading } from '@routewright/reading/fold'

const storageKeys: Record<Purpose, string> = {
  plan: 'routewright.import-columns',
  past: 'routewright.past-columns',
}

export function readRememberedColumns(purpose: Purpose): Record<string, ColumnTarget> {
  try {
    return JSON.parse(localStorage.getItem(storageKeys[purpose]) ?? '{}') as Record<string, ColumnTarget>
  } catch {
    return {}
  }
}

export function rememberColumns(purpose: Purpose, names: readonly string[], targets: readonly ColumnTarget[]): void {
  const chosen = names
    .map((name, index) => [foldHeading(name), targets[index]!] as const)
    .filter(([name]) => name !== '')
  const all = { ...readRememberedColumns(purpose), ...Object.fromEntries(chosen) }
  try {
    localStorage.setItem(storageKeys[purpose], JSON.stringify(all))
  } catch {
    // A browser that keeps nothing guesses again next time.
  }
}
