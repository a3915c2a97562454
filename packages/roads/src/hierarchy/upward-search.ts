// A search from one or two seeds that only climbs to higher ranks, with stall-on-demand (Geisberger et al. 2008, section 3.4):
// half of every hierarchy query. Forward searches climb along arcs, backward searches against them.

import { unpackCost } from '../foundation/packed-cost.ts'
import { CostHeap } from './cost-heap.ts'
import { getNodeCount, type HierarchyArcs, NodeArcs } from './own-arcs.ts'
import { NEAR } from './packed-arcs.ts'
import { type ArcSums, sumOfArc } from './seeds.ts'

/** Reusable workspace for searches on one graph; 20 bytes per node. */
export class UpwardSearch {
  /** Nodes settled by the last run that may be on a shortest path, and their costs, in order of cost. */
  settledNodes = new Int32Array(4096)
  settledCosts = new Float64Array(4096)
  settledCount = 0
  private readonly arcs: NodeArcs
  /** Whether it climbs along the arcs that lead up, or against those that come down; the others prove labels too long. */
  private readonly isForward: boolean
  private readonly label: Float64Array
  private readonly stamp: Int32Array
  /** Number of the arc (own-arcs.ts), and the node, by which a node was reached; -1 for seeds. */
  private readonly arcOf: Int32Array
  private readonly parentOf: Int32Array
  /** Results of `addUp` per node; created when first needed. */
  private sums: Float64Array | undefined
  private run = 0
  private readonly heap = new CostHeap(4096)

  constructor(arcs: HierarchyArcs, direction: 'forward' | 'backward') {
    const nodeCount = getNodeCount(arcs)
    this.arcs = new NodeArcs(arcs)
    this.isForward = direction === 'forward'
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
    const { heap, label, stamp, run, arcOf, parentOf, arcs, isForward } = this
    while (heap.size > 0) {
      const cost = heap.leastCost
      const node = heap.pop()
      // Outdated entry of a node whose label was improved afterwards.
      if (cost > label[node]!) continue
      arcs.look(node)
      const { first, middle, end, far, offset } = arcs
      if (isForward ? this.isStalled(node, cost, middle, end) : this.isStalled(node, cost, first, middle)) continue
      if (this.settledCount === this.settledNodes.length) this.growSettled()
      this.settledNodes[this.settledCount] = node
      this.settledCosts[this.settledCount++] = cost
      const { arcNode, arcCost, farNode, longCost } = arcs.lists
      for (let arc = isForward ? first : middle, last = isForward ? middle : end; arc < last; arc++) {
        const code = arcNode[arc]!
        const head = code < NEAR ? node + code : farNode[far + code]!
        const next = cost + unpackCost(arcCost[arc]!, longCost)
        if (stamp[head] === run && label[head]! <= next) continue
        stamp[head] = run
        label[head] = next
        parentOf[head] = node
        arcOf[head] = offset + arc
        heap.push(next, head)
      }
    }
  }

  /** Label of a node of the last run, Infinity when it was not reached. */
  costOf(node: number): number {
    return this.stamp[node] === this.run ? this.label[node]! : Infinity
  }

  /** Sums another number of each arc, from the seeds to the settled nodes of the last run, in their order. */
  addUp(also: ArcSums): Float64Array {
    this.sums ??= new Float64Array(this.label.length)
    const { sums, parentOf, arcOf } = this
    const found = new Float64Array(this.settledCount)
    for (let place = 0; place < this.settledCount; place++) {
      const node = this.settledNodes[place]!
      const parent = parentOf[node]!
      // A node's predecessor was settled before it.
      const sum =
        parent < 0 ? also.ofSeed(node, this.settledCosts[place]!) : sums[parent]! + sumOfArc(also, arcOf[node]!)
      sums[node] = sum
      found[place] = sum
    }
    return found
  }

  /** Path to a settled node: the nodes from the seed to it, and the numbers of the arcs between them, each an arc of the node before it. */
  climbTo(node: number): { nodes: number[]; arcs: number[] } {
    const nodes = [node]
    const arcs: number[] = []
    for (let at = node; this.parentOf[at]! >= 0; at = this.parentOf[at]!) {
      arcs.push(this.arcOf[at]!)
      nodes.push(this.parentOf[at]!)
    }
    return { nodes: nodes.reverse(), arcs: arcs.reverse() }
  }

  private addSeed(node: number, cost: number): void {
    if (this.stamp[node] === this.run && this.label[node]! <= cost) return
    this.stamp[node] = this.run
    this.label[node] = cost
    this.parentOf[node] = -1
    this.heap.push(cost, node)
  }

  /** Whether one of these arcs reaches the node from above at less cost: then no shortest path uses this label. */
  private isStalled(node: number, cost: number, first: number, end: number): boolean {
    const { label, stamp, run } = this
    const { far } = this.arcs
    const { arcNode, arcCost, farNode, longCost } = this.arcs.lists
    for (let arc = first; arc < end; arc++) {
      const code = arcNode[arc]!
      const above = code < NEAR ? node + code : farNode[far + code]!
      if (stamp[above] === run && label[above]! + unpackCost(arcCost[arc]!, longCost) < cost) return true
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
