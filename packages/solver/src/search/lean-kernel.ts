/** Inserts single stops when every rule can be checked in constant time: loads, one window per stop, duration, distance. */
import { type Model, unlimited } from '../model/model.ts'
import type { Neighbours } from '../model/neighbours.ts'
import type { Random } from '../model/random.ts'
import { LeanPairs, mendingWorth } from './lean-pairs.ts'
import type { MoveName } from './moves.ts'

/** Most kinds of unused vehicle considered for one stop. */
export const mostTypes = 16

/** Searches positions next to the nearest stops. O(neighbours) per insertion; routes are refreshed in O(length). */
export class LeanKernel extends LeanPairs {
  /** Added to the price of a second of route duration when single stops are inserted. */
  timePrice = 0
  private readonly isOneClass: boolean
  private readonly isFree: boolean
  private readonly hasDistanceLimit: boolean
  private readonly hasServiceLimit: boolean
  /** typeCount²: 1 for types that differ only in capacity and prices, so that a route can change between them unchanged. */
  readonly isAlike: Uint8Array
  private readonly hasUpgrades: boolean
  /** Results of the last `findUpgrade` and `findUnused`: cost added by the larger vehicle, cost of the new route, and its price in the search. */
  private upgradeCost = 0
  private unusedCost = 0
  private unusedPrice = 0
  /** Cheapest position found for the stop that is being inserted: for which place of its group, after which link, and with which larger vehicle. */
  private bestPlace = -1
  private bestBefore = -1
  private bestRoute = -1
  private bestUpgrade = -1

  constructor(model: Model, neighbours: Neighbours, random: Random) {
    super(model, neighbours, random)
    this.isOneClass = model.seconds.length === 1
    this.isFree = model.costPerStop.every((cost) => cost === 0)
    this.hasDistanceLimit = model.maxMeters.some((limit) => limit < unlimited)
    this.hasServiceLimit = model.maxServices.some((limit) => limit < unlimited)
    this.isAlike = compareTypes(model)
    this.hasUpgrades =
      model.typeCount > 1 &&
      !this.loads &&
      this.isAlike.some((value, cell) => value === 1 && cell % (model.typeCount + 1) !== 0)
  }

  /**
   * Whether v with `stop` between `before` and `after` keeps its limits on duration and single waits (or makes overlong waits no longer).
   * Sets `newDuration` and `newOverwait`.
   */
  private durationWith(v: number, stop: number, before: number, after: number): boolean {
    const { nodeCount, classOf, seconds } = this.model
    const table = seconds[classOf[v]!]!
    const from = this.nodeOut[before]! * nodeCount
    const to = this.nodeIn[after]!
    const there = table[from + stop]!
    const onward = table[stop * nodeCount + to]!
    this.beginWay(v, before)
    return this.endWay(stop, before, after, there, onward, there + onward - table[from + to]!)
  }

  /**
   * Inserts an absent stop (with its partner, for a pair) at its cheapest position among the routes near it and one empty vehicle of each
   * type. Returns false when nothing is allowed or leaving it out is cheaper.
   */
  insert(stop: number): boolean {
    if (!this.loads || this.loads.isSingle[stop] === 1) return this.insertSingle(stop)
    const pickup = this.model.pickupOf[stop]!
    return this.insertPair(pickup >= 0 ? pickup : stop)
  }

  /** Inserts the stop, or another place of its group, at the cheapest position. */
  private insertSingle(stop: number): boolean {
    const { stopCount, otherPlace } = this.model
    this.bestRoute = -1
    let best = this.worth[stop]! * this.worthFactor
    let place = stop
    do {
      best = this.lookNear(place, best)
      place = otherPlace[place]!
    } while (place !== stop)
    let unused = -1
    let unusedPlace = stop
    do {
      const v = this.findUnused(place, best, this.bestRoute < 0)
      if (v >= 0) {
        unused = v
        unusedPlace = place
        best = this.unusedPrice
      }
      place = otherPlace[place]!
    } while (place !== stop)
    if (unused >= 0) {
      this.replaceAbsent(stop, unusedPlace)
      return this.place('open route', unusedPlace, stopCount + unused, unused, this.unusedCost, this.timePrice)
    }
    const { bestPlace, bestBefore, bestRoute, bestUpgrade } = this
    if (bestRoute < 0) return this.insertAnywhere(stop)
    this.replaceAbsent(stop, bestPlace)
    const told = this.routeCost[bestRoute]! + best
    if (bestUpgrade < 0) return this.place('insert stop', bestPlace, bestBefore, bestRoute, told, this.timePrice)
    this.moveRoute(bestRoute, bestUpgrade)
    const before = bestBefore === stopCount + bestRoute ? stopCount + bestUpgrade : bestBefore
    return this.place('insert stop', bestPlace, before, bestUpgrade, told, this.timePrice)
  }

