// Finds where a vehicle drove, from positions that are a few metres off and far apart: a hidden Markov model of places on roads (Newson and
// Krumm, Hidden Markov Map Matching Through Noise and Sparseness, 2009). Besides its nearest roads, every position may also be off all
// roads: yards, unmapped streets, and jumps that no road explains are driven in straight lines.

import { metersOfCost, secondsOfCost } from '../foundation/cost.ts'
import { distanceMetersE7, PolylineEncoder } from '../foundation/geo.ts'
import type { PathSearches } from '../hierarchy/shortest-path.ts'
import type { RoadImage } from '../image/image.ts'
import { type PlacedPoint, placePoint, sourceSeeds, targetSeeds } from '../places/placed-point.ts'
import type { RoadLeg, TrackLeg, TrackPosition } from '../places/road-point.ts'
import type { SameEdgeTrips } from '../places/same-edge.ts'
import type { Snapper } from '../places/snapping.ts'

/** Usual error of a position that gives none, and the smallest error accepted, metres. */
const USUAL_ERROR_METERS = 10
const LEAST_ERROR_METERS = 5
const WORST_ERROR_METERS = 50
/** Roads are searched within this multiple of the error, but at least within the first and at most within the second distance. */
const REACH_ERRORS = 4
const LEAST_REACH_METERS = 40
const FARTHEST_REACH_METERS = 120
/** More candidate roads per position cost time and change nothing. */
const MOST_CANDIDATES = 4
/** A position closer to the previous one adds no information: receivers wander while a vehicle stands. */
const STANDING_METERS = 20
/** A vehicle that seems to have gone back on one street by up to this much did not drive around the block: its position is wrong. */
const SLIP_METERS = 50

/** Negative log-likelihoods. A place off the roads costs as much as one 28 m from them; a way there costs its length. */
const OFF_ROAD_COST = 4
const OFF_ROAD_LEG_COST = 2
const OFF_ROAD_COST_PER_METER = 0.01
/** Weight of the detour by road over the straight line; the lower one when there was enough time to drive it. */
const DETOUR_WEIGHT = 4
const TIMELY_DETOUR_WEIGHT = 1.5
/** Positions closer than this may be the same place, at which the vehicle stood: the time between them then says nothing. */
const TIMELY_METERS = 80
/** A longer way by road is another trip, not the way between two positions. */
const LONGEST_DETOUR = { factor: 5, meters: 5_000 }
/**
 * Time of the way by road in free traffic, compared with the time between the positions (factor × that, plus seconds). Up to `TIMELY` the
 * vehicle had the time for it; above `TOO_FAST` it cannot have driven it.
 */
const TIMELY = { factor: 1.5, seconds: 10 }
const TOO_FAST = { factor: 3, seconds: 60 }
/** When even the straight line would be faster than this, the timestamps are wrong. */
const BELIEVED_METERS_PER_SECOND = 70

/** Place of one position. */
export interface LikelyPlace {
  /** Number of the position among all. */
  index: number
  latE7: number
  lngE7: number
  /** Undefined when off the roads. */
  placed: PlacedPoint | undefined
  /** Roads on which it could have been, too. */
  otherRoads: number
}

interface Candidate extends LikelyPlace {
  atSeconds: number | undefined
  /** Cost of the best way from the first position to here. */
  cost: number
  from: Candidate | undefined
  /** Nodes settled by a forward search from here; created when first needed. */
  settled: { nodes: Int32Array; costs: Float64Array } | undefined
}

/** Parts of the graph that a matcher uses. */
export interface MatcherParts {
  image: RoadImage
  snapper: Snapper
  searches: PathSearches
  sameEdge: SameEdgeTrips
  /** The leg between two places, drawn and measured. */
  leg(from: PlacedPoint, to: PlacedPoint): RoadLeg
}

export class TrackMatcher {
  private readonly parts: MatcherParts

  constructor(parts: MatcherParts) {
    this.parts = parts
  }

