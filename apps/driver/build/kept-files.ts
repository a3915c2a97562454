// The files of the built application that the service worker keeps on the phone.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files that are never asked for offline: other forms of the same files, and letters that our languages do not use. */
const left = /\.(br|gz|map)$|^sw\.js$|-(cyrillic|greek|vietnamese)[\w-]*\.woff2$/

interface KeptFile {
  url: string
  /** Null for files whose name carries a digest of their content. */
  revision: string | null
}

/** The built files of a folder that the worker keeps, in the order of their names. */
export function listKept(folder: string): KeptFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  return names
    .filter((name) => !left.test(name))
    .sort()
    .map((name) => ({
      // The document has no name of its own: it is served for /d/ and every link below it.
      url: name === 'index.html' ? '/d/' : `/d/${name}`,
      revision: name.startsWith('assets/') ? null : digest(join(folder, name)),
    }))
}

function digest(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16)
}
