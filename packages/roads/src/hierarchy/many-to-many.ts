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

/**
 * The places of a list in an order in which neighbours follow each other: what one climbs over is still in the processor's cache for the
 * next. Ranks are numbered so that those of one neighbourhood stand together, see numbering.ts.
 */
export function neighboursInTurn(list: readonly Seeds[]): number[] {
  const rankOf = (index: number) => list[index]!.ranks[0] ?? -1
  return list.map((_, index) => index).sort((a, b) => rankOf(a) - rankOf(b) || a - b)
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
  for (const index of neighboursInTurn(targets)) {
    const seeds = targets[index]!
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

/** How many entries for each target are read before the greatest of the costs is looked for again. */
const LOOK_AGAIN = 4
/** Rows that name targets as missed; later ones are not asked, so a table of many islands takes no longer than it would without. */
const MOST_ROUNDS = 16

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
  /** The least cost in each bucket. */
  private least = new Float64Array(0)
  /** Targets that some source did not reach, and the buckets that have entries of theirs. */
  private isMissed = new Uint8Array(0)
  private hasMissed = new Uint8Array(0)
  private missedRounds = 0

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
    this.noteLeast()
  }

  clear(): void {
    for (let place = 0; place < this.usedRanks.length; place++) this.bucketOfRank[this.usedRanks.array[place]!] = 0
    this.usedRanks.length = 0
  }

  /**
   * Lowers best[t] to the costs of the ways over the nodes that a source's search settled; with `sums`, those of the climb, bestSums[t] becomes
   * the other sum of the same way. Nodes from which no target is left that could be reached at less cost are passed over: in a large country
   * most nodes high up are far away from all targets.
   */
  scan(search: UpwardSearch, best: Float64Array, sums?: Float64Array, bestSums?: Float64Array): void {
    const { settledNodes, settledCosts, settledCount } = search
    let most = Infinity
    let unlooked = 0
    for (let place = 0; place < settledCount; place++) {
      const bucket = this.bucketOfRank[settledNodes[place]!]! - 1
      if (bucket < 0) continue
      if (unlooked > LOOK_AGAIN * best.length) {
        most = this.greatest(best)
        unlooked = 0
      }
      const cost = settledCosts[place]!
      if (cost + this.least[bucket]! >= most && this.hasMissed[bucket] === 0) continue
      unlooked += this.first[bucket + 1]! - this.first[bucket]!
      if (sums) this.scanWithSums(bucket, cost, sums[place]!, best, bestSums!)
      else this.scanBucket(bucket, cost, best)
    }
    this.noteMissed(best)
  }

  private scanBucket(bucket: number, sourceCost: number, best: Float64Array): void {
    const { targets, costs } = this
    for (let place = this.first[bucket]!, end = this.first[bucket + 1]!; place < end; place++) {
      const sum = sourceCost + costs[place]!
      const target = targets[place]!
      if (sum < best[target]!) best[target] = sum
    }
  }

  private scanWithSums(
    bucket: number,
    sourceCost: number,
    sourceSum: number,
    best: Float64Array,
    bestSums: Float64Array,
  ): void {
    const { targets, costs, sums } = this
    for (let place = this.first[bucket]!, end = this.first[bucket + 1]!; place < end; place++) {
      const cost = sourceCost + costs[place]!
      const target = targets[place]!
      if (cost >= best[target]!) continue
      best[target] = cost
      bestSums[target] = sourceSum + sums[place]!
    }
  }

  /** Of all targets that no source has missed. */
  private greatest(best: Float64Array): number {
    const { isMissed } = this
    let most = -Infinity
    for (let target = 0; target < best.length; target++) {
      if (best[target]! <= most || isMissed[target] === 1) continue
      most = best[target]!
      if (most === Infinity) break
    }
    return most
  }

  private noteLeast(): void {
    const { first, costs } = this
    this.least = new Float64Array(this.usedRanks.length).fill(Infinity)
    for (let bucket = 0; bucket < this.least.length; bucket++) {
      for (let place = first[bucket]!, end = first[bucket + 1]!; place < end; place++)
        this.least[bucket] = Math.min(this.least[bucket]!, costs[place]!)
    }
    this.isMissed = new Uint8Array(0)
    this.hasMissed = new Uint8Array(this.usedRanks.length)
    this.missedRounds = 0
  }

  /** What a whole row has left out is no measure for the others: on another island, say. */
  private noteMissed(best: Float64Array): void {
    if (this.missedRounds === MOST_ROUNDS) return
    if (this.isMissed.length === 0) this.isMissed = new Uint8Array(best.length)
    const { isMissed, hasMissed, first, targets } = this
    let isNew = false
    for (let target = 0; target < best.length; target++) {
      if (best[target] !== Infinity || isMissed[target] === 1) continue
      isMissed[target] = 1
      isNew = true
    }
    if (!isNew) return
    this.missedRounds++
    for (let bucket = 0; bucket < hasMissed.length; bucket++) {
      for (let place = first[bucket]!, end = first[bucket + 1]!; place < end; place++)
        if (isMissed[targets[place]!] === 1) hasMissed[bucket] = 1
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
  buckets.scan(search, best, search.addUp(also.packed, also.long, also.ofSeed), bestSums)
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
  buckets.scan(search, best)
}
