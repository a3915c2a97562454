/** Times, loads and cost of one route under every rule of the problem, with given charging on the way: O(stops × (breaks + 1)). */
import { findApart, startApart } from '../model/apart.ts'
import { firstCharge, type Model, unlimited, unreachableTravel } from '../model/model.ts'
import { findReloadPlace } from '../model/reload-places.ts'
import { BestStart } from './best-start.ts'
import { RideSchedule } from './ride-schedule.ts'
import { computeMissing, marginAfter, roomAt, startsBehindBreak } from './slack.ts'

/** Cost differences below this are rounding. */
const tie = 1e-9

/**
 * Evaluates sequences of elements: stop indices, `reloadElement` for a return to the depot between trips, and after it, one element for
 * each charging place on the way.
 *
 * Times follow one policy. Forward, every service starts as early as possible (first window that is still open; breaks where the end of the
 * route is earliest). Then the start moves as late as possible without moving the end, into later windows too, and the day runs forward
 * again from there: no waiting at the first stop, and the shortest duration that ends as early as possible. A route that may start after a
 * break does so when that keeps its rules or costs less. When travel times depend on the hour and time is priced or limited, the start is
 * the one with the shortest duration of all (see `mayChooseStart`).
 *
 * The public fields hold the result of the last `evaluate`; nothing is allocated after construction.
 */
export class OrderEvaluator extends RideSchedule {
  readonly reloadElement: number
  // Result of the last evaluation.
  /** Monetary cost of the route, preferences included. */
  cost = 0
  travelSeconds = 0
  meters = 0
  lateSeconds = 0
  lateCost = 0
  compactSeconds = 0
  /** Price of missing margins. */
  slackCost = 0
  /** Extra cost of the stops on this vehicle, beyond its price per stop. */
  stopCost = 0
  /** Price of energy charged on the way. */
  chargeCost = 0
  /** Shortfall below the vehicle's minima, seconds plus metres. */
  shortfall = 0
  stopCount = 0
  /** Load on leaving the start (entry 0) and on leaving element e (entry e + 1), × dimensions. */
  load: Int32Array
  private readonly boarding: Int32Array
  /** Classes of the stops on the route so far, as bits. */
  private readonly apart: Int32Array
  private readonly bestStart: BestStart

  constructor(model: Model, longest = model.stopCount * 2 + 2) {
    super(model, longest)
    this.bestStart = new BestStart(model)
    const size = longest + 2
    this.reloadElement = model.stopCount
    this.apart = new Int32Array(model.apartWords)
    this.load = new Int32Array((size + 1) * Math.max(1, model.loadDimensions))
    this.boarding = new Int32Array(model.stopCount * Math.max(1, model.loadDimensions))
  }

  /**
   * Evaluates vehicle `v` driving `sequence[0..length-1]`. Returns the cost, or Infinity at the first broken rule when
   * `isStrict`; otherwise broken rules are measured into `excess`, and time goes on as if the window were soft.
   */
  evaluate(v: number, sequence: ArrayLike<number>, length: number, isStrict: boolean): number {
    this.excess = 0
    this.shortfall = 0
    this.lateSeconds = 0
    this.lateCost = 0
    this.slackCost = 0
    this.chargeCost = 0
    this.isShort = false
    this.cost = 0
    this.travelSeconds = 0
    this.meters = 0
    this.stopCount = 0
    this.pauses = []
    this.startSeconds = this.endSeconds = Math.max(this.model.shiftStart[v]!, 0)
    if (length === 0) return 0
    const cost = this.evaluateUsed(v, sequence, length, isStrict)
    this.clearPositions(sequence, length)
    return cost
  }

  private evaluateUsed(v: number, sequence: ArrayLike<number>, length: number, isStrict: boolean): number {
    if (!this.measureSpace(v, sequence, length, isStrict)) return Number.POSITIVE_INFINITY
    if (this.stopCount === 0) return 0
    if (this.model.apartWords > 0) {
      startApart(this.model, v, this.apart, 0)
      const next = (from: number): number => findApart(this.model, sequence, from, length, this.apart)
      for (let e = next(0); e < length; e = next(e + 1)) {
        if (!this.broken('apart', e, 1, isStrict)) return Number.POSITIVE_INFINITY
      }
    }
    if (!this.measureLoads(v, sequence, length, isStrict)) return Number.POSITIVE_INFINITY
    if (this.energy && !this.measureEnergy(v, sequence, length, this.load, isStrict)) return Number.POSITIVE_INFINITY
    this.fillReleases(sequence, length)
    if (this.model.slackPrice > 0) this.fillMargins(v, sequence, length)
    if (this.stays === undefined) return this.placeRoute(v, sequence, length, isStrict)
    const excessSoFar = this.excess
    return this.placeCharged(v, sequence, length, isStrict, (isTrialStrict) => {
      this.resetTimes(excessSoFar)
      return this.placeRoute(v, sequence, length, isTrialStrict)
    })
  }

