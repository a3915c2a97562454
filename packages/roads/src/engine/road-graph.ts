// Queries on a finished image: nearest road, cost tables, paths. One RoadGraph serves one thread; the image may serve many.

import { metersOfCost, secondsOfCost, splitCost } from '../foundation/cost.ts'
import { PolylineEncoder } from '../foundation/geo.ts'
import { findId } from '../foundation/sorted-ids.ts'
import { AVOIDABLE } from '../graph/vehicle-needs.ts'
import { type Climb, getClimb, LaidOutClimb } from '../hierarchy/climb.ts'
import { Cutter } from '../hierarchy/cut-out.ts'
import type { ArcSums } from '../hierarchy/seeds.ts'
import { findPath, type PathSearches } from '../hierarchy/shortest-path.ts'
import { LANES, neighboursInTurn } from '../hierarchy/table-sweep.ts'
import { UpwardSearch } from '../hierarchy/upward-search.ts'
import { getEdge } from '../image/edge-states.ts'
import { computeDuration } from '../image/edge-values.ts'
import type { RoadImage } from '../image/image.ts'
import { RoadShapes } from '../image/road-shapes.ts'
import { type LikelyPlace, slipMeters, TrackMatcher } from '../matching/track-matcher.ts'
import type { Bounds } from '../pbf/extract.ts'
import { type FoundLeg, type TellOptions, WayTeller } from '../places/driven-way.ts'
import { type Direction, KnownPoints } from '../places/known-points.ts'
import { addLegShape } from '../places/leg-shape.ts'
import { LoadedTable, type TableParts } from '../places/loaded-table.ts'
import { NamedStreets } from '../places/named-streets.ts'
import { type PlacedPoint, partCost, placePoint, sourceSeeds, targetSeeds } from '../places/placed-point.ts'
import {
  assertPoint,
  type DriveLeg,
  type RoadDrive,
  type RoadLeg,
  type RoadMatrix,
  type RoadPath,
  type RoadPoint,
  type RoadSnap,
  type RoadTrace,
  type TracedPoint,
  type TrackLeg,
  type TrackPosition,
} from '../places/road-point.ts'
import { SameEdgeTrips } from '../places/same-edge.ts'
import { DEFAULT_CURB_METERS, type SnappedPlace, Snapper } from '../places/snapping.ts'
import { findReach, type Reach } from '../reach/reach-search.ts'
import { type ArcShares, addOwnShares, listArcShares, shareOn } from '../traffic/arc-shares.ts'
import { getMix } from '../traffic/road-mix.ts'

/** With at most this many starts or ends, and many of the others, tables are computed from cached climbs; other tables by sweeps. */
const FEW = 4
const MANY = 32

/** Where the search for several roads around a place begins. */
const FIRST_NEAREST_METERS = 100

/** Whether a matrix is from few places to many or from many to few: a thread that has the climbs of the many cached computes it at once. */
export function isFewToMany(sources: number, targets: number): boolean {
  return Math.min(sources, targets) <= FEW && Math.max(sources, targets) >= MANY
}

/** Whether computing by climbs takes less than cutting out everything that all places could reach. */
function isByClimbs(sources: number, targets: number): boolean {
  return isFewToMany(sources, targets) || sources + targets <= MANY
}

export class RoadGraph {
  readonly image: RoadImage
  private readonly shapes: RoadShapes
  readonly snapper: Snapper
  private readonly streets: NamedStreets
  private readonly teller: WayTeller
  readonly searches: PathSearches
  readonly sameEdge: SameEdgeTrips
  private readonly table = new LoadedTable()
  private readonly cutter: Cutter
  private readonly known: KnownPoints
  /** Created when first needed. */
  private laidOut: LaidOutClimb | undefined
  private shares: ArcShares | undefined

  constructor(image: RoadImage) {
    this.image = image
    this.shapes = new RoadShapes(image.arrays)
    this.snapper = new Snapper(image.arrays)
    this.streets = new NamedStreets(image.arrays, this.snapper)
    this.teller = new WayTeller(image.arrays, this.snapper, (edge) => this.streets.nameOf(edge))
    this.searches = createSearches(image)
    this.sameEdge = new SameEdgeTrips(this.searches)
    this.cutter = new Cutter(image.arrays)
    this.known = new KnownPoints({
      place: (point) => this.place(point, 0),
      climb: (placed, direction, withSums) => this.climb(placed, direction, withSums ? this.arcSums() : undefined),
    })
  }

