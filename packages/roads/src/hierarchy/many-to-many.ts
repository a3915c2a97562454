// Cost tables by buckets (Knopp, Sanders, Schultes, Schulz, Wagner 2007): every target leaves its cost at the nodes that can
// reach it by climbing, then each source climbs once and reads what it finds there.

import { Float64List, Int32List } from '../foundation/growable.ts'
import type { UpwardSearch } from './upward-search.ts'

/** Where a trip may start or end: states (ranks) with what the place adds to (end) or takes off (start) the whole-edge cost. */
export interface Seeds {
  ranks: readonly number[]
  costs: readonly number[]
}

/** Costs left at nodes by targets, in the order they were found. */
export interface BucketEntries {
  ranks: Int32Array
  targets: Int32Array
  costs: Float64Array
  /** Another sum along the same way, where one was wanted. */
  sums?: Float64Array
}

/** Another number of each arc that is added up along the cheapest ways, packed as costs are. */
export interface ArcSums {
  packed: Int32Array
  long: Float64Array
  /** What a seed begins with. */
  ofSeed: (rank: number, cost: number) => number
}

/** Climbs backward from each target and notes its cost at every node it settles. `firstTarget` is the number of targets[0]. */
export function collectEntries(
  search: UpwardSearch,
  targets: readonly Seeds[],
  firstTarget: number,
  also?: ArcSums,
): BucketEntries {
  const ranks = new Int32List(1 << 14)
  const targetOf = new Int32List(1 << 14)
  const costs = new Float64List(1 << 14)
  const sums = new Float64List(1 << 14)
  for (const [index, seeds] of targets.entries()) {
    if (seeds.ranks.length === 0) continue
    search.climbFrom(seeds)
    for (let place = 0; place < search.settledCount; place++) {
      ranks.push(search.settledNodes[place]!)
      costs.push(search.settledCosts[place]!)
      targetOf.push(firstTarget + index)
    }
    if (also) for (const sum of search.addUp(also.packed, also.long, also.ofSeed)) sums.push(sum)
  }
  const entries = { ranks: ranks.toArray(), targets: targetOf.toArray(), costs: costs.toArray() }
  return also ? { ...entries, sums: sums.toArray() } : entries
}

/** Entries grouped by node. */
export class Buckets {
  /** Bucket number of a node plus one; 0 = none. Kept between uses, so `clear` it. */
  private readonly bucketOfRank: Int32Array
  private readonly usedRanks = new Int32List(1 << 12)
  private first = new Int32Array(1)
  private targets = new Int32Array(0)
  private costs = new Float64Array(0)
  /** Empty where the entries have no other sums. */
  private sums = new Float64Array(0)

  constructor(nodeCount: number) {
    this.bucketOfRank = new Int32Array(nodeCount)
  }

  /** Groups entries; several parts stand one after the other, as if they were one. */
  fill(parts: readonly BucketEntries[]): void {
    this.clear()
    const sizes = new Int32List(1 << 12)
    let entryCount = 0
    for (const { ranks } of parts) {
      entryCount += ranks.length
      for (const rank of ranks) {
        if (this.bucketOfRank[rank] === 0) {
          this.usedRanks.push(rank)
          sizes.push(0)
          this.bucketOfRank[rank] = this.usedRanks.length
        }
        sizes.array[this.bucketOfRank[rank]! - 1]!++
      }
    }
    this.first = new Int32Array(sizes.length + 1)
    for (let bucket = 0; bucket < sizes.length; bucket++)
      this.first[bucket + 1] = this.first[bucket]! + sizes.array[bucket]!
    const cursor = this.first.slice()
    this.targets = new Int32Array(entryCount)
    this.costs = new Float64Array(entryCount)
    this.sums = new Float64Array(parts.some((part) => part.sums) ? entryCount : 0)
    for (const part of parts) {
      for (let entry = 0; entry < part.ranks.length; entry++) {
        const place = cursor[this.bucketOfRank[part.ranks[entry]!]! - 1]!++
        this.targets[place] = part.targets[entry]!
        this.costs[place] = part.costs[entry]!
        if (part.sums) this.sums[place] = part.sums[entry]!
      }
    }
  }

  clear(): void {
    for (let place = 0; place < this.usedRanks.length; place++) this.bucketOfRank[this.usedRanks.array[place]!] = 0
    this.usedRanks.length = 0
  }

  /** Lowers best[t] to the cost of the way over a node that a source reaches at `sourceCost`. */
  scan(rank: number, sourceCost: number, best: Float64Array): void {
    const bucket = this.bucketOfRank[rank]! - 1
    if (bucket < 0) return
    const { targets, costs } = this
    for (let place = this.first[bucket]!, end = this.first[bucket + 1]!; place < end; place++) {
      const sum = sourceCost + costs[place]!
      const target = targets[place]!
      if (sum < best[target]!) best[target] = sum
    }
  }

  /** The same, and the other sum of the same way. */
  scanWithSums(rank: number, sourceCost: number, sourceSum: number, best: Float64Array, bestSums: Float64Array): void {
    const bucket = this.bucketOfRank[rank]! - 1
    if (bucket < 0) return
    const { targets, costs, sums } = this
    for (let place = this.first[bucket]!, end = this.first[bucket + 1]!; place < end; place++) {
      const cost = sourceCost + costs[place]!
      const target = targets[place]!
      if (cost >= best[target]!) continue
      best[target] = cost
      bestSums[target] = sourceSum + sums[place]!
    }
  }
}

/** A row of costs, and of the other sums along the same ways. */
export function fillRowWithSums(
  search: UpwardSearch,
  source: Seeds,
  buckets: Buckets,
  also: ArcSums,
  best: Float64Array,
  bestSums: Float64Array,
): void {
  best.fill(Infinity)
  if (source.ranks.length === 0) return
  search.climbFrom(source)
  const sums = search.addUp(also.packed, also.long, also.ofSeed)
  for (let place = 0; place < search.settledCount; place++) {
    buckets.scanWithSums(search.settledNodes[place]!, search.settledCosts[place]!, sums[place]!, best, bestSums)
  }
}

/**
 * One row of the table: the costs from a source to all targets, Infinity where there is no way.
 * Targets on the source's own edge need places/same-edge.ts instead: a source farther along the edge than its target would
 * get a negative cost here.
 */
export function fillRow(search: UpwardSearch, source: Seeds, buckets: Buckets, best: Float64Array): void {
  best.fill(Infinity)
  if (source.ranks.length === 0) return
  search.climbFrom(source)
  for (let place = 0; place < search.settledCount; place++) {
    buckets.scan(search.settledNodes[place]!, search.settledCosts[place]!, best)
  }
}
