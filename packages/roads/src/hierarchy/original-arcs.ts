// The arcs of a hierarchy that are turns of the graph itself, found by their two states.

import { unpackCost } from '../foundation/packed-cost.ts'
import type { RoadArrays } from '../image/image.ts'
import { getLoop } from './loops.ts'
import { computeMiddle, type NodeArcs } from './own-arcs.ts'
import { NEAR } from './packed-arcs.ts'

/** Cost of the turn from one state into another, undefined where the graph has none. O(arcs of both states). */
export function originalArcCost(arrays: RoadArrays, reader: NodeArcs, tail: number, head: number): number | undefined {
  if (tail === head) {
    const loop = getLoop(arrays, tail)
    return loop.via === -1 && loop.cost < Infinity ? loop.cost : undefined
  }
  reader.look(tail)
  const up = costAmong(arrays, reader, tail, head, [reader.first, reader.middle])
  if (up !== undefined) return up
  reader.look(head)
  return costAmong(arrays, reader, head, tail, [reader.middle, reader.end])
}

function costAmong(
  arrays: RoadArrays,
  { lists, far, offset }: NodeArcs,
  node: number,
  other: number,
  [first, end]: readonly [number, number],
): number | undefined {
  for (const [place, code] of lists.arcNode.subarray(first, end).entries()) {
    const neighbour = code < NEAR ? node + code : lists.farNode[far + code]
    const at = first + place
    if (neighbour === other && computeMiddle(arrays, node, at + offset) < 0) {
      return unpackCost(lists.arcCost[at] ?? 0, lists.longCost)
    }
  }
  return undefined
}
