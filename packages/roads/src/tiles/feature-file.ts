// Features of the map, too many for memory: each a record of whole numbers, with a number for its kind.

import { RecordFile } from '../foundation/record-file.ts'
import type { SpillStore } from '../foundation/spill-store.ts'
import type { Kind, LayerName } from './map-kinds.ts'
import type { Position } from './seas.ts'

type Geometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] }

export interface MapFeature {
  type: 'Feature'
  geometry: Geometry
  /** Includes `minZoom`, which is not written into the tiles. */
  properties: Record<string, string | number | boolean>
}

/** Alternating longitudes and latitudes, 1e-7 degrees. */
export type PlacesE7 = ArrayLike<number>

/** A ring around an area, followed by those around its holes. */
export type PolygonE7 = readonly PlacesE7[]

const POINT = 0
const LINE = 1
const AREA = 2

export class KindList {
  private readonly kinds: Kind[] = []
  private readonly numbers = new Map<string, number>()

  /** Number of a kind, counted from 0 in the order of first use; kinds that look the same share one. */
  add(kind: Kind): number {
    const look = `${kind.layer} ${kind.minZoom} ${JSON.stringify(kind.properties)}`
    const known = this.numbers.get(look)
    if (known !== undefined) return known
    this.numbers.set(look, this.kinds.length)
    return this.kinds.push(kind) - 1
  }

  get(number: number): Kind {
    return this.kinds[number]!
  }

  get length(): number {
    return this.kinds.length
  }
}

/** Features in drawing order within their layers. */
export class FeatureFile {
  readonly records: RecordFile
  readonly kinds: KindList
  count = 0
  private words = new Int32Array(1024)
  private used = 0

  constructor(store: SpillStore, kinds: KindList) {
    this.records = new RecordFile(store)
    this.kinds = kinds
  }

  /** Adds a point in degrees, not rounded to 1e-7: it may be the middle of a house. */
  addPoint(kind: number, [lng, lat]: Position): void {
    this.begin(kind, this.kinds.get(kind).minZoom, POINT, 4)
    this.push(new Int32Array(new Float64Array([lng, lat]).buffer))
    this.end()
  }

  addLine(kind: number, places: PlacesE7): void {
    this.begin(kind, this.kinds.get(kind).minZoom, LINE, places.length)
    this.push(places)
    this.end()
  }

  /** Adds an area; `minZoom` replaces that of the kind. */
  addArea(kind: number, minZoom: number, polygons: readonly PolygonE7[]): void {
    let words = 1
    for (const rings of polygons) for (const ring of rings) words += 2 + ring.length
    this.begin(kind, minZoom, AREA, words)
    this.words[this.used++] = polygons.length
    for (const rings of polygons) {
      this.words[this.used++] = rings.length
      for (const ring of rings) {
        this.words[this.used++] = ring.length
        this.push(ring)
      }
    }
    this.end()
  }

  private begin(kind: number, minZoom: number, type: number, words: number): void {
    if (words + 2 > this.words.length) this.words = new Int32Array(2 * (words + 2))
    this.words[0] = kind
    this.words[1] = (minZoom << 2) | type
    this.used = 2
  }

  private push(places: PlacesE7): void {
    for (let index = 0; index < places.length; index++) this.words[this.used++] = places[index]!
  }

  private end(): void {
    this.records.append(this.words, this.used)
    this.count++
  }
}

export function getMinZoom(record: Int32Array): number {
  return record[1]! >> 2
}

/** Degrees. */
export interface FeatureBox {
  minLat: number
  minLng: number
  maxLat: number
  maxLng: number
}

/** Sets the box around a record's feature. */
export function measureBox(record: Int32Array, box: FeatureBox): void {
  const type = record[1]! & 3
  if (type === POINT) {
    const [lng, lat] = getPoint(record)
    box.minLng = box.maxLng = lng
    box.minLat = box.maxLat = lat
    return
  }
  const boxE7 = { minLat: 2e9, minLng: 2e9, maxLat: -2e9, maxLng: -2e9 }
  if (type === LINE) extend(boxE7, record, 2, record.length)
  else {
    let at = 3
    for (let polygon = 0; polygon < record[2]!; polygon++) {
      const ringCount = record[at++]!
      for (let ring = 0; ring < ringCount; ring++) {
        const start = at + 1
        at = start + record[at]!
        extend(boxE7, record, start, at)
      }
    }
  }
  box.minLat = boxE7.minLat / 1e7
  box.minLng = boxE7.minLng / 1e7
  box.maxLat = boxE7.maxLat / 1e7
  box.maxLng = boxE7.maxLng / 1e7
}

function extend(box: FeatureBox, words: Int32Array, start: number, end: number): void {
  for (let at = start; at < end; at += 2) {
    const [lng, lat] = [words[at]!, words[at + 1]!]
    if (lat < box.minLat) box.minLat = lat
    if (lat > box.maxLat) box.maxLat = lat
    if (lng < box.minLng) box.minLng = lng
    if (lng > box.maxLng) box.maxLng = lng
  }
}

function getPoint(record: Int32Array): Position {
  const [lng, lat] = new Float64Array(record.slice(2, 6).buffer)
  return [lng!, lat!]
}

/** The feature of a record, in the form that is cut. */
export function readFeature(record: Int32Array, kinds: KindList): { layer: LayerName; feature: MapFeature } {
  const kind = kinds.get(record[0]!)
  return { layer: kind.layer, feature: getFeature({ ...kind, minZoom: getMinZoom(record) }, getGeometry(record)) }
}

export function getFeature(kind: Kind, geometry: Geometry): MapFeature {
  return { type: 'Feature', geometry, properties: { ...kind.properties, minZoom: kind.minZoom } }
}

function getGeometry(record: Int32Array): Geometry {
  const type = record[1]! & 3
  if (type === POINT) return { type: 'Point', coordinates: getPoint(record) }
  if (type === LINE) return { type: 'LineString', coordinates: listPositions(record.subarray(2)) }
  const coordinates: Position[][][] = []
  let at = 3
  for (let polygon = 0; polygon < record[2]!; polygon++) {
    const rings: Position[][] = []
    for (let left = record[at++]!; left > 0; left--) {
      const start = at + 1
      at = start + record[at]!
      rings.push(listPositions(record.subarray(start, at)))
    }
    coordinates.push(rings)
  }
  return { type: 'MultiPolygon', coordinates }
}

/** Positions in degrees. */
export function listPositions(places: PlacesE7): Position[] {
  const positions: Position[] = []
  for (let index = 0; index < places.length; index += 2)
    positions.push([places[index]! / 1e7, places[index + 1]! / 1e7])
  return positions
}