  private placeRoute(v: number, sequence: ArrayLike<number>, length: number, isStrict: boolean): number {
    const first = this.countPassed(v, length)
    const last = this.model.departureSeconds[v]! >= 0 ? first : this.model.breakFrom[v + 1]! - this.model.breakFrom[v]!
    if (first === last) return this.schedule(v, sequence, length, isStrict, first)
    return this.scheduleBest(v, sequence, length, isStrict, first, last)
  }

  /** Number of breaks whose interval has passed when the route opens: they are not due. */
  private countPassed(v: number, length: number): number {
    const { breakFrom, breakEarliest, breakDuration } = this.model
    const open = this.opening(v, length)
    let count = 0
    for (let k = breakFrom[v]!; k < breakFrom[v + 1]!; k++) {
      if (open < breakEarliest[k]! + breakDuration[k]!) break
      count++
    }
    return count
  }

  /**
   * Schedules the route with `first` to `last` of its first breaks before the start, so that they are not due: later, but often shorter.
   * Keeps the schedule that breaks rules least, then costs least, then ends first.
   */
  private scheduleBest(
    v: number,
    sequence: ArrayLike<number>,
    length: number,
    isStrict: boolean,
    first: number,
    last: number,
  ): number {
    const { report } = this
    const excessSoFar = this.excess
    let chosen = first
    let leastExcess = Number.POSITIVE_INFINITY
    let leastCost = Number.POSITIVE_INFINITY
    let leastEnd = Number.POSITIVE_INFINITY
    this.report = null
    const isTimePriced = this.model.costPerSecond[v]! > 0 || this.model.balanceTimeWeight > 0
    let tried = first
    for (let skipped = first; skipped <= last; skipped++) {
      // Starting later can save time and keep a time limit, but never ends sooner.
      if (leastExcess === 0 && !isTimePriced) break
      tried = skipped
      this.resetTimes(excessSoFar)
      const cost = this.schedule(v, sequence, length, isStrict, skipped)
      const excess = cost === Number.POSITIVE_INFINITY ? cost : this.excess
      const isBetter =
        excess < leastExcess ||
        (excess === leastExcess && (cost < leastCost - tie || (cost < leastCost + tie && this.endSeconds < leastEnd)))
      if (!isBetter || excess === Number.POSITIVE_INFINITY) continue
      chosen = skipped
      leastExcess = excess
      leastCost = cost
      leastEnd = this.endSeconds
    }
    this.report = report
    if (leastExcess === Number.POSITIVE_INFINITY) return leastExcess
    if (chosen === tried && report === null) return leastCost
    this.resetTimes(excessSoFar)
    return this.schedule(v, sequence, length, isStrict, chosen)
  }

  private resetTimes(excess: number): void {
    this.excess = excess
    this.lateSeconds = 0
    this.lateCost = 0
    this.slackCost = 0
    this.shortfall = 0
  }

  /** Times and cost with the first `skipped` breaks before the route. */
  private schedule(v: number, sequence: ArrayLike<number>, length: number, isStrict: boolean, skipped: number): number {
    if (this.model.drivingRules[v] !== undefined) {
      if (!this.placeLawful(v, sequence, length, isStrict, skipped, this.travelSeconds)) return Number.POSITIVE_INFINITY
    } else {
      if (!this.placeTimes(v, sequence, length, isStrict, skipped)) return Number.POSITIVE_INFINITY
      if (this.slack > 0) this.moveStart(v, sequence, length)
      this.breakStart.fill(-1)
      const hasBreaks = this.model.breakFrom[v + 1]! > this.model.breakFrom[v]!
      this.endSeconds = this.forwardTimes(v, sequence, length, this.startSeconds, hasBreaks)
      if (this.hasRides) this.waitEmpty(v, sequence, length, hasBreaks)
    }
    if (!this.checkTimes(v, sequence, length, isStrict)) return Number.POSITIVE_INFINITY
    return this.sumCost(v, sequence, length)
  }

  /** Moves the start to the shortest duration, when that is not the latest start that keeps the end. */
  private moveStart(v: number, sequence: ArrayLike<number>, length: number): void {
    const legTimes = this.legTimes[this.model.classOf[v]!]
    if (!legTimes || !this.mayChooseStart(v, sequence, length)) return
    const present = this.forwardTimes(v, sequence, length, this.startSeconds, false) - this.startSeconds
    const least = this.bestStart.find(v, legTimes, sequence, length, this.opening(v, length))
    if (least < present - tie) this.startSeconds = this.bestStart.startSeconds
  }

