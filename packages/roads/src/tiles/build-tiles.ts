// Builds a PMTiles archive of vector tiles from extracts: features by layer, cut for each zoom, packed. In parts, because a country does
// not fit in memory.

import { RoadsError } from '../foundation/errors.ts'
import type { Workspace } from '../foundation/workspace.ts'
import { cutParts } from './cut-parts.ts'
import { readMapFeatures } from './map-features.ts'
import { LAYER_NAMES } from './map-kinds.ts'
import { ArchiveWriter } from './pmtiles-writer.ts'

/** At deeper zooms these tiles are drawn larger: at 14 a unit of a tile is half a metre. */
export const MAX_TILE_ZOOM = 14

export const ATTRIBUTION = '© OpenStreetMap contributors'

export interface TileOptions {
  /** Share of the whole, 0..1. */
  onProgress?: (share: number) => void
  shouldStop?: () => boolean
}

export interface BuildOptions extends TileOptions {
  /** Path of the archive. */
  path: string
  /** Holds temporarily what does not fit in memory. */
  workspace: Workspace
  /** Size of a part of the map, in words of features. */
  partWords?: number
}

/**
 * Writes the archive to a file. Blocks the thread. Throws RoadsError; no_roads when the extracts contain nothing to draw, worker_failed
 * when the disk is full. The caller must close the workspace in any case.
 */
export function buildTileArchive(extracts: readonly string[], options: BuildOptions): void {
  const { path, workspace, partWords, onProgress, shouldStop } = options
  const { features, bounds, coast } = readMapFeatures(extracts, workspace, {
    shouldStop,
    onProgress: (share) => onProgress?.(0.3 * share),
  })
  if (!bounds) throw new RoadsError('no_roads', `${extracts.join(', ')}: nothing to draw on a map`)
  const archive = new ArchiveWriter(workspace.open('tiles'))
  const cutting = {
    bounds,
    coast,
    maxZoom: MAX_TILE_ZOOM,
    workspace,
    partWords,
    shouldStop,
    onProgress: (share: number) => onProgress?.(0.3 + 0.65 * share),
  }
  cutParts(features, cutting, (tile) => archive.add(tile))
  const metadata = {
    name: 'Base map',
    attribution: ATTRIBUTION,
    has_coast: coast !== undefined,
    vector_layers: LAYER_NAMES.map((id) => ({ id, fields: {}, minzoom: 0, maxzoom: MAX_TILE_ZOOM })),
  }
  archive.writeTo(path, { bounds, metadata })
}
