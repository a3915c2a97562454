/**
 * One route's times, loads and cost under every rule of the problem: the reference evaluation, O(stops × (breaks + 1)). One
 * file, because all rules share the states of one pass over the route.
 */
import { type Model, unlimited, unreachableTravel } from '../model/model.ts'

/** Number that stands for "cannot happen" in times. */
const never = 1e15
/** Differences of cost below are rounding. */
const tie = 1e-9

/**
 * Evaluates sequences of elements: stop indices, or `reloadElement` for a return to the depot between trips.
 *
 * Times follow one policy. Forward, every service starts as early as it can (first window that is still open; breaks where the
 * end of the route comes earliest). Then the start is moved as late as it can be without moving the end, into later windows too,
 * and the day runs forward again from there: no waiting at the first stop, and the shortest duration that ends as early as
 * possible. A route that may start behind a break does so where that keeps its rules or costs less.
 *
 * The result of the last `evaluate` lies in the public fields; nothing is allocated after construction.
 */
export class RouteEvaluator {
  readonly model: Model
  readonly reloadElement: number
  // Result of the last evaluation.
  /** Monetary cost of the route, preferences included. */
  cost = 0
  /** Sum of all amounts by which hard rules are broken, in seconds, metres or load units. */
  excess = 0
  startSeconds = 0
  endSeconds = 0
  travelSeconds = 0
  meters = 0
  lateSeconds = 0
  lateCost = 0
  compactSeconds = 0
  /** Shortfall below the vehicle's minima, seconds plus metres. */
  shortfall = 0
  stopCount = 0
  // Per element: times of the final pass.
  arrival: Float64Array
  begin: Float64Array
  departure: Float64Array
  late: Float64Array
  /** Per gap (before element g; the last before the end): breaks taken before and after driving, as first index and count. */
  breaksBefore: Int32Array
  breaksAfter: Int32Array
  /** Start of break k of the vehicle; -1 when it is not taken within the route. */
  breakStart: Float64Array
  /** Load on leaving the start (entry 0) and on leaving element e (entry e + 1), × dimensions. */
  load: Int32Array
  /** Called for each broken rule when set: code number, element (-1: route), amount. */
  report: ((code: BrokenRule, element: number, amount: number) => void) | null = null

  private readonly node: Int32Array
  private readonly release: Float64Array
  private readonly latest: Float64Array
  private readonly reach: Float64Array
  private readonly tookBefore: Uint8Array
  private readonly tookAfter: Uint8Array
  private readonly states: number
  private readonly position: Int32Array
  private readonly boarding: Int32Array

  constructor(model: Model, longest = model.stopCount * 2 + 2) {
    this.model = model
    this.reloadElement = model.stopCount
    const size = longest + 2
    let mostBreaks = 0
    for (let v = 0; v < model.vehicleCount; v++) {
      mostBreaks = Math.max(mostBreaks, model.breakFrom[v + 1]! - model.breakFrom[v]!)
    }
    this.states = mostBreaks + 1
    this.arrival = new Float64Array(size)
    this.begin = new Float64Array(size)
    this.departure = new Float64Array(size)
    this.late = new Float64Array(size)
    this.breaksBefore = new Int32Array(size)
    this.breaksAfter = new Int32Array(size)
    this.breakStart = new Float64Array(mostBreaks + 1)
    this.load = new Int32Array((size + 1) * Math.max(1, model.loadDimensions))
    this.node = new Int32Array(size)
    this.release = new Float64Array(size)
    this.latest = new Float64Array(size)
    this.reach = new Float64Array((mostBreaks + 1) * 2)
    this.tookBefore = new Uint8Array(size * (mostBreaks + 1))
    this.tookAfter = new Uint8Array(size * (mostBreaks + 1))
    this.position = new Int32Array(model.stopCount).fill(-1)
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
    this.cost = 0
    this.travelSeconds = 0
    this.meters = 0
    this.stopCount = 0
    this.startSeconds = this.endSeconds = Math.max(this.model.shiftStart[v]!, 0)
    if (length === 0) return 0
    const cost = this.evaluateUsed(v, sequence, length, isStrict)
    this.clearPositions(sequence, length)
    return cost
  }

  private evaluateUsed(v: number, sequence: ArrayLike<number>, length: number, isStrict: boolean): number {
    if (!this.measureSpace(v, sequence, length, isStrict)) return Number.POSITIVE_INFINITY
    if (this.stopCount === 0) return 0
    if (!this.measureLoads(v, sequence, length, isStrict)) return Number.POSITIVE_INFINITY
    this.fillReleases(sequence, length)
    const first = this.countPassed(v, length)
    const last = this.model.departureSeconds[v]! >= 0 ? first : this.model.breakFrom[v + 1]! - this.model.breakFrom[v]!
    if (first === last) return this.schedule(v, sequence, length, isStrict, first)
    return this.scheduleBest(v, sequence, length, isStrict, first, last)
  }