  /**
   * Whether any start may be chosen: time counts, and the start matters only for the duration, because there is no break, reload, lateness,
   * fixed departure, limit of waiting or riding, or minimum duration.
   */
  private mayChooseStart(v: number, sequence: ArrayLike<number>, length: number): boolean {
    const model = this.model
    const isTimePriced = model.costPerSecond[v]! > 0 || model.balanceTimeWeight > 0 || model.timeSpanCoefficient > 0
    if (!isTimePriced && model.maxSeconds[v]! >= unlimited) return false
    if (model.slackPrice > 0) return false
    if (model.departureSeconds[v]! >= 0 || model.breakFrom[v + 1]! > model.breakFrom[v]!) return false
    if (model.maxWaitSeconds < unlimited || model.minSeconds[v]! > 0) return false
    for (let e = 0; e < length; e++) {
      const element = sequence[e]!
      if (element >= model.stopCount || model.maxRideSeconds[element]! < unlimited || this.late[e]! > 0) return false
    }
    return true
  }

  /** Checks compatibility, order of pickups, distance, number of stops and reloads. */
  private measureSpace(v: number, sequence: ArrayLike<number>, length: number, isStrict: boolean): boolean {
    const model = this.model
    const { nodeCount, stopCount, isCompatible, typeCount, costByVehicle } = model
    const seconds = model.seconds[model.classOf[v]!]!
    const meters = model.meters[model.classOf[v]!]!
    const type = model.typeOf[v]!
    let previous = model.startNode[v]!
    let travel = 0
    let distance = 0
    let stops = 0
    let reloads = 0
    let compact = 0
    const hasShipments = model.features.hasShipments
    for (let e = 0; e < length; e++) {
      const element = sequence[e]!
      let node = element
      if (element < stopCount) {
        stops++
        if (isCompatible[element * typeCount + type] === 0 && !this.broken('vehicle_forbidden', e, 1, isStrict)) {
          return false
        }
        if (hasShipments) this.position[element] = e
      } else if (element >= firstCharge) node = model.chargingNode[element - firstCharge]!
      else {
        reloads++
        node = findReloadPlace(model, v, previous, this.nodeBehind(v, sequence, length, e))
        if (node < 0) node = model.startNode[v]!
      }
      this.node[e] = node
      const leg = seconds[previous * nodeCount + node]!
      if (leg >= unreachableTravel && !this.broken('unreachable', e, 1, isStrict)) return false
      travel += leg
      distance += meters[previous * nodeCount + node]!
      if (previous < stopCount && node < stopCount) compact += leg
      previous = node
    }
    const end = model.endNode[v]!
    const home = seconds[previous * nodeCount + end]!
    if (home >= unreachableTravel && !this.broken('unreachable', length - 1, 1, isStrict)) return false
    travel += home
    distance += meters[previous * nodeCount + end]!
    this.node[length] = end
    if (hasShipments && !this.checkPickups(sequence, length, isStrict)) return false
    this.travelSeconds = travel
    this.meters = distance
    this.stopCount = stops
    this.compactSeconds = compact
    this.stopCost = costByVehicle.length > 0 ? this.sumStopCosts(v, sequence, length) : 0
    return this.checkLimits(v, reloads, isStrict)
  }

  private sumStopCosts(v: number, sequence: ArrayLike<number>, length: number): number {
    const { stopCount, vehicleCount, costByVehicle } = this.model
    let sum = 0
    for (let e = 0; e < length; e++) {
      if (sequence[e]! < stopCount) sum += costByVehicle[sequence[e]! * vehicleCount + v]!
    }
    return sum
  }

  /** The node of element e as departure; when another reload follows, the first reload place represents it. */
  private nodeBehind(v: number, sequence: ArrayLike<number>, length: number, e: number): number {
    const { model } = this
    if (e + 1 >= length) return model.endNode[v]!
    const next = sequence[e + 1]!
    if (next >= firstCharge) return model.chargingNode[next - firstCharge]!
    return next < model.stopCount ? next : model.reloadNode[v]!
  }

  /** Checks that every delivery comes after its pickup; `position` must be set. */
  private checkPickups(sequence: ArrayLike<number>, length: number, isStrict: boolean): boolean {
    const { stopCount, pickupOf } = this.model
    for (let e = 0; e < length; e++) {
      const element = sequence[e]!
      const pickup = element < stopCount ? pickupOf[element]! : -1
      if (pickup < 0) continue
      const at = this.position[pickup]!
      if ((at < 0 || at > e) && !this.broken('pickup_order', e, 1, isStrict)) return false
    }
    return true
  }

