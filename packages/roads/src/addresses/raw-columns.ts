// Addresses, streets, places and areas as read from extracts. A country has tens of millions of addresses: they are stored in columns,
// because as many objects would not fit in memory.

import { Int32List } from '../foundation/growable.ts'
import type { StringTable } from './intern.ts'

/** Columns of equal length; strings by their number, 0 when not given. */
export class SaidColumns {
  readonly street = new Int32List()
  readonly number = new Int32List()
  readonly city = new Int32List()
  readonly postcode = new Int32List()
  readonly country = new Int32List()

  get length(): number {
    return this.street.length
  }
}

export class AddressColumns extends SaidColumns {
  readonly latE7 = new Int32List()
  readonly lngE7 = new Int32List()

  /** Adds a row with the same data, at another point. */
  add(said: SaidColumns, row: number, latE7: number, lngE7: number): void {
    this.street.push(said.street.array[row]!)
    this.number.push(said.number.array[row]!)
    this.city.push(said.city.array[row]!)
    this.postcode.push(said.postcode.array[row]!)
    this.country.push(said.country.array[row]!)
    this.latE7.push(latE7)
    this.lngE7.push(lngE7)
  }
}

/** Roads with a name, one row per way. */
export class StreetColumns {
  readonly name = new Int32List()
  readonly latE7 = new Int32List()
  readonly lngE7 = new Int32List()

  get length(): number {
    return this.name.length
  }

  add(name: number, latE7: number, lngE7: number): void {
    this.name.push(name)
    this.latE7.push(latE7)
    this.lngE7.push(lngE7)
  }
}

/** Points of interest, with the place given in their own address. */
export interface SaidLandmark {
  name: number
  city: number
  postcode: number
  country: number
}

export class LandmarkColumns extends StreetColumns {
  readonly city = new Int32List()
  readonly postcode = new Int32List()
  readonly country = new Int32List()

  addLandmark({ name, city, postcode, country }: SaidLandmark, latE7: number, lngE7: number): void {
    this.add(name, latE7, lngE7)
    this.city.push(city)
    this.postcode.push(postcode)
    this.country.push(country)
  }
}

export interface Place {
  name: string
  latE7: number
  lngE7: number
  /** Value of the tag `place`: city, town, village, … */
  kind: string
  postcode: string
}

/** A closed area that gives its city, country or postcode. Rings are flat lng, lat arrays in 1e-7 degrees. */
export interface Area {
  kind: 'city' | 'country' | 'postcode'
  name: string
  rings: Float64Array[]
}

export interface RawAddresses {
  strings: StringTable
  addresses: AddressColumns
  streets: StreetColumns
  places: Place[]
  landmarks: LandmarkColumns
  areas: Area[]
  /** Other names of streets and of towns, by the name used in addresses. */
  streetAliases: Map<string, Set<string>>
  cityAliases: Map<string, Set<string>>
  landmarkAliases: Map<string, Set<string>>
}
