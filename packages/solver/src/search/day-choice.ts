/**
 * Choice of days for customers with several, and of the place for stops with alternatives, within the same ruin and recreate as everything else: a customer removed from all its days is
 * offered to every day anew and takes the allowed set of days that costs least (Cordeau, Gendreau & Laporte 1997 choose among such sets;
 * Vidal et al. 2012 price a set as the sum of the cheapest insertions of its days).
 */
import type { Random } from '../model/random.ts'
import type { VisitChoices } from '../model/visit-choices.ts'
import type { LeanKernel } from './lean-kernel.ts'
import { RichKernel } from './rich-kernel.ts'

/** Probability that a customer that loses one visit loses all of them, so that its days are chosen anew. */
const freeRate = 0.5

/**
 * Visits on days that are not chosen are neither on a route nor absent: they cost nothing. All others are absent or on a route of their
 * day.
 */
export class DayChoice {
  /** Visits in the model per visit served: neighbour lists are longer by this factor than in a plan of one day. */
  readonly spread: number
  private readonly kernel: LeanKernel | RichKernel
  private readonly random: Random
  private readonly options: VisitChoices
  private readonly hasPrices: boolean
  private readonly seen: Int32Array
  private stamp = 0
  /** Cost that each visit adds on its day, and whether it is in the set under consideration. */
  private readonly added: Float64Array
  private readonly isIn: Uint8Array
  /** Routes before a visit was tried. */
  private readonly savedFrom: Int32Array
  private saved: Int32Array

  constructor(kernel: LeanKernel | RichKernel, random: Random, options: VisitChoices) {
    const { customerOf, setFrom, visitFrom, price } = options
    this.kernel = kernel
    this.random = random
    this.options = options
    this.hasPrices = price.some((value) => value !== 0)
    const customers = setFrom.length - 1
    this.seen = new Int32Array(customers)
    this.added = new Float64Array(customerOf.length)
    this.isIn = new Uint8Array(customerOf.length)
    this.savedFrom = new Int32Array(kernel.model.vehicleCount + 1)
    this.saved = new Int32Array(2 * customerOf.length + 2)
    let served = 0
    for (let c = 0; c < customers; c++) served += visitFrom[setFrom[c]! + 1]! - visitFrom[setFrom[c]!]!
    this.spread = customerOf.length / Math.max(1, served)
  }

  /** Completes a partial plan: visits missing from a customer's set become absent, and visits of other days leave the plan. */
  settle(): void {
    const { kernel } = this
    const { memberFrom, member, setFrom } = this.options
    for (let c = 0; c + 1 < setFrom.length; c++) {
      let set = this.findSet(c)
      if (set < 0) {
        this.takeOff(c)
        set = setFrom[c]!
      }
      this.mark(set, 1)
      for (let i = memberFrom[c]!; i < memberFrom[c + 1]!; i++) {
        const visit = member[i]!
        if (kernel.routeOf[visit]! >= 0) continue
        const isAbsent = kernel.isAbsent(visit)
        if (this.isIn[visit] === 1 && !isAbsent) kernel.offer(visit)
        if (this.isIn[visit] === 0 && isAbsent) kernel.retire(visit)
      }
      this.mark(set, 0)
    }
  }

  /** Removes some customers of the visits just removed from their other days, too. */
  free(removed: ArrayLike<number>, count: number): void {
    const { customerOf, setFrom } = this.options
    this.stamp++
    for (let i = 0; i < count; i++) {
      const c = customerOf[removed[i]!]!
      if (this.seen[c] === this.stamp || setFrom[c + 1]! - setFrom[c]! < 2) continue
      this.seen[c] = this.stamp
      if (this.random.unit() < freeRate) this.takeOff(c)
    }
  }

  /** Inserts an absent visit at its cheapest position; when its customer is served on no day yet, on the cheapest set of days. */
  insert(visit: number): boolean {
    const { customerOf, setFrom } = this.options
    const c = customerOf[visit]!
    if (setFrom[c + 1]! - setFrom[c]! < 2 || this.isServed(c)) return this.kernel.insert(visit)
    return this.chooseDays(c)
  }

  /** Cost of the chosen days of all customers beyond their routes. O(visits) when days have prices. */
  price(): number {
    if (!this.hasPrices) return 0
    const { setFrom, price } = this.options
    let sum = 0
    for (let c = 0; c + 1 < setFrom.length; c++) {
      const set = this.findSet(c)
      if (set >= 0 && this.isServed(c)) sum += price[set]!
    }
    return sum
  }

