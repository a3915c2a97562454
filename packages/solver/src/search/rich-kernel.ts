/**
 * Inserts single stops under every rule. On most routes a position is priced exactly from the kept times and loads; with pins or riding
 * times, positions are ranked by an estimate and the best are evaluated in full.
 */
import { isApart } from '../model/apart.ts'
import { type Model, unlimited, unreachableTravel } from '../model/model.ts'
import type { Neighbours } from '../model/neighbours.ts'
import type { Random } from '../model/random.ts'
import { findReloadPlace } from '../model/reload-places.ts'
import { hasRoom } from '../schedule/slack.ts'
import { enoughFitting, mostTypes, RichGroups } from './rich-groups.ts'

/** Most candidates of one insertion that get a full evaluation. */
const mostEvaluations = 24

export class RichKernel extends RichGroups {
  private readonly hasSoft: boolean
  private readonly perDriven: Float64Array
  // Cheapest position found so far for the current stop.
  private bestDelta = 0
  private bestBefore = -1
  private bestVariant = 0
  private isBestExact = false
  /** Lower bound on lateness and missing margins of the current route with the stop at the current position. */
  private leastLate = 0
  /** The current stop has no rule that needs a full evaluation. */
  private isStopKept = false

  constructor(model: Model, neighbours: Neighbours, random: Random) {
    super(model, neighbours, random)
    this.hasSoft = model.slackPrice > 0 || model.latePenalty.some((penalty) => penalty >= 0)
    this.perDriven = model.costPerSecond.map((cost, v) => cost + model.costPerTravelSecond[v]!)
  }

  /** Inserts a stop, and with it the absent ones that come before or after it. */
  insert(stop: number): boolean {
    const { holds } = this
    return holds?.isLinked(stop) ? holds.insert(stop, (member) => this.insertFree(member)) : this.insertFree(stop)
  }

  /** Like `LeanKernel.insert`; absent partners (pickup, cluster) are inserted too when the rules need them. */
  private insertFree(stop: number): boolean {
    const model = this.model
    if (model.isPlaceable[stop] === 0) return false
    const pickup = model.pickupOf[stop]!
    if (pickup >= 0 && this.routeOf[pickup]! < 0 && model.pinnedTo[stop]! < 0) {
      if (!this.isAbsent(pickup) || model.isPlaceable[pickup] === 0) return false
      if (!this.insertGroup(pickup)) return false
      return !this.isAbsent(stop) || this.insertSingle(stop)
    }
    const group = this.groupSize(stop)
    if (group > 1) return this.insertGroup(stop)
    if (this.wouldBeLone(stop)) return false
    return this.insertSingle(stop)
  }

  /** Whether the stop is a pickup with no delivery on a route; false for a pinned one, which is inserted in any case. */
  private wouldBeLone(stop: number): boolean {
    const { shipmentFrom, shipmentDelivery, pinnedTo } = this.model
    const from = shipmentFrom[stop]!
    const to = shipmentFrom[stop + 1]!
    if (from === to || pinnedTo[stop]! >= 0) return false
    for (let i = from; i < to; i++) if (this.routeOf[shipmentDelivery[i]!]! >= 0) return false
    return true
  }

  private insertSingle(stop: number): boolean {
    const forced = this.forcedRoute(stop)
    if (forced === -2) return false
    const model = this.model
    this.beginSearch(stop)
    if (forced >= 0) {
      if (this.isActive[forced] === 0) return false
      this.addRoutePositions(forced, stop)
    } else {
      // Unused vehicles first: at the same cost, a new route leaves more freedom than a second trip.
      this.addUnused(stop, mostTypes)
      this.addNeighbourPositions(stop)
    }
    if (this.evaluateCandidates(stop)) return true
    if (forced >= 0 || model.isRequired[stop] === 0 || !this.isThorough) return false
    if (this.neighbours.insertSize >= model.stopCount - 1 && model.typeCount <= mostTypes) return false
    // A required stop that fits at no position near it is tried everywhere.
    this.beginSearch(stop)
    this.addUnused(stop, model.typeCount)
    for (let v = 0; v < model.vehicleCount; v++) {
      if (this.isActive[v] === 1 && this.count[v]! > 0) this.addRoutePositions(v, stop)
    }
    return this.evaluateCandidates(stop)
  }

