// Priority queue of every search and of the contraction: a binary heap of nodes, least cost first.

/**
 * The same pushes and pops give the same order, even among equal costs. A node may be pushed again at a lower cost; the caller recognises
 * the outdated entry by its cost.
 */
export class CostHeap {
  size = 0
  private costs: Float64Array
  private nodes: Int32Array

  constructor(capacity = 1024) {
    this.costs = new Float64Array(capacity)
    this.nodes = new Int32Array(capacity)
  }

  clear(): void {
    this.size = 0
  }

  /** Cost of the node that `pop` returns next. Meaningless when the heap is empty. */
  get leastCost(): number {
    return this.costs[0]!
  }

  /** Whether a node of this cost would be as good a choice as the one that `pop` returns next. */
  wouldBeLeast(cost: number): boolean {
    return this.size === 0 || cost <= this.costs[0]!
  }

  push(cost: number, node: number): void {
    if (this.size === this.nodes.length) this.grow()
    const { costs, nodes } = this
    let place = this.size++
    // Move costlier parents down one level.
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

  /** Removes and returns the least node. The heap must not be empty. */
  pop(): number {
    const { costs, nodes } = this
    const least = nodes[0]!
    const size = --this.size
    const cost = costs[size]!
    const node = nodes[size]!
    let place = 0
    // The last entry goes to the top; move cheaper children up one level.
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

  private grow(): void {
    const costs = new Float64Array(this.costs.length * 2)
    costs.set(this.costs)
    this.costs = costs
    const nodes = new Int32Array(this.nodes.length * 2)
    nodes.set(this.nodes)
    this.nodes = nodes
  }
}
