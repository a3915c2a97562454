/** Pseudo-random numbers on 32-bit integers (xoshiro128**, Blackman & Vigna 2018): same seed, same sequence, everywhere. */
export class Random {
  private a: number
  private b: number
  private c: number
  private d: number

  constructor(seed: number) {
    // SplitMix32 spreads small seeds over the whole state.
    let x = seed | 0
    const spread = (): number => {
      x = (x + 0x9e3779b9) | 0
      let z = x
      z = Math.imul(z ^ (z >>> 16), 0x85ebca6b)
      z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35)
      return z ^ (z >>> 16)
    }
    this.a = spread()
    this.b = spread()
    this.c = spread()
    this.d = spread() | 1
  }

  /** The four words of the state, so that the compiled steps can continue the sequence. */
  get state(): readonly [number, number, number, number] {
    return [this.a, this.b, this.c, this.d]
  }

  set state([a, b, c, d]: readonly [number, number, number, number]) {
    this.a = a
    this.b = b
    this.c = c
    this.d = d
  }

  /** 32 random bits as a signed integer. */
  bits(): number {
    const m = Math.imul(this.b, 5)
    const result = Math.imul((m << 7) | (m >>> 25), 9)
    const t = this.b << 9
    this.c ^= this.a
    this.d ^= this.b
    this.b ^= this.c
    this.a ^= this.d
    this.c ^= t
    this.d = (this.d << 11) | (this.d >>> 21)
    return result
  }

  /** Uniform in [0, 1). */
  unit(): number {
    return (this.bits() >>> 0) / 4294967296
  }

  /** Uniform integer in [0, count), count ≥ 1. */
  below(count: number): number {
    return Math.floor(((this.bits() >>> 0) / 4294967296) * count)
  }
}
