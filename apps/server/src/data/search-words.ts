// Queries on the folded words of names (`search_words`, migration 0145), in PostgreSQL's tsquery syntax.
import { FEWEST_LETTERS_OF_SLIP } from '@routewright/contract'

/** Matches names in which each word is the beginning of one. */
export function beginWords(words: readonly string[]): string {
  return words.map((word) => `${quote(word)}:*`).join(' & ')
}

/**
 * Matches names that share, for each word, its first half or its second half with a word: this holds for any word with one typing
 * error. `beginsWithSlip` then checks for more than one.
 */
export function halvesOfWords(words: readonly string[]): string {
  return words.map(halvesOfWord).join(' & ')
}

/** Shorter words have too short an end to search for. */
const FEWEST_LETTERS_WITH_END = 5

function halvesOfWord(word: string): string {
  const letters = [...word]
  if (letters.length < FEWEST_LETTERS_OF_SLIP) return beginWords([word])
  // The middle letter belongs to neither half, because two letters swapped there would spoil both.
  const half = Math.floor(letters.length / 2)
  const beginning = beginWords([letters.slice(0, half).join('')])
  if (letters.length < FEWEST_LETTERS_WITH_END) return beginning
  const endReversed = letters
    .slice(half + 1)
    .reverse()
    .join('')
  return `(${beginning} | ${beginWords([`<${endReversed}`])})`
}

/** Quotes a word, so that none of its characters is an operator. */
function quote(word: string): string {
  return `'${word.replace(/['\\]/g, '')}'`
}
