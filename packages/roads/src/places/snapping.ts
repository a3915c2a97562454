// Finds the road segment nearest to a point, and the place on it.

import { distanceMetersE7 } from '../foundation/geo.ts'
import { Int32List } from '../foundation/growable.ts'
import { EDGE_APART, EDGE_CUT_OFF, EDGE_FERRY, EDGE_MOTORWAY } from '../graph/network.ts'
import { measureLength } from '../image/edge-values.ts'
import type { RoadArrays } from '../image/image.ts'
import { type RoadShapeArrays, RoadShapes } from '../image/road-shapes.ts'
import { BarrierIndex, MOST_DETOUR_METERS, type Spot } from './barrier-index.ts'
import { buildRoadIndex, eastMetersAt, NORTH_METERS, RoadIndex, type RoadIndexArrays } from './road-index.ts'

/** A place farther than this from any road is unreachable. */
export const DEFAULT_CURB_METERS = 2000

/**
 * A place snaps to a road without connection to the largest network (or to a closed street) only when that road is nearer by more than
 * this. Otherwise the driver stops on the nearest road of the largest network and walks the rest.
 */
const WALK_METERS = 300

/** Number of other roads that are tried. */
const MOST_OTHERS = 64

/** A point closer than this to the road's middle is on neither side of it. */
const SIDE_METERS = 1

export interface SnappedPlace {
  edge: number
  /** Decimetres from the edge's start, 0..lengthDm. */
  offsetDm: number
  latE7: number
  lngE7: number
  /** Metres between the point and the road. */
  curbMeters: number
  /** Side on which the point is, in the edge's direction. */
  side: 'left' | 'right' | 'on'
}

/** Closed streets have no edge: their segments are numbered after all edges. */
type Road = number

/** The nearest place of a road, on its segment `segment`. */
interface Nearest {
  road: Road
  segment: number
  meters: number
}

/**
 * The index of every edge on which trips may begin or end. It includes streets that are closed or cut off, because an address may be on one
 * of them and must then not snap to a road farther away. It excludes cut-off motorways, because no address is on them, and ferries.
 */
export function indexRoads(edgeFlags: Uint8Array, closedCount: number, shapeArrays: RoadShapeArrays): RoadIndexArrays {
  const shapes = new RoadShapes(shapeArrays)
  const list = new Int32List(1 << 16)
  for (const [edge, flags] of edgeFlags.entries()) {
    if (!(flags & EDGE_FERRY || (flags & EDGE_CUT_OFF && flags & EDGE_MOTORWAY))) list.push(edge)
  }
  for (let closed = 0; closed < closedCount; closed++) list.push(edgeFlags.length + closed)
  return buildRoadIndex(list.toArray(), (road, box) => {
    shapes.read(road)
    const { lats, lngs, first, end } = shapes
    box[0] = box[2] = lngs[first]!
    box[1] = box[3] = lats[first]!
    for (let point = first + 1; point < end; point++) {
      box[0] = Math.min(box[0]!, lngs[point]!)
      box[1] = Math.min(box[1]!, lats[point]!)
      box[2] = Math.max(box[2]!, lngs[point]!)
      box[3] = Math.max(box[3]!, lats[point]!)
    }
  })
}

export class Snapper {
  private readonly arrays: RoadArrays
  private readonly shapes: RoadShapes
  private readonly index: RoadIndex
  readonly barriers: BarrierIndex

  constructor(arrays: RoadArrays) {
    this.arrays = arrays
    this.shapes = new RoadShapes(arrays)
    this.index = new RoadIndex(arrays)
    this.barriers = new BarrierIndex(arrays)
  }

  /**
   * The nearest place within `curbMeters` on a street of the largest network, or on one of another network when that is nearer by more than
   * `WALK_METERS`. Undefined when a closed street is nearer than that place by as much, and when there is no road at all. A motorway counts
   * only when there is no other road. A road that can be reached on foot without crossing a barrier is taken instead, when that is the
   * shorter walk.
   */
  find(latE7: number, lngE7: number, curbMeters: number): SnappedPlace | undefined {
    const place = this.findOpen(latE7, lngE7, curbMeters, EDGE_MOTORWAY)
    const isClosed = (road: Road) => (this.flagsOf(road) & EDGE_CUT_OFF) !== 0
    if (this.nearest(latE7, lngE7, walkNearer(place, curbMeters), isClosed)) return undefined
    return place ? this.withoutBarrier(place, { latE7, lngE7 }, curbMeters) : this.findOpen(latE7, lngE7, curbMeters, 0)
  }

  /** Like `find`, for a vehicle under way: a motorway counts like any road, and closed streets are ignored. */
  findOnAnyRoad(latE7: number, lngE7: number, curbMeters: number): SnappedPlace | undefined {
    return this.findOpen(latE7, lngE7, curbMeters, 0)
  }

