// From extracts to a PMTiles archive of vector tiles: features by layer, cut for each zoom, packed.

import { RoadsError } from '../foundation/errors.ts'
import { type CutOptions, cutTiles } from './cut-tiles.ts'
import { readMapFeatures } from './map-features.ts'
import { LAYER_NAMES } from './map-kinds.ts'
import { writeArchive } from './pmtiles-writer.ts'

/** Deeper zooms draw these tiles larger: at 14 a unit of a tile is half a metre. */
export const MAX_TILE_ZOOM = 14

export const ATTRIBUTION = '© OpenStreetMap contributors'

export interface TileOptions {
  /** Share of the whole, 0..1. */
  onProgress?: (share: number) => void
  shouldStop?: () => boolean
}

/** The bytes of the archive. Blocks the thread. Throws RoadsError; no_roads when the files hold nothing to draw. */
export function buildTileArchive(paths: readonly string[], { onProgress, shouldStop }: TileOptions = {}): Buffer {
  const { layers, bounds, coast } = readMapFeatures(paths, shouldStop)
  if (!bounds) throw new RoadsError('no_roads', `${paths.join(', ')}: nothing to draw on a map`)
  onProgress?.(0.3)
  const tiles = cutTiles(layers as unknown as Record<string, GeoJSON.Feature[]>, {
    bounds,
    maxZoom: MAX_TILE_ZOOM,
    coast: coast as CutOptions['coast'],
    shouldStop,
    onProgress: (share) => onProgress?.(0.3 + 0.65 * share),
  })
  const metadata = {
    name: 'Base map',
    attribution: ATTRIBUTION,
    has_coast: coast !== undefined,
    vector_layers: LAYER_NAMES.map((id) => ({ id, fields: {}, minzoom: 0, maxzoom: MAX_TILE_ZOOM })),
  }
  return writeArchive(tiles, { bounds, metadata })
}
