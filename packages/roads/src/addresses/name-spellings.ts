// The ways each street name may be asked for: as the map writes it, by its other names, in one of its two languages, without
// the direction that it begins or ends with. Made when the index is opened.

import { isNumberWord, isSpeltFreely } from '../names/short-forms.ts'
import { listSpellings } from '../names/spellings.ts'
import type { AddressData } from './address-index.ts'
import { buildTrigrams, type TrigramIndex } from './trigrams.ts'

/** Factor for the trust in a street that was found without its direction. */
const WITHOUT_DIRECTION = 0.97

/** Bits of `flags`. */
const HAS_DIGIT = 1
const IS_FREE = 2
const IS_BEHEADED = 4

export class NameSpellings {
  /** Place in `names` of each spelling. */
  readonly names: Int32Array
  /** Spellings of name n are [firstOfName[n] .. firstOfName[n + 1]). */
  readonly firstOfName: Int32Array
  readonly keys: string[] = []
  /** Folded words, one space between them; the key itself where there is one word. */
  readonly words: string[] = []
  /** Numbers in words that names hold. */
  readonly numberWords = new Set<string>()
  readonly trigrams: TrigramIndex
  private readonly flags: Uint8Array

  constructor({ strings, names, aliasName, aliasText }: AddressData) {
    const aliases = Map.groupBy(aliasName.keys(), (at) => aliasName[at]!)
    const flags: number[] = []
    const ofName: number[] = []
    this.firstOfName = new Int32Array(names.length + 1)
    for (const [name, text] of names.entries()) {
      this.addAll(strings[text]!, flags)
      for (const at of aliases.get(name) ?? []) this.addAll(strings[aliasText[at]!]!, flags)
      while (ofName.length < this.keys.length) ofName.push(name)
      this.firstOfName[name + 1] = ofName.length
    }
    this.names = Int32Array.from(ofName)
    this.flags = Uint8Array.from(flags)
    this.trigrams = buildTrigrams(this.keys)
  }

  hasDigit(spelling: number): boolean {
    return (this.flags[spelling]! & HAS_DIGIT) !== 0
  }

  /** Whether the name holds short forms or numbers in words, which a query may write otherwise. */
  isFree(spelling: number): boolean {
    return (this.flags[spelling]! & IS_FREE) !== 0
  }

  /** Whether the direction is left out that the name begins with. */
  isBeheaded(spelling: number): boolean {
    return (this.flags[spelling]! & IS_BEHEADED) !== 0
  }

  /** Factor for the trust in a street that was found by this spelling. */
  trustOf(spelling: number): number {
    return this.isBeheaded(spelling) ? WITHOUT_DIRECTION : 1
  }

  private addAll(text: string, flags: number[]): void {
    for (const { words, isBeheaded } of listSpellings(text)) this.add(words, flags, isBeheaded ? IS_BEHEADED : 0)
  }

  private add(words: readonly string[], flags: number[], beheaded = 0): void {
    const key = words.join('')
    this.keys.push(key)
    this.words.push(words.length === 1 ? key : words.join(' '))
    flags.push((/\d/.test(key) ? HAS_DIGIT : 0) | (isSpeltFreely(words) ? IS_FREE : 0) | beheaded)
    for (const word of words) if (isNumberWord(word)) this.numberWords.add(word)
  }
}
