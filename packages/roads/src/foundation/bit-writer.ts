// Writes numbers consecutively, each with its own number of bits, lowest bit first.

import { Int32List } from './growable.ts'

export class BitWriter {
  private readonly words: Int32List
  /** Bits of an incomplete word. */
  private word = 0
  private filled = 0

  constructor(expectedBits = 1 << 16) {
    this.words = new Int32List(1 + Math.ceil(expectedBits / 32))
  }

  /** Writes the lowest `width` bits of a number, 0 to 32. */
  push(value: number, width: number): void {
    if (width === 0) return
    const kept = (value << (32 - width)) >>> (32 - width)
    this.word |= kept << this.filled
    const end = this.filled + width
    if (end >= 32) {
      this.words.push(this.word)
      this.word = end > 32 ? kept >>> (32 - this.filled) : 0
    }
    this.filled = end & 31
  }

  /** Writes a number from 0 on, `width` bits at a time; the bit before each group tells whether another follows. */
  pushInGroups(value: number, width: number): void {
    const group = 2 ** width
    for (let rest = value; ; rest = Math.floor(rest / group)) {
      const follows = rest >= group ? 1 : 0
      this.push((rest % group) * 2 + follows, width + 1)
      if (follows === 0) return
    }
  }

  /** Pads to a whole byte. */
  fillByte(): void {
    this.push(0, -this.filled & 7)
  }

  /** Number of bits written. */
  get bits(): number {
    return 32 * this.words.length + this.filled
  }

  /** Everything written, with one extra word, because reading may access the next one. */
  finish(): Int32Array {
    this.words.push(this.word)
    this.words.push(0)
    return this.words.toArray()
  }
}