  /**
   * One leg per pair of consecutive positions. A position that adds no information ends a leg of 0 m; the next leg continues from the
   * position before.
   */
  match(positions: readonly TrackPosition[]): TrackLeg[] {
    const chain = this.findChain(positions)
    const legs: TrackLeg[] = positions.slice(1).map(() => ({ meters: 0, geometry: '', isOnRoads: true }))
    let before: LikelyPlace | undefined
    for (const place of chain) {
      if (before) legs[place.index - 1] = this.drive(before, place)
      before = place
    }
    return legs
  }

  /** Where the vehicle most likely was, for each position that adds information. */
  findChain(positions: readonly TrackPosition[]): LikelyPlace[] {
    return this.findLikeliest(listMoving(positions))
  }

  /** The most likely places, one for each position (Viterbi). */
  private findLikeliest(positions: readonly Numbered[]): Candidate[] {
    let before: Candidate[] = []
    for (const numbered of positions) {
      const here = this.listCandidates(numbered)
      if (before.length > 0) this.connect(before, here)
      before = here
    }
    const chain: Candidate[] = []
    let at =
      before.length > 0
        ? before.reduce((best, candidate) => (candidate.cost < best.cost ? candidate : best))
        : undefined
    for (; at; at = at.from) chain.push(at)
    return chain.reverse()
  }

  /** The nearest roads of a position, and the position itself; `cost` follows from the distance between them. */
  private listCandidates({ index, position }: Numbered): Candidate[] {
    const { image, snapper } = this.parts
    const [latE7, lngE7] = [Math.round(position.lat * 1e7), Math.round(position.lng * 1e7)]
    const told = position.accuracyMeters ?? USUAL_ERROR_METERS
    const error = Math.min(WORST_ERROR_METERS, Math.max(LEAST_ERROR_METERS, told))
    const reach = Math.min(FARTHEST_REACH_METERS, Math.max(LEAST_REACH_METERS, REACH_ERRORS * error))
    const places = snapper.findAll(latE7, lngE7, reach, MOST_CANDIDATES)
    const candidates = places.map((place): Candidate => {
      const placed = placePoint(image, place, position)
      const cost = (place.curbMeters / error) ** 2 / 2
      return { ...createCandidate(index, place, position.atSeconds, placed, cost), otherRoads: places.length - 1 }
    })
    return [...candidates, createCandidate(index, { latE7, lngE7 }, position.atSeconds, undefined, OFF_ROAD_COST)]
  }

  /** Adds the likeliest way from the position before to each candidate's cost. */
  private connect(before: readonly Candidate[], here: readonly Candidate[]): void {
    const { image, searches } = this.parts
    for (const candidate of here) {
      if (candidate.placed) searches.backward.climbFrom(targetSeeds(image.arrays, candidate.placed))
      let best = Infinity
      for (const earlier of before) {
        const cost = earlier.cost + this.stepCost(earlier, candidate)
        if (cost >= best) continue
        best = cost
        candidate.from = earlier
      }
      candidate.cost += best
    }
  }

  /** How unlikely a step is. The backward search must be at `to`. Finite for all steps from or to a place off the roads. */
  private stepCost(from: Candidate, to: Candidate): number {
    const straight = straightMeters(from, to)
    if (!from.placed || !to.placed) return OFF_ROAD_LEG_COST + OFF_ROAD_COST_PER_METER * straight
    const slip = slipMeters(from.placed, to.placed)
    const cost = slip === undefined ? this.roadCost(from, from.placed, to.placed) : 0
    if (cost === Infinity) return Infinity
    const meters = slip ?? metersOfCost(cost)
    if (meters > LONGEST_DETOUR.factor * straight + LONGEST_DETOUR.meters) return Infinity
    // Logarithmic, so that large detours do not count in full: between positions that are minutes apart there may be a river.
    const detour = Math.log1p(Math.abs(meters - straight) / (10 + straight / 10))
    const between = secondsBetween(from, to, straight)
    if (between === undefined) return DETOUR_WEIGHT * detour
    const seconds = secondsOfCost(cost)
    if (seconds > TOO_FAST.factor * between + TOO_FAST.seconds) return Infinity
    const isTimely = straight >= TIMELY_METERS && seconds <= TIMELY.factor * between + TIMELY.seconds
    return (isTimely ? TIMELY_DETOUR_WEIGHT : DETOUR_WEIGHT) * detour
  }