  private beginSearch(stop: number): void {
    const { maxRideSeconds, pickupOf, shipmentFrom } = this.model
    this.candidates.count = 0
    this.bestDelta = this.worth[stop]! * this.worthFactor
    this.bestBefore = -1
    const isShipped = pickupOf[stop]! >= 0 || shipmentFrom[stop + 1]! > shipmentFrom[stop]!
    this.isStopKept = !isShipped && maxRideSeconds[stop]! >= unlimited
  }

  /** Adds one unused vehicle of each kind; of many kinds only some, drawn anew each time. */
  private addUnused(stop: number, most: number): void {
    const { typeCount, stopCount } = this.model
    const offset = typeCount > most ? this.random.below(typeCount) : 0
    for (let i = 0; i < Math.min(typeCount, most); i++) {
      const v = this.findFree((offset + i) % typeCount)
      if (v >= 0) this.addPosition(v, stop, stopCount + v)
    }
  }

  private addNeighbourPositions(stop: number): void {
    const { insert: near, insertSize: nearSize } = this.neighbours
    const stamp = ++this.seenStamp
    const { isCompatible, typeCount, typeOf, stopCount } = this.model
    let looked = 0
    for (let k = 0; k < nearSize && looked < this.nearLimit; k++) {
      const other = near[stop * nearSize + k]!
      if (other < 0) break
      const v = this.routeOf[other]!
      if (v < 0 || isCompatible[stop * typeCount + typeOf[v]!] === 0) continue
      looked++
      if (this.seen[other] !== stamp) {
        this.seen[other] = stamp
        this.addPosition(v, stop, other)
      }
      const before = this.prev[other]!
      if (this.seen[before] !== stamp) {
        this.seen[before] = stamp
        this.addPosition(v, stop, before)
      }
    }
    // Try both ends of the routes changed in this step: one may pass near the stop from afar.
    for (let i = 0; i < this.touchedRoutes; i++) {
      const v = this.touchedRoute(i)
      const sentinel = stopCount + v
      if (this.count[v] === 0) continue
      if (this.seen[sentinel] !== stamp) this.addPosition(v, stop, sentinel)
      const last = this.prev[sentinel]!
      if (this.seen[last] !== stamp) this.addPosition(v, stop, last)
    }
  }

  private addRoutePositions(v: number, stop: number): void {
    const sentinel = this.model.stopCount + v
    let before = sentinel
    do {
      this.addPosition(v, stop, before)
      before = this.next[before]!
    } while (before !== sentinel)
  }

