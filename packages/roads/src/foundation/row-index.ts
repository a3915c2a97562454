// Finds the first row of a table with the same values: a hash table with open addressing and linear probing (Knuth 1973) over columns of
// whole numbers. JavaScript's Map is limited to 16.7 million entries.

import type { Int32List } from './growable.ts'

const FREE = -1

export class RowIndex {
  private readonly columns: readonly Int32List[]
  private slots = new Int32Array(1024).fill(FREE)
  private count = 0

  /** Rows are equal when they are equal in all of these columns. */
  constructor(columns: readonly Int32List[]) {
    this.columns = columns
  }

  /** An equal row added before; otherwise adds the row and returns it. */
  firstLike(row: number): number {
    if (2 * this.count >= this.slots.length) this.grow()
    const slot = this.slotOf(row)
    const found = this.slots[slot]!
    if (found !== FREE) return found
    this.slots[slot] = row
    this.count++
    return row
  }

  /** Slot of the row or of an equal one, or the free slot for it. */
  private slotOf(row: number): number {
    const { slots } = this
    let hash = 0
    for (const { array } of this.columns) hash = Math.imul(hash ^ array[row]!, 0x9e3779b1) ^ (hash >>> 15)
    let slot = (hash ^ (hash >>> 13)) & (slots.length - 1)
    while (slots[slot] !== FREE && !this.areAlike(slots[slot]!, row)) slot = (slot + 1) & (slots.length - 1)
    return slot
  }

  private areAlike(left: number, right: number): boolean {
    return this.columns.every(({ array }) => array[left] === array[right])
  }

  private grow(): void {
    const before = this.slots
    this.slots = new Int32Array(2 * before.length).fill(FREE)
    for (const row of before) if (row !== FREE) this.slots[this.slotOf(row)] = row
  }
}
