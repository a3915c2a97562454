// The road network of one profile: junctions, edges between them with length, duration and shape, and turn restrictions.

import { bearingDegreesE7, distanceMetersE7 } from '../foundation/geo.ts'
import { Int32List, Uint8List } from '../foundation/growable.ts'
import { findId } from '../foundation/sorted-ids.ts'
import type { Bounds } from '../pbf/extract.ts'
import type { Barriers } from './barriers.ts'
import { isInZone } from './low-emission-zones.ts'
import type { Profile } from './profiles.ts'
import {
  NODE_BLOCKED,
  NODE_MISSING,
  NODE_RESTRICTED,
  NODE_SIGNALS_BACKWARD,
  NODE_SIGNALS_FORWARD,
  type RawRoads,
} from './raw-roads.ts'
import { type EdgeRestriction, resolveRestriction } from './restrictions.ts'
import type { WayRule } from './way-rules.ts'

/** Travel in the edge's direction is only for reaching or leaving a place on it; the opposite direction has EDGE_RESTRICTED_BACKWARD. */
export const EDGE_RESTRICTED_FORWARD = 1
export const EDGE_MOTORWAY = 2
export const EDGE_FERRY = 4
export const EDGE_ROUNDABOUT = 8
export const EDGE_RESTRICTED_BACKWARD = 16
/** Belongs to a separate network that is accepted (see main-networks.ts), but not to the largest one. */
export const EDGE_APART = 32
/** Belongs to no accepted network: trips neither begin nor end there. */
export const EDGE_CUT_OFF = 64

/** A road that should not be crossed on foot: secondary and above. */
export const EDGE_MAJOR = 128

/** Duration of a direction that is not allowed. */
export const NOT_ALLOWED = -1

/**
 * Edge k runs from edgeFrom[k] to edgeTo[k]; directed edge 2k is that direction, 2k + 1 the other.
 * Times are whole centiseconds, lengths whole decimetres, both at least 1, so that sums are exact.
 */
export interface RoadNetwork {
  profile: Profile
  drivesOnLeft: boolean
  bounds: Bounds
  junctionCount: number
  /** NODE_BLOCKED, NODE_RESTRICTED and NODE_SIGNALS_* bits. */
  junctionFlags: Uint8Array
  edgeCount: number
  edgeFrom: Int32Array
  edgeTo: Int32Array
  lengthDm: Int32Array
  /** Durations by directed edge; NOT_ALLOWED when the direction is closed. */
  durationCs: Int32Array
  /** EDGE_* bits. */
  edgeFlags: Uint8Array
  /** Index into `names`; 0 is "". */
  edgeName: Int32Array
  names: string[]
  /** Compass degrees when leaving the tail, by directed edge. */
  leavingDegrees: Int16Array
  /** Shape points of edge k: geometryFirst[k] .. geometryFirst[k + 1], both ends included. */
  geometryFirst: Int32Array
  geometryLatE7: Int32Array
  geometryLngE7: Int32Array
  /** End points of each segment of streets that are closed to the profile, in pairs. */
  closedSegments: { latE7: Int32Array; lngE7: Int32Array }
  barriers: Barriers
  /** Edges that the vehicle avoids, ascending, and the kinds of each, see avoidedKinds. */
  avoided: { edges: Int32Array; kinds: Uint8Array }
  restrictions: EdgeRestriction[]
}

/** Bearings are measured this far along an edge, so that a kink at the kerb does not change a turn's angle. */
const BEARING_METERS = 12

/** Builds the network from the data read. */
export function buildNetwork(raw: RawRoads, profile: Profile): RoadNetwork {
  const builder = new NetworkBuilder(raw, profile)
  for (let way = 0; way < raw.wayIds.length; way++) builder.addWay(way)
  return builder.finish()
}

/** Junction at the end of a directed edge. */
export function headJunction(network: Pick<RoadNetwork, 'edgeFrom' | 'edgeTo'>, directed: number): number {
  return (directed & 1) === 0 ? network.edgeTo[directed >> 1]! : network.edgeFrom[directed >> 1]!
}

/** Degrees of the turn from one directed edge into another: -180..179, positive to the right. */
export function turnDegrees({ leavingDegrees }: Pick<RoadNetwork, 'leavingDegrees'>, from: number, to: number): number {
  const arrivingDegrees = leavingDegrees[from ^ 1]! + 180
  return ((leavingDegrees[to]! - arrivingDegrees + 900) % 360) - 180
}

