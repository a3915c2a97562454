// Finds the road segment nearest to a point and the place on it.

import Flatbush from 'flatbush'
import { distanceMetersE7, METERS_PER_DEGREE, mercatorE7, mercatorUnitsPerMeter } from '../foundation/geo.ts'
import { findGroup } from '../foundation/groups.ts'
import { Int32List } from '../foundation/growable.ts'
import { EDGE_APART, EDGE_CUT_OFF, EDGE_FERRY, EDGE_MOTORWAY } from '../graph/network.ts'
import type { RoadArrays } from '../image/image.ts'

/** Farther than this from any road, a place counts as unreachable. */
export const DEFAULT_CURB_METERS = 2000

/**
 * A place belongs to a road without connection to the largest network (or to a closed street) only when that road is nearer by
 * more than this. Otherwise the driver stops on the nearest road of the largest network and walks the rest.
 */
const WALK_METERS = 300

/** Points closer to the road's middle than this are on neither side of it. */
const SIDE_METERS = 1

export interface SnappedPlace {
  edge: number
  /** Decimetres from the edge's start, 0..lengthDm. */
  offsetDm: number
  latE7: number
  lngE7: number
  /** Metres between the point and the road. */
  curbMeters: number
  /** Where the point lies, seen in the edge's direction. */
  side: 'left' | 'right' | 'on'
}

/**
 * The index of segments: one box for each segment of every edge that trips may begin or end on. Streets that are closed or cut
 * off are in it, too, because an address may lie on one of them and then must not be put on a road farther away. Motorways that
 * are cut off are not, because no address lies on them; nor are ferries.
 */
export function buildSegmentIndex(
  roads: Pick<RoadArrays, 'edgeFlags' | 'geometryFirst' | 'geometryLatE7' | 'geometryLngE7'>,
) {
  const { edgeFlags, geometryFirst, geometryLatE7, geometryLngE7 } = roads
  const list = new Int32List(1 << 16)
  for (const [edge, flags] of edgeFlags.entries()) {
    if (flags & EDGE_FERRY || (flags & EDGE_CUT_OFF && flags & EDGE_MOTORWAY)) continue
    const last = geometryFirst[edge + 1]! - 1
    for (let point = geometryFirst[edge]!; point < last; point++) list.push(point)
  }
  for (let point = geometryFirst.at(-1)!; point < geometryLatE7.length; point += 2) list.push(point)
  const points = list.toArray()
  const index = new Flatbush(Math.max(1, points.length), 16, Int32Array)
  // Flatbush refuses to be empty: one box far outside the map stands for "no road".
  if (points.length === 0) index.add(0, 2e9, 0, 2e9)
  const mercator = Int32Array.from(geometryLatE7, (lat) => Math.round(mercatorE7(lat)))
  for (const point of points) {
    const x0 = geometryLngE7[point]!
    const x1 = geometryLngE7[point + 1]!
    const y0 = mercator[point]!
    const y1 = mercator[point + 1]!
    index.add(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1))
  }
  index.finish()
  return { segmentPoint: points, segmentIndex: new Uint8Array(index.data) }
}

export class Snapper {
  private readonly arrays: RoadArrays
  private readonly index: Flatbush

  constructor(arrays: RoadArrays) {
    this.arrays = arrays
    this.index = Flatbush.from(arrays.segmentIndex.buffer, arrays.segmentIndex.byteOffset)
  }

  /**
   * The nearest place within `curbMeters` on a street of the largest network, or on one of another network when that is nearer by
   * more than `WALK_METERS`. Undefined when a closed street is nearer than that place by as much, and when there is no road at
   * all. A motorway counts only when there is no other road.
   */
  find(latE7: number, lngE7: number, curbMeters: number): SnappedPlace | undefined {
    const place = this.findOpen(latE7, lngE7, curbMeters, EDGE_MOTORWAY)
    const closed = this.nearestSegment(
      latE7,
      lngE7,
      walkNearer(place, curbMeters),
      (flags) => (flags & EDGE_CUT_OFF) !== 0,
    )
    if (closed >= 0) return undefined
    return place ?? this.findOpen(latE7, lngE7, curbMeters, 0)
  }

  /** The same for a vehicle under way instead of an address: a motorway counts like any road, and closed streets do not matter. */
  findOnAnyRoad(latE7: number, lngE7: number, curbMeters: number): SnappedPlace | undefined {
    return this.findOpen(latE7, lngE7, curbMeters, 0)
  }

