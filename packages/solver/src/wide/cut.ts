/** Cuts items on a plane (routes, or stops) into parts of about equal weight, each of items near one another. */
import type { Random } from '../model/random.ts'
import { entryAt } from './entry-at.ts'

/** Items on a plane, each with a weight of at least 0. */
export interface Items {
  x: Float64Array
  y: Float64Array
  weight: Float64Array
}

/** Widest turn of a cut against the shorter axis of what it divides, in radians: borders lie elsewhere each time. */
const mostTurn = Math.PI / 4

/** Items of each part. Parts are halved by straight lines across their longer axis. O(n log n log count). */
export function cutItems(items: Items, count: number, random: Random): Int32Array[] {
  const all = Int32Array.from(items.x, (_, index) => index)
  return halve(items, all, Math.max(1, count), random)
}

function halve(items: Items, members: Int32Array, count: number, random: Random): Int32Array[] {
  if (count === 1) return [members]
  const angle = longerAxis(items, members) + (2 * random.unit() - 1) * mostTurn
  const [across, along] = [Math.cos(angle), Math.sin(angle)]
  const { x, y, weight } = items
  const keys = Float64Array.from(members, (item) => entryAt(x, item) * across + entryAt(y, item) * along)
  const order = Int32Array.from(members, (_, index) => index).sort(
    (a, b) => entryAt(keys, a) - entryAt(keys, b) || a - b,
  )
  const sorted = order.map((index) => entryAt(members, index))
  const total = sorted.reduce((sum, item) => sum + entryAt(weight, item), 0)
  const low = count >> 1
  const target = (total * low) / count
  let taken = 0
  let cut = 0
  while (cut < sorted.length && taken + entryAt(weight, entryAt(sorted, cut)) / 2 < target)
    taken += entryAt(weight, entryAt(sorted, cut++))
  return [
    ...halve(items, sorted.subarray(0, cut), low, random),
    ...halve(items, sorted.subarray(cut), count - low, random),
  ]
}

/** Direction in which the members spread most, in radians. */
function longerAxis({ x, y, weight }: Items, members: Int32Array): number {
  let [sum, meanX, meanY] = [0, 0, 0]
  for (const item of members) {
    sum += entryAt(weight, item)
    meanX += entryAt(weight, item) * entryAt(x, item)
    meanY += entryAt(weight, item) * entryAt(y, item)
  }
  if (sum === 0) return 0
  meanX /= sum
  meanY /= sum
  let [xx, xy, yy] = [0, 0, 0]
  for (const item of members) {
    const [dx, dy] = [entryAt(x, item) - meanX, entryAt(y, item) - meanY]
    xx += entryAt(weight, item) * dx * dx
    xy += entryAt(weight, item) * dx * dy
    yy += entryAt(weight, item) * dy * dy
  }
  return Math.atan2(2 * xy, xx - yy) / 2
}
