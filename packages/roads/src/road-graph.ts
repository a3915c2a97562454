// Queries on a finished image: nearest road, cost tables, paths. One RoadGraph serves one thread; the image may serve many.

import { combineCost, metersOfCost, secondsOfCost } from './cost.ts'
import { RoadsError } from './errors.ts'
import { PolylineEncoder } from './geo.ts'
import { type BucketEntries, Buckets, collectEntries, fillRow, type Seeds } from './hierarchy/many-to-many.ts'
import { findPath } from './hierarchy/shortest-path.ts'
import { UpwardSearch } from './hierarchy/upward-search.ts'
import type { RoadImage } from './image.ts'
import type { Bounds } from './pbf/extract.ts'
import { DEFAULT_CURB_METERS, type SnappedPlace, Snapper } from './snapping.ts'

export interface RoadPoint {
  lat: number
  lng: number
  /** Farthest a road may be, metres; 2,000 when absent. Beyond it the point is unreachable. */
  maxCurbMeters?: number
  /** 'curb': arrive and leave with the point on the driving side of the road; 'any' (default): from either direction. */
  approach?: 'any' | 'curb'
  /** True for vehicles under way: they may be on a motorway. Addresses snap to one only when no other road is in reach. */
  isVehicle?: boolean
}

export interface RoadSnap {
  /** The place on the road. */
  lat: number
  lng: number
  /** Metres between the point and the road. */
  curbMeters: number
  /** Name or number of the road, '' when it has none. */
  roadName: string
}

/** Row by row: entry [source * targetCount + target]. -1 in both where a target cannot be reached. */
export interface RoadMatrix {
  sourceCount: number
  targetCount: number
  seconds: Int32Array
  meters: Int32Array
}

export interface RoadLeg {
  /** -1 when the leg's end cannot be reached from its start. */
  seconds: number
  meters: number
  /** Encoded polyline, precision 5, from snapped point to snapped point; '' when unreachable. */
  geometry: string
}

export interface RoadPath {
  legs: RoadLeg[]
  /** Sums over the legs that can be driven. */
  seconds: number
  meters: number
  /** All legs as one encoded polyline. */
  geometry: string
}

/** Throws invalid_point for coordinates that are no place on earth. */
export function assertPoint({ lat, lng }: RoadPoint, index: number): void {
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return
  throw new RoadsError('invalid_point', `point ${index}: ${lat}, ${lng} is no place on earth`)
}

/** A point as the search sees it. */
interface PreparedPoint {
  place: SnappedPlace | undefined
  source: Seeds
  target: Seeds
}

const NO_SEEDS: Seeds = { ranks: [], costs: [] }

export class RoadGraph {
  readonly image: RoadImage
  private readonly snapper: Snapper
  private readonly forward: UpwardSearch
  private readonly backward: UpwardSearch
  private readonly buckets: Buckets
  private readonly decoder = new TextDecoder()

  constructor(image: RoadImage) {
    const { arrays } = image
    const up = { first: arrays.upFirst, neighbour: arrays.upHead, cost: arrays.upCost }
    const down = { first: arrays.downFirst, neighbour: arrays.downTail, cost: arrays.downCost }
    this.image = image
    this.snapper = new Snapper(arrays)
    this.forward = new UpwardSearch(
      { ...up, fromAboveFirst: down.first, fromAboveNeighbour: down.neighbour, fromAboveCost: down.cost },
      true,
    )
    this.backward = new UpwardSearch(
      { ...down, fromAboveFirst: up.first, fromAboveNeighbour: up.neighbour, fromAboveCost: up.cost },
      true,
    )
    this.buckets = new Buckets(image.facts.stateCount)
  }

  /** Box around all roads, degrees. */
  get bounds(): Bounds {
    return this.image.facts.bounds
  }

  /** The nearest place on a road, or undefined when none is within reach. Throws invalid_point. */
  snap(point: RoadPoint): RoadSnap | undefined {
    const place = this.place(point, 0)
    if (!place) return undefined
    return {
      lat: place.latE7 / 1e7,
      lng: place.lngE7 / 1e7,
      curbMeters: place.curbMeters,
      roadName: this.roadName(place.edge),
    }
  }

