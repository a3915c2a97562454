// One pair: climbs from both ends, chooses the best meeting node, and unpacks the shortcuts into the states driven.

import type { RoadArrays } from '../image/image.ts'
import { getLoop } from './loops.ts'
import { arcBetween, computeMiddle } from './own-arcs.ts'
import type { Seeds } from './seeds.ts'
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
 * The cheapest path, or undefined when there is none. Source and target must have no state in common, or be the same single state: then the
 * result is the way that leaves it and comes back.
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
    if (rank === sameState) cost += getLoop(arrays, rank).cost
    if (cost >= bestCost) continue
    bestCost = cost
    meeting = rank
  }
  if (meeting < 0) return undefined
  return { cost: bestCost, ranks: unpackPath(searches, meeting, meeting === sameState) }
}

function unpackPath({ arrays, forward, backward }: PathSearches, meeting: number, isLoop: boolean): number[] {
  const up = forward.climbTo(meeting)
  const ranks = [up.nodes[0]!]
  for (const [at, arc] of up.arcs.entries())
    appendArc(arrays, ranks, up.nodes[at + 1]!, computeMiddle(arrays, up.nodes[at]!, arc))
  if (isLoop) appendArc(arrays, ranks, meeting, getLoop(arrays, meeting).via)
  // The backward search climbed from its seed against these arcs, so they are driven in reverse order, downward.
  const down = backward.climbTo(meeting)
  for (let at = down.arcs.length - 1; at >= 0; at--) {
    const head = down.nodes[at]!
    appendArc(arrays, ranks, head, computeMiddle(arrays, head, down.arcs[at]!))
  }
  return ranks
}

/** Appends the states after the last one in `ranks` up to `head`, unpacking shortcuts to original arcs. */
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
    const up = computeMiddle(arrays, middle, arcBetween(arrays, middle, 'up', end))
    const down = computeMiddle(arrays, middle, arcBetween(arrays, middle, 'down', tail))
    pending.push(end, up, middle, down)
  }
}
