// Cuts the features of extracts of any size into tiles, one part of the map at a time. The map is halved repeatedly in both directions
// until each part fits in memory; a divided part keeps only its own tile, for which few features are large enough.

import { RoadsError } from '../foundation/errors.ts'
import { RecordFile } from '../foundation/record-file.ts'
import type { Workspace } from '../foundation/workspace.ts'
import {
  BUFFER,
  type CutOptions,
  type Cutter,
  cutSquare,
  encodeTile,
  getTile,
  type Layers,
  layerCutters,
  type TileSquare,
} from './cut-tiles.ts'
import { type FeatureBox, type FeatureFile, getMinZoom, measureBox, readFeature } from './feature-file.ts'
import type { Coast } from './map-features.ts'
import { LAYER_NAMES } from './map-kinds.ts'
import type { ArchiveTile } from './pmtiles-writer.ts'
import { TILE_UNITS } from './read-tiles.ts'

export interface PartOptions extends CutOptions {
  /**
   * Land and sea, drawn below the other features of their layers. Away from the coast they are cut only for coarse zooms, because there is
   * too much sea.
   */
  coast: Coast | undefined
  workspace: Workspace
  /** Size of a part in words of features; default `PART_WORDS`. */
  partWords?: number
}

/** About a million nodes. While they are cut, they take about 60 times as much memory as here. */
const PART_WORDS = 3_000_000
/** Size of a feature besides its words. */
const WORDS_PER_FEATURE = 16
/** Parts are squares of tiles up to this zoom. */
const COUNT_ZOOM = 12

interface Part extends TileSquare {
  words: number
  records: RecordFile
  /** Four quarters of a divided part. */
  quarters: Part[]
}

/** Passes on the non-empty tiles, each once, part by part. Throws RoadsError. */
export function cutParts(features: FeatureFile, options: PartOptions, use: (tile: ArchiveTile) => void): void {
  const { workspace, partWords = PART_WORDS, onProgress, shouldStop, maxZoom } = options
  const root = divide(features, partWords, workspace)
  if (root.quarters.length > 0) {
    distribute(features, root, shouldStop)
    workspace.close('features')
  }
  const coast = new CoastCutters(options.coast, maxZoom, root.quarters.length === 0)
  let done = 0
  const visit = (part: Part): void => {
    if (!isInBounds(part, options.bounds)) return
    const own = layerCutters(readLayers(features, part), maxZoom)
    if (part.quarters.length === 0) {
      const enter = coast.enter()
      const onPart = (share: number) => onProgress?.((done + share * part.words) / root.words)
      cutSquare(part, (z, x, y) => [...enter(z, x, y), ...own], { ...options, onProgress: onPart }, use)
      done += part.words
      return
    }
    const { z, x, y } = part
    const bytes = encodeTile([...coast.enter()(z, x, y), ...own], z, x, y)
    if (bytes) use({ z, x, y, bytes })
    for (const quarter of part.quarters) visit(quarter)
  }
  visit(root)
  workspace.close('parts')
}

/** The whole map, divided until no part exceeds its size. */
function divide(features: FeatureFile, partWords: number, workspace: Workspace): Part {
  const whole = features.records.words + WORDS_PER_FEATURE * features.count
  if (whole <= partWords) return { z: 0, x: 0, y: 0, words: whole, records: features.records, quarters: [] }
  const counts = countByZoom(features)
  const store = workspace.open('parts')
  const make = (z: number, x: number, y: number): Part => {
    const words = counts[z]!.get(y * 2 ** z + x) ?? 0
    const part: Part = { z, x, y, words, records: new RecordFile(store), quarters: [] }
    if (words <= partWords || z === COUNT_ZOOM) return part
    for (const quarter of [0, 1, 2, 3]) part.quarters.push(make(z + 1, 2 * x + (quarter & 1), 2 * y + (quarter >> 1)))
    return part
  }
  return make(0, 0, 0)
}

/** Words of the features whose middle is in each tile, by zoom. */
function countByZoom(features: FeatureFile): Map<number, number>[] {
  const counts = Array.from({ length: COUNT_ZOOM + 1 }, () => new Map<number, number>())
  const box: FeatureBox = { minLat: 0, minLng: 0, maxLat: 0, maxLng: 0 }
  const deepest = counts[COUNT_ZOOM]!
  features.records.forEach((record) => {
    measureBox(record, box)
    const [x, y] = getTile((box.minLng + box.maxLng) / 2, (box.minLat + box.maxLat) / 2, COUNT_ZOOM)
    const tile = y * 2 ** COUNT_ZOOM + x
    deepest.set(tile, (deepest.get(tile) ?? 0) + record.length + WORDS_PER_FEATURE)
  })
  for (let z = COUNT_ZOOM; z > 0; z--) {
    for (const [tile, words] of counts[z]!) {
      const [x, y] = [(tile % 2 ** z) >> 1, Math.floor(tile / 2 ** z) >> 1]
      const above = y * 2 ** (z - 1) + x
      counts[z - 1]!.set(above, (counts[z - 1]!.get(above) ?? 0) + words)
    }
  }
  return counts
}

