// Streets that a run of words in a query may name, and the rest of the query.

import { findNumber, isTooShort, spellLike } from '../names/short-forms.ts'
import { isSmallWord, isStreetType, listLongTypes, listShortened, tellingPart } from '../names/street-types.ts'
import { PLACE } from './address-data.ts'
import type { AddressIndex } from './address-index.ts'
import { certaintyOfKind, certaintyOfSlips, editDistance, forgivenEdits } from './edit-distance.ts'
import { getKey } from './name-spellings.ts'
import type { AskedNumber, QueryWords } from './query-words.ts'
import { addTrigrams } from './trigrams.ts'

export interface StreetFit {
  /** Index in the names of the index. */
  name: number
  /** 0..1, by the mistakes in the street's name: ranks candidates. */
  trust: number
  /** 0..1: certainty that the words mean this name. */
  certainty: number
  /** Words left over for the place, and which of them may be short forms. */
  rest: string[]
  restShort: boolean[]
  /** Whether a word directly before or after the street could belong to its name. */
  touchesBefore: boolean
  touchesAfter: boolean
  /** Number of these words before the street. */
  restBefore: number
  /** Index in the query's words of the street's first word. */
  from: number
  /** Number of mistakes in the street's name, and of its letters. */
  edits: number
  letters: number
  /** Numbers that are no part of the street's name, likeliest first. */
  numbers: AskedNumber[]
}

const SIMILAR_NAMES = 80
/** Most streets of a postcode that are compared one by one. */
const MAX_POSTCODE_ENTRIES = 600
/** Trust lost by a mistake in the street's name, per share of its letters. */
const EDIT_PENALTY = 1.8

/** Streets, among these spellings, whose name resembles a run of words in the query; the best spelling of each. */
export function fitStreets(index: AddressIndex, asked: QueryWords, spellings: Iterable<number>): StreetFit[] {
  return bestOfNames(spellings, (spelling) => fitStreet(index, asked, spelling))
}

/** Streets that the query names only in part: without their kind, or without first names. */
export function fitShortened(index: AddressIndex, asked: QueryWords, spellings: Iterable<number>): StreetFit[] {
  const all = new Set(spellings)
  for (const word of asked.all.filter(isTelling)) {
    const groups = new Set<number>()
    addTrigrams(`$${word}$`, groups)
    for (const spelling of index.spellings.similar.find(groups, SIMILAR_NAMES)) all.add(spelling)
  }
  const typed = [...all].filter((spelling) => index.spellings.hasType(spelling))
  return bestOfNames(typed, (spelling) => fitPart(index, asked, spelling))
}

function bestOfNames(spellings: Iterable<number>, fit: (spelling: number) => StreetFit | undefined): StreetFit[] {
  const fits = new Map<number, StreetFit>()
  for (const spelling of spellings) {
    const found = fit(spelling)
    if (found && found.trust > (fits.get(found.name)?.trust ?? 0)) fits.set(found.name, found)
  }
  return [...fits.values()]
}

/** Whether a word alone identifies a street. */
function isTelling(word: string): boolean {
  return word.length >= 5 && !isDigit(word) && !isStreetType(word)
}

/** Spellings that are compared with the query one by one. */
export function listSpellings(index: AddressIndex, asked: QueryWords): Set<number> {
  const { spellings } = index
  const groups = new Set<number>()
  const words = asked.all.filter((word) => !/^\d/.test(word))
  // The joined text finds names written in several words; single words find short names.
  addTrigrams(asked.all.join(''), groups)
  addTrigrams(words.join(''), groups)
  for (const word of asked.all) addTrigrams(`$${word}$`, groups)
  for (const [at, word] of asked.all.entries()) addNumbered(word, asked.short[at]!, asked.all[at + 1] ?? '', groups)
  if (spellings.numberWords.size > 0 || asked.isFree) addNumbers(asked.all, spellings.numberWords, groups)
  const found = new Set(spellings.similar.find(groups, SIMILAR_NAMES))
  for (const entry of index.entriesOfPostcode(asked.postcode).subarray(0, MAX_POSTCODE_ENTRIES)) {
    const name = index.nameOf(entry)
    const end = spellings.firstOfName[name + 1]!
    for (let spelling = spellings.firstOfName[name]!; spelling < end; spelling++) found.add(spelling)
  }
  return found
}

