// Reads the features of the base map from the extracts: by layer, in drawing order. However large the extracts, memory holds only numbers
// for each line, border and area of several ways; everything else goes to temporary files.

import { EarlierIds } from '../foundation/earlier-ids.ts'
import { RoadsError } from '../foundation/errors.ts'
import { Float64List, Int32List } from '../foundation/growable.ts'
import { RecordFile } from '../foundation/record-file.ts'
import { findId, IdCursor, sortDistinct } from '../foundation/sorted-ids.ts'
import type { Workspace } from '../foundation/workspace.ts'
import { type Extract, openExtract } from '../pbf/extract.ts'
import type { RelationMember, Tags } from '../pbf/primitive-block.ts'
import { NodeFile } from '../shapes/node-file.ts'
import { isInsideRings, joinRings } from '../shapes/rings.ts'
import { FeatureFile, getFeature, KindList, listPositions, type MapFeature, type PlacesE7 } from './feature-file.ts'
import { joinLines } from './join-lines.ts'
import { forEachKnownPart, LineWays, MISSING } from './line-ways.ts'
import { type Kind, MAP_KEYS, readArea, readBoundary, readHouseNumber, readLine, readPoint } from './map-kinds.ts'
import { aroundBox, type Box, closeSeas, joinCoasts, type Position, shareAtSea } from './seas.ts'

export interface MapFeatures {
  features: FeatureFile
  /** Bounding box of all features, degrees; undefined when there are none. */
  bounds: Box | undefined
  /** Land and sea along the coasts, when they could be closed. */
  coast: Coast | undefined
}

export interface Coast {
  /** The land below everything, and the seas over it. */
  layers: { landcover: MapFeature[]; water: MapFeature[] }
  lines: Position[][]
}

export interface ReadFeaturesOptions {
  /** Share of the reading, 0..1. */
  onProgress?: (share: number) => void
  shouldStop?: () => boolean
}

const SEA: Kind = { layer: 'water', minZoom: 5, properties: { kind: 'sea' } }
const LAND: Kind = { layer: 'landcover', minZoom: 5, properties: { kind: 'land' } }
/** Piers and causeways are streets at sea; a larger share means that the coastline was misinterpreted. */
const MOST_STREETS_AT_SEA = 0.03
const STREET_SAMPLES = 2_000

interface AreaRelation {
  kind: Kind | undefined
  boundary: Kind | undefined
  number: Kind | undefined
  /** Indexes in the list of members: outer ways, then inner ones. */
  first: number
  firstInner: number
  end: number
}

/** Reads the files in three passes: relations, nodes, ways. Blocks the thread. Throws RoadsError. */
export function readMapFeatures(
  paths: readonly string[],
  workspace: Workspace,
  options: ReadFeaturesOptions = {},
): MapFeatures {
  const extracts = paths.map(openExtract)
  try {
    return new FeatureReader(extracts, workspace, options).read()
  } finally {
    for (const extract of extracts) extract.close()
  }
}

class FeatureReader {
  private readonly extracts: readonly Extract[]
  private readonly options: ReadFeaturesOptions
  private readonly workspace: Workspace
  private readonly relations = new Map<number, AreaRelation>()
  private readonly members = new Float64List()
  /** Ways that relations consist of, ascending, and the record of each one's nodes, or -1. */
  private memberWays: Float64Array = new Float64Array(0)
  private memberCursor = new IdCursor(this.memberWays)
  private memberRecords = new Float64Array(0)
  private readonly memberRefs: RecordFile
  private readonly earlierNodes: EarlierIds | undefined
  private readonly earlierWays: EarlierIds | undefined
  /** Nodes of each coastline way. */
  private readonly coasts: number[][] = []
  private readonly kinds = new KindList()
  private readonly features: FeatureFile
  private readonly lines: LineWays
  private readonly nodes: NodeFile
  /** Middles of streets on the ground, alternating longitudes and latitudes; only when there is a coast. */
  private readonly streets = new Int32List()
  private readonly boundsE7: Box = { minLat: 9e8, minLng: 18e8, maxLat: -9e8, maxLng: -18e8 }
  /** Alternating longitudes and latitudes of the current way. */
  private places = new Int32Array(4096)
  private words = new Int32Array(4096)

  constructor(extracts: readonly Extract[], workspace: Workspace, options: ReadFeaturesOptions) {
    this.extracts = extracts
    this.options = options
    this.workspace = workspace
    this.features = new FeatureFile(workspace.open('features'), this.kinds)
    this.lines = new LineWays(workspace.open('lines'))
    this.nodes = new NodeFile(workspace.open('nodes'))
    this.memberRefs = new RecordFile(workspace.open('members'))
    this.earlierNodes = extracts.length > 1 ? new EarlierIds() : undefined
    this.earlierWays = extracts.length > 1 ? new EarlierIds() : undefined
  }

