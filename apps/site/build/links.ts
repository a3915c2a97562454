// Where a link in a Markdown file leads on the site, and how headings are named: as on the host of the repository.

import { posix } from 'node:path'
import type { SitePage } from './pages.ts'

/** Target of a link or picture on the site: an address, or a file of the repository that the site does not hold. */
export type Target = { address: string } | { file: string }

/** Whether the file is there is asked by the test of links: an image is built without some that the pages name. */
export function resolveLink(href: string, source: string, pages: ReadonlyMap<string, SitePage>, base: string): Target {
  if (/^[a-z]+:/i.test(href) || href.startsWith('#') || href.startsWith('/')) return { address: href }
  const [path = '', anchor] = href.split('#', 2)
  const file = posix.join(posix.dirname(source), path)
  const page = pages.get(file) ?? pages.get(posix.join(file, 'README.md'))
  if (page) return { address: `${base}${page.address}${anchor === undefined ? '' : `#${anchor}`}` }
  const served = /^docs\/((?:screens|pictures)\/.+)$/.exec(file)?.[1]
  return served ? { address: `${base}${served}` } : { file }
}

/** Gives each heading of one page its name: lower case, words joined by hyphens, signs left out, repeats counted. */
export function headingNames(): (text: string) => string {
  const seen = new Map<string, number>()
  return (text) => {
    const name = text
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-')
    const before = seen.get(name) ?? 0
    seen.set(name, before + 1)
    return before === 0 ? name : `${name}-${before}`
  }
}
