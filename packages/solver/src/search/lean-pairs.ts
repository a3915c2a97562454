/** Inserts pairs of pickup and delivery when every rule can be checked in constant time. */
import type { Model } from '../model/model.ts'
import type { Neighbours } from '../model/neighbours.ts'
import type { Random } from '../model/random.ts'
import { LeanTails } from './lean-tails.ts'

/** Share of the usual neighbours considered for each half of a pair: every route near one of them is scanned as a whole. */
const pairNear = 0.7

/** Bonus for shortening an overlong wait: above any cost difference between positions. */
export const mendingWorth = 1e12

/** Scans every route near one of the halves along matrix rows; O(length²) per route. */
export abstract class LeanPairs extends LeanTails {
  protected readonly neighbours: Neighbours
  protected readonly random: Random
  private readonly seen: Int32Array
  private seenStamp = 0
  /** Per entry of the insertion neighbours: 1 when the stop may come right after it, plus 2 when right before it. */
  readonly sides: Uint8Array
  // Pickup and delivery pairs.

  private bestPairPickup = -1
  private bestPairDelivery = -1
  private bestPairCost = 0

  constructor(model: Model, neighbours: Neighbours, random: Random) {
    super(model)
    this.neighbours = neighbours
    this.random = random
    this.seen = new Int32Array(model.vehicleCount)
    this.sides = openSides(model, neighbours)
  }

  /** Inserts pickup and delivery at the cheapest pair of positions on one route. */
  protected insertPair(pickup: number): boolean {
    const model = this.model
    const { stopCount, shipmentFrom, shipmentDelivery } = model
    const delivery = shipmentDelivery[shipmentFrom[pickup]!]!
    const { insert: near, insertSize: nearSize } = this.neighbours
    // Construction considers more neighbours.
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
    const unused = this.findUnusedForPair(pickup, delivery)
    if (unused >= 0) {
      bestRoute = unused
      bestPickup = stopCount + unused
      bestDelivery = pickup
    }
    if (bestRoute < 0) return false
    const before = this.routeCost[bestRoute]!
    this.touch(bestRoute)
    this.link(pickup, bestPickup, bestRoute)
    this.link(delivery, bestDelivery, bestRoute)
    this.refresh(bestRoute)
    // A pair that shortens an overlong wait carries a large bonus, so its price cannot be audited.
    if (this.bestPairCost > -mendingWorth / 2) {
      this.audit?.record('insert pair', this.routeCost[bestRoute]! - before, this.bestPairCost, before)
    }
    return true
  }

