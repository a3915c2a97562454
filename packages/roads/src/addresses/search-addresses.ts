// Finds addresses for a query: candidate streets by similar letters or by postcode, then each weighed by street, place and
// number. Word order is free. Scores are honest: what is not in the data stays at 0.6 and below.

import { type AddressIndex, PLACE } from './address-index.ts'
import { editDistance, forgivenEdits } from './edit-distance.ts'
import { foldNumber } from './fold.ts'
import { weighPlace } from './place-fit.ts'
import { type AddressQuery, type QueryWords, readQuery } from './query-words.ts'
import { addTrigrams, findSimilar } from './trigrams.ts'

export interface AddressHit {
  /** Trust, 0..1. */
  score: number
  /** Only a part of what was asked was found: no such number, no number asked, another place, a place only. */
  isPartial: boolean
  kind: 'address' | 'street' | 'place'
  lat: number
  lng: number
  /** Empty texts where the data says nothing. */
  street: string
  houseNumber: string
  city: string
  postcode: string
  countryCode: string
}

interface StreetFit {
  name: number
  edits: number
  /** What of the query is left to name the place. */
  rest: string[]
  /** Numbers that are not part of the street's name. */
  numbers: string[]
}

interface Candidate {
  entry: number
  address: number
  score: number
  isPartial: boolean
}

const SIMILAR_NAMES = 80
/** Streets of a postcode that are compared one by one. */
const MAX_POSTCODE_ENTRIES = 600
/** Trust lost by a mistake in the street's name, by share of its letters. */
const EDIT_PENALTY = 1.8
const MAX_HITS = 20
const MIN_SCORE = 0.05
/**
 * When the second hit has at least this part of the best one's score, but lies somewhere else, nobody can say which is meant;
 * all scores are then lowered.
 */
const RIVAL_SCORE = 0.98
/** Factor for the score of a street that is written otherwise: below `RIVAL_SCORE`, so that it is no rival any more. */
const OTHERWISE_WRITTEN = 0.96
const RIVAL_DEGREES_E7 = 50_000

/** The best hits, best first; none when nothing resembles the query. */
export function searchAddresses(index: AddressIndex, query: AddressQuery, limit = 1): AddressHit[] {
  const asked = readQuery(query, index)
  const streets = fitStreets(index, asked)
  const candidates: Candidate[] = []
  const cityFits = new Map<string, number>()
  for (const fit of streets) {
    const { nameFirst } = index.data
    for (let entry = nameFirst[fit.name]!; entry < nameFirst[fit.name + 1]!; entry++) {
      const candidate = weighEntry(index, asked, fit, entry, cityFits)
      if (query.countryBias && isForeign(index, entry, query.countryBias)) candidate.score *= 0.9
      if (candidate.score >= MIN_SCORE) candidates.push(candidate)
    }
  }
  const byScore = (a: Candidate, b: Candidate) =>
    b.score - a.score || size(index, b.entry) - size(index, a.entry) || a.entry - b.entry
  candidates.sort(byScore)
  if (preferAsWritten(index, candidates, query)) candidates.sort(byScore)
  const best = distinct(index, candidates, Math.max(limit, 2))
  lowerRivals(index, best)
  return best.slice(0, Math.min(limit, MAX_HITS)).map((candidate) => toHit(index, candidate))
}

/**
 * Of streets in one city whose names differ by accents only (Boda and Böda) the one that is written so is meant. Answers whether
 * that changed anything.
 */
function preferAsWritten(index: AddressIndex, sorted: readonly Candidate[], query: AddressQuery): boolean {
  const [first] = sorted
  const { data } = index
  const rivals = sorted.filter(
    ({ entry, score }) => score >= RIVAL_SCORE * first!.score && data.entryCity[entry] === data.entryCity[first!.entry],
  )
  if (rivals.length < 2) return false
  const written = asWritten([query.text, query.street].filter(Boolean).join(' '))
  const others = rivals.filter(({ entry }) => !written.includes(asWritten(index.text(data.entryName[entry]!))))
  if (others.length === rivals.length) return false
  for (const candidate of others) candidate.score *= OTHERWISE_WRITTEN
  return others.length > 0
}