  private isServed(c: number): boolean {
    const { memberFrom, member } = this.options
    for (let i = memberFrom[c]!; i < memberFrom[c + 1]!; i++) if (this.kernel.routeOf[member[i]!]! >= 0) return true
    return false
  }

  /** Cheapest set that contains every visit of the customer that is on a route; -1 for none. */
  private findSet(c: number): number {
    const { routeOf } = this.kernel
    const { memberFrom, member, setFrom, visitFrom, visit, price } = this.options
    let served = 0
    for (let i = memberFrom[c]!; i < memberFrom[c + 1]!; i++) if (routeOf[member[i]!]! >= 0) served++
    let best = -1
    for (let set = setFrom[c]!; set < setFrom[c + 1]!; set++) {
      let among = 0
      for (let i = visitFrom[set]!; i < visitFrom[set + 1]!; i++) if (routeOf[visit[i]!]! >= 0) among++
      if (among === served && (best < 0 || price[set]! < price[best]!)) best = set
    }
    return best
  }

  private mark(set: number, value: number): void {
    const { visitFrom, visit } = this.options
    for (let i = visitFrom[set]!; i < visitFrom[set + 1]!; i++) this.isIn[visit[i]!] = value
  }

  /** Removes every visit of the customer from its route. */
  private takeOff(c: number): void {
    const { kernel } = this
    const { memberFrom, member } = this.options
    for (let i = memberFrom[c]!; i < memberFrom[c + 1]!; i++) {
      const visit = member[i]!
      const v = kernel.routeOf[visit]!
      if (v < 0) continue
      kernel.touch(v)
      kernel.unlink(visit)
      if (kernel instanceof RichKernel) kernel.tidyReloads(v)
      kernel.refresh(v)
    }
  }

  /** Tries the customer on every day of its sets, and leaves it on those of the cheapest set. */
  private chooseDays(c: number): boolean {
    const { kernel, added } = this
    const { memberFrom, member } = this.options
    const from = memberFrom[c]!
    const end = memberFrom[c + 1]!
    for (let i = from; i < end; i++) {
      const visit = member[i]!
      if (!kernel.isAbsent(visit)) kernel.offer(visit)
      added[visit] = this.tryDay(visit)
      kernel.retire(visit)
    }
    const best = this.pickSet(c)
    this.mark(best, 1)
    let isWhole = true
    for (let i = from; i < end; i++) {
      const visit = member[i]!
      if (this.isIn[visit] === 0) continue
      kernel.offer(visit)
      if (!kernel.insert(visit)) isWhole = false
    }
    this.mark(best, 0)
    return isWhole
  }

  /** Cost that the visit adds at its cheapest position on its day; routes are unchanged afterwards. Its worth when it finds no position. */
  private tryDay(visit: number): number {
    const { kernel } = this
    const before = kernel.routesCost
    this.saveRoutes(visit)
    if (!kernel.insert(visit)) return kernel.worth[visit]!
    const more = kernel.routesCost - before
    const v = kernel.routeOf[visit]!
    const length = this.savedFrom[v + 1]! - this.savedFrom[v]!
    if (length === 0) {
      kernel.unlink(visit)
      kernel.refresh(v)
    } else {
      kernel.emptyRoute(v)
      kernel.setRoute(v, this.saved, length, this.savedFrom[v]!)
    }
    return more
  }

  /** Saves the routes that may take the visit and reload: a reload inserted with the visit must be removed with it. */
  private saveRoutes(visit: number): void {
    const { kernel, savedFrom } = this
    const { model } = kernel
    for (let v = 0; v < model.vehicleCount; v++) {
      const at = savedFrom[v]!
      const isAtRisk =
        model.reloadNode[v]! >= 0 &&
        kernel.count[v]! > 0 &&
        model.isCompatible[visit * model.typeCount + model.typeOf[v]!] === 1
      savedFrom[v + 1] = isAtRisk ? at + kernel.copyRoute(v, this.saved, at) : at
    }
  }

  private pickSet(c: number): number {
    const { added, random } = this
    const { setFrom, visitFrom, visit, price } = this.options
    const first = setFrom[c]!
    const count = setFrom[c + 1]! - first
    let best = -1
    let least = Number.POSITIVE_INFINITY
    // Starting anywhere makes equal sets equally likely.
    const offset = random.below(count)
    for (let i = 0; i < count; i++) {
      const set = first + ((offset + i) % count)
      let sum = price[set]!
      for (let j = visitFrom[set]!; j < visitFrom[set + 1]!; j++) sum += added[visit[j]!]!
      if (sum < least) {
        least = sum
        best = set
      }
    }
    return best
  }
}