  read(): MapFeatures {
    this.pass(0, (extract, run) => {
      extract.read({ relation: (id, members, tags) => this.readRelation(id, members, tags) }, run)
    })
    this.memberWays = sortDistinct(this.members.toArray())
    this.memberRecords = new Float64Array(this.memberWays.length).fill(-1)
    this.pass(0.1, (extract, run) => {
      extract.read({ node: (id, latE7, lngE7, tags) => this.readNode(id, latE7, lngE7, tags) }, run)
      this.earlierNodes?.endFile()
    })
    this.nodes.finish()
    this.pass(0.4, (extract, run) => {
      this.memberCursor = new IdCursor(this.memberWays)
      extract.read({ way: (id, refs, tags) => this.readWay(id, refs, tags) }, run)
      this.earlierWays?.endFile()
    })
    this.finishLines()
    this.options.onProgress?.(0.9)
    this.finishRelations()
    const bounds = this.features.count === 0 ? undefined : this.bounds()
    const coast = this.closeCoasts()
    this.options.onProgress?.(1)
    for (const name of ['lines', 'nodes', 'members']) this.workspace.close(name)
    return { features: this.features, bounds, coast }
  }

  /** Reads all files once; in the progress, the next pass begins where this one ends. */
  private pass(from: number, read: (extract: Extract, run: ReadFeaturesOptions) => void): void {
    const { onProgress, shouldStop } = this.options
    const to = from === 0 ? 0.1 : from === 0.1 ? 0.4 : 0.8
    for (const [index, extract] of this.extracts.entries()) {
      read(extract, {
        shouldStop,
        onProgress: (share) => onProgress?.(from + ((to - from) * (index + share)) / this.extracts.length),
      })
    }
  }

  private readRelation(id: number, members: RelationMember[], tags: Tags): void {
    const isArea = tags.get('type') === 'multipolygon' || tags.get('type') === 'boundary'
    const kind = isArea ? readArea(tags) : undefined
    const boundary = readBoundary(tags)
    if (!kind && !boundary) return
    const ways = members.filter((member) => member.type === 'way')
    const first = this.members.length
    for (const { role, ref } of ways) if (role !== 'inner') this.members.push(ref)
    const firstInner = this.members.length
    for (const { role, ref } of ways) if (role === 'inner') this.members.push(ref)
    const end = this.members.length
    this.relations.set(id, { kind, boundary, number: readHouseNumber(tags), first, firstInner, end })
  }

  private readNode(id: number, latE7: number, lngE7: number, tags: Tags): void {
    this.nodes.add(id, latE7, lngE7)
    if (tags.size === 0 || this.earlierNodes?.has(id)) return
    for (const kind of [readPoint(tags), readHouseNumber(tags)]) {
      if (!kind) continue
      this.earlierNodes?.add(id)
      this.take(lngE7, latE7)
      this.features.addPoint(this.kinds.add(kind), [lngE7 / 1e7, latE7 / 1e7])
    }
  }

  private readWay(id: number, refs: readonly number[], tags: Tags): void {
    const member = this.memberCursor.find(id)
    const isDrawn = MAP_KEYS.some((key) => tags.has(key))
    if ((member < 0 && !isDrawn) || refs.length < 2) return
    // A way in two files is drawn once.
    if (member >= 0 ? this.memberRecords[member]! >= 0 : this.earlierWays?.has(id)) return
    if (member >= 0) this.memberRecords[member] = this.keepRefs(refs)
    if (!isDrawn) return
    this.earlierWays?.add(id)
    if (tags.get('natural') === 'coastline') this.coasts.push([...refs])
    const isClosed = refs.length >= 4 && refs[0] === refs[refs.length - 1]
    const area = isClosed ? readArea(tags) : undefined
    const number = isClosed ? readHouseNumber(tags) : undefined
    const line = readLine(tags)
    if (!area && !number && !line) return
    const known = this.locate(refs)
    if (area || number) this.takeFirst(known)
    if (known === refs.length) {
      const ring = this.places.subarray(0, 2 * known)
      if (area) this.addArea(area, [[ring]])
      if (number) this.addMiddle(number, ring)
    }
    if (!line) return
    for (let at = 0; at < 2 * refs.length; at += 2) {
      if (this.places[at] !== MISSING) this.take(this.places[at]!, this.places[at + 1]!)
    }
    this.lines.add(this.kinds.add(line), refs, this.places, 2 * refs.length)
  }

  private keepRefs(refs: readonly number[]): number {
    if (2 * refs.length > this.words.length) this.words = new Int32Array(4 * refs.length)
    for (const [index, ref] of refs.entries()) {
      this.words[2 * index] = ref % 2 ** 32
      this.words[2 * index + 1] = Math.floor(ref / 2 ** 32)
    }
    return this.memberRefs.append(this.words, 2 * refs.length)
  }

