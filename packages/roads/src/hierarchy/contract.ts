// Builds a contraction hierarchy (Geisberger, Sanders, Schultes, Delling 2008): nodes are removed one after another, the least
// important first, and a shortcut replaces each shortest path that led through a removed node. One self-contained algorithm.

import { RoadsError } from '../errors.ts'
import { Float64List, Int32List } from '../growable.ts'
import { WitnessSearch } from './witness.ts'

/** Nodes are renumbered by rank: 0 was contracted first. Shortcuts remember the (lower) node they lead through, others have -1. */
export interface Hierarchy {
  nodeCount: number
  /** Rank of each original node. */
  rankOfNode: Int32Array
  /** Arcs of rank r to higher ranks. */
  upFirst: Int32Array
  upHead: Int32Array
  upCost: Float64Array
  upVia: Int32Array
  /** Arcs that arrive at rank r from higher ranks. */
  downFirst: Int32Array
  downTail: Int32Array
  downCost: Float64Array
  downVia: Int32Array
  /** Cheapest round trip from r to itself over lower ranks; Infinity when there is none. */
  loopCost: Float64Array
  loopVia: Int32Array
}

export interface ContractOptions {
  onProgress?: (share: number) => void
  shouldStop?: () => boolean
}

const NONE = -1

/** Contracts a graph in compressed rows. The same graph gives the same hierarchy. Costs must be positive. Throws aborted. */
export function contractGraph(
  nodeCount: number,
  arcFirst: Int32Array,
  arcHead: Int32Array,
  arcCost: Float64Array,
  options: ContractOptions = {},
): Hierarchy {
  const contraction = new Contraction(nodeCount, arcFirst, arcHead, arcCost)
  contraction.run(options)
  return contraction.finish()
}

/** The graph while it shrinks. Arcs stand in two linked lists, one by tail and one by head; removed nodes leave both. */
class Contraction {
  private readonly nodeCount: number
  readonly firstOut: Int32Array
  readonly firstIn: Int32Array
  private readonly tail = new Int32List(1 << 16)
  private readonly head = new Int32List(1 << 16)
  private readonly cost = new Float64List(1 << 16)
  private readonly via = new Int32List(1 << 16)
  private readonly nextOut = new Int32List(1 << 16)
  private readonly nextIn = new Int32List(1 << 16)
  private readonly freeArcs: number[] = []
  private readonly outDegree: Int32Array
  private readonly inDegree: Int32Array
  private readonly depth: Int32Array
  private readonly loopCost: Float64Array
  private readonly loopVia: Int32Array
  private readonly rankOfNode: Int32Array
  private readonly nodeOfRank: Int32Array
  private readonly witness: WitnessSearch
  private readonly upCount: Int32Array
  private readonly upHead = new Int32List(1 << 16)
  private readonly upCost = new Float64List(1 << 16)
  private readonly upVia = new Int32List(1 << 16)
  private readonly downCount: Int32Array
  private readonly downTail = new Int32List(1 << 16)
  private readonly downCost = new Float64List(1 << 16)
  private readonly downVia = new Int32List(1 << 16)

  constructor(nodeCount: number, arcFirst: Int32Array, arcHead: Int32Array, arcCost: Float64Array) {
    this.nodeCount = nodeCount
    this.firstOut = new Int32Array(nodeCount).fill(NONE)
    this.firstIn = new Int32Array(nodeCount).fill(NONE)
    this.outDegree = new Int32Array(nodeCount)
    this.inDegree = new Int32Array(nodeCount)
    this.depth = new Int32Array(nodeCount)
    this.loopCost = new Float64Array(nodeCount).fill(Infinity)
    this.loopVia = new Int32Array(nodeCount).fill(NONE)
    this.rankOfNode = new Int32Array(nodeCount).fill(NONE)
    this.nodeOfRank = new Int32Array(nodeCount)
    this.upCount = new Int32Array(nodeCount)
    this.downCount = new Int32Array(nodeCount)
    for (let tail = 0; tail < nodeCount; tail++) {
      for (let arc = arcFirst[tail]!; arc < arcFirst[tail + 1]!; arc++) {
        this.addOrImprove(tail, arcHead[arc]!, arcCost[arc]!, NONE)
      }
    }
    this.witness = new WitnessSearch(nodeCount, this)
  }

  /** Arc storage, read by the witness search; the arrays are replaced when they grow. */
  get arcHeads(): Int32Array {
    return this.head.array
  }
  get arcCosts(): Float64Array {
    return this.cost.array
  }
  get arcNextOut(): Int32Array {
    return this.nextOut.array
  }

