// From extracts to a PMTiles archive of vector tiles: features by layer, cut and simplified for each zoom, encoded, packed.

import { GeoJSONVT, type GeoJSONVTFeature, type GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { RoadsError } from '../errors.ts'
import { type MapFeatures, readMapFeatures } from './map-features.ts'
import { LAYER_NAMES } from './map-kinds.ts'
import { type ArchiveTile, writeArchive } from './pmtiles-writer.ts'

/** Deeper zooms draw these tiles larger: at 14 a unit of a tile is half a metre. */
export const MAX_ZOOM = 14
const EXTENT = 4096
/** Units drawn beyond the border of a tile, so that wide lines and rings meet without a gap. */
const BUFFER = 96

export const ATTRIBUTION = '© OpenStreetMap contributors'

export interface TileOptions {
  /** Share of the whole, 0..1. */
  onProgress?: (share: number) => void
  shouldStop?: () => boolean
}

/** The bytes of the archive. Blocks the thread. Throws RoadsError; no_roads when the files hold nothing to draw. */
export function buildTileArchive(paths: readonly string[], { onProgress, shouldStop }: TileOptions = {}): Buffer {
  const features = readMapFeatures(paths, shouldStop)
  if (!features.bounds) throw new RoadsError('no_roads', `${paths.join(', ')}: nothing to draw on a map`)
  onProgress?.(0.3)
  const tiles: ArchiveTile[] = []
  const cutters = layerCutters(features)
  const { minLng, minLat, maxLng, maxLat } = features.bounds
  for (let z = 0; z <= MAX_ZOOM; z++) {
    const [minX, maxY] = tileOf(minLng, minLat, z)
    const [maxX, minY] = tileOf(maxLng, maxLat, z)
    for (let x = minX; x <= maxX; x++) {
      if (shouldStop?.()) throw new RoadsError('aborted', 'building the map was stopped')
      for (let y = minY; y <= maxY; y++) {
        const bytes = encodeTile(cutters, z, x, y)
        if (bytes) tiles.push({ z, x, y, bytes })
      }
    }
    // Three quarters of all tiles are on the last zoom.
    onProgress?.(0.3 + 0.65 * 4 ** (z - MAX_ZOOM))
  }
  return writeArchive(tiles, { bounds: features.bounds, metadata: metadataOf() })
}

interface Cutter {
  name: string
  cut(z: number, x: number, y: number): GeoJSONVTTile | null
}

function layerCutters({ layers }: MapFeatures): Cutter[] {
  return LAYER_NAMES.filter((name) => layers[name].length > 0).map((name) => {
    const collection = { type: 'FeatureCollection' as const, features: layers[name] }
    const options = { maxZoom: MAX_ZOOM, indexMaxZoom: 8, extent: EXTENT, buffer: BUFFER, tolerance: 3 }
    const index = new GeoJSONVT(collection, options)
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
    layers[name] = { ...tile, features } as GeoJSONVTTile
  }
  return isEmpty ? undefined : fromGeojsonVt(layers, { version: 2, extent: EXTENT })
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

function metadataOf(): Record<string, unknown> {
  return {
    name: 'Base map',
    attribution: ATTRIBUTION,
    vector_layers: LAYER_NAMES.map((id) => ({ id, fields: {}, minzoom: 0, maxzoom: MAX_ZOOM })),
  }
}
