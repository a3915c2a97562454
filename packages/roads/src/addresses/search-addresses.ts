// Finds addresses for a query: candidate streets by similar letters or by postcode, then each weighed by street, place and
// number. Word order is free. Scores are honest: what is not in the data stays at 0.6 and below.

import { distanceMetersE7 } from '../foundation/geo.ts'
import { LANDMARK, PLACE } from './address-data.ts'
import type { AddressIndex } from './address-index.ts'
import { weighPlace } from './place-fit.ts'
import { type AddressQuery, type AskedNumber, type QueryWords, readQuery } from './query-words.ts'
import { fitStreets, type StreetFit } from './street-fit.ts'

export interface AddressHit {
  /** Trust, 0..1. */
  score: number
  /** Only a part of what was asked was found: no such number, no number asked, another place, a place only. */
  isPartial: boolean
  kind: 'address' | 'street' | 'place' | 'landmark'
  /** What a landmark is called; empty for all else. */
  name: string
  lat: number
  lng: number
  /** Empty texts where the data says nothing. */
  street: string
  houseNumber: string
  city: string
  postcode: string
  countryCode: string
}

interface Candidate {
  /** The score, less where it is far from the points that the query names. */
  rank: number
  entry: number
  address: number
  score: number
  isPartial: boolean
}

/** Factor for 12a where 12 was asked for. */
const PART_OF_NUMBER = 0.85
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
/** Factors for the trust in one of several that fit: by chance, and by being the nearest. */
const RIVAL_TRUST = 0.7
const NEARER_TRUST = 0.8
/** Loss of rank beyond this distance; it decides between equals and outweighs no difference in what is written. */
const FAR_METERS = 50_000
const FAR_LOSS = 0.06

/** Of hits with this score nobody looks whether a point of interest was meant. */
const SURE_SCORE = 0.9
/** Factor for a point of interest that bears the name, and for one that a number stands beside, as beside an address. */
const NAMED_LANDMARK = 0.9
const NUMBERED_LANDMARK = 0.35
/** Factor for its rank: a street of the same name goes before it. */
const BEHIND_STREETS = 0.75

/**
 * The best hits, best first; none when nothing resembles the query. Points of interest are among them where no address is sure, behind
 * streets of the same name.
 */
export function searchAddresses(index: AddressIndex, query: AddressQuery, limit = 1): AddressHit[] {
  const hits = searchEntries(index, query, limit)
  if (!index.landmarks || (hits[0]?.score ?? 0) >= SURE_SCORE) return hits
  const rankOf = ({ kind, score }: AddressHit) => (kind === 'landmark' ? BEHIND_STREETS * score : score)
  const all = [...hits, ...searchEntries(index.landmarks, query, limit)]
  return all.sort((a, b) => rankOf(b) - rankOf(a)).slice(0, Math.min(limit, MAX_HITS))
}

function searchEntries(index: AddressIndex, query: AddressQuery, limit: number): AddressHit[] {
  const candidates: Candidate[] = []
  const cityFits = new Map<string, number>()
  for (const asked of readQuery(query, index)) {
    for (const fit of fitStreets(index, asked)) {
      const { nameFirst } = index.data
      for (let entry = nameFirst[fit.name]!; entry < nameFirst[fit.name + 1]!; entry++) {
        const candidate = weighEntry(index, asked, fit, entry, cityFits)
        if (query.countryBias && isForeign(index, entry, query.countryBias)) candidate.score *= 0.9
        if (asked.hasBox && candidate.address < 0) continue
        const near = query.near?.length ? nearness(index, candidate, query.near) : 1
        if (candidate.score >= MIN_SCORE) candidates.push({ ...candidate, rank: candidate.score * near })
      }
    }
  }
  const byRank = (a: Candidate, b: Candidate) =>
    b.rank - a.rank || size(index, b.entry) - size(index, a.entry) || a.entry - b.entry
  candidates.sort(byRank)
  if (preferAsWritten(index, candidates, query)) candidates.sort(byRank)
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
  for (const candidate of others) {
    candidate.score *= OTHERWISE_WRITTEN
    candidate.rank *= OTHERWISE_WRITTEN
  }
  return others.length > 0
}

function asWritten(text: string): string {
  return text.toLowerCase().normalize('NFC').replaceAll('ß', 'ss')
}

function weighEntry(
  index: AddressIndex,
  asked: QueryWords,
  fit: StreetFit,
  entry: number,
  cityFits: Map<string, number>,
): Omit<Candidate, 'rank'> {
  const { data } = index
  const place = weighPlace(index, asked, fit, entry, cityFits)
  if (data.entryKind[entry] === PLACE) {
    const score = fit.trust * place.factor * (fit.numbers.length > 0 ? 0.35 : 0.7)
    return { entry, address: -1, score, isPartial: true }
  }
  if (data.entryKind[entry] === LANDMARK) {
    const score = fit.trust * place.factor * (fit.numbers.length > 0 ? NUMBERED_LANDMARK : NAMED_LANDMARK)
    return { entry, address: -1, score, isPartial: place.isWrong }
  }
  const number = chooseNumber(index, entry, fit.numbers)
  const score = fit.trust * place.factor * number.factor
  return {
    entry,
    address: number.address,
    score,
    isPartial: !number.isExact || place.isWrong,
  }
}