function asWritten(text: string): string {
  return text.toLowerCase().normalize('NFC').replaceAll('ß', 'ss')
}

/** Streets whose name resembles some neighbouring words of the query. */
function fitStreets(index: AddressIndex, asked: QueryWords): StreetFit[] {
  const fits: StreetFit[] = []
  for (const name of listNames(index, asked)) {
    const fit = fitStreet(index, asked, name)
    if (fit) fits.push(fit)
  }
  return fits
}

function listNames(index: AddressIndex, asked: QueryWords): Set<number> {
  const groups = new Set<number>()
  // The whole run finds names written in several words, the borders of words find short ones.
  addTrigrams(asked.all.join(''), groups)
  addTrigrams(asked.words.join(''), groups)
  for (const word of asked.all) addTrigrams(`$${word}$`, groups)
  const names = new Set(findSimilar(index.trigrams, groups, SIMILAR_NAMES))
  const entries = index.entriesOfPostcode.get(asked.postcode) ?? []
  for (const entry of entries.slice(0, MAX_POSTCODE_ENTRIES)) names.add(nameOf(index, entry))
  return names
}

/** The run of words that is nearest to the name. */
function fitStreet(index: AddressIndex, asked: QueryWords, name: number): StreetFit | undefined {
  const key = index.nameKeys[name]!
  const words = index.nameHasDigit[name] ? asked.all : asked.words
  let best: { edits: number; from: number; to: number } | undefined
  let limit = forgivenEdits(key.length)
  for (let from = 0; from < words.length; from++) {
    let joined = ''
    for (let to = from + 1; to <= words.length; to++) {
      joined += words[to - 1]
      if (joined.length > key.length + limit) break
      const edits = editDistance(joined, key, limit)
      // Of equally near runs the longer one leaves less unexplained.
      if (edits > limit || (best && edits === best.edits && to - from <= best.to - best.from)) continue
      best = { edits, from, to }
      limit = edits
    }
  }
  if (!best) return undefined
  const { edits, from, to } = best
  const rest = [...words.slice(0, from), ...words.slice(to)].filter((word) => !/^\d/.test(word))
  const used = words.slice(from, to)
  const numbers = asked.numbers.filter((number) => !used.includes(number))
  return { name, edits, rest, numbers }
}

function weighEntry(
  index: AddressIndex,
  asked: QueryWords,
  fit: StreetFit,
  entry: number,
  cityFits: Map<string, number>,
): Candidate {
  const { data } = index
  const street = 1 - (EDIT_PENALTY * fit.edits) / index.nameKeys[fit.name]!.length
  const place = weighPlace(index, asked, fit.rest, entry, cityFits)
  if (data.entryKind[entry] === PLACE) {
    const score = Math.max(0, street) * place.factor * (fit.numbers.length > 0 ? 0.35 : 0.7)
    return { entry, address: -1, score, isPartial: true }
  }
  const number = chooseNumber(index, entry, fit.numbers)
  return {
    entry,
    address: number.address,
    score: Math.max(0, street) * place.factor * number.factor,
    isPartial: !number.isExact || place.isWrong,
  }
}