  /** Node ids of a way that relations consist of; empty when the files do not contain it. */
  private refsOfMember(way: number): number[] {
    const record = this.memberRecords[findId(this.memberWays, way)]!
    if (record < 0) return []
    const words = this.memberRefs.read(record)
    return Array.from({ length: words.length >> 1 }, (_, index) => {
      return (words[2 * index]! >>> 0) + words[2 * index + 1]! * 2 ** 32
    })
  }

  /** Looks up the coordinates of nodes; returns how many there are before the first that is not in the files. */
  private locate(refs: readonly number[]): number {
    if (2 * refs.length > this.places.length) this.places = new Int32Array(4 * refs.length)
    const { places, nodes } = this
    let known = refs.length
    for (let index = 0; index < refs.length; index++) {
      const isKnown = nodes.find(refs[index]!)
      if (!isKnown && index < known) known = index
      places[2 * index] = isKnown ? nodes.lngE7 : MISSING
      places[2 * index + 1] = isKnown ? nodes.latE7 : MISSING
    }
    return known
  }

  private finishLines(): void {
    this.lines.forEach(this.kinds.length, (kind, line) => {
      this.checkStop()
      this.features.addLine(kind, line)
      const { layer, properties } = this.kinds.get(kind)
      if (this.coasts.length === 0 || layer !== 'roads' || properties.bridge || properties.tunnel) return
      const middle = 2 * (line.length >> 2)
      this.streets.push(line[middle]!)
      this.streets.push(line[middle + 1]!)
    })
  }

  private finishRelations(): void {
    /** Lowest level of each border way: a country's border is also a district's. */
    const borders = new Map<number, Kind>()
    for (const { kind, boundary, number, first, firstInner, end } of this.relations.values()) {
      this.checkStop()
      const listWays = (from: number, to: number) => {
        return Array.from({ length: to - from }, (_, index) => this.refsOfMember(this.members.array[from + index]!))
      }
      if (kind) this.addRelation(kind, joinRings(listWays(first, firstInner)), joinRings(listWays(firstInner, end)))
      if (number && firstInner > first) {
        const ring = this.ringOf(this.refsOfMember(this.members.array[first]!))
        if (ring) this.addMiddle(number, ring)
      }
      if (!boundary) continue
      for (const way of this.members.array.subarray(first, firstInner)) {
        const known = borders.get(way)
        if (!known || known.minZoom > boundary.minZoom) borders.set(way, boundary)
      }
    }
    this.addBorders(borders)
  }

  private addBorders(borders: ReadonlyMap<number, Kind>): void {
    const byLevel = new Map<Kind['properties'][string], { kind: Kind; lines: number[][] }>()
    for (const [way, kind] of borders) {
      const level = kind.properties.level!
      const there = byLevel.get(level) ?? { kind, lines: [] }
      byLevel.set(level, there)
      const refs = this.refsOfMember(way)
      if (refs.length > 0) there.lines.push(refs)
    }
    for (const { kind, lines } of byLevel.values()) {
      const firsts = Float64Array.from(lines, (refs) => refs[0]!)
      const lasts = Float64Array.from(lines, (refs) => refs[refs.length - 1]!)
      joinLines(firsts, lasts, (chain) => {
        const refs: number[] = []
        for (const link of chain) {
          const more = link < 0 ? lines[-1 - link]!.toReversed() : lines[link]!
          for (let index = refs.length > 0 ? 1 : 0; index < more.length; index++) refs.push(more[index]!)
        }
        for (const line of this.linesOf(refs)) this.features.addLine(this.kinds.add(kind), line)
      })
    }
  }

  /** Closes the coasts to seas, unless that would put streets into the water: the coasts are then incomplete. */
  private closeCoasts(): Coast | undefined {
    if (this.coasts.length === 0) return undefined
    const lines = joinCoasts(this.coasts).flatMap((refs) => this.linesOf(refs).map(listPositions))
    const bounds = this.bounds()
    const seas = closeSeas(lines, bounds)
    if (seas.length === 0 || shareAtSea(seas, this.sampleStreets()) > MOST_STREETS_AT_SEA) return undefined
    const land = getFeature(LAND, { type: 'MultiPolygon', coordinates: [[aroundBox(bounds).reverse()]] })
    const water = seas.map((polygon) => getFeature(SEA, { type: 'MultiPolygon', coordinates: [polygon] }))
    return { layers: { landcover: [land], water }, lines }
  }

