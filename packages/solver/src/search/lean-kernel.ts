/**
 * Insertion when every rule can be checked in constant time: loads, one window per stop, duration, distance, pairs. One long
 * file, because the optimizer inlines its loops only where their arrays are in sight.
 */
import { type Model, unlimited } from '../model/model.ts'
import type { Neighbours } from '../model/neighbours.ts'
import type { Random } from '../model/random.ts'
import { LeanRoutes } from './lean-routes.ts'

/** Part of the usual neighbours that each half of a pair looks at: every route near one of them is scanned as a whole. */
const pairNear = 0.7
/** Kinds of unused vehicle looked at for one stop. */
const mostTypes = 16
/** Above any difference between positions. */
const mendingWorth = 1e12

/** Searches positions beside the nearest stops; O(neighbours) per insertion, routes are refreshed in O(length). */
export class LeanKernel extends LeanRoutes {
  private readonly neighbours: Neighbours
  private readonly random: Random
  /** Duration and seconds of overlong waits of the route that the last successful `durationWith` looked at. */
  private newDuration = 0
  private newOverwait = 0
  /** Added to the price of a second of a route's duration where single stops look for their positions. */
  timePrice = 0
  private readonly seen: Int32Array
  private seenStamp = 0
  /** For each entry of the insertion neighbours: 1 where the stop may come right behind it, plus 2 where right before it. */
  private readonly sides: Uint8Array
  private readonly isOneClass: boolean
  private readonly isFree: boolean
  private readonly hasDistanceLimit: boolean
  private readonly hasServiceLimit: boolean
  /** typeCount²: types that differ in nothing but capacity and prices, so that routes can change between them as they are. */
  private readonly isAlike: Uint8Array
  private readonly hasUpgrades: boolean

  constructor(model: Model, neighbours: Neighbours, random: Random) {
    super(model)
    this.neighbours = neighbours
    this.random = random
    this.seen = new Int32Array(model.vehicleCount)
    this.sides = openSides(model, neighbours)
    this.isOneClass = model.seconds.length === 1
    this.isFree = model.costPerStop.every((cost) => cost === 0)
    this.hasDistanceLimit = model.maxMeters.some((limit) => limit < unlimited)
    this.hasServiceLimit = model.maxServices.some((limit) => limit < unlimited)
    this.isAlike = compareTypes(model)
    this.hasUpgrades =
      model.typeCount > 1 && this.isAlike.some((value, cell) => value === 1 && cell % (model.typeCount + 1) !== 0)
  }

  /**
   * Whether v with `stop` between `before` and `after` keeps the limits of its duration and of single waits, or breaks the
   * latter no more than now; leaves `newDuration` and `newOverwait`.
   */
  private durationWith(v: number, stop: number, before: number, after: number): boolean {
    const { nodeCount, serviceSeconds, opensSeconds, closesSeconds, classOf, maxSeconds, features } = this.model
    const seconds = this.model.seconds[classOf[v]!]!
    const there = seconds[this.nodeOut[before]! * nodeCount + stop]!
    const onward = seconds[stop * nodeCount + this.nodeIn[after]!]!
    const reach = this.headDuration[before]! + there
    const wait = Math.max(0, opensSeconds[stop]! - reach - this.headLatest[before]!)
    const latest = Math.min(closesSeconds[stop]! - reach, this.headLatest[before]!)
    const through = reach + wait + serviceSeconds[stop]! + onward
    const pause = Math.max(0, this.tailEarliest[after]! - through - latest)
    this.newDuration = through + pause + this.tailDuration[after]!
    if (this.newDuration > maxSeconds[v]!) return false
    if (!features.hasWaitLimit) return true
    this.newOverwait = 0
    const leg = seconds[this.nodeOut[before]! * nodeCount + this.nodeIn[after]!]!
    const work = this.routeWork[v]! + there + serviceSeconds[stop]! + onward - leg
    // No single wait is longer than all of them together.
    if (this.newDuration - work <= this.model.maxWaitSeconds) return true
    const earliest = Math.max(opensSeconds[stop]! - reach, this.headEarliest[before]!) - wait
    const start = Math.max(this.tailEarliest[after]! - through, earliest) - pause
    const allowed = this.routeOverwait[v]!
    this.newOverwait = this.sumOverwait(v, this.model.stopCount + v, start, before, stop, allowed)
    return this.newOverwait <= allowed
  }

  /**
   * Puts an absent stop (with its partner, for a pair) at its cheapest position among the routes near it and one empty vehicle
   * of each type. False when nothing is allowed or leaving it out is cheaper.
   */
  insert(stop: number): boolean {
    if (this.model.features.hasShipments) {
      const pickup = this.model.pickupOf[stop]!
      return this.insertPair(pickup >= 0 ? pickup : stop)
    }
    return this.insertSingle(stop)
  }