  /** Adds the position after `before` on v, with its reload variants, unless a bound excludes it. */
  private addPosition(v: number, stop: number, before: number): void {
    const model = this.model
    const { typeCount, nodeCount, stopCount } = model
    const after = this.next[before]!
    // Stops cannot be inserted before or into the pinned prefix.
    if (after < stopCount && model.isFrozen[after] === 1) return
    if (model.isLocked[v] === 1) return
    const pinned = model.pinnedTo[stop] === v
    if (!pinned) {
      if (model.isCompatible[stop * typeCount + model.typeOf[v]!] === 0) return
      if (this.count[v]! >= model.maxServices[v]!) return
      if (model.apartWords > 0 && isApart(model, stop, this.routeApart, v * model.apartWords)) return
      if (this.random.bits() >>> 0 < this.blinkBits) return
    }
    if (this.isStopKept && this.isKept[v] === 1) {
      this.tryKept(v, stop, before, after)
      return
    }
    const seconds = model.seconds[model.classOf[v]!]!
    const meters = model.meters[model.classOf[v]!]!
    const from = this.nodeOut[before]! * nodeCount
    const to = this.nodeIn[after]!
    const there = seconds[from + stop]!
    const onward = seconds[stop * nodeCount + to]!
    if (!pinned && !this.isInTime(v, stop, before, after, there, onward)) return
    const perSecond = model.costPerTravelSecond[v]! + model.costPerSecond[v]!
    const perMeter = model.costPerMeter[v]!
    let key =
      perSecond * (there + onward - seconds[from + to]!) +
      perMeter * (meters[from + stop]! + meters[stop * nodeCount + to]! - meters[from + to]!) +
      model.costPerStop[v]! +
      this.stopCost(v, stop)
    if (this.count[v] === 0)
      key = this.openingFactor * (key + model.fixedCost[v]! + model.tollCost[v]! + model.vehiclePenalty)
    if (model.balanceStopsWeight > 0) key += model.balanceStopsWeight * (2 * this.count[v]! + 1)
    if (model.balanceTimeWeight > 0) {
      const more = (there + onward - seconds[from + to]! + model.serviceSeconds[model.classOf[v]!]![stop]!) / 3600
      key += model.balanceTimeWeight * more * (2 * (this.routeDuration[v]! / 3600) + more)
    }
    const hasRoom = pinned || this.mayHold(v, stop)
    if (hasRoom) this.candidates.push(before, 0, key)
    if (model.reloadNode[v]! >= 0 && this.count[v]! > 0 && model.maxReloads[v]! > 0)
      this.addReloadPositions(v, stop, before)
  }

  /** Adds the position after `before` on v with a reload before the stop, after it, and both. */
  private addReloadPositions(v: number, stop: number, before: number): void {
    const model = this.model
    const { nodeCount, stopCount } = model
    const seconds = model.seconds[model.classOf[v]!]!
    const meters = model.meters[model.classOf[v]!]!
    const perSecond = model.costPerTravelSecond[v]! + model.costPerSecond[v]!
    const perMeter = model.costPerMeter[v]!
    const after = this.next[before]!
    const from = this.nodeOut[before]! * nodeCount
    const to = this.nodeIn[after]!
    const ahead = findReloadPlace(model, v, this.nodeOut[before]!, stop)
    const behind = findReloadPlace(model, v, stop, to)
    const legCost = (a: number, b: number): number => perSecond * seconds[a + b]! + perMeter * meters[a + b]!
    const direct = legCost(from, to)
    const isAtStart = before >= stopCount
    const isAtEnd = after >= stopCount
    const sb = stop * nodeCount
    const into = legCost(from, ahead) + legCost(ahead * nodeCount, stop)
    const onward = legCost(sb, behind) + legCost(behind * nodeCount, to)
    if (!isAtStart) this.candidates.push(before, 1, into + legCost(sb, to) - direct)
    if (!isAtEnd) this.candidates.push(before, 2, legCost(from, stop) + onward - direct)
    if (!isAtStart && !isAtEnd) this.candidates.push(before, 3, into + onward - direct)
  }