  run(options: ContractOptions): void {
    const queue = new NodeQueue(this.nodeCount)
    for (let node = 0; node < this.nodeCount; node++) queue.push(node, this.priority(node))
    const isStale = new Uint8Array(this.nodeCount)
    for (let rank = 0; rank < this.nodeCount; rank++) {
      if ((rank & 1023) === 0) {
        options.onProgress?.(rank / this.nodeCount)
        if (options.shouldStop?.()) throw new RoadsError('aborted', 'building the roads was stopped')
      }
      let node = queue.pop()
      // A node whose neighbourhood changed is judged anew before it is trusted to be the least important one.
      while (isStale[node]) {
        isStale[node] = 0
        queue.push(node, this.priority(node))
        node = queue.pop()
      }
      this.contract(node, rank, isStale)
    }
    options.onProgress?.(1)
  }

  finish(): Hierarchy {
    const { rankOfNode, nodeOfRank, nodeCount } = this
    const toRank = (node: number) => (node < 0 ? NONE : rankOfNode[node]!)
    return {
      nodeCount,
      rankOfNode,
      upFirst: prefixSums(this.upCount),
      upHead: this.upHead.toArray().map(toRank),
      upCost: this.upCost.toArray(),
      upVia: this.upVia.toArray().map(toRank),
      downFirst: prefixSums(this.downCount),
      downTail: this.downTail.toArray().map(toRank),
      downCost: this.downCost.toArray(),
      downVia: this.downVia.toArray().map(toRank),
      loopCost: Float64Array.from(nodeOfRank, (node) => this.loopCost[node]!),
      loopVia: Int32Array.from(nodeOfRank, (node) => toRank(this.loopVia[node]!)),
    }
  }

  /** Lower goes first: few shortcuts for the arcs that vanish, and not always in the same corner of the map. */
  private priority(node: number): number {
    const removed = this.inDegree[node]! + this.outDegree[node]!
    const added = this.findShortcuts(node, false)
    return (4 * added) / (removed + 1) + 0.5 * (added - removed) + this.depth[node]!
  }

  private contract(node: number, rank: number, isStale: Uint8Array): void {
    this.rankOfNode[node] = rank
    this.nodeOfRank[rank] = node
    this.findShortcuts(node, true)
    const nextDepth = this.depth[node]! + 1
    const { head, tail, cost, via, nextOut, nextIn } = this
    for (let arc = this.firstOut[node]!; arc !== NONE; ) {
      const neighbour = head.array[arc]!
      this.upHead.push(neighbour)
      this.upCost.push(cost.array[arc]!)
      this.upVia.push(via.array[arc]!)
      this.upCount[rank]!++
      this.unlinkIn(neighbour, arc)
      isStale[neighbour] = 1
      if (this.depth[neighbour]! < nextDepth) this.depth[neighbour] = nextDepth
      this.freeArcs.push(arc)
      arc = nextOut.array[arc]!
    }
    for (let arc = this.firstIn[node]!; arc !== NONE; ) {
      const neighbour = tail.array[arc]!
      this.downTail.push(neighbour)
      this.downCost.push(cost.array[arc]!)
      this.downVia.push(via.array[arc]!)
      this.downCount[rank]!++
      this.unlinkOut(neighbour, arc)
      isStale[neighbour] = 1
      if (this.depth[neighbour]! < nextDepth) this.depth[neighbour] = nextDepth
      this.freeArcs.push(arc)
      arc = nextIn.array[arc]!
    }
    this.firstOut[node] = NONE
    this.firstIn[node] = NONE
  }

  /** Counts the shortcuts that removing the node needs; with `isFinal` also adds them, searching for witnesses more patiently. */
  private findShortcuts(node: number, isFinal: boolean): number {
    const { head, cost, nextOut, tail, nextIn, witness } = this
    let added = 0
    for (let inArc = this.firstIn[node]!; inArc !== NONE; inArc = nextIn.array[inArc]!) {
      const from = tail.array[inArc]!
      const inCost = cost.array[inArc]!
      let farthest = -1
      witness.begin()
      for (let outArc = this.firstOut[node]!; outArc !== NONE; outArc = nextOut.array[outArc]!) {
        const to = head.array[outArc]!
        const through = inCost + cost.array[outArc]!
        if (to === from) {
          if (isFinal && through < this.loopCost[from]!) {
            this.loopCost[from] = through
            this.loopVia[from] = node
          }
          continue
        }
        witness.addTarget(to)
        if (through > farthest) farthest = through
      }
      if (farthest < 0) continue
      witness.run(from, node, farthest, isFinal)
      for (let outArc = this.firstOut[node]!; outArc !== NONE; outArc = nextOut.array[outArc]!) {
        const to = head.array[outArc]!
        if (to === from) continue
        const through = inCost + cost.array[outArc]!
        if (witness.distanceTo(to) <= through) continue
        added++
        if (isFinal) this.addOrImprove(from, to, through, node)
      }
    }
    return added
  }