  /** Checks the vehicle's limits of stops, reloads and distance. */
  private checkLimits(v: number, reloads: number, isStrict: boolean): boolean {
    const { model, stopCount: stops, meters: distance } = this
    if (stops > model.maxServices[v]! && !this.broken('max_services', -1, stops - model.maxServices[v]!, isStrict)) {
      return false
    }
    if (reloads > model.maxReloads[v]! && !this.broken('reload', -1, reloads - model.maxReloads[v]!, isStrict)) {
      return false
    }
    if (distance > model.maxMeters[v]! && !this.broken('max_distance', -1, distance - model.maxMeters[v]!, isStrict)) {
      return false
    }
    return true
  }

  /** Computes loads per leg: deliveries are aboard from the trip's start or their pickup, collected goods to the trip's end. */
  private measureLoads(v: number, sequence: ArrayLike<number>, length: number, isStrict: boolean): boolean {
    const model = this.model
    const { stopCount, loadDimensions: dimensions, delivered, collected, capacity, pickupOf } = model
    const { load, boarding } = this
    const hasShipments = model.features.hasShipments
    if (hasShipments) this.fillBoarding(sequence, length)
    let isFine = true
    for (let k = 0; k < dimensions && isFine; k++) {
      const limit = capacity[v * dimensions + k]!
      // Shipments in progress stay aboard through a reload; all other load changes there.
      let shipped = 0
      let onboard = this.tripLoad(sequence, 0, length, k)
      load[k] = onboard
      if (onboard > limit && !this.broken('capacity', -1, onboard - limit, isStrict)) isFine = false
      for (let e = 0; e < length; e++) {
        const element = sequence[e]!
        if (element >= stopCount) {
          if (element < firstCharge) onboard = this.tripLoad(sequence, e + 1, length, k)
        } else {
          const cell = element * dimensions + k
          if (pickupOf[element]! >= 0) {
            // A delivery whose pickup is not earlier on the route (only in lenient mode) adds no load.
            const at = this.position[pickupOf[element]!]!
            if (at >= 0 && at < e) shipped -= delivered[cell]!
          } else onboard -= delivered[cell]!
          onboard += collected[cell]!
          if (hasShipments) shipped += boarding[cell]!
        }
        const aboard = onboard + shipped
        load[(e + 1) * dimensions + k] = aboard
        if (aboard > limit && isFine && !this.broken('capacity', e, aboard - limit, isStrict)) {
          isFine = false
          break
        }
      }
    }
    if (hasShipments) {
      for (let e = 0; e < length; e++) {
        const element = sequence[e]!
        if (element < stopCount) for (let k = 0; k < dimensions; k++) boarding[element * dimensions + k] = 0
      }
    }
    return isFine
  }

  private fillBoarding(sequence: ArrayLike<number>, length: number): void {
    const { stopCount, loadDimensions: dimensions, delivered, pickupOf } = this.model
    for (let e = 0; e < length; e++) {
      const element = sequence[e]!
      const pickup = element < stopCount ? pickupOf[element]! : -1
      if (pickup < 0 || this.position[pickup]! < 0 || this.position[pickup]! > e) continue
      for (let k = 0; k < dimensions; k++)
        this.boarding[pickup * dimensions + k]! += delivered[element * dimensions + k]!
    }
  }

  /** Deliveries of dimension k loaded for the trip that begins before element `from`. */
  private tripLoad(sequence: ArrayLike<number>, from: number, length: number, k: number): number {
    const { stopCount, loadDimensions: dimensions, delivered, pickupOf } = this.model
    let sum = 0
    for (let e = from; e < length; e++) {
      const element = sequence[e]!
      if (element >= firstCharge) continue
      if (element >= stopCount) break
      if (pickupOf[element]! < 0) sum += delivered[element * dimensions + k]!
    }
    return sum
  }

