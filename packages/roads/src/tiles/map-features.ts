// Reads from the extracts what the base map shows, as GeoJSON features by layer.

import { type Extract, openExtract } from '../pbf/extract.ts'
import type { RelationMember, Tags } from '../pbf/primitive-block.ts'
import { NodePlaces } from '../shapes/node-places.ts'
import { isInsideRings, joinRings } from '../shapes/rings.ts'
import { joinLines } from './join-lines.ts'
import {
  type Kind,
  LAYER_NAMES,
  type LayerName,
  MAP_KEYS,
  readArea,
  readBoundary,
  readHouseNumber,
  readLine,
  readPoint,
} from './map-kinds.ts'
import { aroundBox, closeSeas, joinCoasts, type Position, shareAtSea } from './seas.ts'

type Geometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] }

export interface MapFeature {
  type: 'Feature'
  geometry: Geometry
  /** With `minZoom`, which is not written into the tiles. */
  properties: Record<string, string | number | boolean>
}

export interface MapFeatures {
  layers: Record<LayerName, MapFeature[]>
  /** Box of everything, degrees; undefined when there is nothing. */
  bounds: { minLat: number; minLng: number; maxLat: number; maxLng: number } | undefined
  /** Land and sea along the coasts, when they could be closed. */
  coast: Coast | undefined
}

export interface Coast {
  /** The land below everything, and the seas over it. */
  layers: { landcover: MapFeature[]; water: MapFeature[] }
  lines: Position[][]
}

const SEA: Kind = { layer: 'water', minZoom: 5, properties: { kind: 'sea' } }
const LAND: Kind = { layer: 'landcover', minZoom: 5, properties: { kind: 'land' } }
/** Piers and causeways are streets at sea; more of them than this means that the coast is not understood. */
const MOST_STREETS_AT_SEA = 0.03
const STREET_SAMPLES = 2_000

interface AreaRelation {
  kind: Kind | undefined
  boundary: Kind | undefined
  number: Kind | undefined
  outer: number[]
  inner: number[]
}

/** Reads the files in three passes: relations, ways, nodes. Blocks the thread. Throws RoadsError. */
export function readMapFeatures(paths: readonly string[], shouldStop?: () => boolean): MapFeatures {
  const extracts = paths.map(openExtract)
  try {
    return new FeatureReader(extracts, shouldStop).read()
  } finally {
    for (const extract of extracts) extract.close()
  }
}

class FeatureReader {
  private readonly extracts: readonly Extract[]
  private readonly shouldStop: (() => boolean) | undefined
  private readonly relations = new Map<number, AreaRelation>()
  /** Ways that relations are made of, or that are drawn themselves. */
  private readonly refsOfWay = new Map<number, number[]>()
  private readonly areas = new Map<number, Kind>()
  private readonly numbers = new Map<number, Kind>()
  /** Of coastlines. */
  private readonly coasts: number[] = []
  /** Lines that look alike, by how they look. */
  private readonly lines = new Map<string, { kind: Kind; wayIds: number[] }>()
  private readonly layers = Object.fromEntries(
    LAYER_NAMES.map((name) => [name, []]),
  ) as unknown as MapFeatures['layers']
  private bounds = { minLat: 90, minLng: 180, maxLat: -90, maxLng: -180 }
  private nodes = new NodePlaces(new Float64Array(0))

  constructor(extracts: readonly Extract[], shouldStop: (() => boolean) | undefined) {
    this.extracts = extracts
    this.shouldStop = shouldStop
  }

  read(): MapFeatures {
    const { shouldStop } = this
    for (const extract of this.extracts) {
      extract.read({ relation: (id, members, tags) => this.readRelation(id, members, tags) }, { shouldStop })
    }
    for (const { outer, inner } of this.relations.values()) {
      for (const id of [...outer, ...inner]) this.refsOfWay.set(id, [])
    }
    for (const extract of this.extracts) {
      extract.read({ way: (id, refs, tags) => this.readWay(id, refs, tags) }, { shouldStop })
    }
    this.nodes = new NodePlaces(this.listRefs())
    const seen = this.extracts.length > 1 ? new Set<number>() : undefined
    for (const extract of this.extracts) {
      extract.read({ node: (id, latE7, lngE7, tags) => this.readNode(id, latE7, lngE7, tags, seen) }, { shouldStop })
    }
    this.finishWays()
    this.finishRelations()
    const coast = this.closeCoasts()
    const isEmpty = LAYER_NAMES.every((name) => this.layers[name].length === 0)
    return { layers: this.layers, bounds: isEmpty ? undefined : this.bounds, coast }
  }