  /** Prices the position exactly, with its reload variants, and keeps it when it is the best so far. */
  private tryKept(v: number, stop: number, before: number, after: number): void {
    const model = this.model
    const { nodeCount, stopCount } = model
    const travelClass = model.classOf[v]!
    const row = stop * nodeCount
    const from = row + this.nodeOut[before]!
    const to = row + this.nodeIn[after]!
    const there = model.secondsInto[travelClass]![from]!
    const onward = model.seconds[travelClass]![to]!
    const least = this.byHour ? this.byHour.leastWith(v, stop, before, after, there, onward) : 0
    if (least === Number.POSITIVE_INFINITY) return
    const legSeconds = this.legSeconds[before]!
    const isEmpty = this.count[v] === 0
    const isRoomy = this.lookAtLate(v, stop, before)
    const meters =
      model.metersInto[travelClass]![from]! + model.meters[travelClass]![to]! - (isEmpty ? 0 : this.legMeters[before]!)
    if (this.byHour) {
      const rest = isEmpty ? 0 : this.leastMore[v]! + model.costPerMeter[v]! * meters
      const more = least - (isEmpty ? 0 : this.times.work[v]!)
      if (!isEmpty && this.hasPlainBound && rest + model.costPerSecond[v]! * more >= this.bestDelta) return
    } else if (!isEmpty && this.hasPlainBound) {
      // A price that full pricing hardly ever undercuts: no route is shorter than its work, break included. Reloads only add to it.
      const more =
        this.leastMore[v]! +
        this.perDriven[v]! * (there + onward - legSeconds) +
        model.costPerMeter[v]! * meters +
        model.costPerSecond[v]! * model.serviceSeconds[model.classOf[v]!]![stop]! +
        (isRoomy ? this.leastLate : 0)
      if (more >= this.bestDelta) return
    }
    let extra = this.stopCost(v, stop)
    if (model.compactnessWeight > 0) {
      const inward = before < stopCount ? there : 0
      const outward = after < stopCount ? onward : 0
      extra += model.compactnessWeight * (inward + outward - (before < stopCount && after < stopCount ? legSeconds : 0))
    }
    const service = model.serviceSeconds[model.classOf[v]!]![stop]!
    if (isEmpty) {
      this.tryVariant(v, stop, before, 0, there + onward, meters, service, extra)
      return
    }
    this.tryVariant(v, stop, before, 0, there + onward - legSeconds, meters, service, extra)
    if (model.reloadNode[v]! < 0 || this.routeReloads[v]! >= model.maxReloads[v]!) return
    if (!this.isInTime(v, stop, before, after, there, onward)) return
    if (before < stopCount) this.tryReload(v, stop, before, after, 1)
    if (after < stopCount) this.tryReload(v, stop, before, after, 2)
    if (before < stopCount && after < stopCount && this.routeReloads[v]! + 1 < model.maxReloads[v]!) {
      this.tryReload(v, stop, before, after, 3)
    }
  }

  /** Like `tryKept`, with a reload before the stop (bit 0 of `variant`) and after it (bit 1). */
  private tryReload(v: number, stop: number, before: number, after: number, variant: number): void {
    const model = this.model
    const { nodeCount, stopCount } = model
    const seconds = model.seconds[model.classOf[v]!]!
    const meters = model.meters[model.classOf[v]!]!
    const from = this.nodeOut[before]!
    const to = this.nodeIn[after]!
    const isBefore = (variant & 1) !== 0
    const isBehind = (variant & 2) !== 0
    const ahead = isBefore ? findReloadPlace(model, v, from, stop) : -1
    const behind = isBehind ? findReloadPlace(model, v, stop, to) : -1
    const inward = (isBefore ? ahead : from) * nodeCount + stop
    const outward = stop * nodeCount + (isBehind ? behind : to)
    let moreSeconds = seconds[inward]! + seconds[outward]! - this.legSeconds[before]!
    let moreMeters = meters[inward]! + meters[outward]! - this.legMeters[before]!
    let moreStay = model.serviceSeconds[model.classOf[v]!]![stop]!
    if (isBefore) {
      moreSeconds += seconds[from * nodeCount + ahead]!
      moreMeters += meters[from * nodeCount + ahead]!
      moreStay += model.reloadSeconds[v]!
    }
    if (isBehind) {
      moreSeconds += seconds[behind * nodeCount + to]!
      moreMeters += meters[behind * nodeCount + to]!
      moreStay += model.reloadSeconds[v]!
    }
    let extra = this.stopCost(v, stop)
    if (model.compactnessWeight > 0) {
      let compact = 0
      if (before < stopCount && after < stopCount) compact -= this.legSeconds[before]!
      if (before < stopCount && !isBefore) compact += seconds[inward]!
      if (after < stopCount && !isBehind) compact += seconds[outward]!
      extra += model.compactnessWeight * compact
    }
    this.tryVariant(v, stop, before, variant, moreSeconds, moreMeters, moreStay, extra)
  }

