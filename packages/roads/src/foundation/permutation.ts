// A permutation and its inverse in little more space than the permutation alone: back pointers on every 16th element of a cycle (Munro,
// Raman, Raman, Rao 2003, "Succinct representations of permutations", section 2).

import { packBits, readBits } from './bit-list.ts'
import { Int32List } from './growable.ts'
import { isMarked, type Marks, markPlace, packMarks } from './marks.ts'

/** Elements of a cycle from one back pointer to the next: the inverse is found after at most one step more. */
const STRIDE = 16

/** The marks are the numbers with a back pointer. */
export interface Permutation extends Marks {
  /** Bit list: the image of each number. */
  image: Int32Array
  /** Bit list, per mark: the number from which 16 steps lead to it. */
  back: Int32Array
}

/** Packs a permutation. `image` holds each number from 0 to its length minus one exactly once; throws otherwise. O(n). */
export function packPermutation(image: Int32Array): Permutation {
  const [markedAt, markedFrom] = [new Int32List(), new Int32List()]
  const isSeen = new Uint8Array(image.length)
  const cycle = new Int32List()
  for (let start = 0; start < image.length; start++) {
    if (isSeen[start] === 1) continue
    readCycle(image, start, isSeen, cycle)
    if (cycle.length <= STRIDE) continue
    for (let place = 0; place < cycle.length; place += STRIDE) {
      markedAt.push(cycle.array[place]!)
      markedFrom.push(cycle.array[place === 0 ? lastMarked(cycle.length) : place - STRIDE]!)
    }
  }
  const at = markedAt.toArray()
  const { marks, markCount } = packMarks(image.length, at)
  const back = new Int32Array(markedAt.length)
  for (const [index, number] of at.entries()) back[markPlace(marks, markCount, number)] = markedFrom.array[index]!
  return { image: packBits(image), marks, markCount, back: packBits(back) }
}

function readCycle(image: Int32Array, start: number, isSeen: Uint8Array, cycle: Int32List): void {
  cycle.length = 0
  let at = start
  do {
    if (isSeen[at] !== 0) throw new Error(`${at} is no number of the permutation, or twice in it`)
    isSeen[at] = 1
    cycle.push(at)
    at = image[at]!
  } while (at !== start)
}

/** The last part of a cycle may be shorter than the others. */
function lastMarked(length: number): number {
  return (Math.ceil(length / STRIDE) - 1) * STRIDE
}

/** The number whose image is `value`. At most 17 steps. */
export function getInverse({ image, marks, markCount, back }: Permutation, value: number): number {
  let hasJumped = false
  for (let at = value; ; ) {
    // The number searched for is between the marks before and after it.
    if (!hasJumped && isMarked(marks, at)) {
      at = readBits(back, markPlace(marks, markCount, at))
      hasJumped = true
    }
    const next = readBits(image, at)
    if (next === value) return at
    at = next
  }
}
