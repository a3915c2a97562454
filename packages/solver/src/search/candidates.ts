/** Positions waiting for full evaluation, each with an estimate of its cost as its key. */
export class Candidates {
  /** Per candidate: the link (or the code of two positions) that it represents, and its reload variant. */
  readonly before: Int32Array
  readonly variant: Int32Array
  count = 0
  private readonly key: Float64Array

  /** Reserves room for `size` candidates; further ones are ignored. */
  constructor(size: number) {
    this.before = new Int32Array(size)
    this.variant = new Int32Array(size)
    this.key = new Float64Array(size)
  }

  push(before: number, variant: number, key: number): void {
    if (this.count >= this.key.length) return
    const at = this.count++
    this.before[at] = before
    this.variant[at] = variant
    this.key[at] = key
  }

  /** Keeps the `most` candidates with the smallest keys. O(most). */
  pushBest(code: number, key: number, most: number): void {
    const keys = this.key
    let at = this.count
    if (at < most) this.count++
    else {
      at = 0
      for (let i = 1; i < most; i++) if (keys[i]! > keys[at]!) at = i
      if (key >= keys[at]!) return
    }
    this.before[at] = code
    keys[at] = key
  }

  /** Removes and returns the candidate with the smallest key below the limit, or -1. O(candidates). */
  takeBelow(limit: number): number {
    const { count, key: keys } = this
    let at = -1
    let key = limit
    for (let i = 0; i < count; i++) {
      if (keys[i]! < key) {
        key = keys[i]!
        at = i
      }
    }
    if (at >= 0) keys[at] = Number.POSITIVE_INFINITY
    return at
  }
}
