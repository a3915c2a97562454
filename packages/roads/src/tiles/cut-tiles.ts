// Cuts features into vector tiles: simplified for each zoom, clipped to each tile, encoded.

import { GeoJSONVT, type GeoJSONVTFeature, type GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { RoadsError } from '../foundation/errors.ts'
import type { ArchiveTile } from './pmtiles-writer.ts'
import { TILE_UNITS } from './read-tiles.ts'
import type { Box } from './seas.ts'

/** Units drawn beyond the border of a tile, so that wide lines and rings meet without a gap. */
export const BUFFER = 96

export interface TileSquare {
  z: number
  x: number
  y: number
}

export interface CutOptions {
  bounds: Box
  maxZoom: number
  /** Share of the cutting, 0..1. */
  onProgress?: (share: number) => void
  shouldStop?: () => boolean
}

/** Features by layer, from which tiles are cut. */
export type Layers = Partial<Record<string, GeoJSON.Feature[]>>

/** Cuts whole layers. A feature's property `minZoom` is the first zoom at which it is drawn, and is not written. */
export function cutLayers(layers: Layers, options: CutOptions, use: (tile: ArchiveTile) => void): void {
  const cutters = layerCutters(layers, options.maxZoom)
  cutSquare({ z: 0, x: 0, y: 0 }, () => cutters, options, use)
}

/** Cuts the non-empty tiles of a square within the bounds, from its own zoom to the last. */
export function cutSquare(
  square: TileSquare,
  cuttersOf: (z: number, x: number, y: number) => readonly Cutter[],
  { bounds, maxZoom, onProgress, shouldStop }: CutOptions,
  use: (tile: ArchiveTile) => void,
): void {
  for (let z = square.z; z <= maxZoom; z++) {
    const side = 2 ** (z - square.z)
    const [minX, maxY] = getTile(bounds.minLng, bounds.minLat, z)
    const [maxX, minY] = getTile(bounds.maxLng, bounds.maxLat, z)
    const [endX, endY] = [Math.min(maxX + 1, (square.x + 1) * side), Math.min(maxY + 1, (square.y + 1) * side)]
    for (let x = Math.max(minX, square.x * side); x < endX; x++) {
      if (shouldStop?.()) throw new RoadsError('aborted', 'building the map was stopped')
      for (let y = Math.max(minY, square.y * side); y < endY; y++) {
        const bytes = encodeTile(cuttersOf(z, x, y), z, x, y)
        if (bytes) use({ z, x, y, bytes })
      }
    }
    // Three quarters of all tiles are on the last zoom.
    onProgress?.(4 ** (z - maxZoom))
  }
}

/** Clips the features of a layer to one tile after another. */
export interface Cutter {
  name: string
  cut(z: number, x: number, y: number): GeoJSONVTTile | null
}

export function layerCutters(layers: Layers, maxZoom: number): Cutter[] {
  return Object.entries(layers).flatMap(([name, features = []]) => {
    if (features.length === 0) return []
    const options = { maxZoom, indexMaxZoom: Math.min(8, maxZoom), extent: TILE_UNITS, buffer: BUFFER, tolerance: 3 }
    const index = new GeoJSONVT({ type: 'FeatureCollection', features }, options)
    // Houses and their numbers are half of all features.
    const firstZoom = features.reduce((least, { properties }) => Math.min(least, properties?.minZoom ?? 0), maxZoom)
    return [{ name, cut: (z, x, y) => (z < firstZoom ? null : index.getTile(z, x, y)) }]
  })
}

/** Bytes of a tile, or undefined when it is empty. */
export function encodeTile(cutters: readonly Cutter[], z: number, x: number, y: number): Uint8Array | undefined {
  const layers: Record<string, GeoJSONVTTile> = {}
  let isEmpty = true
  for (const { name, cut } of cutters) {
    const tile = cut(z, x, y)
    const features = tile ? listVisible(tile.features, z) : []
    if (!tile || features.length === 0) continue
    isEmpty = false
    layers[name] = { ...tile, features: [...(layers[name]?.features ?? []), ...features] } as GeoJSONVTTile
  }
  return isEmpty ? undefined : fromGeojsonVt(layers, { version: 2, extent: TILE_UNITS })
}

/** Features drawn at this zoom, without the properties that only the builder needs. */
function listVisible(features: readonly GeoJSONVTFeature[], z: number): GeoJSONVTFeature[] {
  const listed: GeoJSONVTFeature[] = []
  for (const feature of features) {
    const from = feature.tags?.minZoom
    if (typeof from === 'number' && from > z) continue
    const { minZoom: _, ...tags } = feature.tags ?? {}
    listed.push({ ...feature, tags })
  }
  return listed
}

export function getTile(lng: number, lat: number, z: number): [x: number, y: number] {
  const count = 2 ** z
  const clamped = Math.max(-85.05, Math.min(85.05, lat)) * (Math.PI / 180)
  const y = (1 - Math.asinh(Math.tan(clamped)) / Math.PI) / 2
  const inside = (value: number) => Math.max(0, Math.min(count - 1, Math.floor(value * count)))
  return [inside((lng + 180) / 360), inside(y)]
}
