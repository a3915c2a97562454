// City, postcode and country of a point, for addresses and streets that do not say them: from neighbours that do, from
// the areas the point lies in, from the nearest town.

import Flatbush from 'flatbush'
import { mercatorE7, mercatorUnitsPerMeter } from '../geo.ts'
import { isInsideRings } from '../shapes/rings.ts'
import type { AddressColumns, Area, RawAddresses } from './raw-addresses.ts'

/** String numbers; 0 is not known. */
export interface Locality {
  city: number
  postcode: number
  country: number
}

const NEIGHBOUR_METERS = 2_000
const NEIGHBOUR_COUNT = 12
/** How far the name of a place reaches, metres. */
const PLACE_REACH_METERS: Readonly<Record<string, number>> = { city: 12_000, town: 6_000, village: 4_000, hamlet: 1_500 }

export class Surroundings {
  private readonly raw: RawAddresses
  private readonly complete: Int32Array
  private readonly completeIndex: Flatbush | undefined
  private readonly areas: readonly Area[]
  private readonly areaIndex: Flatbush | undefined
  private readonly places: { name: number; postcode: number; reachMeters: number }[]
  private readonly placeIndex: Flatbush | undefined

  constructor(raw: RawAddresses) {
    this.raw = raw
    const { addresses } = raw
    this.complete = Int32Array.from(
      range(addresses.length).filter((at) => addresses.city.array[at] !== 0 && addresses.postcode.array[at] !== 0),
    )
    this.completeIndex = pointIndex(
      this.complete.length,
      (at) => addresses.lngE7.array[this.complete[at]!]!,
      (at) => addresses.latE7.array[this.complete[at]!]!,
    )
    this.areas = raw.areas
    this.areaIndex = boxIndex(raw.areas)
    const places = raw.places.filter((place) => place.kind in PLACE_REACH_METERS)
    this.places = places.map(({ name, postcode, kind }) => ({
      name: raw.strings.numberOf(name),
      postcode: raw.strings.numberOf(postcode),
      reachMeters: PLACE_REACH_METERS[kind]!,
    }))
    this.placeIndex = pointIndex(
      places.length,
      (at) => places[at]!.lngE7,
      (at) => places[at]!.latE7,
    )
  }

  /** Fills in what is 0 in `known`; neighbours in the same street are believed before nearer ones in another. */
  complete_(latE7: number, lngE7: number, known: Locality, street = 0): Locality {
    const filled = { ...known }
    if (!isComplete(filled)) this.askNeighbours(latE7, lngE7, filled, street)
    if (!isComplete(filled)) this.askAreas(latE7, lngE7, filled)
    if (filled.city === 0 || filled.postcode === 0) this.askPlaces(latE7, lngE7, filled)
    return filled
  }

  /** Name of the municipality that a point lies in, as string number, or 0. */
  municipalityOf(latE7: number, lngE7: number): number {
    const area = this.listAreas(latE7, lngE7).find((one) => one.kind === 'city')
    return area ? this.raw.strings.numberOf(area.name) : 0
  }

  private askNeighbours(latE7: number, lngE7: number, filled: Locality, street: number): void {
    const { addresses } = this.raw
    const reach = NEIGHBOUR_METERS * mercatorUnitsPerMeter(latE7)
    const near = this.completeIndex?.neighbors(lngE7, mercatorE7(latE7), NEIGHBOUR_COUNT, reach) ?? []
    const fitting = near
      .map((at) => this.complete[at]!)
      .filter((at) => fits(filled.city, addresses.city, at) && fits(filled.postcode, addresses.postcode, at))
    const chosen = fitting.find((at) => addresses.street.array[at] === street) ?? fitting[0]
    if (chosen === undefined) return
    filled.city ||= addresses.city.array[chosen]!
    filled.postcode ||= addresses.postcode.array[chosen]!
    filled.country ||= fitting.map((at) => addresses.country.array[at]!).find((country) => country !== 0) ?? 0
  }

  private askAreas(latE7: number, lngE7: number, filled: Locality): void {
    for (const area of this.listAreas(latE7, lngE7)) filled[area.kind] ||= this.raw.strings.numberOf(area.name)
  }

  private askPlaces(latE7: number, lngE7: number, filled: Locality): void {
    const unitsPerMeter = mercatorUnitsPerMeter(latE7)
    const y = mercatorE7(latE7)
    const near = this.placeIndex?.neighbors(lngE7, y, 8, 12_000 * unitsPerMeter) ?? []
    // The places come nearest first: a small one near by counts before a large one far away.
    for (const at of near) {
      const place = this.places[at]!
      const meters = this.placeDistance(at, lngE7, y) / unitsPerMeter
      if (meters > place.reachMeters) continue
      filled.city ||= place.name
      filled.postcode ||= place.postcode
    }
  }

  private placeDistance(at: number, x: number, y: number): number {
    const index = this.placeIndex!
    // Boxes of flatbush stand in the order of insertion only in its own array; points are asked by their box.
    const box = boxOf(index, at)
    return Math.hypot(box.x - x, box.y - y)
  }

  private listAreas(latE7: number, lngE7: number): Area[] {
    const found = this.areaIndex?.search(lngE7, latE7, lngE7, latE7) ?? []
    return found.map((at) => this.areas[at]!).filter((area) => isInsideRings(area.rings, lngE7, latE7))
  }
}

function isComplete({ city, postcode, country }: Locality): boolean {
  return city !== 0 && postcode !== 0 && country !== 0
}

function fits(known: number, column: AddressColumns['city'], at: number): boolean {
  return known === 0 || column.array[at] === known
}