  /** Checks what depends on the times of the final forward pass. */
  private checkTimes(v: number, sequence: ArrayLike<number>, length: number, isStrict: boolean): boolean {
    const model = this.model
    const { stopCount, maxWaitSeconds, maxRideSeconds, pickupOf } = model
    if (this.legTimes[model.classOf[v]!]) {
      this.travelSeconds = this.drivenSeconds
      this.compactSeconds = this.drivenBetween
    }
    let tripStart = this.startSeconds
    for (let e = 0; e < length; e++) {
      const element = sequence[e]!
      if (element >= stopCount) {
        if (element < firstCharge) tripStart = this.departure[e]!
        continue
      }
      const late = this.late[e]!
      if (late > 0) {
        const penalty = model.latePenalty[element]!
        if (penalty >= 0) {
          this.lateSeconds += late
          this.lateCost += late * penalty
        } else if (!this.broken('time_window', e, late, isStrict)) return false
      }
      const wait = this.begin[e]! - this.arrival[e]!
      if (wait > maxWaitSeconds + this.slack && !this.broken('max_wait', e, wait - maxWaitSeconds, isStrict)) {
        return false
      }
      if (maxRideSeconds[element]! < unlimited) {
        const pickup = pickupOf[element]!
        let from = tripStart
        if (pickup >= 0) from = this.position[pickup]! >= 0 ? this.departure[this.position[pickup]!]! : this.begin[e]!
        const over = this.begin[e]! - from - maxRideSeconds[element]!
        if (over > this.slack && !this.broken('max_ride', e, over, isStrict)) return false
      }
    }
    const over = this.endSeconds - this.startSeconds - model.maxSeconds[v]!
    if (over > this.slack && !this.broken('max_time', -1, over, isStrict)) return false
    this.shortfall =
      Math.max(0, model.minSeconds[v]! - (this.endSeconds - this.startSeconds)) +
      Math.max(0, model.minMeters[v]! - this.meters)
    return true
  }

  private sumCost(v: number, sequence: ArrayLike<number>, length: number): number {
    const model = this.model
    const duration = this.endSeconds - this.startSeconds
    if (model.slackPrice > 0) this.slackCost = model.slackPrice * this.sumMissing(v, sequence, length)
    this.chargeCost = this.sumCharged(v, sequence, length)
    let cost =
      model.fixedCost[v]! +
      model.tollCost[v]! +
      model.costPerSecond[v]! * duration +
      model.costPerTravelSecond[v]! * this.travelSeconds +
      model.costPerMeter[v]! * this.meters +
      model.costPerStop[v]! * this.stopCount +
      this.stopCost +
      this.lateCost +
      this.slackCost +
      this.chargeCost +
      model.compactnessWeight * this.compactSeconds
    if (model.balanceStopsWeight > 0) cost += model.balanceStopsWeight * this.stopCount * this.stopCount
    if (model.balanceTimeWeight > 0) cost += model.balanceTimeWeight * (duration / 3600) * (duration / 3600)
    this.cost = cost
    return cost
  }

  /** Computes the margin at each element from the driving and the work before it. */
  private fillMargins(v: number, sequence: ArrayLike<number>, length: number): void {
    const model = this.model
    const { nodeCount, stopCount } = model
    const seconds = model.seconds[model.classOf[v]!]!
    let previous = model.startNode[v]!
    let driving = 0
    let work = 0
    let own = 0
    for (let e = 0; e <= length; e++) {
      const way = seconds[previous * nodeCount + this.node[e]!]!
      const leg = way < unreachableTravel ? way : 0
      driving += leg
      own += (model.slackOfLeg * leg) ** 2
      this.margin[e] = marginAfter(model, driving, work, own)
      if (e === length) return
      const element = sequence[e]!
      // A charger is as fast on a bad day.
      if (element < firstCharge) {
        work += element < stopCount ? model.serviceSeconds[model.classOf[v]!]![element]! : model.reloadSeconds[v]!
        own += element < stopCount ? model.slackOfStop[model.classOf[v]!]![element]! : model.slackOfReload[v]!
      }
      previous = this.node[e]!
    }
  }

  /** Seconds of missing margins, including at the end of the route. */
  private sumMissing(v: number, sequence: ArrayLike<number>, length: number): number {
    const { stopCount, closesSeconds, shiftEnd } = this.model
    const breakAhead = startsBehindBreak(this.model, v, this.startSeconds) ? 0 : this.breakAhead
    const widened = (e: number, at: number): number =>
      e < breakAhead ? this.margin[e]! + roomAt(this.model, v, at) : this.margin[e]!
    let sum = computeMissing(widened(length, this.endSeconds), this.endSeconds, shiftEnd[v]!)
    for (let e = 0; e < length; e++) {
      const element = sequence[e]!
      const begin = this.begin[e]!
      if (element < stopCount) sum += computeMissing(widened(e, begin), begin, closesSeconds[element]!)
    }
    return sum
  }

  /** Clears the position marks of the sequence. */
  private clearPositions(sequence: ArrayLike<number>, length: number): void {
    if (!this.model.features.hasShipments) return
    for (let e = 0; e < length; e++) if (sequence[e]! < this.model.stopCount) this.position[sequence[e]!] = -1
  }
}
