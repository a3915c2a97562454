// Renumbers the edges of a network as in another network's image. An edge that only the image has becomes a closed motorway that meets no
// other road: no point snaps to it, and no turn uses it. Edges that only the network has follow all edges of the image.

import { readBits } from '../foundation/bit-list.ts'
import { Int32List } from '../foundation/growable.ts'
import { EDGE_MOTORWAY, NOT_ALLOWED, type RoadNetwork } from '../graph/network.ts'
import { computeDuration, measureLength } from '../image/edge-values.ts'
import type { RoadImage } from '../image/image.ts'
import { nameIn } from '../image/names.ts'
import { RoadShapes } from '../image/road-shapes.ts'

export interface AlignedNetwork {
  network: RoadNetwork
  /** Number of edges that only one of the two has, or whose times differ. */
  differentEdges: number
}

/** The same roads with the numbers of `base`; edges match when their shapes do. O(edges + points). */
export function alignNetwork(network: RoadNetwork, base: RoadImage): AlignedNetwork {
  const edges = matchEdges(network, base)
  const { edgeOf } = edges
  const names = joinNames(network, base)
  const at = (directed: number) => 2 * edgeOf[directed >> 1]! + (directed & 1)
  const aligned: RoadNetwork = {
    ...network,
    ...placeJunctions(network, edges),
    ...placeValues(network, edges, base),
    ...placeShapes(network, edges),
    edgeCount: edges.oldEdge.length,
    names: names.all,
    edgeName: edges.oldEdge.map((old, edge) =>
      old < 0 ? readBits(base.arrays.edgeName, edge) : names.placeOf[network.edgeName[old]!]!,
    ),
    avoided: placeAvoided(network, edgeOf),
    restrictions: network.restrictions.map(({ edges: driven, isOnly }) => ({ edges: driven.map(at), isOnly })),
  }
  return { network: aligned, differentEdges: countDifferent(aligned, edges, base) }
}

interface Matched {
  /** Common number of each edge of the network. */
  edgeOf: Int32Array
  /** Edge of the network by common number, -1 when only the image has it. */
  oldEdge: Int32Array
}

/** Finds each edge of the network in the image. */
function matchEdges(network: RoadNetwork, { arrays, facts }: RoadImage): Matched {
  const { geometryFirst, geometryLatE7, geometryLngE7, edgeCount } = network
  const shapes = new RoadShapes(arrays)
  const table = new ShapeTable(shapes, facts.edgeCount)
  const edgeOf = new Int32Array(edgeCount)
  const oldEdge = new Int32List(facts.edgeCount)
  for (let edge = 0; edge < facts.edgeCount; edge++) oldEdge.push(-1)
  for (let edge = 0; edge < edgeCount; edge++) {
    const [first, end] = [geometryFirst[edge]!, geometryFirst[edge + 1]!]
    const found = table.find(geometryLatE7, geometryLngE7, first, end, (same) => oldEdge.array[same]! < 0)
    edgeOf[edge] = found < 0 ? oldEdge.length : found
    if (found < 0) oldEdge.push(edge)
    else oldEdge.array[found] = edge
  }
  return { edgeOf, oldEdge: oldEdge.toArray() }
}

/** Edges of an image by their shapes, as a hash table with open addressing (8 to 16 bytes an edge). */
class ShapeTable {
  private readonly shapes: RoadShapes
  /** Edge number plus one; 0 for a free slot. */
  private readonly places: Int32Array
  private readonly mask: number

  constructor(shapes: RoadShapes, edgeCount: number) {
    this.shapes = shapes
    const size = 2 ** Math.ceil(Math.log2(2 * edgeCount + 2))
    this.places = new Int32Array(size)
    this.mask = size - 1
    for (let edge = 0; edge < edgeCount; edge++) {
      shapes.read(edge)
      let place = hashShape(shapes.lats, shapes.lngs, shapes.first, shapes.end) & this.mask
      while (this.places[place] !== 0) place = (place + 1) & this.mask
      this.places[place] = edge + 1
    }
  }

  /** The first wanted edge with that shape, or -1. */
  find(lats: Int32Array, lngs: Int32Array, first: number, end: number, isWanted: (edge: number) => boolean): number {
    const { places, mask, shapes } = this
    for (let place = hashShape(lats, lngs, first, end) & mask; places[place] !== 0; place = (place + 1) & mask) {
      const edge = places[place]! - 1
      if (!isWanted(edge)) continue
      shapes.read(edge)
      if (isSameShape(shapes, lats, lngs, first, end)) return edge
    }
    return -1
  }
}

