// Words for kinds of streets at the beginning of names, which people leave out or confuse, and the small words after them.

import { foldLetters } from './fold.ts'
import { mayStandFor } from './short-forms.ts'

const TYPES = new Set(
  [
    'rue avenue boulevard place chemin allee allees impasse route quai cours square passage sentier ruelle esplanade faubourg promenade',
    'calle avenida plaza paseo camino carretera carrer ronda travesia glorieta pasaje carrera cra',
    'rua travessa praca largo estrada alameda rodovia beco',
    'via viale piazza piazzale corso vicolo strada contrada lungomare salita',
    'ulica ul aleja aleje plac osiedle os ulice namesti trida',
    'hent straat calea strada bulevardul jalan',
  ].flatMap((line) => foldLetters(line).split(' ')),
)
/** Short forms read as the kind of a street when the name has none. */
const SHORT_TYPES = new Set(
  'r av bd pl ch rte imp c cl cll avda pza v vle pzza cso trav tv ul al os str nam tr'.split(' '),
)
const SMALL = new Set(
  'de du des d la le les l del della delle dei degli dell di do da dos das el los las the a et y e en na ve'.split(' '),
)

/** Whether a word of a query means the kind of a street, in full or short. */
export function isStreetType(word: string): boolean {
  return TYPES.has(word) || SHORT_TYPES.has(word)
}

/** Whether a word only connects others in names: `de`, `la`. */
export function isSmallWord(word: string): boolean {
  return SMALL.has(word)
}

/** The kinds of streets that a short word may stand for. */
export function listLongTypes(short: string): string[] {
  return [...TYPES].filter((type) => mayStandFor(short, type))
}

/** Kinds of streets at the end of names, also joined to the rest. */
const ENDING = new RegExp(
  `(?:${foldLetters(
    'strasse gasse weg platz allee straat laan plein gracht gatan vagen vej gade gate veien street road drive lane court place boulevard avenue terrace crescent close utca katu tie',
  )
    .split(' ')
    .join('|')})$`,
)

/** The letters of a name that identify the street: all but its kind and small words. */
export function tellingPart(words: string): string {
  const own = words.split(' ').filter((word) => !TYPES.has(word) && !SMALL.has(word))
  const telling = own.join('').replace(ENDING, '')
  return telling === '' ? words.replaceAll(' ', '') : telling
}

/** Letters that a shortened name must have: shorter ones are the end of too many streets. */
const MIN_LETTERS = 5

/** Whether a name consists of the kind of a street and more. */
export function beginsWithType(words: readonly string[]): boolean {
  return words.length > 1 && TYPES.has(words[0]!)
}

/**
 * Ways in which people shorten a name: without the kind of street, and as its kind and last word (Rue Pompidou for Rue Georges Pompidou).
 */
export function listShortened(words: readonly string[]): string[][] {
  if (!beginsWithType(words)) return []
  let from = 1
  while (from < words.length - 1 && SMALL.has(words[from]!)) from++
  const own = words.slice(from)
  const shortened = [own]
  if (own.length > 1 && own.at(-1)!.length >= MIN_LETTERS) shortened.push([words[0]!, own.at(-1)!])
  return shortened.filter((form) => form.join('').length >= MIN_LETTERS)
}