  /** Times and lengths from every source to every target (the sources themselves when absent). Throws invalid_point. */
  matrix(sources: readonly RoadPoint[], targets: readonly RoadPoint[] = sources): RoadMatrix {
    const size = sources.length * targets.length
    const matrix = {
      sourceCount: sources.length,
      targetCount: targets.length,
      seconds: new Int32Array(size),
      meters: new Int32Array(size),
    }
    this.buckets.fill([this.collectEntries(targets)])
    this.fillRows(this.buckets, sources, matrix, 0)
    this.buckets.clear()
    return matrix
  }

  /** First step of a matrix: what targets leave at the nodes. `firstTarget` is the column of targets[0]. */
  collectEntries(targets: readonly RoadPoint[], firstTarget = 0): BucketEntries {
    const seeds = this.prepare(targets, firstTarget).map((point) => point.target)
    return collectEntries(this.backward, seeds, firstTarget)
  }

  /** Second step: the rows of some sources. `firstRow` is the row of sources[0]; buckets hold the entries of all targets. */
  fillRows(buckets: Buckets, sources: readonly RoadPoint[], matrix: RoadMatrix, firstRow: number): void {
    const { targetCount, seconds, meters } = matrix
    const best = new Float64Array(targetCount)
    for (const [index, { source }] of this.prepare(sources, firstRow).entries()) {
      fillRow(this.forward, source, buckets, this.image.arrays, best)
      const offset = (firstRow + index) * targetCount
      for (let target = 0; target < targetCount; target++) {
        const cost = best[target]!
        const isReachable = cost !== Infinity
        seconds[offset + target] = isReachable ? secondsOfCost(cost) : -1
        meters[offset + target] = isReachable ? metersOfCost(cost) : -1
      }
    }
  }

  /** The way through the points in order; every leg equals the matrix entry of its two points. Throws invalid_point. */
  path(points: readonly RoadPoint[]): RoadPath {
    const prepared = this.prepare(points)
    const whole = new PolylineEncoder()
    const path: RoadPath = { legs: [], seconds: 0, meters: 0, geometry: '' }
    for (let index = 0; index + 1 < prepared.length; index++) {
      const leg = this.leg(prepared[index]!, prepared[index + 1]!, whole)
      path.legs.push(leg)
      if (leg.seconds < 0) continue
      path.seconds += leg.seconds
      path.meters += leg.meters
    }
    path.geometry = whole.toString()
    return path
  }

  private leg(from: PreparedPoint, to: PreparedPoint, whole: PolylineEncoder): RoadLeg {
    const found = findPath(this.image.arrays, this.forward, this.backward, from.source, to.target)
    if (!found || !from.place || !to.place) return { seconds: -1, meters: -1, geometry: '' }
    const encoder = new PolylineEncoder()
    const add = (latE7: number, lngE7: number) => {
      encoder.add(latE7, lngE7)
      whole.add(latE7, lngE7)
    }
    add(from.place.latE7, from.place.lngE7)
    const last = found.ranks.length - 1
    for (const [index, rank] of found.ranks.entries()) {
      const directed = this.image.arrays.edgeOfRank[rank]!
      const startDm = index === 0 ? this.drivenDm(directed, from.place) : 0
      const endDm = index === last ? this.drivenDm(directed, to.place) : Infinity
      this.addShape(directed, startDm, endDm, add)
    }
    add(to.place.latE7, to.place.lngE7)
    return {
      seconds: secondsOfCost(found.cost),
      meters: metersOfCost(found.cost),
      geometry: encoder.toString(),
    }
  }

  /** Shape points of a directed edge that lie strictly between two distances from its start. */
  private addShape(
    directed: number,
    startDm: number,
    endDm: number,
    add: (latE7: number, lngE7: number) => void,
  ): void {
    const { geometryFirst, geometryLatE7: lats, geometryLngE7: lngs } = this.image.arrays
    const edge = directed >> 1
    const isForward = (directed & 1) === 0
    const first = geometryFirst[edge]!
    const count = geometryFirst[edge + 1]! - first
    if (startDm === 0 && endDm === Infinity) {
      for (let step = 0; step < count; step++) {
        const point = isForward ? first + step : first + count - 1 - step
        add(lats[point]!, lngs[point]!)
      }
      return
    }
    const distances = this.shapeDistancesDm(edge)
    const totalDm = distances[count - 1]!
    for (let step = 0; step < count; step++) {
      const place = isForward ? step : count - 1 - step
      const drivenDm = isForward ? distances[place]! : totalDm - distances[place]!
      // Half a decimetre: a point at the very start or end of the part is the snapped point itself.
      if (drivenDm > startDm + 0.5 && drivenDm < endDm - 0.5) add(lats[first + place]!, lngs[first + place]!)
      else if (drivenDm >= endDm - 0.5) return
    }
  }

