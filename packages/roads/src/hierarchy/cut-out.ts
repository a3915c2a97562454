// The part of a hierarchy that the places of a table can climb to, cut out and renumbered. It is small, whatever the size of the country: a
// thousand places of a region have about 20,000 nodes.

import { Int32List } from '../foundation/growable.ts'
import { unpackCost } from '../foundation/packed-cost.ts'
import { getNodeCount, type HierarchyArcs, NodeArcs, sortFromBelow } from './own-arcs.ts'
import { NEAR } from './packed-arcs.ts'
import { type ArcSums, type Seeds, sumOfArc } from './seeds.ts'

/** Arcs of node n to higher nodes: indexes first[n] up to first[n + 1]. */
export interface CutArcs {
  first: Int32Array
  /** The higher node. */
  node: Int32Array
  cost: Float64Array
  /** The other sum of each arc; empty when none is computed. */
  sum: Float64Array
}

/** Seeds of place p: indexes first[p] up to first[p + 1]. `node` uses the numbers of the part. */
export type CutSeeds = CutArcs

/** The ends come first, then nodes in an order in which every arc leads to a later one. All arrays are in shared memory. */
export interface CutOut {
  nodeCount: number
  /** Arcs for climbing from the starts. */
  up: CutArcs
  /** Arcs for descending to the ends; an end has an arc from each of its seeds. */
  down: CutArcs
  starts: CutSeeds
  /** First rank of each start, -1 for none: near places have near ranks, see numbering.ts. */
  startRanks: Int32Array
}

type Direction = 'up' | 'down'
/** Bits of a node while a part is collected. */
const REACHED_BY = { up: 1, down: 2 } as const

/** Nodes of a part while it is copied: nodes of the graph are numbered from `firstNode` on. */
interface Nodes {
  ranks: Int32Array
  reachedBy: Uint8Array
  ends: readonly Seeds[]
  firstNode: number
}

/** Cuts parts out of one graph; its workspace takes 4 bytes per node. */
export class Cutter {
  private readonly arcs: NodeArcs
  private readonly hierarchy: HierarchyArcs
  /** While a part is cut out: how its nodes are reached, and then their numbers. Otherwise all 0. */
  private readonly notes: Int32Array

  constructor(arcs: HierarchyArcs) {
    this.arcs = new NodeArcs(arcs)
    this.hierarchy = arcs
    this.notes = new Int32Array(getNodeCount(arcs))
  }

  /** Cuts out everything that the starts and the ends can climb to. O(nodes · log nodes + arcs) of that part. */
  cut(starts: readonly Seeds[], ends: readonly Seeds[], also?: ArcSums): CutOut {
    const { notes } = this
    const found = new Int32List(1 << 12)
    this.collect(found, starts, 'up')
    this.collect(found, ends, 'down')
    const ranks = sortFromBelow(found.toArray(), this.hierarchy, (rank) => notes[rank] !== 0)
    const reachedBy = Uint8Array.from(ranks, (rank) => notes[rank]!)
    const first = ends.length
    for (let node = 0; node < ranks.length; node++) notes[ranks[node]!] = first + node
    const part = {
      nodeCount: first + ranks.length,
      up: this.copyArcs('up', { ranks, reachedBy, ends: [], firstNode: first }, also),
      down: this.copyArcs('down', { ranks, reachedBy, ends, firstNode: first }, also),
      starts: this.copySeeds(starts, also),
      startRanks: Int32Array.from(starts, (seeds) => seeds.ranks[0] ?? -1),
    }
    for (const rank of ranks) notes[rank] = 0
    return part
  }

  /** Marks all nodes of one direction, and appends new ones to `found`. */
  private collect(found: Int32List, places: readonly Seeds[], direction: Direction): void {
    const { arcs, notes } = this
    const bit = REACHED_BY[direction]
    const pending = new Int32List(1 << 12)
    const meet = (rank: number) => {
      if (notes[rank]! & bit) return
      if (notes[rank] === 0) found.push(rank)
      notes[rank]! |= bit
      pending.push(rank)
    }
    for (const { ranks } of places) for (const rank of ranks) meet(rank)
    for (let at = 0; at < pending.length; at++) {
      const rank = pending.array[at]!
      arcs.look(rank)
      const { arcNode, farNode } = arcs.lists
      const { first, middle, end, far } = arcs
      const isUp = direction === 'up'
      for (let arc = isUp ? first : middle, last = isUp ? middle : end; arc < last; arc++) {
        const code = arcNode[arc]!
        meet(code < NEAR ? rank + code : farNode[far + code]!)
      }
    }
  }

  private copyArcs(
    direction: Direction,
    { ranks, reachedBy, ends, firstNode }: Nodes,
    also: ArcSums | undefined,
  ): CutArcs {
    const { arcs, notes } = this
    const isUp = direction === 'up'
    const first = sharedInts(firstNode + ranks.length + 1)
    for (let end = 0; end < firstNode; end++) first[end + 1] = first[end]! + (ends[end]?.ranks.length ?? 0)
    for (let at = 0; at < ranks.length; at++) {
      first[firstNode + at + 1] = first[firstNode + at]!
      if ((reachedBy[at]! & REACHED_BY[direction]) === 0) continue
      arcs.look(ranks[at]!)
      first[firstNode + at + 1]! += isUp ? arcs.middle - arcs.first : arcs.end - arcs.middle
    }
    const copy = { first, ...roomFor(first.at(-1)!, also !== undefined) }
    this.putSeeds(copy, ends, also)
    for (let at = 0; at < ranks.length; at++) {
      if ((reachedBy[at]! & REACHED_BY[direction]) === 0) continue
      const rank = ranks[at]!
      arcs.look(rank)
      const { arcNode, arcCost, farNode, longCost } = arcs.lists
      const { far, offset } = arcs
      const end = isUp ? arcs.middle : arcs.end
      for (let arc = isUp ? arcs.first : arcs.middle, place = first[firstNode + at]!; arc < end; arc++, place++) {
        const code = arcNode[arc]!
        copy.node[place] = notes[code < NEAR ? rank + code : farNode[far + code]!]!
        copy.cost[place] = unpackCost(arcCost[arc]!, longCost)
        if (also) copy.sum[place] = sumOfArc(also, offset + arc)
      }
    }
    return copy
  }

  private copySeeds(places: readonly Seeds[], also?: ArcSums): CutSeeds {
    const first = sharedInts(places.length + 1)
    for (const [place, { ranks }] of places.entries()) first[place + 1] = first[place]! + ranks.length
    const copy = { first, ...roomFor(first[places.length]!, also !== undefined) }
    this.putSeeds(copy, places, also)
    return copy
  }

  /** Writes the seeds of all places consecutively. */
  private putSeeds({ node, cost, sum }: CutArcs, places: readonly Seeds[], also?: ArcSums): void {
    let at = 0
    for (const { ranks, costs } of places) {
      for (const [seed, rank] of ranks.entries()) {
        node[at] = this.notes[rank]!
        cost[at] = costs[seed]!
        if (also) sum[at] = also.ofSeed(rank, costs[seed]!)
        at++
      }
    }
  }
}

function roomFor(count: number, withSums: boolean): Omit<CutArcs, 'first'> {
  return { node: sharedInts(count), cost: sharedDoubles(count), sum: sharedDoubles(withSums ? count : 0) }
}

function sharedInts(count: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * count))
}

function sharedDoubles(count: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(8 * count))
}
