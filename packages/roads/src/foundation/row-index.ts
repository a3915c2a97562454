// Which row of a table was the first with the values of another: a hash table with open addressing and linear probing (Knuth 1973) over
// columns of whole numbers. A Map of the language ends at 16.7 million.

import type { Int32List } from './growable.ts'

const FREE = -1

export class RowIndex {
  private readonly columns: readonly Int32List[]
  private slots = new Int32Array(1024).fill(FREE)
  private count = 0

  /** Rows are equal where they are equal in all of these columns. */
  constructor(columns: readonly Int32List[]) {
    this.columns = columns
  }

  /** The row that was added before with the same values; the row itself, which is added, where there was none. */
  firstLike(row: number): number {
    if (2 * this.count >= this.slots.length) this.grow()
    const slot = this.slotOf(row)
    const found = this.slots[slot]!
    if (found !== FREE) return found
    this.slots[slot] = row
    this.count++
    return row
  }

  /** Where the row, or one like it, stands or would stand. */
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
