// Costs in 32 bits instead of 64: most arcs of a hierarchy are short.

import { Float64List } from './growable.ts'

/** Same as in cost.ts. */
const LENGTH_RANGE = 2 ** 26
/** Range that fits: 15 bits of centiseconds (327 s) and 16 bits of decimetres (6.5 km). */
const MOST_CS = 2 ** 15 - 1
const LENGTH_BITS = 16
const MOST_DM = 2 ** LENGTH_BITS - 1

/** Unpacks a cost; the few that do not fit are stored in a list and referred to by negative numbers. */
export function unpackCost(packed: number, longCosts: Float64Array): number {
  if (packed < 0) return longCosts[~packed]!
  return (packed >>> LENGTH_BITS) * LENGTH_RANGE + (packed & MOST_DM)
}

export class CostPacker {
  private readonly longCosts = new Float64List()

  pack(cost: number): number {
    const timeCs = Math.floor(cost / LENGTH_RANGE)
    const lengthDm = cost - timeCs * LENGTH_RANGE
    if (timeCs <= MOST_CS && lengthDm <= MOST_DM) return (timeCs << LENGTH_BITS) | lengthDm
    this.longCosts.push(cost)
    return ~(this.longCosts.length - 1)
  }

  /** Costs that did not fit, for `unpackCost`. */
  listLong(): Float64Array {
    return this.longCosts.toArray()
  }
}
