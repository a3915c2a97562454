// Makes the address index from what the files say: fills in missing cities, groups addresses to streets, adds streets
// without numbers and places.

import { distanceMetersE7 } from '../foundation/geo.ts'
import { foldKey, foldNumber } from '../names/fold.ts'
import { PointIndex } from '../shapes/point-index.ts'
import { type AddressData, LANDMARK, PLACE, STREET } from './address-index.ts'
import { AddressColumns, type NamedPoint, type RawAddresses, readRawAddresses } from './raw-addresses.ts'
import { type Locality, Surroundings } from './surroundings.ts'

interface Entry {
  name: number
  city: number
  area: number
  postcode: number
  country: number
  kind: number
  latE7: number
  lngE7: number
  /** Indexes into the raw columns. */
  addresses: number[]
}

/** Pieces of road of one name nearer than this to an entry of the same name belong to it. */
const SAME_STREET_METERS = 1_000

/** Reads the extracts and builds the index's data. Blocks the thread. Throws RoadsError. */
export function buildAddressData(paths: readonly string[], shouldStop?: () => boolean): AddressData {
  const raw = readRawAddresses(paths, shouldStop)
  const surroundings = new Surroundings(raw)
  const entries = groupAddresses(raw, surroundings)
  addBareStreets(raw, surroundings, entries)
  addPlaces(raw, surroundings, entries)
  const landmarks = listLandmarks(raw, surroundings)
  const data = pack(raw, raw.addresses, entries, raw.streetAliases)
  if (landmarks.length === 0) return data
  return { ...data, landmarks: pack(raw, new AddressColumns(), landmarks, raw.landmarkAliases) }
}

function groupAddresses(raw: RawAddresses, surroundings: Surroundings): Entry[] {
  const entries = new Map<string, Entry>()
  const { street, city, postcode, country, latE7, lngE7 } = raw.addresses
  const seen = new Set<string>()
  for (let at = 0; at < raw.addresses.length; at++) {
    const lat = latE7.array[at]!
    const lng = lngE7.array[at]!
    const name = street.array[at]!
    const known = { city: city.array[at]!, postcode: postcode.array[at]!, country: country.array[at]! }
    const locality = surroundings.fill(lat, lng, known, name)
    // Two files may overlap: the same number at the same point is one address.
    const identity = `${name} ${raw.addresses.number.array[at]} ${lat} ${lng}`
    if (seen.has(identity)) continue
    seen.add(identity)
    const key = `${name} ${locality.city} ${locality.postcode}`
    const entry = entries.get(key)
    if (entry) entry.addresses.push(at)
    else {
      const area = surroundings.municipalityOf(lat, lng)
      entries.set(key, { name, area, kind: STREET, latE7: lat, lngE7: lng, addresses: [at], ...locality })
    }
  }
  const list = [...entries.values()]
  for (const entry of list) placeInMiddle(entry, raw)
  return list
}

/** A street's point is the address nearest to the middle of all. */
function placeInMiddle(entry: Entry, { addresses }: RawAddresses): void {
  const mean = (column: Int32Array) =>
    entry.addresses.reduce((sum, at) => sum + column[at]! / entry.addresses.length, 0)
  const lat = mean(addresses.latE7.array)
  const lng = mean(addresses.lngE7.array)
  let nearest = Infinity
  for (const at of entry.addresses) {
    const away = (addresses.latE7.array[at]! - lat) ** 2 + (addresses.lngE7.array[at]! - lng) ** 2
    if (away >= nearest) continue
    nearest = away
    entry.latE7 = addresses.latE7.array[at]!
    entry.lngE7 = addresses.lngE7.array[at]!
  }
}

/** Named roads along which no address stands. */
function addBareStreets(raw: RawAddresses, surroundings: Surroundings, entries: Entry[]): void {
  const addressesOfKey = new Map<string, NamedPoint[]>()
  const { latE7, lngE7 } = raw.addresses
  for (const entry of entries) {
    const key = foldKey(raw.strings.strings[entry.name]!)
    const points = addressesOfKey.get(key) ?? []
    addressesOfKey.set(key, points)
    for (const at of entry.addresses) points.push({ name: '', latE7: latE7.array[at]!, lngE7: lngE7.array[at]! })
  }
  const near = new Map<string, PointIndex>()
  for (const [key, points] of addressesOfKey) near.set(key, indexOf(points))
  const added = new Map<string, Entry>()
  for (const road of raw.streets) {
    const key = foldKey(road.name)
    if (near.get(key)?.nearest(road.latE7, road.lngE7, 1, SAME_STREET_METERS).length) continue
    const name = raw.strings.numberOf(road.name)
    const locality = surroundings.fill(road.latE7, road.lngE7, unknown(), name)
    const identity = `${key} ${locality.city} ${locality.postcode}`
    if (added.has(identity)) continue
    const area = surroundings.municipalityOf(road.latE7, road.lngE7)
    const { latE7, lngE7 } = road
    added.set(identity, { name, area, kind: STREET, latE7, lngE7, addresses: [], ...locality })
  }
  entries.push(...added.values())
}

