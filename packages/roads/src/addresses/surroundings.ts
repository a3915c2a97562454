// City, postcode and country of a point, for addresses and streets without them: from neighbours that have them, from the areas that
// contain the point, from the nearest town.

import Flatbush from 'flatbush'
import { Int32List } from '../foundation/growable.ts'
import { PointIndex } from '../shapes/point-index.ts'
import { isInsideRings } from '../shapes/rings.ts'
import type { Area, RawAddresses } from './raw-columns.ts'

/** Numbers of strings; 0 means unknown. */
export interface Locality {
  city: number
  postcode: number
  country: number
}

const NEIGHBOUR_METERS = 2_000
const NEIGHBOUR_COUNT = 12
/** Metres around a place within which its name is used. */
const PLACE_REACH_METERS: Readonly<Record<string, number>> = {
  city: 12_000,
  town: 6_000,
  village: 4_000,
  hamlet: 1_500,
}

export class Surroundings {
  private readonly raw: RawAddresses
  /** Addresses with city and postcode. */
  private readonly complete: Int32Array
  private readonly completeIndex: PointIndex
  private readonly areaIndex: Flatbush | undefined
  private readonly places: { name: number; postcode: number; reachMeters: number }[]
  private readonly placeIndex: PointIndex

  constructor(raw: RawAddresses) {
    this.raw = raw
    const { addresses, strings } = raw
    const complete = new Int32List()
    for (let at = 0; at < addresses.length; at++) {
      if (addresses.city.array[at] !== 0 && addresses.postcode.array[at] !== 0) complete.push(at)
    }
    this.complete = complete.toArray()
    this.completeIndex = new PointIndex(
      this.complete.map((at) => addresses.latE7.array[at]!),
      this.complete.map((at) => addresses.lngE7.array[at]!),
    )
    this.areaIndex = indexAreas(raw.areas)
    const places = raw.places.filter((place) => place.kind in PLACE_REACH_METERS)
    this.places = places.map(({ name, postcode, kind }) => ({
      name: strings.numberOf(name),
      postcode: strings.numberOf(postcode),
      reachMeters: PLACE_REACH_METERS[kind]!,
    }))
    this.placeIndex = new PointIndex(
      places.map((place) => place.latE7),
      places.map((place) => place.lngE7),
    )
  }

  /** Fills in unknown fields (0); neighbours in the same street take precedence over nearer ones. */
  fill(latE7: number, lngE7: number, known: Locality, street: number): Locality {
    const filled = { ...known }
    if (!isComplete(filled)) this.askNeighbours(latE7, lngE7, filled, street)
    if (!isComplete(filled)) {
      for (const area of this.listAreas(latE7, lngE7)) filled[area.kind] ||= this.raw.strings.numberOf(area.name)
    }
    if (filled.city === 0 || filled.postcode === 0) this.askPlaces(latE7, lngE7, filled)
    return filled
  }

  /** Name of the municipality that contains a point, as a string number, or 0. */
  municipalityOf(latE7: number, lngE7: number): number {
    const area = this.listAreas(latE7, lngE7).find((area) => area.kind === 'city')
    return area ? this.raw.strings.numberOf(area.name) : 0
  }

  private askNeighbours(latE7: number, lngE7: number, filled: Locality, street: number): void {
    const { street: streets, city, postcode, country } = this.raw.addresses
    const fits = (known: number, value: number | undefined) => known === 0 || known === value
    const fitting = this.completeIndex
      .nearest(latE7, lngE7, NEIGHBOUR_COUNT, NEIGHBOUR_METERS)
      .map(({ index }) => this.complete[index]!)
      .filter((at) => fits(filled.city, city.array[at]) && fits(filled.postcode, postcode.array[at]))
    const chosen = fitting.find((at) => streets.array[at] === street) ?? fitting[0]
    if (chosen === undefined) return
    filled.city ||= city.array[chosen]!
    filled.postcode ||= postcode.array[chosen]!
    filled.country ||= fitting.map((at) => country.array[at]!).find((value) => value !== 0) ?? 0
  }

  /** Fills in from places; a small place near by takes precedence over a large one far away. */
  private askPlaces(latE7: number, lngE7: number, filled: Locality): void {
    for (const { index, meters } of this.placeIndex.nearest(latE7, lngE7, 8, PLACE_REACH_METERS.city!)) {
      const place = this.places[index]!
      if (meters > place.reachMeters) continue
      filled.city ||= place.name
      filled.postcode ||= place.postcode
    }
  }

  private listAreas(latE7: number, lngE7: number): Area[] {
    const found = this.areaIndex?.search(lngE7, latE7, lngE7, latE7) ?? []
    return found.map((at) => this.raw.areas[at]!).filter((area) => isInsideRings(area.rings, lngE7, latE7))
  }
}

function isComplete({ city, postcode, country }: Locality): boolean {
  return city !== 0 && postcode !== 0 && country !== 0
}

function indexAreas(areas: readonly Area[]): Flatbush | undefined {
  if (areas.length === 0) return undefined
  const index = new Flatbush(areas.length)
  for (const { rings } of areas) {
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
    for (const ring of rings) {
      for (let at = 0; at < ring.length; at += 2) {
        minX = Math.min(minX, ring[at]!)
        maxX = Math.max(maxX, ring[at]!)
        minY = Math.min(minY, ring[at + 1]!)
        maxY = Math.max(maxY, ring[at + 1]!)
      }
    }
    index.add(minX, minY, maxX, maxY)
  }
  index.finish()
  return index
}
