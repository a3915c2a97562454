/**
 * Routes under rules that can be checked in constant time: what is kept of each link and route (times, loads, segments, waits), what a
 * route costs, and the exchange of two routes' tails. `LeanKernel` looks for positions on them. One long file, because an exchange
 * joins the very arrays that the upkeep fills.
 */
import { type Model, unlimited } from '../model/model.ts'
import type { RouteEvaluator } from '../schedule/route-evaluator.ts'
import { Plan } from './plan.ts'

/** Upkeep in O(length) per changed route. */
export abstract class LeanRoutes extends Plan {
  /** Earliest leaving of a link (start sentinel: the shift's start) and latest service start (end: the shift's end). */
  protected readonly leave: Float64Array
  protected readonly latest: Float64Array
  /** Metres from a link to the next one. */
  protected readonly legMeters: Int32Array
  /** Seconds likewise, kept only with pairs. */
  protected readonly legSeconds: Int32Array
  /** Prefix and suffix segments (duration, earliest and latest start; Vidal et al. 2013), kept only when durations matter. */
  protected readonly headDuration: Float64Array
  protected readonly headEarliest: Float64Array
  protected readonly headLatest: Float64Array
  protected readonly tailDuration: Float64Array
  protected readonly tailEarliest: Float64Array
  protected readonly tailLatest: Float64Array
  protected readonly routeMeters: Float64Array
  protected readonly routeSeconds: Float64Array
  protected readonly routeDuration: Float64Array
  /** Driving plus service, and seconds beyond the longest wait before single stops; kept only where waits are limited. */
  protected readonly routeWork: Float64Array
  protected readonly routeOverwait: Float64Array
  /** Routes with such seconds: removing stops can stretch a wait. A step must end with none. */
  protected brokenRoutes = 0
  /** Prefixes and suffixes are kept: durations or waits matter. */
  protected readonly hasSegments: boolean
  /** Total (or with pairs: after each link) load. */
  protected readonly routeLoad: Int32Array
  protected readonly linkLoad: Int32Array
  protected readonly hasTravelCost: boolean
  protected readonly hasTypeRules: boolean
  private readonly hasTimeCost: boolean

  constructor(model: Model) {
    super(model)
    const links = this.linkCount
    const vehicles = model.vehicleCount
    const dimensions = Math.max(1, model.loadDimensions)
    this.leave = new Float64Array(links)
    this.legMeters = new Int32Array(links)
    this.legSeconds = new Int32Array(model.features.hasShipments ? links : 0)
    this.hasSegments = model.features.hasDuration || model.features.hasWaitLimit
    const segments = this.hasSegments ? links : 0
    this.headDuration = new Float64Array(segments)
    this.headEarliest = new Float64Array(segments)
    this.headLatest = new Float64Array(segments)
    this.tailDuration = new Float64Array(segments)
    this.tailEarliest = new Float64Array(segments)
    this.tailLatest = new Float64Array(segments)
    // The latest start of what follows is a part of its segment.
    this.latest = this.hasSegments ? this.tailLatest : new Float64Array(links)
    this.routeMeters = new Float64Array(vehicles)
    this.routeSeconds = new Float64Array(vehicles)
    this.routeDuration = new Float64Array(vehicles)
    this.routeWork = new Float64Array(model.features.hasWaitLimit ? vehicles : 0)
    this.routeOverwait = new Float64Array(model.features.hasWaitLimit ? vehicles : 0)
    this.routeLoad = new Int32Array(vehicles * dimensions)
    this.linkLoad = new Int32Array(model.features.hasShipments ? links * dimensions : 0)
    this.hasTravelCost = model.costPerTravelSecond.some((cost) => cost > 0)
    this.hasTimeCost = model.costPerSecond.some((cost) => cost > 0)
    this.hasTypeRules = model.isCompatible.includes(0)
    for (let v = 0; v < vehicles; v++) this.refresh(v)
  }

