// Spellings of one street name: as on the map, in one of its two languages, and without the direction at its beginning or end.

import { foldName } from './fold.ts'

const DIRECTIONS = new Set(
  'north south east west northeast northwest southeast southwest n s e w ne nw se sw nord sud est ouest norte sur sul este oeste'.split(
    ' ',
  ),
)

export interface Spelling {
  /** Folded words. */
  words: string[]
  /** Whether it leaves out the direction at the name's beginning. */
  isBeheaded: boolean
}

/** The spellings of a name, the map's own first. */
export function listSpellings(text: string): Spelling[] {
  const words = foldName(text)
  const spellings = [{ words, isBeheaded: false }]
  const parts = text.split(/\s+[-\u2013/]\s+/)
  if (parts.length > 1) for (const part of parts) spellings.push({ words: foldName(part), isBeheaded: false })
  if (words.length > 1 && DIRECTIONS.has(words[0]!)) spellings.push({ words: words.slice(1), isBeheaded: true })
  if (words.length > 1 && DIRECTIONS.has(words.at(-1)!))
    spellings.push({ words: words.slice(0, -1), isBeheaded: false })
  return spellings.filter(({ words: spelt }) => spelt.length > 0)
}
