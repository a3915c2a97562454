// Local search that decides whether a shortcut is needed: is there another path, not through the removed node, that is at most as long?
// Giving up early only costs a superfluous shortcut, never a wrong result.

import type { ArcTable } from './arc-table.ts'
import { CostHeap } from './cost-heap.ts'

export class WitnessSearch {
  private readonly out: ArcTable
  private readonly patience: number
  private readonly distance: Float64Array
  /** Number of the search that wrote the distance, so that arrays need no clearing. */
  private readonly stamp: Int32Array
  /** Search number while a target waits for its witness, negative once one was found. */
  private readonly targetStamp: Int32Array
  /** Index of a target of the current search in `limits` and `reaches`. */
  private readonly targetPlace: Uint16Array
  private search = 0
  private readonly targets: number[] = []
  private targetsLeft = 0
  /** Highest cost at which a path to a target is a witness. */
  private readonly limits: number[] = []
  /** Highest cost from which the last arc into a target still keeps its limit. */
  private readonly reaches: number[] = []
  /** Greatest reach of the waiting targets: nodes beyond it cannot help. */
  private horizon = 0
  private readonly heap = new CostHeap()

  /** `patience`: settled nodes after which a search gives up. */
  constructor(nodeCount: number, out: ArcTable, patience: number) {
    this.out = out
    this.patience = patience
    this.distance = new Float64Array(nodeCount)
    this.stamp = new Int32Array(nodeCount)
    this.targetStamp = new Int32Array(nodeCount)
    this.targetPlace = new Uint16Array(nodeCount)
  }

  begin(): void {
    this.search++
    this.targets.length = 0
    this.limits.length = 0
    this.reaches.length = 0
    this.targetsLeft = 0
    this.horizon = -1
  }

  /** Adds a target: a witness to `node` costs at most `limit`, and its last arc costs at least `lastArcCost`. */
  addTarget(node: number, limit: number, lastArcCost: number): void {
    const reach = limit - lastArcCost
    this.targetStamp[node] = this.search
    this.targetPlace[node] = this.targets.length
    this.targets.push(node)
    this.limits.push(limit)
    this.reaches.push(reach)
    this.targetsLeft++
    if (reach > this.horizon) this.horizon = reach
  }

  /** Whether a path was found that costs no more than the target's limit. */
  hasWitness(target: number): boolean {
    return this.targetStamp[target] === -this.search
  }

  /** Dijkstra from `start` without `avoided`, until every target has a witness, none can have one, or patience ends. */
  run(start: number, avoided: number): void {
    const { heap, distance, stamp, targetStamp, targetPlace, limits, search } = this
    const { start: first, count, neighbour, cost: arcCost } = this.out
    let patience = this.patience
    if (this.targetsLeft === 0) return
    heap.clear()
    stamp[start] = search
    distance[start] = 0
    heap.push(0, start)
    while (heap.size > 0) {
      const cost = heap.leastCost
      const node = heap.pop()
      // Outdated entry: the node was settled at a lower cost.
      if (cost > distance[node]!) continue
      if (cost > this.horizon || patience-- === 0) return
      const from = first[node]!
      for (let place = from, end = from + count[node]!; place < end; place++) {
        const head = neighbour[place]!
        const next = cost + arcCost[place]!
        if (head === avoided) continue
        if (targetStamp[head] === search && next <= limits[targetPlace[head]!]!) {
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
    const { reaches, targets, targetStamp, targetPlace, search } = this
    targetStamp[target] = -search
    this.targetsLeft--
    if (reaches[targetPlace[target]!]! < this.horizon) return
    let horizon = -1
    for (let place = 0; place < targets.length; place++) {
      if (targetStamp[targets[place]!] === search && reaches[place]! > horizon) horizon = reaches[place]!
    }
    this.horizon = horizon
  }
}