function addPlaces(raw: RawAddresses, surroundings: Surroundings, entries: Entry[]): void {
  const { strings } = raw
  for (const place of raw.places) {
    const { latE7, lngE7 } = place
    const name = strings.numberOf(place.name)
    const known = { ...unknown(), postcode: strings.numberOf(place.postcode) }
    const locality = surroundings.fill(latE7, lngE7, known, 0)
    const area = surroundings.municipalityOf(latE7, lngE7)
    entries.push({ name, area, kind: PLACE, latE7, lngE7, addresses: [], ...locality })
  }
}

/** What stands twice at one place, as a point within its building, is one. */
const SAME_LANDMARK_METERS = 150

function listLandmarks(raw: RawAddresses, surroundings: Surroundings): Entry[] {
  const { strings } = raw
  const entries: Entry[] = []
  for (const [name, points] of Map.groupBy(raw.landmarks, (landmark) => strings.numberOf(landmark.name))) {
    const kept: typeof points = []
    for (const point of points) {
      const { latE7, lngE7 } = point
      const isKnown = kept.some(
        (other) => distanceMetersE7(latE7, lngE7, other.latE7, other.lngE7) < SAME_LANDMARK_METERS,
      )
      if (isKnown) continue
      kept.push(point)
      const known = {
        city: strings.numberOf(point.city),
        postcode: strings.numberOf(point.postcode),
        country: strings.numberOf(point.country),
      }
      const area = surroundings.municipalityOf(latE7, lngE7)
      const locality = surroundings.fill(latE7, lngE7, known, 0)
      entries.push({ name, area, kind: LANDMARK, latE7, lngE7, addresses: [], ...locality })
    }
  }
  return entries
}

function unknown(): Locality {
  return { city: 0, postcode: 0, country: 0 }
}

function indexOf(points: readonly NamedPoint[]): PointIndex {
  return new PointIndex(
    points.map((point) => point.latE7),
    points.map((point) => point.lngE7),
  )
}

/** Entries sorted by name, addresses by number within their entry. */
function pack(
  raw: RawAddresses,
  addresses: AddressColumns,
  entries: Entry[],
  aliases: RawAddresses['streetAliases'],
): AddressData {
  const { strings } = raw.strings
  entries.sort((a, b) => a.name - b.name || a.city - b.city || a.postcode - b.postcode || a.kind - b.kind)
  const names: number[] = []
  const nameFirst: number[] = []
  for (const [index, entry] of entries.entries()) {
    if (names[names.length - 1] === entry.name) continue
    names.push(entry.name)
    nameFirst.push(index)
  }
  nameFirst.push(entries.length)
  const order: number[] = []
  const entryFirst = [0]
  for (const entry of entries) {
    const sortKey = new Map(entry.addresses.map((at) => [at, foldNumber(strings[addresses.number.array[at]!]!)]))
    entry.addresses.sort((a, b) => compareNumbers(sortKey.get(a)!, sortKey.get(b)!) || a - b)
    for (const at of entry.addresses) order.push(at)
    entryFirst.push(order.length)
  }
  const addressLatE7 = Int32Array.from(order, (at) => addresses.latE7.array[at]!)
  const addressLngE7 = Int32Array.from(order, (at) => addresses.lngE7.array[at]!)
  return {
    strings,
    names: Int32Array.from(names),
    nameFirst: Int32Array.from(nameFirst),
    entryName: Int32Array.from(entries, (entry) => entry.name),
    entryCity: Int32Array.from(entries, (entry) => entry.city),
    entryArea: Int32Array.from(entries, (entry) => entry.area),
    entryPostcode: Int32Array.from(entries, (entry) => entry.postcode),
    entryCountry: Int32Array.from(entries, (entry) => entry.country),
    entryKind: Uint8Array.from(entries, (entry) => entry.kind),
    entryLatE7: Int32Array.from(entries, (entry) => entry.latE7),
    entryLngE7: Int32Array.from(entries, (entry) => entry.lngE7),
    entryFirst: Int32Array.from(entryFirst),
    addressNumber: Int32Array.from(order, (at) => addresses.number.array[at]!),
    addressLatE7,
    addressLngE7,
    addressPoints: new PointIndex(addressLatE7, addressLngE7).data,
    ...listAliases(raw, names, aliases),
  }
}

/** Other names of streets and towns, each once. */
function listAliases(
  { strings, cityAliases }: RawAddresses,
  names: readonly number[],
  aliases: RawAddresses['streetAliases'],
) {
  const placeOfName = new Map(names.map((text, place) => [text, place]))
  const ofNames = [...aliases].flatMap(([name, others]) => {
    const place = placeOfName.get(strings.numberOf(name))
    return place === undefined ? [] : [...others].map((other) => [place, strings.numberOf(other)] as const)
  })
  const ofCities = [...cityAliases].flatMap(([name, others]) =>
    [...others].map((other) => [strings.numberOf(name), strings.numberOf(other)] as const),
  )
  return {
    aliasName: Int32Array.from(ofNames, ([place]) => place),
    aliasText: Int32Array.from(ofNames, ([, other]) => other),
    cityText: Int32Array.from(ofCities, ([city]) => city),
    cityAlias: Int32Array.from(ofCities, ([, other]) => other),
  }
}

function compareNumbers(left: string, right: string): number {
  const difference = Number.parseInt(left, 10) - Number.parseInt(right, 10)
  return difference || (left < right ? -1 : left > right ? 1 : 0)
}
