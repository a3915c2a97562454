// The targets of a matrix: what they left at the nodes of the hierarchy, and which of them share an edge.

import { type BucketEntries, Buckets } from '../hierarchy/many-to-many.ts'
import type { PlacedPoint } from './placed-point.ts'

/** Some of the targets, ready to be sent to other threads: the numbers of `placed` count from `firstTarget`. */
export interface TargetPart {
  firstTarget: number
  entries: BucketEntries
  placed: readonly PlacedPoint[]
}

export class TargetTable {
  readonly buckets: Buckets
  private readonly byEdge = new Map<number, { target: number; placed: PlacedPoint }[]>()

  constructor(nodeCount: number) {
    this.buckets = new Buckets(nodeCount)
  }

  /** Takes the targets of a matrix, in as many parts as they were prepared. */
  fill(parts: readonly TargetPart[]): void {
    this.clear()
    this.buckets.fill(parts.map((part) => part.entries))
    for (const { firstTarget, placed } of parts) {
      for (const [index, point] of placed.entries()) {
        if (!point.place) continue
        const onEdge = this.byEdge.get(point.place.edge)
        const entry = { target: firstTarget + index, placed: point }
        if (onEdge) onEdge.push(entry)
        else this.byEdge.set(point.place.edge, [entry])
      }
    }
  }

  clear(): void {
    this.buckets.clear()
    this.byEdge.clear()
  }

  /** Targets that lie on an edge. */
  listOnEdge(edge: number): readonly { target: number; placed: PlacedPoint }[] {
    return this.byEdge.get(edge) ?? []
  }
}
