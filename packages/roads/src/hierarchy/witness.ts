// The local search that decides whether a shortcut is needed: is there another path, not through the removed node, that is
// at most as long? Giving up early only costs a superfluous shortcut, never a wrong answer.

import type { ArcTable } from './arc-table.ts'

/** Settled nodes after which a search gives up. */
const PATIENCE = 250

export class WitnessSearch {
  private readonly out: ArcTable
  private readonly distance: Float64Array
  /** Search number in which the distance was written: spares clearing. */
  private readonly stamp: Int32Array
  /** Highest cost that makes a path to a target a witness; meaningful for targets of the current search. */
  private readonly limit: Float64Array
  /** Search number while a target waits for its witness, its negative once one was found. */
  private readonly targetStamp: Int32Array
  private search = 0
  private readonly targets: number[] = []
  private targetsLeft = 0
  /** Cost from which the last arc into a target still keeps its limit; meaningful like `limit`. */
  private readonly reach: Float64Array
  /** Nodes beyond the greatest reach of the waiting targets are of no use. */
  private horizon = 0
  private heapCosts = new Float64Array(1024)
  private heapNodes = new Int32Array(1024)
  private heapSize = 0

  constructor(nodeCount: number, out: ArcTable) {
    this.out = out
    this.distance = new Float64Array(nodeCount)
    this.stamp = new Int32Array(nodeCount)
    this.limit = new Float64Array(nodeCount)
    this.reach = new Float64Array(nodeCount)
    this.targetStamp = new Int32Array(nodeCount)
  }

  begin(): void {
    this.search++
    this.targets.length = 0
    this.targetsLeft = 0
    this.horizon = -1
  }

  /** A witness to `node` costs at most `limit`; its last arc costs at least `lastArcCost`. */
  addTarget(node: number, limit: number, lastArcCost: number): void {
    const reach = limit - lastArcCost
    this.targetStamp[node] = this.search
    this.limit[node] = limit
    this.reach[node] = reach
    this.targets.push(node)
    this.targetsLeft++
    if (reach > this.horizon) this.horizon = reach
  }

  /** Was a path found that costs no more than the target's limit? */
  hasWitness(target: number): boolean {
    return this.targetStamp[target] === -this.search
  }

  /** Dijkstra from `start` without `avoided`, until every target has a witness, none can have one, or patience ends. */
  run(start: number, avoided: number): void {
    const { distance, stamp, targetStamp, limit, search } = this
    const { start: first, count, neighbour, cost: arcCost } = this.out
    let patience = PATIENCE
    if (this.targetsLeft === 0) return
    this.heapSize = 0
    stamp[start] = search
    distance[start] = 0
    this.push(0, start)
    while (this.heapSize > 0) {
      const cost = this.heapCosts[0]!
      const node = this.pop()
      // An outdated entry: the node was settled at a lower cost.
      if (cost > distance[node]!) continue
      if (cost > this.horizon || patience-- === 0) return
      const from = first[node]!
      for (let place = from, end = from + count[node]!; place < end; place++) {
        const head = neighbour[place]!
        const next = cost + arcCost[place]!
        if (head === avoided) continue
        if (targetStamp[head] === search && next <= limit[head]!) {
          this.setWitnessed(head)
          if (this.targetsLeft === 0) return
        }
        if (next > this.horizon || (stamp[head] === search && distance[head]! <= next)) continue
        stamp[head] = search
        distance[head] = next
        this.push(next, head)
      }
    }
  }

  private setWitnessed(target: number): void {
    const { reach, targets, targetStamp, search } = this
    targetStamp[target] = -search
    this.targetsLeft--
    if (reach[target]! < this.horizon) return
    let horizon = -1
    for (const other of targets) {
      if (targetStamp[other] === search && reach[other]! > horizon) horizon = reach[other]!
    }
    this.horizon = horizon
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
