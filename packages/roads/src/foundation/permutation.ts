// A permutation and its inverse in little more room than the permutation alone takes: back pointers on every 16th place of a cycle
// (Munro, Raman, Raman, Rao 2003, "Succinct representations of permutations", section 2).

import { countBits, packBits, readBits } from './bit-list.ts'
import { Int32List } from './growable.ts'

/** Places of a cycle from one back pointer to the next: the inverse is found after at most one step more. */
const STRIDE = 16
/** Words of marks from one known count of marks to the next. */
const COUNT_WORDS = 16

export interface Permutation {
  /** As bits: the image of each number. */
  image: Int32Array
  /** A bit for each number: whether it has a back pointer. */
  marks: Int32Array
  /** Marks before every 16th word of them. */
  markCount: Int32Array
  /** As bits, for each mark: the number from which 16 steps lead to it. */
  back: Int32Array
}

/** `image` holds each of 0 to its length less one once. O(n). Throws where it does not. */
export function packPermutation(image: Int32Array): Permutation {
  const marks = new Int32Array(Math.ceil(image.length / 32))
  const [markedAt, markedFrom] = [new Int32List(), new Int32List()]
  const isSeen = new Uint8Array(image.length)
  const cycle = new Int32List()
  for (let start = 0; start < image.length; start++) {
    if (isSeen[start] === 1) continue
    readCycle(image, start, isSeen, cycle)
    if (cycle.length <= STRIDE) continue
    for (let place = 0; place < cycle.length; place += STRIDE) {
      const number = cycle.array[place]!
      markedAt.push(number)
      markedFrom.push(cycle.array[place === 0 ? lastMarked(cycle.length) : place - STRIDE]!)
      marks[number >> 5]! |= 1 << (number & 31)
    }
  }
  const markCount = countMarks(marks)
  const back = new Int32Array(markedAt.length)
  for (let index = 0; index < back.length; index++)
    back[markPlace(marks, markCount, markedAt.array[index]!)] = markedFrom.array[index]!
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

function countMarks(marks: Int32Array): Int32Array {
  const counts = new Int32Array(Math.ceil(marks.length / COUNT_WORDS))
  let count = 0
  for (let word = 0; word < marks.length; word++) {
    if (word % COUNT_WORDS === 0) counts[word / COUNT_WORDS] = count
    count += countBits(marks[word]!)
  }
  return counts
}

/** The number whose image is `value`. At most 17 steps. */
export function inverseOf({ image, marks, markCount, back }: Permutation, value: number): number {
  let hasJumped = false
  for (let at = value; ; ) {
    // Between the marks before and behind it lies the number that is looked for.
    if (!hasJumped && ((marks[at >> 5]! >>> (at & 31)) & 1) === 1) {
      at = readBits(back, markPlace(marks, markCount, at))
      hasJumped = true
    }
    const next = readBits(image, at)
    if (next === value) return at
    at = next
  }
}

/** Marks before that of a number. */
function markPlace(marks: Int32Array, markCount: Int32Array, number: number): number {
  const word = number >> 5
  let count = markCount[Math.floor(word / COUNT_WORDS)]!
  for (let at = word - (word % COUNT_WORDS); at < word; at++) count += countBits(marks[at]!)
  return count + countBits(marks[word]! & ((1 << (number & 31)) - 1))
}
