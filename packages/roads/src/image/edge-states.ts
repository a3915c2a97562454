// Which states drive a directed edge, and which edge a state drives: one permutation and its inverse.

import { readBits } from '../foundation/bit-list.ts'
import { inverseOf, packPermutation } from '../foundation/permutation.ts'
import { findId } from '../foundation/sorted-ids.ts'
import type { TurnGraph } from '../graph/turn-graph.ts'
import type { RoadArrays } from './image.ts'

/**
 * Ranks of states, and behind them a number for each closed directed edge, stand against directed edges, and behind these a number for each
 * state in which a trip may end but not start: so each has just one partner.
 */
export interface EdgeStates {
  /** As bits, see permutation.ts. */
  edgeOfRank: Int32Array
  rankMarks: Int32Array
  rankMarkCount: Int32Array
  rankBack: Int32Array
  /** Directed edges on which a trip may also end in other states, ascending, once for each such state. */
  extraEdge: Int32Array
}

/** O(states). */
export function packEdgeStates(
  { stateCount, stateEdge, sourceState, extraEdge, extraState }: TurnGraph,
  rankOfNode: Int32Array,
): EdgeStates {
  const image = new Int32Array(sourceState.length + extraEdge.length)
  for (let state = 0; state < stateCount; state++) image[rankOfNode[state]!] = stateEdge[state]!
  for (const [place, state] of extraState.entries()) image[rankOfNode[state]!] = sourceState.length + place
  let behind = stateCount
  for (const [directed, state] of sourceState.entries()) if (state < 0) image[behind++] = directed
  const { image: edgeOfRank, marks, markCount, back } = packPermutation(image)
  return { edgeOfRank, rankMarks: marks, rankMarkCount: markCount, rankBack: back, extraEdge }
}

/** The directed edge that a state drives. */
export function edgeOf({ edgeOfRank, extraEdge, edgeDuration }: RoadArrays, rank: number): number {
  const directed = readBits(edgeOfRank, rank)
  return directed < edgeDuration.length ? directed : extraEdge[directed - edgeDuration.length]!
}

/** The rank of the state in which a trip starts on a directed edge; -1 where that is closed. */
export function startRank(arrays: RoadArrays, directed: number): number {
  const rank = partnerOf(arrays, directed)
  return rank < arrays.upCount.length ? rank : -1
}

/** The ranks of the states in which a trip may end on a directed edge that is open. */
export function listTargetRanks(arrays: RoadArrays, directed: number): number[] {
  const { extraEdge, edgeDuration } = arrays
  const ranks = [startRank(arrays, directed)]
  let at = findId(extraEdge, directed)
  if (at < 0) return ranks
  while (extraEdge[at - 1] === directed) at--
  for (; extraEdge[at] === directed; at++) ranks.push(partnerOf(arrays, edgeDuration.length + at))
  return ranks
}

function partnerOf({ edgeOfRank, rankMarks, rankMarkCount, rankBack }: RoadArrays, partner: number): number {
  return inverseOf({ image: edgeOfRank, marks: rankMarks, markCount: rankMarkCount, back: rankBack }, partner)
}
