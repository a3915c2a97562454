// How much of the time of every arc of a hierarchy is spent on motorways and on main roads. Shortcuts have the sums of their halves, so one
// pass from the lowest rank up finds them all.

import { combineCost } from '../foundation/cost.ts'
import { CostPacker } from '../foundation/packed-cost.ts'
import { arcsOf, findArc, firstArc, neighbourOf, ViaCursor } from '../hierarchy/packed-arcs.ts'
import { edgeOf } from '../image/edge-states.ts'
import { durationOf } from '../image/edge-values.ts'
import type { RoadArrays } from '../image/image.ts'
import { groupOf } from './road-mix.ts'

/**
 * Centiseconds on motorways and on main roads in one number: combineCost(motorway, main). Packed as costs are (packed-cost.ts), arc by arc
 * beside `arcCost` of the image, in shared memory; 4 bytes an arc.
 */
export interface ArcShares {
  packed: Int32Array
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
  const { arcNode, upCount } = arrays
  const shares = new Float64Array(arcNode.length)
  const shareOf = (rank: number, direction: 'up' | 'down', higher: number) =>
    shares[findArc(arrays, rank, direction, higher)]!
  const ofEdge = (rank: number) => {
    const directed = edgeOf(arrays, rank)
    return shareOn(arrays, directed, durationOf(arrays, directed))
  }
  const vias = new ViaCursor(arrays, 0)
  for (let rank = 0; rank < upCount.length; rank++) {
    // Both halves of a shortcut stand at the node that it leads over, which is lower than both of its ends.
    const [first, middle] = arcsOf(arrays, rank, 'up')
    const end = firstArc(arrays, rank + 1)
    for (let arc = first; arc < end; arc++) {
      const [via, higher] = [vias.next(rank), neighbourOf(arrays, rank, arc)]
      const [tail, head] = arc < middle ? [rank, higher] : [higher, rank]
      shares[arc] = via < 0 ? ofEdge(tail) : shareOf(via, 'down', tail) + shareOf(via, 'up', head)
    }
  }
  return pack(shares)
}

function pack(shares: Float64Array): ArcShares {
  const packer = new CostPacker()
  const packed = new Int32Array(new SharedArrayBuffer(4 * shares.length))
  for (let arc = 0; arc < shares.length; arc++) packed[arc] = packer.pack(shares[arc]!)
  const found = packer.listLong()
  const long = new Float64Array(new SharedArrayBuffer(8 * found.length))
  long.set(found)
  return { packed, long }
}