  refresh(v: number): void {
    const model = this.model
    const {
      stopCount,
      nodeCount,
      loadDimensions: dimensions,
      delivered,
      serviceSeconds,
      opensSeconds,
      closesSeconds,
    } = model
    const { next, prev, nodeOut, nodeIn, leave, latest, legMeters } = this
    const sentinel = stopCount + v
    const meters = model.meters[model.classOf[v]!]!
    const seconds = model.seconds[model.classOf[v]!]!
    let distance = 0
    let travel = 0
    let time = model.shiftStart[v]!
    leave[sentinel] = time
    // Segments tell the times too.
    const hasTimes = model.features.hasWindows && !this.hasSegments
    const needsTravel = this.hasTravelCost || model.features.hasWaitLimit
    for (let k = 0; k < dimensions; k++) this.routeLoad[v * dimensions + k] = 0
    const hasPairs = model.features.hasShipments
    let link = sentinel
    do {
      const after = next[link]!
      const cell = nodeOut[link]! * nodeCount + nodeIn[after]!
      const leg = meters[cell]!
      legMeters[link] = leg
      distance += leg
      if (needsTravel) travel += seconds[cell]!
      if (hasPairs) this.legSeconds[link] = seconds[cell]!
      if (after !== sentinel) {
        if (hasTimes) {
          time += seconds[cell]!
          if (time < opensSeconds[after]!) time = opensSeconds[after]!
          time += serviceSeconds[after]!
          leave[after] = time
        }
        if (!hasPairs) {
          for (let k = 0; k < dimensions; k++) this.routeLoad[v * dimensions + k]! += delivered[after * dimensions + k]!
        }
      }
      link = after
    } while (link !== sentinel)
    if (hasTimes) {
      let late = model.shiftEnd[v]!
      latest[sentinel] = late
      for (link = prev[sentinel]!; link !== sentinel; link = prev[link]!) {
        late -= seconds[link * nodeCount + nodeIn[next[link]!]!]! + serviceSeconds[link]!
        if (late > closesSeconds[link]!) late = closesSeconds[link]!
        latest[link] = late
      }
    }
    if (hasPairs) this.refreshLoads(v)
    this.routeMeters[v] = distance
    this.routeSeconds[v] = travel
    if (this.hasSegments) this.refreshSegments(v, sentinel, sentinel)
    if (model.features.hasWaitLimit) this.refreshWaits(v)
    this.setRouteCost(
      v,
      this.count[v] === 0 ? 0 : this.priceOf(v, distance, travel, this.routeDuration[v]!, this.count[v]!),
    )
  }

  priceOn(v: number, u: number): number {
    const model = this.model
    const { stopCount, nodeCount, typeCount, isCompatible, loadDimensions: dimensions, capacity } = model
    const { serviceSeconds, opensSeconds, closesSeconds } = model
    if (this.count[v]! > model.maxServices[u]!) return Number.POSITIVE_INFINITY
    if (model.features.hasShipments) return Number.POSITIVE_INFINITY
    for (let k = 0; k < dimensions; k++) {
      if (this.routeLoad[v * dimensions + k]! > capacity[u * dimensions + k]!) return Number.POSITIVE_INFINITY
    }
    const type = model.typeOf[u]!
    const meters = model.meters[model.classOf[u]!]!
    const seconds = model.seconds[model.classOf[u]!]!
    const sentinel = stopCount + v
    let node = model.startNode[u]!
    let distance = 0
    let travel = 0
    let time: number = model.shiftStart[u]!
    // Segment of the route so far, for its least duration.
    let duration = 0
    let earliestStart: number = model.shiftStart[u]!
    let latestStart: number = model.shiftEnd[u]!
    let service = 0
    for (let link = this.next[sentinel]!; link !== sentinel; link = this.next[link]!) {
      if (this.hasTypeRules && isCompatible[link * typeCount + type] === 0) return Number.POSITIVE_INFINITY
      const leg = seconds[node * nodeCount + link]!
      distance += meters[node * nodeCount + link]!
      travel += leg
      time = Math.max(time + leg, opensSeconds[link]!)
      if (time > closesSeconds[link]!) return Number.POSITIVE_INFINITY
      time += serviceSeconds[link]!
      const reach = duration + leg
      const wait = Math.max(0, opensSeconds[link]! - reach - latestStart)
      earliestStart = Math.max(opensSeconds[link]! - reach, earliestStart) - wait
      duration = reach + wait + serviceSeconds[link]!
      service += serviceSeconds[link]!
      latestStart = Math.min(closesSeconds[link]! - reach, latestStart)
      node = link
    }
    const home = node * nodeCount + model.endNode[u]!
    distance += meters[home]!
    travel += seconds[home]!
    duration += seconds[home]!
    if (time + seconds[home]! > model.shiftEnd[u]! || distance > model.maxMeters[u]!) return Number.POSITIVE_INFINITY
    if (duration > model.maxSeconds[u]!) return Number.POSITIVE_INFINITY
    if (model.features.hasWaitLimit && duration - travel - service > model.maxWaitSeconds) {
      const allowed = this.routeOverwait[v]!
      if (this.sumOverwait(u, sentinel, earliestStart, -1, -1, allowed) > allowed) return Number.POSITIVE_INFINITY
    }
    return this.priceOf(u, distance, travel, duration, this.count[v]!)
  }

