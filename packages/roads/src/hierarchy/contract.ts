// Builds a contraction hierarchy (Geisberger, Sanders, Schultes, Delling 2008): nodes are removed one after another, the least
// important first, and a shortcut replaces each shortest path that led through a removed node. One self-contained algorithm.

import { packBits } from '../foundation/bit-list.ts'
import { RoadsError } from '../foundation/errors.ts'
import { Float64List, Int32Chunks, Int32List } from '../foundation/growable.ts'
import { packMarks } from '../foundation/marks.ts'
import { CostPacker } from '../foundation/packed-cost.ts'
import { ArcTable } from './arc-table.ts'
import { CostHeap } from './cost-heap.ts'
import { numberFromBelow } from './numbering.ts'
import { ArcPacker, type PackedArcs } from './packed-arcs.ts'
import { WitnessSearch } from './witness.ts'

/**
 * Nodes are renumbered by rank: every arc and the middle node of a shortcut are stored at the lowest of their nodes. The order is one of
 * contraction, though not the one in which the nodes were judged, see numbering.ts.
 */
export interface Hierarchy extends PackedArcs {
  nodeCount: number
  shortcutCount: number
  /** Rank of each original node. */
  rankOfNode: Int32Array
  /** Ranks with a round trip over lower ranks, see marks.ts. */
  loopMarks: Int32Array
  loopMarkCount: Int32Array
  /** Cost of the cheapest round trip of each, packed. */
  loopCost: Int32Array
  /** Bit list: the rank that it passes through plus one; 0 when it is an arc of the graph itself. */
  loopVia: Int32Array
  longCost: Float64Array
}

/** A graph in compressed rows. */
export interface ArcRows {
  arcFirst: Int32Array
  arcHead: Int32Array
  arcCost: Float64Array
}

export interface ContractOptions {
  onProgress?: (share: number) => void
  shouldStop?: () => boolean
}

/** Preferences of a contraction in a given order, so that most of its arcs equal those of another hierarchy. */
export interface Likeness {
  /** Whether the other hierarchy has a shortcut of that cost between two nodes through a third. */
  hasShortcut(from: number, to: number, via: number, cost: number): boolean
}

/** Result of a contraction in a given order. Nodes keep their numbers: arcs of the n-th node of the order are at index n. */
export interface OrderedHierarchy {
  up: ArcsByRank
  down: ArcsByRank
  longCost: Float64Array
  /** Cost of the cheapest round trip by node; Infinity without one. */
  loopCost: Float64Array
  loopVia: Int32Array
}

const NONE = -1

/** Number of nodes that a witness search settles before it gives up. */
const PATIENCE = 250
/**
 * The limit in a given order, where only shortcuts missing from the other hierarchy are searched for. Those are few, and each superfluous
 * one causes more of them above: over 20 million nodes some had 2,493 arcs in the end with a limit of 250, and none more than 114 with this
 * one.
 */
const PATIENCE_IN_ORDER = 2500

/**
 * Contracts a graph and takes over its arcs, which are empty afterwards. The same graph gives the same hierarchy. Costs must be positive.
 * Throws aborted.
 */
export function contractGraph(nodeCount: number, arcs: ArcRows, options: ContractOptions = {}): Hierarchy {
  const contraction = new Contraction(nodeCount, arcs)
  arcs.arcFirst = new Int32Array()
  arcs.arcHead = new Int32Array()
  arcs.arcCost = new Float64Array()
  contraction.run(options)
  return contraction.finish()
}

/** Contracts a graph in the given order, taking over its arcs. Throws aborted. */
export function contractInOrder(
  order: Int32Array,
  arcs: ArcRows,
  likeness: Likeness,
  options: ContractOptions = {},
): OrderedHierarchy {
  const contraction = new Contraction(order.length, arcs, likeness)
  arcs.arcFirst = new Int32Array()
  arcs.arcHead = new Int32Array()
  arcs.arcCost = new Float64Array()
  contraction.runInOrder(order, options)
  return contraction.finishInOrder()
}