  private readRelation(id: number, members: RelationMember[], tags: Tags): void {
    const isArea = tags.get('type') === 'multipolygon' || tags.get('type') === 'boundary'
    const kind = isArea ? readArea(tags) : undefined
    const boundary = readBoundary(tags)
    if (!kind && !boundary) return
    const ways = members.filter((member) => member.type === 'way')
    const inner = ways.filter((member) => member.role === 'inner').map((member) => member.ref)
    const outer = ways.filter((member) => member.role !== 'inner').map((member) => member.ref)
    this.relations.set(id, { kind, boundary, number: readHouseNumber(tags), outer, inner })
  }

  private readWay(id: number, refs: readonly number[], tags: Tags): void {
    const isMember = this.refsOfWay.has(id)
    const isDrawn = MAP_KEYS.some((key) => tags.has(key))
    if ((!isMember && !isDrawn) || refs.length < 2) return
    // A way that two files hold is drawn once.
    if (this.refsOfWay.get(id)?.length) return
    this.refsOfWay.set(id, [...refs])
    if (!isDrawn) return
    if (tags.get('natural') === 'coastline') this.coasts.push(id)
    const isClosed = refs.length >= 4 && refs[0] === refs[refs.length - 1]
    const area = isClosed ? readArea(tags) : undefined
    if (area) this.areas.set(id, area)
    const number = isClosed ? readHouseNumber(tags) : undefined
    if (number) this.numbers.set(id, number)
    const line = readLine(tags)
    if (!line) return
    const look = `${line.layer} ${line.minZoom} ${JSON.stringify(line.properties)}`
    const alike = this.lines.get(look)
    if (alike) alike.wayIds.push(id)
    else this.lines.set(look, { kind: line, wayIds: [id] })
  }

  private listRefs(): Float64Array {
    let count = 0
    for (const refs of this.refsOfWay.values()) count += refs.length
    const all = new Float64Array(count)
    let length = 0
    for (const refs of this.refsOfWay.values()) for (const ref of refs) all[length++] = ref
    return all
  }

  private readNode(id: number, latE7: number, lngE7: number, tags: Tags, seen: Set<number> | undefined): void {
    this.nodes.set(id, latE7, lngE7)
    if (tags.size === 0 || seen?.has(id)) return
    seen?.add(id)
    for (const kind of [readPoint(tags), readHouseNumber(tags)]) {
      if (kind) this.add(kind, { type: 'Point', coordinates: this.take(lngE7 / 1e7, latE7 / 1e7) })
    }
  }

  private finishWays(): void {
    for (const [id, kind] of this.areas) this.addArea(kind, [this.refsOfWay.get(id)!], [])
    for (const [id, kind] of this.numbers) this.addMiddle(kind, this.refsOfWay.get(id)!)
    for (const { kind, wayIds } of this.lines.values()) {
      for (const refs of joinLines(wayIds.map((id) => this.refsOfWay.get(id)!))) this.addLine(kind, refs)
    }
  }

  private finishRelations(): void {
    /** Lowest level of each border way: a country's border is also a district's. */
    const borders = new Map<number, Kind>()
    for (const { kind, boundary, number, outer, inner } of this.relations.values()) {
      const waysOf = (ids: readonly number[]) => ids.map((id) => this.refsOfWay.get(id) ?? [])
      if (kind) this.addArea(kind, joinRings(waysOf(outer)), joinRings(waysOf(inner)))
      if (number && outer[0] !== undefined) this.addMiddle(number, this.refsOfWay.get(outer[0]) ?? [])
      if (!boundary) continue
      for (const id of outer) {
        const known = borders.get(id)
        if (!known || known.minZoom > boundary.minZoom) borders.set(id, boundary)
      }
    }
    const byLevel = new Map<Kind['properties'][string], { kind: Kind; lines: number[][] }>()
    for (const [id, kind] of borders) {
      const level = kind.properties.level!
      const there = byLevel.get(level) ?? { kind, lines: [] }
      byLevel.set(level, there)
      there.lines.push(this.refsOfWay.get(id) ?? [])
    }
    for (const { kind, lines } of byLevel.values()) for (const refs of joinLines(lines)) this.addLine(kind, refs)
  }

  /** Closes the coasts to seas, unless that would put streets into the water: then the coasts are not whole. */
  private closeCoasts(): Coast | undefined {
    if (this.coasts.length === 0) return undefined
    const lines = joinCoasts(this.coasts.map((id) => this.refsOfWay.get(id)!)).flatMap((refs) => this.linesOf(refs))
    const seas = closeSeas(lines, this.bounds)
    if (seas.length === 0 || shareAtSea(seas, this.sampleStreets()) > MOST_STREETS_AT_SEA) return undefined
    const land = featureOf(LAND, { type: 'MultiPolygon', coordinates: [[aroundBox(this.bounds).reverse()]] })
    const water = seas.map((polygon) => featureOf(SEA, { type: 'MultiPolygon', coordinates: [polygon] }))
    return { layers: { landcover: [land], water }, lines }
  }

