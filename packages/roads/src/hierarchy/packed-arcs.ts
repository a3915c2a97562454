// Arcs of a hierarchy in few bytes, laid out for climbing: all arcs of a node are consecutive, and most store the difference to the other
// node's number, which is small (see numbering.ts).

import { countBits } from '../foundation/bit-list.ts'
import { BitWriter } from '../foundation/bit-writer.ts'
import { Int32List } from '../foundation/growable.ts'
import { TooManyArcs } from './arc-table.ts'

/** Nodes that share one stored index of their first arc. */
const RUN_BITS = 6
/** Nodes that share a list of far neighbours. */
const FAR_BITS = 12
/** Codes from this on are indexes in that list. */
export const NEAR = 2 ** 15
/** Nodes between two stored positions in the stream of middle nodes. */
const VIA_BITS = 4
/** Encoding of a middle node: this many bits at a time, and one that tells whether more follow; together half a byte. */
const VIA_GROUP_BITS = 3
/** In a word of eight groups: the bits that tell whether more follow. */
const GROUP_ENDS = 0x1111_1111
const MOST_ARCS = 2 ** 8 - 1

/**
 * Targets and costs of arcs, consecutive for each node: to higher nodes and then from higher nodes, each group in the order of creation.
 */
export interface ArcEnds {
  /**
   * Number of the other node minus this one, n; or, from `NEAR` on, an index in the list of its block: farNode[farFirst[n >> 12] + code -
   * NEAR].
   */
  arcNode: Uint16Array
  /** See packed-cost.ts. */
  arcCost: Int32Array
  farFirst: Int32Array
  farNode: Int32Array
}

/** Arcs of node n: from arcRun[n >> 6] + arcOffset[n] on, `upCount[n]` of them upward. */
export interface ArcPlaces {
  arcRun: Int32Array
  /** Has one entry more than there are nodes. */
  arcOffset: Uint16Array
  upCount: Uint8Array
}

export interface PackedArcs extends ArcPlaces, ArcEnds {
  /**
   * The (lower) middle node of a shortcut: this node minus that one, 0 for an arc of the graph itself. In groups of half a byte, lowest
   * first.
   */
  viaGroups: Int32Array
  /** First group of the arcs of every 16th node. */
  viaFirst: Int32Array
}

/** Index of a node's first arc; its arcs end where those of the next one begin. */
export function firstArc({ arcRun, arcOffset }: ArcPlaces, node: number): number {
  return arcRun[node >> RUN_BITS]! + arcOffset[node]!
}

/** Arcs of a node that lead up, or those that come down to it from above: first index and end. */
export function listArcs(arcs: ArcPlaces, node: number, direction: 'up' | 'down'): [first: number, end: number] {
  const first = firstArc(arcs, node)
  const middle = first + arcs.upCount[node]!
  return direction === 'up' ? [first, middle] : [middle, firstArc(arcs, node + 1)]
}

/** Higher node of an arc of `node`, which is the n-th of the lists, n = `place`. */
export function getNeighbour(ends: ArcEnds, node: number, arc: number, place = node): number {
  const code = ends.arcNode[arc]!
  return code < NEAR ? node + code : ends.farNode[farBase(ends, place) + code]!
}

/** Value added to a code from `NEAR` on to give its index in `farNode`; for the n-th node of the lists, n = `place`. */
export function farBase({ farFirst }: ArcEnds, place: number): number {
  return farFirst[place >> FAR_BITS]! - NEAR
}

/** Index of the arc between a node and a higher one, which must exist. */
export function findArc(arcs: ArcPlaces & ArcEnds, node: number, direction: 'up' | 'down', higher: number): number {
  const [first, end] = listArcs(arcs, node, direction)
  for (let arc = first; arc < end; arc++) if (getNeighbour(arcs, node, arc) === higher) return arc
  throw new Error(`the hierarchy has no arc ${direction} between ${node} and ${higher}`)
}

/** Middle node of an arc of `node`, -1 when it is no shortcut. */
export function getVia(arcs: PackedArcs, node: number, arc: number): number {
  const cursor = new ViaCursor(arcs, node)
  cursor.skip(arc - firstArc(arcs, (node >> VIA_BITS) << VIA_BITS))
  return cursor.next(node)
}

/** Reads the middle nodes of consecutive arcs, starting with those of the node's run. */
export class ViaCursor {
  private readonly groups: Int32Array
  private at: number

  constructor({ viaGroups, viaFirst }: PackedArcs, node: number) {
    this.groups = viaGroups
    this.at = viaFirst[node >> VIA_BITS]!
  }

  /** Skips this many arcs. */
  skip(arcs: number): void {
    for (let left = arcs; left > 0; ) {
      const passed = this.at & 7
      // One bit for each group of this word that ends an arc.
      let ends = (~this.groups[this.at >> 3]! & GROUP_ENDS) >>> (passed << 2)
      const count = countBits(ends)
      if (count < left) {
        left -= count
        this.at += 8 - passed
        continue
      }
      for (; left > 1; left--) ends &= ends - 1
      this.at += ((31 - Math.clz32(ends & -ends)) >> 2) + 1
      return
    }
  }

