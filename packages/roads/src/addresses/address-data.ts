// The finished address index as flat arrays: every street once per city and postcode, its house numbers in order, and the lookup tables
// (similar names, postcodes, nearness). Kept on disk and used from there without conversion.

import type { ArraysOf } from '../foundation/array-block.ts'

export const STREET = 0
export const PLACE = 1
export const LANDMARK = 2

/**
 * Element type of each array, in file order. Texts are stored by number; number 0 is the empty text. Entry e is a street in a city, or a
 * place; its addresses are [entryFirst[e] .. entryFirst[e + 1]).
 */
export const ADDRESS_ARRAYS = {
  /** All texts, see texts.ts. */
  textFirst: 'i32',
  /** Text of each name, and its first entry: entries of name n are [nameFirst[n] .. nameFirst[n + 1]). */
  names: 'i32',
  nameFirst: 'i32',
  entryName: 'i32',
  entryCity: 'i32',
  /** Municipality, when its name differs from the city's. */
  entryArea: 'i32',
  entryPostcode: 'i32',
  entryCountry: 'i32',
  /** A point on the street. */
  entryLatE7: 'i32',
  entryLngE7: 'i32',
  entryFirst: 'i32',
  /** Number text of each address as written. */
  addressNumber: 'i32',
  addressLatE7: 'i32',
  addressLngE7: 'i32',
  /** Texts of all towns and municipalities. */
  cities: 'i32',
  /** Other names of a town, by the number of the town's text. */
  cityText: 'i32',
  cityAlias: 'i32',
  /**
   * Folded postcodes in ascending order, and the entries of each: those of postcode p are postcodeEntry[postcodeFirst[p] .. postcodeFirst[p
   * + 1]).
   */
  postcodeTextFirst: 'i32',
  postcodeFirst: 'i32',
  postcodeEntry: 'i32',
  /** See name-spellings.ts. */
  spellingTextFirst: 'i32',
  spellingName: 'i32',
  spellingFirstOfName: 'i32',
  /** Numbers written in words that occur in names, as texts. */
  numberWords: 'i32',
  /** See trigrams.ts. */
  trigramFirst: 'i32',
  trigramNames: 'i32',
  trigramSizes: 'i32',
  /** Spatial index of all addresses, see point-index.ts. */
  addressPoints: 'u8',
  textBytes: 'u8',
  postcodeBytes: 'u8',
  spellingBytes: 'u8',
  spellingFlags: 'u8',
  /** STREET or PLACE; in the index of landmarks always LANDMARK. */
  entryKind: 'u8',
} as const

export interface AddressData extends ArraysOf<typeof ADDRESS_ARRAYS> {
  /** Points of interest: a separate index, so that the many names of shops do not slow or disturb the search for streets. */
  landmarks?: AddressData
}