  /** Search cost of a route just evaluated by the reference evaluation. */
  priceRoute(cost: number, evaluator: RouteEvaluator): number {
    return evaluator.stopCount === 0 ? 0 : cost + this.model.vehiclePenalty
  }

  protected priceOf(v: number, meters: number, travelSeconds: number, durationSeconds: number, stops: number): number {
    const model = this.model
    return (
      model.fixedCost[v]! +
      model.tollCost[v]! +
      model.vehiclePenalty +
      model.costPerMeter[v]! * meters +
      model.costPerTravelSecond[v]! * travelSeconds +
      model.costPerSecond[v]! * durationSeconds +
      model.costPerStop[v]! * stops
    )
  }

  private refreshLoads(v: number): void {
    const { stopCount, loadDimensions: dimensions, delivered, pickupOf, shipmentFrom, shipmentDelivery } = this.model
    const { next, linkLoad } = this
    const sentinel = stopCount + v
    for (let k = 0; k < dimensions; k++) {
      let load = 0
      linkLoad[sentinel * dimensions + k] = 0
      for (let link = next[sentinel]!; link !== sentinel; link = next[link]!) {
        if (pickupOf[link]! >= 0) load -= delivered[link * dimensions + k]!
        else load += delivered[shipmentDelivery[shipmentFrom[link]!]! * dimensions + k]!
        linkLoad[link * dimensions + k] = load
      }
    }
  }

  /** Prefixes of route v behind link `before`, suffixes ahead of `after` (its sentinel for both: all), and the times that they imply. */
  private refreshSegments(v: number, before: number, after: number): void {
    const { stopCount, nodeCount, serviceSeconds, opensSeconds, closesSeconds, classOf, shiftStart, shiftEnd } =
      this.model
    const { next, prev, nodeOut, nodeIn, leave } = this
    const { headDuration, headEarliest, headLatest, tailDuration, tailEarliest, tailLatest } = this
    const seconds = this.model.seconds[classOf[v]!]!
    const sentinel = stopCount + v
    headDuration[sentinel] = 0
    headEarliest[sentinel] = shiftStart[v]!
    headLatest[sentinel] = shiftEnd[v]!
    let from = before
    let duration = headDuration[from]!
    let earliest = headEarliest[from]!
    let latest = headLatest[from]!
    for (let link = next[from]!; link !== sentinel; link = next[link]!) {
      const reach = duration + seconds[nodeOut[from]! * nodeCount + link]!
      const opens = opensSeconds[link]! - reach
      const wait = Math.max(0, opens - latest)
      earliest = Math.max(opens, earliest) - wait
      latest = Math.min(closesSeconds[link]! - reach, latest)
      duration = reach + wait + serviceSeconds[link]!
      headDuration[link] = duration
      headEarliest[link] = earliest
      headLatest[link] = latest
      leave[link] = earliest + duration
      from = link
    }
    this.routeDuration[v] = duration + seconds[nodeOut[from]! * nodeCount + nodeIn[sentinel]!]!
    tailDuration[sentinel] = 0
    tailEarliest[sentinel] = shiftStart[v]!
    tailLatest[sentinel] = shiftEnd[v]!
    let to = after
    duration = tailDuration[to]!
    earliest = tailEarliest[to]!
    latest = tailLatest[to]!
    for (let link = prev[to]!; link !== sentinel; link = prev[link]!) {
      // The stop before the segment that follows it.
      const reach = serviceSeconds[link]! + seconds[link * nodeCount + nodeIn[to]!]!
      const wait = Math.max(0, earliest - reach - closesSeconds[link]!)
      earliest = Math.max(earliest - reach, opensSeconds[link]!) - wait
      latest = Math.min(latest - reach, closesSeconds[link]!)
      duration += reach + wait
      tailDuration[link] = duration
      tailEarliest[link] = earliest
      tailLatest[link] = latest
      to = link
    }
  }