  private insertSingle(stop: number): boolean {
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
    const { hasSegments, timePrice } = this
    const opens = model.opensSeconds[stop]!
    const closes = model.closesSeconds[stop]!
    const service = model.serviceSeconds[stop]!
    const load = dimensions > 0 ? delivered[stop * dimensions]! : 0
    let best = this.worth[stop]! * this.worthFactor
    let bestBefore = -1
    let bestRoute = -1
    let bestUpgrade = -1

    // Beside the nearest stops, and at both ends of the routes that this step has changed: a route may pass by from afar.
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
        // A neighbour on a route that may not take the stop is none: look at one more.
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
      }
      const perMeter = model.costPerMeter[v]!
      // Beside the neighbour: behind it, then before it.
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
            model.costPerTravelSecond[v]! *
            (intoSeconds[row + from]! + outSeconds[row + to]! - outSeconds[from * nodeCount + to]!)
        }
        if (!isFree) delta += model.costPerStop[v]!
        if (delta >= best) continue
        if (hasWindows) {
          let start = leave[before]! + intoSeconds[row + from]!
          if (start < opens) start = opens
          if (start > closes || start + service + outSeconds[row + to]! > latest[after]!) continue
        }
        if (random.bits() >>> 0 < blinkBits) continue
        if (hasDistanceLimit && this.routeMeters[v]! + moreMeters > model.maxMeters[v]!) continue
        if (hasSegments) {
          if (!this.durationWith(v, stop, before, after)) continue
          delta += (model.costPerSecond[v]! + timePrice) * (this.newDuration - this.routeDuration[v]!)
          // Mending an overlong wait comes first: the step is lost without it.
          if (hasWaitLimit && this.newOverwait < this.routeOverwait[v]!) delta -= mendingWorth
          if (delta >= best) continue
        }
        best = delta
        bestBefore = before
        bestRoute = v
        bestUpgrade = upgrade
      }
    }
    // With many kinds of vehicle some unused ones stand for all, and all are looked at when nothing else is found.
    const offset = typeCount > mostTypes ? random.below(typeCount) : 0
    for (let i = 0; i < typeCount && (i < mostTypes || bestRoute < 0); i++) {
      const type = (offset + i) % typeCount
      const v = this.findFree(type)
      if (v < 0 || isCompatible[stop * typeCount + type] === 0) continue
      const delta = this.priceAlone(v, stop, best / this.openingFactor) * this.openingFactor
      if (delta < best) {
        best = delta
        bestBefore = stopCount + v
        bestRoute = v
        bestUpgrade = -1
      }
    }
    if (bestRoute < 0) return this.insertAnywhere(stop)
    if (bestUpgrade >= 0) {
      this.moveRoute(bestRoute, bestUpgrade)
      if (bestBefore === stopCount + bestRoute) bestBefore = stopCount + bestUpgrade
      bestRoute = bestUpgrade
    }
    this.touch(bestRoute)
    this.link(stop, bestBefore, bestRoute)
    this.refreshFrom(bestRoute, stop)
    return true
  }

  private upgradeCost = 0

  /** Cheapest unused vehicle like v that has room for its route and the stop, or -1; `upgradeCost` is what the change adds. */
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

  /** The whole of every active route, for a required stop with no position near it. */
  private insertAnywhere(stop: number): boolean {
    const model = this.model
    if (model.isRequired[stop] === 0 || !this.isThorough) return false
    if (this.neighbours.insertSize >= model.stopCount - 1) return false
    const { nodeCount, typeCount, stopCount } = model
    let best = this.worth[stop]!
    let bestBefore = -1
    let bestRoute = -1
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
          this.routeMeters[v]! + moreMeters <= model.maxMeters[v]!
        ) {
          let isAllowed = true
          if (this.hasSegments) {
            isAllowed = this.durationWith(v, stop, before, after)
            delta += model.costPerSecond[v]! * (this.newDuration - this.routeDuration[v]!)
          }
          if (isAllowed && delta < best) {
            best = delta
            bestBefore = before
            bestRoute = v
          }
        }
        before = after
      } while (before !== sentinel)
    }
    if (bestRoute < 0) return false
    this.touch(bestRoute)
    this.link(stop, bestBefore, bestRoute)
    this.refreshFrom(bestRoute, stop)
    return true
  }

  private isTimely(v: number, stop: number, before: number, after: number): boolean {
    const model = this.model
    if (!model.features.hasWindows) return true
    const seconds = model.seconds[model.classOf[v]!]!
    const start = Math.max(
      this.leave[before]! + seconds[this.nodeOut[before]! * model.nodeCount + stop]!,
      model.opensSeconds[stop]!,
    )
    const home = start + model.serviceSeconds[stop]! + seconds[stop * model.nodeCount + this.nodeIn[after]!]!
    return start <= model.closesSeconds[stop]! && home <= this.latest[after]!
  }

  /** Cost of an empty vehicle serving only this stop; Infinity when it may not, or costs `enough` by fixed price and metres alone. */
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
    const duration = travel + model.serviceSeconds[stop]!
    if (duration > model.maxSeconds[v]!) return Number.POSITIVE_INFINITY
    return this.priceOf(v, distance, travel, duration, 1) + this.timePrice * duration
  }

  // Pickup and delivery pairs.

  private bestPairPickup = -1
  private bestPairDelivery = -1
  private bestPairCost = 0

  /** Inserts pickup and delivery at the cheapest pair of positions on one route. */
  private insertPair(pickup: number): boolean {
    const model = this.model
    const { stopCount, typeCount, typeOf, isCompatible, shipmentFrom, shipmentDelivery } = model
    const delivery = shipmentDelivery[shipmentFrom[pickup]!]!
    const { insert: near, insertSize: nearSize } = this.neighbours
    // Construction looks farther.
    const isPatient = this.isThorough && this.blinkBits === 0
    const nearCount = isPatient ? nearSize : Math.min(nearSize, Math.ceil(pairNear * this.nearLimit))
    const stamp = ++this.seenStamp
    let bestRoute = -1
    let bestPickup = -1
    let bestDelivery = -1
    this.bestPairCost = this.worth[pickup]! + this.worth[delivery]!
    for (let half = 0; half < 2; half++) {
      const stop = half === 0 ? pickup : delivery
      for (let k = 0; k < nearCount; k++) {
        const other = near[stop * nearSize + k]!
        if (other < 0) break
        if (this.sides[stop * nearSize + k] === 0) continue
        const v = this.routeOf[other]!
        if (v < 0 || this.seen[v] === stamp) continue
        this.seen[v] = stamp
        if (this.isPairForbidden(v, pickup, delivery)) continue
        if (this.scanPair(v, pickup, delivery)) {
          bestRoute = v
          bestPickup = this.bestPairPickup
          bestDelivery = this.bestPairDelivery
        }
      }
    }
    for (let type = 0; type < typeCount; type++) {
      const v = this.findFree(type)
      if (v < 0 || isCompatible[pickup * typeCount + typeOf[v]!] === 0) continue
      if (this.isPairForbidden(v, pickup, delivery) || !this.scanPair(v, pickup, delivery)) continue
      bestRoute = v
      bestPickup = stopCount + v
      bestDelivery = pickup
    }
    if (bestRoute < 0) return false
    this.touch(bestRoute)
    this.link(pickup, bestPickup, bestRoute)
    this.link(delivery, bestDelivery, bestRoute)
    this.refresh(bestRoute)
    return true
  }

  private isPairForbidden(v: number, pickup: number, delivery: number): boolean {
    const { typeCount, typeOf, isCompatible, maxServices, loadDimensions: dimensions, delivered, capacity } = this.model
    if (isCompatible[pickup * typeCount + typeOf[v]!] === 0) return true
    if (isCompatible[delivery * typeCount + typeOf[v]!] === 0) return true
    if (this.count[v]! + 2 > maxServices[v]!) return true
    for (let k = 0; k < dimensions; k++) {
      if (delivered[delivery * dimensions + k]! > capacity[v * dimensions + k]!) return true
    }
    return false
  }

  private fits(v: number, link: number, delivery: number): boolean {
    const { loadDimensions: dimensions, delivered, capacity } = this.model
    for (let k = 0; k < dimensions; k++) {
      if (
        this.linkLoad[link * dimensions + k]! + delivered[delivery * dimensions + k]! >
        capacity[v * dimensions + k]!
      ) {
        return false
      }
    }
    return true
  }

  /** Every pair of positions on v, cut short by cost, time and load; true when it beats `bestPairCost`. */
  private scanPair(v: number, pickup: number, delivery: number): boolean {
    const model = this.model
    const { stopCount, nodeCount, serviceSeconds, opensSeconds, closesSeconds } = model
    const { next, nodeOut, nodeIn, leave, latest, legMeters, legSeconds, random } = this
    const travelClass = model.classOf[v]!
    // By rows of the two stops: columns of the matrix would miss the cache at every link.
    const pickupRow = pickup * nodeCount
    const deliveryRow = delivery * nodeCount
    const out = model.meters[travelClass]!
    const into = model.metersInto[travelClass]!
    const outSeconds = model.seconds[travelClass]!
    const intoSeconds = model.secondsInto[travelClass]!
    const direct = out[pickupRow + delivery]!
    const directSeconds = outSeconds[pickupRow + delivery]!
    const perMeter = model.costPerMeter[v]!
    const perTravel = model.costPerTravelSecond[v]!
    const sentinel = stopCount + v
    const fixed =
      (this.count[v] === 0 ? model.fixedCost[v]! + model.tollCost[v]! + model.vehiclePenalty : 0) +
      2 * model.costPerStop[v]!
    const spare = model.maxMeters[v]! - this.routeMeters[v]!
    const pickupOpens = opensSeconds[pickup]!
    const pickupCloses = closesSeconds[pickup]!
    const pickupService = serviceSeconds[pickup]!
    const deliveryOpens = opensSeconds[delivery]!
    const deliveryCloses = closesSeconds[delivery]!
    const deliveryService = serviceSeconds[delivery]!
    let isFound = false
    let after = sentinel
    do {
      const before = after
      after = next[before]!
      const from = nodeOut[before]!
      const to = nodeIn[after]!
      const pickupSeconds = intoSeconds[pickupRow + from]!
      let start = leave[before]! + pickupSeconds
      if (start < pickupOpens) start = pickupOpens
      if (start > pickupCloses) break
      const left = start + pickupService
      const toPickup = into[pickupRow + from]!
      const pickupMeters = toPickup + out[pickupRow + to]! - legMeters[before]!
      const onwardSeconds = outSeconds[pickupRow + to]!
      let pickupCost = fixed + perMeter * pickupMeters
      if (perTravel > 0) pickupCost += perTravel * (pickupSeconds + onwardSeconds - legSeconds[before]!)
      // The delivery, wherever it comes, only adds to this.
      if (pickupCost < this.bestPairCost && this.fits(v, before, delivery) && random.bits() >>> 0 >= this.blinkBits) {
        // Delivery right behind the pickup.
        const more = toPickup + direct + out[deliveryRow + to]! - legMeters[before]!
        let cost = fixed + perMeter * more
        const onward = outSeconds[deliveryRow + to]!
        if (perTravel > 0) cost += perTravel * (pickupSeconds + directSeconds + onward - legSeconds[before]!)
        if (cost < this.bestPairCost && more <= spare) {
          let at = left + directSeconds
          if (at < deliveryOpens) at = deliveryOpens
          if (at <= deliveryCloses && at + deliveryService + onward <= latest[after]!) {
            this.bestPairCost = cost
            this.bestPairPickup = before
            this.bestPairDelivery = pickup
            isFound = true
          }
        }
        // Delivery further on.
        let time = left + onwardSeconds
        for (let link = after; link !== sentinel && time <= latest[link]!; ) {
          if (time < opensSeconds[link]!) time = opensSeconds[link]!
          time += serviceSeconds[link]!
          const toDelivery = intoSeconds[deliveryRow + link]!
          if (time + toDelivery > deliveryCloses || !this.fits(v, link, delivery)) break
          const following = next[link]!
          const last = nodeIn[following]!
          const more = into[deliveryRow + link]! + out[deliveryRow + last]! - legMeters[link]!
          let cost = pickupCost + perMeter * more
          const onward = outSeconds[deliveryRow + last]!
          if (perTravel > 0) cost += perTravel * (toDelivery + onward - legSeconds[link]!)
          if (cost < this.bestPairCost && pickupMeters + more <= spare) {
            let at = time + toDelivery
            if (at < deliveryOpens) at = deliveryOpens
            if (at + deliveryService + onward <= latest[following]!) {
              this.bestPairCost = cost
              this.bestPairPickup = before
              this.bestPairDelivery = link
              isFound = true
            }
          }
          time += legSeconds[link]!
          link = following
        }
      }
    } while (after !== sentinel)
    return isFound
  }
}

/** Which stops may follow which by their windows alone, whatever else is on the route. */
function openSides(model: Model, neighbours: Neighbours): Uint8Array {
  const { stopCount, nodeCount, opensSeconds, closesSeconds, serviceSeconds, seconds } = model
  const { insert, insertSize } = neighbours
  const sides = new Uint8Array(stopCount * insertSize).fill(3)
  if (!model.features.hasWindows || seconds.length > 1) return sides
  const travel = seconds[0]!
  for (let cell = 0; cell < insert.length; cell++) {
    const other = insert[cell]!
    if (other < 0) continue
    const stop = Math.floor(cell / insertSize)
    const there = opensSeconds[other]! + serviceSeconds[other]! + travel[other * nodeCount + stop]!
    const back = opensSeconds[stop]! + serviceSeconds[stop]! + travel[stop * nodeCount + other]!
    sides[cell] = (there <= closesSeconds[stop]! ? 1 : 0) + (back <= closesSeconds[other]! ? 2 : 0)
  }
  return sides
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
