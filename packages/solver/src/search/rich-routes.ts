/**
 * Routes under every rule: their kept data and their cost. Routes that keep their rules and have neither pins nor riding times are priced
 * by `RouteTimes` and `RouteLoads`; all others are evaluated in full by the reference.
 */
import { addApart, startApart } from '../model/apart.ts'
import { type Model, unlimited, unreachableTravel } from '../model/model.ts'
import type { Neighbours } from '../model/neighbours.ts'
import type { Random } from '../model/random.ts'
import { findReloadPlace, hasReloadChoice } from '../model/reload-places.ts'
import { RouteEvaluator } from '../schedule/route-evaluator.ts'
import { hasRoom } from '../schedule/slack.ts'
import { Candidates } from './candidates.ts'
import { HoursTimes } from './hours-times.ts'
import type { KeptTimes } from './kept-times.ts'
import { RouteExchange } from './route-exchange.ts'
import { RouteLoads } from './route-loads.ts'
import { RouteTimes } from './route-times.ts'

/** Reload variants of a position: none, reload before the stop, after it, both. */
const variantCount = 4

/** Updates a changed route in O(length). */
export abstract class RichRoutes extends RouteExchange {
  readonly evaluator: RouteEvaluator
  /** Amount by which a pinned vehicle breaks hard rules; inserting any other stop may not increase it. */
  readonly routeExcess: Float64Array
  readonly routeDuration: Float64Array
  readonly routeMeters: Float64Array
  readonly routeShortfall: Float64Array
  protected readonly neighbours: Neighbours
  protected readonly random: Random
  /** Bounds that no route beats: earliest departure and latest service start of a link, without breaks. */
  protected readonly leave: Float64Array
  protected readonly latest: Float64Array
  protected readonly isTolerant: Uint8Array
  protected readonly sequence: Int32Array
  protected readonly trial: Int32Array
  protected readonly seen: Int32Array
  protected seenStamp = 0
  protected readonly excessWeight: number
  protected readonly shortfallWeight: number
  /** Sums of direct deliveries and of collections per route; infinite room when reloads change them. */
  protected readonly routeDelivered: Int32Array
  protected readonly routeCollected: Int32Array
  protected readonly times: KeptTimes
  /** Times of routes when travel times depend on the hour. */
  protected readonly byHour: HoursTimes | undefined
  protected readonly loads: RouteLoads
  /** Routes whose positions are priced by `times` and `loads`. */
  protected readonly isKept: Uint8Array
  protected readonly mayKeep: Uint8Array
  /** Extra cost of a route for legs between stops and for stops on this vehicle, beyond the prices of all routes. */
  protected readonly routeExtra: Float64Array
  protected readonly routeReloads: Int32Array
  /** Classes of the stops on each route that are kept apart from others, as bits: `apartWords` entries per vehicle. */
  protected readonly routeApart: Int32Array
  /** Seconds from a link to the next one, on kept routes. */
  protected readonly legSeconds: Int32Array
  protected readonly legMeters: Int32Array
  protected readonly hasRideLimits: boolean
  /** Per route, a lower bound on what one more stop adds beyond its legs and service; per vehicle, the price of a second of driving. */
  protected readonly leastMore: Float64Array
  protected readonly hasPlainBound: boolean
  protected readonly hasSeveralWindows: boolean
  /** Vehicles with several reload places. */
  protected readonly canChooseReload: Uint8Array
  /** Vehicles whose route duration is neither limited nor priced. */
  protected readonly isDurationFree: Uint8Array
  protected brokenRoutes = 0
  /** Positions of the current stop or group that are queued for full evaluation. */
  protected readonly candidates: Candidates

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
    this.trial = new Int32Array(longest + 4)
    const positions = (neighbours.insertSize * 2 + model.stopCount + 3 * model.vehicleCount + 8) * variantCount
    this.candidates = new Candidates(positions)
    this.seen = new Int32Array(this.linkCount)
    // A broken rule on a pinned route, even a second of lateness, costs more than leaving a stop out: the search removes a stop instead.
    this.excessWeight = 2 * Math.max(model.requiredPenalty, ...model.dropCost)
    this.shortfallWeight = model.requiredPenalty / 10000
    this.routeDelivered = new Int32Array(model.vehicleCount * model.loadDimensions)
    this.routeCollected = new Int32Array(model.vehicleCount * model.loadDimensions)
    this.byHour = model.features.hasHours ? new HoursTimes(this, model) : undefined
    this.times = this.byHour ?? new RouteTimes(this, model)
    this.loads = new RouteLoads(this, model)
    this.isKept = new Uint8Array(model.vehicleCount)
    this.mayKeep = this.isTolerant.map((value, v) => (value === 0 && this.times.supports(v) ? 1 : 0))
    this.routeExtra = new Float64Array(model.vehicleCount)
    this.routeReloads = new Int32Array(model.vehicleCount)
    this.routeApart = new Int32Array(model.vehicleCount * model.apartWords)
    this.legSeconds = new Int32Array(this.linkCount)
    this.legMeters = new Int32Array(this.linkCount)
    this.leastMore = new Float64Array(model.vehicleCount)
    this.canChooseReload = Uint8Array.from(model.maxReloads, (_, v) => (hasReloadChoice(model, v) ? 1 : 0))
    this.hasSeveralWindows = model.windowOpens.length > model.stopCount
    const isTimed = model.balanceTimeWeight > 0 || model.timeSpanCoefficient > 0
    this.isDurationFree = Uint8Array.from(model.maxSeconds, (limit, v) =>
      limit >= unlimited && model.costPerSecond[v] === 0 && model.minSeconds[v] === 0 && !isTimed ? 1 : 0,
    )
    this.hasPlainBound = !model.features.hasMinima && model.balanceTimeWeight === 0 && model.compactnessWeight === 0
    this.hasRideLimits = model.maxRideSeconds.some((limit) => limit < unlimited)
    for (let v = 0; v < model.vehicleCount; v++) this.refresh(v)
  }

  override begin(): void {
    super.begin()
    this.byHour?.beginStep()
  }

  refresh(v: number): void {
    const wasBroken = this.isBroken(v)
    if (this.canChooseReload[v] === 1) this.placeReloads(v)
    if (this.routeApart.length > 0) this.refreshApart(v)
    this.isKept[v] = this.mayKeep[v] === 1 && this.refreshKept(v) ? 1 : 0
    if (this.isKept[v] === 0) this.refreshInFull(v)
    const isBroken = this.isBroken(v)
    if (isBroken !== wasBroken) this.brokenRoutes += isBroken ? 1 : -1
  }

  private refreshApart(v: number): void {
    const { stopCount, apartWords } = this.model
    startApart(this.model, v, this.routeApart, v * apartWords)
    const length = this.listRoute(v)
    for (const link of this.sequence.subarray(0, length)) {
      if (link < stopCount) addApart(this.model, link, this.routeApart, v * apartWords)
    }
  }

  /** Moves every reload of a route to the place with the quickest detour between its neighbours. */
  private placeReloads(v: number): void {
    const { stopCount, endNode, reloadNode } = this.model
    const { next, nodeOut, nodeIn } = this
    const sentinel = stopCount + v
    for (let before = sentinel, link = next[sentinel]!; link !== sentinel; before = link, link = next[link]!) {
      if (link < stopCount) continue
      const after = next[link]!
      const to = after === sentinel ? endNode[v]! : after < stopCount ? after : reloadNode[v]!
      nodeOut[link] = nodeIn[link] = findReloadPlace(this.model, v, nodeOut[before]!, to)
    }
  }

  /** Whether a route without pins breaks a rule. */
  isBroken(v: number): boolean {
    return this.isTolerant[v] === 0 && this.routeExcess[v]! > 0
  }

  /** Recomputes the legs of a route and their sums. Returns false when a stop has a riding time, which is not kept. */
  private refreshLegs(v: number): boolean {
    const model = this.model
    const { stopCount, nodeCount, vehicleCount, costByVehicle } = model
    const { next, nodeOut, nodeIn } = this
    const hasStopCosts = costByVehicle.length > 0
    const sentinel = stopCount + v
    const meters = model.meters[model.classOf[v]!]!
    const seconds = model.seconds[model.classOf[v]!]!
    let distance = 0
    let compact = 0
    let extra = 0
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
      if (hasStopCosts && after < stopCount) extra += costByVehicle[after * vehicleCount + v]!
      if (after >= this.firstReload) reloads++
      else if (this.hasRideLimits && after < stopCount && this.isRideLimited(after)) return false
      link = after
    } while (link !== sentinel)
    this.routeMeters[v] = distance
    this.routeExtra[v] = extra + model.compactnessWeight * compact
    this.routeReloads[v] = reloads
    return true
  }

  /** Recomputes times, loads and sums of a route. Returns false when it breaks a rule, or has rules that are not kept. */
  protected refreshKept(v: number): boolean {
    const model = this.model
    const { features } = model
    const { times } = this
    if (!this.refreshLegs(v) || !this.loads.refresh(v) || !times.refresh(v)) return false
    const distance = this.routeMeters[v]!
    if (features.hasUnreachable && times.travel[v]! >= unreachableTravel && this.count[v]! > 0) return false
    if (distance > Math.min(model.maxMeters[v]!, model.reachMeters[v]!) && this.count[v]! > 0) return false
    let duration = times.end[v]! - times.start[v]!
    let lateCost = times.lateCost[v]!
    if (this.count[v]! > 0 && this.needsReference(v, duration, times.work[v]!)) {
      const { evaluator } = this
      evaluator.evaluate(v, this.sequence, this.listRoute(v), false)
      if (evaluator.excess > 0) return false
      duration = evaluator.endSeconds - evaluator.startSeconds
      lateCost = evaluator.lateCost + evaluator.slackCost
    }
    if (distance > model.sureMeters[v]! && !this.isWithoutExcess(v)) return false
    this.routeExcess[v] = 0
    this.routeDuration[v] = duration
    const isUsed = this.count[v]! > 0
    this.routeShortfall[v] = isUsed
      ? Math.max(0, model.minSeconds[v]! - duration) + Math.max(0, model.minMeters[v]! - distance)
      : 0
    const cost = isUsed
      ? this.priceKept(v, duration, times.travel[v]!, distance, this.count[v]!, lateCost, this.routeExtra[v]!)
      : 0
    this.setRouteCost(v, cost)
    this.leastMore[v] =
      model.costPerStop[v]! +
      model.balanceStopsWeight * (2 * this.count[v]! + 1) -
      (model.slackPrice > 0 && !hasRoom(model, v) ? 0 : lateCost) -
      model.costPerSecond[v]! * (duration - times.work[v]!)
    if (features.hasReloads) this.refreshBounds(v)
    return true
  }

  private isWithoutExcess(v: number): boolean {
    return (
      this.count[v] === 0 ||
      this.evaluator.evaluate(v, this.sequence, this.listRoute(v), true) < Number.POSITIVE_INFINITY
    )
  }

  /** Whether these times need the reference evaluation: a single wait too long, or a later window that lets the route start later. */
  protected needsReference(v: number, durationSeconds: number, workSeconds: number): boolean {
    if (this.model.features.hasHours) return false
    const waitSeconds = durationSeconds - workSeconds
    if (this.model.features.hasWaitLimit && waitSeconds > this.model.maxWaitSeconds) return true
    if (!this.hasSeveralWindows || this.isDurationFree[v] === 1) return false
    if (durationSeconds > this.model.maxSeconds[v]!) return true
    return waitSeconds > 0 || this.model.breakFrom[v + 1]! > this.model.breakFrom[v]!
  }

  /** Search cost of a route that breaks no rule: the cost of `RouteEvaluator` and `priceRoute` in one. */
  protected priceKept(
    v: number,
    durationSeconds: number,
    travelSeconds: number,
    meters: number,
    stops: number,
    lateCost: number,
    extraCost: number,
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
      extraCost
    if (model.balanceStopsWeight > 0) cost += model.balanceStopsWeight * stops * stops
    if (model.balanceTimeWeight > 0)
      cost += model.balanceTimeWeight * (durationSeconds / 3600) * (durationSeconds / 3600)
    if (model.features.hasMinima) {
      const shortfall = Math.max(0, model.minSeconds[v]! - durationSeconds) + Math.max(0, model.minMeters[v]! - meters)
      cost += shortfall * this.shortfallWeight
    }
    return cost
  }

  protected isRideLimited(stop: number): boolean {
    return this.model.maxRideSeconds[stop]! < unlimited
  }

  protected refreshInFull(v: number): void {
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

  /** Search cost of an evaluated route: money, penalty per vehicle, broken rules of pinned routes, minima not reached. */
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

  protected listRoute(v: number): number {
    const sentinel = this.model.stopCount + v
    let length = 0
    for (let link = this.next[sentinel]!; link !== sentinel; link = this.next[link]!) this.sequence[length++] = link
    return length
  }

  protected refreshSums(v: number): void {
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
  protected mayHold(v: number, stop: number): boolean {
    const { loadDimensions: dimensions, delivered, collected, pickupOf, capacity } = this.model
    for (let k = 0; k < dimensions; k++) {
      const limit = capacity[v * dimensions + k]!
      const cell = stop * dimensions + k
      if (pickupOf[stop]! < 0 && this.routeDelivered[v * dimensions + k]! + delivered[cell]! > limit) return false
      if (this.routeCollected[v * dimensions + k]! + collected[cell]! > limit) return false
    }
    return true
  }

  protected refreshBounds(v: number): void {
    const model = this.model
    const { stopCount, nodeCount, opensSeconds, closesSeconds } = model
    const { next, prev, nodeOut, nodeIn, leave, latest } = this
    const seconds = model.seconds[model.classOf[v]!]!
    const serviceSeconds = model.serviceSeconds[model.classOf[v]!]!
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

  /**
   * Cost of the plan. Infinity while a route without pins breaks a rule, which removing stops can cause; the search then rejects the step.
   */
  override get cost(): number {
    if (this.brokenRoutes > 0) return Number.POSITIVE_INFINITY
    this.resumRoutes()
    return super.cost + (this.model.features.hasSpan ? this.spanCost() : 0)
  }

  protected evaluateTrial(v: number, trial: Int32Array, length: number, mayBreak: boolean): number {
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

  protected spanIncrease(durationSeconds: number, meters: number): number {
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

  /** Removes reloads at the beginning and end of a route and those that follow each other. */
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