  private refreshWaits(v: number): void {
    const { stopCount, serviceSeconds, maxWaitSeconds } = this.model
    const sentinel = stopCount + v
    let work = this.routeSeconds[v]!
    for (let link = this.next[sentinel]!; link !== sentinel; link = this.next[link]!) work += serviceSeconds[link]!
    this.routeWork[v] = work
    const last = this.prev[sentinel]!
    const overwait =
      last === sentinel || this.routeDuration[v]! - work <= maxWaitSeconds
        ? 0
        : this.sumOverwait(v, sentinel, this.headEarliest[last]!, -1, -1, unlimited)
    if (overwait > 0 !== this.routeOverwait[v]! > 0) this.brokenRoutes += overwait > 0 ? 1 : -1
    this.routeOverwait[v] = overwait
  }

  /**
   * Seconds beyond the longest wait before each stop when v leaves at `start` and drives the route of `sentinel`, with `stop`
   * put in behind `before` (-1: as it is). Ends early above `enough`. O(stops of the route), but seldom needed.
   */
  protected sumOverwait(
    v: number,
    sentinel: number,
    start: number,
    before: number,
    stop: number,
    enough: number,
  ): number {
    const { nodeCount, serviceSeconds, opensSeconds, maxWaitSeconds, startNode, classOf } = this.model
    const seconds = this.model.seconds[classOf[v]!]!
    let time = start
    let sum = 0
    let node = startNode[v]!
    let link = before === sentinel ? stop : this.next[sentinel]!
    while (link !== sentinel) {
      time += seconds[node * nodeCount + link]!
      const opens = opensSeconds[link]!
      if (time < opens) {
        if (opens - time > maxWaitSeconds) {
          sum += opens - time - maxWaitSeconds
          if (sum > enough) return sum
        }
        time = opens
      }
      time += serviceSeconds[link]!
      node = link
      link = link === before ? stop : this.next[link === stop ? before : link]!
    }
    return sum
  }

  /** A plan with an overlong wait is none. */
  override get cost(): number {
    return this.brokenRoutes > 0 ? Number.POSITIVE_INFINITY : super.cost
  }

  /**
   * Exchanges the tails behind links `a` and `b` of two touched routes (2-opt*: Potvin & Rousseau, JORS 46, 1995) when both keep every rule
   * and cost at most `allowance` more. Vehicles of different types, depots included, keep their own ends. O(length of the tails and heads).
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
    if (!this.isWorthCrossing(a, b, allowance)) return false
    if (isSameType && !(this.mayFollow(a, next[b]!) && this.mayFollow(b, next[a]!))) return false
    if (!this.keepsLoads(a, b)) return false
    const costBefore = this.routeCost[v]! + this.routeCost[u]!
    const overwaitBefore = features.hasWaitLimit ? this.routeOverwait[v]! + this.routeOverwait[u]! : 0
    this.exchangeTails(a, b)
    const isKept =
      this.routeCost[v]! + this.routeCost[u]! - costBefore <= allowance &&
      this.keepsLimits(v) &&
      this.keepsLimits(u) &&
      (isSameType || (this.mayFollow(a, next[a]!) && this.mayFollow(b, next[b]!))) &&
      (!features.hasWaitLimit || this.routeOverwait[v]! + this.routeOverwait[u]! <= overwaitBefore)
    if (!isKept) this.exchangeTails(a, b)
    return isKept
  }

  /** Whether vehicle v may serve `link` and all that follows it on its route. */
  private mayTakeTail(v: number, link: number): boolean {
    if (!this.hasTypeRules) return true
    const { stopCount, typeCount, typeOf, isCompatible } = this.model
    const type = typeOf[v]!
    for (let at = link; at < stopCount; at = this.next[at]!) if (isCompatible[at * typeCount + type] === 0) return false
    return true
  }

  /** Whether exchanging the tails behind `a` and `b` can cost at most `allowance` more; exact where metres are all that costs. */
  private isWorthCrossing(a: number, b: number, allowance: number): boolean {
    const model = this.model
    const { stopCount, nodeCount, costPerMeter, classOf } = model
    const { nodeOut, nodeIn, next, prev, legMeters } = this
    const v = this.routeOf[a]!
    const u = this.routeOf[b]!
    if (this.hasTimeCost || this.hasTravelCost) return true
    if (classOf[v] !== classOf[u] || costPerMeter[v] !== costPerMeter[u]) return true
    const meters = model.meters[classOf[v]!]!
    const afterA = next[a]!
    const afterB = next[b]!
    const endOfV = stopCount + v
    const endOfU = stopCount + u
    // One route takes the other in: a vehicle is saved.
    if ((a === endOfV && afterB === endOfU) || (b === endOfU && afterA === endOfV)) return true
    let more = -legMeters[a]! - legMeters[b]!
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
    return costPerMeter[v]! * more <= allowance
  }