  /** Bounding box of all roads, degrees. */
  get bounds(): Bounds {
    return this.image.facts.bounds
  }

  /** The nearest place on a road, or undefined when none is within reach. Throws invalid_point. */
  snap(point: RoadPoint): RoadSnap | undefined {
    return this.describeSnap(this.place(point, 0))
  }

  private describeSnap({ place }: PlacedPoint): RoadSnap | undefined {
    if (!place) return undefined
    return {
      lat: place.latE7 / 1e7,
      lng: place.lngE7 / 1e7,
      curbMeters: place.curbMeters,
      roadName: this.streets.nameOf(place.edge),
    }
  }

  /** The nearest places on up to `most` roads, nearest first; the first alone is that of `snap`. Throws invalid_point. */
  nearest(point: RoadPoint, most: number): RoadSnap[] {
    const first = this.place(point, 0)
    if (!first.place) return []
    const { edge } = first.place
    const [latE7, lngE7] = [Math.round(point.lat * 1e7), Math.round(point.lng * 1e7)]
    const farthest = point.maxCurbMeters ?? DEFAULT_CURB_METERS
    let others: SnappedPlace[] = []
    // Looking far at once would measure every road of a town.
    for (let reach = FIRST_NEAREST_METERS; most > 1 && others.length < most; reach *= 2) {
      others = this.snapper
        .findAll(latE7, lngE7, Math.min(reach, farthest), most)
        .filter((other) => other.edge !== edge)
      if (reach >= farthest) break
    }
    const places = [first.place, ...others].sort((place, other) => place.curbMeters - other.curbMeters)
    return places.slice(0, most).flatMap((place) => this.describeSnap({ place, directions: [] }) ?? [])
  }

  /**
   * Times and lengths from every source to every target (default: the sources), and with `withMixes` the kinds of roads used. Throws
   * invalid_point.
   */
  matrix(sources: readonly RoadPoint[], targets: readonly RoadPoint[] = sources, withMixes = false): RoadMatrix {
    const size = sources.length * targets.length
    const matrix = {
      sourceCount: sources.length,
      targetCount: targets.length,
      seconds: new Int32Array(size),
      meters: new Int32Array(size),
      ...(withMixes && { mixes: new Uint8Array(size) }),
    }
    if (isByClimbs(sources.length, targets.length)) {
      this.fillFew(sources, targets, matrix)
      return matrix
    }
    const ends = this.placeAll(targets, 0)
    const starts = sources === targets ? ends : this.placeAll(sources, 0)
    this.table.load(this.cutTable(starts, ends, withMixes))
    this.fillRows(this.table, 0, sources.length, matrix)
    this.table.clear()
    return matrix
  }

  /**
   * Computes the whole table for few starts or few ends: lays each of them out once, and meets all of the other side. Entries equal those
   * of `fillRows`.
   */
  private fillFew(sources: readonly RoadPoint[], targets: readonly RoadPoint[], matrix: RoadMatrix): void {
    const withSums = matrix.mixes !== undefined
    const isFromFew = sources.length <= targets.length
    const [few, many] = isFromFew ? [sources, targets] : [targets, sources]
    const [own, others]: Direction[] = isFromFew ? ['forward', 'backward'] : ['backward', 'forward']
    few.forEach(assertPoint)
    many.forEach(assertPoint)
    const met = many.map((point) => this.known.find(point, others!, withSums))
    const laidOut = this.layOutTable()
    for (const [at, point] of few.entries()) {
      const one = this.known.find(point, own!, withSums)
      laidOut.layOut(one.climb, isFromFew)
      for (const [otherAt, { placed, climb }] of met.entries()) {
        const entry = isFromFew ? at * many.length + otherAt : otherAt * few.length + at
        if (placed.place && placed.place.edge === one.placed.place?.edge) {
          const [source, target] = isFromFew ? [one.placed, placed] : [placed, one.placed]
          const { cost, share } = this.onSameEdge(source, target, withSums)
          writeEntry(matrix, entry, cost, share)
          continue
        }
        laidOut.meet(climb)
        writeEntry(matrix, entry, laidOut.cost, laidOut.sum)
      }
    }
  }

  /** Trip between two places on one edge, with the sums for its mix. */
  private onSameEdge(source: PlacedPoint, target: PlacedPoint, withSums: boolean): { cost: number; share: number } {
    const cost = this.sameEdge.find(source, target)?.cost ?? Infinity
    const share = withSums ? shareOn(this.image.arrays, 2 * source.place!.edge, getTime(cost)) : 0
    return { cost, share }
  }

