// A hierarchy stored as differences to another: most nodes have the same arcs in both, and only the arcs of the others are kept. In the
// other hierarchy every arc leads to a higher number; one of the own arcs may lead to a lower one, but never in a cycle.

import { isMarked, markPlace } from '../foundation/marks.ts'
import {
  type ArcEnds,
  type ArcPlaces,
  farBase,
  findArc,
  firstArc,
  getNeighbour,
  getVia,
  listArcs,
  NEAR,
  type PackedArcs,
} from './packed-arcs.ts'

/** Arcs of marked nodes: the n-th marked node is entry n of the lists; costs too long to pack are listed separately. */
export interface OwnArcs extends ArcEnds {
  /** Two indexes per marked node: its first arc up, and its first arc from above. One more at the end. */
  arcFirst: Int32Array
  /** Number of nodes in the whole hierarchy: those of the other one, followed by those that only this one has. */
  nodeCount: number
  /** See marks.ts. */
  marks: Int32Array
  markCount: Int32Array
  longCost: Float64Array
  /** Middle node of each shortcut; -1 for an arc of the graph itself. */
  via: Int32Array
  /**
   * Per marked node, cost of the cheapest round trip over lower nodes, packed, and its middle node: -1 for an arc of the graph itself,
   * `NO_LOOP` without one.
   */
  loopCost: Int32Array
  loopVia: Int32Array
}

/** A whole hierarchy, or one stored as differences to the hierarchy with these arcs. */
export interface HierarchyArcs extends PackedArcs {
  longCost: Float64Array
  own?: OwnArcs
}

export const NO_LOOP = -2

type CostedEnds = ArcEnds & { longCost: Float64Array }

export function getNodeCount({ upCount, own }: HierarchyArcs): number {
  return own ? own.nodeCount : upCount.length
}

/** Iterates over the arcs of one node after another, without allocating an object for each. */
export class NodeArcs {
  /** Arcs up are at indexes `first` to `middle` of the lists, arcs from above at `middle` to `end`. */
  first = 0
  middle = 0
  end = 0
  /** Added to a code from `NEAR` on to give its index in `farNode`. */
  far = 0
  /** Added to an index to give the arc's number. Arcs of marked nodes are numbered after all arcs of the other hierarchy. */
  offset = 0
  /** Lists that the indexes refer to. */
  lists: CostedEnds
  private readonly places: ArcPlaces
  private readonly shared: CostedEnds
  private readonly own: OwnArcs | undefined
  private readonly ownEnds: CostedEnds | undefined

  constructor(arcs: HierarchyArcs) {
    const { arcRun, arcOffset, upCount } = arcs
    this.places = { arcRun, arcOffset, upCount }
    this.shared = getEnds(arcs)
    this.own = arcs.own
    this.ownEnds = arcs.own && getEnds(arcs.own)
    this.lists = this.shared
  }

  look(node: number): void {
    if (this.own !== undefined && isMarked(this.own.marks, node)) this.lookAtOwn(this.own, node)
    else this.lookAtShared(node)
  }

  /** The other nodes of all arcs of a node. */
  listHigher(node: number): number[] {
    this.look(node)
    const { arcNode, farNode } = this.lists
    const codes = Array.from(arcNode.subarray(this.first, this.end))
    return codes.map((code) => (code < NEAR ? node + code : farNode[this.far + code]!))
  }

  private lookAtOwn({ marks, markCount, arcFirst }: OwnArcs, node: number): void {
    const at = markPlace(marks, markCount, node)
    this.lists = this.ownEnds!
    this.offset = this.shared.arcNode.length
    this.first = arcFirst[2 * at]!
    this.middle = arcFirst[2 * at + 1]!
    this.end = arcFirst[2 * at + 2]!
    this.far = farBase(this.lists, at)
  }

  private lookAtShared(node: number): void {
    this.lists = this.shared
    this.offset = 0
    this.first = firstArc(this.places, node)
    this.middle = this.first + this.places.upCount[node]!
    this.end = firstArc(this.places, node + 1)
    this.far = farBase(this.lists, node)
  }
}

