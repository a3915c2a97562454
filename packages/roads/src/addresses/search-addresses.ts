// Finds addresses for a query: candidate streets by similar letters or by postcode, then each scored by street, place and number. Word
// order is free. Scores are honest: an address that is not in the data scores at most 0.6.

import { distanceMetersE7 } from '../foundation/geo.ts'
import { LANDMARK, PLACE } from './address-data.ts'
import type { AddressIndex, HouseNumber } from './address-index.ts'
import { type CityFit, type PlaceFit, weighPlace } from './place-fit.ts'
import { type AddressQuery, type AskedNumber, type QueryWords, readQuery } from './query-words.ts'
import { splitUnit } from './said-address.ts'
import { fitShortened, fitStreets, listSpellings, type StreetFit } from './street-fit.ts'

export interface AddressHit {
  /** Trust, 0..1. */
  score: number
  /** Only a part of the query was found: no such number, no number requested, another place, a place only. */
  isPartial: boolean
  kind: 'address' | 'street' | 'place' | 'landmark'
  /** Name of a landmark; empty for all others. */
  name: string
  lat: number
  lng: number
  /** Empty texts when not in the data. */
  street: string
  houseNumber: string
  /** Staircase, flat or door, when the map distinguishes them. */
  unit: string
  city: string
  postcode: string
  countryCode: string
}

interface Candidate {
  /** The score, reduced for addresses far from the query's points. */
  rank: number
  entry: number
  address: number
  /** Score for ranking candidates. */
  score: number
  /** Certainty that this one is meant, without regard to rivals. */
  certainty: number
  isPartial: boolean
  /** Number of mistakes in the street's name, and of its letters; 0 letters when it is no street. */
  edits: number
  letters: number
  /** 1 near the query's points, lower far from them. */
  near: number
}

/** Factor for 12a when 12 was requested. */
const PART_OF_NUMBER = 0.85
/** Factor for 12 when 12 bis was requested; still preferred to a second number, which is more likely a flat. */
const CUT_NUMBER = 0.92
/** Factor for a building whose number is a range that contains the requested one. */
const IN_RANGE = 0.95
/** Factor for a house with another unit, or without the requested one: its door is near. */
const OTHER_UNIT = 0.995
const MAX_HITS = 20
const MIN_SCORE = 0.05
/**
 * When the second hit has at least this share of the best score but lies elsewhere, the query is ambiguous; all scores are then lowered.
 */
const RIVAL_SCORE = 0.98
/** Factor on the score of a street that is written differently: below `RIVAL_SCORE`, so that it is no longer a rival. */
const OTHERWISE_WRITTEN = 0.96
const RIVAL_DEGREES_E7 = 50_000
/** Factors on the trust in one of several equal hits: chosen by chance, and chosen as the nearest. */
const RIVAL_TRUST = 0.7
const NEARER_TRUST = 0.73
/** Reduction of the rank beyond this distance; decides only between equally well written hits. */
const FAR_METERS = 50_000
const FAR_LOSS = 0.06

/** When no hit scores above this, streets are also searched by partial names. */
const POOR_SCORE = 0.6
/** A misspelt name is doubtful when another hit has this share of its score. */
const CLOSE_SCORE = 0.93
/** A hit with a certainty below the first number is shown as doubtful, with at most the second: programs accept 0.75 and more. */
const SURE_CERTAINTY = 0.75
const DOUBTFUL = 0.7
/** When no town is given, a town within this distance of a point of the query is assumed. */
const TOWN_METERS = 15_000
/** Among several hits, one nearer than the first distance is meant when all others are farther than the second. */
const AT_HAND_METERS = 5_000
const ELSEWHERE_METERS = 30_000

/** For hits with this score, points of interest are not searched. */
const SURE_SCORE = 0.9
/** Factor for a point of interest with the name, and for one followed by a number as in an address. */
const NAMED_LANDMARK = 0.9
const NUMBERED_LANDMARK = 0.35
/** Factor on its rank: streets with the same name come first. */
const BEHIND_STREETS = 0.75

/**
 * Best hits, best first; none when nothing resembles the query. Includes points of interest when no address is certain, after streets of
 * the same name.
 */
