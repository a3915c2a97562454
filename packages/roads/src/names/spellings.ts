// The ways one name of a street is spelt: as the map writes it, in one of its two languages, without the direction that it begins
// or ends with.

import { foldName } from './fold.ts'

const DIRECTIONS = new Set(
  'north south east west northeast northwest southeast southwest n s e w ne nw se sw nord sud est ouest norte sur sul este oeste'.split(
    ' ',
  ),
)

export interface Spelling {
  /** Folded. */
  words: string[]
  /** Whether the direction is left out that the name begins with. */
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
