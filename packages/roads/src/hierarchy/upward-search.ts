// A search from one or two seeds that only climbs to higher ranks, with stall-on-demand (Geisberger et al. 2008, section 3.4):
// half of every hierarchy query. Forward searches climb along arcs, backward searches against them.

import { unpackCost } from '../foundation/packed-cost.ts'
import { CostHeap } from './cost-heap.ts'

/** Arcs by the lower of their two nodes, each to a higher one. */
export interface ClimbArcs {
  first: Int32Array
  neighbour: Int32Array
  /** Packed, see packed-cost.ts. */
  cost: Int32Array
}

/** Reusable workspace for searches on one graph; 20 bytes a node. */
export class UpwardSearch {
  /** Nodes settled by the last run that may lie on a shortest path, and their costs, in order of cost. */
  settledNodes = new Int32Array(4096)
  settledCosts = new Float64Array(4096)
  settledCount = 0
  private readonly arcs: ClimbArcs
  /** Arcs that come down to a node from above in the search's direction: they prove a label too long. */
  private readonly fromAbove: ClimbArcs
  private readonly longCosts: Float64Array
  private readonly label: Float64Array
  private readonly stamp: Int32Array
  /** Arc and node by which a node was reached; -1 for seeds. */
  private readonly arcOf: Int32Array
  private readonly parentOf: Int32Array
  /** What `addUp` found for each node; made when it is first wanted. */
  private sums: Float64Array | undefined
  private run = 0
  private readonly heap = new CostHeap(4096)

  constructor(arcs: ClimbArcs, fromAbove: ClimbArcs, longCosts: Float64Array) {
    const nodeCount = arcs.first.length - 1
    this.arcs = arcs
    this.fromAbove = fromAbove
    this.longCosts = longCosts
    this.label = new Float64Array(nodeCount)
    this.stamp = new Int32Array(nodeCount)
    this.arcOf = new Int32Array(nodeCount)
    this.parentOf = new Int32Array(nodeCount)
  }

  /** Forgets the last run and climbs from the seeds until nothing is left. */
  climbFrom({ ranks, costs }: { ranks: readonly number[]; costs: readonly number[] }): void {
    this.run++
    this.heap.clear()
    this.settledCount = 0
    for (let seed = 0; seed < ranks.length; seed++) this.addSeed(ranks[seed]!, costs[seed]!)
    this.climb()
  }

  private climb(): void {
    const { heap, label, stamp, run, arcOf, parentOf, longCosts } = this
    const { first, neighbour, cost: arcCost } = this.arcs
    while (heap.size > 0) {
      const cost = heap.leastCost
      const node = heap.pop()
      // An outdated entry of a node whose label was improved afterwards.
      if (cost > label[node]!) continue
      if (this.isStalled(node, cost)) continue
      if (this.settledCount === this.settledNodes.length) this.growSettled()
      this.settledNodes[this.settledCount] = node
      this.settledCosts[this.settledCount++] = cost
      for (let arc = first[node]!, end = first[node + 1]!; arc < end; arc++) {
        const head = neighbour[arc]!
        const next = cost + unpackCost(arcCost[arc]!, longCosts)
        if (stamp[head] === run && label[head]! <= next) continue
        stamp[head] = run
        label[head] = next
        parentOf[head] = node
        arcOf[head] = arc
        heap.push(next, head)
      }
    }
  }

  /** Label of a node of the last run, Infinity when it was not met. */
  costOf(node: number): number {
    return this.stamp[node] === this.run ? this.label[node]! : Infinity
  }

  /**
   * Adds up another number of each arc, packed as costs are, from the seeds to the settled nodes of the last run, in their order. `ofSeed`
   * is told the seed and its cost.
   */
  addUp(packed: Int32Array, long: Float64Array, ofSeed: (node: number, cost: number) => number): Float64Array {
    this.sums ??= new Float64Array(this.label.length)
    const { sums, parentOf, arcOf } = this
    const found = new Float64Array(this.settledCount)
    for (let place = 0; place < this.settledCount; place++) {
      const node = this.settledNodes[place]!
      const parent = parentOf[node]!
      // Whoever a node was reached from was settled before it.
      const sum =
        parent < 0 ? ofSeed(node, this.settledCosts[place]!) : sums[parent]! + unpackCost(packed[arcOf[node]!]!, long)
      sums[node] = sum
      found[place] = sum
    }
    return found
  }

  /** Arcs from the seed to a settled node, in order of climbing. */
  arcsTo(node: number): number[] {
    const arcs: number[] = []
    for (let at = node; this.parentOf[at]! >= 0; at = this.parentOf[at]!) arcs.push(this.arcOf[at]!)
    return arcs.reverse()
  }

  /** The seed a settled node was reached from. */
  seedOf(node: number): number {
    let at = node
    while (this.parentOf[at]! >= 0) at = this.parentOf[at]!
    return at
  }

  private addSeed(node: number, cost: number): void {
    if (this.stamp[node] === this.run && this.label[node]! <= cost) return
    this.stamp[node] = this.run
    this.label[node] = cost
    this.parentOf[node] = -1
    this.heap.push(cost, node)
  }

  /** Whether the node is reached at less cost from above: then no shortest path leads through this label. */
  private isStalled(node: number, cost: number): boolean {
    const { label, stamp, run, longCosts } = this
    const { first, neighbour, cost: arcCost } = this.fromAbove
    for (let arc = first[node]!, end = first[node + 1]!; arc < end; arc++) {
      const above = neighbour[arc]!
      if (stamp[above] === run && label[above]! + unpackCost(arcCost[arc]!, longCosts) < cost) return true
    }
    return false
  }

  private growSettled(): void {
    const nodes = new Int32Array(this.settledNodes.length * 2)
    nodes.set(this.settledNodes)
    this.settledNodes = nodes
    const costs = new Float64Array(this.settledCosts.length * 2)
    costs.set(this.settledCosts)
    this.settledCosts = costs
  }
}