  /** Middle node of the next arc, which belongs to `node`. */
  next(node: number): number {
    for (let [difference, shift] = [0, 0]; ; shift += VIA_GROUP_BITS) {
      const group = this.nextGroup()
      difference |= (group >> 1) << shift
      if ((group & 1) === 0) return difference === 0 ? -1 : node - difference
    }
  }

  private nextGroup(): number {
    const at = this.at++
    return (this.groups[at >> 3]! >>> ((at & 7) << 2)) & 15
  }
}

/** Packs targets and costs of arcs, node after node. */
export class EndPacker {
  /** Index of the current node. */
  node = -1
  /** Number of arcs so far. */
  used = 0
  private readonly arcNode: Uint16Array
  private readonly arcCost: Int32Array
  private readonly farFirst: Int32Array
  private readonly farNodes = new Int32List()
  /** Far neighbours of the current node's block. */
  private readonly farPlaces = new Map<number, number>()
  private number = -1

  constructor(nodeCount: number, arcCount: number) {
    this.arcNode = new Uint16Array(arcCount)
    this.arcCost = new Int32Array(arcCount)
    this.farFirst = new Int32Array((nodeCount >> FAR_BITS) + 1)
  }

  /** Begins the next node; `number` is the number by which arcs refer to it. */
  beginNode(number = this.node + 1): void {
    const node = ++this.node
    this.number = number
    if ((node & ((1 << FAR_BITS) - 1)) !== 0) return
    this.farFirst[node >> FAR_BITS] = this.farNodes.length
    this.farPlaces.clear()
  }

  /** Adds an arc of the node. */
  add(neighbour: number, packedCost: number): void {
    const difference = neighbour - this.number
    this.arcNode[this.used] = difference >= 0 && difference < NEAR ? difference : NEAR + this.farPlace(neighbour)
    this.arcCost[this.used++] = packedCost
  }

  finish(): ArcEnds {
    const { arcNode, arcCost, farFirst, farNodes } = this
    return { arcNode, arcCost, farFirst, farNode: farNodes.toArray() }
  }

  private farPlace(neighbour: number): number {
    const known = this.farPlaces.get(neighbour)
    if (known !== undefined) return known
    const place = this.farPlaces.size
    if (place >= NEAR) throw new TooManyArcs(`a part of the road graph has more than ${NEAR} far neighbours`)
    this.farPlaces.set(neighbour, place)
    this.farNodes.push(neighbour)
    return place
  }
}

/** Packs the arcs of a whole hierarchy, node after node. */
export class ArcPacker {
  private readonly ends: EndPacker
  private readonly arcs: Omit<PackedArcs, keyof ArcEnds>
  private readonly vias: BitWriter

  constructor(nodeCount: number, arcCount: number) {
    this.ends = new EndPacker(nodeCount, arcCount)
    const entries = (bits: number) => new Int32Array((nodeCount >> bits) + 1)
    this.arcs = {
      arcRun: entries(RUN_BITS),
      arcOffset: new Uint16Array(nodeCount + 1),
      upCount: new Uint8Array(nodeCount),
      viaGroups: new Int32Array(0),
      viaFirst: entries(VIA_BITS),
    }
    this.vias = new BitWriter((VIA_GROUP_BITS + 1) * 2 * arcCount)
  }

  /** Begins the next node, with the given numbers of arcs up and down. */
  beginNode(upCount: number, downCount: number): void {
    if (upCount > MOST_ARCS || downCount > MOST_ARCS)
      throw new TooManyArcs(`a node of the road graph has more than ${MOST_ARCS} arcs`)
    this.ends.beginNode()
    const { node } = this.ends
    if ((node & ((1 << VIA_BITS) - 1)) === 0)
      this.arcs.viaFirst[node >> VIA_BITS] = this.vias.bits / (VIA_GROUP_BITS + 1)
    this.markFirstArc(node)
    this.arcs.upCount[node] = upCount
  }

  /** Adds an arc of the node, those that lead up first. `via` is -1 when it is no shortcut. */
  add(neighbour: number, packedCost: number, via: number): void {
    this.ends.add(neighbour, packedCost)
    this.vias.pushInGroups(via < 0 ? 0 : this.ends.node - via, VIA_GROUP_BITS)
  }

  finish(): PackedArcs {
    this.markFirstArc(this.arcs.upCount.length)
    return { ...this.arcs, ...this.ends.finish(), viaGroups: this.vias.finish() }
  }

  private markFirstArc(node: number): void {
    const { arcRun, arcOffset } = this.arcs
    const { used } = this.ends
    const run = node >> RUN_BITS
    if ((node & ((1 << RUN_BITS) - 1)) === 0) arcRun[run] = used
    arcOffset[node] = used - arcRun[run]!
  }
}