  /** Extra cost of the stop on this vehicle. */
  private stopCost(v: number, stop: number): number {
    const { costByVehicle, vehicleCount } = this.model
    return costByVehicle.length > 0 ? costByVehicle[stop * vehicleCount + v]! : 0
  }

  private tryVariant(
    v: number,
    stop: number,
    before: number,
    variant: number,
    moreSeconds: number,
    moreMeters: number,
    moreStay: number,
    moreExtra: number,
  ): void {
    const model = this.model
    const { features } = model
    const { times } = this
    const isEmpty = this.count[v] === 0
    const travel = (isEmpty ? 0 : times.travel[v]!) + moreSeconds
    const distance = (isEmpty ? 0 : this.routeMeters[v]!) + moreMeters
    const extra = (isEmpty ? 0 : this.routeExtra[v]!) + moreExtra
    const factor = isEmpty ? this.openingFactor : 1
    const stops = this.count[v]! + 1
    const current = this.routeCost[v]!
    if (!features.hasMinima && !features.hasHours) {
      // Lower bound on the cost of the position: no route is shorter than its work (an added stop hardly ever saves a break).
      const work = (isEmpty ? 0 : times.work[v]!) + moreSeconds + moreStay
      const least = this.priceKept(v, work, travel, distance, stops, this.leastLate, extra) - current
      if (least * factor >= this.bestDelta) return
    }
    if (this.isTooFar(v, distance, travel)) return
    if (features.hasHours) times.mostDuration = this.longestWorth(v, travel, distance, stops, current, factor)
    if (!this.loads.hasRoom(v, stop, before, variant) || !times.probe(v, stop, before, variant)) return
    const duration = times.newEnd - times.newStart
    // With a later window of some stop the position might cost even less. A full evaluation is worth it only when it decides whether a rule
    // is broken.
    let delta: number
    const isOpen = this.needsReference(v, duration, times.newWork)
    if (isOpen && (features.hasWaitLimit || duration > model.maxSeconds[v]!)) {
      delta = this.evaluateAt(stop, before, variant)
    } else {
      delta = this.priceKept(v, duration, travel, distance, stops, times.newLateCost, extra) - current
      if (features.hasSpan) delta += this.spanIncrease(duration, distance)
    }
    delta *= factor
    if (delta < this.bestDelta && this.isWithinReach(v, distance, stop, before, variant)) {
      this.bestDelta = delta
      this.bestBefore = before
      this.bestVariant = variant
      // A reload next to the stop may move to another place once the stop is inserted.
      this.isBestExact = !isOpen && !times.isBound && (this.routeReloads[v] === 0 || this.canChooseReload[v] === 0)
    }
  }

  /** Whether the battery suffices when consumption depends on the load, which `isTooFar` ignores. */
  private isWithinReach(v: number, distance: number, stop: number, before: number, variant: number): boolean {
    if (distance <= this.model.sureMeters[v]!) return true
    return this.evaluateAt(stop, before, variant) < Number.POSITIVE_INFINITY
  }

  /**
   * Sets `leastLate` for a position. Missing margins stay missing when a stop is added, because everything after it comes later. The
   * exception is room for a break, which the route may gain by the stop: returns true when there is such room.
   */
  private lookAtLate(v: number, stop: number, before: number): boolean {
    const { model, times } = this
    this.leastLate = 0
    if (model.slackPrice === 0 || this.count[v] === 0) return false
    const isRoomy = hasRoom(model, v)
    this.leastLate = isRoomy ? times.leastLate(v, stop, before) : times.lateCost[v]!
    return isRoomy
  }

  private isTooFar(v: number, distance: number, travel: number): boolean {
    const { maxMeters, reachMeters, features } = this.model
    return (
      distance > maxMeters[v]! || distance > reachMeters[v]! || (features.hasUnreachable && travel >= unreachableTravel)
    )
  }

