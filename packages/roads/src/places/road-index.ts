// Spatial index of roads: boxes around runs of neighbouring roads, and around runs of those. Roads have no boxes of their own: their shapes
// are available, and testing eight of them costs less than storing a box for each.

import { packBits, readBits } from '../foundation/bit-list.ts'
import { METERS_PER_DEGREE } from '../foundation/geo.ts'
import { CostHeap } from '../hierarchy/cost-heap.ts'

/** Roads per run, and boxes per larger one. */
const RUN = 8
/** Tolerance for rounding in comparisons of distances. */
const ALLOWANCE_METERS = 0.001
/** Metres per 1e-7 degrees northward. */
export const NORTH_METERS = METERS_PER_DEGREE / 1e7
/** Bits per coordinate of the curve's cells: about 100 m in a country. */
const CURVE_BITS = 13

/** Boxes in 1e-7 degrees as west, south, east, north: first those of the runs of items, then those of runs of these, up to one. */
export interface RoadIndexArrays {
  /** A single number: the number of items. */
  indexCount: Int32Array
  /** Bit list, in the order of the runs. */
  indexItem: Int32Array
  indexBox: Int32Array
}

/** Four numbers as in `RoadIndexArrays`. */
export type Box = Int32Array

/** Builds the index of items, whose boxes `writeBox` gives. */
export function buildRoadIndex(items: Int32Array, writeBox: (item: number, box: Box) => void): RoadIndexArrays {
  const sorted = sortAlongCurve(items, writeBox)
  const starts = levelStarts(sorted.length)
  const indexBox = new Int32Array(4 * starts.at(-1)!)
  const box = new Int32Array(4)
  for (let run = 0; run < starts[1]!; run++) {
    const whole = emptyBox(indexBox, run)
    for (const item of sorted.subarray(run * RUN, (run + 1) * RUN)) {
      writeBox(item, box)
      widen(whole, box)
    }
  }
  for (let level = 1; level + 1 < starts.length; level++) {
    for (let at = starts[level]!; at < starts[level + 1]!; at++) {
      const whole = emptyBox(indexBox, at)
      const first = starts[level - 1]! + (at - starts[level]!) * RUN
      const end = Math.min(first + RUN, starts[level]!)
      for (let child = first; child < end; child++) widen(whole, indexBox.subarray(4 * child, 4 * child + 4))
    }
  }
  return { indexCount: Int32Array.of(sorted.length), indexItem: packBits(sorted), indexBox }
}

export class RoadIndex {
  private readonly items: Int32Array
  private readonly count: number
  private readonly boxes: Int32Array
  private readonly starts: readonly number[]
  private readonly waiting = new CostHeap(256)

  constructor({ indexCount, indexItem, indexBox }: RoadIndexArrays) {
    this.items = indexItem
    this.count = indexCount[0]!
    this.boxes = indexBox
    this.starts = levelStarts(this.count)
  }

  /** Visits items that may be within `reachMeters`, nearer runs first; `look` returns the reach that is of interest from then on. */
  visit(latE7: number, lngE7: number, reachMeters: number, look: (item: number) => number): void {
    const { waiting, starts } = this
    if (this.count === 0) return
    const eastMeters = eastMetersAt(latE7)
    let reach = reachMeters
    waiting.clear()
    waiting.push(0, starts.at(-1)! - 1)
    while (waiting.size > 0 && waiting.leastCost <= reach + ALLOWANCE_METERS) {
      const box = waiting.pop()
      let level = 0
      while (box >= starts[level + 1]!) level++
      const first = (box - starts[level]!) * RUN + (level === 0 ? 0 : starts[level - 1]!)
      const end = Math.min(first + RUN, level === 0 ? this.count : starts[level]!)
      for (let child = first; child < end; child++) {
        if (level === 0) reach = look(readBits(this.items, child))
        else {
          const meters = this.metersTo(child, latE7, lngE7, eastMeters)
          if (meters <= reach + ALLOWANCE_METERS) waiting.push(meters, child)
        }
      }
    }
  }

  visitAll(look: (item: number) => void): void {
    for (let at = 0; at < this.count; at++) look(readBits(this.items, at))
  }

  /** Distance on the plane around the place, as for segments: so no segment is nearer than its box. */
  private metersTo(box: number, latE7: number, lngE7: number, eastMeters: number): number {
    const { boxes } = this
    const x = Math.max(boxes[4 * box]! - lngE7, 0, lngE7 - boxes[4 * box + 2]!) * eastMeters
    const y = Math.max(boxes[4 * box + 1]! - latE7, 0, latE7 - boxes[4 * box + 3]!) * NORTH_METERS
    return Math.sqrt(x * x + y * y)
  }
}

/** Metres per 1e-7 degrees eastward at a latitude. */
export function eastMetersAt(latE7: number): number {
  return NORTH_METERS * Math.cos((latE7 / 1e7) * (Math.PI / 180))
}

/** First box of each level, and the end of the last one. */
function levelStarts(itemCount: number): number[] {
  const starts = [0]
  for (let count = itemCount; ; ) {
    count = Math.ceil(count / RUN)
    starts.push(starts.at(-1)! + count)
    if (count <= 1) return starts
  }
}

function emptyBox(boxes: Int32Array, at: number): Box {
  const box = boxes.subarray(4 * at, 4 * at + 4)
  box.set([2 ** 31 - 1, 2 ** 31 - 1, -(2 ** 31), -(2 ** 31)])
  return box
}

function widen(whole: Box, part: Box): void {
  for (const side of [0, 1]) whole[side] = Math.min(whole[side]!, part[side]!)
  for (const side of [2, 3]) whole[side] = Math.max(whole[side]!, part[side]!)
}

/** Sorts items along a curve on which neighbours mostly follow each other (Hilbert 1891). */
function sortAlongCurve(items: Int32Array, writeBox: (item: number, box: Box) => void): Int32Array {
  const whole = emptyBox(new Int32Array(4), 0)
  const box = new Int32Array(4)
  for (const item of items) {
    writeBox(item, box)
    widen(whole, box)
  }
  const cells = 2 ** CURVE_BITS - 1
  const scale = (place: number, low: number, high: number) => Math.floor(((place - low) / (high - low || 1)) * cells)
  // Position on the curve and item in one number, exact below 2^53.
  const keys = new Float64Array(items.length)
  for (const [index, item] of items.entries()) {
    writeBox(item, box)
    const x = scale((box[0]! + box[2]!) / 2, whole[0]!, whole[2]!)
    const y = scale((box[1]! + box[3]!) / 2, whole[1]!, whole[3]!)
    keys[index] = placeOnCurve(x, y) * ITEM_NUMBERS + item
  }
  keys.sort()
  return Int32Array.from(keys, (key) => key % ITEM_NUMBERS)
}

const ITEM_NUMBERS = 2 ** 27

function placeOnCurve(column: number, row: number): number {
  let [x, y, place] = [column, row, 0]
  for (let half = 2 ** (CURVE_BITS - 1); half > 0; half >>= 1) {
    const isEast = (x & half) > 0 ? 1 : 0
    const isNorth = (y & half) > 0 ? 1 : 0
    place += half * half * ((3 * isEast) ^ isNorth)
    if (isNorth === 1) continue
    // The southern quarters are rotated.
    if (isEast === 1) [x, y] = [2 ** CURVE_BITS - 1 - x, 2 ** CURVE_BITS - 1 - y]
    ;[x, y] = [y, x]
  }
  return place
}
