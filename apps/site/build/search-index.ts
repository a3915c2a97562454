// Records of the site's search: one for each part of a page between two headings.

import MiniSearch from 'minisearch'
// @ts-expect-error The browser reads the same file, so it is plain JavaScript.
import { searchOptions } from '../src/search-options.js'
import { headingNames } from './links.ts'
import type { SitePage } from './pages.ts'

interface Part {
  id: string
  page: string
  heading: string
  text: string
  /** How the words begin, for the list of what was found. */
  about: string
}

/** The index as JSON, for the browser to load when somebody searches. */
export function searchIndex(pages: readonly SitePage[]): string {
  const index = new MiniSearch<Part>(searchOptions)
  index.addAll(pages.flatMap(listParts))
  return JSON.stringify(index)
}

/** The parts of a page; the words before the first heading belong to its title. */
export function listParts({ address, title, text }: SitePage): Part[] {
  const getName = headingNames()
  const parts: Part[] = []
  let isCode = false
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) {
      isCode = !isCode
      continue
    }
    // A decision is found as one: each of them has a "Context" and a "Choice".
    const heading = isCode || (isDecision(address) && parts.length > 0) ? undefined : /^(#{1,6}) (.+)$/.exec(line)
    if (heading) {
      const words = plain(heading[2]!)
      const name = getName(words)
      const isTitle = parts.length === 0
      parts.push({
        id: isTitle ? address : `${address}#${name}`,
        page: title,
        heading: isTitle ? title : words,
        text: '',
        about: '',
      })
    } else if (parts.length > 0) parts.at(-1)!.text += ` ${plain(line)}`
  }
  return parts.map((part) => {
    const text = part.text.replace(/\s+/g, ' ').trim()
    return { ...part, text, about: text.length > 120 ? `${text.slice(0, 119)}…` : text }
  })
}

function isDecision(address: string): boolean {
  return /^decisions\/\d/.test(address)
}

/** Without the signs of Markdown. */
function plain(line: string): string {
  return line
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[\s|:-]+$|^\s*- |[`*|>]|^#+ /g, ' ')
    .trim()
}