  /**
   * Unused vehicle that serves the pair alone below `bestPairCost`, or -1; `bestPairCost` then becomes that cost. Opening a route may count
   * for less than its price: a single pair seldom pays for a route, but with those that follow it often does.
   */
  private findUnusedForPair(pickup: number, delivery: number): number {
    const best = this.bestPairCost
    let found = -1
    this.bestPairCost /= this.openingFactor
    for (let type = 0; type < this.model.typeCount; type++) {
      const v = this.findFree(type)
      if (v >= 0 && !this.isPairForbidden(v, pickup, delivery) && this.scanPair(v, pickup, delivery)) found = v
    }
    if (found < 0) this.bestPairCost = best
    return found
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

  /** Scans every pair of positions on v, pruned by cost, time and load. Returns true when one beats `bestPairCost`. */
  private scanPair(v: number, pickup: number, delivery: number): boolean {
    const model = this.model
    const { stopCount, nodeCount, opensSeconds, closesSeconds } = model
    const { next, nodeOut, nodeIn, leave, latest, legMeters, legSeconds, random, hasSegments, loads } = this
    if (!loads) return false
    const travelClass = model.classOf[v]!
    const serviceSeconds = model.serviceSeconds[travelClass]!
    // Uses the matrix rows of the two stops: columns would miss the cache at every link.
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
    // An unused vehicle does not pay for the way from start to end: add what is subtracted for it below.
    const opening =
      this.count[v] === 0 ? this.priceOf(v, this.routeMeters[v]!, this.routeSeconds[v]!, this.routeDuration[v]!, 0) : 0
    const fixed = opening + 2 * model.costPerStop[v]!
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
      const pickupDrive = pickupSeconds + onwardSeconds - legSeconds[before]!
      if (perTravel > 0) pickupCost += perTravel * pickupDrive
      // The delivery, at any position, only adds to this cost.
      if (
        pickupCost < this.bestPairCost &&
        loads.hasRoomAt(v, before, delivery) &&
        random.bits() >>> 0 >= this.blinkBits
      ) {
        if (hasSegments) this.beginWay(v, before, pickup, pickupSeconds)
        // Delivery right after the pickup.
        const more = toPickup + direct + out[deliveryRow + to]! - legMeters[before]!
        let cost = fixed + perMeter * more
        const onward = outSeconds[deliveryRow + to]!
        const drive = pickupSeconds + directSeconds + onward - legSeconds[before]!
        if (perTravel > 0) cost += perTravel * drive
        if (cost < this.bestPairCost && more <= spare) {
          let at = left + directSeconds
          if (at < deliveryOpens) at = deliveryOpens
          if (at <= deliveryCloses && at + deliveryService + onward <= latest[after]!) {
            if (hasSegments) cost += this.priceWay(delivery, pickup, after, directSeconds, onward, drive)
            if (this.keepPair(cost, before, pickup)) isFound = true
          }
        }
        // Delivery further on.
        let time = left + onwardSeconds
        let leg = onwardSeconds
        for (let link = after; link !== sentinel && time <= latest[link]!; ) {
          if (time < opensSeconds[link]!) time = opensSeconds[link]!
          time += serviceSeconds[link]!
          const toDelivery = intoSeconds[deliveryRow + link]!
          if (time + toDelivery > deliveryCloses || !loads.hasRoomAt(v, link, delivery)) break
          if (hasSegments) this.extendWay(link, leg)
          leg = legSeconds[link]!
          const following = next[link]!
          const last = nodeIn[following]!
          const more = into[deliveryRow + link]! + out[deliveryRow + last]! - legMeters[link]!
          let cost = pickupCost + perMeter * more
          const onward = outSeconds[deliveryRow + last]!
          const drive = toDelivery + onward - leg
          if (perTravel > 0) cost += perTravel * drive
          if (cost < this.bestPairCost && pickupMeters + more <= spare) {
            let at = time + toDelivery
            if (at < deliveryOpens) at = deliveryOpens
            if (at + deliveryService + onward <= latest[following]!) {
              if (hasSegments) cost += this.priceWay(delivery, link, following, toDelivery, onward, pickupDrive + drive)
              if (this.keepPair(cost, before, link)) isFound = true
            }
          }
          time += leg
          link = following
        }
      }
    } while (after !== sentinel)
    return isFound
  }

  /** Price of the time that both stops add to the route when the way ends like this (`endWay`); Infinity where it may not. */
  private priceWay(stop: number, behind: number, after: number, there: number, onward: number, drive: number): number {
    const v = this.wayRoute
    if (!this.endWay(stop, behind, after, there, onward, drive)) return Number.POSITIVE_INFINITY
    const price = this.model.costPerSecond[v]! * (this.newDuration - this.routeDuration[v]!)
    // Shortening an overlong wait comes first: otherwise the step is rejected.
    return this.newOverwait < this.getOverwait(v) ? price - mendingWorth : price
  }

  private keepPair(cost: number, before: number, link: number): boolean {
    if (cost >= this.bestPairCost) return false
    this.bestPairCost = cost
    this.bestPairPickup = before
    this.bestPairDelivery = link
    return true
  }
}

/** Which stops may follow which by their windows alone, regardless of the rest of the route. */
function openSides(model: Model, neighbours: Neighbours): Uint8Array {
  const { stopCount, nodeCount, opensSeconds, closesSeconds, seconds } = model
  const { insert, insertSize } = neighbours
  const sides = new Uint8Array(stopCount * insertSize).fill(3)
  if (!model.features.hasWindows || seconds.length > 1) return sides
  const travel = seconds[0]!
  const serviceSeconds = model.serviceSeconds[0]!
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
