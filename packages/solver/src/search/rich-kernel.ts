/**
 * Insertion and route upkeep under every rule. On most routes a position is priced exactly by what is kept of times and loads;
 * where pins, riding times or groups of stops play a part, positions are ranked by an estimate and the best are evaluated in full.
 * One file, because both ways share what is kept of each route.
 */
import { type Model, unlimited, unreachableTravel } from '../model/model.ts'
import type { Neighbours } from '../model/neighbours.ts'
import type { Random } from '../model/random.ts'
import { RouteEvaluator } from '../schedule/route-evaluator.ts'
import { Plan } from './plan.ts'
import { RouteLoads } from './route-loads.ts'
import { RouteTimes } from './route-times.ts'

/** How many candidates of one insertion get a full evaluation at most. */
const mostEvaluations = 24
const mostGroupRoutes = 6
/** Kinds of unused vehicle looked at for one stop. */
const mostTypes = 8
/** Evaluated positions that keep every rule, after which the search for a better one ends: estimates are in order. */
const enoughFitting = 4

/** Reload variants of a position: none, reload before the stop, behind it, both. */
const variantCount = 4

export class RichKernel extends Plan {
  readonly evaluator: RouteEvaluator
  /** Broken hard rules that a pinned vehicle may have; an insertion of anything else may not add to them. */
  readonly routeExcess: Float64Array
  readonly routeDuration: Float64Array
  readonly routeMeters: Float64Array
  readonly routeShortfall: Float64Array
  private readonly neighbours: Neighbours
  private readonly random: Random
  /** Bounds that no rule can beat: earliest leaving and latest service start of a link, breaks left out. */
  private readonly leave: Float64Array
  private readonly latest: Float64Array
  private readonly isTolerant: Uint8Array
  private readonly sequence: Int32Array
  private readonly best: Int32Array
  private readonly trial: Int32Array
  private readonly spare: Int32Array
  private readonly candidateBefore: Int32Array
  private readonly candidateVariant: Int32Array
  private readonly candidateKey: Float64Array
  private candidateCount = 0
  private readonly seen: Int32Array
  private seenStamp = 0
  private readonly excessWeight: number
  private readonly shortfallWeight: number
  private readonly hasSoft: boolean
  /** Sums of direct deliveries and of collections per route; infinite room where reloads change them. */
  private readonly routeDelivered: Int32Array
  private readonly routeCollected: Int32Array
  private readonly member: Int32Array
  private readonly times: RouteTimes
  private readonly loads: RouteLoads
  /** Routes of which positions are priced by `times` and `loads`. */
  private readonly isKept: Uint8Array
  private readonly mayKeep: Uint8Array
  private readonly routeCompact: Float64Array
  private readonly routeReloads: Int32Array
  /** From a link to the next one, on kept routes. */
  private readonly legSeconds: Int32Array
  private readonly legMeters: Int32Array
  private readonly hasRideLimits: boolean
  /** Per route, the least that one more stop adds beyond its legs and service; per vehicle, the price of a second of driving. */
  private readonly leastMore: Float64Array
  private readonly perDriven: Float64Array
  private readonly hasPlainBound: boolean
  private readonly hasSeveralWindows: boolean
  /** Vehicles whose route may last as long as it will. */
  private readonly isDurationFree: Uint8Array
  private brokenRoutes = 0
  /** Tests: every insertion must cost what it was priced at. */
  isAudited = false
  // The cheapest position found so far for the stop at hand.
  private bestDelta = 0
  private bestBefore = -1
  private bestVariant = 0
  private isBestExact = false

  constructor(model: Model, neighbours: Neighbours, random: Random) {
    super(model)
    this.neighbours = neighbours
    this.random = random
    const longest = model.stopCount * 2 + 2
    this.evaluator = new RouteEvaluator(model, longest)
    this.routeExcess = new Float64Array(model.vehicleCount)
    this.routeDuration = new Float64Array(model.vehicleCount)
    this.routeMeters = new Float64Array(model.vehicleCount)
    this.routeShortfall = new Float64Array(model.vehicleCount)
    this.leave = new Float64Array(this.linkCount)
    this.latest = new Float64Array(this.linkCount)
    this.isTolerant = new Uint8Array(model.vehicleCount)
    for (let v = 0; v < model.vehicleCount; v++) {
      if (model.isLocked[v] === 1 || model.prefixFrom[v + 1]! > model.prefixFrom[v]!) this.isTolerant[v] = 1
    }
    for (let stop = 0; stop < model.stopCount; stop++) {
      if (model.pinnedTo[stop]! >= 0) this.isTolerant[model.pinnedTo[stop]!] = 1
    }
    this.sequence = new Int32Array(longest + 4)
    this.best = new Int32Array(longest + 4)
    this.trial = new Int32Array(longest + 4)
    this.spare = new Int32Array(longest + 4)
    const positions = (neighbours.insertSize * 2 + model.stopCount + 3 * model.vehicleCount + 8) * variantCount
    this.candidateBefore = new Int32Array(positions)
    this.candidateVariant = new Int32Array(positions)
    this.candidateKey = new Float64Array(positions)
    this.seen = new Int32Array(this.linkCount)
    // A second too late on a pinned route is worse than one stop less on it.
    this.excessWeight = 2 * Math.max(model.requiredPenalty, ...model.dropCost)
    this.shortfallWeight = model.requiredPenalty / 10000
    this.hasSoft = model.latePenalty.some((penalty) => penalty >= 0)
    this.member = new Int32Array(model.stopCount)
    this.routeDelivered = new Int32Array(model.vehicleCount * model.loadDimensions)
    this.routeCollected = new Int32Array(model.vehicleCount * model.loadDimensions)
    this.times = new RouteTimes(this, model)
    this.loads = new RouteLoads(this, model)
    this.isKept = new Uint8Array(model.vehicleCount)
    this.mayKeep = Uint8Array.from(this.isTolerant, (value, v) => (value === 0 && this.times.supports(v) ? 1 : 0))
    this.routeCompact = new Float64Array(model.vehicleCount)
    this.routeReloads = new Int32Array(model.vehicleCount)
    this.legSeconds = new Int32Array(this.linkCount)
    this.legMeters = new Int32Array(this.linkCount)
    this.leastMore = new Float64Array(model.vehicleCount)
    this.perDriven = model.costPerSecond.map((cost, v) => cost + model.costPerTravelSecond[v]!)
    this.hasSeveralWindows = model.windowOpens.length > model.stopCount
    const isTimed = model.balanceTimeWeight > 0 || model.timeSpanCoefficient > 0
    this.isDurationFree = Uint8Array.from(model.maxSeconds, (limit, v) =>
      limit >= unlimited && model.costPerSecond[v] === 0 && model.minSeconds[v] === 0 && !isTimed ? 1 : 0,
    )
    this.hasPlainBound = !model.features.hasMinima && model.balanceTimeWeight === 0 && model.compactnessWeight === 0
    this.hasRideLimits = model.maxRideSeconds.some((limit) => limit < unlimited)
    for (let v = 0; v < model.vehicleCount; v++) this.refresh(v)
  }

