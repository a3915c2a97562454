// Cuts features into vector tiles: simplified for each zoom, clipped to each tile, encoded.

import { GeoJSONVT, type GeoJSONVTFeature, type GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { RoadsError } from '../foundation/errors.ts'
import type { ArchiveTile } from './pmtiles-writer.ts'
import { TILE_UNITS } from './read-tiles.ts'

/** Units drawn beyond the border of a tile, so that wide lines and rings meet without a gap. */
const BUFFER = 96

export interface CutOptions {
  /** Degrees; tiles outside are not made. */
  bounds: { minLat: number; minLng: number; maxLat: number; maxLng: number }
  maxZoom: number
  /** Land and sea below the other layers of their names. Far from the lines they are cut for coarse zooms only: there is too much sea. */
  coast?: {
    layers: Record<string, GeoJSON.Feature[]>
    lines: readonly (readonly (readonly [lng: number, lat: number])[])[]
  }
  /** Share of the cutting, 0..1. */
  onProgress?: (share: number) => void
  shouldStop?: () => boolean
}

/** The tiles that hold anything. A feature's property `minZoom` says from where on it is drawn, and is not written. */
export function cutTiles(layers: Record<string, GeoJSON.Feature[]>, options: CutOptions): ArchiveTile[] {
  const { bounds, maxZoom, coast, onProgress, shouldStop } = options
  const tiles: ArchiveTile[] = []
  const coastCutters = layerCutters(coast?.layers ?? {}, maxZoom)
  const ownCutters = layerCutters(layers, maxZoom)
  const isNearCoast = coastTest(coast?.lines ?? [])
  for (let z = 0; z <= maxZoom; z++) {
    const [minX, maxY] = tileOf(bounds.minLng, bounds.minLat, z)
    const [maxX, minY] = tileOf(bounds.maxLng, bounds.maxLat, z)
    for (let x = minX; x <= maxX; x++) {
      if (shouldStop?.()) throw new RoadsError('aborted', 'building the map was stopped')
      for (let y = minY; y <= maxY; y++) {
        const cutters = isNearCoast(z, x, y) ? [...coastCutters, ...ownCutters] : ownCutters
        const bytes = encodeTile(cutters, z, x, y)
        if (bytes) tiles.push({ z, x, y, bytes })
      }
    }
    // Three quarters of all tiles are on the last zoom.
    onProgress?.(4 ** (z - maxZoom))
  }
  return tiles
}

/** Up to this zoom there are few tiles; beyond it, its tiles with a coast, and those around them, decide. */
const COAST_ZOOM = 10

function coastTest(lines: NonNullable<CutOptions['coast']>['lines']): (z: number, x: number, y: number) => boolean {
  const near = new Set<string>()
  for (const line of lines) {
    for (const [lng, lat] of line) {
      const [x, y] = tileOf(lng, lat, COAST_ZOOM)
      if (near.has(`${x} ${y} coast`)) continue
      near.add(`${x} ${y} coast`)
      for (let around = 0; around < 9; around++) near.add(`${x - 1 + (around % 3)} ${y - 1 + Math.floor(around / 3)}`)
    }
  }
  return (z, x, y) => {
    if (z <= COAST_ZOOM) return true
    const shift = z - COAST_ZOOM
    return near.has(`${x >> shift} ${y >> shift}`)
  }
}

interface Cutter {
  name: string
  cut(z: number, x: number, y: number): GeoJSONVTTile | null
}

function layerCutters(layers: Record<string, GeoJSON.Feature[]>, maxZoom: number): Cutter[] {
  const filled = Object.entries(layers).filter(([, features]) => features.length > 0)
  return filled.map(([name, features]) => {
    const options = { maxZoom, indexMaxZoom: Math.min(8, maxZoom), extent: TILE_UNITS, buffer: BUFFER, tolerance: 3 }
    const index = new GeoJSONVT({ type: 'FeatureCollection', features }, options)
    return { name, cut: (z, x, y) => index.getTile(z, x, y) }
  })
}

function encodeTile(cutters: readonly Cutter[], z: number, x: number, y: number): Uint8Array | undefined {
  const layers: Record<string, GeoJSONVTTile> = {}
  let isEmpty = true
  for (const { name, cut } of cutters) {
    const tile = cut(z, x, y)
    const features = tile?.features.flatMap((feature: GeoJSONVTFeature) => visible(feature, z)) ?? []
    if (!tile || features.length === 0) continue
    isEmpty = false
    layers[name] = { ...tile, features: [...(layers[name]?.features ?? []), ...features] } as GeoJSONVTTile
  }
  return isEmpty ? undefined : fromGeojsonVt(layers, { version: 2, extent: TILE_UNITS })
}

/** The feature without what only the builder needs, if it is drawn at this zoom. */
function visible(feature: GeoJSONVTFeature, z: number): GeoJSONVTFeature[] {
  const { minZoom, ...tags } = feature.tags ?? {}
  return typeof minZoom === 'number' && minZoom > z ? [] : [{ ...feature, tags }]
}

function tileOf(lng: number, lat: number, z: number): [x: number, y: number] {
  const count = 2 ** z
  const clamped = Math.max(-85.05, Math.min(85.05, lat)) * (Math.PI / 180)
  const y = (1 - Math.asinh(Math.tan(clamped)) / Math.PI) / 2
  const inside = (value: number) => Math.max(0, Math.min(count - 1, Math.floor(value * count)))
  return [inside((lng + 180) / 360), inside(y)]
}
