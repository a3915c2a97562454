// The words of the page for people without a connection, picked from those of the page.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../src/words')

/** Title, text and button by language. */
export function readOfflineWords(): Record<string, { title: string; text: string; retry: string }> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(
    files.map((name) => {
      const { offlineTitle, offlineText, offlineRetry } = JSON.parse(readFileSync(join(folder, name), 'utf8'))
      return [name.slice(0, -5), { title: offlineTitle, text: offlineText, retry: offlineRetry }]
    }),
  )
}