  /** Sample of places on streets on the ground, spread over all of them. */
  private sampleStreets(): Position[] {
    const { array, length } = this.streets
    const step = Math.max(1, Math.floor(length / 2 / STREET_SAMPLES))
    const sample: Position[] = []
    for (let at = 0; at < length; at += 2 * step) sample.push([array[at]! / 1e7, array[at + 1]! / 1e7])
    return sample
  }

  private linesOf(refs: readonly number[]): PlacesE7[] {
    this.locate(refs)
    const lines: PlacesE7[] = []
    const places = this.places.slice(0, 2 * refs.length)
    for (let at = 0; at < places.length; at += 2) {
      if (places[at] !== MISSING) this.take(places[at]!, places[at + 1]!)
    }
    forEachKnownPart(places, (part) => lines.push(part))
    return lines
  }

  /** Adds rings of node ids as areas; each hole goes to the outer ring around it. */
  private addRelation(kind: Kind, outer: readonly number[][], inner: readonly number[][]): void {
    const polygons = outer.flatMap((refs) => {
      const ring = this.ringOf(refs)
      return ring ? [{ rings: [ring], flat: inner.length > 0 ? getDegrees(ring) : undefined }] : []
    })
    for (const refs of inner) {
      const hole = this.ringOf(refs)
      if (!hole) continue
      const [lng, lat] = [hole[0]! / 1e7, hole[1]! / 1e7]
      const around = polygons.find(({ flat }) => isInsideRings([flat!], lng, lat)) ?? polygons[0]
      around?.rings.push(hole)
    }
    if (polygons.length > 0) {
      this.addArea(
        kind,
        polygons.map(({ rings }) => rings),
      )
    }
  }

  private addArea(kind: Kind, polygons: readonly (readonly PlacesE7[])[]): void {
    const minZoom = kind.layer === 'buildings' ? kind.minZoom : Math.max(kind.minZoom, visibleFrom(polygons))
    this.features.addArea(this.kinds.add(kind), minZoom, polygons)
  }

  private addMiddle(kind: Kind, ring: PlacesE7): void {
    const corners = ring.length / 2 - 1
    let [lng, lat] = [0, 0]
    for (let at = 2; at < ring.length; at += 2) {
      lng += ring[at]! / 1e7
      lat += ring[at + 1]! / 1e7
    }
    this.features.addPoint(this.kinds.add(kind), [lng / corners, lat / corners])
  }

  private ringOf(refs: readonly number[]): PlacesE7 | undefined {
    if (refs.length < 4) return undefined
    const known = this.locate(refs)
    this.takeFirst(known)
    return known === refs.length ? this.places.slice(0, 2 * known) : undefined
  }

  /** Extends the bounds by the first nodes of the current way. */
  private takeFirst(count: number): void {
    for (let at = 0; at < 2 * count; at += 2) this.take(this.places[at]!, this.places[at + 1]!)
  }

  private take(lngE7: number, latE7: number): void {
    const { boundsE7 } = this
    if (latE7 < boundsE7.minLat) boundsE7.minLat = latE7
    if (latE7 > boundsE7.maxLat) boundsE7.maxLat = latE7
    if (lngE7 < boundsE7.minLng) boundsE7.minLng = lngE7
    if (lngE7 > boundsE7.maxLng) boundsE7.maxLng = lngE7
  }

  private bounds(): Box {
    const { minLat, minLng, maxLat, maxLng } = this.boundsE7
    return { minLat: minLat / 1e7, minLng: minLng / 1e7, maxLat: maxLat / 1e7, maxLng: maxLng / 1e7 }
  }

  private checkStop(): void {
    if (this.options.shouldStop?.()) throw new RoadsError('aborted', 'building the map was stopped')
  }
}

function getDegrees(places: PlacesE7): Float64Array {
  return Float64Array.from(places, (place) => place / 1e7)
}

const PIXELS_TO_BE_SEEN = 5
/** Degrees of longitude per pixel at zoom 0, in tiles of 512 pixels. */
const DEGREES_PER_PIXEL = 360 / 512

/** First zoom at which an area is several pixels wide. */
function visibleFrom(polygons: readonly (readonly PlacesE7[])[]): number {
  let squareDegrees = 0
  for (const [outer] of polygons) {
    let doubled = 0
    for (let at = 2; at < outer!.length; at += 2) {
      const [x, y] = [outer![at]! / 1e7, outer![at + 1]! / 1e7]
      const [beforeX, beforeY] = [outer![at - 2]! / 1e7, outer![at - 1]! / 1e7]
      doubled += beforeX * y - x * beforeY
    }
    squareDegrees += Math.abs(doubled) / 2
  }
  const width = Math.sqrt(squareDegrees)
  const zoom = Math.ceil(Math.log2((PIXELS_TO_BE_SEEN * DEGREES_PER_PIXEL) / width))
  return Math.min(14, Math.max(0, Number.isFinite(zoom) ? zoom : 14))
}
