/** Exchanges the tails of two routes (2-opt*: Potvin & Rousseau, JORS 46, 1995) when every rule can be checked in constant time. */
import { LeanRoutes } from './lean-routes.ts'

/** A tail is the part of a route after a link. */
export abstract class LeanTails extends LeanRoutes {
  /**
   * Exchanges the tails after links `a` and `b` of two touched routes when both keep every rule and cost at most `allowance` more. Vehicles
   * of different types, depots included, keep their own ends. O(length of the tails and heads).
   */
  crossTails(a: number, b: number, allowance: number): boolean {
    const { stopCount, typeOf, features } = this.model
    const { next, routeOf } = this
    const v = routeOf[a]!
    const u = routeOf[b]!
    if (v === u) return false
    if (a >= stopCount && b >= stopCount) return false
    if (next[a]! >= stopCount && next[b]! >= stopCount) return false
    const isSameType = typeOf[v] === typeOf[u]
    if (!isSameType && (features.hasShipments || !this.mayTakeTail(u, next[a]!) || !this.mayTakeTail(v, next[b]!))) {
      return false
    }
    const told = this.priceCrossing(a, b)
    if (told > allowance) return false
    if (isSameType && !(this.mayFollow(a, next[b]!) && this.mayFollow(b, next[a]!))) return false
    if (!this.keepsLoads(a, b)) return false
    const costBefore = this.routeCost[v]! + this.routeCost[u]!
    const overwaitBefore = this.getOverwait(v) + this.getOverwait(u)
    this.exchangeTails(a, b)
    const isKept =
      this.routeCost[v]! + this.routeCost[u]! - costBefore <= allowance &&
      this.keepsLimits(v) &&
      this.keepsLimits(u) &&
      (isSameType || (this.mayFollow(a, next[a]!) && this.mayFollow(b, next[b]!))) &&
      this.getOverwait(v) + this.getOverwait(u) <= overwaitBefore
    if (told > Number.NEGATIVE_INFINITY) {
      this.audit?.record('swap tails on routes', this.routeCost[v]! + this.routeCost[u]! - costBefore, told, costBefore)
    }
    if (!isKept) this.exchangeTails(a, b)
    return isKept
  }

  /** Whether vehicle v may serve everything after `link` on its route. */
  private mayTakeTail(v: number, link: number): boolean {
    if (!this.hasTypeRules) return true
    const { stopCount, typeCount, typeOf, isCompatible } = this.model
    const type = typeOf[v]!
    for (let at = link; at < stopCount; at = this.next[at]!) if (isCompatible[at * typeCount + type] === 0) return false
    return true
  }

  /**
   * Cost that exchanging the tails after `a` and `b` adds, in constant time. -Infinity when it is known only after the exchange: time costs
   * money, the vehicles' prices differ, or one route becomes empty.
   */
  private priceCrossing(a: number, b: number): number {
    const model = this.model
    const { stopCount, nodeCount, costPerMeter, costPerStop, classOf } = model
    const { nodeOut, nodeIn, next, prev, legMeters } = this
    const v = this.routeOf[a]!
    const u = this.routeOf[b]!
    if (this.hasTimeCost || this.hasTravelCost) return Number.NEGATIVE_INFINITY
    if (classOf[v] !== classOf[u] || costPerMeter[v] !== costPerMeter[u] || costPerStop[v] !== costPerStop[u]) {
      return Number.NEGATIVE_INFINITY
    }
    const meters = model.meters[classOf[v]!]!
    const afterA = next[a]!
    const afterB = next[b]!
    const endOfV = stopCount + v
    const endOfU = stopCount + u
    // One route absorbs the other, which saves a vehicle.
    if ((a === endOfV && afterB === endOfU) || (b === endOfU && afterA === endOfV)) return Number.NEGATIVE_INFINITY
    // An unused vehicle pays neither for the way from start to end nor its fixed price.
    let more = (this.count[v] === 0 ? 0 : -legMeters[a]!) - (this.count[u] === 0 ? 0 : legMeters[b]!)
    const opening =
      this.count[v] === 0 ? this.priceOf(v, 0, 0, 0, 0) : this.count[u] === 0 ? this.priceOf(u, 0, 0, 0, 0) : 0
    if (nodeIn[endOfV] === nodeIn[endOfU]) {
      more += meters[nodeOut[a]! * nodeCount + nodeIn[afterB]!]! + meters[nodeOut[b]! * nodeCount + nodeIn[afterA]!]!
    } else {
      more += meters[nodeOut[a]! * nodeCount + nodeIn[afterB === endOfU ? endOfV : afterB]!]!
      more += meters[nodeOut[b]! * nodeCount + nodeIn[afterA === endOfV ? endOfU : afterA]!]!
      if (afterA !== endOfV) {
        const last = prev[endOfV]!
        more += meters[last * nodeCount + nodeIn[endOfU]!]! - legMeters[last]!
      }
      if (afterB !== endOfU) {
        const last = prev[endOfU]!
        more += meters[last * nodeCount + nodeIn[endOfV]!]! - legMeters[last]!
      }
    }
    return opening + costPerMeter[v]! * more
  }

  /** Whether the route up to `link` reaches `after` and everything that follows it in time. */
  private mayFollow(link: number, after: number): boolean {
    const { nodeCount, classOf, seconds, features } = this.model
    if (!features.hasWindows) return true
    const cell = this.nodeOut[link]! * nodeCount + this.nodeIn[after]!
    const v = this.routeOf[link]!
    return this.leave[link]! + seconds[classOf[v]!]![cell]! <= this.latest[after]!
  }

  /** Whether loads allow exchanging the tails after `a` and `b`. */
  private keepsLoads(a: number, b: number): boolean {
    const { loadDimensions: dimensions, capacity } = this.model
    const { routeLoad } = this
    const v = this.routeOf[a]!
    const u = this.routeOf[b]!
    if (this.loads) return this.loads.mayCut(a, b)
    for (let k = 0; k < dimensions; k++) {
      const headA = this.loadUpTo(a, k)
      const headB = this.loadUpTo(b, k)
      const totalA = routeLoad[v * dimensions + k]!
      const totalB = routeLoad[u * dimensions + k]!
      if (headA + totalB - headB > capacity[v * dimensions + k]!) return false
      if (headB + totalA - headA > capacity[u * dimensions + k]!) return false
    }
    return true
  }

  private loadUpTo(link: number, dimension: number): number {
    const { stopCount, loadDimensions: dimensions, delivered } = this.model
    let load = 0
    for (let at = link; at < stopCount; at = this.prev[at]!) load += delivered[at * dimensions + dimension]!
    return load
  }

  /** Checks the limits of a whole route that prefixes and suffixes do not cover. */
  private keepsLimits(v: number): boolean {
    const { maxMeters, maxServices, maxSeconds, features } = this.model
    return (
      this.routeMeters[v]! <= maxMeters[v]! &&
      this.count[v]! <= maxServices[v]! &&
      (!features.hasDuration || this.routeDuration[v]! <= maxSeconds[v]!)
    )
  }
}