/** The address of the entry that has the number asked for, or the nearest to it. */
function chooseNumber(index: AddressIndex, entry: number, numbers: readonly AskedNumber[]) {
  if (numbers.length === 0) return { address: -1, factor: 0.7, isExact: false }
  const first = index.data.entryFirst[entry]!
  const end = index.data.entryFirst[entry + 1]!
  let best = { address: -1, factor: 0.5, isExact: false }
  for (const asked of numbers) {
    // A second number in the query is rather a flat than a house.
    const trust = asked.trust * (asked.at === numbers[0]!.at ? 1 : 0.9)
    const value = Number.parseInt(asked.text, 10)
    let nearest = Infinity
    for (let address = first; address < end; address++) {
      const { folded, value: there } = index.houseNumber(index.data.addressNumber[address]!)
      const likeness = compareNumber(folded, there, asked.text, value)
      if (likeness * trust > best.factor)
        best = { address, factor: likeness * trust, isExact: likeness > PART_OF_NUMBER }
      // Even and odd numbers stand on different sides.
      const away = Math.abs(there - value) + (there % 2 === value % 2 ? 0 : 1.5)
      if (!(away < nearest) || best.factor > 0.58 || asked !== numbers[0]) continue
      nearest = away
      best = { address, factor: away <= 10 ? 0.58 : 0.5, isExact: false }
    }
  }
  return best
}

/** 1 where two folded numbers are the same, less where one is a part of the other, 0 where they are different. */
function compareNumber(number: string, there: number, asked: string, value: number): number {
  if (number === asked) return 1
  if (isInRange(number, value)) return 0.95
  // Queens: 203-06 is written 20306 as well.
  if (number.includes('-') && number.replace('-', '') === asked) return 0.95
  return there === value && !isHyphenated(number) ? PART_OF_NUMBER : 0
}

/** 203-06, which has nothing in common with 203-14; not 12-14, the houses 12 to 14. */
function isHyphenated(number: string): boolean {
  const parts = /^(\d+)-(\d+)/.exec(number)
  return parts !== null && Number(parts[2]) <= Number(parts[1])
}

/** Whether a building's number is a range, as 31-41, that the number lies in, on its side of the street. */
function isInRange(range: string, value: number): boolean {
  const parts = /^(\d+)[a-z]?[-\u2013](\d+)/.exec(range)
  if (!parts) return false
  const from = Number(parts[1])
  return value >= from && value <= Number(parts[2]) && (value - from) % 2 === 0
}

/** 1 at one of the points, a little less far from all of them. */
function nearness(
  index: AddressIndex,
  candidate: Pick<Candidate, 'entry' | 'address'>,
  near: readonly { lat: number; lng: number }[],
): number {
  const { latE7, lngE7 } = pointOf(index, candidate)
  let meters = FAR_METERS
  for (const { lat, lng } of near) {
    meters = Math.min(meters, distanceMetersE7(latE7, lngE7, Math.round(lat * 1e7), Math.round(lng * 1e7)))
  }
  return 1 - FAR_LOSS * (meters / FAR_METERS)
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
  const isNearer = second.rank < RIVAL_SCORE * first.rank
  for (const candidate of best) candidate.score *= isNearer ? NEARER_TRUST : RIVAL_TRUST
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

function pointOf({ data }: AddressIndex, { entry, address }: Pick<Candidate, 'entry' | 'address'>) {
  if (address < 0) return { latE7: data.entryLatE7[entry]!, lngE7: data.entryLngE7[entry]! }
  return { latE7: data.addressLatE7[address]!, lngE7: data.addressLngE7[address]! }
}

/** The record of an entry and one of its addresses (-1: none). */
export function toHit(index: AddressIndex, candidate: Omit<Candidate, 'rank'>): AddressHit {
  const { data } = index
  const { entry, address, score, isPartial } = candidate
  const { latE7, lngE7 } = pointOf(index, candidate)
  const isPlace = data.entryKind[entry] === PLACE
  const isLandmark = data.entryKind[entry] === LANDMARK
  const name = index.text(data.entryName[entry]!)
  return {
    score: Math.round(score * 1000) / 1000,
    isPartial,
    kind: isLandmark ? 'landmark' : isPlace ? 'place' : address < 0 ? 'street' : 'address',
    lat: latE7 / 1e7,
    lng: lngE7 / 1e7,
    name: isLandmark ? name : '',
    street: isPlace || isLandmark ? '' : name,
    houseNumber: address < 0 ? '' : index.text(data.addressNumber[address]!),
    city: isPlace ? name : index.text(data.entryCity[entry]!),
    postcode: index.text(data.entryPostcode[entry]!),
    countryCode: index.text(data.entryCountry[entry]!),
  }
}
