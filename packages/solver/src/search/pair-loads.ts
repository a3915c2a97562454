/**
 * Loads along routes that mix pairs of pickup and delivery with single stops. What single stops are handed is aboard from the start; what a
 * pair hands over is aboard between its two stops.
 */
import type { Model } from '../model/model.ts'
import type { Plan } from './plan.ts'

export class PairLoads {
  private readonly model: Model
  private readonly plan: Plan
  /** Whether a stop belongs to no pair. */
  readonly isSingle: Uint8Array
  /** What a stop adds to the load, per dimension. */
  private readonly change: Int32Array
  /** Load on leaving a link, and the highest load from the start of its route to there, per dimension. */
  private readonly load: Int32Array
  private readonly most: Int32Array
  /** Number of pairs under way on leaving a link. */
  private readonly open: Int32Array

  constructor(plan: Plan, model: Model) {
    const { stopCount, loadDimensions: dimensions, delivered, pickupOf } = model
    const links = plan.next.length
    this.model = model
    this.plan = plan
    this.isSingle = new Uint8Array(stopCount).fill(1)
    this.change = delivered.map((amount) => -amount)
    this.load = new Int32Array(links * dimensions)
    this.most = new Int32Array(links * dimensions)
    this.open = new Int32Array(links)
    for (const [delivery, pickup] of pickupOf.entries()) {
      if (pickup < 0) continue
      this.isSingle[pickup] = 0
      this.isSingle[delivery] = 0
      const handed = delivered.subarray(delivery * dimensions, (delivery + 1) * dimensions)
      this.change.set(handed, pickup * dimensions)
    }
  }

  /** Recomputes route v, which starts with `startLoads` of its dimensions. */
  refresh(v: number, startLoads: Int32Array): void {
    const { stopCount, loadDimensions: dimensions, pickupOf } = this.model
    const { next } = this.plan
    const { load, most, open, isSingle, change } = this
    const sentinel = stopCount + v
    let begun = 0
    for (let link = next[sentinel]!; link !== sentinel; link = next[link]!) {
      if (isSingle[link] === 0) begun += pickupOf[link]! >= 0 ? -1 : 1
      open[link] = begun
    }
    for (let k = 0; k < dimensions; k++) {
      let now = startLoads[v * dimensions + k]!
      let highest = now
      load[sentinel * dimensions + k] = now
      most[sentinel * dimensions + k] = now
      for (let link = next[sentinel]!; link !== sentinel; link = next[link]!) {
        const cell = link * dimensions + k
        now += change[cell]!
        if (now > highest) highest = now
        load[cell] = now
        most[cell] = highest
      }
    }
  }

  /** Whether v, on leaving `link`, has room for what `stop` is handed. */
  hasRoomAt(v: number, link: number, stop: number): boolean {
    return this.isWithin(this.load, v, link, stop)
  }

  /** Whether v has room for it all the way from its start to `link`. */
  hasRoomUpTo(v: number, link: number, stop: number): boolean {
    return this.isWithin(this.most, v, link, stop)
  }

  /** Whether all that v carries at any time on its route fits into vehicle u. */
  fitsInto(v: number, u: number): boolean {
    const { stopCount, loadDimensions: dimensions, capacity } = this.model
    const last = this.plan.prev[stopCount + v]!
    for (let k = 0; k < dimensions; k++)
      if (this.most[last * dimensions + k]! > capacity[u * dimensions + k]!) return false
    return true
  }

  /** Whether two routes of equal vehicles may exchange what follows links `a` and `b`: no pair is parted, and neither is overloaded. */
  mayCut(a: number, b: number): boolean {
    const { loadDimensions: dimensions, capacity } = this.model
    const { load, most, open } = this
    if (open[a] !== 0 || open[b] !== 0) return false
    const v = this.plan.routeOf[a]!
    for (let k = 0; k < dimensions; k++) {
      // Between pairs, what is aboard is for the single stops of the tail. Loads after the cut stay as they are.
      const inTailOfA = load[a * dimensions + k]!
      const inTailOfB = load[b * dimensions + k]!
      const more = inTailOfB - inTailOfA
      const limit = capacity[v * dimensions + k]!
      if (most[a * dimensions + k]! + more > limit || most[b * dimensions + k]! - more > limit) return false
    }
    return true
  }

  private isWithin(loads: Int32Array, v: number, link: number, stop: number): boolean {
    const { loadDimensions: dimensions, delivered, capacity } = this.model
    for (let k = 0; k < dimensions; k++) {
      if (loads[link * dimensions + k]! + delivered[stop * dimensions + k]! > capacity[v * dimensions + k]!)
        return false
    }
    return true
  }
}
