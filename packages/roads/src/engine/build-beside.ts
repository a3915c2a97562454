// Image of a network whose roads nearly equal those of another image, such as vans' and cars': it keeps only the differences. It is a
// complete hierarchy of the network's own roads, in which nearly all arcs equal those of the other.

import { packBits } from '../foundation/bit-list.ts'
import type { RoadNetwork } from '../graph/network.ts'
import { buildTurnGraph, type TurnGraph } from '../graph/turn-graph.ts'
import { TooManyArcs } from '../hierarchy/arc-table.ts'
import type { ArcRows } from '../hierarchy/contract.ts'
import { listOwnArcs } from '../hierarchy/list-own.ts'
import type { OwnArcs } from '../hierarchy/own-arcs.ts'
import { type AlignedStates, alignStates, type EdgeStates } from '../image/edge-states.ts'
import { packEdgeValues } from '../image/edge-values.ts'
import { imageBytes, packBeside, type RoadFacts, type RoadImage } from '../image/image.ts'
import { packNames } from '../image/names.ts'
import { packBarriers } from '../places/barrier-index.ts'
import { indexRoads } from '../places/snapping.ts'
import { alignNetwork } from './align-network.ts'
import { getFacts, type ImageOptions, packShapes } from './build-image.ts'
import { hashNetwork } from './network-hash.ts'

/** How much two graphs may differ. */
export interface BesideLimits {
  /** Largest share of differing edges. */
  edges: number
  /** Largest share of states that only the network has: these are contracted before all others, in no good order. */
  newStates: number
  /** Largest size, as a share of the other image's bytes: searches are a little faster in a whole graph. */
  bytes: number
}

const USUAL_LIMITS: BesideLimits = { edges: 1 / 20, newStates: 1 / 100, bytes: 1 / 3 }

/**
 * Builds the image of a network as differences to that of another network of the same extracts; undefined when they differ too much for
 * that to pay. `base` must be whole. Throws aborted.
 */
export function buildImageBeside(
  network: RoadNetwork,
  base: RoadImage,
  { networkHash = hashNetwork(network), limits = USUAL_LIMITS, ...options }: BesideOptions = {},
): RoadImage | undefined {
  const { network: aligned, differentEdges } = alignNetwork(network, base)
  if (differentEdges > limits.edges * network.edgeCount) return undefined
  const turnGraph = buildTurnGraph(aligned)
  options.onProgress?.({ stage: 'hierarchy', share: 0.15 })
  const numbered = alignStates(turnGraph, base.arrays)
  const newStates = numbered.nodeCount - base.facts.stateCount
  if (newStates > limits.newStates * base.facts.stateCount) return undefined
  const arcCount = turnGraph.arcHead.length
  const own = tryListOwn(numbered.nodeCount, renumber(turnGraph, numbered), base, options)
  if (!own) return undefined
  const { nodeCount: stateCount } = numbered
  const facts = getFacts(aligned, { stateCount, networkHash, arcCount, shortcutCount: own.shortcutCount })
  const image = assemble(aligned, { turnGraph, states: numbered.states, own: own.arcs, facts }, base)
  options.onProgress?.({ stage: 'saving', share: 0.98 })
  return imageBytes(image.lengths) > limits.bytes * imageBytes(base.lengths) ? undefined : image
}

export interface BesideOptions extends ImageOptions {
  networkHash?: string
  limits?: BesideLimits
}

/** Returns undefined when a node has too many arcs. */
function tryListOwn(nodeCount: number, arcs: ArcRows, { arrays }: RoadImage, options: ImageOptions) {
  const { onProgress, shouldStop } = options
  try {
    return listOwnArcs(nodeCount, arcs, arrays, {
      shouldStop,
      onProgress: (share) => onProgress?.({ stage: 'hierarchy', share: 0.15 + 0.82 * share }),
    })
  } catch (error) {
    if (error instanceof TooManyArcs) return undefined
    throw error
  }
}

/** Arcs between states by their ranks. */
function renumber({ stateCount, arcFirst, arcHead, arcCost }: TurnGraph, { nodeCount, rankOfState }: AlignedStates) {
  const rows: ArcRows = {
    arcFirst: new Int32Array(nodeCount + 1),
    arcHead: new Int32Array(arcHead.length),
    arcCost: new Float64Array(arcCost.length),
  }
  const stateOfRank = new Int32Array(nodeCount).fill(-1)
  for (let state = 0; state < stateCount; state++) stateOfRank[rankOfState[state]!] = state
  let used = 0
  for (const [rank, state] of stateOfRank.entries()) {
    for (let arc = arcFirst[state] ?? 0; state >= 0 && arc < arcFirst[state + 1]!; arc++) {
      rows.arcHead[used] = rankOfState[arcHead[arc]!]!
      rows.arcCost[used++] = arcCost[arc]!
    }
    rows.arcFirst[rank + 1] = used
  }
  return rows
}

interface Made {
  turnGraph: TurnGraph
  states: EdgeStates
  own: OwnArcs
  facts: RoadFacts
}

function assemble(network: RoadNetwork, { turnGraph, states, own, facts }: Made, base: RoadImage): RoadImage {
  const { edgeCount } = base.facts
  const shapes = packShapes(network, edgeCount)
  const edgeFlags = network.edgeFlags.map((flags, edge) => flags | turnGraph.belonging[edge]!)
  const closedCount = network.closedSegments.latE7.length / 2
  const reading = { ...base.arrays, own: { ...shapes, sharedEdges: edgeCount } }
  const { nodeCount: _, ...ownArcs } = own
  const ownNames = packNames(network.names.slice(base.arrays.nameFirst.length - 1))
  return packBeside(
    facts,
    {
      ...indexRoads(edgeFlags, closedCount, reading),
      ...packBarriers(network.barriers),
      avoidedEdge: network.avoided.edges,
      avoidedKinds: network.avoided.kinds,
      ...packEdgeValues(network.lengthDm, network.durationCs),
      edgeName: packBits(network.edgeName),
      edgeFlags,
      ...states,
    },
    { ...ownArcs, ...shapes, ...ownNames },
    base,
  )
}
