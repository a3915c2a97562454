// One normalised spelling for different ways of writing: case, accents, other scripts, ß, ae for ä.

import anyAscii from 'any-ascii'

const OTHER_SCRIPT = /[^\p{Script=Latin}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{C}]/u
const ORDINAL = /^(\d+)(?:st|nd|rd|th|er|ere|eme|e|ste|de)$/

/** Lower case Latin letters without accents; ä, ö, ü and their two-letter forms become the plain vowel; ß becomes ss. */
export function foldLetters(text: string): string {
  const latin = OTHER_SCRIPT.test(text) ? anyAscii(text) : text
  return latin
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll('þ', 'th')
    .replaceAll('ð', 'd')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([aou])e/g, '$1')
}

/** The folded words of a text. Digits and letters stay together: `12a` is one word. */
export function foldWords(text: string): string[] {
  return foldLetters(joinBroken(text)).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The folded words of a street's name, with `109th` or `2e` as the number alone. */
export function foldName(text: string): string[] {
  return foldWords(text).map(foldOrdinal)
}

export function foldOrdinal(word: string): string {
  return ORDINAL.exec(word)?.[1] ?? word
}

/** The words joined into one key, so that `Feldkircher Strasse` equals `Feldkircherstrasse`. */
export function foldKey(text: string): string {
  return foldWords(text).join('')
}

/** A house number in the form used for comparison: `12 A`, `12-A`, `12/a` and `12a` are equal. */
export function foldNumber(text: string): string {
  if (/^\d+[a-z]?$/.test(text)) return text
  return text.toLowerCase().replace(/[\s.]+|[-\u2013/](?=\s*\p{L})/gu, '')
}

/** Joins words written with a mark inside: `P.za`, `S:t`, `King's`, `L'Aquila`. */
export function joinBroken(text: string): string {
  return text.replace(/(?<=\p{L})['’´`](?=s\b)/gu, '').replace(/\b(\p{L})[.:](?=\p{Ll}{1,3}(?!\p{L}))/gu, '$1')
}