  /**
   * Looks for a position of the stop that is cheaper than `enough`. Returns the price of the best one, which becomes `bestBefore` and so on,
   * or `enough`. One hot loop of more than 120 lines with its locals: this is where a lean search spends its time.
   */
  private lookNear(stop: number, enough: number): number {
    const model = this.model
    const {
      stopCount,
      nodeCount,
      loadDimensions: dimensions,
      delivered,
      capacity,
      typeCount,
      typeOf,
      isCompatible,
      classOf,
    } = model
    const { next, prev, routeOf, nodeOut, nodeIn, leave, latest, legMeters, routeLoad, neighbours, random, sides } =
      this
    const { insert: near, insertSize: nearSize } = neighbours
    const row = stop * nodeCount
    const { isFree, blinkBits, touchedRoutes } = this
    let out = model.meters[0]!
    let into = model.metersInto[0]!
    let outSeconds = model.seconds[0]!
    let intoSeconds = model.secondsInto[0]!
    const { isOneClass, hasTypeRules, hasTravelCost, hasDistanceLimit, hasServiceLimit } = this
    const { hasWindows, hasWaitLimit } = model.features
    const { hasSegments, timePrice, loads } = this
    const opens = model.opensSeconds[stop]!
    const closes = model.closesSeconds[stop]!
    let service = model.serviceSeconds[0]![stop]!
    const load = dimensions > 0 ? delivered[stop * dimensions]! : 0
    let best = enough
    let { bestBefore, bestRoute, bestUpgrade } = this

    // Candidates: next to the nearest stops, and at both ends of the routes changed in this step, which may pass near the stop from afar.
    let nearCount = Math.min(nearSize, this.nearLimit)
    let candidates = nearCount + touchedRoutes
    for (let k = 0; k < candidates; k++) {
      let other: number
      let open = 3
      if (k < nearCount) {
        other = near[stop * nearSize + k]!
        if (other < 0) {
          k = nearCount - 1
          continue
        }
        if (hasWindows) {
          open = sides[stop * nearSize + k]!
          if (open === 0) continue
        }
      } else other = stopCount + this.touchedRoute(k - nearCount)
      const v = routeOf[other]!
      if (v < 0 || (k >= nearCount && this.count[v] === 0)) continue
      if (hasTypeRules && isCompatible[stop * typeCount + typeOf[v]!] === 0) {
        // A neighbour on a route that may not take the stop does not count: look at one more.
        if (k < nearCount && nearCount < nearSize) {
          nearCount++
          candidates++
        }
        continue
      }
      let upgrade = -1
      let upgradeCost = 0
      if (dimensions > 0) {
        if (
          routeLoad[v * dimensions]! + load > capacity[v * dimensions]! ||
          (dimensions > 1 && !this.hasRoom(v, stop))
        ) {
          if (!this.hasUpgrades) continue
          upgrade = this.findUpgrade(v, stop)
          if (upgrade < 0) continue
          upgradeCost = this.upgradeCost
        }
      }
      if (hasServiceLimit && this.count[v]! >= model.maxServices[v]!) continue
      if (!isOneClass) {
        const travelClass = classOf[v]!
        out = model.meters[travelClass]!
        into = model.metersInto[travelClass]!
        outSeconds = model.seconds[travelClass]!
        intoSeconds = model.secondsInto[travelClass]!
        service = model.serviceSeconds[travelClass]![stop]!
      }
      // A larger vehicle would drive the whole route at its own rates.
      const driver = upgrade < 0 ? v : upgrade
      const perMeter = model.costPerMeter[driver]!
      // Try after the neighbour, then before it.
      let before = other
      let after = next[other]!
      for (let side = open === 2 ? 1 : 0; side < 2; side++) {
        if (side === 1) {
          if (open === 1) break
          after = other
          before = prev[other]!
        }
        const from = nodeOut[before]!
        const to = nodeIn[after]!
        const moreMeters = into[row + from]! + out[row + to]! - legMeters[before]!
        let delta = perMeter * moreMeters + upgradeCost
        if (hasTravelCost) {
          delta +=
            model.costPerTravelSecond[driver]! *
            (intoSeconds[row + from]! + outSeconds[row + to]! - outSeconds[from * nodeCount + to]!)
        }
        if (!isFree) delta += model.costPerStop[driver]!
        if (delta >= best) continue
        if (hasWindows) {
          let start = leave[before]! + intoSeconds[row + from]!
          if (start < opens) start = opens
          if (start > closes || start + service + outSeconds[row + to]! > latest[after]!) continue
        }
        if (random.bits() >>> 0 < blinkBits) continue
        if (loads && !loads.hasRoomUpTo(v, before, stop)) continue
        if (hasDistanceLimit && this.routeMeters[v]! + moreMeters > model.maxMeters[v]!) continue
        if (hasSegments) {
          if (!this.durationWith(v, stop, before, after)) continue
          delta += (model.costPerSecond[driver]! + timePrice) * (this.newDuration - this.routeDuration[v]!)
          // Shortening an overlong wait comes first: otherwise the step is rejected.
          if (hasWaitLimit && this.newOverwait < this.getOverwait(v)) delta -= mendingWorth
          if (delta >= best) continue
        }
        best = delta
        bestBefore = before
        bestRoute = v
        bestUpgrade = upgrade
      }
    }
    if (best < enough) {
      this.bestPlace = stop
      this.bestBefore = bestBefore
      this.bestRoute = bestRoute
      this.bestUpgrade = bestUpgrade
    }
    return best
  }

