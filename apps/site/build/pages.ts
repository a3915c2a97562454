// Which files of the repository become pages, and at which address each one stands.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { navigation } from './navigation.ts'

export const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Where the site stands; every link between its pages begins with it. */
export const defaultBase = '/docs/'

export interface SitePage {
  /** Path in the repository, with forward slashes. */
  source: string
  /** Address below the base, without a slash before and with one behind; empty for the first page. */
  address: string
  title: string
  text: string
}

/** Every page: all of docs/, and what the contents name besides. Throws for a file without a heading. */
export function listPages(): SitePage[] {
  const named = navigation.flatMap(({ entries }) => entries.flatMap((entry) => ('file' in entry ? entry.file : [])))
  const found = globSync('docs/**/*.md', { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  return [...new Set([...found, ...named])].sort().map(readPage)
}

function readPage(source: string): SitePage {
  const text = readFileSync(join(root, source), 'utf8')
  const title = /^# (.+)$/m.exec(text)?.[1]
  if (title === undefined) throw new Error(`${source} has no heading to be named by.`)
  return { source, address: getAddress(source), title: title.replaceAll('`', ''), text }
}

/** docs/a/b.md → a/b/, docs/a/index.md → a/, CHANGELOG.md → repository/changelog/, packages/solver/README.md → repository/packages/solver/. */
function getAddress(source: string): string {
  const path = (source.startsWith('docs/') ? source.slice('docs/'.length) : `repository/${source}`).replace(/\.md$/, '')
  const short = path.replace(/(^|\/)(index|README)$/, '').toLowerCase()
  return short === '' ? '' : `${short}/`
}
