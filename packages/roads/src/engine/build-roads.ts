// Roads for a single thread, such as a command-line tool; a server uses openRoadService instead.

import type { ImageOptions } from './build-image.ts'
import { openImage, type RoadOptions } from './open-image.ts'
import { RoadGraph } from './road-graph.ts'

/** Loads the graph of the given extracts from the cache or builds it, which blocks this thread. Throws RoadsError. */
export function buildRoads(files: readonly string[], options: RoadOptions & ImageOptions): RoadGraph {
  const { onProgress, shouldStop, ...roadOptions } = options
  return new RoadGraph(openImage(files, roadOptions, { onProgress, shouldStop }).image)
}