  private findOpen(latE7: number, lngE7: number, curbMeters: number, unwanted: number): SnappedPlace | undefined {
    const isOfLargest = (road: Road) => (this.flagsOf(road) & (EDGE_APART | EDGE_CUT_OFF | unwanted)) === 0
    const isApart = (road: Road) => {
      const flags = this.flagsOf(road)
      return (flags & EDGE_APART) !== 0 && (flags & unwanted) === 0
    }
    const nearest = this.nearest(latE7, lngE7, curbMeters, isOfLargest)
    const place = nearest && this.placeOn(nearest, latE7, lngE7)
    const apart = this.nearest(latE7, lngE7, walkNearer(place, curbMeters), isApart)
    return apart ? this.placeOn(apart, latE7, lngE7) : place
  }

  /** Among the surrounding roads, the one with the shortest walk; a walk through gates ends at the road before them. */
  private withoutBarrier(place: SnappedPlace, point: Spot, curbMeters: number): SnappedPlace {
    const apart = EDGE_APART | EDGE_CUT_OFF | EDGE_MOTORWAY
    if (this.flagsOf(place.edge) & apart || this.barriers.listCrossed(point, place).length === 0) return place
    let best = this.walkTo(place, point)
    const reach = Math.min(curbMeters, place.curbMeters + MOST_DETOUR_METERS)
    for (const other of this.findAll(point.latE7, point.lngE7, reach, MOST_OTHERS)) {
      if (other.curbMeters >= best.meters) break
      if (other.edge === place.edge || this.flagsOf(other.edge) & apart) continue
      const walk = this.walkTo(other, point)
      if (walk.meters < best.meters) best = walk
    }
    return best.place
  }

  /** Walking distance between a place and a road, and the place on the road where it begins. */
  private walkTo(place: SnappedPlace, point: Spot): { meters: number; place: SnappedPlace } {
    const crossed = this.barriers.listCrossed(point, place)
    const straight = { meters: place.curbMeters, place }
    if (crossed.length === 0) return straight
    const detour = Math.max(...crossed.map((piece) => this.barriers.detourMeters(piece)))
    let best = { meters: place.curbMeters + detour, place }
    for (const opening of crossed.flatMap((piece) => this.barriers.openingsOf(piece))) {
      const toOpening = distanceMetersE7(point.latE7, point.lngE7, opening.latE7, opening.lngE7)
      if (toOpening >= best.meters) continue
      const nearest = this.nearestOf(place.edge, opening.latE7, opening.lngE7)
      const meters = toOpening + nearest.meters
      if (meters >= best.meters) continue
      const { side: _, ...there } = this.placeOn(nearest, opening.latE7, opening.lngE7)
      best = { meters, place: { ...there, curbMeters: meters, side: place.side } }
    }
    return best
  }

  /** The nearest place within `reachMeters` on a wanted road; closed streets, which have no edge, are skipped. */
  findNearest(
    latE7: number,
    lngE7: number,
    reachMeters: number,
    isWanted: (edge: number) => boolean,
  ): SnappedPlace | undefined {
    const { length: edgeCount } = this.arrays.edgeFlags
    const nearest = this.nearest(latE7, lngE7, reachMeters, (road) => road < edgeCount && isWanted(road))
    return nearest && this.placeOn(nearest, latE7, lngE7)
  }

  /** Among equally near roads (a shared junction), the lowest number, in whatever order the index gives them. */
  private nearest(
    latE7: number,
    lngE7: number,
    reachMeters: number,
    isWanted: (road: Road) => boolean,
  ): Nearest | undefined {
    if (reachMeters < 0) return undefined
    let best: Nearest | undefined
    this.index.visit(latE7, lngE7, reachMeters, (road) => {
      const limit = best?.meters ?? reachMeters
      const here = this.nearestOf(road, latE7, lngE7)
      const isNearer = here.meters < limit || (here.meters === limit && (!best || here.road < best.road))
      if (!isNearer || !isWanted(road)) return limit
      best = here
      return here.meters
    })
    return best
  }

  /** Other edges that begin or end where this one does. */
  listJoined(edge: number): number[] {
    const joined = new Set<number>()
    for (const [lat, lng] of this.endsOf(edge)) {
      this.index.visit(lat, lng, 0, (other) => {
        const isEdge = other < this.arrays.edgeFlags.length
        if (isEdge && this.endsOf(other).some((end) => end[0] === lat && end[1] === lng)) joined.add(other)
        return 0
      })
    }
    joined.delete(edge)
    return [...joined]
  }

