// Round trips from a node over lower ones, which a search up from both ends would miss.

import { readBits } from '../foundation/bit-list.ts'
import { isMarked, markPlace } from '../foundation/marks.ts'
import { unpackCost } from '../foundation/packed-cost.ts'
import { NO_LOOP, type OwnArcs } from './own-arcs.ts'

/** See Hierarchy in contract.ts. */
export interface LoopArrays {
  loopMarks: Int32Array
  loopMarkCount: Int32Array
  loopCost: Int32Array
  loopVia: Int32Array
  longCost: Float64Array
  own?: OwnArcs
}

/**
 * Cheapest round trip from a node to itself over lower ones: its cost, Infinity for none, and the node that it passes through, -1 when it
 * is an arc of the graph itself.
 */
export function getLoop(arrays: LoopArrays, node: number): { cost: number; via: number } {
  const { loopMarks, loopMarkCount, loopCost, loopVia, longCost, own } = arrays
  if (own && isMarked(own.marks, node)) {
    const place = markPlace(own.marks, own.markCount, node)
    const via = own.loopVia[place]!
    return via === NO_LOOP ? NO_TRIP : { cost: unpackCost(own.loopCost[place]!, own.longCost), via }
  }
  if (!isMarked(loopMarks, node)) return NO_TRIP
  const place = markPlace(loopMarks, loopMarkCount, node)
  return { cost: unpackCost(loopCost[place]!, longCost), via: readBits(loopVia, place) - 1 }
}

const NO_TRIP = { cost: Infinity, via: -1 }
