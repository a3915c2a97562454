// Builds a finished image from extracts: read, network, turns, hierarchy, segment index.

import { packBits } from '../foundation/bit-list.ts'
import { buildNetwork, type RoadNetwork } from '../graph/network.ts'
import type { Profile } from '../graph/profiles.ts'
import { readRawRoads } from '../graph/raw-roads.ts'
import { buildTurnGraph, type TurnGraph } from '../graph/turn-graph.ts'
import { contractGraph, type Hierarchy } from '../hierarchy/contract.ts'
import { packEdgeStates } from '../image/edge-states.ts'
import { packEdgeValues } from '../image/edge-values.ts'
import { packImage, type RoadFacts, type RoadImage } from '../image/image.ts'
import { packNames } from '../image/names.ts'
import { type ShapeArrays, ShapePacker } from '../image/road-shapes.ts'
import { packBarriers } from '../places/barrier-index.ts'
import { indexRoads } from '../places/snapping.ts'
import { hashNetwork } from './network-hash.ts'

export type BuildStage = 'reading' | 'graph' | 'hierarchy' | 'saving'

export interface BuildProgress {
  stage: BuildStage
  /** Share of the whole build, 0..1. */
  share: number
}

export interface ImageOptions {
  onProgress?: (progress: BuildProgress) => void
  /** Returning true aborts the build with RoadsError aborted. */
  shouldStop?: () => boolean
}

/** Builds the image of a profile from extracts. Throws RoadsError. */
export function buildImage(paths: readonly string[], profile: Profile, options: ImageOptions = {}): RoadImage {
  const network = readNetwork(paths, profile, options)
  return buildImageOfNetwork(network, hashNetwork(network), options)
}

/** First part of the build, about a tenth of it. Throws RoadsError. */
export function readNetwork(paths: readonly string[], profile: Profile, options: ImageOptions = {}): RoadNetwork {
  const { onProgress, shouldStop } = options
  const raw = readRawRoads(paths, profile, {
    shouldStop,
    onProgress: (share) => onProgress?.({ stage: 'reading', share: 0.1 * share }),
  })
  onProgress?.({ stage: 'graph', share: 0.1 })
  return buildNetwork(raw, profile)
}

/** Rest of the build, from a network. */
export function buildImageOfNetwork(
  network: RoadNetwork,
  networkHash = hashNetwork(network),
  options: ImageOptions = {},
): RoadImage {
  const { onProgress, shouldStop } = options
  const turnGraph = buildTurnGraph(network)
  onProgress?.({ stage: 'hierarchy', share: 0.15 })
  const arcCount = turnGraph.arcHead.length
  const hierarchy = contractGraph(turnGraph.stateCount, turnGraph, {
    shouldStop,
    onProgress: (share) => onProgress?.({ stage: 'hierarchy', share: 0.15 + 0.82 * share }),
  })
  const { shortcutCount, ...arrays } = hierarchy
  const facts = getFacts(network, { stateCount: turnGraph.stateCount, networkHash, arcCount, shortcutCount })
  const image = assemble(network, facts, turnGraph, arrays)
  onProgress?.({ stage: 'saving', share: 0.98 })
  return image
}

/** Facts about a graph. */
export function getFacts(
  network: RoadNetwork,
  known: Pick<RoadFacts, 'stateCount' | 'networkHash' | 'arcCount' | 'shortcutCount'>,
): RoadFacts {
  return {
    profile: network.profile.name,
    drivesOnLeft: network.drivesOnLeft,
    bounds: network.bounds,
    edgeCount: network.edgeCount,
    ...known,
    hours: [...network.profile.hours.met].sort(),
  }
}

function assemble(
  network: RoadNetwork,
  facts: RoadFacts,
  turnGraph: TurnGraph,
  { rankOfNode, nodeCount: _, ...hierarchy }: Omit<Hierarchy, 'shortcutCount'>,
): RoadImage {
  const shapes = packShapes(network, 0)
  const edgeFlags = network.edgeFlags.map((flags, edge) => flags | turnGraph.belonging[edge]!)
  return packImage(facts, {
    ...hierarchy,
    ...indexRoads(edgeFlags, network.closedSegments.latE7.length / 2, shapes),
    ...packBarriers(network.barriers),
    avoidedEdge: network.avoided.edges,
    avoidedKinds: network.avoided.kinds,
    ...packEdgeValues(network.lengthDm, network.durationCs),
    ...shapes,
    edgeName: packBits(network.edgeName),
    edgeFlags,
    ...packEdgeStates(turnGraph, rankOfNode),
    ...packNames(network.names),
  })
}

/** Shapes of the edges from `firstEdge` on. Closed streets have no edge: their segments follow all edges. */
export function packShapes(
  { edgeCount, geometryFirst, geometryLatE7, geometryLngE7, closedSegments }: RoadNetwork,
  firstEdge: number,
): ShapeArrays {
  const packer = new ShapePacker()
  for (let edge = firstEdge; edge < edgeCount; edge++)
    packer.add(geometryLatE7, geometryLngE7, geometryFirst[edge]!, geometryFirst[edge + 1]!)
  const { latE7, lngE7 } = closedSegments
  for (let point = 0; point < latE7.length; point += 2) packer.add(latE7, lngE7, point, point + 2)
  return packer.finish()
}