function hashShape(lats: Int32Array, lngs: Int32Array, first: number, end: number): number {
  let hash = end - first
  for (let point = first; point < end; point++) {
    hash = Math.imul(hash ^ lats[point]!, 0x9e37_79b1)
    hash = Math.imul(hash ^ (hash >>> 15) ^ lngs[point]!, 0x85eb_ca77)
  }
  return (hash ^ (hash >>> 13)) >>> 0
}

function isSameShape(shapes: RoadShapes, lats: Int32Array, lngs: Int32Array, first: number, end: number): boolean {
  if (shapes.end - shapes.first !== end - first) return false
  for (let point = 0; point < end - first; point++) {
    if (shapes.lats[shapes.first + point] !== lats[first + point]) return false
    if (shapes.lngs[shapes.first + point] !== lngs[first + point]) return false
  }
  return true
}

/** Gives each edge that only the image has two junctions of its own. */
function placeJunctions(network: RoadNetwork, { oldEdge }: Matched) {
  let { junctionCount } = network
  const edgeFrom = new Int32Array(oldEdge.length)
  const edgeTo = new Int32Array(oldEdge.length)
  for (const [edge, old] of oldEdge.entries()) {
    edgeFrom[edge] = old < 0 ? junctionCount++ : network.edgeFrom[old]!
    edgeTo[edge] = old < 0 ? junctionCount++ : network.edgeTo[old]!
  }
  const junctionFlags = new Uint8Array(junctionCount)
  junctionFlags.set(network.junctionFlags)
  return { junctionCount, junctionFlags, edgeFrom, edgeTo }
}

function placeValues(network: RoadNetwork, { oldEdge }: Matched, { arrays }: RoadImage) {
  const directed = <Kind extends Int32Array | Int16Array>(to: Kind, from: Kind, missing: number): Kind => {
    for (const [edge, old] of oldEdge.entries()) {
      for (const side of [0, 1]) to[2 * edge + side] = old < 0 ? missing : from[2 * old + side]!
    }
    return to
  }
  return {
    lengthDm: oldEdge.map((old, edge) => (old < 0 ? measureLength(arrays, edge) : network.lengthDm[old]!)),
    durationCs: directed(new Int32Array(2 * oldEdge.length), network.durationCs, NOT_ALLOWED),
    edgeFlags: Uint8Array.from(oldEdge, (old) => (old < 0 ? EDGE_MOTORWAY : network.edgeFlags[old]!)),
    leavingDegrees: directed(new Int16Array(2 * oldEdge.length), network.leavingDegrees, 0),
  }
}

/** Edges that only the image has get the same single point at both ends. */
function placeShapes({ geometryFirst, geometryLatE7, geometryLngE7 }: RoadNetwork, { oldEdge }: Matched) {
  const first = new Int32Array(oldEdge.length + 1)
  const lats = new Int32Array(geometryLatE7.length)
  const lngs = new Int32Array(geometryLngE7.length)
  let used = 0
  for (const [edge, old] of oldEdge.entries()) {
    for (let point = geometryFirst[old] ?? 0; old >= 0 && point < geometryFirst[old + 1]!; point++) {
      lats[used] = geometryLatE7[point]!
      lngs[used++] = geometryLngE7[point]!
    }
    first[edge + 1] = used
  }
  return { geometryFirst: first, geometryLatE7: lats, geometryLngE7: lngs }
}

/** All names of the image, followed by those that only the network has. */
function joinNames({ names }: RoadNetwork, { arrays }: RoadImage): { all: string[]; placeOf: number[] } {
  const all = Array.from({ length: arrays.nameFirst.length - 1 }, (_, place) => nameIn(arrays, place))
  const known = new Map(all.map((name, place) => [name, place]))
  const placeOf = names.map((name) => {
    const place = known.get(name) ?? all.length
    if (place === all.length) all.push(name)
    return place
  })
  return { all, placeOf }
}

function placeAvoided({ avoided }: RoadNetwork, edgeOf: Int32Array): RoadNetwork['avoided'] {
  const places = Array.from(avoided.edges, (edge, place) => ({ edge: edgeOf[edge]!, kinds: avoided.kinds[place]! }))
  places.sort((a, b) => a.edge - b.edge)
  return { edges: Int32Array.from(places, ({ edge }) => edge), kinds: Uint8Array.from(places, ({ kinds }) => kinds) }
}

function countDifferent({ durationCs }: RoadNetwork, { oldEdge }: Matched, { arrays, facts }: RoadImage): number {
  const isDifferent = (old: number, edge: number) =>
    old < 0 ||
    edge >= facts.edgeCount ||
    [2 * edge, 2 * edge + 1].some((directed) => durationCs[directed] !== computeDuration(arrays, directed))
  let count = 0
  for (const [edge, old] of oldEdge.entries()) if (isDifferent(old, edge)) count++
  return count
}