/** The shrinking graph: the arcs of a removed node become the next ones of the hierarchy. */
class Contraction {
  private readonly nodeCount: number
  private readonly out: ArcTable
  private readonly in: ArcTable
  /** Longest chain of contractions below a node. */
  private readonly depth: Int32Array
  private readonly loopCost: Float64Array
  private readonly loopVia: Int32Array
  private readonly rankOfNode: Int32Array
  private readonly packer = new CostPacker()
  private readonly up: FinishedArcs
  private readonly down: FinishedArcs
  private readonly witness: WitnessSearch
  /** Shortcuts needed for the last judged node. */
  private readonly shortcutFrom = new Int32List()
  private readonly shortcutTo = new Int32List()
  private readonly shortcutCost = new Float64List()
  private readonly lastArcCosts: number[] = []
  private readonly likeness: Likeness | undefined

  constructor(nodeCount: number, { arcFirst, arcHead, arcCost }: ArcRows, likeness?: Likeness) {
    this.nodeCount = nodeCount
    this.likeness = likeness
    const outDegrees = new Uint16Array(nodeCount)
    const inDegrees = new Uint16Array(nodeCount)
    for (let node = 0; node < nodeCount; node++) outDegrees[node] = arcFirst[node + 1]! - arcFirst[node]!
    for (const head of arcHead) inDegrees[head]!++
    this.out = new ArcTable(outDegrees)
    this.in = new ArcTable(inDegrees)
    this.depth = new Int32Array(nodeCount)
    this.loopCost = new Float64Array(nodeCount).fill(Infinity)
    this.loopVia = new Int32Array(nodeCount).fill(NONE)
    this.rankOfNode = new Int32Array(nodeCount).fill(NONE)
    this.up = new FinishedArcs(nodeCount, this.packer)
    this.down = new FinishedArcs(nodeCount, this.packer)
    for (let tail = 0; tail < nodeCount; tail++) {
      for (let arc = arcFirst[tail]!; arc < arcFirst[tail + 1]!; arc++) {
        if (arcHead[arc] === tail) this.improveLoop(tail, arcCost[arc]!, NONE)
        else this.addOrImprove(tail, arcHead[arc]!, arcCost[arc]!, NONE)
      }
    }
    this.witness = new WitnessSearch(nodeCount, this.out, likeness ? PATIENCE_IN_ORDER : PATIENCE)
  }

  run(options: ContractOptions): void {
    const queue = new CostHeap(this.nodeCount + 1)
    for (let node = 0; node < this.nodeCount; node++) queue.push(getKey(this.judge(node), node), node)
    const isStale = new Uint8Array(this.nodeCount)
    for (let rank = 0; rank < this.nodeCount; rank++) {
      this.tell(rank, options)
      this.contract(this.takeLeast(queue, isStale), rank, isStale)
    }
    options.onProgress?.(1)
  }

  runInOrder(order: Int32Array, options: ContractOptions): void {
    const isStale = new Uint8Array(this.nodeCount)
    for (const [rank, node] of order.entries()) {
      this.tell(rank, options)
      this.findShortcuts(node)
      this.contract(node, rank, isStale)
    }
    options.onProgress?.(1)
  }

  private tell(rank: number, options: ContractOptions): void {
    if ((rank & 1023) !== 0) return
    options.onProgress?.(rank / this.nodeCount)
    if (options.shouldStop?.()) throw new RoadsError('aborted', 'building the roads was stopped')
  }

  finish(): Hierarchy {
    const { rankOfNode, nodeCount } = this
    const toRank = (node: number) => (node < 0 ? NONE : rankOfNode[node]!)
    const [up, down] = [this.up, this.down].map((arcs) => arcs.drain(toRank)) as [ArcsByRank, ArcsByRank]
    const numbers = numberFromBelow(nodeCount, [up, down])
    for (let node = 0; node < nodeCount; node++) rankOfNode[node] = numbers[rankOfNode[node]!]!
    return {
      nodeCount,
      shortcutCount: countShortcuts(up.via) + countShortcuts(down.via),
      rankOfNode,
      ...packArcs(numbers, up, down),
      ...this.listLoops(toRank),
      longCost: this.packer.listLong(),
    }
  }

  finishInOrder(): OrderedHierarchy {
    const [up, down] = [this.up, this.down].map((arcs) => arcs.drain((node) => node)) as [ArcsByRank, ArcsByRank]
    return { up, down, longCost: this.packer.listLong(), loopCost: this.loopCost, loopVia: this.loopVia }
  }