export function searchAddresses(index: AddressIndex, query: AddressQuery, limit = 1): AddressHit[] {
  const hits = searchEntries(index, query, limit)
  if (!index.landmarks || (hits[0]?.score ?? 0) >= SURE_SCORE) return hits
  const computeRank = ({ kind, score }: AddressHit) => (kind === 'landmark' ? BEHIND_STREETS * score : score)
  const all = [...hits, ...searchEntries(index.landmarks, query, limit)]
  return all.sort((a, b) => computeRank(b) - computeRank(a)).slice(0, Math.min(limit, MAX_HITS))
}

function searchEntries(index: AddressIndex, query: AddressQuery, limit: number): AddressHit[] {
  const candidates: Candidate[] = []
  const cityFits = new Map<string, CityFit>()
  const readings = readQuery(query, index).map((asked) => ({ asked, spellings: listSpellings(index, asked) }))
  const add = (asked: QueryWords, fits: readonly StreetFit[]) => {
    for (const fit of fits) addCandidates(index, query, asked, fit, cityFits, candidates)
  }
  for (const { asked, spellings } of readings) add(asked, fitStreets(index, asked, spellings))
  if (candidates.every(({ score }) => score < POOR_SCORE)) {
    for (const { asked, spellings } of readings) add(asked, fitShortened(index, asked, spellings))
  }
  const byRank = (a: Candidate, b: Candidate) =>
    b.rank - a.rank || size(index, b.entry) - size(index, a.entry) || a.entry - b.entry
  candidates.sort(byRank)
  if (preferAsWritten(index, candidates, query)) candidates.sort(byRank)
  const best = distinct(index, candidates, Math.max(limit, 2))
  const factor = factorOfRivals(index, best)
  const hits = best.slice(0, Math.min(limit, MAX_HITS))
  return hits.map((candidate) => toHit(index, { ...candidate, score: trustIn(candidate, best, candidates) * factor }))
}

/** The score shown to users: the certainty when it is high enough, otherwise a value that marks the hit as doubtful. */
function trustIn(candidate: Candidate, best: readonly Candidate[], all: readonly Candidate[]): number {
  const { certainty, score } = candidate
  if (certainty >= SURE_CERTAINTY && !isSlipDoubtful(candidate, best, all)) return certainty
  return candidate.isPartial ? score : Math.min(score, DOUBTFUL)
}

/** Whether a misspelt name is doubtful: another one fits nearly as well, or is written exactly so elsewhere. */
function isSlipDoubtful(candidate: Candidate, best: readonly Candidate[], all: readonly Candidate[]): boolean {
  if (candidate.edits === 0) return false
  const isClose = (other: Candidate) => other !== candidate && other.score >= CLOSE_SCORE * candidate.score
  const isWritten = ({ edits, letters }: Candidate) => edits === 0 && letters >= candidate.letters - 2
  return best.some(isClose) || all.some(isWritten)
}

function addCandidates(
  index: AddressIndex,
  query: AddressQuery,
  asked: QueryWords,
  fit: StreetFit,
  cityFits: Map<string, CityFit>,
  candidates: Candidate[],
): void {
  const { nameFirst } = index.data
  for (let entry = nameFirst[fit.name]!; entry < nameFirst[fit.name + 1]!; entry++) {
    const place = weighPlace(index, asked, fit, entry, cityFits)
    const candidate = weighEntry(index, fit, entry, place)
    if (query.countryBias && isForeign(index, entry, query.countryBias)) {
      candidate.score *= 0.9
      candidate.certainty *= 0.9
    }
    if ((asked.hasBox && candidate.address < 0) || candidate.score < MIN_SCORE) continue
    const near = query.near?.length ? nearness(index, candidate, query.near) : 1
    const certainty =
      place.isSilent && query.near?.length ? certaintyNear(candidate.certainty, near) : candidate.certainty
    candidates.push({ ...candidate, certainty, near, rank: candidate.score * near })
  }
}

