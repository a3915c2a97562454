// A hierarchy that stands beside another one: most nodes have the arcs that they have there, and only those of the others are kept. In the other
// hierarchy every arc leads to a higher number; an arc of this one's own may lead to a lower one, though never in a circle.

import { isMarked, markPlace } from '../foundation/marks.ts'
import {
  type ArcEnds,
  type ArcPlaces,
  arcsOf,
  farBase,
  findArc,
  firstArc,
  NEAR,
  neighbourOf,
  type PackedArcs,
  viaOf,
} from './packed-arcs.ts'

/** The arcs of marked nodes: those of the n-th marked one are the n-th of the lists, and costs that are too long are listed beside them. */
export interface OwnArcs extends ArcEnds {
  /** By marked node two places: of its first arc up, and of the first one from above. One more at the end. */
  arcFirst: Int32Array
  /** Nodes of the whole hierarchy: those of the other one, and behind their numbers the ones that only this one has. */
  nodeCount: number
  /** See marks.ts. */
  marks: Int32Array
  markCount: Int32Array
  longCost: Float64Array
  /** By arc: the node that a shortcut leads over, -1 for an arc of the graph itself. */
  via: Int32Array
  /** By marked node: the cheapest round trip over lower nodes, packed, and the node that it leads over: -1 for an arc of the graph itself, `NO_LOOP` where there is none. */
  loopCost: Int32Array
  loopVia: Int32Array
}

/** A whole hierarchy, or one that stands beside the one whose arcs these are. */
export interface HierarchyArcs extends PackedArcs {
  longCost: Float64Array
  own?: OwnArcs
}

export const NO_LOOP = -2

type CostedEnds = ArcEnds & { longCost: Float64Array }

export function nodeCountOf({ upCount, own }: HierarchyArcs): number {
  return own ? own.nodeCount : upCount.length
}

/** The arcs of one node after the other, without a new object for each. */
export class NodeArcs {
  /** Arcs up are at places `first` to `middle` of the lists, and arcs from above at `middle` to `end`. */
  first = 0
  middle = 0
  end = 0
  /** Added to a code from `NEAR` on to find its place in `farNode`. */
  far = 0
  /** Added to a place: the number of the arc. Those of marked nodes are numbered behind all of the other hierarchy. */
  offset = 0
  /** Those that the places are of. */
  lists: CostedEnds
  private readonly places: ArcPlaces
  private readonly shared: CostedEnds
  private readonly own: OwnArcs | undefined
  private readonly ownEnds: CostedEnds | undefined

  constructor(arcs: HierarchyArcs) {
    const { arcRun, arcOffset, upCount } = arcs
    this.places = { arcRun, arcOffset, upCount }
    this.shared = endsOf(arcs)
    this.own = arcs.own
    this.ownEnds = arcs.own && endsOf(arcs.own)
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

/** Objects of one form, so that reading either is one and the same program. */
function endsOf({ arcNode, arcCost, farFirst, farNode, longCost }: CostedEnds) {
  return { arcNode, arcCost, farFirst, farNode, longCost }
}

/** The arcs of the n-th marked node, n = `place`: the first one, the first one from above, and the one behind the last. */
export function ownArcsOf({ arcFirst }: OwnArcs, place: number): [first: number, middle: number, end: number] {
  return [arcFirst[2 * place]!, arcFirst[2 * place + 1]!, arcFirst[2 * place + 2]!]
}

/** The node that an arc of `node` leads over, by the number of the arc; -1 when it is no shortcut. */
export function middleOf(arcs: HierarchyArcs, node: number, arc: number): number {
  const { own } = arcs
  if (own === undefined || arc < arcs.arcNode.length) return viaOf(arcs, node, arc)
  return own.via[arc - arcs.arcNode.length]!
}

/** Number of the arc between a node and a higher one, which must exist. */
export function arcBetween(arcs: HierarchyArcs, node: number, direction: 'up' | 'down', higher: number): number {
  const { own } = arcs
  if (own === undefined || !isMarked(own.marks, node)) return findArc(arcs, node, direction, higher)
  const place = markPlace(own.marks, own.markCount, node)
  const [up, down, behind] = ownArcsOf(own, place)
  const [first, end] = direction === 'up' ? [up, down] : [down, behind]
  for (let arc = first; arc < end; arc++)
    if (neighbourOf(own, node, arc, place) === higher) return arcs.arcNode.length + arc
  throw new Error(`the hierarchy has no arc ${direction} of its own between ${node} and ${higher}`)
}

/** Nodes in an order in which every arc between them leads to a later one; sorts them in place. `isAmong` tells of a node whether it is one of them. */
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
 * Uses nodes, each after all that its arcs lead to: from the highest number to the lowest, but for those that an arc of its own makes earlier. They are told
 * in ascending order. O(nodes).
 */
export function useFromAbove(
  count: number,
  nodeAt: (at: number) => number,
  arcs: HierarchyArcs,
  { isAmong, use }: { isAmong: (node: number) => boolean; use: (node: number) => void },
): void {
  const { own } = arcs
  const reader = new NodeArcs(arcs)
  /** Those that were used before their turn. */
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

/** Of each node of a whole hierarchy: how long the longest chain of arcs below it is. O(nodes + arcs). */
export function levelsOf(arcs: PackedArcs): Int32Array {
  const levels = new Int32Array(arcs.upCount.length)
  for (let node = 0; node < levels.length; node++) {
    // All that lies below has its level, because its numbers are lower.
    const above = levels[node]! + 1
    const [first] = arcsOf(arcs, node, 'up')
    const end = firstArc(arcs, node + 1)
    for (let arc = first; arc < end; arc++) {
      const higher = neighbourOf(arcs, node, arc)
      if (levels[higher]! < above) levels[higher] = above
    }
  }
  return levels
}