  refresh(v: number): void {
    const wasBroken = this.isBroken(v)
    this.isKept[v] = this.mayKeep[v] === 1 && this.refreshKept(v) ? 1 : 0
    if (this.isKept[v] === 0) this.refreshInFull(v)
    const isBroken = this.isBroken(v)
    if (isBroken !== wasBroken) this.brokenRoutes += isBroken ? 1 : -1
  }

  private isBroken(v: number): boolean {
    return this.isTolerant[v] === 0 && this.routeExcess[v]! > 0
  }

  /** Keeps times, loads and sums of a route that breaks no rule; false when it does, or has rules that are not kept. */
  private refreshKept(v: number): boolean {
    const model = this.model
    const { stopCount, nodeCount, features } = model
    const { next, nodeOut, nodeIn, times } = this
    const sentinel = stopCount + v
    const meters = model.meters[model.classOf[v]!]!
    const seconds = model.seconds[model.classOf[v]!]!
    let distance = 0
    let compact = 0
    let reloads = 0
    let link = sentinel
    do {
      const after = next[link]!
      const cell = nodeOut[link]! * nodeCount + nodeIn[after]!
      const leg = seconds[cell]!
      this.legSeconds[link] = leg
      this.legMeters[link] = meters[cell]!
      distance += meters[cell]!
      if (link < stopCount && after < stopCount) compact += leg
      if (after >= this.firstReload) reloads++
      else if (this.hasRideLimits && after < stopCount && this.isRideLimited(after)) return false
      link = after
    } while (link !== sentinel)
    if (!this.loads.refresh(v) || !times.refresh(v)) return false
    if (features.hasUnreachable && times.travel[v]! >= unreachableTravel && this.count[v]! > 0) return false
    if (distance > model.maxMeters[v]! && this.count[v]! > 0) return false
    let duration = times.end[v]! - times.start[v]!
    let lateCost = times.lateCost[v]!
    if (this.count[v]! > 0 && this.needsReference(v, duration, times.work[v]!)) {
      const { evaluator } = this
      evaluator.evaluate(v, this.sequence, this.listRoute(v), false)
      if (evaluator.excess > 0) return false
      duration = evaluator.endSeconds - evaluator.startSeconds
      lateCost = evaluator.lateCost
    }
    this.routeExcess[v] = 0
    this.routeDuration[v] = duration
    this.routeMeters[v] = distance
    this.routeCompact[v] = compact
    this.routeReloads[v] = reloads
    const isUsed = this.count[v]! > 0
    this.routeShortfall[v] = isUsed
      ? Math.max(0, model.minSeconds[v]! - duration) + Math.max(0, model.minMeters[v]! - distance)
      : 0
    const cost = isUsed ? this.priceKept(v, duration, times.travel[v]!, distance, this.count[v]!, lateCost, compact) : 0
    this.setRouteCost(v, cost)
    this.leastMore[v] =
      model.costPerStop[v]! +
      model.balanceStopsWeight * (2 * this.count[v]! + 1) -
      lateCost -
      model.costPerSecond[v]! * (duration - times.work[v]!)
    if (features.hasReloads) this.refreshBounds(v)
    return true
  }

  /** Whether times that come to this leave something open: a single wait too long, a later window that lets the route start later. */
  private needsReference(v: number, durationSeconds: number, workSeconds: number): boolean {
    const waitSeconds = durationSeconds - workSeconds
    if (this.model.features.hasWaitLimit && waitSeconds > this.model.maxWaitSeconds) return true
    if (!this.hasSeveralWindows || this.isDurationFree[v] === 1) return false
    if (durationSeconds > this.model.maxSeconds[v]!) return true
    return waitSeconds > 0 || this.model.breakFrom[v + 1]! > this.model.breakFrom[v]!
  }

  /** Search cost of a route that breaks no rule: `RouteEvaluator`'s cost and `priceRoute` in one. */
  private priceKept(
    v: number,
    durationSeconds: number,
    travelSeconds: number,
    meters: number,
    stops: number,
    lateCost: number,
    compactSeconds: number,
  ): number {
    const model = this.model
    let cost =
      model.fixedCost[v]! +
      model.tollCost[v]! +
      model.vehiclePenalty +
      model.costPerSecond[v]! * durationSeconds +
      model.costPerTravelSecond[v]! * travelSeconds +
      model.costPerMeter[v]! * meters +
      model.costPerStop[v]! * stops +
      lateCost +
      model.compactnessWeight * compactSeconds
    if (model.balanceStopsWeight > 0) cost += model.balanceStopsWeight * stops * stops
    if (model.balanceTimeWeight > 0)
      cost += model.balanceTimeWeight * (durationSeconds / 3600) * (durationSeconds / 3600)
    if (model.features.hasMinima) {
      const shortfall = Math.max(0, model.minSeconds[v]! - durationSeconds) + Math.max(0, model.minMeters[v]! - meters)
      cost += shortfall * this.shortfallWeight
    }
    return cost
  }

