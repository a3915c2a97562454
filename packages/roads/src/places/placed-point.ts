// A point as the searches see it: its place on an edge, the directions in which it may be served, and their states.

import { combineCost } from '../foundation/cost.ts'
import { EDGE_MAJOR } from '../graph/network.ts'
import type { Seeds } from '../hierarchy/seeds.ts'
import { listTargetRanks, startRank } from '../image/edge-states.ts'
import { computeDuration, measureLength } from '../image/edge-values.ts'
import type { RoadArrays, RoadImage } from '../image/image.ts'
import type { RoadPoint } from './road-point.ts'
import type { SnappedPlace } from './snapping.ts'

export interface PlacedPoint {
  /** Undefined when no road is in reach: such a point has no way to or from anywhere. */
  place: SnappedPlace | undefined
  /** Directed edges on which a vehicle may stand at the place. */
  directions: readonly number[]
}

/** Directions in which the point may be served, given its approach. */
export function placePoint(image: RoadImage, place: SnappedPlace | undefined, point: RoadPoint): PlacedPoint {
  if (!place) return { place, directions: [] }
  const directions = [2 * place.edge, 2 * place.edge + 1].filter(
    (directed) => computeDuration(image.arrays, directed) > 0,
  )
  if (!isBoundToKerb(image, place, point) || directions.length < 2) return { place, directions }
  const isOnDrivingSide = (place.side === 'left') === image.facts.drivesOnLeft
  return { place, directions: [isOnDrivingSide ? directions[0]! : directions[1]!] }
}

function isBoundToKerb({ facts, arrays }: RoadImage, { edge, side }: SnappedPlace, { approach }: RoadPoint): boolean {
  if (side === 'on' || facts.profile === 'bicycle' || facts.profile === 'pedestrian') return false
  return approach === 'curb' || (approach === 'curb_on_major_roads' && (arrays.edgeFlags[edge]! & EDGE_MAJOR) !== 0)
}

/** Seeds at the start of a search. An arc charges the whole edge it leaves, so the part before the place is subtracted. */
export function sourceSeeds(arrays: RoadArrays, { place, directions }: PlacedPoint): Seeds {
  const ranks: number[] = []
  const costs: number[] = []
  for (const directed of directions) {
    ranks.push(startRank(arrays, directed))
    costs.push(-partCost(arrays, directed, place!.offsetDm))
  }
  return { ranks, costs }
}

/** Seeds at the end of a search. It arrives at the beginning of an edge, so the part up to the place is added. */
export function targetSeeds(arrays: RoadArrays, { place, directions }: PlacedPoint): Seeds {
  const ranks: number[] = []
  const costs: number[] = []
  for (const directed of directions) {
    for (const rank of listTargetRanks(arrays, directed)) {
      ranks.push(rank)
      costs.push(partCost(arrays, directed, place!.offsetDm))
    }
  }
  return { ranks, costs }
}

/** Decimetres of a directed edge before a place `offsetDm` from the edge's start. */
export function partDm(arrays: RoadArrays, directed: number, offsetDm: number): number {
  return (directed & 1) === 0 ? offsetDm : measureLength(arrays, directed >> 1) - offsetDm
}

/** Cost of that part. */
export function partCost(arrays: RoadArrays, directed: number, offsetDm: number): number {
  const dm = partDm(arrays, directed, offsetDm)
  return combineCost(Math.round((computeDuration(arrays, directed) * dm) / measureLength(arrays, directed >> 1)), dm)
}

/** Cost of a whole directed edge. */
export function wholeCost(arrays: RoadArrays, directed: number): number {
  return combineCost(computeDuration(arrays, directed), measureLength(arrays, directed >> 1))
}
