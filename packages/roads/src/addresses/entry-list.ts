// Streets and places as columns while the index is built, and the entry of each address.

import { Int32List, Uint8List } from '../foundation/growable.ts'
import { RowIndex } from '../foundation/row-index.ts'
import type { Locality } from './surroundings.ts'

export interface NewEntry extends Locality {
  name: number
  /** STREET, PLACE or LANDMARK. */
  kind: number
  latE7: number
  lngE7: number
  /** Number of the folded name, for streets without addresses. */
  key?: number
}

export class EntryList {
  readonly name = new Int32List()
  readonly key = new Int32List()
  readonly city = new Int32List()
  readonly area = new Int32List()
  readonly postcode = new Int32List()
  readonly country = new Int32List()
  readonly kind = new Uint8List()
  readonly latE7 = new Int32List()
  readonly lngE7 = new Int32List()
  /** -1 for addresses that are left out. */
  readonly entryOfAddress: Int32Array
  private readonly known = new RowIndex([this.name, this.city, this.postcode])

  constructor(addressCount: number) {
    this.entryOfAddress = new Int32Array(addressCount).fill(-1)
  }

  get length(): number {
    return this.name.length
  }

  /** Adds an entry and returns its index. */
  add({ name, key = 0, city, postcode, country, kind, latE7, lngE7 }: NewEntry): number {
    this.name.push(name)
    this.key.push(key)
    this.city.push(city)
    this.area.push(0)
    this.postcode.push(postcode)
    this.country.push(country)
    this.kind.push(kind)
    this.latE7.push(latE7)
    this.lngE7.push(lngE7)
    return this.length - 1
  }

  removeLast(): void {
    for (const column of [this.name, this.key, this.city, this.area, this.postcode, this.country]) column.length--
    for (const column of [this.kind, this.latE7, this.lngE7]) column.length--
  }

  /** Finds the entry with this name, city and postcode, or adds it. */
  findOrAdd(one: NewEntry): { entry: number; isNew: boolean } {
    const last = this.add(one)
    const entry = this.known.firstLike(last)
    if (entry !== last) this.removeLast()
    return { entry, isNew: entry === last }
  }

  /** Groups addresses by entry: those of entry e are address[first[e] .. first[e + 1]), in the order in which they were read. */
  groupAddresses(): { first: Int32Array; address: Int32Array } {
    const first = new Int32Array(this.length + 1)
    for (const entry of this.entryOfAddress) if (entry >= 0) first[entry + 1]!++
    for (let entry = 0; entry < this.length; entry++) first[entry + 1]! += first[entry]!
    const cursor = first.slice()
    const address = new Int32Array(first[this.length]!)
    for (const [at, entry] of this.entryOfAddress.entries()) if (entry >= 0) address[cursor[entry]!++] = at
    return { first, address }
  }
}