  /** Directed edges that leave the junction at this place, open or not. */
  listLeaving(latE7: number, lngE7: number): number[] {
    const leaving = new Set<number>()
    this.index.visit(latE7, lngE7, 0, (road) => {
      if (road >= this.arrays.edgeFlags.length) return 0
      const [start, end] = this.endsOf(road)
      if (start![0] === latE7 && start![1] === lngE7) leaving.add(2 * road)
      if (end![0] === latE7 && end![1] === lngE7) leaving.add(2 * road + 1)
      return 0
    })
    return [...leaving]
  }

  private endsOf(road: Road): [latE7: number, lngE7: number][] {
    const { shapes } = this
    shapes.read(road)
    const point = (at: number): [number, number] => [shapes.lats[at]!, shapes.lngs[at]!]
    return [point(shapes.first), point(shapes.end - 1)]
  }

  /** The nearest place on each road within `reachMeters`: at most `most` of them, nearest first. */
  findAll(latE7: number, lngE7: number, reachMeters: number, most: number): SnappedPlace[] {
    const found: Nearest[] = []
    this.index.visit(latE7, lngE7, reachMeters, (road) => {
      if (this.flagsOf(road) & EDGE_CUT_OFF) return reachMeters
      const here = this.nearestOf(road, latE7, lngE7)
      if (here.meters <= reachMeters) found.push(here)
      return reachMeters
    })
    // Equal distances in the order of the roads, in whatever order the index gives them.
    return found
      .sort((a, b) => a.meters - b.meters || a.road - b.road)
      .slice(0, most)
      .map((nearest) => this.placeOn(nearest, latE7, lngE7))
  }

  private nearestOf(road: Road, latE7: number, lngE7: number): Nearest {
    const nearest = { road, segment: -1, meters: Infinity }
    const eastMeters = eastMetersAt(latE7)
    this.shapes.read(road)
    const { first, end } = this.shapes
    for (let point = first; point < end - 1; point++) {
      const { meters } = this.segmentDistance(point, latE7, lngE7, eastMeters)
      if (meters >= nearest.meters) continue
      nearest.segment = point - first
      nearest.meters = meters
    }
    return nearest
  }

  /** Length of the segment that begins at a point of the last read shape. */
  private segmentMeters(point: number): number {
    const { lats, lngs } = this.shapes
    return distanceMetersE7(lats[point]!, lngs[point]!, lats[point + 1]!, lngs[point + 1]!)
  }

  /**
   * Distance to the segment that begins at a point of the last read shape, and the share of it, 0..1, at which the nearest point is; plane
   * geometry around the point.
   */
  private segmentDistance(
    point: number,
    latE7: number,
    lngE7: number,
    eastMeters: number,
  ): { meters: number; share: number; cross: number } {
    const { lats, lngs } = this.shapes
    const ax = (lngs[point]! - lngE7) * eastMeters
    const ay = (lats[point]! - latE7) * NORTH_METERS
    const dx = (lngs[point + 1]! - lngs[point]!) * eastMeters
    const dy = (lats[point + 1]! - lats[point]!) * NORTH_METERS
    const squared = dx * dx + dy * dy
    const share = squared === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / squared))
    const x = ax + share * dx
    const y = ay + share * dy
    return { meters: Math.sqrt(x * x + y * y), share, cross: dx * -ay - dy * -ax }
  }

  private placeOn({ road: edge, segment }: Nearest, latE7: number, lngE7: number): SnappedPlace {
    this.shapes.read(edge)
    const { lats, lngs, first, end } = this.shapes
    const point = first + segment
    const { meters, share, cross } = this.segmentDistance(point, latE7, lngE7, eastMetersAt(latE7))
    let before = 0
    let total = 0
    for (let at = first; at < end - 1; at++) {
      const length = this.segmentMeters(at)
      if (at < point) before += length
      else if (at === point) before += share * length
      total += length
    }
    const edgeDm = measureLength(this.arrays, edge)
    return {
      edge,
      offsetDm: total === 0 ? 0 : Math.min(edgeDm, Math.round((before / total) * edgeDm)),
      latE7: Math.round(lats[point]! + share * (lats[point + 1]! - lats[point]!)),
      lngE7: Math.round(lngs[point]! + share * (lngs[point + 1]! - lngs[point]!)),
      curbMeters: meters,
      side: meters < SIDE_METERS ? 'on' : cross > 0 ? 'left' : 'right',
    }
  }

  /** EDGE_* bits; closed streets are cut off. */
  private flagsOf(road: Road): number {
    return this.arrays.edgeFlags[road] ?? EDGE_CUT_OFF
  }
}

/** Distance within which another road is taken instead of the place found. */
function walkNearer(place: SnappedPlace | undefined, curbMeters: number): number {
  return place ? place.curbMeters - WALK_METERS : curbMeters
}
