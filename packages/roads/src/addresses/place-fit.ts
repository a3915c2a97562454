// How well what a query says about the place (town, postcode, country) agrees with a street's.

import { isTooShort, spellLike } from '../names/short-forms.ts'
import type { AddressIndex, CityForm } from './address-index.ts'
import { editDistance, forgivenEdits } from './edit-distance.ts'
import { isNearPostcode, type QueryWords } from './query-words.ts'
import type { StreetFit } from './street-fit.ts'

export interface PlaceFit {
  /** 0..1, to multiply the trust with. */
  factor: number
  /** The query names another place. */
  isWrong: boolean
}

type Agreement = 'same' | 'near' | 'silent' | 'other'

/** By what the query says of the town and of the postcode; `silent`: nothing, on either side. */
const FACTORS: Readonly<Record<'same' | 'silent' | 'other', Readonly<Record<Agreement, number>>>> = {
  same: { same: 1, near: 0.97, silent: 0.97, other: 0.8 },
  silent: { same: 0.97, near: 0.8, silent: 0.85, other: 0.5 },
  other: { same: 0.75, near: 0.55, silent: 0.45, other: 0.3 },
}

export function weighPlace(
  index: AddressIndex,
  asked: QueryWords,
  fit: Pick<StreetFit, 'rest' | 'restShort'>,
  entry: number,
  cityFits: Map<string, number>,
): PlaceFit {
  const { data } = index
  const postcode = comparePostcodes(asked.postcode, index.keyOf(data.entryPostcode[entry]!))
  const country = index.text(data.entryCountry[entry]!)
  const isForeign = asked.country !== '' && country !== '' && country !== asked.country
  const city = fitCity(index, fit, entry, cityFits)
  // A town that is written wrongly costs little, one that is not this one costs most of the trust.
  const agreement = fit.rest.length === 0 || city.isUnknown ? 'silent' : city.similarity > 0 ? 'same' : 'other'
  const misspelling = agreement === 'same' ? 0.5 + 0.5 * city.similarity : 1
  const factor = FACTORS[agreement][postcode] * misspelling * (isForeign ? 0.4 : 1)
  return { factor, isWrong: agreement === 'other' || postcode === 'other' || isForeign }
}

function comparePostcodes(asked: string, known: string): Agreement {
  if (asked === '' || known === '') return 'silent'
  if (asked === known) return 'same'
  // Of a postcode in two parts often only the first is known, here or there.
  if (known.startsWith(asked) && asked.length >= 2 && /[a-z]/.test(known)) return 'same'
  if (asked.length >= 4 && known.length >= 4 && (asked.startsWith(known) || known.startsWith(asked))) return 'same'
  return isNearPostcode(asked, known) ? 'near' : 'other'
}

type Rest = Pick<StreetFit, 'rest' | 'restShort'>

/** Similarity 0..1 of the words beside the street to the entry's town or municipality, less for words that are neither. */
function fitCity(index: AddressIndex, fit: Rest, entry: number, cityFits: Map<string, number>) {
  const names = [...new Set([index.data.entryCity[entry]!, index.data.entryArea[entry]!])].filter((text) => text !== 0)
  if (names.length === 0) return { similarity: 0, isUnknown: true }
  const said = fit.rest.join(' ')
  let similarity = 0
  for (const name of names) {
    const memo = `${name} ${said}`
    let best = cityFits.get(memo)
    if (best === undefined) {
      best = Math.max(0, ...index.cityForms(name).map((form) => form.trust * similarityOf(fit, form)))
      cityFits.set(memo, best)
    }
    similarity = Math.max(similarity, best)
  }
  return { similarity, isUnknown: false }
}

/** Best run of words against a town's key; what no run explains takes trust away by its share of the letters. */
function similarityOf({ rest, restShort }: Rest, { words, key }: CityForm): number {
  const said = restShort.includes(true) ? spellLike(rest, restShort, words) : rest
  const letters = said.reduce((sum, word) => sum + word.length, 0)
  const limit = forgivenEdits(key.length)
  let best = 0
  for (let from = 0; from < said.length; from++) {
    let joined = ''
    for (let to = from + 1; to <= said.length; to++) {
      joined += said[to - 1]
      if (joined.length > key.length + limit) break
      const edits = editDistance(joined, key, limit)
      if (edits > limit || isTooShort(rest, from, to, key)) continue
      const explained = joined.length / letters
      best = Math.max(best, (1 - edits / key.length) * (0.7 + 0.3 * explained))
    }
  }
  return best
}