/** Copies to objects of one shape, so that V8 uses the same compiled code for both. */
function getEnds({ arcNode, arcCost, farFirst, farNode, longCost }: CostedEnds) {
  return { arcNode, arcCost, farFirst, farNode, longCost }
}

/** Arcs of the n-th marked node, n = `place`: index of the first, of the first from above, and the end. */
export function listOwnArcs({ arcFirst }: OwnArcs, place: number): [first: number, middle: number, end: number] {
  return [arcFirst[2 * place]!, arcFirst[2 * place + 1]!, arcFirst[2 * place + 2]!]
}

/** Middle node of an arc of `node`, by the arc's number; -1 when it is no shortcut. */
export function computeMiddle(arcs: HierarchyArcs, node: number, arc: number): number {
  const { own } = arcs
  if (own === undefined || arc < arcs.arcNode.length) return getVia(arcs, node, arc)
  return own.via[arc - arcs.arcNode.length]!
}

/** Number of the arc between a node and a higher one, which must exist. */
export function arcBetween(arcs: HierarchyArcs, node: number, direction: 'up' | 'down', higher: number): number {
  const { own } = arcs
  if (own === undefined || !isMarked(own.marks, node)) return findArc(arcs, node, direction, higher)
  const place = markPlace(own.marks, own.markCount, node)
  const [up, down, behind] = listOwnArcs(own, place)
  const [first, end] = direction === 'up' ? [up, down] : [down, behind]
  for (let arc = first; arc < end; arc++)
    if (getNeighbour(own, node, arc, place) === higher) return arcs.arcNode.length + arc
  throw new Error(`the hierarchy has no arc ${direction} of its own between ${node} and ${higher}`)
}

/** Sorts nodes in place so that every arc between them leads to a later one. `isAmong` tells whether a node is one of them. */
export function sortFromBelow(nodes: Int32Array, arcs: HierarchyArcs, isAmong: (node: number) => boolean): Int32Array {
  nodes.sort()
  if (!arcs.own) return nodes
  const ascending = nodes.slice()
  let used = nodes.length
  const use = (node: number) => {
    nodes[--used] = node
  }
  useFromAbove(ascending.length, (at) => ascending[at]!, arcs, { isAmong, use })
  return nodes
}

/**
 * Visits nodes, each after all nodes that its arcs lead to: from the highest number to the lowest, except those that an own arc puts
 * earlier. They must be given in ascending order. O(nodes).
 */
export function useFromAbove(
  count: number,
  nodeAt: (at: number) => number,
  arcs: HierarchyArcs,
  { isAmong, use }: { isAmong: (node: number) => boolean; use: (node: number) => void },
): void {
  const { own } = arcs
  const reader = new NodeArcs(arcs)
  /** Nodes visited before their turn. */
  const early = new Set<number>()
  const useWithHigher = (node: number, turn: number) => {
    for (const higher of reader.listHigher(node)) {
      if (higher >= turn || early.has(higher) || !isAmong(higher)) continue
      early.add(higher)
      useWithHigher(higher, turn)
    }
    use(node)
  }
  for (let at = count - 1; at >= 0; at--) {
    const node = nodeAt(at)
    if (own === undefined) use(node)
    else if (early.has(node)) continue
    else if (isMarked(own.marks, node)) useWithHigher(node, node)
    else use(node)
  }
}

/** Level of each node of a whole hierarchy: length of the longest chain of arcs below it. O(nodes + arcs). */
export function getLevels(arcs: PackedArcs): Int32Array {
  const levels = new Int32Array(arcs.upCount.length)
  for (let node = 0; node < levels.length; node++) {
    // All nodes below have their levels, because their numbers are lower.
    const above = levels[node]! + 1
    const [first] = listArcs(arcs, node, 'up')
    const end = firstArc(arcs, node + 1)
    for (let arc = first; arc < end; arc++) {
      const higher = getNeighbour(arcs, node, arc)
      if (levels[higher]! < above) levels[higher] = above
    }
  }
  return levels
}
