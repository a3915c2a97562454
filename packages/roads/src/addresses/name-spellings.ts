// Spellings under which each street name can be found: as on the map, by its other names, in one of its two languages, and without the
// direction at its beginning or end.

import { Int32List, Uint8List } from '../foundation/growable.ts'
import { packTexts, Texts } from '../foundation/texts.ts'
import { isNumberWord, isSpeltFreely } from '../names/short-forms.ts'
import { listSpellings } from '../names/spellings.ts'
import { beginsWithType } from '../names/street-types.ts'
import type { AddressData } from './address-data.ts'
import { buildTrigrams, SimilarNames } from './trigrams.ts'

/** Factor on the trust in a street found without its direction. */
const WITHOUT_DIRECTION = 0.97

/** Bits of the flags. */
const HAS_DIGIT = 1
const IS_FREE = 2
const IS_BEHEADED = 4
const HAS_TYPE = 8

/** Arrays of `AddressData` for spellings; numbers in words as they are written. */
export type SpellingArrays = Pick<
  AddressData,
  | 'spellingTextFirst'
  | 'spellingBytes'
  | 'spellingName'
  | 'spellingFirstOfName'
  | 'spellingFlags'
  | 'trigramFirst'
  | 'trigramNames'
  | 'trigramSizes'
>

/** Spellings of names, each given with its other texts, and the numbers in words that they contain. */
export function buildSpellings(names: readonly (readonly string[])[]): SpellingArrays & { found: Set<string> } {
  const flags = new Uint8List()
  const ofName = new Int32List()
  const firstOfName = new Int32Array(names.length + 1)
  const texts: string[] = []
  const found = new Set<string>()
  for (const [name, forms] of names.entries()) {
    for (const { words, isBeheaded } of forms.flatMap(listSpellings)) {
      const text = words.join(' ')
      texts.push(text)
      ofName.push(name)
      const isFree = isSpeltFreely(words)
      const nameFlags = (/\d/.test(text) ? HAS_DIGIT : 0) | (isFree ? IS_FREE : 0)
      flags.push(nameFlags | (isBeheaded ? IS_BEHEADED : 0) | (beginsWithType(words) ? HAS_TYPE : 0))
      for (const word of words) if (isNumberWord(word)) found.add(word)
    }
    firstOfName[name + 1] = texts.length
  }
  const packed = packTexts(texts)
  const trigrams = buildTrigrams(texts.map(getKey))
  return {
    spellingTextFirst: packed.first,
    spellingBytes: packed.bytes,
    spellingName: ofName.toArray(),
    spellingFirstOfName: firstOfName,
    spellingFlags: flags.toArray(),
    trigramFirst: trigrams.first,
    trigramNames: trigrams.names,
    trigramSizes: trigrams.sizes,
    found,
  }
}

export class NameSpellings {
  /** Index in `names` of each spelling. */
  readonly names: Int32Array
  /** Spellings of name n are [firstOfName[n] .. firstOfName[n + 1]). */
  readonly firstOfName: Int32Array
  /** Numbers in words that occur in names. */
  readonly numberWords: ReadonlySet<string>
  readonly similar: SimilarNames
  private readonly texts: Texts
  private readonly flags: Uint8Array

  constructor(data: AddressData, texts: Texts) {
    this.texts = new Texts({ first: data.spellingTextFirst, bytes: data.spellingBytes })
    this.names = data.spellingName
    this.firstOfName = data.spellingFirstOfName
    this.flags = data.spellingFlags
    this.numberWords = new Set([...data.numberWords].map((text) => texts.at(text)))
    this.similar = new SimilarNames({ first: data.trigramFirst, names: data.trigramNames, sizes: data.trigramSizes })
  }

  /** Folded words, one space between them. */
  wordsOf(spelling: number): string {
    return this.texts.at(spelling)
  }

  hasDigit(spelling: number): boolean {
    return (this.flags[spelling]! & HAS_DIGIT) !== 0
  }

  /** Whether the name contains short forms or numbers in words, which a query may write differently. */
  isFree(spelling: number): boolean {
    return (this.flags[spelling]! & IS_FREE) !== 0
  }

  /** Whether the name begins with the kind of the street, which a query may leave out. */
  hasType(spelling: number): boolean {
    return (this.flags[spelling]! & HAS_TYPE) !== 0
  }

  /** Whether the spelling leaves out the direction at the name's beginning. */
  isBeheaded(spelling: number): boolean {
    return (this.flags[spelling]! & IS_BEHEADED) !== 0
  }

  /** Factor on the trust in a street found by this spelling. */
  trustOf(spelling: number): number {
    return this.isBeheaded(spelling) ? WITHOUT_DIRECTION : 1
  }
}

/** The words joined without spaces. */
export function getKey(words: string): string {
  return words.replaceAll(' ', '')
}