  private isRideLimited(stop: number): boolean {
    return this.model.maxRideSeconds[stop]! < unlimited
  }

  private refreshInFull(v: number): void {
    const length = this.listRoute(v)
    const cost = this.evaluator.evaluate(v, this.sequence, length, false)
    const evaluator = this.evaluator
    this.routeExcess[v] = this.count[v] === 0 ? 0 : evaluator.excess
    this.routeDuration[v] = evaluator.endSeconds - evaluator.startSeconds
    this.routeMeters[v] = evaluator.meters
    this.routeShortfall[v] = this.count[v] === 0 ? 0 : evaluator.shortfall
    this.setRouteCost(v, this.count[v] === 0 ? 0 : this.priceRoute(cost, this.evaluator))
    this.refreshBounds(v)
    this.refreshSums(v)
  }

  /** Search cost of a route just evaluated: money, fewer vehicles, broken rules of pinned routes, minima not reached. */
  priceRoute(cost: number, evaluator: RouteEvaluator): number {
    const { excess, shortfall, stopCount } = evaluator
    if (stopCount === 0) return 0
    return cost + this.model.vehiclePenalty + excess * this.excessWeight + shortfall * this.shortfallWeight
  }

  priceOn(v: number, u: number): number {
    if (this.isTolerant[v] === 1 || this.isTolerant[u] === 1) return Number.POSITIVE_INFINITY
    const length = this.listRoute(v)
    const cost = this.evaluator.evaluate(u, this.sequence, length, true)
    return cost === Number.POSITIVE_INFINITY ? cost : this.priceRoute(cost, this.evaluator)
  }

  private listRoute(v: number): number {
    const sentinel = this.model.stopCount + v
    let length = 0
    for (let link = this.next[sentinel]!; link !== sentinel; link = this.next[link]!) this.sequence[length++] = link
    return length
  }

  private refreshSums(v: number): void {
    const { stopCount, loadDimensions: dimensions, delivered, collected, pickupOf } = this.model
    const sentinel = stopCount + v
    for (let k = 0; k < dimensions; k++) {
      let down = 0
      let up = 0
      for (let link = this.next[sentinel]!; link !== sentinel; link = this.next[link]!) {
        if (link >= stopCount) {
          down = up = Number.NEGATIVE_INFINITY
          break
        }
        if (pickupOf[link]! < 0) down += delivered[link * dimensions + k]!
        up += collected[link * dimensions + k]!
      }
      this.routeDelivered[v * dimensions + k] = Math.max(down, -unlimited)
      this.routeCollected[v * dimensions + k] = Math.max(up, -unlimited)
    }
  }

  /** Whether the route's sums leave room: all direct deliveries are aboard at the start, all collections at the end. */
  private mayHold(v: number, stop: number): boolean {
    const { loadDimensions: dimensions, delivered, collected, pickupOf, capacity } = this.model
    for (let k = 0; k < dimensions; k++) {
      const limit = capacity[v * dimensions + k]!
      const cell = stop * dimensions + k
      if (pickupOf[stop]! < 0 && this.routeDelivered[v * dimensions + k]! + delivered[cell]! > limit) return false
      if (this.routeCollected[v * dimensions + k]! + collected[cell]! > limit) return false
    }
    return true
  }

  private refreshBounds(v: number): void {
    const model = this.model
    const { stopCount, nodeCount, serviceSeconds, opensSeconds, closesSeconds } = model
    const { next, prev, nodeOut, nodeIn, leave, latest } = this
    const seconds = model.seconds[model.classOf[v]!]!
    const sentinel = stopCount + v
    let time = model.shiftStart[v]!
    leave[sentinel] = time
    let before = sentinel
    for (let link = next[sentinel]!; link !== sentinel; before = link, link = next[link]!) {
      time += seconds[nodeOut[before]! * nodeCount + nodeIn[link]!]!
      if (link < stopCount) {
        if (time < opensSeconds[link]!) time = opensSeconds[link]!
        time += serviceSeconds[link]!
      } else time += model.reloadSeconds[v]!
      leave[link] = time
    }
    let late = model.shiftEnd[v]!
    latest[sentinel] = late
    for (let link = prev[sentinel]!; link !== sentinel; link = prev[link]!) {
      late -= seconds[nodeOut[link]! * nodeCount + nodeIn[next[link]!]!]!
      if (link < stopCount) {
        late -= serviceSeconds[link]!
        if (model.latePenalty[link]! < 0 && late > closesSeconds[link]!) late = closesSeconds[link]!
      } else late -= model.reloadSeconds[v]!
      latest[link] = late
    }
  }

  /** Longest route in seconds and metres, weighted: the part of the cost that belongs to no single route. */
  spanCost(): number {
    const { timeSpanCoefficient, distanceSpanCoefficient, vehicleCount } = this.model
    let longest = 0
    let farthest = 0
    for (let v = 0; v < vehicleCount; v++) {
      if (this.count[v] === 0) continue
      if (this.routeDuration[v]! > longest) longest = this.routeDuration[v]!
      if (this.routeMeters[v]! > farthest) farthest = this.routeMeters[v]!
    }
    return timeSpanCoefficient * longest + distanceSpanCoefficient * farthest
  }

  /** Infinity while a route without pins breaks a rule, as removing stops can make it: no step may end so. */
  override get cost(): number {
    if (this.brokenRoutes > 0) return Number.POSITIVE_INFINITY
    this.resumRoutes()
    return super.cost + (this.model.features.hasSpan ? this.spanCost() : 0)
  }

