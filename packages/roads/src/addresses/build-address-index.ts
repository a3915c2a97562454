// Builds the address index from the data of the extracts: fills in missing cities, groups addresses by street, and adds streets without
// numbers, places and points of interest.

import { distanceMetersE7 } from '../foundation/geo.ts'
import { RowIndex } from '../foundation/row-index.ts'
import { foldKey } from '../names/fold.ts'
import { PointIndex } from '../shapes/point-index.ts'
import { type AddressData, LANDMARK, PLACE, STREET } from './address-data.ts'
import { EntryList } from './entry-list.ts'
import { packAddresses } from './pack-addresses.ts'
import { readRawAddresses } from './raw-addresses.ts'
import { AddressColumns, type RawAddresses } from './raw-columns.ts'
import { type Locality, Surroundings } from './surroundings.ts'

/** Road segments within this distance of an entry with the same name belong to it. */
const SAME_STREET_METERS = 1_000

/** Reads the extracts and builds the index's data. Blocks the thread. Throws RoadsError. */
export function buildAddressData(paths: readonly string[], shouldStop?: () => boolean): AddressData {
  const raw = readRawAddresses(paths, shouldStop)
  const surroundings = new Surroundings(raw)
  const entries = groupAddresses(raw, surroundings)
  addBareStreets(raw, surroundings, entries)
  addPlaces(raw, surroundings, entries)
  const landmarks = listLandmarks(raw, surroundings)
  const data = packAddresses(raw, raw.addresses, entries, raw.streetAliases)
  if (landmarks.length === 0) return data
  return { ...data, landmarks: packAddresses(raw, new AddressColumns(), landmarks, raw.landmarkAliases) }
}

function groupAddresses(raw: RawAddresses, surroundings: Surroundings): EntryList {
  const entries = new EntryList(raw.addresses.length)
  const { street, number, city, postcode, country, latE7, lngE7 } = raw.addresses
  // Two files may overlap: the same number at the same point is one address.
  const distinct = new RowIndex([street, number, latE7, lngE7])
  for (let at = 0; at < raw.addresses.length; at++) {
    if (distinct.firstLike(at) !== at) continue
    const lat = latE7.array[at]!
    const lng = lngE7.array[at]!
    const name = street.array[at]!
    let locality: Locality = { city: city.array[at]!, postcode: postcode.array[at]!, country: country.array[at]! }
    // The country is determined once per street, below.
    const isPlaced = locality.city !== 0 && locality.postcode !== 0
    if (!isPlaced) locality = surroundings.fill(lat, lng, locality, name)
    const { entry, isNew } = entries.findOrAdd({ name, kind: STREET, latE7: lat, lngE7: lng, ...locality })
    entries.entryOfAddress[at] = entry
    if (!isNew) continue
    entries.area.array[entry] = surroundings.municipalityOf(lat, lng)
    if (isPlaced) entries.country.array[entry] = surroundings.fill(lat, lng, locality, name).country
  }
  placeInMiddle(entries, raw)
  return entries
}

/** Sets a street's point to the address nearest to the middle of all. */
function placeInMiddle(entries: EntryList, { addresses }: RawAddresses): void {
  const lats = addresses.latE7.array
  const lngs = addresses.lngE7.array
  const { first, address } = entries.groupAddresses()
  for (let entry = 0; entry < entries.length; entry++) {
    const own = address.subarray(first[entry], first[entry + 1])
    let lat = 0
    let lng = 0
    for (const at of own) {
      lat += lats[at]! / own.length
      lng += lngs[at]! / own.length
    }
    let nearest = Infinity
    for (const at of own) {
      const away = (lats[at]! - lat) ** 2 + (lngs[at]! - lng) ** 2
      if (away >= nearest) continue
      nearest = away
      entries.latE7.array[entry] = lats[at]!
      entries.lngE7.array[entry] = lngs[at]!
    }
  }
}