/** Adds streets named by a number: Mannheim's C 2, also written C2, and Carrera 7, also written KR 7. */
function addNumbered(word: string, isShort: boolean, next: string, groups: Set<number>): void {
  if (!isDigit(next) || isDigit(word)) return
  if (word.length <= 2) addTrigrams(`$${word}${next}$`, groups)
  if (!isShort || word.length > 4) return
  for (const type of listLongTypes(word)) addTrigrams(`${type.slice(-2)}${next}$`, groups)
}

/** Adds other forms of numbers: `Fifth Avenue` is also searched as `5 Avenue`, and `20 Settembre` as `XX Settembre`. */
function addNumbers(words: readonly string[], inNames: ReadonlySet<string>, groups: Set<number>): void {
  for (const [at, word] of words.entries()) {
    const number = findNumber(word)
    if (number === undefined) continue
    if (!/^\d/.test(word)) addTrigrams(`$${number}${words[at + 1] ?? ''}`, groups)
    for (const other of inNames) if (other !== word && findNumber(other) === number) addTrigrams(`$${other}$`, groups)
  }
}

/** The run of words closest to the name. */
function fitStreet(index: AddressIndex, asked: QueryWords, spelling: number): StreetFit | undefined {
  const { spellings } = index
  const spelt = spellings.wordsOf(spelling)
  const run = findRun(asked, {
    words: spelt,
    key: getKey(spelt),
    hasDigit: spellings.hasDigit(spelling),
    isFree: asked.isFree || spellings.isFree(spelling),
    isBeheaded: spellings.isBeheaded(spelling),
  })
  if (!run) return undefined
  const entryName = spellings.names[spelling]!
  const isPlace = index.data.entryKind[index.data.nameFirst[entryName]!] === PLACE
  const first = isPlace ? run.from : skipTypes(asked.all, run.from)
  return toFit(asked, { ...run, first, spelt }, entryName, spellings.trustOf(spelling))
}

/** Factors for a street named in part, for one of another kind (av. for Rue), and for one after a word that names another street. */
const SHORTENED = 0.88
const OTHER_TYPE = 0.75
const OTHER_STREET = 0.55

function fitPart({ spellings }: AddressIndex, asked: QueryWords, spelling: number): StreetFit | undefined {
  const words = spellings.wordsOf(spelling).split(' ')
  let best: StreetFit | undefined
  for (const form of listShortened(words)) {
    const spelt = form.join(' ')
    const isFree = asked.isFree || spellings.isFree(spelling)
    const run = findRun(asked, {
      words: spelt,
      key: form.join(''),
      hasDigit: /\d/.test(spelt),
      isFree,
      isBeheaded: false,
    })
    if (!run) continue
    const before = isStreetType(asked.all[run.from]!) ? undefined : wordBefore(asked.all, run.from)
    const most = before === undefined ? SHORTENED : trustAfter(before, words[0]!)
    const fit = toFit(asked, { ...run, first: skipTypes(asked.all, run.from), spelt }, spellings.names[spelling]!, most)
    if (fit && fit.trust > (best?.trust ?? 0)) best = fit
  }
  return best
}

/** The word before the street, ignoring small words; undefined when that is a number or missing. */
function wordBefore(words: readonly string[], from: number): string | undefined {
  const word = words.slice(0, from).findLast((word) => !isSmallWord(word))
  return word === undefined || isDigit(word) ? undefined : word
}

function trustAfter(word: string, type: string): number {
  if (!isStreetType(word)) return OTHER_STREET
  return word[0] === type[0] ? SHORTENED : OTHER_TYPE
}

interface SpeltName {
  words: string
  key: string
  hasDigit: boolean
  isFree: boolean
  isBeheaded: boolean
}

interface Run {
  edits: number
  from: number
  to: number
  /** The words joined, with short forms expanded. */
  said: string
  /** Number of letters in the name. */
  length: number
}

