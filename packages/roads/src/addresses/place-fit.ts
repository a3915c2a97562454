// How well the place in a query (town, postcode, country) agrees with a street's.

import { isTooShort, spellLike } from '../names/short-forms.ts'
import { PLACE } from './address-data.ts'
import type { AddressIndex, CityForm } from './address-index.ts'
import { certaintyOfSlips, editDistance, forgivenEdits } from './edit-distance.ts'
import { isNearPostcode, type QueryWords } from './query-words.ts'
import type { StreetFit } from './street-fit.ts'

export interface PlaceFit {
  /** 0..1: ranks candidates. */
  factor: number
  /** 0..1: certainty that this place is meant. */
  certainty: number
  /** The query contains neither town nor postcode. */
  isSilent: boolean
  /** The query names another place. */
  isWrong: boolean
}

type Agreement = 'same' | 'near' | 'silent' | 'other'

/** Factors by the agreement of the town and of the postcode; `silent`: one side does not say. */
const FACTORS: Readonly<Record<'same' | 'silent' | 'other', Readonly<Record<Agreement, number>>>> = {
  same: { same: 1, near: 0.97, silent: 0.97, other: 0.8 },
  silent: { same: 0.97, near: 0.8, silent: 0.85, other: 0.5 },
  other: { same: 0.75, near: 0.55, silent: 0.45, other: 0.3 },
}

/** Certainties likewise: a typing error in the town, or an extra word, does not make it wrong. */
const CERTAINTIES: typeof FACTORS = {
  same: { same: 1, near: 0.98, silent: 0.98, other: 0.8 },
  silent: { same: 0.98, near: 0.7, silent: 0.85, other: 0.5 },
  other: { same: 0.75, near: 0.55, silent: 0.45, other: 0.3 },
}
/** Certainty of a town that is only partly named, when the words are another town's full name or other words follow. */
const OTHER_TOWN = 0.7
/** Factor for a street with a longer name in the query than on the map. */
const OTHER_NAME = 0.74

export function weighPlace(
  index: AddressIndex,
  asked: QueryWords,
  fit: Rest,
  entry: number,
  cityFits: Map<string, CityFit>,
): PlaceFit {
  const { data } = index
  const postcode = comparePostcodes(asked.postcode, index.keyOf(data.entryPostcode[entry]!))
  const country = index.text(data.entryCountry[entry]!)
  const isForeign = asked.country !== '' && country !== '' && country !== asked.country
  const city = fitCity(index, fit, entry, cityFits)
  // A misspelt town costs little trust, a different town most of it.
  const isPlace = data.entryKind[entry] === PLACE
  const isRecipient = !isPlace && postcode === 'same' && city?.similarity === 0 && namesRecipient(index, fit)
  const isSaid = fit.rest.length > 0 && city !== undefined && !isRecipient
  const agreement = !isSaid ? 'silent' : city.similarity > 0 ? 'same' : 'other'
  const isSilent = agreement === 'silent' && postcode === 'silent'
  // The query names a place, but the map does not say where the street is.
  const isUnheard = isSilent && (fit.rest.length > 0 || asked.postcode !== '')
  const misspelling = agreement === 'same' ? 0.5 + 0.5 * city!.similarity : 1
  const foreign = isForeign ? 0.4 : 1
  const doubt = agreement === 'same' && postcode !== 'same' && city!.isOther ? OTHER_TOWN : 1
  const isMore = hasMoreOfName(fit, isSaid ? city : undefined)
  const slips = agreement === 'same' ? certaintyOfSlips(city!.edits, city!.letters) : 1
  return {
    factor: FACTORS[agreement][postcode] * misspelling * foreign,
    certainty: CERTAINTIES[agreement][postcode] * slips * doubt * foreign * (isMore || isUnheard ? OTHER_NAME : 1),
    isSilent: isSilent && !isUnheard,
    isWrong: agreement === 'other' || postcode === 'other' || isForeign,
  }
}

