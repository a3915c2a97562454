// The finished address index: every street once for each city and postcode it has, its house numbers in order, and the
// ways into it (similar names, postcodes, nearness). Plain data: kept on disk and handed between threads as it stands.

import { PointIndex } from '../shapes/point-index.ts'
import { foldKey } from './fold.ts'
import { buildTrigrams, type TrigramIndex } from './trigrams.ts'

export const STREET = 0
export const PLACE = 1

/** Entry e is a street in a city, or a place; its addresses are [entryFirst[e] .. entryFirst[e + 1]). */
export interface AddressData {
  /** All texts; number 0 is the empty one. */
  strings: string[]
  /** Text of each name, and where its entries begin: entries of name n are [nameFirst[n] .. nameFirst[n + 1]). */
  names: Int32Array
  nameFirst: Int32Array
  entryName: Int32Array
  entryCity: Int32Array
  /** Municipality where it has another name than the city. */
  entryArea: Int32Array
  entryPostcode: Int32Array
  entryCountry: Int32Array
  /** STREET or PLACE. */
  entryKind: Uint8Array
  /** A point of the street that lies on it. */
  entryLatE7: Int32Array
  entryLngE7: Int32Array
  entryFirst: Int32Array
  /** Number text of each address as written. */
  addressNumber: Int32Array
  addressLatE7: Int32Array
  addressLngE7: Int32Array
  addressPoints: ArrayBuffer | undefined
}

export interface AddressFacts {
  addressCount: number
  streetCount: number
  placeCount: number
}

/** The data with the lookups that are made anew when it is opened. */
export class AddressIndex {
  readonly data: AddressData
  /** Folded key of each name. */
  readonly nameKeys: string[]
  readonly nameHasDigit: boolean[]
  readonly trigrams: TrigramIndex
  /** Entries of a folded postcode. */
  readonly entriesOfPostcode = new Map<string, number[]>()
  readonly points: PointIndex
  private readonly keys = new Map<number, string>()
  private entryOfAddress: Int32Array | undefined

  constructor(data: AddressData) {
    this.data = data
    this.nameKeys = Array.from(data.names, (text) => foldKey(data.strings[text]!))
    this.nameHasDigit = this.nameKeys.map((key) => /\d/.test(key))
    this.trigrams = buildTrigrams(this.nameKeys)
    for (let entry = 0; entry < data.entryPostcode.length; entry++) {
      const postcode = this.keyOf(data.entryPostcode[entry]!)
      if (postcode === '') continue
      const there = this.entriesOfPostcode.get(postcode)
      if (there) there.push(entry)
      else this.entriesOfPostcode.set(postcode, [entry])
    }
    this.points = new PointIndex(data.addressLatE7, data.addressLngE7, data.addressPoints)
  }

  get facts(): AddressFacts {
    let placeCount = 0
    for (const kind of this.data.entryKind) if (kind === PLACE) placeCount++
    const streetCount = this.data.entryKind.length - placeCount
    return { addressCount: this.data.addressNumber.length, streetCount, placeCount }
  }

  text(number: number): string {
    return this.data.strings[number]!
  }

  /** Folded key of a text, by its number. */
  keyOf(text: number): string {
    const known = this.keys.get(text)
    if (known !== undefined) return known
    const key = foldKey(this.data.strings[text]!)
    this.keys.set(text, key)
    return key
  }

  /** The entry that an address belongs to. */
  entryOf(address: number): number {
    if (!this.entryOfAddress) {
      const { entryFirst, addressNumber } = this.data
      this.entryOfAddress = new Int32Array(addressNumber.length)
      for (let entry = 0; entry < entryFirst.length - 1; entry++) {
        this.entryOfAddress.fill(entry, entryFirst[entry], entryFirst[entry + 1])
      }
    }
    return this.entryOfAddress[address]!
  }
}