  private climb(placed: PlacedPoint, direction: Direction, also?: ArcSums): Climb {
    const { arrays } = this.image
    const seeds = direction === 'forward' ? sourceSeeds(arrays, placed) : targetSeeds(arrays, placed)
    return getClimb(this.searches[direction], seeds, also)
  }

  private layOutTable(): LaidOutClimb {
    this.laidOut ??= new LaidOutClimb(this.image.facts.stateCount)
    return this.laidOut
  }

  /** First step of a matrix, in one thread: cuts out the roads that its places climb to, for all threads that fill its rows. */
  cutTable(starts: readonly PlacedPoint[], ends: readonly PlacedPoint[], withMixes: boolean): TableParts {
    const { arrays } = this.image
    const part = this.cutter.cut(
      starts.map((placed) => sourceSeeds(arrays, placed)),
      ends.map((placed) => targetSeeds(arrays, placed)),
      withMixes ? this.arcSums() : undefined,
    )
    return { starts, ends, part }
  }

  /** Sums from which mixes are computed; computed quickly when not taken from another thread. */
  arcShares(): ArcShares {
    this.shares ??= this.image.base ? this.addOwnShares(this.sharedArcShares()) : this.sharedArcShares()
    return this.shares
  }

  /** Sums of the whole image: this one, or the one that this image is based on. */
  sharedArcShares(): ArcShares {
    return listArcShares((this.image.base ?? this.image).arrays)
  }

  /** Adds the sums of this image's own arcs to those of the image that it is based on. */
  addOwnShares(shared: ArcShares): ArcShares {
    return addOwnShares(this.image.arrays, shared)
  }

  /** Takes sums that another thread computed on the same image. */
  takeArcShares(shares: ArcShares): void {
    this.shares = shares
  }

  /** Second step: fills the rows of some starts, from `firstStart` on, as the first rows of `matrix`. */
  fillRows(table: LoadedTable, firstStart: number, rows: number, matrix: RoadMatrix): void {
    const { targetCount } = matrix
    const starts = Array.from({ length: rows }, (_, row) => firstStart + row)
    const order = neighboursInTurn(starts, table.loaded.part.startRanks)
    for (let at = 0; at < order.length; at += LANES) {
      const batch = order.slice(at, at + LANES)
      const { costs, sums } = table.sweep.run(batch)
      for (const [lane, start] of batch.entries()) {
        this.correctRow(table, start, { lane, costs, sums })
        const offset = (start - firstStart) * targetCount
        for (let target = 0, cell = lane; target < targetCount; target++, cell += LANES)
          writeEntry(matrix, offset + target, costs[cell]!, matrix.mixes ? sums[cell]! : 0)
      }
    }
  }

  /** Corrects what sweeps cannot determine: trips on the source's own edge, and which of several ways of equal cost is driven. */
  private correctRow(table: LoadedTable, start: number, { lane, costs, sums }: SweptRow): void {
    const source = table.loaded.starts[start]!
    const withSums = sums.length > 0
    for (const { target, placed } of source.place ? table.listOnEdge(source.place.edge) : []) {
      const { cost, share } = this.onSameEdge(source, placed, withSums)
      const cell = LANES * target + lane
      costs[cell] = cost
      if (withSums) sums[cell] = share
    }
    let laidOut: LaidOutClimb | undefined
    for (let target = 0; withSums && target < table.loaded.ends.length; target++) {
      const cell = LANES * target + lane
      if (!Number.isNaN(sums[cell]) || costs[cell] === Infinity) continue
      const also = this.arcSums()
      if (!laidOut) {
        laidOut = this.layOutTable()
        laidOut.layOut(this.climb(source, 'forward', also), true)
      }
      laidOut.meet(table.climbFrom(target, (placed) => this.climb(placed, 'backward', also)))
      sums[cell] = laidOut.sum
    }
  }

  /** The way through the points in order; every leg equals the matrix entry of its two points. Throws invalid_point. */
  path(points: readonly RoadPoint[]): RoadPath {
    const placed = this.placeAll(points, 0)
    const whole = new PolylineEncoder()
    const path: RoadPath = { legs: [], seconds: 0, meters: 0, geometry: '' }
    for (let index = 0; index + 1 < placed.length; index++) {
      const leg = this.leg(placed[index]!, placed[index + 1]!, whole)
      path.legs.push(leg)
      if (leg.seconds < 0) continue
      path.seconds += leg.seconds
      path.meters += leg.meters
    }
    path.geometry = whole.toString()
    return path
  }

