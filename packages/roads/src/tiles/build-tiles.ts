// From extracts to a PMTiles archive of vector tiles: features by layer, cut for each zoom, packed. In parts: a country does not fit into memory.

import { RoadsError } from '../foundation/errors.ts'
import type { Workspace } from '../foundation/workspace.ts'
import { cutParts } from './cut-parts.ts'
import { readMapFeatures } from './map-features.ts'
import { LAYER_NAMES } from './map-kinds.ts'
import { ArchiveWriter } from './pmtiles-writer.ts'

/** Deeper zooms draw these tiles larger: at 14 a unit of a tile is half a metre. */
export const MAX_TILE_ZOOM = 14

export const ATTRIBUTION = '© OpenStreetMap contributors'

export interface TileOptions {
  /** Share of the whole, 0..1. */
  onProgress?: (share: number) => void
  shouldStop?: () => boolean
}

export interface BuildOptions extends TileOptions {
  /** Where the archive is written. */
  path: string
  /** For what does not fit into memory meanwhile. */
  workspace: Workspace
  /** A part of the map holds as many words of features. */
  partWords?: number
}

/**
 * Writes the archive to a file. Blocks the thread. Throws RoadsError; no_roads when the extracts hold nothing to draw, worker_failed when
 * the disk is full. Then and otherwise the workspace is to be closed.
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