  private findOpen(latE7: number, lngE7: number, curbMeters: number, unwanted: number): SnappedPlace | undefined {
    const isOfLargest = (flags: number) => (flags & (EDGE_APART | EDGE_CUT_OFF | unwanted)) === 0
    const isApart = (flags: number) => (flags & EDGE_APART) !== 0 && (flags & unwanted) === 0
    const segment = this.nearestSegment(latE7, lngE7, curbMeters, isOfLargest)
    const place = segment < 0 ? undefined : this.placeOn(segment, latE7, lngE7)
    const apart = this.nearestSegment(latE7, lngE7, walkNearer(place, curbMeters), isApart)
    return apart < 0 ? place : this.placeOn(apart, latE7, lngE7)
  }

  /** The nearest of the segments whose road's flags are wanted, or -1 when none is within `curbMeters`. */
  private nearestSegment(
    latE7: number,
    lngE7: number,
    curbMeters: number,
    isWantedRoad: (flags: number) => boolean,
  ): number {
    return this.nearestOf(latE7, lngE7, curbMeters, (segment) => isWantedRoad(this.flagsOf(segment)))
  }

  private nearestOf(latE7: number, lngE7: number, curbMeters: number, isWanted: (segment: number) => boolean): number {
    if (curbMeters < 0 || this.arrays.segmentPoint.length === 0) return -1
    const y = mercatorE7(latE7)
    // The thousandth allows for the rounding of boxes and the growth of the projection's scale across the search radius.
    const unitsPerMeter = mercatorUnitsPerMeter(latE7) * 1.001
    const first = this.index.neighbors(lngE7, y, 1, curbMeters * unitsPerMeter + 1, isWanted)[0]
    if (first === undefined) return -1
    // The nearest box need not hold the nearest segment, but no segment outside this radius can be nearer.
    const bound = Math.min(curbMeters, this.segmentDistance(first, latE7, lngE7).meters)
    const reach = bound * unitsPerMeter + 1
    const candidates = this.index.search(lngE7 - reach, y - reach, lngE7 + reach, y + reach, isWanted)
    let best = -1
    let bestMeters = Infinity
    for (const segment of candidates) {
      const { meters } = this.segmentDistance(segment, latE7, lngE7)
      // Equal distances (a shared junction) go to the lower segment, whatever order the index gives.
      if (meters < bestMeters || (meters === bestMeters && segment < best)) {
        best = segment
        bestMeters = meters
      }
    }
    return bestMeters <= curbMeters ? best : -1
  }

  /** The nearest place within `reachMeters` on a road that is wanted; closed streets, which have no edge, are none. */
  findNearest(
    latE7: number,
    lngE7: number,
    reachMeters: number,
    isWanted: (edge: number) => boolean,
  ): SnappedPlace | undefined {
    const { segmentPoint, geometryFirst, edgeFlags } = this.arrays
    const firstClosed = geometryFirst[edgeFlags.length]!
    const isWantedSegment = (segment: number) => segmentPoint[segment]! < firstClosed && isWanted(this.edgeOf(segment))
    const segment = this.nearestOf(latE7, lngE7, reachMeters, isWantedSegment)
    return segment < 0 ? undefined : this.placeOn(segment, latE7, lngE7)
  }

  /** Other edges that begin or end where this one does. */
  listJoined(edge: number): number[] {
    const { geometryFirst, geometryLatE7: lats, geometryLngE7: lngs, segmentPoint, edgeFlags } = this.arrays
    const firstClosed = geometryFirst[edgeFlags.length]!
    const joined = new Set<number>()
    for (const end of [geometryFirst[edge]!, geometryFirst[edge + 1]! - 1]) {
      const isHere = (point: number) => lats[point] === lats[end] && lngs[point] === lngs[end]
      const [x, y] = [lngs[end]!, Math.round(mercatorE7(lats[end]!))]
      for (const segment of this.index.search(x, y, x, y)) {
        if (segmentPoint[segment]! >= firstClosed) continue
        const other = this.edgeOf(segment)
        if (isHere(geometryFirst[other]!) || isHere(geometryFirst[other + 1]! - 1)) joined.add(other)
      }
    }
    joined.delete(edge)
    return [...joined]
  }

