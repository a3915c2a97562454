// Whether a road has the street name of an address, however the two are written.

import { foldName, joinBroken } from './fold.ts'
import { isShort, spellLike } from './short-forms.ts'
import type { Spelling } from './spellings.ts'

/** More words than any street and house number have. */
const MAX_WORDS = 14
/** Words that may accompany a street name: numbers with their letters, and words for them. */
const BESIDE_NAME = /^(?:\d.*|[a-z]|bis|ter|quater|nr|no|nummer|number)$/

/** The street of an address, with or without its house number, prepared for comparison with names of roads. */
export interface AskedStreet {
  words: readonly string[]
  /** Which of the words may be short forms. */
  short: readonly boolean[]
}

/** Reads `Hauptstr. 12a` or `203-06 109th Ave`. */
export function readStreet(text: string): AskedStreet {
  const written = joinBroken(text).match(/[\p{L}\p{M}\p{N}]+\.?/gu) ?? []
  const tokens = written.flatMap((token) => foldName(token).map((word) => ({ word, hasDot: token.endsWith('.') })))
  const used = tokens.slice(0, MAX_WORDS)
  return { words: used.map(({ word }) => word), short: used.map(({ word, hasDot }) => isShort(word, hasDot)) }
}

/** Whether the street equals one of the spellings, except for a house number. */
export function isNamed({ words, short }: AskedStreet, spellings: readonly Spelling[]): boolean {
  return spellings.some((spelling) => isSpelt(spellLike(words, short, spelling.words), spelling.words.join('')))
}

function isSpelt(words: readonly string[], key: string): boolean {
  for (let from = 0; from < words.length; from++) {
    let joined = ''
    for (let to = from; to < words.length && joined.length < key.length; to++) {
      joined += words[to]!
      if (joined !== key) continue
      const rest = [...words.slice(0, from), ...words.slice(to + 1)]
      if (rest.every((word) => BESIDE_NAME.test(word))) return true
    }
  }
  return false
}
