/**
 * One function for each link of a plan, computed from its neighbour's. The version from before the step is kept, so that undoing a step
 * costs nothing.
 */
import { Curve } from '../hours/curve.ts'

/**
 * Each function has a stamp. It is valid as long as the link has the same neighbour with the same function that it was computed from. The
 * search reads the arrays; only this class writes them.
 */
export class LinkFunctions {
  readonly curve: Curve[]
  /** Minimum of y - x. */
  readonly least: Float64Array
  /** Three numbers per function whose meaning the owner defines. */
  readonly first: Float64Array
  readonly last: Float64Array
  readonly reached: Float64Array
  private readonly neighbour: Int32Array
  private readonly from: Float64Array
  private readonly stamp: Float64Array
  private readonly aside: {
    curve: Curve[]
    least: Float64Array
    first: Float64Array
    last: Float64Array
    reached: Float64Array
    neighbour: Int32Array
    from: Float64Array
    stamp: Float64Array
  }
  private stamps = 0
  private stepStamp = 0

  constructor(links: number) {
    const makeCurves = (): Curve[] => Array.from({ length: links }, () => new Curve())
    const makeNumbers = (): Float64Array => new Float64Array(links)
    this.curve = makeCurves()
    this.least = makeNumbers()
    this.first = makeNumbers()
    this.last = makeNumbers()
    this.reached = makeNumbers()
    this.neighbour = new Int32Array(links).fill(-1)
    this.from = makeNumbers()
    this.stamp = makeNumbers()
    this.aside = {
      curve: makeCurves(),
      least: makeNumbers(),
      first: makeNumbers(),
      last: makeNumbers(),
      reached: makeNumbers(),
      neighbour: new Int32Array(links).fill(-1),
      from: makeNumbers(),
      stamp: makeNumbers(),
    }
  }

  /** From this call on, valid functions are saved when they are recomputed. */
  beginStep(): void {
    this.stepStamp = this.stamps
  }

  /** Whether the link's function is valid for the neighbour; restores the saved one when that is valid instead. */
  recall(link: number, neighbour: number): boolean {
    const stamp = this.stamp[neighbour]!
    if (this.neighbour[link] === neighbour && this.from[link] === stamp) return true
    if (this.aside.neighbour[link] !== neighbour || this.aside.from[link] !== stamp) return false
    this.swap(link)
    return true
  }

  /** Empty curve for the link's new function, which is computed from the neighbour's current one (-1: from none). */
  renew(link: number, neighbour: number): Curve {
    if (this.stamp[link]! <= this.stepStamp) this.swap(link)
    this.neighbour[link] = neighbour
    this.from[link] = neighbour < 0 ? 0 : this.stamp[neighbour]!
    this.stamp[link] = ++this.stamps
    const curve = this.curve[link]!
    curve.count = 0
    return curve
  }

  /** Completes what `renew` began; an empty function is valid for no neighbour. */
  finish(link: number, first: number, last: number, reached: number): void {
    const { x, y, count } = this.curve[link]!
    let least = Number.POSITIVE_INFINITY
    for (let k = 0; k < count; k++) if (y[k]! - x[k]! < least) least = y[k]! - x[k]!
    this.least[link] = least
    this.first[link] = first
    this.last[link] = last
    this.reached[link] = reached
    if (count === 0) this.neighbour[link] = -1
  }

  private swap(link: number): void {
    const { aside } = this
    const curve = this.curve[link]!
    this.curve[link] = aside.curve[link]!
    aside.curve[link] = curve
    swapNumber(this.least, aside.least, link)
    swapNumber(this.first, aside.first, link)
    swapNumber(this.last, aside.last, link)
    swapNumber(this.reached, aside.reached, link)
    swapNumber(this.from, aside.from, link)
    swapNumber(this.stamp, aside.stamp, link)
    const neighbour = this.neighbour[link]!
    this.neighbour[link] = aside.neighbour[link]!
    aside.neighbour[link] = neighbour
  }
}

function swapNumber(one: Float64Array, other: Float64Array, at: number): void {
  const value = one[at]!
  one[at] = other[at]!
  other[at] = value
}
