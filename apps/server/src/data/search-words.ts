// Queries over the folded words of names (`search_words`, migration 0145), as PostgreSQL's tsquery reads them.
import { FEWEST_LETTERS_OF_SLIP } from '@routewright/contract'

/** Each word must begin one of the name. */
export function beginWords(words: readonly string[]): string {
  return words.map((word) => `${quote(word)}:*`).join(' & ')
}

/**
 * Each word must have its first half in common with a word of the name, or its second half: so it is where a word was typed with one slip.
 * Whether it is no more than a slip, `beginsWithSlip` tells.
 */
export function halvesOfWords(words: readonly string[]): string {
  return words.map(halvesOfWord).join(' & ')
}

/** Shorter words have too little of an end to look it up. */
const FEWEST_LETTERS_WITH_END = 5

function halvesOfWord(word: string): string {
  const letters = [...word]
  if (letters.length < FEWEST_LETTERS_OF_SLIP) return beginWords([word])
  // The letter between belongs to neither half: two letters that were swapped there would spoil both.
  const half = Math.floor(letters.length / 2)
  const beginning = beginWords([letters.slice(0, half).join('')])
  if (letters.length < FEWEST_LETTERS_WITH_END) return beginning
  const endReversed = letters
    .slice(half + 1)
    .reverse()
    .join('')
  return `(${beginning} | ${beginWords([`<${endReversed}`])})`
}

/** A word in quotes stands for itself, whatever it is made of. */
function quote(word: string): string {
  return `'${word.replace(/['\\]/g, '')}'`
}