/** Adds named roads without any address. */
function addBareStreets(raw: RawAddresses, surroundings: Surroundings, entries: EntryList): void {
  const { streets, strings } = raw
  const keys = new Map<string, number>()
  const keyOfName = new Int32Array(strings.strings.length).fill(-1)
  const getKey = (name: number) => {
    if (keyOfName[name] === -1) {
      const key = foldKey(strings.strings[name]!)
      keyOfName[name] = keys.get(key) ?? keys.size
      keys.set(key, keyOfName[name]!)
    }
    return keyOfName[name]!
  }
  const isAlong = findAlong(raw, entries, getKey)
  const { name: names, latE7, lngE7 } = streets
  const added = new RowIndex([entries.key, entries.city, entries.postcode])
  for (let road = 0; road < streets.length; road++) {
    if (isAlong[road]) continue
    const [name, lat, lng] = [names.array[road]!, latE7.array[road]!, lngE7.array[road]!]
    const locality = surroundings.fill(lat, lng, unknown(), name)
    const entry = entries.add({ name, key: getKey(name), kind: STREET, latE7: lat, lngE7: lng, ...locality })
    if (added.firstLike(entry) !== entry) entries.removeLast()
    else entries.area.array[entry] = surroundings.municipalityOf(lat, lng)
  }
}

/** Marks named roads near an address with their name as 1; names are equal when their keys are. */
function findAlong(raw: RawAddresses, entries: EntryList, getKey: (name: number) => number): Uint8Array {
  const { streets, addresses } = raw
  const isAlong = new Uint8Array(streets.length)
  const roadsOfKey = groupBy(streets.length, (road) => getKey(streets.name.array[road]!))
  const entriesOfKey = groupBy(entries.length, (entry) => getKey(entries.name.array[entry]!))
  const { first, address } = entries.groupAddresses()
  for (const [key, roads] of roadsOfKey) {
    const near = (entriesOfKey.get(key) ?? []).flatMap((entry) => [...address.subarray(first[entry], first[entry + 1])])
    const points = new PointIndex(
      near.map((at) => addresses.latE7.array[at]!),
      near.map((at) => addresses.lngE7.array[at]!),
    )
    for (const road of roads) {
      const found = points.nearest(streets.latE7.array[road]!, streets.lngE7.array[road]!, 1, SAME_STREET_METERS)
      isAlong[road] = found.length
    }
  }
  return isAlong
}

function groupBy(count: number, getKey: (item: number) => number): Map<number, number[]> {
  const groups = new Map<number, number[]>()
  for (let item = 0; item < count; item++) {
    const key = getKey(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

function addPlaces(raw: RawAddresses, surroundings: Surroundings, entries: EntryList): void {
  const { strings } = raw
  for (const place of raw.places) {
    const { latE7, lngE7 } = place
    const name = strings.numberOf(place.name)
    const known = { ...unknown(), postcode: strings.numberOf(place.postcode) }
    const locality = surroundings.fill(latE7, lngE7, known, 0)
    const entry = entries.add({ name, kind: PLACE, latE7, lngE7, ...locality })
    entries.area.array[entry] = surroundings.municipalityOf(latE7, lngE7)
  }
}

/** Duplicate landmarks within this distance are one, such as a point within its building. */
const SAME_LANDMARK_METERS = 150

function listLandmarks(raw: RawAddresses, surroundings: Surroundings): EntryList {
  const { name: names, city, postcode, country, latE7: lats, lngE7: lngs } = raw.landmarks
  const entries = new EntryList(0)
  for (const [name, rows] of groupBy(raw.landmarks.length, (row) => names.array[row]!)) {
    const kept: number[] = []
    for (const row of rows) {
      const [latE7, lngE7] = [lats.array[row]!, lngs.array[row]!]
      const isNear = (other: number) =>
        distanceMetersE7(latE7, lngE7, lats.array[other]!, lngs.array[other]!) < SAME_LANDMARK_METERS
      if (kept.some(isNear)) continue
      kept.push(row)
      const known = { city: city.array[row]!, postcode: postcode.array[row]!, country: country.array[row]! }
      const locality = surroundings.fill(latE7, lngE7, known, 0)
      const entry = entries.add({ name, kind: LANDMARK, latE7, lngE7, ...locality })
      entries.area.array[entry] = surroundings.municipalityOf(latE7, lngE7)
    }
  }
  return entries
}

function unknown(): Locality {
  return { city: 0, postcode: 0, country: 0 }
}
