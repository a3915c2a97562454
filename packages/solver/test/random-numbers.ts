/** Seeded random choices for test data. */

export interface RandomChoice {
  /** Uniform in [0, 1). */
  next(): number
  /** Whole number in [least, most]. */
  integer(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(values: readonly T[]): T
}

/** Mulberry32: same seed, same choices. */
export function createRandomChoice(seed: number): RandomChoice {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    integer: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (probability) => next() < probability,
    pick: (values) => values[Math.floor(next() * values.length)]!,
  }
}