  /** As LeanKernel.insert; partners (pickup, cluster) that are absent too come along where the rules need them. */
  insert(stop: number): boolean {
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
    return this.insertSingle(stop)
  }

  /** Absent stops that must or should come with this absent one: its deliveries, or its cluster when none of it is routed. */
  private groupSize(stop: number): number {
    const model = this.model
    let size = 1
    for (let i = model.shipmentFrom[stop]!; i < model.shipmentFrom[stop + 1]!; i++) {
      if (this.isAbsent(model.shipmentDelivery[i]!)) size++
    }
    if (size > 1) return size
    const cluster = model.clusterOf[stop]!
    if (cluster < 0 || this.clusterRoute(cluster) !== -1) return 1
    for (let i = model.clusterFrom[cluster]!; i < model.clusterFrom[cluster + 1]!; i++) {
      if (this.isAbsent(model.clusterMember[i]!) && model.clusterMember[i] !== stop) size++
    }
    return size
  }

  /** Route of the cluster's placed stops; -1 none, -2 outside this share. */
  private clusterRoute(cluster: number): number {
    const model = this.model
    for (let i = model.clusterFrom[cluster]!; i < model.clusterFrom[cluster + 1]!; i++) {
      const v = this.routeOf[model.clusterMember[i]!]!
      if (v !== -1) return v
    }
    return -1
  }

