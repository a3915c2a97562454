// One spelling for what people write differently: case, accents, ß, ae for ä, "Str." for "Straße", "St." for "Sankt".

/** A word on its own that stands for a longer one. */
const LONG_FORMS: Readonly<Record<string, string>> = {
  st: 'sankt',
  saint: 'sankt',
  str: 'strasse',
  av: 'avenue',
  ave: 'avenue',
  avda: 'avenida',
  bd: 'boulevard',
  blvd: 'boulevard',
  rd: 'road',
  pl: 'platz',
  dr: 'doktor',
  prof: 'professor',
  sta: 'santa',
  sto: 'santo',
  ste: 'sainte',
}

const FOLDED_FORMS = new Map(Object.entries(LONG_FORMS).map(([short, long]) => [short, foldLetters(long)]))

/** Lower case without accents; ä, ö, ü and their two-letter forms become the plain vowel; ß becomes ss. */
export function foldLetters(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([aou])e/g, '$1')
}

/** A folded word with its abbreviation written out; `landstr` becomes `landstrasse`. */
export function expandWord(word: string): string {
  const known = FOLDED_FORMS.get(word)
  if (known !== undefined) return known
  return word.length > 5 && word.endsWith('str') ? `${word}asse` : word
}

/** The words of a text, folded and written out. Digits and letters belong together: `12a` is one word. */
export function foldWords(text: string): string[] {
  return (foldLetters(text).match(/[\p{L}\p{N}]+/gu) ?? []).map(expandWord)
}

/** The words as one key, so that `Feldkircher Strasse` equals `Feldkircherstrasse`. */
export function foldKey(text: string): string {
  return foldWords(text).join('')
}

/** A house number as it is compared: `12 A` and `12a` are the same. */
export function foldNumber(text: string): string {
  return foldLetters(text).replace(/[\s.]+/g, '')
}