/**
 * Prefers the exact spelling among streets in one city whose names differ only by accents (Boda and Böda). Returns whether that changed
 * anything.
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
  fit: StreetFit,
  entry: number,
  place: PlaceFit,
): Omit<Candidate, 'rank' | 'near'> {
  const kind = index.data.entryKind[entry]
  const { edits, letters } = fit
  if (kind === PLACE || kind === LANDMARK) {
    const isNumbered = fit.numbers.length > 0
    const factor = kind === PLACE ? (isNumbered ? 0.35 : 0.7) : isNumbered ? NUMBERED_LANDMARK : NAMED_LANDMARK
    const score = fit.trust * place.factor * factor
    const isPartial = kind === PLACE || place.isWrong
    return { entry, address: -1, score, certainty: score, isPartial, edits, letters: 0 }
  }
  const number = chooseNumber(index, entry, fit)
  const score = fit.trust * place.factor * number.factor
  const isPartial = !number.isExact || place.isWrong
  const certainty = isPartial ? score : fit.certainty * place.certainty * number.factor
  return { entry, address: number.address, score, certainty, isPartial, edits, letters }
}

/** Certainty when the query gives no town but points near by: as high as for a given town, within a town's width. */
function certaintyNear(certainty: number, near: number): number {
  return near >= nearnessAt(TOWN_METERS) ? certainty * (0.96 / 0.85) : certainty
}

/** Countries that write the unit before the house (5/44 is house 44), by the separator. */
const UNIT_FIRST: Readonly<Record<string, ReadonlySet<string>>> = { '/': new Set(['AU', 'NZ']), '-': new Set(['CA']) }
/** Countries where a letter after the number is a staircase, not a house. */
const LETTER_IS_STAIRCASE = new Set(['FI'])

/** The address of the entry with the requested number, or the nearest one. */
function chooseNumber(index: AddressIndex, entry: number, fit: Pick<StreetFit, 'numbers' | 'from'>) {
  const country = index.text(index.data.entryCountry[entry]!)
  const numbers = fit.numbers.filter((asked) => isPartMeant(asked, country, fit.from))
  if (numbers.length === 0) return { address: -1, factor: 0.7, isExact: false }
  const first = index.data.entryFirst[entry]!
  const end = index.data.entryFirst[entry + 1]!
  let best = { address: -1, factor: 0.5, isExact: false }
  for (const asked of numbers) {
    // A second number in the query is more likely a flat than a house.
    const trust = asked.trust * (asked.at === numbers[0]!.at ? 1 : 0.9)
    const value = Number.parseInt(asked.text, 10)
    const isCut = asked.isCut === true && !LETTER_IS_STAIRCASE.has(country)
    let nearest = Infinity
    for (let address = first; address < end; address++) {
      const there = index.houseNumber(index.data.addressNumber[address]!)
      const isCovered = isInRange(there.folded, asked, value) && !hasHyphenated(index, first, end)
      const likeness = isCovered ? IN_RANGE : compareNumber(there, asked, value)
      const factor = Math.min(likeness, isCut ? CUT_NUMBER : 1) * trust
      if (factor > best.factor) best = { address, factor, isExact: likeness > PART_OF_NUMBER && !isCut }
      // Even and odd numbers are on different sides of the street.
      const away = Math.abs(there.value - value) + (there.value % 2 === value % 2 ? 0 : 1.5)
      if (!(away < nearest) || best.factor > 0.58 || asked !== numbers[0]) continue
      nearest = away
      best = { address, factor: away <= 10 ? 0.58 : 0.5, isExact: false }
    }
  }
  return best
}

/** Whether a part of a two-part number is the house. When the country is unknown, a unit comes first only before the street. */
function isPartMeant({ part, at }: AskedNumber, country: string, streetFrom: number): boolean {
  if (!part) return true
  const isUnknown = country === '' && part.separator === '/' && at < streetFrom
  return part.isLast === (isUnknown || UNIT_FIRST[part.separator]!.has(country))
}

/** 1 when two numbers are equal, less when one is a part of the other, 0 when they differ. */
function compareNumber({ folded, value: there, unit }: HouseNumber, asked: AskedNumber, value: number): number {
  // Among several units of one house, the requested one.
  if (folded === asked.text) return unit === (asked.part?.unit ?? '') ? 1 : OTHER_UNIT
  if (unit !== '' && /^[a-z]$/.test(unit) && folded + unit === asked.text) return 1
  // Queens: 203-06 is also written 20306.
  if (folded.includes('-') && folded.replace('-', '') === asked.text) return 0.95
  return there === value && !isHyphenated(folded) ? PART_OF_NUMBER : 0
}

/** 203-06, which is unrelated to 203-14; not 12-14, which means houses 12 to 14. */
function isHyphenated(number: string): boolean {
  const parts = /^(\d+)-(\d+)/.exec(number)
  return parts !== null && Number(parts[2]) <= Number(parts[1])
}

