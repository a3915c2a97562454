// Time of every arc of a hierarchy that is spent on motorways and on main roads. Shortcuts have the sums of their halves, so one pass from
// below computes them all.

import { combineCost } from '../foundation/cost.ts'
import { isMarked, listMarked, markPlace } from '../foundation/marks.ts'
import { CostPacker } from '../foundation/packed-cost.ts'
import { arcBetween, listOwnArcs, sortFromBelow } from '../hierarchy/own-arcs.ts'
import { findArc, firstArc, getNeighbour, listArcs, ViaCursor } from '../hierarchy/packed-arcs.ts'
import { type PackedSums, sumOfArc } from '../hierarchy/seeds.ts'
import { getEdge } from '../image/edge-states.ts'
import { computeDuration } from '../image/edge-values.ts'
import type { RoadArrays } from '../image/image.ts'
import { getGroup } from './road-mix.ts'

/**
 * Centiseconds on motorways and on main roads in one number: combineCost(motorway, main). Packed like costs (packed-cost.ts), arc by arc in
 * parallel to `arcCost` of the image, in shared memory; 4 bytes an arc. `own`: of the image's own arcs, when it is based on another one.
 */
export interface ArcShares extends PackedSums {
  own?: PackedSums
}

/** Share of driving `timeCs` on an edge; negative for a part that is subtracted. */
export function shareOn({ edgeFlags }: Pick<RoadArrays, 'edgeFlags'>, directed: number, timeCs: number): number {
  const group = getGroup(edgeFlags[directed >> 1]!)
  if (group === 'other') return 0
  return group === 'motorway' ? combineCost(timeCs, 0) : timeCs
}

/** Shares of a whole image. O(arcs × arcs of a node). */
export function listArcShares(arrays: RoadArrays): ArcShares {
  const { arcNode, upCount } = arrays
  const shares = new Float64Array(arcNode.length)
  const computeShare = (rank: number, direction: 'up' | 'down', higher: number) =>
    shares[findArc(arrays, rank, direction, higher)]!
  const vias = new ViaCursor(arrays, 0)
  for (let rank = 0; rank < upCount.length; rank++) {
    // Both halves of a shortcut are stored at its middle node, which is lower than both of its ends.
    const [first, middle] = listArcs(arrays, rank, 'up')
    const end = firstArc(arrays, rank + 1)
    for (let arc = first; arc < end; arc++) {
      const [via, higher] = [vias.next(rank), getNeighbour(arrays, rank, arc)]
      const [tail, head] = arc < middle ? [rank, higher] : [higher, rank]
      shares[arc] =
        via < 0 ? shareOfEdge(arrays, tail) : computeShare(via, 'down', tail) + computeShare(via, 'up', head)
    }
  }
  return pack(shares)
}

/**
 * Shares of an image based on another one, whose shares are given: arcs of unmarked nodes use exactly the same roads in both (list-own.ts).
 * O(own arcs × arcs of a node).
 */
export function addOwnShares(arrays: RoadArrays, shared: PackedSums): ArcShares {
  const own = arrays.own!
  const sharedCount = arrays.arcNode.length
  const shares = new Float64Array(own.arcNode.length)
  const computeShare = (rank: number, direction: 'up' | 'down', higher: number) => {
    const arc = arcBetween(arrays, rank, direction, higher)
    return arc < sharedCount ? sumOfArc(shared, arc) : shares[arc - sharedCount]!
  }
  for (const rank of sortFromBelow(listMarked(own.marks), arrays, (other) => isMarked(own.marks, other))) {
    const place = markPlace(own.marks, own.markCount, rank)
    const [first, middle, end] = listOwnArcs(own, place)
    for (let arc = first; arc < end; arc++) {
      const [via, higher] = [own.via[arc]!, getNeighbour(own, rank, arc, place)]
      const [tail, head] = arc < middle ? [rank, higher] : [higher, rank]
      shares[arc] =
        via < 0 ? shareOfEdge(arrays, tail) : computeShare(via, 'down', tail) + computeShare(via, 'up', head)
    }
  }
  return { ...shared, own: pack(shares) }
}

function shareOfEdge(arrays: RoadArrays, rank: number): number {
  const directed = getEdge(arrays, rank)
  return shareOn(arrays, directed, computeDuration(arrays, directed))
}

function pack(shares: Float64Array): PackedSums {
  const packer = new CostPacker()
  const packed = new Int32Array(new SharedArrayBuffer(4 * shares.length))
  for (let arc = 0; arc < shares.length; arc++) packed[arc] = packer.pack(shares[arc]!)
  const found = packer.listLong()
  const long = new Float64Array(new SharedArrayBuffer(8 * found.length))
  long.set(found)
  return { packed, long }
}
