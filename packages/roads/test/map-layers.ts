// Builds maps of small extracts in memory: the features by layer, and the bytes of the archive.

import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Workspace } from '../src/foundation/workspace.ts'
import { buildTileArchive } from '../src/tiles/build-tiles.ts'
import { type MapFeature, readFeature } from '../src/tiles/feature-file.ts'
import { readMapFeatures } from '../src/tiles/map-features.ts'
import { LAYER_NAMES, type LayerName } from '../src/tiles/map-kinds.ts'

export function readMapLayers(extracts: readonly string[]) {
  return inWorkspace({}, (workspace) => {
    const { features, bounds, coast } = readMapFeatures(extracts, workspace)
    const layers = Object.fromEntries(LAYER_NAMES.map((name) => [name, []])) as unknown as Record<
      LayerName,
      MapFeature[]
    >
    features.records.forEach((record) => {
      const { layer, feature } = readFeature(record, features.kinds)
      layers[layer].push(feature)
    })
    return { layers, bounds, coast }
  })
}

export interface ArchiveOptions {
  /** Size of a part of the map, in words of features. */
  partWords?: number
  /** Memory of each store before it uses the disk. */
  memoryBytes?: number
  shouldStop?: () => boolean
}

export function buildArchiveBytes(
  extracts: readonly string[],
  { memoryBytes, ...options }: ArchiveOptions = {},
): Buffer {
  return inWorkspace({ memoryBytes }, (workspace, path) => {
    buildTileArchive(extracts, { path, workspace, ...options })
    return readFileSync(path)
  })
}

function inWorkspace<T>(
  options: { memoryBytes?: number | undefined },
  use: (workspace: Workspace, path: string) => T,
): T {
  const path = join(tmpdir(), `roads-map-${randomUUID()}`)
  const workspace = new Workspace({ path: `${path}.draft`, ...options })
  try {
    return use(workspace, path)
  } finally {
    workspace.closeAll()
    rmSync(path, { force: true })
  }
}
