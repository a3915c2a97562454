// Which streets some neighbouring words of a query may name, and what of the query is left then.

import { isTooShort, numberOf, spellLike } from '../names/short-forms.ts'
import type { AddressIndex } from './address-index.ts'
import { editDistance, forgivenEdits } from './edit-distance.ts'
import { keyOf } from './name-spellings.ts'
import type { AskedNumber, QueryWords } from './query-words.ts'
import { addTrigrams } from './trigrams.ts'

export interface StreetFit {
  /** Place in the index's names. */
  name: number
  /** 0..1, by the mistakes in the street's name. */
  trust: number
  /** Words that are left to name the place, and which of them may be short forms. */
  rest: string[]
  restShort: boolean[]
  /** Numbers that are not part of the street's name, the likeliest first. */
  numbers: AskedNumber[]
}

const SIMILAR_NAMES = 80
/** Streets of a postcode that are compared one by one. */
const MAX_POSTCODE_ENTRIES = 600
/** Trust lost by a mistake in the street's name, by share of its letters. */
const EDIT_PENALTY = 1.8

/** Streets whose name resembles some neighbouring words of the query; the best spelling of each. */
export function fitStreets(index: AddressIndex, asked: QueryWords): StreetFit[] {
  const fits = new Map<number, StreetFit>()
  for (const spelling of listSpellings(index, asked)) {
    const fit = fitStreet(index, asked, spelling)
    if (fit && fit.trust > (fits.get(fit.name)?.trust ?? 0)) fits.set(fit.name, fit)
  }
  return [...fits.values()]
}

function listSpellings(index: AddressIndex, asked: QueryWords): Set<number> {
  const { spellings } = index
  const groups = new Set<number>()
  const words = asked.all.filter((word) => !/^\d/.test(word))
  // The whole run finds names written in several words, the borders of words find short ones.
  addTrigrams(asked.all.join(''), groups)
  addTrigrams(words.join(''), groups)
  for (const word of asked.all) addTrigrams(`$${word}$`, groups)
  if (spellings.numberWords.size > 0 || asked.isFree) addNumbers(asked.all, spellings.numberWords, groups)
  const found = new Set(spellings.similar.find(groups, SIMILAR_NAMES))
  for (const entry of index.entriesOfPostcode(asked.postcode).subarray(0, MAX_POSTCODE_ENTRIES)) {
    const name = index.nameOf(entry)
    const end = spellings.firstOfName[name + 1]!
    for (let spelling = spellings.firstOfName[name]!; spelling < end; spelling++) found.add(spelling)
  }
  return found
}

/** `Fifth Avenue` is looked for as `5 Avenue` too, and `20 Settembre` as `XX Settembre`. */
function addNumbers(words: readonly string[], inNames: ReadonlySet<string>, groups: Set<number>): void {
  for (const [at, word] of words.entries()) {
    const number = numberOf(word)
    if (number === undefined) continue
    if (!/^\d/.test(word)) addTrigrams(`$${number}${words[at + 1] ?? ''}`, groups)
    for (const other of inNames) if (other !== word && numberOf(other) === number) addTrigrams(`$${other}$`, groups)
  }
}

/** The run of words that is nearest to the name. */
function fitStreet({ spellings }: AddressIndex, asked: QueryWords, spelling: number): StreetFit | undefined {
  const spelt = spellings.wordsOf(spelling)
  const key = keyOf(spelt)
  const hasDigit = spellings.hasDigit(spelling)
  const isFree = asked.isFree || spellings.isFree(spelling)
  const words = isFree ? spellLike(asked.all, asked.short, spelt.split(' ')) : asked.all
  let best: { edits: number; from: number; to: number } | undefined
  let limit = forgivenEdits(key.length)
  for (let from = 0; from < words.length; from++) {
    // In front of `Main Street`, which is North Main Street, stands the number or nothing.
    if (spellings.isBeheaded(spelling) && from > 0 && !isDigit(words[from - 1]!)) continue
    let joined = ''
    for (let to = from + 1; to <= words.length; to++) {
      const word = words[to - 1]!
      if (!hasDigit && isDigit(word)) break
      joined += word
      if (joined.length > key.length + limit) break
      const edits = editDistance(joined, key, limit)
      // Of equally near runs the longer one leaves less unexplained. 108th Avenue is no slip of 109th Avenue.
      if (edits > limit || (best && edits === best.edits && to - from <= best.to - best.from)) continue
      if (isFree && isTooShort(asked.all, from, to, key)) continue
      if (hasDigit && edits > 0 && digitsOf(joined) !== digitsOf(key)) continue
      best = { edits, from, to }
      limit = edits
    }
  }
  if (!best) return undefined
  const { edits, from, to } = best
  const trust = spellings.trustOf(spelling) * (1 - (EDIT_PENALTY * edits) / key.length)
  const isRest = (at: number) => (at < from || at >= to) && !isDigit(asked.all[at]!)
  return {
    name: spellings.names[spelling]!,
    trust: Math.max(0, trust),
    rest: asked.all.filter((_, at) => isRest(at)),
    restShort: asked.short.filter((_, at) => isRest(at)),
    numbers: asked.numbers.filter(({ at }) => at < from || at >= to),
  }
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

function isDigit(word: string): boolean {
  const code = word.charCodeAt(0)
  return code >= 48 && code <= 57
}
