// A search from one or two seeds that only climbs to higher ranks, with stall-on-demand (Geisberger et al. 2008, section 3.4):
// half of every hierarchy query. Forward searches climb along arcs, backward searches against them.

/** Arcs by the lower of their two nodes, each to a higher one. */
export interface ClimbArcs {
  first: Int32Array
  neighbour: Int32Array
  cost: Float64Array
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
  private readonly label: Float64Array
  private readonly stamp: Int32Array
  /** Arc and node by which a node was reached; -1 for seeds. */
  private readonly arcOf: Int32Array
  private readonly parentOf: Int32Array
  private run = 0
  private heapCosts = new Float64Array(4096)
  private heapNodes = new Int32Array(4096)
  private heapSize = 0

  constructor(arcs: ClimbArcs, fromAbove: ClimbArcs) {
    const nodeCount = arcs.first.length - 1
    this.arcs = arcs
    this.fromAbove = fromAbove
    this.label = new Float64Array(nodeCount)
    this.stamp = new Int32Array(nodeCount)
    this.arcOf = new Int32Array(nodeCount)
    this.parentOf = new Int32Array(nodeCount)
  }

  /** Forgets the last run and climbs from the seeds until nothing is left. */
  climbFrom({ ranks, costs }: { ranks: readonly number[]; costs: readonly number[] }): void {
    this.run++
    this.heapSize = 0
    this.settledCount = 0
    for (let seed = 0; seed < ranks.length; seed++) this.addSeed(ranks[seed]!, costs[seed]!)
    this.climb()
  }

  private climb(): void {
    const { label, stamp, run, arcOf, parentOf } = this
    const { first, neighbour, cost: arcCost } = this.arcs
    while (this.heapSize > 0) {
      const cost = this.heapCosts[0]!
      const node = this.pop()
      // An outdated entry of a node whose label was improved afterwards.
      if (cost > label[node]!) continue
      if (this.isStalled(node, cost)) continue
      if (this.settledCount === this.settledNodes.length) this.growSettled()
      this.settledNodes[this.settledCount] = node
      this.settledCosts[this.settledCount++] = cost
      for (let arc = first[node]!, end = first[node + 1]!; arc < end; arc++) {
        const head = neighbour[arc]!
        const next = cost + arcCost[arc]!
        if (stamp[head] === run && label[head]! <= next) continue
        stamp[head] = run
        label[head] = next
        parentOf[head] = node
        arcOf[head] = arc
        this.push(next, head)
      }
    }
  }

  /** Label of a node of the last run, Infinity when it was not met. */
  costOf(node: number): number {
    return this.stamp[node] === this.run ? this.label[node]! : Infinity
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
    this.push(cost, node)
  }

  /** A label that is longer than a way over a higher node is on no shortest path; climbing from it would be in vain. */
  private isStalled(node: number, cost: number): boolean {
    const { label, stamp, run } = this
    const { first, neighbour, cost: arcCost } = this.fromAbove
    for (let arc = first[node]!, end = first[node + 1]!; arc < end; arc++) {
      const above = neighbour[arc]!
      if (stamp[above] === run && label[above]! + arcCost[arc]! < cost) return true
    }
    return false
  }

  private push(cost: number, node: number): void {
    if (this.heapSize === this.heapNodes.length) this.growHeap()
    const costs = this.heapCosts
    const nodes = this.heapNodes
    let place = this.heapSize++
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (costs[parent]! <= cost) break
      costs[place] = costs[parent]!
      nodes[place] = nodes[parent]!
      place = parent
    }
    costs[place] = cost
    nodes[place] = node
  }

  private pop(): number {
    const costs = this.heapCosts
    const nodes = this.heapNodes
    const least = nodes[0]!
    const size = --this.heapSize
    const cost = costs[size]!
    const node = nodes[size]!
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child >= size) break
      if (child + 1 < size && costs[child + 1]! < costs[child]!) child++
      if (costs[child]! >= cost) break
      costs[place] = costs[child]!
      nodes[place] = nodes[child]!
      place = child
    }
    costs[place] = cost
    nodes[place] = node
    return least
  }

  private growSettled(): void {
    const nodes = new Int32Array(this.settledNodes.length * 2)
    nodes.set(this.settledNodes)
    this.settledNodes = nodes
    const costs = new Float64Array(this.settledCosts.length * 2)
    costs.set(this.settledCosts)
    this.settledCosts = costs
  }

  private growHeap(): void {
    const costs = new Float64Array(this.heapCosts.length * 2)
    costs.set(this.heapCosts)
    this.heapCosts = costs
    const nodes = new Int32Array(this.heapNodes.length * 2)
    nodes.set(this.heapNodes)
    this.heapNodes = nodes
  }
}
