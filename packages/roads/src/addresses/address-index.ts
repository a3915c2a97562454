// The finished address index: every street once for each city and postcode it has, its house numbers in order, and the
// ways into it (similar names, postcodes, nearness). Plain data: kept on disk and handed between threads as it stands.

import { findGroup } from '../foundation/groups.ts'
import { foldKey, foldWords } from '../names/fold.ts'
import { PointIndex } from '../shapes/point-index.ts'
import { NameSpellings } from './name-spellings.ts'

export const STREET = 0
export const PLACE = 1
export const LANDMARK = 2

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
  /** STREET or PLACE; LANDMARK alone in the index of landmarks. */
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
  /** Another text of a name (place in `names`): what a street is called as well. */
  aliasName: Int32Array
  aliasText: Int32Array
  /** Another text of a town, by the town's text. */
  cityText: Int32Array
  cityAlias: Int32Array
  /** Points of interest: an index of their own, so that the many names of shops stand in no street's way. */
  landmarks?: AddressData
}

export interface AddressFacts {
  addressCount: number
  streetCount: number
  placeCount: number
  landmarkCount: number
}

/** A way to name a town. */
export interface CityForm {
  words: string[]
  key: string
  /** 0..1: less for a part of a name. */
  trust: number
}

/** The data with the lookups that are made anew when it is opened. */
export class AddressIndex {
  readonly data: AddressData
  readonly spellings: NameSpellings
  /** Entries of a folded postcode. */
  readonly entriesOfPostcode = new Map<string, number[]>()
  readonly points: PointIndex
  /** Points of interest. */
  readonly landmarks: AddressIndex | undefined
  private readonly keys = new Map<number, string>()
  private readonly cities = new Map<number, CityForm[]>()
  private readonly cityKeys = new Set<string>()
  private entryOfAddress: Int32Array | undefined

  constructor(data: AddressData) {
    this.data = data
    this.spellings = new NameSpellings(data)
    this.readCities()
    for (let entry = 0; entry < data.entryPostcode.length; entry++) {
      const postcode = this.keyOf(data.entryPostcode[entry]!)
      if (postcode === '') continue
      const there = this.entriesOfPostcode.get(postcode)
      if (there) there.push(entry)
      else this.entriesOfPostcode.set(postcode, [entry])
    }
    this.points = new PointIndex(data.addressLatE7, data.addressLngE7, data.addressPoints)
    this.landmarks = data.landmarks && new AddressIndex(data.landmarks)
  }

  get facts(): AddressFacts {
    let placeCount = 0
    for (const kind of this.data.entryKind) if (kind === PLACE) placeCount++
    const streetCount = this.data.entryKind.length - placeCount
    const landmarkCount = this.landmarks?.data.entryKind.length ?? 0
    return { addressCount: this.data.addressNumber.length, streetCount, placeCount, landmarkCount }
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

  /** Place in `names` of an entry's name. */
  nameOf(entry: number): number {
    return findGroup(this.data.nameFirst, entry)
  }

  /** The ways to name the town with this text: whole, by other names, by parts as Bendern of Gamprin-Bendern. */
  cityForms(text: number): readonly CityForm[] {
    return this.cities.get(text) ?? []
  }

  /** Whether a folded name is one of a town. */
  isCity(key: string): boolean {
    return this.cityKeys.has(key)
  }

  private readCities(): void {
    const { data } = this
    for (const text of new Set([...data.entryCity, ...data.entryArea])) {
      if (text === 0) continue
      const name = this.text(text)
      const parts = name.split(/[-/(),\s]+/).filter((part) => part.length >= 4 && part !== name)
      this.addCity(text, name, 1)
      for (const part of parts) this.addCity(text, part, 0.95)
    }
    for (const [at, text] of data.cityText.entries()) this.addCity(text, this.text(data.cityAlias[at]!), 0.99)
  }

  private addCity(text: number, name: string, trust: number): void {
    const words = foldWords(name).filter((word) => !/^\d/.test(word))
    const form = { words, key: words.join(''), trust }
    if (form.key === '') return
    if (trust > 0.95) this.cityKeys.add(form.key)
    const forms = this.cities.get(text)
    if (forms) forms.push(form)
    else this.cities.set(text, [form])
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
