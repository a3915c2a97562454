// The opened address index: its arrays with the lookups that queries need.

import { findGroup } from '../foundation/groups.ts'
import { findText, Texts } from '../foundation/texts.ts'
import { foldKey, foldNumber, foldWords } from '../names/fold.ts'
import { PointIndex } from '../shapes/point-index.ts'
import { type AddressData, PLACE } from './address-data.ts'
import { NameSpellings } from './name-spellings.ts'
import { splitUnit } from './said-address.ts'

export interface AddressFacts {
  addressCount: number
  streetCount: number
  placeCount: number
  landmarkCount: number
}

/** One form of a town's name. */
export interface CityForm {
  words: string[]
  key: string
  /** 0..1: lower for a part of a name. */
  trust: number
}

/** A house number in the form used for comparison. */
export interface HouseNumber {
  folded: string
  /** Its leading digits; NaN without any. */
  value: number
  /** Folded unit; empty for a whole house. */
  unit: string
}

/** The data with lookups. Those for towns are rebuilt when the index is opened; all others are in the data. */
export class AddressIndex {
  readonly data: AddressData
  readonly spellings: NameSpellings
  readonly points: PointIndex
  /** Points of interest. */
  readonly landmarks: AddressIndex | undefined
  private readonly texts: Texts
  private readonly postcodes: Texts
  private readonly keys = new Map<number, string>()
  private readonly houseNumbers = new Map<number, HouseNumber>()
  private readonly cities = new Map<number, CityForm[]>()
  private readonly cityKeys = new Set<string>()

  constructor(data: AddressData) {
    this.data = data
    this.texts = new Texts({ first: data.textFirst, bytes: data.textBytes })
    this.postcodes = new Texts({ first: data.postcodeTextFirst, bytes: data.postcodeBytes })
    this.spellings = new NameSpellings(data, this.texts)
    this.readCities()
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
    return this.texts.at(number)
  }

  /** Folded key of a text, by its number. */
  keyOf(text: number): string {
    const known = this.keys.get(text)
    if (known !== undefined) return known
    const key = foldKey(this.text(text))
    this.keys.set(text, key)
    return key
  }

  /** House number of an address as written, without its unit. */
  writtenNumber(address: number): string {
    return splitUnit(this.text(this.data.addressNumber[address]!)).number
  }

  /** House number in a text; cached, because the same few thousand occur in all streets. */
  houseNumber(text: number): HouseNumber {
    const known = this.houseNumbers.get(text)
    if (known) return known
    const written = splitUnit(this.text(text))
    const folded = foldNumber(written.number)
    const number = { folded, value: Number.parseInt(folded, 10), unit: foldNumber(written.unit) }
    this.houseNumbers.set(text, number)
    return number
  }

  /** Index in `names` of an entry's name. */
  nameOf(entry: number): number {
    return findGroup(this.data.nameFirst, entry)
  }

  /** Whether a folded postcode belongs to an entry. */
  hasPostcode(postcode: string): boolean {
    return findText(this.postcodes, postcode) >= 0
  }

  /** Entries of a folded postcode. */
  entriesOfPostcode(postcode: string): Int32Array {
    const { postcodeFirst, postcodeEntry } = this.data
    const at = findText(this.postcodes, postcode)
    return at < 0 ? new Int32Array(0) : postcodeEntry.subarray(postcodeFirst[at], postcodeFirst[at + 1])
  }

  /** Forms of the town name with this text: whole, other names, and parts, such as Bendern of Gamprin-Bendern. */
  cityForms(text: number): readonly CityForm[] {
    return this.cities.get(text) ?? []
  }

  /** Whether a folded name is that of a town. */
  isCity(key: string): boolean {
    return this.cityKeys.has(key)
  }

  /** Entry of an address. */
  entryOf(address: number): number {
    return findGroup(this.data.entryFirst, address)
  }

  private readCities(): void {
    const { data } = this
    for (const text of data.cities) {
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
}