  /** The only route that may take the stop: by pin, pickup, deliveries or cluster; -1 when any may, -2 when none. */
  private forcedRoute(stop: number): number {
    const model = this.model
    // A pin wins over pickup and cluster; what then breaks a rule is reported.
    if (model.pinnedTo[stop]! >= 0) return model.pinnedTo[stop]!
    let forced = -1
    const force = (v: number): void => {
      if (v === -1 || v === forced) return
      forced = forced === -1 ? v : -2
    }
    if (model.pickupOf[stop]! >= 0) force(this.routeOf[model.pickupOf[stop]!]!)
    for (let i = model.shipmentFrom[stop]!; i < model.shipmentFrom[stop + 1]!; i++) {
      force(this.routeOf[model.shipmentDelivery[i]!]!)
    }
    const cluster = model.clusterOf[stop]!
    if (cluster >= 0) force(this.clusterRoute(cluster))
    return forced
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
      // Unused vehicles first: at the same cost a new route leaves more freedom than a second trip.
      this.addUnused(stop, mostTypes)
      this.addNeighbourPositions(stop)
    }
    if (this.evaluateCandidates(stop)) return true
    if (forced >= 0 || model.isRequired[stop] === 0 || !this.isThorough) return false
    if (this.neighbours.insertSize >= model.stopCount - 1 && model.typeCount <= mostTypes) return false
    // A required stop with no place near it: everywhere.
    this.beginSearch(stop)
    this.addUnused(stop, model.typeCount)
    for (let v = 0; v < model.vehicleCount; v++) {
      if (this.isActive[v] === 1 && this.count[v]! > 0) this.addRoutePositions(v, stop)
    }
    return this.evaluateCandidates(stop)
  }

  private beginSearch(stop: number): void {
    const { maxRideSeconds, pickupOf, shipmentFrom } = this.model
    this.candidateCount = 0
    this.bestDelta = this.worth[stop]! * this.worthFactor
    this.bestBefore = -1
    const isShipped = pickupOf[stop]! >= 0 || shipmentFrom[stop + 1]! > shipmentFrom[stop]!
    this.isStopKept = !isShipped && maxRideSeconds[stop]! >= unlimited
  }

  /** The stop at hand has no rule that is evaluated in full only. */
  private isStopKept = false

  /** Offers one unused vehicle of each kind; of many kinds only some, drawn anew each time. */
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
    // Both ends of the routes changed in this step: one of them may pass by from afar.
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

  /** Adds the position behind `before` on v, with its reload variants, unless a bound rules it out. */
  private addPosition(v: number, stop: number, before: number): void {
    const model = this.model
    const { typeCount, nodeCount, stopCount } = model
    const after = this.next[before]!
    // Nothing goes before or into the pinned prefix.
    if (after < stopCount && model.isFrozen[after] === 1) return
    if (model.isLocked[v] === 1) return
    const pinned = model.pinnedTo[stop] === v
    if (!pinned) {
      if (model.isCompatible[stop * typeCount + model.typeOf[v]!] === 0) return
      if (this.count[v]! >= model.maxServices[v]!) return
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
      model.costPerStop[v]!
    if (this.count[v] === 0)
      key = this.openingFactor * (key + model.fixedCost[v]! + model.tollCost[v]! + model.vehiclePenalty)
    if (model.balanceStopsWeight > 0) key += model.balanceStopsWeight * (2 * this.count[v]! + 1)
    if (model.balanceTimeWeight > 0) {
      const more = (there + onward - seconds[from + to]! + model.serviceSeconds[stop]!) / 3600
      key += model.balanceTimeWeight * more * (2 * (this.routeDuration[v]! / 3600) + more)
    }
    const hasRoom = pinned || this.mayHold(v, stop)
    if (hasRoom) this.pushCandidate(before, 0, key)
    const reload = model.reloadNode[v]!
    if (reload < 0 || this.count[v] === 0 || model.maxReloads[v]! === 0) return
    const row = reload * nodeCount
    const legCost = (a: number, b: number): number => perSecond * seconds[a + b]! + perMeter * meters[a + b]!
    const direct = legCost(from, to)
    const isAtStart = before >= stopCount
    const isAtEnd = after >= stopCount
    const sb = stop * nodeCount
    if (!isAtStart) this.pushCandidate(before, 1, legCost(from, reload) + legCost(row, stop) + legCost(sb, to) - direct)
    if (!isAtEnd) this.pushCandidate(before, 2, legCost(from, stop) + legCost(sb, reload) + legCost(row, to) - direct)
    if (!isAtStart && !isAtEnd) {
      const both = legCost(from, reload) + legCost(row, stop) + legCost(sb, reload) + legCost(row, to) - direct
      this.pushCandidate(before, 3, both)
    }
  }

  /** Prices the position exactly, with its reload variants, and keeps what is the best so far. */
  private tryKept(v: number, stop: number, before: number, after: number): void {
    const model = this.model
    const { nodeCount, stopCount } = model
    const travelClass = model.classOf[v]!
    const row = stop * nodeCount
    const from = row + this.nodeOut[before]!
    const to = row + this.nodeIn[after]!
    const there = model.secondsInto[travelClass]![from]!
    const onward = model.seconds[travelClass]![to]!
    const legSeconds = this.legSeconds[before]!
    const isEmpty = this.count[v] === 0
    const meters =
      model.metersInto[travelClass]![from]! + model.meters[travelClass]![to]! - (isEmpty ? 0 : this.legMeters[before]!)
    if (!isEmpty && this.hasPlainBound) {
      // What a full pricing hardly ever undercuts: no route is shorter than its work, break included. Reloads only add to it.
      const least =
        this.leastMore[v]! +
        this.perDriven[v]! * (there + onward - legSeconds) +
        model.costPerMeter[v]! * meters +
        model.costPerSecond[v]! * model.serviceSeconds[stop]!
      if (least >= this.bestDelta) return
    }
    let compact = 0
    if (model.compactnessWeight > 0) {
      const inward = before < stopCount ? there : 0
      const outward = after < stopCount ? onward : 0
      compact = inward + outward - (before < stopCount && after < stopCount ? legSeconds : 0)
    }
    const service = model.serviceSeconds[stop]!
    if (isEmpty) {
      this.tryVariant(v, stop, before, 0, there + onward, meters, service, compact)
      return
    }
    this.tryVariant(v, stop, before, 0, there + onward - legSeconds, meters, service, compact)
    if (model.reloadNode[v]! < 0 || this.routeReloads[v]! >= model.maxReloads[v]!) return
    if (!this.isInTime(v, stop, before, after, there, onward)) return
    if (before < stopCount) this.tryReload(v, stop, before, after, 1)
    if (after < stopCount) this.tryReload(v, stop, before, after, 2)
    if (before < stopCount && after < stopCount && this.routeReloads[v]! + 1 < model.maxReloads[v]!) {
      this.tryReload(v, stop, before, after, 3)
    }
  }

  /** As tryKept, after a reload (bit 0 of `variant`) and before one (bit 1). */
  private tryReload(v: number, stop: number, before: number, after: number, variant: number): void {
    const model = this.model
    const { nodeCount, stopCount } = model
    const seconds = model.seconds[model.classOf[v]!]!
    const meters = model.meters[model.classOf[v]!]!
    const reload = model.reloadNode[v]!
    const from = this.nodeOut[before]!
    const to = this.nodeIn[after]!
    const isBefore = (variant & 1) !== 0
    const isBehind = (variant & 2) !== 0
    const inward = (isBefore ? reload : from) * nodeCount + stop
    const outward = stop * nodeCount + (isBehind ? reload : to)
    let moreSeconds = seconds[inward]! + seconds[outward]! - this.legSeconds[before]!
    let moreMeters = meters[inward]! + meters[outward]! - this.legMeters[before]!
    let moreStay = model.serviceSeconds[stop]!
    if (isBefore) {
      moreSeconds += seconds[from * nodeCount + reload]!
      moreMeters += meters[from * nodeCount + reload]!
      moreStay += model.reloadSeconds[v]!
    }
    if (isBehind) {
      moreSeconds += seconds[reload * nodeCount + to]!
      moreMeters += meters[reload * nodeCount + to]!
      moreStay += model.reloadSeconds[v]!
    }
    let compact = 0
    if (model.compactnessWeight > 0) {
      if (before < stopCount && after < stopCount) compact -= this.legSeconds[before]!
      if (before < stopCount && !isBefore) compact += seconds[inward]!
      if (after < stopCount && !isBehind) compact += seconds[outward]!
    }
    this.tryVariant(v, stop, before, variant, moreSeconds, moreMeters, moreStay, compact)
  }

  private tryVariant(
    v: number,
    stop: number,
    before: number,
    variant: number,
    moreSeconds: number,
    moreMeters: number,
    moreStay: number,
    moreCompact: number,
  ): void {
    const model = this.model
    const { features } = model
    const { times } = this
    const isEmpty = this.count[v] === 0
    const travel = (isEmpty ? 0 : times.travel[v]!) + moreSeconds
    const distance = (isEmpty ? 0 : this.routeMeters[v]!) + moreMeters
    const compact = (isEmpty ? 0 : this.routeCompact[v]!) + moreCompact
    const factor = isEmpty ? this.openingFactor : 1
    const stops = this.count[v]! + 1
    const current = this.routeCost[v]!
    if (!features.hasMinima) {
      // No route is shorter than its work (one more stop saves no break, hardly ever): the least that the position can cost.
      const work = (isEmpty ? 0 : times.work[v]!) + moreSeconds + moreStay
      const least = this.priceKept(v, work, travel, distance, stops, 0, compact) - current
      if (least * factor >= this.bestDelta) return
    }
    if (distance > model.maxMeters[v]! || (features.hasUnreachable && travel >= unreachableTravel)) return
    if (!this.loads.hasRoom(v, stop, before, variant) || !times.probe(v, stop, before, variant)) return
    const duration = times.newEnd - times.newStart
    // A later window might make it cheaper still; only what may break a rule is worth the whole evaluation.
    let delta: number
    const isOpen = this.needsReference(v, duration, times.newWork)
    if (isOpen && (features.hasWaitLimit || duration > model.maxSeconds[v]!)) {
      delta = this.evaluateAt(stop, before, variant)
    } else {
      delta = this.priceKept(v, duration, travel, distance, stops, times.newLateCost, compact) - current
      if (features.hasSpan) delta += this.spanIncrease(duration, distance)
    }
    delta *= factor
    if (delta < this.bestDelta) {
      this.bestDelta = delta
      this.bestBefore = before
      this.bestVariant = variant
      this.isBestExact = !isOpen
    }
  }

  private pushCandidate(before: number, variant: number, key: number): void {
    if (this.candidateCount >= this.candidateKey.length) return
    const at = this.candidateCount++
    this.candidateBefore[at] = before
    this.candidateVariant[at] = variant
    this.candidateKey[at] = key
  }

  private isInTime(v: number, stop: number, before: number, after: number, there: number, onward: number): boolean {
    const model = this.model
    let start = this.leave[before]! + there
    if (start < model.opensSeconds[stop]!) start = model.opensSeconds[stop]!
    if (start > model.closesSeconds[stop]! && model.latePenalty[stop]! < 0) return false
    if (this.isTolerant[v] === 1) return true
    return start + model.serviceSeconds[stop]! + onward <= this.latest[after]!
  }

  /** Evaluates candidates from the best estimate on; links the cheapest allowed one. */
  private evaluateCandidates(stop: number): boolean {
    const model = this.model
    let { bestDelta, bestBefore, bestVariant } = this
    let evaluations = 0
    const { candidateBefore, candidateVariant } = this
    // Waiting that is there already can swallow time, so an estimate is no bound when time costs money.
    const isBound = !model.features.hasDuration && !this.hasSoft
    let fitting = 0
    while (evaluations < mostEvaluations) {
      const at = this.takeCandidateBelow(isBound ? bestDelta : Number.POSITIVE_INFINITY)
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
    const expected =
      this.isBestExact && this.isKept[v] === 1 && this.count[v]! > 0 ? this.routeCost[v]! + bestDelta : -1
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
    if (this.isAudited && expected >= 0 && !model.features.hasSpan && Math.abs(this.routeCost[v]! - expected) > 1e-4) {
      throw new Error(`stop ${stop} was to make route ${v} cost ${expected}, but it does ${this.routeCost[v]}`)
    }
    return true
  }

  /** Cost difference of the stop behind `before`; Infinity when a rule forbids it. */
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

  private evaluateTrial(v: number, trial: Int32Array, length: number, mayBreak: boolean): number {
    const isTolerant = this.isTolerant[v] === 1
    const cost = this.evaluator.evaluate(v, trial, length, !isTolerant)
    if (cost === Number.POSITIVE_INFINITY) return cost
    if (isTolerant && !mayBreak && this.evaluator.excess > this.routeExcess[v]! + 1e-6) return Number.POSITIVE_INFINITY
    let delta = this.priceRoute(cost, this.evaluator) - this.routeCost[v]!
    if (this.model.features.hasSpan) {
      delta += this.spanIncrease(this.evaluator.endSeconds - this.evaluator.startSeconds, this.evaluator.meters)
    }
    return delta
  }

  private spanIncrease(durationSeconds: number, meters: number): number {
    const { timeSpanCoefficient, distanceSpanCoefficient } = this.model
    let longest = 0
    let farthest = 0
    for (let v = 0; v < this.model.vehicleCount; v++) {
      if (this.count[v] === 0) continue
      if (this.routeDuration[v]! > longest) longest = this.routeDuration[v]!
      if (this.routeMeters[v]! > farthest) farthest = this.routeMeters[v]!
    }
    return (
      timeSpanCoefficient * Math.max(0, durationSeconds - longest) +
      distanceSpanCoefficient * Math.max(0, meters - farthest)
    )
  }

  /** Tries the absent group of `stop` (pickup with deliveries, or cluster) on the routes nearest to it; keeps the best. */
  private insertGroup(stop: number): boolean {
    const model = this.model
    let forced = this.forcedRoute(stop)
    if (forced === -2) return false
    let size = this.listGroup(stop)
    // Members that may ride elsewhere only stay behind.
    let kept = 1
    for (let i = 1; i < size; i++) {
      const other = this.forcedRoute(this.member[i]!)
      if (other === -2 || (other >= 0 && forced >= 0 && other !== forced)) continue
      if (forced >= 0 && other < 0 && !this.mayRide(this.member[i]!, forced)) continue
      if (other >= 0) forced = other
      this.member[kept++] = this.member[i]!
    }
    size = kept
    let best = Number.POSITIVE_INFINITY
    let bestRoute = -1
    let bestLength = 0
    let allDrop = 0
    for (let i = 0; i < size; i++) allDrop += this.worth[this.member[i]!]!
    const attempt = (v: number): void => {
      if (this.isActive[v] === 0 || model.isLocked[v] === 1) return
      const value = this.tryGroup(v, size, allDrop, best)
      if (value < best) {
        best = value
        bestRoute = v
        bestLength = this.trialLength
        this.best.set(this.sequence.subarray(0, bestLength))
      }
    }
    if (forced >= 0) attempt(forced)
    else {
      let tried = 0
      const stamp = ++this.seenStamp
      const { insert: near, insertSize: nearSize } = this.neighbours
      for (let k = 0; k < nearSize && tried < mostGroupRoutes; k++) {
        for (let i = 0; i < Math.min(size, 3); i++) {
          const other = near[this.member[i]! * nearSize + k]!
          const v = other < 0 ? -1 : this.routeOf[other]!
          if (v < 0 || this.seen[model.stopCount + v] === stamp) continue
          this.seen[model.stopCount + v] = stamp
          tried++
          attempt(v)
        }
      }
      const offset = this.random.below(model.typeCount)
      for (let i = 0; i < model.typeCount && (i < mostTypes || bestRoute < 0); i++) {
        const v = this.findFree((offset + i) % model.typeCount)
        if (v >= 0) attempt(v)
      }
    }
    if (bestRoute < 0 || best >= allDrop) return false
    this.replaceRoute(bestRoute, bestLength)
    return true
  }

  private mayRide(stop: number, v: number): boolean {
    const { isCompatible, typeCount, typeOf } = this.model
    return isCompatible[stop * typeCount + typeOf[v]!] === 1
  }

  private listGroup(stop: number): number {
    const model = this.model
    let size = 0
    this.member[size++] = stop
    for (let i = model.shipmentFrom[stop]!; i < model.shipmentFrom[stop + 1]!; i++) {
      const delivery = model.shipmentDelivery[i]!
      if (this.isAbsent(delivery) && model.isPlaceable[delivery] === 1) this.member[size++] = delivery
    }
    const cluster = model.clusterOf[stop]!
    if (size === 1 && cluster >= 0 && this.clusterRoute(cluster) === -1) {
      for (let i = model.clusterFrom[cluster]!; i < model.clusterFrom[cluster + 1]!; i++) {
        const other = model.clusterMember[i]!
        // Deliveries of the cluster come with their own pickups later.
        if (other !== stop && this.isAbsent(other) && model.isPlaceable[other] === 1 && model.pickupOf[other]! < 0) {
          this.member[size++] = other
        }
      }
    }
    return size
  }

  private trialLength = 0

  /** Greedy insertion of the listed group into v; leaves the sequence in `this.sequence`. Returns cost plus what had to stay out. */
  private tryGroup(v: number, size: number, allDrop: number, best: number): number {
    const model = this.model
    const first = this.member[0]!
    const second = size >= 2 ? this.member[1]! : -1
    if (second < 0 || model.pickupOf[second] !== first) return this.placeGroup(v, size, allDrop, false, best)
    const together = this.placeGroup(v, size, allDrop, true, best)
    if (model.isRequired[second] === 1 && together < Number.POSITIVE_INFINITY) return together
    // An optional delivery may be dearer than going to the pickup alone.
    const length = this.trialLength
    this.spare.set(this.sequence.subarray(0, length))
    const apart = this.placeGroup(v, size, allDrop, false, best)
    if (apart < together) return apart
    this.sequence.set(this.spare.subarray(0, length))
    this.trialLength = length
    return together
  }

  private placeGroup(v: number, size: number, allDrop: number, isPairFirst: boolean, best: number): number {
    const model = this.model
    let length = this.listRoute(v)
    const first = this.member[0]!
    const prefix = model.prefixFrom[v + 1]! - model.prefixFrom[v]!
    let cost = 0
    let remaining = allDrop
    let placed = 0
    if (isPairFirst) {
      const second = this.member[1]!
      // A pin excuses its own stop alone: where the pair does not fit, the pinned pickup goes in by itself.
      const mayBreak = model.pinnedTo[second] === v
      const limit = size === 2 ? best : Number.POSITIVE_INFINITY
      const delta = this.bestPair(v, length, first, second, prefix, mayBreak, limit)
      if (delta === Number.POSITIVE_INFINITY) return delta
      cost = delta
      length = this.trialLength
      remaining -= this.worth[first]! + this.worth[second]!
      placed = 2
    }
    for (let i = placed; i < size; i++) {
      const stop = this.member[i]!
      const delta = this.bestInSequence(v, length, stop, prefix, model.pinnedTo[stop] === v, cost, best)
      if (delta - cost >= this.worth[stop]!) {
        if (i === 0) return Number.POSITIVE_INFINITY
        continue
      }
      if (delta >= best) return Number.POSITIVE_INFINITY
      cost = delta
      length = this.trialLength
      remaining -= this.worth[stop]!
    }
    this.trialLength = length
    return cost + remaining
  }

  /** Cheapest position of `stop` in `this.sequence`; applies it there. Returns the new difference to the route's cost. */
  private bestInSequence(
    v: number,
    length: number,
    stop: number,
    prefix: number,
    mayBreak: boolean,
    current: number,
    mostCost: number,
  ): number {
    const { model, trial, sequence } = this
    let best = Number.POSITIVE_INFINITY
    let bestAt = -1
    const limit = current + this.worth[stop]!
    // Detours that cost too much even if all waiting of the route were put to use.
    let most = Number.POSITIVE_INFINITY
    if (this.isKept[v] === 1 && this.hasPlainBound && length > 0) {
      const service = model.costPerSecond[v]! * model.serviceSeconds[stop]!
      most = Math.min(limit, mostCost) - service - Math.max(current, 0) - (current > 0 ? 0 : this.leastMore[v]!)
    }
    let from = prefix
    const pickup = this.model.pickupOf[stop]!
    if (pickup >= 0) for (let e = 0; e < length; e++) if (sequence[e] === pickup) from = Math.max(from, e + 1)
    this.candidateCount = 0
    for (let at = from; at <= length; at++) this.keepCandidate(at, this.detourAt(v, length, stop, at))
    for (let tried = 0, fitting = 0; tried < this.candidateCount && fitting < enoughFitting; tried++) {
      const c = this.takeCandidateBelow(most)
      if (c < 0) break
      const at = this.candidateBefore[c]!
      for (let e = 0; e < at; e++) trial[e] = sequence[e]!
      trial[at] = stop
      for (let e = at; e < length; e++) trial[e + 1] = sequence[e]!
      const delta = this.evaluateTrial(v, trial, length + 1, mayBreak)
      if (delta < Number.POSITIVE_INFINITY) fitting++
      if (delta < best && delta < limit) {
        best = delta
        bestAt = at
      }
    }
    if (bestAt < 0) return Number.POSITIVE_INFINITY
    for (let e = length; e > bestAt; e--) sequence[e] = sequence[e - 1]!
    sequence[bestAt] = stop
    this.trialLength = length + 1
    return best
  }

  /** Cheapest pair of positions in `this.sequence`, by estimate first; applies it there. */
  private bestPair(
    v: number,
    length: number,
    pickup: number,
    delivery: number,
    prefix: number,
    mayBreak: boolean,
    limit: number,
  ): number {
    const model = this.model
    const { nodeCount, stopCount } = model
    const { sequence, trial } = this
    const meters = model.meters[model.classOf[v]!]!
    const seconds = model.seconds[model.classOf[v]!]!
    const perSecond = model.costPerTravelSecond[v]! + model.costPerSecond[v]!
    const perMeter = model.costPerMeter[v]!
    const node = (e: number): number =>
      e < 0
        ? model.startNode[v]!
        : e >= length
          ? model.endNode[v]!
          : sequence[e]! < stopCount
            ? sequence[e]!
            : model.reloadNode[v]!
    const leg = (a: number, b: number): number => {
      const cell = a * nodeCount + b
      return perSecond * seconds[cell]! + perMeter * meters[cell]!
    }
    this.candidateCount = 0
    const width = length + 1
    // What the pair costs beyond its legs, at least.
    const isBound = limit < Number.POSITIVE_INFINITY && this.isKept[v] === 1 && this.hasPlainBound && length > 0
    const services = model.serviceSeconds[pickup]! + model.serviceSeconds[delivery]!
    const most = isBound ? limit - this.leastMore[v]! - model.costPerSecond[v]! * services : Number.POSITIVE_INFINITY
    for (let i = prefix; i <= length; i++) {
      const a = node(i - 1)
      const b = node(i)
      const alone = leg(a, pickup) + leg(pickup, b) - leg(a, b)
      if (isBound && alone >= most) continue
      this.keepCandidate(i * width + i, leg(a, pickup) + leg(pickup, delivery) + leg(delivery, b) - leg(a, b))
      for (let j = i + 1; j <= length; j++) {
        const c = node(j - 1)
        const d = node(j)
        this.keepCandidate(i * width + j, alone + leg(c, delivery) + leg(delivery, d) - leg(c, d))
      }
    }
    let best = Number.POSITIVE_INFINITY
    let bestCode = -1
    for (let tried = 0, fitting = 0; tried < this.candidateCount && fitting < enoughFitting; tried++) {
      const c = this.takeCandidateBelow(most)
      if (c < 0) break
      const code = this.candidateBefore[c]!
      const size = splicePair(sequence, length, trial, pickup, delivery, Math.floor(code / width), code % width)
      const delta = this.evaluateTrial(v, trial, size, mayBreak)
      if (delta < Number.POSITIVE_INFINITY) fitting++
      if (delta < best) {
        best = delta
        bestCode = code
      }
    }
    if (bestCode < 0) return best
    const size = splicePair(sequence, length, trial, pickup, delivery, Math.floor(bestCode / width), bestCode % width)
    sequence.set(trial.subarray(0, size))
    this.trialLength = size
    return best
  }

  /** Cost of the legs that `stop` adds before element `at` of `this.sequence`. */
  private detourAt(v: number, length: number, stop: number, at: number): number {
    const model = this.model
    const { nodeCount } = model
    const before = (at === 0 ? model.startNode[v]! : this.nodeOut[this.sequence[at - 1]!]!) * nodeCount
    const after = at === length ? model.endNode[v]! : this.nodeIn[this.sequence[at]!]!
    const row = stop * nodeCount
    const seconds = model.seconds[model.classOf[v]!]!
    const meters = model.meters[model.classOf[v]!]!
    return (
      (model.costPerTravelSecond[v]! + model.costPerSecond[v]!) *
        (seconds[before + stop]! + seconds[row + after]! - seconds[before + after]!) +
      model.costPerMeter[v]! * (meters[before + stop]! + meters[row + after]! - meters[before + after]!)
    )
  }

  /** The candidate of smallest key, taken out; -1 when none below the limit is left. */
  private takeCandidateBelow(limit: number): number {
    let at = -1
    let key = limit
    for (let i = 0; i < this.candidateCount; i++) {
      if (this.candidateKey[i]! < key) {
        key = this.candidateKey[i]!
        at = i
      }
    }
    if (at >= 0) this.candidateKey[at] = Number.POSITIVE_INFINITY
    return at
  }

  /** Keeps the `mostPairs` candidates of smallest key. */
  private keepCandidate(code: number, key: number): void {
    const mostPairs = 24
    let at = this.candidateCount
    if (at < mostPairs) this.candidateCount++
    else {
      at = 0
      for (let i = 1; i < mostPairs; i++) if (this.candidateKey[i]! > this.candidateKey[at]!) at = i
      if (key >= this.candidateKey[at]!) return
    }
    this.candidateBefore[at] = code
    this.candidateKey[at] = key
  }

  /** Makes route v the sequence in `this.best`, which adds absent stops to it and takes none out. */
  private replaceRoute(v: number, length: number): void {
    this.touch(v)
    let tail = this.model.stopCount + v
    for (let e = 0; e < length; e++) {
      const link = this.best[e]!
      if (this.next[tail] !== link) this.link(link, tail, v)
      tail = link
    }
    this.refresh(v)
  }

  /** Removes reloads that begin or end a route or follow each other. */
  tidyReloads(v: number): void {
    if (this.model.reloadNode[v]! < 0) return
    const { stopCount } = this.model
    const sentinel = stopCount + v
    let link = this.next[sentinel]!
    while (link !== sentinel) {
      const after = this.next[link]!
      if (link >= stopCount && (this.prev[link]! >= stopCount || after >= stopCount)) this.unlink(link)
      link = after
    }
  }
}

function splicePair(
  source: Int32Array,
  length: number,
  target: Int32Array,
  pickup: number,
  delivery: number,
  pickupAt: number,
  deliveryAt: number,
): number {
  let size = 0
  for (let e = 0; e <= length; e++) {
    if (e === pickupAt) target[size++] = pickup
    if (e === deliveryAt) target[size++] = delivery
    if (e < length) target[size++] = source[e]!
  }
  return size
}