  /** Breaks of which the interval has passed when the route opens: they are not due. */
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

  /** Earliest start of the route. */
  private opening(v: number, length: number): number {
    const { departureSeconds, shiftStart } = this.model
    return departureSeconds[v]! >= 0 ? departureSeconds[v]! : Math.max(shiftStart[v]!, this.release[length]!)
  }

  /**
   * A route may also start behind its first breaks, so that they are not due: later, but often shorter. Tries `first` to `last`
   * of them left out; keeps what breaks the rules least, then what costs least, then what ends first.
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
      // Starting later can save time, and keep a limit of time; it never ends sooner.
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
    this.shortfall = 0
  }

  /** Times and cost with the first `skipped` breaks before the route. */
  private schedule(v: number, sequence: ArrayLike<number>, length: number, isStrict: boolean, skipped: number): number {
    if (!this.placeTimes(v, sequence, length, isStrict, skipped)) return Number.POSITIVE_INFINITY
    if (!this.runForward(v, sequence, length, isStrict)) return Number.POSITIVE_INFINITY
    return this.sumCost(v)
  }

  /** Compatibility, order of pickups, distance, number of stops and reloads. */
  private measureSpace(v: number, sequence: ArrayLike<number>, length: number, isStrict: boolean): boolean {
    const model = this.model
    const { nodeCount, stopCount, isCompatible, typeCount, pickupOf } = model
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
      } else {
        node = model.reloadNode[v]!
        reloads++
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
    if (hasShipments) {
      for (let e = 0; e < length; e++) {
        const element = sequence[e]!
        const pickup = element < stopCount ? pickupOf[element]! : -1
        if (pickup < 0) continue
        const at = this.position[pickup]!
        if ((at < 0 || at > e) && !this.broken('pickup_order', e, 1, isStrict)) return false
      }
    }
    this.travelSeconds = travel
    this.meters = distance
    this.stopCount = stops
    this.compactSeconds = compact
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

  /** Loads per leg: deliveries aboard from the trip's start or their pickup, collected goods to the trip's end. */
  private measureLoads(v: number, sequence: ArrayLike<number>, length: number, isStrict: boolean): boolean {
    const model = this.model
    const { stopCount, loadDimensions: dimensions, delivered, collected, capacity, pickupOf } = model
    const { load, boarding } = this
    const hasShipments = model.features.hasShipments
    if (hasShipments) this.fillBoarding(sequence, length)
    let isFine = true
    for (let k = 0; k < dimensions && isFine; k++) {
      const limit = capacity[v * dimensions + k]!
      // Shipments in progress stay aboard through a reload; everything else changes there.
      let shipped = 0
      let onboard = this.tripLoad(sequence, 0, length, k)
      load[k] = onboard
      if (onboard > limit && !this.broken('capacity', -1, onboard - limit, isStrict)) isFine = false
      for (let e = 0; e < length; e++) {
        const element = sequence[e]!
        if (element >= stopCount) {
          onboard = this.tripLoad(sequence, e + 1, length, k)
        } else {
          const cell = element * dimensions + k
          if (pickupOf[element]! >= 0) {
            // A delivery whose pickup is not earlier on the route (only in lenient mode) brings nothing aboard.
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
      if (element >= stopCount) break
      if (pickupOf[element]! < 0) sum += delivered[element * dimensions + k]!
    }
    return sum
  }

  /** Earliest-end pass over break states, then the backward pass that finds the latest start with the same end. */
  private placeTimes(
    v: number,
    sequence: ArrayLike<number>,
    length: number,
    isStrict: boolean,
    skipped: number,
  ): boolean {
    const model = this.model
    const { nodeCount, stopCount } = model
    const seconds = model.seconds[model.classOf[v]!]!
    const firstBreak = model.breakFrom[v]! + skipped
    const breakCount = model.breakFrom[v + 1]! - firstBreak
    const states = this.states
    const { reach, tookBefore, tookAfter, node, latest } = this
    const isFixedStart = model.departureSeconds[v]! >= 0

    let open = this.opening(v, length)
    if (isFixedStart && this.release[length]! > open) {
      if (!this.broken('release', -1, this.release[length]! - open, isStrict)) return false
    }
    for (let k = model.breakFrom[v]!; k < firstBreak; k++) {
      open = Math.max(open, model.breakEarliest[k]! + model.breakDuration[k]!)
    }
    reach[0] = open
    for (let b = 1; b <= breakCount; b++) reach[b] = never
    let previous = model.startNode[v]!
    for (let gap = 0; gap <= length; gap++) {
      const row = gap * states
      if (breakCount > 0) {
        tookBefore[row] = 0
        for (let b = 1; b <= breakCount; b++) {
          tookBefore[row + b] = 0
          if (gap === 0 && !isFixedStart) continue
          this.relaxBreak(firstBreak + b - 1, b, tookBefore, row)
        }
      }
      const leg = seconds[previous * nodeCount + node[gap]!]!
      for (let b = 0; b <= breakCount; b++) reach[b]! += leg
      if (breakCount > 0) {
        tookAfter[row] = 0
        for (let b = 1; b <= breakCount; b++) {
          tookAfter[row + b] = 0
          this.relaxBreak(firstBreak + b - 1, b, tookAfter, row)
        }
      }
      if (gap === length) break
      previous = node[gap]!
      const element = sequence[gap]!
      if (element >= stopCount) {
        for (let b = 0; b <= breakCount; b++) {
          if (reach[b]! < never) reach[b] = Math.max(reach[b]! + model.reloadSeconds[v]!, this.release[gap]!)
        }
        continue
      }
      // A state behind the last window of a hard stop dies; in lenient mode all go on when none is in time.
      let isAlive = false
      for (let b = 0; b <= breakCount; b++) {
        if (reach[b]! < never && this.serviceStart(element, reach[b]!) >= 0) isAlive = true
      }
      if (!isAlive && isStrict) return false
      for (let b = 0; b <= breakCount; b++) {
        if (reach[b]! >= never) continue
        const start = this.serviceStart(element, reach[b]!)
        if (start >= 0) reach[b] = start + model.serviceSeconds[element]!
        else reach[b] = isAlive ? never : reach[b]! + model.serviceSeconds[element]!
      }
    }

    // The states that may end the route: breaks not taken must be possible after it.
    let chosen = -1
    let end = never
    for (let b = 0; b <= breakCount; b++) {
      if (reach[b]! >= never) continue
      let isAllowed = true
      for (let k = firstBreak + b; k < firstBreak + breakCount && isAllowed; k++) {
        isAllowed = reach[b]! <= model.breakLatest[k]! - model.breakDuration[k]!
      }
      if (isAllowed && reach[b]! < end) {
        end = reach[b]!
        chosen = b
      }
    }
    if (chosen < 0) {
      if (isStrict) return false
      // No place for the breaks: drive without those that do not fit.
      for (let b = breakCount; b >= 0; b--) {
        if (reach[b]! < never) {
          chosen = b
          end = reach[b]!
          break
        }
      }
      for (let k = Math.max(chosen, 0); k < breakCount; k++)
        this.broken('break', -1, model.breakDuration[firstBreak + k]!, false)
    }
    if (end > model.shiftEnd[v]! && !this.broken('shift', -1, end - model.shiftEnd[v]!, isStrict)) {
      return false
    }
    this.traceBreaks(length, breakCount, chosen, skipped)
    if (isFixedStart) {
      this.startSeconds = open
      return true
    }
    latest[length] = end
    this.walkBack(v, sequence, length, breakCount > 0, open)
    this.startSeconds = Math.max(open, this.latest[0]!)
    return true
  }

  /** Offers state b the end of break k taken now from state b - 1; remembers it when it comes earlier. */
  private relaxBreak(k: number, b: number, took: Uint8Array, row: number): void {
    const before = this.reach[b - 1]!
    if (before >= never) return
    const end = Math.max(before, this.model.breakEarliest[k]!) + this.model.breakDuration[k]!
    if (end <= this.model.breakLatest[k]! && end < this.reach[b]!) {
      this.reach[b] = end
      took[row + b] = 1
    }
  }

  /** Follows the break states back into breaksBefore/breaksAfter: bit sets of break numbers, of which `skipped` come before state 0. */
  private traceBreaks(length: number, breakCount: number, chosen: number, skipped: number): void {
    const { tookBefore, tookAfter, breaksBefore, breaksAfter, states } = this
    if (breakCount === 0) {
      // What an earlier evaluation left there.
      if (skipped > 0) breaksBefore.fill(0, 0, length + 1)
      if (skipped > 0) breaksAfter.fill(0, 0, length + 1)
      return
    }
    let b = chosen
    for (let gap = length; gap >= 0; gap--) {
      const row = gap * states
      breaksAfter[gap] = 0
      breaksBefore[gap] = 0
      while (b > 0 && tookAfter[row + b] === 1) {
        b--
        breaksAfter[gap]! |= 1 << (b + skipped)
      }
      while (b > 0 && tookBefore[row + b] === 1) {
        b--
        breaksBefore[gap]! |= 1 << (b + skipped)
      }
    }
  }

  /** Latest times that keep the end, the breaks and what is late already; latest[0] becomes the latest start of the route. */
  private walkBack(v: number, sequence: ArrayLike<number>, length: number, hasBreaks: boolean, from: number): void {
    const model = this.model
    const { nodeCount, stopCount } = model
    const seconds = model.seconds[model.classOf[v]!]!
    const { node, breaksBefore, breaksAfter } = this
    // First the forward times with the breaks fixed, to know what is late.
    this.forwardTimes(v, sequence, length, from, hasBreaks)
    let time = this.latest[length]!
    for (let gap = length; gap >= 0; gap--) {
      if (hasBreaks) time = this.beforeBreaks(v, breaksAfter[gap]!, time)
      time -= seconds[(gap === 0 ? model.startNode[v]! : node[gap - 1]!) * nodeCount + node[gap]!]!
      if (hasBreaks) time = this.beforeBreaks(v, breaksBefore[gap]!, time)
      if (gap === 0) break
      const e = gap - 1
      const element = sequence[e]!
      if (element >= stopCount) time -= model.reloadSeconds[v]!
      else if (this.late[e]! > 0) time = Math.min(time - model.serviceSeconds[element]!, this.begin[e]!)
      else time = this.latestBegin(element, time - model.serviceSeconds[element]!)
    }
    this.latest[0] = time
  }

  /** Latest service start by `time` in any window of the stop; there is one, since the forward pass found one. */
  private latestBegin(stop: number, time: number): number {
    const { windowFrom, windowOpens, windowCloses } = this.model
    const first = windowFrom[stop]!
    let w = windowFrom[stop + 1]! - 1
    while (w > first && windowOpens[w]! > time) w--
    return Math.min(time, windowCloses[w]!)
  }

  /** Latest beginning of the breaks in `set` when what follows them must begin by `time`. */
  private beforeBreaks(v: number, set: number, time: number): number {
    const model = this.model
    let result = time
    for (let b = 31 - Math.clz32(set); set !== 0 && b >= 0; b--) {
      if ((set & (1 << b)) === 0) continue
      const k = model.breakFrom[v]! + b
      result = Math.min(result, model.breakLatest[k]!) - model.breakDuration[k]!
    }
    return result
  }

  /** Final forward pass from the chosen start, checking what depends on it. */
  private runForward(v: number, sequence: ArrayLike<number>, length: number, isStrict: boolean): boolean {
    const model = this.model
    const { stopCount, maxWaitSeconds, maxRideSeconds, pickupOf } = model
    const hasBreaks = model.breakFrom[v + 1]! > model.breakFrom[v]!
    this.breakStart.fill(-1)
    this.endSeconds = this.forwardTimes(v, sequence, length, this.startSeconds, hasBreaks)
    let tripStart = this.startSeconds
    for (let e = 0; e < length; e++) {
      const element = sequence[e]!
      if (element >= stopCount) {
        tripStart = this.departure[e]!
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
      if (wait > maxWaitSeconds && !this.broken('max_wait', e, wait - maxWaitSeconds, isStrict)) {
        return false
      }
      if (maxRideSeconds[element]! < unlimited) {
        const pickup = pickupOf[element]!
        let from = tripStart
        if (pickup >= 0) from = this.position[pickup]! >= 0 ? this.departure[this.position[pickup]!]! : this.arrival[e]!
        const over = this.arrival[e]! - from - maxRideSeconds[element]!
        if (over > 0 && !this.broken('max_ride', e, over, isStrict)) return false
      }
    }
    const over = this.endSeconds - this.startSeconds - model.maxSeconds[v]!
    if (over > 0 && !this.broken('max_time', -1, over, isStrict)) return false
    this.shortfall =
      Math.max(0, model.minSeconds[v]! - (this.endSeconds - this.startSeconds)) +
      Math.max(0, model.minMeters[v]! - this.meters)
    return true
  }

  /** Fills arrival, begin, departure and late from `start`; returns the end. Hard windows count as soft here. */
  private forwardTimes(
    v: number,
    sequence: ArrayLike<number>,
    length: number,
    start: number,
    hasBreaks: boolean,
  ): number {
    const model = this.model
    const { nodeCount, stopCount, serviceSeconds } = model
    const seconds = model.seconds[model.classOf[v]!]!
    const { node, arrival, begin, departure, late } = this
    let time = start
    let previous = model.startNode[v]!
    for (let gap = 0; gap <= length; gap++) {
      if (hasBreaks && this.breaksBefore[gap]! !== 0) time = this.takeBreaks(v, this.breaksBefore[gap]!, time)
      time += seconds[previous * nodeCount + node[gap]!]!
      const reached = time
      if (hasBreaks && this.breaksAfter[gap]! !== 0) time = this.takeBreaks(v, this.breaksAfter[gap]!, time)
      if (gap === length) return time
      // With a break on arrival, `arrival` is when the vehicle is free to serve.
      arrival[gap] = hasBreaks && this.breaksAfter[gap]! !== 0 ? time : reached
      const element = sequence[gap]!
      late[gap] = 0
      if (element >= stopCount) {
        begin[gap] = Math.max(time, this.release[gap]! - model.reloadSeconds[v]!)
        time = begin[gap]! + model.reloadSeconds[v]!
      } else {
        let at = this.serviceStart(element, time)
        if (at < 0) {
          at = time
          late[gap] = time - model.closesSeconds[element]!
        } else if (at > model.closesSeconds[element]!) late[gap] = at - model.closesSeconds[element]!
        begin[gap] = at
        time = at + serviceSeconds[element]!
      }
      departure[gap] = time
      previous = node[gap]!
    }
    return time
  }

  private takeBreaks(v: number, set: number, from: number): number {
    const model = this.model
    let time = from
    for (let b = 0; b < 31 && set >> b !== 0; b++) {
      if (((set >> b) & 1) === 0) continue
      const k = model.breakFrom[v]! + b
      time = Math.max(time, model.breakEarliest[k]!)
      this.breakStart[b] = time
      time += model.breakDuration[k]!
    }
    return time
  }

  /** Earliest service start at or after `time`; behind the last window: `time` when soft, -1 when hard. */
  private serviceStart(stop: number, time: number): number {
    const { windowFrom, windowOpens, windowCloses, latePenalty } = this.model
    for (let w = windowFrom[stop]!; w < windowFrom[stop + 1]!; w++) {
      if (time <= windowCloses[w]!) {
        return Math.max(time, windowOpens[w]!)
      }
    }
    return latePenalty[stop]! >= 0 ? time : -1
  }

  /** release[e]: earliest leaving of reload element e; release[length]: earliest start of the route. */
  private fillReleases(sequence: ArrayLike<number>, length: number): void {
    const { stopCount, releaseSeconds, pickupOf } = this.model
    let latest = 0
    for (let e = length - 1; e >= 0; e--) {
      const element = sequence[e]!
      if (element >= stopCount) {
        this.release[e] = latest
        latest = 0
      } else if (pickupOf[element]! < 0 && releaseSeconds[element]! > latest) latest = releaseSeconds[element]!
    }
    this.release[length] = latest
  }

  private sumCost(v: number): number {
    const model = this.model
    const duration = this.endSeconds - this.startSeconds
    let cost =
      model.fixedCost[v]! +
      model.tollCost[v]! +
      model.costPerSecond[v]! * duration +
      model.costPerTravelSecond[v]! * this.travelSeconds +
      model.costPerMeter[v]! * this.meters +
      model.costPerStop[v]! * this.stopCount +
      this.lateCost +
      model.compactnessWeight * this.compactSeconds
    if (model.balanceStopsWeight > 0) cost += model.balanceStopsWeight * this.stopCount * this.stopCount
    if (model.balanceTimeWeight > 0) cost += model.balanceTimeWeight * (duration / 3600) * (duration / 3600)
    this.cost = cost
    return cost
  }

  /** Notes a broken rule; false when that ends the evaluation. */
  private broken(code: BrokenRule, element: number, amount: number, isStrict: boolean): boolean {
    if (isStrict) return false
    this.excess += amount
    if (this.report) this.report(code, element, amount)
    return true
  }

  /** Clears the position marks of the sequence. */
  private clearPositions(sequence: ArrayLike<number>, length: number): void {
    if (!this.model.features.hasShipments) return
    for (let e = 0; e < length; e++) if (sequence[e]! < this.model.stopCount) this.position[sequence[e]!] = -1
  }
}

/** Rules that one route can break. */
export type BrokenRule =
  | 'vehicle_forbidden'
  | 'unreachable'
  | 'pickup_order'
  | 'max_services'
  | 'reload'
  | 'max_distance'
  | 'capacity'
  | 'time_window'
  | 'max_wait'
  | 'max_ride'
  | 'max_time'
  | 'release'
  | 'break'
  | 'shift'