/** The address of the entry that has the number asked for, or the nearest to it. */
function chooseNumber(index: AddressIndex, entry: number, numbers: readonly string[]) {
  if (numbers.length === 0) return { address: -1, factor: 0.7, isExact: false }
  const first = index.data.entryFirst[entry]!
  const end = index.data.entryFirst[entry + 1]!
  let best = { address: -1, factor: 0.5, isExact: false }
  for (const [place, asked] of numbers.entries()) {
    // A second number in the query is rather a flat than a house.
    const trust = place === 0 ? 1 : 0.9
    const value = Number.parseInt(asked, 10)
    let nearest = Infinity
    for (let address = first; address < end; address++) {
      const number = foldNumber(index.text(index.data.addressNumber[address]!))
      if (number === asked && trust > best.factor) best = { address, factor: trust, isExact: true }
      if (isInRange(number, value) && 0.95 * trust > best.factor) {
        best = { address, factor: 0.95 * trust, isExact: true }
      }
      const there = Number.parseInt(number, 10)
      if (there === value && 0.85 * trust > best.factor) best = { address, factor: 0.85 * trust, isExact: false }
      // Even and odd numbers stand on different sides.
      const away = Math.abs(there - value) + (there % 2 === value % 2 ? 0 : 1.5)
      if (!(away < nearest) || best.factor > 0.58 || place > 0) continue
      nearest = away
      best = { address, factor: away <= 10 ? 0.58 : 0.5, isExact: false }
    }
  }
  return best
}

/** Whether a building's number is a range, as 31-41, that the number lies in, on its side of the street. */
function isInRange(range: string, value: number): boolean {
  const parts = /^(\d+)[a-z]?[-\u2013](\d+)/.exec(range)
  if (!parts) return false
  const from = Number(parts[1])
  return value >= from && value <= Number(parts[2]) && (value - from) % 2 === 0
}

/** Hits at other points than those before; several candidates may mean the same house. */
function distinct(index: AddressIndex, candidates: readonly Candidate[], limit: number): Candidate[] {
  const chosen: Candidate[] = []
  for (const candidate of candidates) {
    if (chosen.length >= limit) break
    if (!chosen.some((other) => isNear(index, other, candidate))) chosen.push(candidate)
  }
  return chosen
}

function lowerRivals(index: AddressIndex, best: readonly Candidate[]): void {
  const [first, second] = best
  if (!first || !second || second.score < RIVAL_SCORE * first.score) return
  if (isNear(index, first, second)) return
  for (const candidate of best) candidate.score *= 0.7
}

function isNear(index: AddressIndex, left: Candidate, right: Candidate): boolean {
  const a = pointOf(index, left)
  const b = pointOf(index, right)
  return Math.abs(a.latE7 - b.latE7) < RIVAL_DEGREES_E7 && Math.abs(a.lngE7 - b.lngE7) < RIVAL_DEGREES_E7
}

function isForeign(index: AddressIndex, entry: number, country: string): boolean {
  const code = index.text(index.data.entryCountry[entry]!)
  return code !== '' && code !== country.toUpperCase()
}

function size(index: AddressIndex, entry: number): number {
  return index.data.entryFirst[entry + 1]! - index.data.entryFirst[entry]!
}

function nameOf(index: AddressIndex, entry: number): number {
  const { nameFirst } = index.data
  let low = 0
  let high = nameFirst.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (nameFirst[middle]! <= entry) low = middle
    else high = middle - 1
  }
  return low
}

function pointOf({ data }: AddressIndex, { entry, address }: Pick<Candidate, 'entry' | 'address'>) {
  if (address < 0) return { latE7: data.entryLatE7[entry]!, lngE7: data.entryLngE7[entry]! }
  return { latE7: data.addressLatE7[address]!, lngE7: data.addressLngE7[address]! }
}

/** The record of an entry and one of its addresses (-1: none). */
export function toHit(index: AddressIndex, candidate: Candidate): AddressHit {
  const { data } = index
  const { entry, address, score, isPartial } = candidate
  const { latE7, lngE7 } = pointOf(index, candidate)
  const isPlace = data.entryKind[entry] === PLACE
  const name = index.text(data.entryName[entry]!)
  return {
    score: Math.round(score * 1000) / 1000,
    isPartial,
    kind: isPlace ? 'place' : address < 0 ? 'street' : 'address',
    lat: latE7 / 1e7,
    lng: lngE7 / 1e7,
    street: isPlace ? '' : name,
    houseNumber: address < 0 ? '' : index.text(data.addressNumber[address]!),
    city: isPlace ? name : index.text(data.entryCity[entry]!),
    postcode: index.text(data.entryPostcode[entry]!),
    countryCode: index.text(data.entryCountry[entry]!),
  }
}