  private shapeDistancesDm(edge: number): Float64Array {
    const { geometryFirst, lengthDm } = this.image.arrays
    const first = geometryFirst[edge]!
    const count = geometryFirst[edge + 1]! - first
    const distances = new Float64Array(count)
    for (let step = 1; step < count; step++) {
      distances[step] = distances[step - 1]! + this.snapper.segmentMeters(first + step - 1)
    }
    const scale = distances[count - 1]! === 0 ? 0 : lengthDm[edge]! / distances[count - 1]!
    return distances.map((meters) => meters * scale)
  }

  private prepare(points: readonly RoadPoint[], firstIndex = 0): PreparedPoint[] {
    return points.map((point, index) => {
      const place = this.place(point, firstIndex + index)
      if (!place) return { place, source: NO_SEEDS, target: NO_SEEDS }
      return { place, source: this.sourceSeeds(place, point), target: this.targetSeeds(place, point) }
    })
  }

  private place(point: RoadPoint, index: number): SnappedPlace | undefined {
    assertPoint(point, index)
    const { lat, lng, maxCurbMeters = DEFAULT_CURB_METERS } = point
    const latE7 = Math.round(lat * 1e7)
    const lngE7 = Math.round(lng * 1e7)
    return point.isVehicle
      ? this.snapper.findOnAnyRoad(latE7, lngE7, maxCurbMeters)
      : this.snapper.find(latE7, lngE7, maxCurbMeters)
  }

  /** Starts: the state costs the whole edge when it is left, so what lies behind the place is taken off. */
  private sourceSeeds(place: SnappedPlace, point: RoadPoint): Seeds {
    const { sourceRank } = this.image.arrays
    const ranks: number[] = []
    const costs: number[] = []
    for (const directed of this.usableDirections(place, point)) {
      if (sourceRank[directed]! < 0) continue
      ranks.push(sourceRank[directed]!)
      costs.push(-this.drivenCost(directed, place))
    }
    return { ranks, costs }
  }

  /** Ends: a state is reached at the edge's start, so the way up to the place is added. */
  private targetSeeds(place: SnappedPlace, point: RoadPoint): Seeds {
    const { targetFirst, targetRank } = this.image.arrays
    const ranks: number[] = []
    const costs: number[] = []
    for (const directed of this.usableDirections(place, point)) {
      for (let at = targetFirst[directed]!; at < targetFirst[directed + 1]!; at++) {
        ranks.push(targetRank[at]!)
        costs.push(this.drivenCost(directed, place))
      }
    }
    return { ranks, costs }
  }

  private usableDirections(place: SnappedPlace, point: RoadPoint): number[] {
    const { durationCs } = this.image.arrays
    const directions = [2 * place.edge, 2 * place.edge + 1].filter((directed) => durationCs[directed]! > 0)
    if (point.approach !== 'curb' || place.side === 'on' || directions.length < 2) return directions
    const isOnDrivingSide = (place.side === 'left') === this.image.facts.drivesOnLeft
    return [isOnDrivingSide ? directions[0]! : directions[1]!]
  }

  private drivenDm(directed: number, place: SnappedPlace): number {
    return (directed & 1) === 0 ? place.offsetDm : this.image.arrays.lengthDm[place.edge]! - place.offsetDm
  }

  /** Cost of the part of a directed edge before the place. */
  private drivenCost(directed: number, place: SnappedPlace): number {
    const { durationCs, lengthDm } = this.image.arrays
    const drivenDm = this.drivenDm(directed, place)
    return combineCost(Math.round((durationCs[directed]! * drivenDm) / lengthDm[place.edge]!), drivenDm)
  }

  private roadName(edge: number): string {
    const { edgeName, nameFirst, nameBytes } = this.image.arrays
    const name = edgeName[edge]!
    // Text is decoded from a copy: decoders refuse shared memory.
    return this.decoder.decode(nameBytes.slice(nameFirst[name]!, nameFirst[name + 1]!))
  }
}