class NetworkBuilder {
  private readonly raw: RawRoads
  private readonly profile: Profile
  private readonly useCount: Uint8Array
  private readonly junctionOfNode: Int32Array
  private readonly junctionNodes = new Int32List()
  private readonly from = new Int32List()
  private readonly to = new Int32List()
  private readonly lengthDm = new Int32List()
  private readonly durationCs = new Int32List()
  private readonly flags = new Int32List()
  private readonly name = new Int32List()
  private readonly geometryFirst = new Int32List()
  private readonly geometryNodes = new Int32List(16384)
  private readonly wayFirstEdge: Int32Array
  private readonly avoidedEdges = new Int32List()
  private readonly avoidedKinds = new Uint8List()
  private readonly names = new Map<string, number>([['', 0]])
  /** Ways that show the driving side: roundabouts by their direction, others by their tag. */
  private leftWays = 0
  private rightWays = 0

  constructor(raw: RawRoads, profile: Profile) {
    this.raw = raw
    this.profile = profile
    this.useCount = countUses(raw)
    this.junctionOfNode = new Int32Array(raw.nodeIds.length).fill(-1)
    this.wayFirstEdge = new Int32Array(raw.wayIds.length + 1)
  }

  addWay(way: number): void {
    const { wayFirstRef, refs, nodeFlags, wayIds, wayRules } = this.raw
    this.wayFirstEdge[way] = this.from.length
    this.wayFirstEdge[way + 1] = this.from.length
    if (wayIds[way] === 0) return
    const rule = wayRules[way]!
    const kmhOfFerry = rule.ferrySeconds === undefined ? 0 : this.ferryKmh(way, rule.ferrySeconds)
    const end = wayFirstRef[way + 1]!
    let start = wayFirstRef[way]!
    for (let place = start; place < end; place++) {
      const node = refs[place]!
      if (nodeFlags[node]! & NODE_MISSING) {
        // The extract was cut here: the road ends at its last known node.
        this.addEdge(start, place - 1, rule, kmhOfFerry)
        start = place + 1
      } else if (place > start && (place === end - 1 || this.isJunction(node))) {
        this.addEdge(start, place, rule, kmhOfFerry)
        start = place
      }
    }
    this.wayFirstEdge[way + 1] = this.from.length
    if (rule.drivingSide === 'left') this.leftWays++
    else if (rule.drivingSide === 'right') this.rightWays++
    else if (rule.isRoundabout) this.countRoundabout(way)
  }

  finish(): RoadNetwork {
    const { raw } = this
    this.geometryFirst.push(this.geometryNodes.length)
    const junctionNodes = this.junctionNodes.toArray()
    const geometryNodes = this.geometryNodes.toArray()
    const network: RoadNetwork = {
      profile: this.profile,
      drivesOnLeft: this.leftWays > this.rightWays,
      bounds: { minLat: 0, minLng: 0, maxLat: 0, maxLng: 0 },
      junctionCount: junctionNodes.length,
      junctionFlags: Uint8Array.from(junctionNodes, (node) => raw.nodeFlags[node]!),
      edgeCount: this.from.length,
      edgeFrom: this.from.toArray(),
      edgeTo: this.to.toArray(),
      lengthDm: this.lengthDm.toArray(),
      durationCs: this.durationCs.toArray(),
      edgeFlags: Uint8Array.from(this.flags.toArray()),
      edgeName: this.name.toArray(),
      names: [...this.names.keys()],
      leavingDegrees: new Int16Array(2 * this.from.length),
      geometryFirst: this.geometryFirst.toArray(),
      geometryLatE7: geometryNodes.map((node) => raw.nodeLatE7[node]!),
      geometryLngE7: geometryNodes.map((node) => raw.nodeLngE7[node]!),
      closedSegments: this.closedSegments(),
      barriers: this.raw.barriers,
      avoided: { edges: this.avoidedEdges.toArray(), kinds: this.avoidedKinds.toArray() },
      restrictions: [],
    }
    fillBearings(network)
    network.bounds = computeBounds(network)
    network.restrictions = this.resolveRestrictions(network)
    return network
  }

  /** Coordinates of the nodes of closed streets, without segments that the extract cuts. */
  private closedSegments(): RoadNetwork['closedSegments'] {
    const { closedRefs, nodeFlags, nodeLatE7, nodeLngE7 } = this.raw
    const isKnown = (place: number) => !(nodeFlags[closedRefs[place]!]! & NODE_MISSING)
    const ends = closedRefs.filter((_, place) => isKnown(place) && isKnown(place ^ 1))
    return { latE7: ends.map((node) => nodeLatE7[node]!), lngE7: ends.map((node) => nodeLngE7[node]!) }
  }