  /** The nearest place on each road within `reachMeters`, the nearest `most` of them, nearest first. */
  findAll(latE7: number, lngE7: number, reachMeters: number, most: number): SnappedPlace[] {
    if (this.arrays.segmentPoint.length === 0) return []
    const y = mercatorE7(latE7)
    const reach = reachMeters * mercatorUnitsPerMeter(latE7) * 1.001 + 1
    const nearest = new Map<number, { segment: number; meters: number }>()
    const isOpen = (segment: number) => (this.flagsOf(segment) & EDGE_CUT_OFF) === 0
    for (const segment of this.index.search(lngE7 - reach, y - reach, lngE7 + reach, y + reach, isOpen)) {
      const { meters } = this.segmentDistance(segment, latE7, lngE7)
      if (meters > reachMeters) continue
      const edge = this.edgeOf(segment)
      const known = nearest.get(edge)
      const isNearer = !known || meters < known.meters || (meters === known.meters && segment < known.segment)
      if (isNearer) nearest.set(edge, { segment, meters })
    }
    // Equal distances in the order of the segments, whatever order the index gives.
    return [...nearest.values()]
      .sort((a, b) => a.meters - b.meters || a.segment - b.segment)
      .slice(0, most)
      .map(({ segment }) => this.placeOn(segment, latE7, lngE7))
  }

  /** Length of the segment that begins at a geometry point. */
  private segmentMeters(point: number): number {
    const { geometryLatE7: lats, geometryLngE7: lngs } = this.arrays
    return distanceMetersE7(lats[point]!, lngs[point]!, lats[point + 1]!, lngs[point + 1]!)
  }

  /** Distance to a segment and the share of it, 0..1, at which the nearest point lies; plane geometry around the point. */
  private segmentDistance(
    segment: number,
    latE7: number,
    lngE7: number,
  ): { meters: number; share: number; cross: number } {
    const { geometryLatE7: lats, geometryLngE7: lngs, segmentPoint } = this.arrays
    const point = segmentPoint[segment]!
    const northMeters = METERS_PER_DEGREE / 1e7
    const eastMeters = northMeters * Math.cos((latE7 / 1e7) * (Math.PI / 180))
    const ax = (lngs[point]! - lngE7) * eastMeters
    const ay = (lats[point]! - latE7) * northMeters
    const dx = (lngs[point + 1]! - lngs[point]!) * eastMeters
    const dy = (lats[point + 1]! - lats[point]!) * northMeters
    const squared = dx * dx + dy * dy
    const share = squared === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / squared))
    const x = ax + share * dx
    const y = ay + share * dy
    return { meters: Math.sqrt(x * x + y * y), share, cross: dx * -ay - dy * -ax }
  }

  private placeOn(segment: number, latE7: number, lngE7: number): SnappedPlace {
    const { geometryFirst, geometryLatE7: lats, geometryLngE7: lngs, segmentPoint, lengthDm } = this.arrays
    const { meters, share, cross } = this.segmentDistance(segment, latE7, lngE7)
    const point = segmentPoint[segment]!
    const edge = this.edgeOf(segment)
    let before = 0
    let total = 0
    for (let at = geometryFirst[edge]!; at < geometryFirst[edge + 1]! - 1; at++) {
      const length = this.segmentMeters(at)
      if (at < point) before += length
      else if (at === point) before += share * length
      total += length
    }
    const edgeDm = lengthDm[edge]!
    return {
      edge,
      offsetDm: total === 0 ? 0 : Math.min(edgeDm, Math.round((before / total) * edgeDm)),
      latE7: Math.round(lats[point]! + share * (lats[point + 1]! - lats[point]!)),
      lngE7: Math.round(lngs[point]! + share * (lngs[point + 1]! - lngs[point]!)),
      curbMeters: meters,
      side: meters < SIDE_METERS ? 'on' : cross > 0 ? 'left' : 'right',
    }
  }

  /** EDGE_* bits of a segment's road; closed streets, which have no edge, are cut off. */
  private flagsOf(segment: number): number {
    const { edgeFlags, geometryFirst, segmentPoint } = this.arrays
    const isClosed = segmentPoint[segment]! >= geometryFirst[edgeFlags.length]!
    return isClosed ? EDGE_CUT_OFF : edgeFlags[this.edgeOf(segment)]!
  }

  private edgeOf(segment: number): number {
    const { geometryFirst, segmentPoint } = this.arrays
    return findGroup(geometryFirst, segmentPoint[segment]!)
  }
}

/** The distance within which another road counts instead of the place found. */
function walkNearer(place: SnappedPlace | undefined, curbMeters: number): number {
  return place ? place.curbMeters - WALK_METERS : curbMeters
}
