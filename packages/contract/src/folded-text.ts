// One normalised spelling for different ways of writing, so that a search finds a text: width, case, accents, ß, ue for ü; and one typing
// error. PostgreSQL folds the same way (`fold_text`, migration 0145), which a test of the server checks.

const ACCENTS = /[\u0300-\u036f]/g
/** Separators of words: spaces and punctuation. Marks of Thai or Hindi are parts of their words. */
const BETWEEN_WORDS = /[\s -/:-@[-`{-\u00bf\u2000-\u206f\u3000-\u303f]+/u
const LETTERS: readonly (readonly [string, string])[] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ı', 'i'],
  ['ς', 'σ'],
  ['ae', 'a'],
  ['oe', 'o'],
  ['ue', 'u'],
]

/** Returns the text in lower case, composed (NFKC), without accents, with ß as ss and ä, ö, ü, ae, oe, ue as plain vowels. */
export function foldText(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().normalize('NFD').replace(ACCENTS, '').normalize('NFC')
  return LETTERS.reduce((folded, [written, compared]) => folded.replaceAll(written, compared), plain)
}

/** Lists the folded words of a text. */
export function foldWords(text: string): string[] {
  return foldText(text).split(BETWEEN_WORDS).filter(Boolean)
}

/** Shorter words have too many neighbours: a typing error in them is not tolerated. */
export const FEWEST_LETTERS_OF_SLIP = 4

/**
 * Tells whether `word` begins with `typed` except for one letter that was changed, added, left out or swapped with the next one. Both
 * folded; false for words shorter than `FEWEST_LETTERS_OF_SLIP`.
 */
export function beginsWithSlip(word: string, typed: string): boolean {
  if (typed.length < FEWEST_LETTERS_OF_SLIP) return false
  let same = 0
  while (same < typed.length && typed[same] === word[same]) same++
  const isSwapped = typed[same] === word[same + 1] && typed[same + 1] === word[same]
  return (
    word.startsWith(typed.slice(same + 1), same + 1) ||
    word.startsWith(typed.slice(same + 1), same) ||
    word.startsWith(typed.slice(same), same + 1) ||
    (isSwapped && word.startsWith(typed.slice(same + 2), same + 2))
  )
}

/** Tells whether `word` begins with `typed`, with at most one typing error. Both folded. */
export function beginsNearly(word: string, typed: string): boolean {
  return word.startsWith(typed) || beginsWithSlip(word, typed)
}

/** Tells whether each of the typed, folded words begins a word of the text, with at most one typing error. */
export function holdsNearly(text: string, typed: readonly string[]): boolean {
  const words = foldWords(text)
  return typed.every((wanted) => words.some((word) => beginsNearly(word, wanted)))
}