  private listLoops(toRank: (node: number) => number) {
    const { rankOfNode, loopCost } = this
    const nodes = rankOfNode.map((_, node) => node).filter((node) => loopCost[node]! < Infinity)
    nodes.sort((a, b) => rankOfNode[a]! - rankOfNode[b]!)
    const { marks, markCount } = packMarks(this.nodeCount, nodes.map(toRank))
    return {
      loopMarks: marks,
      loopMarkCount: markCount,
      loopCost: nodes.map((node) => this.packer.pack(loopCost[node]!)),
      loopVia: packBits(nodes.map((node) => toRank(this.loopVia[node]!) + 1)),
    }
  }

  /**
   * Removes the least important node from the queue, with its shortcuts found. A node whose neighbourhood changed is judged again first.
   */
  private takeLeast(queue: CostHeap, isStale: Uint8Array): number {
    for (;;) {
      const node = queue.pop()
      const wasStale = isStale[node] === 1
      const key = getKey(this.judge(node), node)
      isStale[node] = 0
      if (!wasStale || queue.wouldBeLeast(key)) return node
      queue.push(key, node)
    }
  }

  /**
   * Finds the shortcuts needed to remove the node and computes its priority: lower goes first. Prefers few shortcuts per removed arc, and
   * spreading the removals over the map.
   */
  private judge(node: number): number {
    this.findShortcuts(node)
    const removed = this.in.count[node]! + this.out.count[node]!
    const added = this.shortcutFrom.length
    return (4 * added) / (removed + 1) + 0.5 * (added - removed) + this.depth[node]!
  }

  /** Removes the node judged last. */
  private contract(node: number, rank: number, isStale: Uint8Array): void {
    this.rankOfNode[node] = rank
    this.up.take(this.out, node, rank)
    this.down.take(this.in, node, rank)
    for (const [here, there] of [
      [this.out, this.in],
      [this.in, this.out],
    ] as const) {
      const start = here.start[node]!
      for (let place = start, end = start + here.count[node]!; place < end; place++) {
        const neighbour = here.neighbour[place]!
        there.remove(neighbour, node)
        isStale[neighbour] = 1
        this.depth[neighbour] = Math.max(this.depth[neighbour]!, this.depth[node]! + 1)
      }
    }
    for (let index = 0; index < this.shortcutFrom.length; index++) {
      const from = this.shortcutFrom.array[index]!
      const to = this.shortcutTo.array[index]!
      const cost = this.shortcutCost.array[index]!
      this.addOrImprove(from, to, cost, node)
    }
    this.addLoops(node)
    this.out.clear(node)
    this.in.clear(node)
  }

  private findShortcuts(node: number): void {
    const { out, in: into, witness, likeness } = this
    this.shortcutFrom.length = 0
    this.shortcutTo.length = 0
    this.shortcutCost.length = 0
    const outStart = out.start[node]!
    const outEnd = outStart + out.count[node]!
    this.lastArcCosts.length = 0
    for (let place = outStart; place < outEnd; place++)
      this.lastArcCosts.push(this.leastInCost(out.neighbour[place]!, node))
    const inStart = into.start[node]!
    for (let inPlace = inStart, inEnd = inStart + into.count[node]!; inPlace < inEnd; inPlace++) {
      const from = into.neighbour[inPlace]!
      const inCost = into.cost[inPlace]!
      witness.begin()
      for (let place = outStart; place < outEnd; place++) {
        const to = out.neighbour[place]!
        const cost = inCost + out.cost[place]!
        // A shortcut of the other hierarchy is wanted in any case, so it needs no witness.
        if (to === from || likeness?.hasShortcut(from, to, node, cost)) continue
        witness.addTarget(to, cost, this.lastArcCosts[place - outStart]!)
      }
      witness.run(from, node)
      for (let place = outStart; place < outEnd; place++) {
        const to = out.neighbour[place]!
        if (to === from || witness.hasWitness(to)) continue
        this.shortcutFrom.push(from)
        this.shortcutTo.push(to)
        this.shortcutCost.push(inCost + out.cost[place]!)
      }
    }
  }

  /** Cost of the cheapest arc into a node from any node but one of its neighbours. */
  private leastInCost(node: number, butFrom: number): number {
    const { neighbour, cost, start, count } = this.in
    let least = Infinity
    for (let place = start[node]!, end = place + count[node]!; place < end; place++) {
      if (cost[place]! < least && neighbour[place] !== butFrom) least = cost[place]!
    }
    return least
  }