function findRun(asked: QueryWords, { words: spelt, key, hasDigit, isFree, isBeheaded }: SpeltName): Run | undefined {
  const words = isFree ? spellLike(asked.all, asked.short, spelt.split(' ')) : asked.all
  let best: Run | undefined
  let limit = forgivenEdits(key.length)
  for (let from = 0; from < words.length; from++) {
    // Before `Main Street`, meaning North Main Street, there is only the number or nothing.
    if (isBeheaded && from > 0 && !isDigit(words[from - 1]!)) continue
    let joined = ''
    for (let to = from + 1; to <= words.length; to++) {
      const word = words[to - 1]!
      if (!hasDigit && isDigit(word)) break
      joined += word
      if (joined.length > key.length + limit) break
      const edits = editDistance(joined, key, limit)
      // Among equally close runs, the longer one leaves less unexplained. 108th Avenue is not a misspelt 109th Avenue.
      if (edits > limit || (best && edits === best.edits && to - from <= best.to - best.from)) continue
      if (isFree && isTooShort(asked.all, from, to, key)) continue
      if (hasDigit && edits > 0 && getDigits(joined) !== getDigits(key)) continue
      best = { edits, from, to, said: joined, length: key.length }
      limit = edits
    }
  }
  return best
}

/** Builds a fit. `first` is the index of the street's first word, which may be its kind; `spelt` is the name. */
function toFit(
  asked: QueryWords,
  { edits, from, to, said, length, first, spelt }: Run & { first: number; spelt: string },
  name: number,
  most: number,
): StreetFit | undefined {
  if (asked.nameWord !== '' && !asked.all.slice(from, to).includes(asked.nameWord)) return undefined
  const isRest = (at: number) => (at < first || at >= to) && !isDigit(asked.all[at]!)
  return {
    name,
    trust: Math.max(0, most * (1 - (EDIT_PENALTY * edits) / length)),
    certainty: most * (edits === 0 ? 1 : judgeSlips(spelt, said, edits)),
    edits,
    letters: length,
    touchesBefore: touches(asked, first, first - 1),
    touchesAfter: touches(asked, to, to),
    rest: asked.all.filter((_, at) => isRest(at)),
    restShort: asked.short.filter((_, at) => isRest(at)),
    restBefore: asked.all.slice(0, first).filter((word) => !isDigit(word)).length,
    from,
    numbers: listNumbers(asked, from, to),
  }
}

/** Certainty that misspelt words mean a name: mistakes in the word for its kind count less. */
function judgeSlips(spelt: string, said: string, edits: number): number {
  const telling = tellingPart(spelt)
  return said.includes(telling) ? certaintyOfKind(edits) : certaintyOfSlips(edits, telling.length)
}

/** Whether the word on one side of a border belongs to the other side: no comma in between, and no number or small word. */
function touches({ all, apart }: QueryWords, border: number, at: number): boolean {
  const word = all[at]
  return word !== undefined && !apart[border] && word.length > 2 && !isDigit(word) && !isSmallWord(word)
}

/** Start of the street including the word for its kind that the map leaves out: `ul.`, `rue de la`. */
function skipTypes(words: readonly string[], from: number): number {
  let at = from
  while (at > 0 && isSmallWord(words[at - 1]!)) at--
  return at > 0 && isStreetType(words[at - 1]!) ? at - 1 : from
}

/** Numbers outside the street's words. A letter taken by the street is no part of a number. */
function listNumbers({ numbers }: QueryWords, from: number, to: number): AskedNumber[] {
  const isTaken = (at: number) => at >= from && at < to
  return numbers.flatMap((number) => {
    if (isTaken(number.at)) return []
    if (number.letterAt === undefined || !isTaken(number.letterAt)) return [number]
    return number.isCut ? [{ text: number.text, at: number.at, trust: number.trust }] : []
  })
}

function getDigits(text: string): string {
  return text.replace(/\D/g, '')
}

function isDigit(word: string): boolean {
  const code = word.charCodeAt(0)
  return code >= 48 && code <= 57
}