  /** Like `path`, road by road, also with the junctions in between. Throws invalid_point. */
  drive(points: readonly RoadPoint[], options: TellOptions = {}): RoadDrive {
    const placed = this.placeAll(points, 0)
    const legs = placed.slice(1).map((to, index) => this.driveLeg([placed[index] ?? to, to], options))
    return { snaps: placed.map((point) => this.describeSnap(point)), legs }
  }

  private driveLeg([from, to]: readonly [PlacedPoint, PlacedPoint], options: TellOptions): DriveLeg {
    const found = from.place && to.place && this.findLeg(from, to)
    if (!from.place || !to.place || !found) return { seconds: -1, meters: -1, parts: [] }
    const parts = this.teller.tell(found, [from.place, to.place], options)
    return { seconds: secondsOfCost(found.cost), meters: metersOfCost(found.cost), parts }
  }

  /** Like `match`, road by road, also with the junctions in between. Throws invalid_point. */
  trace(positions: readonly TrackPosition[], options: TellOptions = {}): RoadTrace {
    positions.forEach(assertPoint)
    const trace: RoadTrace = { points: positions.map(() => undefined), legs: positions.slice(1).map(() => undefined) }
    let before: LikelyPlace | undefined
    for (const place of this.createMatcher().findChain(positions)) {
      if (before) this.standUntil(place.index, before, trace)
      trace.points[place.index] = this.tracedPoint(place)
      if (before?.placed && place.placed)
        trace.legs[place.index - 1] = this.traceLeg([before.placed, place.placed], options)
      before = place
    }
    if (before) this.standUntil(positions.length, before, trace)
    return trace
  }

  /** Fills in the positions of a vehicle that stands, up to the next one. */
  private standUntil(next: number, place: LikelyPlace, { points, legs }: RoadTrace): void {
    for (let index = place.index + 1; index < next; index++) {
      points[index] = this.tracedPoint(place, index)
      if (points[index]) legs[index - 1] = { seconds: 0, meters: 0, parts: [] }
    }
  }

  private tracedPoint({ index, placed, otherRoads }: LikelyPlace, at = index): TracedPoint | undefined {
    const snap = placed && this.describeSnap(placed)
    return snap && { ...snap, otherRoads, isStanding: at > index }
  }

  private traceLeg([from, to]: readonly [PlacedPoint, PlacedPoint], options: TellOptions): DriveLeg | undefined {
    if (!from.place || !to.place) return undefined
    if (slipMeters(from, to) === undefined) {
      const leg = this.driveLeg([from, to], options)
      return leg.seconds < 0 ? undefined : leg
    }
    const part = this.teller.tellSlip(from.place, to.place)
    return { seconds: Math.round(part.drivenCs / 100), meters: Math.round(part.lengthDm / 10), parts: [part] }
  }

  /**
   * Areas that a vehicle at the point reaches within the given times, seconds: places from which the nearest road is at most 300 m away and
   * is reached in time. Undefined when the point has no road within reach. Throws invalid_point.
   */
  reach(point: RoadPoint, times: readonly number[]): Reach | undefined {
    const source = this.place(point, 0)
    return source.place && findReach(this, source, times)
  }

  /** The way that a vehicle most likely drove: one leg per pair of consecutive positions. Throws invalid_point. */
  match(positions: readonly TrackPosition[]): TrackLeg[] {
    positions.forEach(assertPoint)
    return this.createMatcher().match(positions)
  }

  private createMatcher(): TrackMatcher {
    const { image, snapper, searches, sameEdge } = this
    const leg = (from: PlacedPoint, to: PlacedPoint) => this.leg(from, to)
    return new TrackMatcher({ image, snapper, searches, sameEdge, leg })
  }

  private leg(from: PlacedPoint, to: PlacedPoint, whole?: PolylineEncoder): RoadLeg {
    const found = from.place && to.place ? this.findLeg(from, to) : undefined
    if (!found) return { seconds: -1, meters: -1, mix: 0, geometry: '' }
    const encoder = new PolylineEncoder()
    addLegShape(this.image.arrays, this.shapes, found.edges, from.place!, to.place!, (latE7, lngE7) => {
      encoder.add(latE7, lngE7)
      whole?.add(latE7, lngE7)
    })
    return {
      seconds: secondsOfCost(found.cost),
      meters: metersOfCost(found.cost),
      mix: mixOfShare(found.cost, this.shareOfWay(found, from, to)),
      ...this.avoidedOn(found.edges),
      geometry: encoder.toString(),
    }
  }

