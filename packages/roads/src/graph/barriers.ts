// Obstacles to walking with a parcel: walls, fences, railways, rivers; and the gates in them. They decide from which nearby road a place is
// served, not where vehicles drive: an obstacle across a road is a node of the road (way-rules.ts).

import type { Tags } from '../pbf/primitive-block.ts'

/** Lines, and the points at which each of them can be passed. Line l has points first[l] .. first[l + 1] - 1, and openings likewise. */
export interface Barriers {
  first: Int32Array
  latE7: Int32Array
  lngE7: Int32Array
  /** 1 for railways and waters, 0 for walls and fences. */
  isWide: Uint8Array
  openingFirst: Int32Array
  openingLatE7: Int32Array
  openingLngE7: Int32Array
}

export const NO_BARRIERS: Barriers = {
  first: new Int32Array(1),
  latE7: new Int32Array(0),
  lngE7: new Int32Array(0),
  isWide: new Uint8Array(0),
  openingFirst: new Int32Array(1),
  openingLatE7: new Int32Array(0),
  openingLngE7: new Int32Array(0),
}

/** A way must have one of these keys to be a barrier. */
export const BARRIER_KEYS: readonly string[] = ['barrier', 'railway', 'waterway']

const LINES: Readonly<Record<string, ReadonlySet<string>>> = {
  barrier: new Set(['wall', 'fence', 'city_wall', 'retaining_wall']),
  railway: new Set(['rail', 'light_rail', 'narrow_gauge', 'subway']),
  waterway: new Set(['river', 'canal']),
}
const OPENINGS = new Set(
  'gate entrance swing_gate lift_gate sliding_gate kissing_gate stile turnstile cycle_barrier bollard sally_port wicket_gate'.split(
    ' ',
  ),
)
const CROSSINGS = new Set(['crossing', 'level_crossing'])

/** Whether the way is a barrier. Ways above or below the ground are none. */
export function isBarrier(tags: Tags): boolean {
  if (!BARRIER_KEYS.some((key) => LINES[key]!.has(tags.get(key) ?? ''))) return false
  const isOff = (key: string) => !['no', undefined].includes(tags.get(key))
  return (
    !isOff('tunnel') &&
    !isOff('bridge') &&
    !isOff('covered') &&
    !['underground', 'overground'].includes(tags.get('location') ?? '')
  )
}

/** Whether a barrier is a railway or a water: it is passed only at crossings, while walls and fences have doors that no map shows. */
export function isWideBarrier(tags: Tags): boolean {
  return !LINES.barrier!.has(tags.get('barrier') ?? '')
}

/** Whether the node of a barrier is a gate or a crossing. */
export function isOpening(tags: Tags): boolean {
  if (tags.has('entrance') || tags.get('highway') === 'crossing') return true
  return OPENINGS.has(tags.get('barrier') ?? '') || CROSSINGS.has(tags.get('railway') ?? '')
}

/** Barriers as read: line l has refs[firstRef[l]] .. refs[firstRef[l + 1] - 1], which are node indexes. */
export interface RawBarriers {
  firstRef: Int32Array
  isWide: Uint8Array
  refs: Int32Array
}

/** Nodes as in raw-roads.ts; `isPassed` tells per node index whether a gate, a road or a path is there. */
interface BarrierNodes {
  latE7: Int32Array
  lngE7: Int32Array
  isKnown(node: number): boolean
  isPassed(node: number): boolean
}

/**
 * Builds the barriers with their openings: gates, roads and paths through them, and ends that no other barrier continues. A line is cut at
 * an unknown node.
 */
export function layBarriers({ firstRef, isWide, refs }: RawBarriers, nodes: BarrierNodes): Barriers {
  const uses = new Map<number, number>()
  for (const node of refs) uses.set(node, (uses.get(node) ?? 0) + 1)
  const [first, lats, lngs]: number[][] = [[0], [], []]
  const wide: number[] = []
  const [openingFirst, openingLats, openingLngs]: number[][] = [[0], [], []]
  const addLine = (line: Int32Array) => {
    const isClosed = line[0] === line.at(-1)
    for (const [at, node] of line.entries()) {
      lats!.push(nodes.latE7[node]!)
      lngs!.push(nodes.lngE7[node]!)
      const isEnd = (at === 0 || at === line.length - 1) && !isClosed && uses.get(node) === 1
      if (!isEnd && !nodes.isPassed(node)) continue
      openingLats!.push(nodes.latE7[node]!)
      openingLngs!.push(nodes.lngE7[node]!)
    }
    first!.push(lats!.length)
    openingFirst!.push(openingLats!.length)
  }
  for (let line = 0; line + 1 < firstRef.length; line++) {
    let from = firstRef[line]!
    for (let at = from, end = firstRef[line + 1]!; at <= end; at++) {
      if (at < end && nodes.isKnown(refs[at]!)) continue
      if (at - from >= 2) {
        addLine(refs.subarray(from, at))
        wide.push(isWide[line]!)
      }
      from = at + 1
    }
  }
  return {
    first: Int32Array.from(first!),
    latE7: Int32Array.from(lats!),
    lngE7: Int32Array.from(lngs!),
    isWide: Uint8Array.from(wide),
    openingFirst: Int32Array.from(openingFirst!),
    openingLatE7: Int32Array.from(openingLats!),
    openingLngE7: Int32Array.from(openingLngs!),
  }
}
