// One pair: climbs from both ends, takes the best meeting node, and unpacks the shortcuts into the states driven through.

import { unpackCost } from '../foundation/packed-cost.ts'
import { findId } from '../foundation/sorted-ids.ts'
import type { RoadArrays } from '../image/image.ts'
import type { Seeds } from './many-to-many.ts'
import type { UpwardSearch } from './upward-search.ts'

export interface FoundPath {
  cost: number
  /** Ranks of the states from the first to the last edge, both included. */
  ranks: number[]
}

/** The two searches of a query; both must keep parents. */
export interface PathSearches {
  arrays: RoadArrays
  forward: UpwardSearch
  backward: UpwardSearch
}

/**
 * The cheapest path, or undefined when there is none. Source and target must have no state in common, or be one same state:
 * then the way is wanted that leaves it and comes back.
 */
export function findPath(searches: PathSearches, source: Seeds, target: Seeds): FoundPath | undefined {
  const { arrays, forward, backward } = searches
  forward.climbFrom(source)
  backward.climbFrom(target)
  const sameState = source.ranks.length === 1 && source.ranks[0] === target.ranks[0] ? source.ranks[0] : -1
  let bestCost = Infinity
  let meeting = -1
  for (let place = 0; place < forward.settledCount; place++) {
    const rank = forward.settledNodes[place]!
    let cost = forward.settledCosts[place]! + backward.costOf(rank)
    if (rank === sameState) cost += loopCostOf(arrays, rank)
    if (cost >= bestCost) continue
    bestCost = cost
    meeting = rank
  }
  if (meeting < 0) return undefined
  return { cost: bestCost, ranks: unpackPath(searches, meeting, meeting === sameState) }
}

/** Of the cheapest round trip from a rank to itself over lower ranks, Infinity when there is none. */
function loopCostOf({ loopRank, loopCost, longCost }: RoadArrays, rank: number): number {
  const place = findId(loopRank, rank)
  return place < 0 ? Infinity : unpackCost(loopCost[place]!, longCost)
}

function unpackPath({ arrays, forward, backward }: PathSearches, meeting: number, isLoop: boolean): number[] {
  const ranks = [forward.seedOf(meeting)]
  for (const arc of forward.arcsTo(meeting)) appendArc(arrays, ranks, arrays.upHead[arc]!, arrays.upVia[arc]!)
  if (isLoop) appendArc(arrays, ranks, meeting, arrays.loopVia[findId(arrays.loopRank, meeting)]!)
  // The backward search climbed from its seed against these arcs, so they are driven in reverse order, downward.
  const downArcs = backward.arcsTo(meeting).reverse()
  for (const [index, arc] of downArcs.entries()) {
    const next = downArcs[index + 1]
    const head = next === undefined ? backward.seedOf(meeting) : arrays.downTail[next]!
    appendArc(arrays, ranks, head, arrays.downVia[arc]!)
  }
  return ranks
}

/** Appends the states behind the last one in `ranks` up to `head`, following a shortcut's nodes down to original arcs. */
function appendArc(arrays: RoadArrays, ranks: number[], head: number, via: number): void {
  const pending: number[] = [head, via]
  while (pending.length > 0) {
    const middle = pending.pop()!
    const end = pending.pop()!
    if (middle < 0) {
      ranks.push(end)
      continue
    }
    // A shortcut tail → end over `middle`: both halves are stored at the middle, which is the lowest of the three.
    const tail = ranks[ranks.length - 1]!
    pending.push(end, viaOfUpArc(arrays, middle, end), middle, viaOfDownArc(arrays, tail, middle))
  }
}

function viaOfUpArc(arrays: RoadArrays, tail: number, head: number): number {
  for (let arc = arrays.upFirst[tail]!; arc < arrays.upFirst[tail + 1]!; arc++) {
    if (arrays.upHead[arc] === head) return arrays.upVia[arc]!
  }
  throw new Error(`the hierarchy has no arc from ${tail} up to ${head}`)
}

function viaOfDownArc(arrays: RoadArrays, tail: number, head: number): number {
  for (let arc = arrays.downFirst[head]!; arc < arrays.downFirst[head + 1]!; arc++) {
    if (arrays.downTail[arc] === tail) return arrays.downVia[arc]!
  }
  throw new Error(`the hierarchy has no arc from ${tail} down to ${head}`)
}