  private avoidedOn(directedEdges: readonly number[]): Pick<RoadLeg, 'avoided'> {
    const { avoidedEdge, avoidedKinds } = this.image.arrays
    if (avoidedEdge.length === 0) return {}
    let kinds = 0
    for (const directed of directedEdges) {
      const place = findId(avoidedEdge, directed >> 1)
      if (place >= 0) kinds |= avoidedKinds[place]!
    }
    return kinds === 0 ? {} : { avoided: AVOIDABLE.filter((_, at) => kinds & (1 << at)) }
  }

  /** Sum that the matrix computes arc by arc: all edges but the last, minus the part before the start, plus the part before the end. */
  private shareOfWay({ cost, edges }: FoundLeg, from: PlacedPoint, to: PlacedPoint): number {
    const { arrays } = this.image
    const [first, last] = [edges[0]!, edges.at(-1)!]
    if (from.place!.edge === to.place!.edge) return shareOn(arrays, first, getTime(cost))
    let share = shareOn(arrays, last, getTime(partCost(arrays, last, to.place!.offsetDm)))
    share -= shareOn(arrays, first, getTime(partCost(arrays, first, from.place!.offsetDm)))
    for (const edge of edges.slice(0, -1)) share += shareOn(arrays, edge, computeDuration(arrays, edge))
    return share
  }

  /** Sums as computed by the searches. A seed's cost is a part of its own edge. */
  private arcSums(): ArcSums {
    const { arrays } = this.image
    return {
      ...this.arcShares(),
      ofSeed: (rank, cost) => shareOn(arrays, getEdge(arrays, rank), splitCost(cost)[0]),
    }
  }

  private findLeg(from: PlacedPoint, to: PlacedPoint): FoundLeg | undefined {
    const { arrays } = this.image
    const along = (cost: number, ranks: readonly number[]) => {
      return { cost, edges: ranks.map((rank) => getEdge(arrays, rank)), ranks }
    }
    if (from.place!.edge !== to.place!.edge) {
      const found = findPath(this.searches, sourceSeeds(arrays, from), targetSeeds(arrays, to))
      return found && along(found.cost, found.ranks)
    }
    const trip = this.sameEdge.find(from, to)
    if (!trip) return undefined
    if (trip.isDirect) return { cost: trip.cost, edges: [trip.from], ranks: [] }
    return along(trip.cost, this.sameEdge.roundTrip(trip.from, trip.to)!.ranks)
  }

  /** Snaps points to the roads. `first` is the number of points[0], used in error messages. Throws invalid_point. */
  placeAll(points: readonly RoadPoint[], first: number): PlacedPoint[] {
    return points.map((point, index) => this.place(point, first + index))
  }

  private place(point: RoadPoint, index: number): PlacedPoint {
    assertPoint(point, index)
    const latE7 = Math.round(point.lat * 1e7)
    const lngE7 = Math.round(point.lng * 1e7)
    const reachMeters = point.maxCurbMeters ?? DEFAULT_CURB_METERS
    if (point.isVehicle) return placePoint(this.image, this.snapper.findOnAnyRoad(latE7, lngE7, reachMeters), point)
    const nearest = this.snapper.find(latE7, lngE7, reachMeters)
    const place =
      nearest && point.street ? this.streets.prefer(nearest, { latE7, lngE7, reachMeters }, point.street) : nearest
    return placePoint(this.image, place, point)
  }
}

/** One source of a sweep. */
interface SweptRow {
  lane: number
  costs: Float64Array
  sums: Float64Array
}

/** Infinity when there is no way. `share` holds the sums of its mix. */
function writeEntry({ seconds, meters, mixes }: RoadMatrix, entry: number, cost: number, share: number): void {
  const isReachable = cost !== Infinity
  seconds[entry] = isReachable ? secondsOfCost(cost) : -1
  meters[entry] = isReachable ? metersOfCost(cost) : -1
  if (mixes) mixes[entry] = isReachable ? mixOfShare(cost, share) : 0
}

function getTime(cost: number): number {
  return cost === Infinity ? 0 : splitCost(cost)[0]
}

function mixOfShare(cost: number, share: number): number {
  const [motorway, main] = splitCost(share)
  return getMix(getTime(cost), motorway, main)
}

function createSearches({ arrays }: RoadImage): PathSearches {
  return { arrays, forward: new UpwardSearch(arrays, 'forward'), backward: new UpwardSearch(arrays, 'backward') }
}