  private addEdge(start: number, end: number, rule: WayRule, ferryKmh: number): void {
    if (end <= start) return
    const { refs, nodeLatE7, nodeLngE7, nodeFlags } = this.raw
    let meters = 0
    let signalsForward = 0
    let signalsBackward = 0
    this.geometryFirst.push(this.geometryNodes.length)
    for (let place = start; place <= end; place++) {
      const node = refs[place]!
      this.geometryNodes.push(node)
      if (place === start) continue
      const before = refs[place - 1]!
      meters += distanceMetersE7(nodeLatE7[before]!, nodeLngE7[before]!, nodeLatE7[node]!, nodeLngE7[node]!)
      if (place === end) continue
      // Signals at a junction belong to its turns; these are on the road itself.
      if (nodeFlags[node]! & NODE_SIGNALS_FORWARD) signalsForward++
      if (nodeFlags[node]! & NODE_SIGNALS_BACKWARD) signalsBackward++
    }
    const signalCs = this.profile.turnSeconds.signals * 100
    const isShut = this.isInZone(start, end)
    if (rule.avoided !== 0) {
      this.avoidedEdges.push(this.from.length)
      this.avoidedKinds.push(rule.avoided)
    }
    this.from.push(this.junction(refs[start]!))
    this.to.push(this.junction(refs[end]!))
    this.lengthDm.push(Math.max(1, Math.round(meters * 10)))
    this.durationCs.push(travelCs(meters, isShut ? 0 : rule.forwardKmh, ferryKmh, signalsForward * signalCs))
    this.durationCs.push(travelCs(meters, isShut ? 0 : rule.backwardKmh, ferryKmh, signalsBackward * signalCs))
    this.flags.push(
      (rule.isForwardRestricted ? EDGE_RESTRICTED_FORWARD : 0) |
        (rule.isBackwardRestricted ? EDGE_RESTRICTED_BACKWARD : 0) |
        (rule.isMotorway ? EDGE_MOTORWAY : 0) |
        (rule.isFerry ? EDGE_FERRY : 0) |
        (rule.isRoundabout ? EDGE_ROUNDABOUT : 0) |
        (rule.isMajor ? EDGE_MAJOR : 0),
    )
    this.name.push(this.nameIndex(rule.name))
  }

  /** Whether the middle of the edge lies in a zone that the vehicle may not enter. */
  private isInZone(start: number, end: number): boolean {
    const { refs, nodeLatE7, nodeLngE7, zones } = this.raw
    if (zones.length === 0) return false
    const [before, after] = [refs[Math.floor((start + end) / 2)]!, refs[Math.ceil((start + end) / 2)]!]
    const latE7 = (nodeLatE7[before]! + nodeLatE7[after]!) / 2
    const lngE7 = (nodeLngE7[before]! + nodeLngE7[after]!) / 2
    return zones.some((zone) => isInZone(zone, latE7, lngE7))
  }

  /** Speed at which the whole way takes as long as its tag says. */
  private ferryKmh(way: number, ferrySeconds: number): number {
    const { wayFirstRef, refs, nodeLatE7, nodeLngE7 } = this.raw
    let meters = 0
    for (let place = wayFirstRef[way]! + 1; place < wayFirstRef[way + 1]!; place++) {
      const a = refs[place - 1]!
      const b = refs[place]!
      meters += distanceMetersE7(nodeLatE7[a]!, nodeLngE7[a]!, nodeLatE7[b]!, nodeLngE7[b]!)
    }
    return Math.max(0.1, (meters / ferrySeconds) * 3.6)
  }

  private isJunction(node: number): boolean {
    return this.useCount[node]! >= 2 || (this.raw.nodeFlags[node]! & (NODE_BLOCKED | NODE_RESTRICTED)) !== 0
  }

  private junction(node: number): number {
    const known = this.junctionOfNode[node]!
    if (known >= 0) return known
    this.junctionOfNode[node] = this.junctionNodes.length
    this.junctionNodes.push(node)
    return this.junctionNodes.length - 1
  }

  private nameIndex(name: string): number {
    const known = this.names.get(name)
    if (known !== undefined) return known
    this.names.set(name, this.names.size)
    return this.names.size - 1
  }

