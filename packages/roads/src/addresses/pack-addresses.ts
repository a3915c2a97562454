// Sorts and packs the index: entries by name, addresses by number within their entry, and lookups by spelling, postcode and nearness.

import { Int32List } from '../foundation/growable.ts'
import { type PackedTexts, packTexts } from '../foundation/texts.ts'
import { foldKey, foldNumber } from '../names/fold.ts'
import { PointIndex } from '../shapes/point-index.ts'
import type { AddressData } from './address-data.ts'
import type { EntryList } from './entry-list.ts'
import { buildSpellings } from './name-spellings.ts'
import type { AddressColumns, RawAddresses } from './raw-columns.ts'
import { splitUnit } from './said-address.ts'

/** Packs the index. `aliases` are other names, by the name used in entries. */
export function packAddresses(
  raw: RawAddresses,
  addresses: AddressColumns,
  entries: EntryList,
  aliases: RawAddresses['streetAliases'],
): AddressData {
  const { strings } = raw.strings
  const texts = new UsedTexts(strings)
  const entryOrder = sortEntries(entries)
  const column = ({ array }: { array: Int32Array }) => entryOrder.map((entry) => texts.use(array[entry]!))
  const { order, entryFirst } = orderAddresses(strings, addresses, entries, entryOrder)
  const { names, nameFirst } = listNames(entries, entryOrder)
  const forms = Array.from(names, (name) => [strings[name]!, ...(aliases.get(strings[name]!) ?? [])])
  const { found, ...spellings } = buildSpellings(forms)
  const addressLatE7 = order.map((at) => addresses.latE7.array[at]!)
  const addressLngE7 = order.map((at) => addresses.lngE7.array[at]!)
  const data = {
    names: names.map((name) => texts.use(name)),
    nameFirst,
    entryName: column(entries.name),
    entryCity: column(entries.city),
    entryArea: column(entries.area),
    entryPostcode: column(entries.postcode),
    entryCountry: column(entries.country),
    entryKind: Uint8Array.from(entryOrder, (entry) => entries.kind.array[entry]!),
    entryLatE7: entryOrder.map((entry) => entries.latE7.array[entry]!),
    entryLngE7: entryOrder.map((entry) => entries.lngE7.array[entry]!),
    entryFirst,
    addressNumber: order.map((at) => texts.use(addresses.number.array[at]!)),
    addressLatE7,
    addressLngE7,
    addressPoints: new PointIndex(addressLatE7, addressLngE7).data,
    ...listCities(raw, entries, texts),
    ...listPostcodes(strings, entries, entryOrder),
    ...spellings,
    numberWords: Int32Array.from(found, (word) => texts.use(raw.strings.numberOf(word))),
  }
  const { first, bytes } = texts.pack()
  return { ...data, textFirst: first, textBytes: bytes }
}

/** Texts of one index, renumbered in the order of their first use. */
class UsedTexts {
  private readonly strings: readonly string[]
  private readonly numbers: Int32List = new Int32List()
  private readonly used: string[] = ['']

  constructor(strings: readonly string[]) {
    this.strings = strings
  }

  use(text: number): number {
    if (text === 0) return 0
    while (this.numbers.length <= text) this.numbers.push(0)
    const known = this.numbers.array[text]!
    if (known !== 0) return known
    this.numbers.array[text] = this.used.length
    return this.used.push(this.strings[text]!) - 1
  }

  pack(): PackedTexts {
    return packTexts(this.used)
  }
}

/** Order of entries by name, city, postcode and kind; ties in the order found. */
function sortEntries({ name, city, postcode, kind, length }: EntryList): Int32Array {
  const columns = [name.array, city.array, postcode.array, kind.array]
  return Int32Array.from({ length }, (_, entry) => entry).sort((a, b) => {
    for (const array of columns) if (array[a] !== array[b]) return array[a]! - array[b]!
    return a - b
  })
}

function listNames(entries: EntryList, entryOrder: Int32Array): { names: Int32Array; nameFirst: Int32Array } {
  const names = new Int32List()
  const nameFirst = new Int32List()
  for (const [place, entry] of entryOrder.entries()) {
    const name = entries.name.array[entry]!
    if (names.length > 0 && names.array[names.length - 1] === name) continue
    names.push(name)
    nameFirst.push(place)
  }
  nameFirst.push(entryOrder.length)
  return { names: names.toArray(), nameFirst: nameFirst.toArray() }
}

/** Order of the addresses of each entry by number. */
function orderAddresses(
  strings: readonly string[],
  { number }: AddressColumns,
  entries: EntryList,
  entryOrder: Int32Array,
): { order: Int32Array; entryFirst: Int32Array } {
  const { first, address } = entries.groupAddresses()
  const order = new Int32Array(address.length)
  const entryFirst = new Int32Array(entryOrder.length + 1)
  const known = new Map<number, { folded: string; value: number }>()
  const foldEntry = (at: number) => {
    const text = number.array[at]!
    let found = known.get(text)
    if (!found) {
      const folded = foldNumber(splitUnit(strings[text]!).number)
      found = { folded, value: Number.parseInt(folded, 10) }
      known.set(text, found)
    }
    return found
  }
  const compare = (a: number, b: number) => {
    const [left, right] = [foldEntry(a), foldEntry(b)]
    return left.value - right.value || compareTexts(left.folded, right.folded) || a - b
  }
  let length = 0
  for (const [place, entry] of entryOrder.entries()) {
    const own = address.subarray(first[entry], first[entry + 1]).sort(compare)
    order.set(own, length)
    length += own.length
    entryFirst[place + 1] = length
  }
  return { order, entryFirst }
}

/** All towns and municipalities, and other names of towns, each once. */
function listCities({ strings, cityAliases }: RawAddresses, { city, area, length }: EntryList, texts: UsedTexts) {
  const all = new Set<number>()
  for (const { array } of [city, area]) for (let entry = 0; entry < length; entry++) all.add(array[entry]!)
  all.delete(0)
  const ofCities = [...cityAliases].flatMap(([name, others]) =>
    [...others].map((other) => [strings.numberOf(name), strings.numberOf(other)] as const),
  )
  return {
    cities: Int32Array.from(all, (text) => texts.use(text)),
    cityText: Int32Array.from(ofCities, ([text]) => texts.use(text)),
    cityAlias: Int32Array.from(ofCities, ([, other]) => texts.use(other)),
  }
}

/** Entries by their folded postcodes. */
function listPostcodes(strings: readonly string[], { postcode }: EntryList, entryOrder: Int32Array) {
  const entriesOf = new Map<string, number[]>()
  const keys = new Map<number, string>()
  for (const [place, entry] of entryOrder.entries()) {
    const text = postcode.array[entry]!
    const key = keys.get(text) ?? foldKey(strings[text]!)
    keys.set(text, key)
    if (key === '') continue
    const there = entriesOf.get(key)
    if (there) there.push(place)
    else entriesOf.set(key, [place])
  }
  const sorted = [...entriesOf].sort(([left], [right]) => compareTexts(left, right))
  const postcodeFirst = new Int32Array(sorted.length + 1)
  const postcodeEntry = new Int32List()
  for (const [at, [, places]] of sorted.entries()) {
    for (const place of places) postcodeEntry.push(place)
    postcodeFirst[at + 1] = postcodeEntry.length
  }
  const packed = packTexts(sorted.map(([key]) => key))
  return {
    postcodeTextFirst: packed.first,
    postcodeBytes: packed.bytes,
    postcodeFirst,
    postcodeEntry: postcodeEntry.toArray(),
  }
}

/** Compares by UTF-16 units. */
function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