/** Whether these addresses of a street have single houses with a hyphen: 86-91 is no range then, although it looks like one. */
function hasHyphenated(index: AddressIndex, first: number, end: number): boolean {
  const numbers = index.data.addressNumber.subarray(first, end)
  return numbers.some((number) => isHyphenated(index.houseNumber(number).folded))
}

/** Whether a building's number is a range, such as 31-41, that contains the asked number on the same side of the street. */
function isInRange(range: string, asked: AskedNumber, value: number): boolean {
  // 89-42 is a single house in Queens, not part of 87-89.
  if (asked.part !== undefined || !/^\d+[a-z]?$/.test(asked.text) || range === asked.text) return false
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
  const { latE7, lngE7 } = getPoint(index, candidate)
  let meters = FAR_METERS
  for (const { lat, lng } of near) {
    meters = Math.min(meters, distanceMetersE7(latE7, lngE7, Math.round(lat * 1e7), Math.round(lng * 1e7)))
  }
  return nearnessAt(meters)
}

function nearnessAt(meters: number): number {
  return 1 - FAR_LOSS * (Math.min(meters, FAR_METERS) / FAR_METERS)
}

/** Hits at distinct points; several candidates may mean the same house. */
function distinct(index: AddressIndex, candidates: readonly Candidate[], limit: number): Candidate[] {
  const chosen: Candidate[] = []
  for (const candidate of candidates) {
    if (chosen.length >= limit) break
    if (!chosen.some((other) => isNear(index, other, candidate))) chosen.push(candidate)
  }
  return chosen
}

/** Factor on the trust in one of several hits that fit equally well in different places. */
function factorOfRivals(index: AddressIndex, [first, second]: readonly Candidate[]): number {
  if (!first || !second || second.score < RIVAL_SCORE * first.score) return 1
  if (isNear(index, first, second)) return 1
  // One is near and the others are far away: the near one is meant.
  const isAtHand = first.near >= nearnessAt(AT_HAND_METERS) && second.near <= nearnessAt(ELSEWHERE_METERS)
  if (isAtHand) return 1
  return second.rank < RIVAL_SCORE * first.rank ? NEARER_TRUST : RIVAL_TRUST
}

function isNear(index: AddressIndex, left: Candidate, right: Candidate): boolean {
  const a = getPoint(index, left)
  const b = getPoint(index, right)
  return Math.abs(a.latE7 - b.latE7) < RIVAL_DEGREES_E7 && Math.abs(a.lngE7 - b.lngE7) < RIVAL_DEGREES_E7
}

function isForeign(index: AddressIndex, entry: number, country: string): boolean {
  const code = index.text(index.data.entryCountry[entry]!)
  return code !== '' && code !== country.toUpperCase()
}

function size(index: AddressIndex, entry: number): number {
  return index.data.entryFirst[entry + 1]! - index.data.entryFirst[entry]!
}

function getPoint({ data }: AddressIndex, { entry, address }: Pick<Candidate, 'entry' | 'address'>) {
  if (address < 0) return { latE7: data.entryLatE7[entry]!, lngE7: data.entryLngE7[entry]! }
  return { latE7: data.addressLatE7[address]!, lngE7: data.addressLngE7[address]! }
}

/** Record of an entry and one of its addresses (-1: none). */
export function toHit(
  index: AddressIndex,
  candidate: Pick<Candidate, 'entry' | 'address' | 'score' | 'isPartial'>,
): AddressHit {
  const { data } = index
  const { entry, address, score, isPartial } = candidate
  const { latE7, lngE7 } = getPoint(index, candidate)
  const isPlace = data.entryKind[entry] === PLACE
  const isLandmark = data.entryKind[entry] === LANDMARK
  const name = index.text(data.entryName[entry]!)
  const { number, unit } = splitUnit(address < 0 ? '' : index.text(data.addressNumber[address]!))
  return {
    score: Math.round(score * 1000) / 1000,
    isPartial,
    kind: isLandmark ? 'landmark' : isPlace ? 'place' : address < 0 ? 'street' : 'address',
    lat: latE7 / 1e7,
    lng: lngE7 / 1e7,
    name: isLandmark ? name : '',
    street: isPlace || isLandmark ? '' : name,
    houseNumber: number,
    unit,
    city: isPlace ? name : index.text(data.entryCity[entry]!),
    postcode: index.text(data.entryPostcode[entry]!),
    countryCode: index.text(data.entryCountry[entry]!),
  }
}
