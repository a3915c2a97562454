// The local search that decides whether a shortcut is needed: is there another path, not through the removed node, that is
// at most as long? Giving up early only costs a superfluous shortcut, never a wrong answer.

import type { ArcTable } from './arc-table.ts'
import { CostHeap } from './cost-heap.ts'

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
  private readonly heap = new CostHeap()

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
    const { heap, distance, stamp, targetStamp, limit, search } = this
    const { start: first, count, neighbour, cost: arcCost } = this.out
    let patience = PATIENCE
    if (this.targetsLeft === 0) return
    heap.clear()
    stamp[start] = search
    distance[start] = 0
    heap.push(0, start)
    while (heap.size > 0) {
      const cost = heap.leastCost
      const node = heap.pop()
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
        heap.push(next, head)
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
}
