// How much of the time of every arc of a hierarchy is spent on motorways and on main roads. Shortcuts have the sums of their halves, so one
// pass from the lowest rank up finds them all.

import { combineCost } from '../foundation/cost.ts'
import { CostPacker } from '../foundation/packed-cost.ts'
import type { RoadArrays } from '../image/image.ts'
import { groupOf } from './road-mix.ts'

/**
 * Centiseconds on motorways and on main roads in one number: combineCost(motorway, main). Packed as costs are (packed-cost.ts), arc by arc
 * beside `upCost` and `downCost` of the image, in shared memory; 4 bytes an arc.
 */
export interface ArcShares {
  up: Int32Array
  down: Int32Array
  long: Float64Array
}

/** The share of driving `timeCs` on an edge, which may be negative as a part that is taken off. */
export function shareOn({ edgeFlags }: Pick<RoadArrays, 'edgeFlags'>, directed: number, timeCs: number): number {
  const group = groupOf(edgeFlags[directed >> 1]!)
  if (group === 'other') return 0
  return group === 'motorway' ? combineCost(timeCs, 0) : timeCs
}

/** O(arcs × arcs of a node). */
export function listArcShares(arrays: RoadArrays): ArcShares {
  const { upFirst, upHead, upVia, downFirst, downTail, downVia, edgeOfRank, durationCs } = arrays
  const up = new Float64Array(upHead.length)
  const down = new Float64Array(downTail.length)
  const upOf = (tail: number, head: number) => up[findArc(upFirst, upHead, tail, head)]!
  const downOf = (tail: number, head: number) => down[findArc(downFirst, downTail, head, tail)]!
  const ofEdge = (rank: number) => shareOn(arrays, edgeOfRank[rank]!, durationCs[edgeOfRank[rank]!]!)
  for (let rank = 0; rank + 1 < upFirst.length; rank++) {
    // Both halves of a shortcut stand at the node that it leads over, which is lower than both of its ends.
    for (let arc = upFirst[rank]!; arc < upFirst[rank + 1]!; arc++) {
      const via = upVia[arc]!
      up[arc] = via < 0 ? ofEdge(rank) : downOf(rank, via) + upOf(via, upHead[arc]!)
    }
    for (let arc = downFirst[rank]!; arc < downFirst[rank + 1]!; arc++) {
      const [via, tail] = [downVia[arc]!, downTail[arc]!]
      down[arc] = via < 0 ? ofEdge(tail) : downOf(tail, via) + upOf(via, rank)
    }
  }
  return pack(up, down)
}

function findArc(first: Int32Array, neighbour: Int32Array, node: number, wanted: number): number {
  for (let arc = first[node]!; arc < first[node + 1]!; arc++) if (neighbour[arc] === wanted) return arc
  throw new Error(`the hierarchy has no arc between ${node} and ${wanted}`)
}

function pack(up: Float64Array, down: Float64Array): ArcShares {
  const packer = new CostPacker()
  const packAll = (shares: Float64Array) => {
    const packed = new Int32Array(new SharedArrayBuffer(4 * shares.length))
    for (let arc = 0; arc < shares.length; arc++) packed[arc] = packer.pack(shares[arc]!)
    return packed
  }
  const packed = { up: packAll(up), down: packAll(down) }
  const found = packer.listLong()
  const long = new Float64Array(new SharedArrayBuffer(8 * found.length))
  long.set(found)
  return { ...packed, long }
}
