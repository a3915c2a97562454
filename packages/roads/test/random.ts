// A small random generator of our own, so that every run of a test draws the same.

export interface Random {
  /** 0 ≤ x < 1. */
  next(): number
  /** A whole number, 0 ≤ n < count. */
  below(count: number): number
  chance(share: number): boolean
  pick<T>(items: readonly T[]): T
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  return { next, below, chance: (share) => next() < share, pick: (items) => items[below(items.length)]! }
}