  /** Whether the route up to `link` is in time for `after` and what follows it. */
  private mayFollow(link: number, after: number): boolean {
    const { nodeCount, classOf, seconds, features } = this.model
    if (!features.hasWindows) return true
    const cell = this.nodeOut[link]! * nodeCount + this.nodeIn[after]!
    const v = this.routeOf[link]!
    return this.leave[link]! + seconds[classOf[v]!]![cell]! <= this.latest[after]!
  }

  /** Whether loads allow the exchange of the tails behind `a` and `b`. */
  private keepsLoads(a: number, b: number): boolean {
    const { loadDimensions: dimensions, capacity, features } = this.model
    const { routeLoad } = this
    const v = this.routeOf[a]!
    const u = this.routeOf[b]!
    for (let k = 0; k < dimensions; k++) {
      if (features.hasShipments) {
        // Nothing may be aboard where a route is cut, or pairs would be torn apart.
        if (this.linkLoad[a * dimensions + k] !== 0 || this.linkLoad[b * dimensions + k] !== 0) return false
        continue
      }
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

  /** Limits of a whole route that no prefix or suffix tells. */
  private keepsLimits(v: number): boolean {
    const { maxMeters, maxServices, maxSeconds, features } = this.model
    return (
      this.routeMeters[v]! <= maxMeters[v]! &&
      this.count[v]! <= maxServices[v]! &&
      (!features.hasDuration || this.routeDuration[v]! <= maxSeconds[v]!)
    )
  }

  hasRoom(v: number, stop: number): boolean {
    const { loadDimensions: dimensions, delivered, capacity } = this.model
    for (let k = 0; k < dimensions; k++) {
      if (this.routeLoad[v * dimensions + k]! + delivered[stop * dimensions + k]! > capacity[v * dimensions + k]!)
        return false
    }
    return true
  }

  /** Refreshes after one stop came in: times are carried on only as far as they change. */
  protected refreshFrom(v: number, stop: number): void {
    const model = this.model
    const {
      features,
      nodeCount,
      loadDimensions: dimensions,
      serviceSeconds,
      opensSeconds,
      closesSeconds,
      stopCount,
    } = model
    if (features.hasShipments || this.hasTravelCost || features.hasWaitLimit) {
      this.refresh(v)
      return
    }
    const { next, prev, nodeOut, nodeIn, leave, latest, legMeters } = this
    const meters = model.meters[model.classOf[v]!]!
    const seconds = model.seconds[model.classOf[v]!]!
    const sentinel = stopCount + v
    const before = prev[stop]!
    const after = next[stop]!
    const first = meters[nodeOut[before]! * nodeCount + stop]!
    const second = meters[stop * nodeCount + nodeIn[after]!]!
    const more = first + second - legMeters[before]!
    legMeters[before] = first
    legMeters[stop] = second
    this.routeMeters[v]! += more
    for (let k = 0; k < dimensions; k++) this.routeLoad[v * dimensions + k]! += model.delivered[stop * dimensions + k]!
    if (this.hasSegments) this.refreshSegments(v, before, after)
    else if (features.hasWindows) {
      let time = leave[before]!
      let from = before
      for (let link = stop; link !== sentinel; link = next[link]!) {
        time += seconds[nodeOut[from]! * nodeCount + link]!
        if (time < opensSeconds[link]!) time = opensSeconds[link]!
        time += serviceSeconds[link]!
        if (time === leave[link] && link !== stop) break
        leave[link] = time
        from = link
      }
      let late = latest[after]!
      let to = after
      for (let link = stop; link !== sentinel; link = prev[link]!) {
        late -= seconds[link * nodeCount + nodeIn[to]!]! + serviceSeconds[link]!
        if (late > closesSeconds[link]!) late = closesSeconds[link]!
        if (late === latest[link] && link !== stop) break
        latest[link] = late
        to = link
      }
    }
    this.setRouteCost(v, this.priceOf(v, this.routeMeters[v]!, 0, this.routeDuration[v]!, this.count[v]!))
  }
}
