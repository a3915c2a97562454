// A set of whole numbers as a bit vector with rank: the position of each marked number among all marked ones (Jacobson 1989,
// "Space-efficient static trees and graphs": rank by counts stored at intervals).

import { countBits } from './bit-list.ts'

/** Words of marks between two stored counts. */
const COUNT_WORDS = 16

export interface Marks {
  /** One bit per number. */
  marks: Int32Array
  /** Number of marks before every 16th word. */
  markCount: Int32Array
}

/** Marks numbers from 0 to `size` - 1. */
export function packMarks(size: number, numbers: Iterable<number>): Marks {
  const marks = new Int32Array(Math.ceil(size / 32))
  for (const number of numbers) marks[number >> 5]! |= 1 << (number & 31)
  const markCount = new Int32Array(Math.ceil(marks.length / COUNT_WORDS))
  let count = 0
  for (let word = 0; word < marks.length; word++) {
    if (word % COUNT_WORDS === 0) markCount[word / COUNT_WORDS] = count
    count += countBits(marks[word]!)
  }
  return { marks, markCount }
}

export function isMarked(marks: Int32Array, number: number): boolean {
  return ((marks[number >> 5]! >>> (number & 31)) & 1) === 1
}

/** Rank: how many lower numbers are marked, which is the position of a marked number in ascending order. */
export function markPlace(marks: Int32Array, markCount: Int32Array, number: number): number {
  const word = number >> 5
  let count = markCount[Math.floor(word / COUNT_WORDS)]!
  for (let at = word - (word % COUNT_WORDS); at < word; at++) count += countBits(marks[at]!)
  return count + countBits(marks[word]! & ((1 << (number & 31)) - 1))
}

/** The marked numbers, ascending. */
export function listMarked(marks: Int32Array): Int32Array {
  const numbers: number[] = []
  for (const [word, bits] of marks.entries()) {
    for (let left = bits; left !== 0; left &= left - 1) numbers.push(32 * word + 31 - Math.clz32(left & -left))
  }
  return Int32Array.from(numbers)
}