/** Copies each feature to every part that it may reach into; to divided ones only if it is drawn there. */
function distribute(features: FeatureFile, root: Part, shouldStop: (() => boolean) | undefined): void {
  const box: FeatureBox = { minLat: 0, minLng: 0, maxLat: 0, maxLng: 0 }
  const put = (part: Part, record: Int32Array, square: Square) => {
    if (part.quarters.length === 0 || getMinZoom(record) <= part.z) part.records.append(record, record.length)
    for (const quarter of part.quarters) if (reaches(square, quarter)) put(quarter, record, square)
  }
  let count = 0
  features.records.forEach((record) => {
    if (count++ % 4096 === 0 && shouldStop?.()) throw new RoadsError('aborted', 'building the map was stopped')
    measureBox(record, box)
    put(root, record, {
      minX: box.minLng / 360 + 0.5,
      maxX: box.maxLng / 360 + 0.5,
      minY: mercatorY(box.maxLat),
      maxY: mercatorY(box.minLat),
    })
  })
}

/** In units of the whole map's side, from its north-western corner. */
interface Square {
  minX: number
  minY: number
  maxX: number
  maxY: number
}

/** Twice the buffer beyond the border of a tile, so that rounding makes no difference; in tiles. */
const REACH = (2 * BUFFER) / TILE_UNITS

function reaches({ minX, minY, maxX, maxY }: Square, { z, x, y }: TileSquare): boolean {
  const side = 2 ** -z
  if (maxY < (y - REACH) * side || minY > (y + 1 + REACH) * side) return false
  const [west, east] = [(x - REACH) * side, (x + 1 + REACH) * side]
  // At the antimeridian the map continues at its other side.
  for (const turn of [0, 1, -1]) if (maxX + turn >= west && minX + turn <= east) return true
  return false
}

function mercatorY(lat: number): number {
  const sine = Math.sin((lat * Math.PI) / 180)
  const y = 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI
  return Math.max(0, Math.min(1, y))
}

function isInBounds({ z, x, y }: TileSquare, bounds: CutOptions['bounds']): boolean {
  const [minX, maxY] = getTile(bounds.minLng, bounds.minLat, z)
  const [maxX, minY] = getTile(bounds.maxLng, bounds.maxLat, z)
  return x >= minX && x <= maxX && y >= minY && y <= maxY
}

function readLayers({ kinds }: FeatureFile, part: Part): Layers {
  const layers: Record<string, GeoJSON.Feature[]> = {}
  for (const name of LAYER_NAMES) layers[name] = []
  part.records.forEach((record) => {
    const { layer, feature } = readFeature(record, kinds)
    layers[layer]!.push(feature)
  })
  return layers
}

/** Up to this zoom there are few tiles; beyond it, only its tiles with a coast, and those around them, are considered. */
const COAST_ZOOM = 10

class CoastCutters {
  private readonly coast: Coast | undefined
  private readonly maxZoom: number
  /** Cutters of the whole coast, for coarse zooms. */
  private readonly coarse: readonly Cutter[]
  private readonly isWhole: boolean
  /** Tiles of `COAST_ZOOM` with a coast, and those around them: x and y. */
  private readonly near = new Set<string>()

  /** `isWhole` when there is only one part. */
  constructor(coast: Coast | undefined, maxZoom: number, isWhole: boolean) {
    this.coast = coast
    this.maxZoom = maxZoom
    this.isWhole = isWhole
    this.coarse = coast ? layerCutters(coast.layers as Layers, maxZoom) : []
    const along = new Set<string>()
    for (const [lng, lat] of coast?.lines.flat() ?? []) {
      const [x, y] = getTile(lng, lat, COAST_ZOOM)
      if (along.has(`${x} ${y}`)) continue
      along.add(`${x} ${y}`)
      for (let around = 0; around < 9; around++) {
        this.near.add(`${x - 1 + (around % 3)} ${y - 1 + Math.floor(around / 3)}`)
      }
    }
  }

  /** Cutters for the tiles of one part. Data cut for deep zooms is large, and is kept only until the next part. */
  enter(): (z: number, x: number, y: number) => readonly Cutter[] {
    let deep = this.isWhole ? this.coarse : undefined
    return (z, x, y) => {
      if (!this.coast || z <= COAST_ZOOM) return this.coarse
      const shift = z - COAST_ZOOM
      if (!this.near.has(`${x >> shift} ${y >> shift}`)) return []
      deep ??= layerCutters(this.coast.layers as Layers, this.maxZoom)
      return deep
    }
  }
}