  /** Duration from which a position costs no less than the best so far. */
  private longestWorth(
    v: number,
    travel: number,
    distance: number,
    stops: number,
    current: number,
    factor: number,
  ): number {
    const perSecond = this.model.costPerSecond[v]!
    if (perSecond === 0 || this.model.balanceTimeWeight > 0) return Number.POSITIVE_INFINITY
    const rest = this.priceKept(v, 0, travel, distance, stops, 0, 0)
    return (this.bestDelta / factor + current - rest) / perSecond
  }

  private isInTime(v: number, stop: number, before: number, after: number, there: number, onward: number): boolean {
    const model = this.model
    let start = this.leave[before]! + there
    if (start < model.opensSeconds[stop]!) start = model.opensSeconds[stop]!
    if (start > model.closesSeconds[stop]! && model.latePenalty[stop]! < 0) return false
    if (this.isTolerant[v] === 1) return true
    return start + model.serviceSeconds[model.classOf[v]!]![stop]! + onward <= this.latest[after]!
  }

  /** Evaluates candidates in order of their estimates; links the cheapest allowed one. */
  private evaluateCandidates(stop: number): boolean {
    const model = this.model
    let { bestDelta, bestBefore, bestVariant } = this
    let evaluations = 0
    const { before: candidateBefore, variant: candidateVariant } = this.candidates
    // Existing waiting can absorb added time, so an estimate is no bound when time costs money.
    const isBound = !model.features.hasDuration && !this.hasSoft && !model.features.hasHours
    let fitting = 0
    while (evaluations < mostEvaluations) {
      const at = this.candidates.takeBelow(isBound ? bestDelta : Number.POSITIVE_INFINITY)
      if (at < 0 || (!isBound && fitting >= enoughFitting)) break
      evaluations++
      const before = candidateBefore[at]!
      let delta = this.evaluateAt(stop, before, candidateVariant[at]!)
      if (delta < Number.POSITIVE_INFINITY) fitting++
      if (before >= model.stopCount && this.count[this.routeOf[before]!] === 0) delta *= this.openingFactor
      if (delta < bestDelta) {
        bestDelta = delta
        bestBefore = before
        bestVariant = candidateVariant[at]!
        this.isBestExact = true
      }
    }
    if (bestBefore < 0) return false
    const v = this.routeOf[bestBefore]!
    const costBefore = this.routeCost[v]!
    const factor = this.count[v] === 0 ? this.openingFactor : 1
    this.touch(v)
    let tail = bestBefore
    if ((bestVariant & 1) !== 0) {
      const reload = this.takeReload()
      this.link(reload, tail, v)
      tail = reload
    }
    this.link(stop, tail, v)
    if ((bestVariant & 2) !== 0) this.link(this.takeReload(), stop, v)
    this.refresh(v)
    // The audit compares only exact prices: none that a later window can still lower, and none when the longest route costs extra, because
    // that cost belongs to no single route.
    if (this.isBestExact && !model.features.hasSpan) {
      this.audit?.record('insert under every rule', this.routeCost[v]! - costBefore, bestDelta / factor, costBefore)
    }
    return true
  }

  /** Cost difference of inserting the stop after `before`; Infinity when a rule forbids it. */
  private evaluateAt(stop: number, before: number, variant: number): number {
    const v = this.routeOf[before]!
    const sentinel = this.model.stopCount + v
    const trial = this.trial
    let length = 0
    let link = sentinel
    do {
      if (link !== sentinel) trial[length++] = link
      if (link === before) {
        if ((variant & 1) !== 0) trial[length++] = this.firstReload
        trial[length++] = stop
        if ((variant & 2) !== 0) trial[length++] = this.firstReload
      }
      link = this.next[link]!
    } while (link !== sentinel)
    return this.evaluateTrial(v, trial, length, this.model.pinnedTo[stop] === v)
  }
}
