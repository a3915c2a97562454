// How much of a planned line a recorded one follows.
import { stepMeters } from '../../geography/travel/straight-lines.ts'
import type { TravelPoint } from '../../geography/travel/travel.ts'

/** Length of the pieces in which the planned line is checked. */
const pieceMeters = 20

/** Returns the line up to a share of its length, 0..1. */
export function cutLine(line: readonly TravelPoint[], share: number): TravelPoint[] {
  const steps = stepMeters(line)
  let left = steps.reduce((sum, step) => sum + step, 0) * Math.min(1, share)
  for (const [index, step] of steps.entries()) {
    if (step > left) {
      const cut = line.slice(0, index + 1)
      return left > 0 ? [...cut, between(line[index]!, line[index + 1]!, left / step)] : cut
    }
    left -= step
  }
  return line.slice()
}

/**
 * Returns the share of the planned line, 0..1 by length, that lies within `withinMeters` of the recorded line. Undefined for a
 * planned line without length. Both lines are treated as flat, which holds for a day's drive. O(length of both).
 */
export function coveredShare(
  planned: readonly TravelPoint[],
  recorded: readonly TravelPoint[],
  withinMeters: number,
): number | undefined {
  const [origin] = planned
  if (!origin) return undefined
  const { xs, ys } = flatten(planned, origin)
  const isNear = createNearTest(flatten(recorded, origin), withinMeters)
  let [covered, total] = [0, 0]
  for (let end = 1; end < xs.length; end++) {
    const [x, y] = [xs[end - 1]!, ys[end - 1]!]
    const [dx, dy] = [xs[end]! - x, ys[end]! - y]
    const length = Math.hypot(dx, dy)
    const pieces = Math.max(1, Math.ceil(length / pieceMeters))
    for (let piece = 0; piece < pieces; piece++) {
      const share = (piece + 0.5) / pieces
      if (isNear(x + share * dx, y + share * dy)) covered += length / pieces
    }
    total += length
  }
  return total === 0 ? undefined : Math.min(1, covered / total)
}

/** Metres east and north of an origin. */
interface FlatLine {
  xs: Float64Array
  ys: Float64Array
}

const metersPerDegree = 111_195.08

function flatten(line: readonly TravelPoint[], origin: TravelPoint): FlatLine {
  const cosine = Math.cos((origin.lat * Math.PI) / 180)
  const [xs, ys] = [new Float64Array(line.length), new Float64Array(line.length)]
  for (const [index, { lat, lng }] of line.entries()) {
    xs[index] = (lng - origin.lng) * metersPerDegree * cosine
    ys[index] = (lat - origin.lat) * metersPerDegree
  }
  return { xs, ys }
}

function between(from: TravelPoint, to: TravelPoint, share: number): TravelPoint {
  return { lat: from.lat + share * (to.lat - from.lat), lng: from.lng + share * (to.lng - from.lng) }
}

/**
 * Returns a test whether a place is near the line. Stores its pieces, not longer than the reach, in a grid of cells as wide as
 * the reach, so that only nine cells can matter. Cells share buckets by a hash (Teschner and others, Optimized spatial hashing,
 * 2003), which adds candidates but no wrong results. Two lines mostly run side by side, so the pieces around the last hit are
 * tried first.
 */
function createNearTest({ xs, ys }: FlatLine, reach: number): (x: number, y: number) => boolean {
  const pieces = cutPieces(xs, ys, reach)
  const count = pieces.length / 4
  const getCell = (value: number) => Math.floor(value / reach)
  const mask = 2 ** Math.ceil(Math.log2(2 * count + 1)) - 1
  const getBucket = (column: number, row: number) => (Math.imul(column, 73_856_093) ^ Math.imul(row, 19_349_663)) & mask
  // Chains of entries: 2p is piece p in the cell of its start, 2p + 1 in that of its end.
  const heads = new Int32Array(mask + 1).fill(-1)
  const nexts = new Int32Array(2 * count)
  for (let entry = 0; entry < 2 * count; entry++) {
    const at = 2 * entry
    const bucket = getBucket(getCell(pieces[at]!), getCell(pieces[at + 1]!))
    if (entry % 2 === 1 && heads[bucket] === entry - 1) continue
    nexts[entry] = heads[bucket]!
    heads[bucket] = entry
  }
  const squaredReach = reach * reach
  let last = 0
  const isNearPiece = (piece: number, x: number, y: number) => {
    if (squaredDistance(pieces, 4 * piece, x, y) > squaredReach) return false
    last = piece
    return true
  }
  return (x, y) => {
    for (let piece = Math.max(0, last - 1); piece < Math.min(count, last + 3); piece++) {
      if (isNearPiece(piece, x, y)) return true
    }
    const [column, row] = [getCell(x), getCell(y)]
    for (let at = column - 1; at <= column + 1; at++) {
      for (let up = row - 1; up <= row + 1; up++) {
        for (let entry = heads[getBucket(at, up)]!; entry >= 0; entry = nexts[entry]!) {
          if (isNearPiece(entry >> 1, x, y)) return true
        }
      }
    }
    return false
  }
}

/** Cuts the line into pieces no longer than the reach: x and y of start and end in turn. A single point is a piece, too. */
function cutPieces(xs: Float64Array, ys: Float64Array, reach: number): Float64Array {
  if (xs.length === 1) return Float64Array.of(xs[0]!, ys[0]!, xs[0]!, ys[0]!)
  const counts = new Int32Array(Math.max(0, xs.length - 1))
  for (let index = 0; index < counts.length; index++) {
    const [dx, dy] = [xs[index + 1]! - xs[index]!, ys[index + 1]! - ys[index]!]
    const length = Math.hypot(dx, dy)
    counts[index] = Math.max(1, Math.ceil(length / reach))
  }
  const pieces = new Float64Array(4 * counts.reduce((sum, count) => sum + count, 0))
  let at = 0
  for (const [index, count] of counts.entries()) {
    const [x, y] = [xs[index]!, ys[index]!]
    const [dx, dy] = [xs[index + 1]! - x, ys[index + 1]! - y]
    for (let piece = 0; piece < count; piece++) {
      pieces[at++] = x + (piece / count) * dx
      pieces[at++] = y + (piece / count) * dy
      pieces[at++] = x + ((piece + 1) / count) * dx
      pieces[at++] = y + ((piece + 1) / count) * dy
    }
  }
  return pieces
}

function squaredDistance(pieces: Float64Array, at: number, x: number, y: number): number {
  const [fromX, fromY] = [pieces[at]!, pieces[at + 1]!]
  const [dx, dy] = [pieces[at + 2]! - fromX, pieces[at + 3]! - fromY]
  const squared = dx * dx + dy * dy
  const along = squared === 0 ? 0 : ((x - fromX) * dx + (y - fromY) * dy) / squared
  const share = Math.max(0, Math.min(1, along))
  const [awayX, awayY] = [x - fromX - share * dx, y - fromY - share * dy]
  return awayX * awayX + awayY * awayY
}