  /** Counts a closed roundabout, which shows the driving side: anticlockwise where traffic keeps right. */
  private countRoundabout(way: number): void {
    const { wayFirstRef, refs, nodeLatE7, nodeLngE7 } = this.raw
    const start = wayFirstRef[way]!
    const end = wayFirstRef[way + 1]! - 1
    if (refs[start] !== refs[end]) return
    let twiceArea = 0
    for (let place = start; place < end; place++) {
      const a = refs[place]!
      const b = refs[place + 1]!
      const origin = refs[start]!
      const ax = nodeLngE7[a]! - nodeLngE7[origin]!
      const ay = nodeLatE7[a]! - nodeLatE7[origin]!
      const bx = nodeLngE7[b]! - nodeLngE7[origin]!
      const by = nodeLatE7[b]! - nodeLatE7[origin]!
      twiceArea += ax * by - bx * ay
    }
    if (twiceArea > 0) this.rightWays++
    if (twiceArea < 0) this.leftWays++
  }

  private resolveRestrictions(network: RoadNetwork): EdgeRestriction[] {
    const wanted = new Set<number>()
    for (const relation of this.raw.restrictions) {
      for (const way of [...relation.fromWays, ...relation.viaWays, ...relation.toWays]) wanted.add(way)
    }
    const edgesOfWay = new Map<number, number[]>()
    for (let way = 0; way < this.raw.wayIds.length; way++) {
      const id = this.raw.wayIds[way]!
      if (!wanted.has(id)) continue
      const first = this.wayFirstEdge[way]!
      edgesOfWay.set(
        id,
        Array.from({ length: this.wayFirstEdge[way + 1]! - first }, (_, index) => first + index),
      )
    }
    const lookup = {
      edgesOfWay: (id: number) => edgesOfWay.get(id) ?? [],
      junctionOfNode: (id: number) => {
        const node = findId(this.raw.nodeIds, id)
        return node < 0 ? -1 : this.junctionOfNode[node]!
      },
      edgeFrom: network.edgeFrom,
      edgeTo: network.edgeTo,
      isDrivable: (directed: number) => network.durationCs[directed] !== NOT_ALLOWED,
      turnDegrees: (from: number, to: number) => turnDegrees(network, from, to),
    }
    return this.raw.restrictions.flatMap((relation) => resolveRestriction(relation, lookup))
  }
}

/** Number of uses of each node by ways, up to 255; way ends count, so a node used twice joins two edges. */
function countUses(raw: RawRoads): Uint8Array {
  const uses = new Uint8Array(raw.nodeIds.length)
  for (let way = 0; way < raw.wayIds.length; way++) {
    if (raw.wayIds[way] === 0) continue
    for (let place = raw.wayFirstRef[way]!; place < raw.wayFirstRef[way + 1]!; place++) {
      const node = raw.refs[place]!
      if (uses[node]! < 255) uses[node]!++
    }
  }
  return uses
}

function travelCs(meters: number, kmh: number, ferryKmh: number, delayCs: number): number {
  if (kmh === 0) return NOT_ALLOWED
  return Math.max(1, Math.round((meters * 360) / (ferryKmh > 0 ? ferryKmh : kmh)) + delayCs)
}

function fillBearings(network: RoadNetwork): void {
  for (let edge = 0; edge < network.edgeCount; edge++) {
    const first = network.geometryFirst[edge]!
    const last = network.geometryFirst[edge + 1]! - 1
    network.leavingDegrees[2 * edge] = bearingAlong(network, first, last)
    network.leavingDegrees[2 * edge + 1] = bearingAlong(network, last, first)
  }
}

function bearingAlong(network: RoadNetwork, start: number, end: number): number {
  const { geometryLatE7: lat, geometryLngE7: lng } = network
  const step = start < end ? 1 : -1
  let point = start + step
  while (point !== end && distanceMetersE7(lat[start]!, lng[start]!, lat[point]!, lng[point]!) < BEARING_METERS) {
    point += step
  }
  return bearingDegreesE7(lat[start]!, lng[start]!, lat[point]!, lng[point]!)
}

function computeBounds(network: RoadNetwork): Bounds {
  const bounds = { minLat: Infinity, minLng: Infinity, maxLat: -Infinity, maxLng: -Infinity }
  for (let point = 0; point < network.geometryLatE7.length; point++) {
    const lat = network.geometryLatE7[point]! / 1e7
    const lng = network.geometryLngE7[point]! / 1e7
    if (lat < bounds.minLat) bounds.minLat = lat
    if (lat > bounds.maxLat) bounds.maxLat = lat
    if (lng < bounds.minLng) bounds.minLng = lng
    if (lng > bounds.maxLng) bounds.maxLng = lng
  }
  return bounds
}