  /** Adds round trips through the removed node for neighbours with arcs in both directions. */
  private addLoops(node: number): void {
    const { out, in: into } = this
    const start = into.start[node]!
    for (let place = start, end = start + into.count[node]!; place < end; place++) {
      const neighbour = into.neighbour[place]!
      const back = out.find(node, neighbour)
      if (back >= 0) this.improveLoop(neighbour, into.cost[place]! + out.cost[back]!, node)
    }
  }

  private improveLoop(node: number, cost: number, via: number): void {
    if (cost >= this.loopCost[node]!) return
    this.loopCost[node] = cost
    this.loopVia[node] = via
  }

  /** Whether the other hierarchy uses this shortcut: among ways of equal cost, its one is taken. */
  private isAlike(tail: number, head: number, via: number, cost: number): boolean {
    return via >= 0 && this.likeness !== undefined && this.likeness.hasShortcut(tail, head, via, cost)
  }

  private addOrImprove(tail: number, head: number, cost: number, via: number): void {
    const { out, in: into } = this
    const place = out.find(tail, head)
    if (place < 0) {
      out.add(tail, head, cost, via)
      into.add(head, tail, cost, via)
    } else if (cost < out.cost[place]! || (cost === out.cost[place] && this.isAlike(tail, head, via, cost))) {
      out.set(place, head, cost, via)
      into.set(into.find(head, tail), tail, cost, via)
    }
  }
}

/** `cost` is packed. */
export interface ArcsByRank {
  first: Int32Array
  neighbour: Int32Array
  cost: Int32Array
  via: Int32Array
}

/** Arcs of the removed nodes, in the order of their ranks. */
class FinishedArcs {
  private readonly packer: CostPacker
  private readonly first: Int32Array
  private readonly neighbours = new Int32Chunks()
  private readonly costs = new Int32Chunks()
  private readonly vias = new Int32Chunks()

  constructor(nodeCount: number, packer: CostPacker) {
    this.first = new Int32Array(nodeCount + 1)
    this.packer = packer
  }

  take(table: ArcTable, node: number, rank: number): void {
    const start = table.start[node]!
    for (let place = start, end = start + table.count[node]!; place < end; place++) {
      this.neighbours.push(table.neighbour[place]!)
      this.costs.push(this.packer.pack(table.cost[place]!))
      this.vias.push(table.via[place]!)
    }
    this.first[rank + 1] = this.neighbours.length
  }

  drain(toRank: (node: number) => number): ArcsByRank {
    const neighbour = this.neighbours.drain(toRank)
    return { first: this.first, neighbour, cost: this.costs.drain(), via: this.vias.drain(toRank) }
  }
}

export function countShortcuts(via: Int32Array): number {
  let count = 0
  for (const rank of via) if (rank >= 0) count++
  return count
}

/** The arcs with the new numbers of their nodes. */
function packArcs(numbers: Int32Array, up: ArcsByRank, down: ArcsByRank): PackedArcs {
  const nodeAt = new Int32Array(numbers.length)
  for (const [node, number] of numbers.entries()) nodeAt[number] = node
  const packer = new ArcPacker(numbers.length, up.neighbour.length + down.neighbour.length)
  for (const node of nodeAt) {
    packer.beginNode(up.first[node + 1]! - up.first[node]!, down.first[node + 1]! - down.first[node]!)
    for (const { first, neighbour, cost, via } of [up, down]) {
      for (let arc = first[node]!; arc < first[node + 1]!; arc++) {
        const middle = via[arc]!
        packer.add(numbers[neighbour[arc]!]!, cost[arc]!, middle < 0 ? NONE : numbers[middle]!)
      }
    }
  }
  return packer.finish()
}

/**
 * Priority and number of a node in one value, exact below 2^53: among equal priorities the lower number goes first. The order then depends
 * on nothing else, and building Porto took a tenth less processor time than with ties left to the heap.
 */
function getKey(priority: number, node: number): number {
  return Math.round(priority * PRIORITY_STEPS) * NODE_NUMBERS + node
}

const PRIORITY_STEPS = 1024
const NODE_NUMBERS = 2 ** 28