  /** Inserts the stop. `told` is the expected cost of the route, with `timePrice` added for each second by which it becomes longer. */
  private place(move: MoveName, stop: number, before: number, v: number, told: number, timePrice: number): true {
    const costBefore = this.routeCost[v]!
    const durationBefore = this.count[v] === 0 ? 0 : this.routeDuration[v]!
    this.touch(v)
    this.link(stop, before, v)
    this.refreshFrom(v, stop)
    // A move that shortens an overlong wait carries a large bonus, so its price cannot be audited.
    if (this.audit !== undefined && told > -mendingWorth / 2) {
      const cost = this.routeCost[v]! + timePrice * (this.routeDuration[v]! - durationBefore)
      this.audit.record(move, cost - costBefore, told - costBefore, told)
    }
    return true
  }

  /**
   * Unused vehicle that serves the stop alone at the lowest price below `best`, or -1. With many kinds of vehicle only a sample is
   * considered; all of them when nothing else takes the stop.
   */
  private findUnused(stop: number, best: number, isLastResort: boolean): number {
    const { typeCount, isCompatible } = this.model
    const offset = typeCount > mostTypes ? this.random.below(typeCount) : 0
    let least = best
    let found = -1
    for (let i = 0; i < typeCount && (i < mostTypes || (isLastResort && found < 0)); i++) {
      const type = (offset + i) % typeCount
      const v = this.findFree(type)
      if (v < 0 || isCompatible[stop * typeCount + type] === 0) continue
      const cost = this.priceAlone(v, stop, least / this.openingFactor)
      const price = cost * this.openingFactor
      if (price >= least) continue
      least = price
      found = v
      this.unusedCost = cost
      this.unusedPrice = price
    }
    return found
  }

  /** Cheapest unused vehicle like v with room for its route and the stop, or -1. `upgradeCost` becomes the cost of the change. */
  private findUpgrade(v: number, stop: number): number {
    const model = this.model
    const { typeCount, loadDimensions: dimensions, capacity, delivered } = model
    const from = model.typeOf[v]!
    const distance = this.routeMeters[v]!
    let best = -1
    this.upgradeCost = Number.POSITIVE_INFINITY
    for (let type = 0; type < typeCount; type++) {
      if (this.isAlike[from * typeCount + type] === 0 || type === from) continue
      const u = this.findFree(type)
      if (u < 0) continue
      let hasRoom = true
      for (let k = 0; k < dimensions && hasRoom; k++) {
        hasRoom =
          this.routeLoad[v * dimensions + k]! + delivered[stop * dimensions + k]! <= capacity[u * dimensions + k]!
      }
      if (!hasRoom) continue
      const cost =
        this.priceOf(u, distance, this.routeSeconds[v]!, this.routeDuration[v]!, this.count[v]!) - this.routeCost[v]!
      if (cost < this.upgradeCost) {
        this.upgradeCost = cost
        best = u
      }
    }
    return best
  }

  /** Tries every position of every active route, for a required stop that fits at none near it, and for the other places of its group. */
  private insertAnywhere(stop: number): boolean {
    const model = this.model
    if (model.isRequired[stop] === 0 || !this.isThorough) return false
    if (this.neighbours.insertSize >= model.stopCount - 1) return false
    let best = this.worth[stop]!
    let place = stop
    do {
      best = this.lookEverywhere(place, best)
      place = model.otherPlace[place]!
    } while (place !== stop)
    const { bestPlace, bestBefore, bestRoute } = this
    if (bestRoute < 0) return false
    this.replaceAbsent(stop, bestPlace)
    return this.place('insert stop', bestPlace, bestBefore, bestRoute, this.routeCost[bestRoute]! + best, 0)
  }