  /** Places on streets that touch the ground, spread over all of them. */
  private sampleStreets(): Position[] {
    const streets = this.layers.roads.filter(({ properties }) => !properties.bridge && !properties.tunnel)
    const step = Math.max(1, Math.floor(streets.length / STREET_SAMPLES))
    return streets.flatMap(({ geometry }, index) => {
      if (index % step !== 0 || geometry.type !== 'LineString') return []
      return [geometry.coordinates[geometry.coordinates.length >> 1]!]
    })
  }

  private addLine(kind: Kind, refs: readonly number[]): void {
    for (const coordinates of this.linesOf(refs)) this.add(kind, { type: 'LineString', coordinates })
  }

  /** Where the extract is cut, nodes are missing: what is left on both sides are lines of their own. */
  private linesOf(refs: readonly number[]): Position[][] {
    const lines: Position[][] = []
    let part: Position[] = []
    for (const ref of refs) {
      const position = this.positionOf(ref)
      if (position) part.push(position)
      else {
        lines.push(part)
        part = []
      }
    }
    return [...lines, part].filter((line) => line.length >= 2)
  }

  /** Rings of node ids; each hole goes to the outer ring around it. */
  private addArea(kind: Kind, outer: readonly number[][], inner: readonly number[][]): void {
    const polygons = outer.flatMap((refs) => {
      const ring = this.ringOf(refs)
      return ring ? [{ ring, flat: ring.flat(), holes: [] as Position[][] }] : []
    })
    for (const refs of inner) {
      const hole = this.ringOf(refs)
      if (!hole) continue
      const [lng, lat] = hole[0]!
      const around = polygons.find(({ flat }) => isInsideRings([flat], lng, lat)) ?? polygons[0]
      around?.holes.push(hole)
    }
    if (polygons.length === 0) return
    const coordinates = polygons.map(({ ring, holes }) => [ring, ...holes])
    const minZoom = kind.layer === 'buildings' ? kind.minZoom : Math.max(kind.minZoom, visibleFrom(coordinates))
    this.add({ ...kind, minZoom }, { type: 'MultiPolygon', coordinates })
  }

  private addMiddle(kind: Kind, refs: readonly number[]): void {
    const ring = this.ringOf(refs)
    if (!ring) return
    const corners = ring.slice(1)
    const sum = (axis: 0 | 1) => corners.reduce((total, corner) => total + corner[axis], 0) / corners.length
    this.add(kind, { type: 'Point', coordinates: [sum(0), sum(1)] })
  }

  private add(kind: Kind, geometry: Geometry): void {
    this.layers[kind.layer].push(featureOf(kind, geometry))
  }

  private ringOf(refs: readonly number[]): Position[] | undefined {
    if (refs.length < 4) return undefined
    const ring: Position[] = []
    for (const ref of refs) {
      const position = this.positionOf(ref)
      if (!position) return undefined
      ring.push(position)
    }
    return ring
  }

  private positionOf(ref: number): Position | undefined {
    const index = this.nodes.find(ref)
    if (index < 0) return undefined
    return this.take(this.nodes.lngE7[index]! / 1e7, this.nodes.latE7[index]! / 1e7)
  }

  private take(lng: number, lat: number): Position {
    const { bounds } = this
    if (lat < bounds.minLat) bounds.minLat = lat
    if (lat > bounds.maxLat) bounds.maxLat = lat
    if (lng < bounds.minLng) bounds.minLng = lng
    if (lng > bounds.maxLng) bounds.maxLng = lng
    return [lng, lat]
  }
}

function featureOf(kind: Kind, geometry: Geometry): MapFeature {
  return { type: 'Feature', geometry, properties: { ...kind.properties, minZoom: kind.minZoom } }
}

const PIXELS_TO_BE_SEEN = 5
/** Degrees of longitude of a pixel at zoom 0, in tiles of 512 pixels. */
const DEGREES_PER_PIXEL = 360 / 512

/** First zoom at which an area is some pixels wide. */
function visibleFrom(polygons: readonly Position[][][]): number {
  let squareDegrees = 0
  for (const [outer] of polygons) {
    let doubled = 0
    for (let index = 1; index < outer!.length; index++) {
      const [x, y] = outer![index]!
      const [beforeX, beforeY] = outer![index - 1]!
      doubled += beforeX * y - x * beforeY
    }
    squareDegrees += Math.abs(doubled) / 2
  }
  const width = Math.sqrt(squareDegrees)
  const zoom = Math.ceil(Math.log2((PIXELS_TO_BE_SEEN * DEGREES_PER_PIXEL) / width))
  return Math.min(14, Math.max(0, Number.isFinite(zoom) ? zoom : 14))
}
