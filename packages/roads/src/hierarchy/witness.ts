// The local search that decides whether a shortcut is needed: is there another path, not through the removed node, that is
// at most as long? Giving up early only costs a superfluous shortcut, never a wrong answer.

/** What the search reads of the shrinking graph. */
export interface WitnessGraph {
  readonly firstOut: Int32Array
  readonly arcHeads: Int32Array
  readonly arcCosts: Float64Array
  readonly arcNextOut: Int32Array
}

/** Settled nodes after which a search gives up: a rough look while judging a node, a thorough one when it goes. */
const SETTLED_WHEN_JUDGING = 100
const SETTLED_WHEN_FINAL = 1000

export class WitnessSearch {
  private readonly graph: WitnessGraph
  private readonly distance: Float64Array
  /** Search number in which the distance was written: spares clearing. */
  private readonly stamp: Int32Array
  private readonly targetStamp: Int32Array
  private search = 0
  private targetCount = 0
  private heapCosts = new Float64Array(1024)
  private heapNodes = new Int32Array(1024)
  private heapSize = 0

  constructor(nodeCount: number, graph: WitnessGraph) {
    this.graph = graph
    this.distance = new Float64Array(nodeCount)
    this.stamp = new Int32Array(nodeCount)
    this.targetStamp = new Int32Array(nodeCount)
  }

  begin(): void {
    this.search++
    this.targetCount = 0
  }

  addTarget(node: number): void {
    this.targetStamp[node] = this.search
    this.targetCount++
  }

  /** Upper bound of the distance found by the last run, Infinity when the node was not met. */
  distanceTo(node: number): number {
    return this.stamp[node] === this.search ? this.distance[node]! : Infinity
  }

  /** Dijkstra from `start` without `avoided`, up to `farthest`, until all targets are settled or patience ends. */
  run(start: number, avoided: number, farthest: number, isFinal: boolean): void {
    const { distance, stamp, targetStamp, search, graph } = this
    const { firstOut, arcHeads, arcCosts, arcNextOut } = graph
    let patience = isFinal ? SETTLED_WHEN_FINAL : SETTLED_WHEN_JUDGING
    let targetsLeft = this.targetCount
    this.heapSize = 0
    stamp[start] = search
    distance[start] = 0
    this.push(0, start)
    while (this.heapSize > 0) {
      const cost = this.heapCosts[0]!
      if (cost > farthest) return
      const node = this.pop()
      // An outdated entry: the node was settled at a lower cost.
      if (cost > distance[node]!) continue
      if (targetStamp[node] === search && --targetsLeft === 0) return
      if (patience-- === 0) return
      for (let arc = firstOut[node]!; arc >= 0; arc = arcNextOut[arc]!) {
        const head = arcHeads[arc]!
        if (head === avoided) continue
        const next = cost + arcCosts[arc]!
        if (next > farthest || (stamp[head] === search && distance[head]! <= next)) continue
        stamp[head] = search
        distance[head] = next
        this.push(next, head)
      }
    }
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

  private growHeap(): void {
    const costs = new Float64Array(this.heapCosts.length * 2)
    costs.set(this.heapCosts)
    this.heapCosts = costs
    const nodes = new Int32Array(this.heapNodes.length * 2)
    nodes.set(this.heapNodes)
    this.heapNodes = nodes
  }
}