  /** Like `lookNear`, on the whole of every route. */
  private lookEverywhere(stop: number, enough: number): number {
    const model = this.model
    const { nodeCount, typeCount, stopCount } = model
    let best = enough
    for (let v = 0; v < model.vehicleCount; v++) {
      if (this.isActive[v] === 0 || this.count[v] === 0 || isFull(this, v, stop)) continue
      if (model.isCompatible[stop * typeCount + model.typeOf[v]!] === 0) continue
      const meters = model.meters[model.classOf[v]!]!
      const seconds = model.seconds[model.classOf[v]!]!
      const sentinel = stopCount + v
      let before = sentinel
      do {
        const after = this.next[before]!
        const from = this.nodeOut[before]!
        const to = this.nodeIn[after]!
        const moreMeters = meters[from * nodeCount + stop]! + meters[stop * nodeCount + to]! - this.legMeters[before]!
        const moreSeconds =
          seconds[from * nodeCount + stop]! + seconds[stop * nodeCount + to]! - seconds[from * nodeCount + to]!
        let delta =
          model.costPerMeter[v]! * moreMeters + model.costPerTravelSecond[v]! * moreSeconds + model.costPerStop[v]!
        if (
          delta < best &&
          this.isTimely(v, stop, before, after) &&
          this.loads?.hasRoomUpTo(v, before, stop) !== false &&
          this.routeMeters[v]! + moreMeters <= model.maxMeters[v]!
        ) {
          let isAllowed = true
          if (this.hasSegments) {
            isAllowed = this.durationWith(v, stop, before, after)
            delta += model.costPerSecond[v]! * (this.newDuration - this.routeDuration[v]!)
          }
          if (isAllowed && delta < best) {
            best = delta
            this.bestPlace = stop
            this.bestBefore = before
            this.bestRoute = v
          }
        }
        before = after
      } while (before !== sentinel)
    }
    return best
  }

  private isTimely(v: number, stop: number, before: number, after: number): boolean {
    const model = this.model
    if (!model.features.hasWindows) return true
    const seconds = model.seconds[model.classOf[v]!]!
    const start = Math.max(
      this.leave[before]! + seconds[this.nodeOut[before]! * model.nodeCount + stop]!,
      model.opensSeconds[stop]!,
    )
    const home =
      start + model.serviceSeconds[model.classOf[v]!]![stop]! + seconds[stop * model.nodeCount + this.nodeIn[after]!]!
    return start <= model.closesSeconds[stop]! && home <= this.latest[after]!
  }

  /** Cost of an empty vehicle serving only this stop; Infinity when it may not, or when fixed price and metres alone cost `enough`. */
  private priceAlone(v: number, stop: number, enough: number): number {
    const model = this.model
    const { nodeCount, stopCount } = model
    const sentinel = stopCount + v
    const meters = model.meters[model.classOf[v]!]!
    const seconds = model.seconds[model.classOf[v]!]!
    const there = this.nodeOut[sentinel]! * nodeCount + stop
    const back = stop * nodeCount + this.nodeIn[sentinel]!
    const distance = meters[there]! + meters[back]!
    if (this.priceOf(v, distance, 0, 0, 0) >= enough) return Number.POSITIVE_INFINITY
    const travel = seconds[there]! + seconds[back]!
    if (distance > model.maxMeters[v]! || model.maxServices[v]! < 1 || !this.hasRoom(v, stop))
      return Number.POSITIVE_INFINITY
    if (!this.isTimely(v, stop, sentinel, sentinel)) return Number.POSITIVE_INFINITY
    const duration = travel + model.serviceSeconds[model.classOf[v]!]![stop]!
    if (duration > model.maxSeconds[v]!) return Number.POSITIVE_INFINITY
    return this.priceOf(v, distance, travel, duration, 1) + this.timePrice * duration
  }
}

function compareTypes(model: Model): Uint8Array {
  const { typeCount, stopCount, isCompatible } = model
  const example = Array.from({ length: typeCount }, (_, type) => model.typeOf.indexOf(type))
  const alike = new Uint8Array(typeCount * typeCount)
  const fields = [
    model.classOf,
    model.startNode,
    model.endNode,
    model.shiftStart,
    model.shiftEnd,
    model.maxSeconds,
    model.maxMeters,
    model.maxServices,
  ]
  for (let a = 0; a < typeCount; a++) {
    for (let b = 0; b < typeCount; b++) {
      let isSame = fields.every((field) => field[example[a]!] === field[example[b]!])
      for (let stop = 0; stop < stopCount && isSame; stop++) {
        isSame = isCompatible[stop * typeCount + a] === isCompatible[stop * typeCount + b]
      }
      alike[a * typeCount + b] = isSame ? 1 : 0
    }
  }
  return alike
}

function isFull(plan: LeanKernel, v: number, stop: number): boolean {
  return !plan.hasRoom(v, stop) || plan.count[v]! >= plan.model.maxServices[v]!
}
