// What extracts say about addresses, streets, places and areas. A country has tens of millions of addresses: they stand in columns, since as
// many objects would not fit the memory.

import { Int32List } from '../foundation/growable.ts'
import type { StringTable } from './intern.ts'

/** Columns of equal length; strings by their number, 0 where the files say nothing. */
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

  /** Adds a row of what was said, at a point. */
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

/** Roads with a name, one for each way. */
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

/** Points of interest, with what their own address says of the place. */
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

/** A closed area that names its city, country or postcode. Rings are flat lng, lat arrays in 1e-7 degrees. */
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
  /** Other names of streets and of towns, by the name that addresses use. */
  streetAliases: Map<string, Set<string>>
  cityAliases: Map<string, Set<string>>
  landmarkAliases: Map<string, Set<string>>
}
