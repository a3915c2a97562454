// Folds text for comparison: headings, units, months and time words are recognised by the result.

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ı: 'i', ø: 'o', đ: 'd', æ: 'ae', œ: 'oe' }

/** Lower case, without accents; punctuation and blanks become one blank each. */
export function fold(text: string): string {
  return plain(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Lower case, without accents, with its punctuation. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßłıøđæœ]/g, (letter) => LETTERS[letter]!)
}

/** Folds a heading for comparison: `completeAfter` and `complete_after` are two words. */
export function foldHeading(heading: string): string {
  return fold(heading.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
}