  /** Cost of the way by road, Infinity when there is none. */
  private roadCost(from: Candidate, source: PlacedPoint, target: PlacedPoint): number {
    const { sameEdge, searches } = this.parts
    if (source.place!.edge === target.place!.edge) {
      const trip = sameEdge.find(source, target)
      // `find` has used the backward search. It must be at `to` again before the next candidate uses it.
      searches.backward.climbFrom(targetSeeds(this.parts.image.arrays, target))
      return trip?.cost ?? Infinity
    }
    from.settled ??= this.settle(source)
    const { nodes, costs } = from.settled
    let best = Infinity
    for (let index = 0; index < nodes.length; index++) {
      const cost = costs[index]! + searches.backward.costOf(nodes[index]!)
      if (cost < best) best = cost
    }
    return best
  }

  private settle(source: PlacedPoint): { nodes: Int32Array; costs: Float64Array } {
    const { image, searches } = this.parts
    const { forward } = searches
    forward.climbFrom(sourceSeeds(image.arrays, source))
    const { settledNodes, settledCosts, settledCount } = forward
    return { nodes: settledNodes.slice(0, settledCount), costs: settledCosts.slice(0, settledCount) }
  }

  private drive(from: LikelyPlace, to: LikelyPlace): TrackLeg {
    const { placed: source } = from
    const { placed: target } = to
    if (source && target) {
      const slip = slipMeters(source, target)
      if (slip !== undefined) return { meters: Math.round(slip), geometry: lineBetween(from, to), isOnRoads: true }
      const { seconds, meters, geometry } = this.parts.leg(source, target)
      if (seconds >= 0) return { meters, geometry, isOnRoads: true }
    }
    return { meters: Math.round(straightMeters(from, to)), geometry: lineBetween(from, to), isOnRoads: false }
  }
}

function createCandidate(
  index: number,
  { latE7, lngE7 }: PlaceE7,
  atSeconds: number | undefined,
  placed: PlacedPoint | undefined,
  cost: number,
): Candidate {
  return { index, latE7, lngE7, atSeconds, placed, cost, otherRoads: 0, from: undefined, settled: undefined }
}

/** Undefined when no time is given, or an impossible one. */
function secondsBetween(from: Candidate, to: Candidate, straight: number): number | undefined {
  if (from.atSeconds === undefined || to.atSeconds === undefined) return undefined
  const seconds = to.atSeconds - from.atSeconds
  return seconds * BELIEVED_METERS_PER_SECOND >= straight ? seconds : undefined
}

/** A position and its number among all. */
interface Numbered {
  index: number
  position: TrackPosition
}

/** The positions that are away from the previously kept one. */
function listMoving(positions: readonly TrackPosition[]): Numbered[] {
  const kept: Numbered[] = []
  for (const [index, position] of positions.entries()) {
    const last = kept.at(-1)?.position
    if (!last || straightMeters(atE7(last), atE7(position)) >= STANDING_METERS) kept.push({ index, position })
  }
  return kept
}

/** Metres between two places of one edge when they are so close that their order means nothing; otherwise undefined. */
export function slipMeters({ place: from }: PlacedPoint, { place: to }: PlacedPoint): number | undefined {
  if (from!.edge !== to!.edge) return undefined
  const meters = Math.abs(to!.offsetDm - from!.offsetDm) / 10
  return meters <= SLIP_METERS ? meters : undefined
}

function atE7({ lat, lng }: TrackPosition): { latE7: number; lngE7: number } {
  return { latE7: Math.round(lat * 1e7), lngE7: Math.round(lng * 1e7) }
}

type PlaceE7 = Pick<Candidate, 'latE7' | 'lngE7'>

function straightMeters(from: PlaceE7, to: PlaceE7): number {
  return distanceMetersE7(from.latE7, from.lngE7, to.latE7, to.lngE7)
}

function lineBetween(from: PlaceE7, to: PlaceE7): string {
  const encoder = new PolylineEncoder()
  encoder.add(from.latE7, from.lngE7)
  encoder.add(to.latE7, to.lngE7)
  return encoder.toString()
}
