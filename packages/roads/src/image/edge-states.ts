// Directed edge of each state and states of each directed edge: one permutation and its inverse.

import { readBits } from '../foundation/bit-list.ts'
import { Int32List } from '../foundation/growable.ts'
import { getInverse, packPermutation } from '../foundation/permutation.ts'
import { findId } from '../foundation/sorted-ids.ts'
import type { TurnGraph } from '../graph/turn-graph.ts'
import type { RoadArrays } from './image.ts'

/**
 * One-to-one mapping. On one side: ranks of states, followed by a number per closed directed edge. On the other: directed edges, followed
 * by a number per state in which a trip may end but not start.
 */
export interface EdgeStates {
  /** Directed edge of each rank, as a permutation with marks (permutation.ts). */
  edgeOfRank: Int32Array
  rankMarks: Int32Array
  rankMarkCount: Int32Array
  rankBack: Int32Array
  /** Directed edges on which a trip may also end in other states, ascending, once per such state. */
  extraEdge: Int32Array
}

/** O(states). */
export function packEdgeStates(
  { stateCount, sourceState, extraEdge, extraState }: TurnGraph,
  rankOfNode: Int32Array,
): EdgeStates {
  const startOf = sourceState.map((state) => (state < 0 ? -1 : rankOfNode[state]!))
  const ranks = extraState.map((state) => rankOfNode[state]!)
  return packPartners(startOf, extraEdge, ranks, stateCount)
}

/** States numbered as in another image. */
export interface AlignedStates {
  nodeCount: number
  rankOfState: Int32Array
  states: EdgeStates
}

/**
 * Numbers states as another image with the same numbers of directed edges does; states missing there follow all of its ranks. Its ranks
 * keep their edges, even when the graph has no such state: no arc leads to these. O(states).
 */
export function alignStates(turnGraph: TurnGraph, base: RoadArrays): AlignedStates {
  const { stateCount, sourceState, extraEdge, extraState } = turnGraph
  const { startOf, extraRanks } = listRanks(base, sourceState.length)
  const rankOfState = new Int32Array(stateCount)
  let nodeCount = base.upCount.length
  for (const [directed, state] of sourceState.entries()) {
    if (state < 0) continue
    if (startOf[directed]! < 0) startOf[directed] = nodeCount++
    rankOfState[state] = startOf[directed]!
  }
  const [edges, ranks] = [new Int32List(), new Int32List()]
  let [own, shared] = [0, 0]
  while (own < extraEdge.length || shared < extraRanks.length) {
    const edge = Math.min(extraEdge[own] ?? Infinity, base.extraEdge[shared] ?? Infinity)
    // States of an edge in the order of their creation, in which they mostly correspond.
    const isShared = base.extraEdge[shared] === edge
    const rank = isShared ? extraRanks[shared++]! : nodeCount++
    if (extraEdge[own] === edge) rankOfState[extraState[own++]!] = rank
    edges.push(edge)
    ranks.push(rank)
  }
  return { nodeCount, rankOfState, states: packPartners(startOf, edges.toArray(), ranks.toArray(), nodeCount) }
}

/** Rank in which a trip starts on each directed edge, -1 for none, and the ranks of the entries of `extraEdge`. */
function listRanks({ edgeOfRank, extraEdge, edgeDuration, upCount }: RoadArrays, directedCount: number) {
  const startOf = new Int32Array(directedCount).fill(-1)
  const extraRanks = new Int32Array(extraEdge.length)
  for (let rank = 0; rank < upCount.length; rank++) {
    const partner = readBits(edgeOfRank, rank)
    if (partner < edgeDuration.length) startOf[partner] = rank
    else extraRanks[partner - edgeDuration.length] = rank
  }
  return { startOf, extraRanks }
}

/** `extraRanks` are the ranks of the entries of `extraEdge`. */
function packPartners(
  startOf: Int32Array,
  extraEdge: Int32Array,
  extraRanks: Int32Array,
  nodeCount: number,
): EdgeStates {
  const image = new Int32Array(startOf.length + extraEdge.length)
  let behind = nodeCount
  for (const [directed, rank] of startOf.entries()) image[rank < 0 ? behind++ : rank] = directed
  for (const [place, rank] of extraRanks.entries()) image[rank] = startOf.length + place
  const { image: edgeOfRank, marks, markCount, back } = packPermutation(image)
  return { edgeOfRank, rankMarks: marks, rankMarkCount: markCount, rankBack: back, extraEdge }
}

/** Directed edge of a state. */
export function getEdge({ edgeOfRank, extraEdge, edgeDuration }: RoadArrays, rank: number): number {
  const directed = readBits(edgeOfRank, rank)
  return directed < edgeDuration.length ? directed : extraEdge[directed - edgeDuration.length]!
}

/** Rank of the state in which a trip starts on a directed edge; -1 when that is closed. */
export function startRank(arrays: RoadArrays, directed: number): number {
  const rank = getPartner(arrays, directed)
  return rank < (arrays.own?.nodeCount ?? arrays.upCount.length) ? rank : -1
}

/** Ranks of the states in which a trip may end on an open directed edge. */
export function listTargetRanks(arrays: RoadArrays, directed: number): number[] {
  const { extraEdge, edgeDuration } = arrays
  const ranks = [startRank(arrays, directed)]
  let at = findId(extraEdge, directed)
  if (at < 0) return ranks
  while (extraEdge[at - 1] === directed) at--
  for (; extraEdge[at] === directed; at++) ranks.push(getPartner(arrays, edgeDuration.length + at))
  return ranks
}

function getPartner({ edgeOfRank, rankMarks, rankMarkCount, rankBack }: RoadArrays, partner: number): number {
  return getInverse({ image: edgeOfRank, marks: rankMarks, markCount: rankMarkCount, back: rankBack }, partner)
}