/** Whether a word that is no part of the town is next to the street, as if it were part of its name: Alte Landstrasse. */
function hasMoreOfName({ rest, restBefore, touchesBefore, touchesAfter }: Rest, city: CityFit | undefined): boolean {
  const isOfCity = (at: number) => city !== undefined && at >= city.from && at < city.to
  return (
    (touchesBefore && !isOfCity(restBefore - 1)) || (touchesAfter && restBefore < rest.length && !isOfCity(restBefore))
  )
}

/** Whether all extra words precede the street and name no town: they are then the recipient's name. */
function namesRecipient(index: AddressIndex, { rest, restBefore }: Rest): boolean {
  if (restBefore < rest.length) return false
  return !rest.some((_, from) => rest.some((__, to) => to >= from && index.isCity(rest.slice(from, to + 1).join(''))))
}

function comparePostcodes(asked: string, known: string): Agreement {
  if (asked === '' || known === '') return 'silent'
  if (asked === known) return 'same'
  // Often only the first half of a two-part postcode is known, in the query or on the map.
  if (known.startsWith(asked) && asked.length >= 2 && /[a-z]/.test(known)) return 'same'
  if (asked.length >= 4 && known.length >= 4 && (asked.startsWith(known) || known.startsWith(asked))) return 'same'
  return isNearPostcode(asked, known) ? 'near' : 'other'
}

type Rest = Pick<StreetFit, 'rest' | 'restShort' | 'restBefore' | 'touchesBefore' | 'touchesAfter'>

export interface CityFit {
  /** 0..1, lower for words that are no part of the town's name. */
  similarity: number
  /** Number of mistakes in the town's name, and its length. */
  edits: number
  letters: number
  /** Range [from .. to) of the extra words that name the town. */
  from: number
  to: number
  /** The words more likely name another town. */
  isOther: boolean
}

const NO_CITY: CityFit = { similarity: 0, edits: 0, letters: 0, from: 0, to: 0, isOther: false }

/** Fit of the extra words with the entry's town or municipality; undefined when the map has neither. */
function fitCity(index: AddressIndex, fit: Rest, entry: number, cityFits: Map<string, CityFit>): CityFit | undefined {
  const names = [...new Set([index.data.entryCity[entry]!, index.data.entryArea[entry]!])].filter((text) => text !== 0)
  if (names.length === 0) return undefined
  const said = fit.rest.join(' ')
  let best = NO_CITY
  for (const name of names) {
    const memo = `${name} ${said}`
    let fitting = cityFits.get(memo)
    if (fitting === undefined) {
      fitting = NO_CITY
      for (const form of index.cityForms(name)) {
        const one = fitForm(index, fit, form)
        if (one.similarity > fitting.similarity) fitting = one
      }
      cityFits.set(memo, fitting)
    }
    if (fitting.similarity > best.similarity) best = fitting
  }
  return best
}

/** Best run of words for a town's key; unmatched words reduce the similarity by their share of the letters. */
function fitForm(index: AddressIndex, { rest, restShort }: Rest, { words, key, trust }: CityForm): CityFit {
  const said = restShort.includes(true) ? spellLike(rest, restShort, words) : rest
  const letters = said.reduce((sum, word) => sum + word.length, 0)
  const limit = forgivenEdits(key.length)
  let best = NO_CITY
  for (let from = 0; from < said.length; from++) {
    let joined = ''
    for (let to = from + 1; to <= said.length; to++) {
      joined += said[to - 1]
      if (joined.length > key.length + limit) break
      const edits = editDistance(joined, key, limit)
      if (edits > limit || isTooShort(rest, from, to, key)) continue
      const explained = joined.length / letters
      const similarity = trust * (1 - edits / key.length) * (0.7 + 0.3 * explained)
      if (similarity <= best.similarity) continue
      // `Bellerose` is no short form of Bellerose Terrace when a town of that name exists, nor `Frankfurt Oder` one of Frankfurt am Main.
      const isPart = trust <= 0.95
      const isOther = (isPart && (index.isCity(joined) || to < said.length)) || (edits > 0 && index.isCity(joined))
      best = { similarity, edits, letters: key.length, from, to, isOther }
    }
  }
  return best
}
