// Joins consecutive ways that look the same into long lines: streets are split into many ways, and a name does not fit along a short one.

import { findId, sortDistinct } from '../foundation/sorted-ids.ts'

/** Consecutive lines: the number of each, or `-1 - number` for one that is passed from its last node to its first. */
export type LineChain = readonly number[]

/**
 * Joins lines that meet at a node where no third one ends. A line is given by the ids of its first and last node; a ring, where they are
 * equal, has no end. Each chain is valid only during its call.
 */
export function joinLines(firsts: Float64Array, lasts: Float64Array, use: (chain: LineChain) => void): void {
  const count = firsts.length
  if (count === 1) {
    use([0])
    return
  }
  const { startOf, isJoined, partners } = chainEnds(firsts, lasts)
  const chain: number[] = []
  for (let line = 0; line < count; line++) {
    if (isJoined[line] === 1) continue
    chain.length = 0
    for (let end = startOf[line]!; end >= 0; end = partners[end ^ 1]!) chain.push(end & 1 ? -1 - (end >> 1) : end >> 1)
    use(chain)
  }
}

/** Numbers of line ends: twice that of the line, plus one for its last node. */
function chainEnds(firsts: Float64Array, lasts: Float64Array) {
  const count = firsts.length
  const mates = findMates(firsts, lasts)
  /** First end of each chain, which has the number of its first line. */
  const startOf = Int32Array.from({ length: count }, (_, line) => 2 * line)
  const endOf = Int32Array.from({ length: count }, (_, line) => 2 * line + 1)
  /** Chains that have become part of another. */
  const isJoined = new Uint8Array(count)
  /** The end that an end is joined with. */
  const partners = new Int32Array(2 * count).fill(-1)
  /** For the ends of a chain: the chain's number, and whether it goes first where it is joined. */
  const chainAt = Int32Array.from({ length: 2 * count }, (_, end) => end >> 1)
  const goesFirst = Uint8Array.from({ length: 2 * count }, (_, end) => (end < mates[end]! ? 1 : 0))
  for (let end = 0; end < 2 * count; end++) {
    const mate = mates[end]!
    if (mate < end) continue
    const [first, second] = goesFirst[end] === 1 ? [end, mate] : [mate, end]
    const [left, right] = [chainAt[first]!, chainAt[second]!]
    // A ring of several lines.
    if (left === right) continue
    if (endOf[left] !== first) startOf[left] = endOf[left]!
    const far = startOf[right] === second ? endOf[right]! : startOf[right]!
    partners[first] = second
    partners[second] = first
    endOf[left] = far
    chainAt[far] = left
    isJoined[right] = 1
    const farMate = mates[far]!
    if (farMate < 0) continue
    goesFirst[far] = 0
    goesFirst[farMate] = 1
  }
  return { startOf, isJoined, partners }
}

/** For each end the other end at its node, if there are exactly these two; otherwise -1. */
function findMates(firsts: Float64Array, lasts: Float64Array): Int32Array {
  const count = firsts.length
  const all = new Float64Array(2 * count)
  for (let line = 0; line < count; line++) {
    all[2 * line] = firsts[line]!
    all[2 * line + 1] = lasts[line]!
  }
  const nodes = sortDistinct(all.slice())
  const endCount = new Uint8Array(nodes.length)
  const lastEnd = new Int32Array(nodes.length)
  const mates = new Int32Array(2 * count).fill(-1)
  for (let end = 0; end < 2 * count; end++) {
    if (all[end] === all[end ^ 1]) continue
    const node = findId(nodes, all[end]!)
    const before = lastEnd[node]!
    const there = endCount[node]!
    if (there === 1) {
      mates[end] = before
      mates[before] = end
    } else if (there === 2) {
      mates[mates[before]!] = -1
      mates[before] = -1
    }
    lastEnd[node] = end
    endCount[node] = Math.min(3, there + 1)
  }
  return mates
}