  private addOrImprove(tail: number, head: number, cost: number, via: number): void {
    if (tail === head) {
      if (cost < this.loopCost[tail]!) {
        this.loopCost[tail] = cost
        this.loopVia[tail] = via
      }
      return
    }
    for (let arc = this.firstOut[tail]!; arc !== NONE; arc = this.nextOut.array[arc]!) {
      if (this.head.array[arc] !== head) continue
      if (cost < this.cost.array[arc]!) {
        this.cost.array[arc] = cost
        this.via.array[arc] = via
      }
      return
    }
    const arc = this.newArc()
    this.tail.array[arc] = tail
    this.head.array[arc] = head
    this.cost.array[arc] = cost
    this.via.array[arc] = via
    this.nextOut.array[arc] = this.firstOut[tail]!
    this.nextIn.array[arc] = this.firstIn[head]!
    this.firstOut[tail] = arc
    this.firstIn[head] = arc
    this.outDegree[tail]!++
    this.inDegree[head]!++
  }

  private newArc(): number {
    const free = this.freeArcs.pop()
    if (free !== undefined) return free
    for (const list of [this.tail, this.head, this.cost, this.via, this.nextOut, this.nextIn]) list.push(0)
    return this.tail.length - 1
  }

  private unlinkIn(node: number, arc: number): void {
    const next = this.nextIn.array
    this.inDegree[node]!--
    if (this.firstIn[node] === arc) {
      this.firstIn[node] = next[arc]!
      return
    }
    let before = this.firstIn[node]!
    while (next[before] !== arc) before = next[before]!
    next[before] = next[arc]!
  }

  private unlinkOut(node: number, arc: number): void {
    const next = this.nextOut.array
    this.outDegree[node]!--
    if (this.firstOut[node] === arc) {
      this.firstOut[node] = next[arc]!
      return
    }
    let before = this.firstOut[node]!
    while (next[before] !== arc) before = next[before]!
    next[before] = next[arc]!
  }
}

/** A binary heap of nodes by priority, ties by node number so that the order never depends on anything else. */
class NodeQueue {
  private readonly nodes: Int32Array
  private readonly priorities: Float64Array
  private size = 0

  constructor(capacity: number) {
    this.nodes = new Int32Array(capacity + 1)
    this.priorities = new Float64Array(capacity + 1)
  }

  push(node: number, priority: number): void {
    const { nodes, priorities } = this
    let place = this.size++
    while (place > 0) {
      const parent = (place - 1) >> 1
      const above = priorities[parent]!
      if (above < priority || (above === priority && nodes[parent]! < node)) break
      nodes[place] = nodes[parent]!
      priorities[place] = above
      place = parent
    }
    nodes[place] = node
    priorities[place] = priority
  }

  /** Removes and returns the least node. The queue must not be empty. */
  pop(): number {
    const { nodes, priorities } = this
    const least = nodes[0]!
    const size = --this.size
    const node = nodes[size]!
    const priority = priorities[size]!
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child >= size) break
      const right = child + 1
      if (right < size && isBefore(priorities[right]!, nodes[right]!, priorities[child]!, nodes[child]!)) child = right
      if (!isBefore(priorities[child]!, nodes[child]!, priority, node)) break
      nodes[place] = nodes[child]!
      priorities[place] = priorities[child]!
      place = child
    }
    nodes[place] = node
    priorities[place] = priority
    return least
  }
}

function isBefore(priorityA: number, nodeA: number, priorityB: number, nodeB: number): boolean {
  return priorityA < priorityB || (priorityA === priorityB && nodeA < nodeB)
}

function prefixSums(counts: Int32Array): Int32Array {
  const sums = new Int32Array(counts.length + 1)
  for (let index = 0; index < counts.length; index++) sums[index + 1] = sums[index]! + counts[index]!
  return sums
}
