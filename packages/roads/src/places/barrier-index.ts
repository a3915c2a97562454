// Finds barriers between a place and a road, and their openings.

import { packBits, readBits } from '../foundation/bit-list.ts'
import { distanceMetersE7 } from '../foundation/geo.ts'
import { Int32List } from '../foundation/growable.ts'
import type { Barriers } from '../graph/barriers.ts'
import { RoadShapes, ShapePacker } from '../image/road-shapes.ts'
import { buildRoadIndex, eastMetersAt, NORTH_METERS, RoadIndex } from './road-index.ts'

/** Barriers in pieces, so that a river has many small boxes instead of a large one. */
export interface BarrierArrays {
  /** Shapes of the pieces, followed by the openings of each line that has any, see road-shapes.ts. */
  barrierShapeFirst: Int32Array
  barrierShapeBits: Int32Array
  /**
   * Bit list, one number per piece: bit 0 is set for a wide barrier; the other bits hold the shape of its line's openings plus one, 0 for
   * none.
   */
  barrierOpenings: Int32Array
  /** See road-index.ts. */
  barrierCount: Int32Array
  barrierItem: Int32Array
  barrierBox: Int32Array
}

const PIECE_POINTS = 8
/** Extra metres counted at most for walking around a railway or a water. */
export const MOST_DETOUR_METERS = 200
/** Extra metres counted at most for walking around a wall or fence: few, because it often has a door that the map does not show. */
const DOOR_METERS = 50
/** A barrier that touches one of the way's own ends within this distance is not in between: a door in the wall, a road on the dam. */
const TOUCH_METERS = 1

export function packBarriers(barriers: Barriers): BarrierArrays {
  const packer = new ShapePacker()
  const lineOf: number[] = []
  const lineCount = barriers.first.length - 1
  for (let line = 0; line < lineCount; line++) {
    const end = barriers.first[line + 1]!
    for (let from = barriers.first[line]!; from < end - 1; from += PIECE_POINTS - 1) {
      packer.add(barriers.latE7, barriers.lngE7, from, Math.min(from + PIECE_POINTS, end))
      lineOf.push(line)
    }
  }
  const openingsOf = new Map<number, number>()
  for (let line = 0; line < lineCount; line++) {
    const [first, end] = [barriers.openingFirst[line]!, barriers.openingFirst[line + 1]!]
    if (first === end) continue
    openingsOf.set(line, lineOf.length + openingsOf.size)
    packer.add(barriers.openingLatE7, barriers.openingLngE7, first, end)
  }
  const { shapeFirst, shapeBits } = packer.finish()
  const pieces = new Int32List()
  for (const piece of lineOf.keys()) pieces.push(piece)
  const shapes = new RoadShapes({ shapeFirst, shapeBits })
  const index = buildRoadIndex(pieces.toArray(), (piece, box) => box.set(getBox(shapes, piece)))
  return {
    barrierShapeFirst: shapeFirst,
    barrierShapeBits: shapeBits,
    barrierOpenings: packBits(lineOf.map((line) => 2 * ((openingsOf.get(line) ?? -1) + 1) + barriers.isWide[line]!)),
    barrierCount: index.indexCount,
    barrierItem: index.indexItem,
    barrierBox: index.indexBox,
  }
}

function getBox(shapes: RoadShapes, piece: number): [number, number, number, number] {
  shapes.read(piece)
  const lats = shapes.lats.subarray(shapes.first, shapes.end)
  const lngs = shapes.lngs.subarray(shapes.first, shapes.end)
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)]
}

export interface Spot {
  latE7: number
  lngE7: number
}

export class BarrierIndex {
  private readonly shapes: RoadShapes
  private readonly openings: Int32Array
  private readonly index: RoadIndex

  constructor(arrays: BarrierArrays) {
    this.shapes = new RoadShapes({ shapeFirst: arrays.barrierShapeFirst, shapeBits: arrays.barrierShapeBits })
    this.openings = arrays.barrierOpenings
    const { barrierCount: indexCount, barrierItem: indexItem, barrierBox: indexBox } = arrays
    this.index = new RoadIndex({ indexCount, indexItem, indexBox })
  }

  /** Pieces of barriers that the straight line crosses. */
  listCrossed(from: Spot, to: Spot): number[] {
    const meters = distanceMetersE7(from.latE7, from.lngE7, to.latE7, to.lngE7)
    if (meters <= 2 * TOUCH_METERS) return []
    const crossed: number[] = []
    const eastMeters = eastMetersAt(from.latE7)
    const [toEast, toNorth] = [(to.lngE7 - from.lngE7) * eastMeters, (to.latE7 - from.latE7) * NORTH_METERS]
    const [midLat, midLng] = [(from.latE7 + to.latE7) / 2, (from.lngE7 + to.lngE7) / 2]
    this.index.visit(midLat, midLng, meters / 2 + TOUCH_METERS, (piece) => {
      this.shapes.read(piece)
      const { lats, lngs, first, end } = this.shapes
      for (let point = first; point < end - 1; point++) {
        const [ax, ay] = [(lngs[point]! - from.lngE7) * eastMeters, (lats[point]! - from.latE7) * NORTH_METERS]
        const [bx, by] = [(lngs[point + 1]! - from.lngE7) * eastMeters, (lats[point + 1]! - from.latE7) * NORTH_METERS]
        const along = crossingMeters([toEast, toNorth], [ax, ay], [bx, by])
        if (along > TOUCH_METERS && along < meters - TOUCH_METERS) {
          crossed.push(piece)
          break
        }
      }
      return meters / 2 + TOUCH_METERS
    })
    return crossed
  }

  /** Visits the ends of every straight part of a railway or a water. */
  visitWide(look: (from: Spot, to: Spot) => void): void {
    this.index.visitAll((piece) => {
      if ((readBits(this.openings, piece) & 1) === 0) return
      this.shapes.read(piece)
      const { lats, lngs, first, end } = this.shapes
      for (let at = first + 1; at < end; at++)
        look({ latE7: lats[at - 1]!, lngE7: lngs[at - 1]! }, { latE7: lats[at]!, lngE7: lngs[at]! })
    })
  }

  /** Extra metres for the way around, at most; also used when no way around is known. */
  detourMeters(piece: number): number {
    return readBits(this.openings, piece) & 1 ? MOST_DETOUR_METERS : DOOR_METERS
  }

  /** Openings of the line of a piece. */
  openingsOf(piece: number): Spot[] {
    const openings = (readBits(this.openings, piece) >> 1) - 1
    if (openings < 0) return []
    this.shapes.read(openings)
    const { lats, lngs, first, end } = this.shapes
    return Array.from({ length: end - first }, (_, at) => ({ latE7: lats[first + at]!, lngE7: lngs[first + at]! }))
  }
}

type Vector = [east: number, north: number]

/** Metres from the origin at which the way to `to` crosses the segment from a to b; NaN when it does not. */
function crossingMeters(to: Vector, a: Vector, b: Vector): number {
  const cross = (vector: Vector, other: Vector) => vector[0] * other[1] - vector[1] * other[0]
  const side: Vector = [b[0] - a[0], b[1] - a[1]]
  const both = cross(to, side)
  if (both === 0) return Number.NaN
  const share = cross(a, side) / both
  const onSegment = cross(a, to) / both
  return share > 0 && share < 1 && onSegment >= 0 && onSegment <= 1 ? share * Math.hypot(to[0], to[1]) : Number.NaN
}
