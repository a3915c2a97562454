// One pair: climbs from both ends, takes the best meeting node, and unpacks the shortcuts into the states driven through.

import type { RoadArrays } from '../image.ts'
import type { Seeds } from './many-to-many.ts'
import type { UpwardSearch } from './upward-search.ts'

export interface FoundPath {
  cost: number
  /** Ranks of the states from the first to the last edge, both included. */
  ranks: number[]
}

/** The cheapest path, or undefined when there is none. Both searches must keep parents. */
export function findPath(
  arrays: RoadArrays,
  forward: UpwardSearch,
  backward: UpwardSearch,
  source: Seeds,
  target: Seeds,
): FoundPath | undefined {
  climbFrom(forward, source)
  climbFrom(backward, target)
  let bestCost = Infinity
  let meeting = -1
  let isLoop = false
  for (let place = 0; place < forward.settledCount; place++) {
    const rank = forward.settledNodes[place]!
    const direct = forward.settledCosts[place]! + backward.costOf(rank)
    // Behind its own end on the same edge: the way leads around and back to that edge.
    const cost = direct < 0 ? direct + arrays.loopCost[rank]! : direct
    if (cost >= bestCost) continue
    bestCost = cost
    meeting = rank
    isLoop = direct < 0
  }
  if (meeting < 0) return undefined
  return { cost: bestCost, ranks: unpackPath(arrays, forward, backward, meeting, isLoop) }
}

function climbFrom(search: UpwardSearch, seeds: Seeds): void {
  search.begin()
  for (let seed = 0; seed < seeds.ranks.length; seed++) search.addSeed(seeds.ranks[seed]!, seeds.costs[seed]!)
  search.climb()
}

function unpackPath(
  arrays: RoadArrays,
  forward: UpwardSearch,
  backward: UpwardSearch,
  meeting: number,
  isLoop: boolean,
): number[] {
  const ranks = [forward.seedOf(meeting)]
  for (const arc of forward.arcsTo(meeting)) {
    appendArc(arrays, ranks, arrays.upHead[arc]!, arrays.upVia[arc]!)
  }
  if (isLoop) appendArc(arrays, ranks, meeting, arrays.loopVia[meeting]!)
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
