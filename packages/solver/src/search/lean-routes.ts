/**
 * Routes under rules that can be checked in constant time: the data kept per link and route (times, loads, segments, waits), and the cost
 * of a route. `LeanKernel` searches positions on them.
 */
import { type Model, unlimited } from '../model/model.ts'
import type { RouteEvaluator } from '../schedule/route-evaluator.ts'
import { PairLoads } from './pair-loads.ts'
import { RouteExchange } from './route-exchange.ts'

/** Updates a changed route in O(length). */
export abstract class LeanRoutes extends RouteExchange {
  /** Earliest departure from a link (start sentinel: the shift's start) and latest service start (end: the shift's end). */
  protected readonly leave: Float64Array
  protected readonly latest: Float64Array
  /** Metres from a link to the next one. */
  protected readonly legMeters: Int32Array
  /** Seconds from a link to the next one, kept only with pairs. */
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
  /** Driving plus service, and seconds of overlong waits before single stops; kept only when waits are limited. */
  private readonly routeWork: Float64Array
  private readonly routeOverwait: Float64Array
  /** Number of routes with an overlong wait, which removing stops can cause. At the end of a step it must be 0. */
  protected brokenRoutes = 0
  /** Whether prefixes and suffixes are kept: durations or waits matter. */
  protected readonly hasSegments: boolean
  /** Load at the start of the route: what single stops are handed. */
  protected readonly routeLoad: Int32Array
  /** With pairs: loads and changes per link. */
  protected readonly loads: PairLoads | undefined
  protected readonly hasTravelCost: boolean
  protected readonly hasTypeRules: boolean
  protected readonly hasTimeCost: boolean

  /** The way from the start of a vehicle to a link, with `wayFirst` (-1: none) inserted after `wayBefore`: a segment, as kept of links. */
  protected wayRoute = -1
  private wayBefore = -1
  private wayFirst = -1
  private wayDuration = 0
  private wayEarliest = 0
  private wayLatest = 0
  /** Results of the last successful `endWay`: duration of the route, and seconds of its overlong waits. */
  protected newDuration = 0
  protected newOverwait = 0

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
    // The latest start is part of the suffix segment.
    this.latest = this.hasSegments ? this.tailLatest : new Float64Array(links)
    this.routeMeters = new Float64Array(vehicles)
    this.routeSeconds = new Float64Array(vehicles)
    this.routeDuration = new Float64Array(vehicles)
    this.routeWork = new Float64Array(model.features.hasWaitLimit ? vehicles : 0)
    this.routeOverwait = new Float64Array(model.features.hasWaitLimit ? vehicles : 0)
    this.routeLoad = new Int32Array(vehicles * dimensions)
    this.loads = model.features.hasShipments ? new PairLoads(this, model) : undefined
    this.hasTravelCost = model.costPerTravelSecond.some((cost) => cost > 0)
    this.hasTimeCost = model.costPerSecond.some((cost) => cost > 0)
    this.hasTypeRules = model.isCompatible.includes(0)
    for (let v = 0; v < vehicles; v++) this.refresh(v)
  }

  refresh(v: number): void {
    const model = this.model
    const { stopCount, nodeCount, loadDimensions: dimensions, delivered, opensSeconds, closesSeconds } = model
    const { next, prev, nodeOut, nodeIn, leave, latest, legMeters } = this
    const sentinel = stopCount + v
    const meters = model.meters[model.classOf[v]!]!
    const seconds = model.seconds[model.classOf[v]!]!
    const serviceSeconds = model.serviceSeconds[model.classOf[v]!]!
    let distance = 0
    let travel = 0
    let time = model.shiftStart[v]!
    leave[sentinel] = time
    // With segments, the times come from them.
    const hasTimes = model.features.hasWindows && !this.hasSegments
    const needsTravel = this.hasTravelCost || model.features.hasWaitLimit
    for (let k = 0; k < dimensions; k++) this.routeLoad[v * dimensions + k] = 0
    const { loads } = this
    let link = sentinel
    do {
      const after = next[link]!
      const cell = nodeOut[link]! * nodeCount + nodeIn[after]!
      const leg = meters[cell]!
      legMeters[link] = leg
      distance += leg
      if (needsTravel) travel += seconds[cell]!
      if (loads) this.legSeconds[link] = seconds[cell]!
      if (after !== sentinel) {
        if (hasTimes) {
          time += seconds[cell]!
          if (time < opensSeconds[after]!) time = opensSeconds[after]!
          time += serviceSeconds[after]!
          leave[after] = time
        }
        if (!loads || loads.isSingle[after] === 1) {
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
    loads?.refresh(v, this.routeLoad)
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
    const { opensSeconds, closesSeconds } = model
    if (this.count[v]! > model.maxServices[u]! || this.loads?.fitsInto(v, u) === false) return Number.POSITIVE_INFINITY
    for (let k = 0; k < dimensions; k++) {
      if (this.routeLoad[v * dimensions + k]! > capacity[u * dimensions + k]!) return Number.POSITIVE_INFINITY
    }
    const type = model.typeOf[u]!
    const meters = model.meters[model.classOf[u]!]!
    const seconds = model.seconds[model.classOf[u]!]!
    const serviceSeconds = model.serviceSeconds[model.classOf[u]!]!
    const sentinel = stopCount + v
    let node = model.startNode[u]!
    let distance = 0
    let travel = 0
    let time: number = model.shiftStart[u]!
    // Segment of the route so far, for its shortest duration.
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
      const allowed = this.getOverwait(v)
      if (this.sumOverwait(u, sentinel, earliestStart, allowed) > allowed) return Number.POSITIVE_INFINITY
    }
    return this.priceOf(u, distance, travel, duration, this.count[v]!)
  }

  /** Search cost of a route just computed by the reference evaluation. */
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

  /**
   * Recomputes prefixes of route v after link `before`, suffixes up to `after` (its sentinel for both: all), and the times that follow from
   * them.
   */
  private refreshSegments(v: number, before: number, after: number): void {
    const { stopCount, nodeCount, opensSeconds, closesSeconds, classOf, shiftStart, shiftEnd } = this.model
    const { next, prev, nodeOut, nodeIn, leave } = this
    const { headDuration, headEarliest, headLatest, tailDuration, tailEarliest, tailLatest } = this
    const seconds = this.model.seconds[classOf[v]!]!
    const serviceSeconds = this.model.serviceSeconds[classOf[v]!]!
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
      // Seconds from the start of service at this stop to the suffix after it.
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
    const { stopCount, classOf, maxWaitSeconds } = this.model
    const serviceSeconds = this.model.serviceSeconds[classOf[v]!]!
    const sentinel = stopCount + v
    let work = this.routeSeconds[v]!
    for (let link = this.next[sentinel]!; link !== sentinel; link = this.next[link]!) work += serviceSeconds[link]!
    this.routeWork[v] = work
    const last = this.prev[sentinel]!
    const overwait =
      last === sentinel || this.routeDuration[v]! - work <= maxWaitSeconds
        ? 0
        : this.sumOverwait(v, sentinel, this.headEarliest[last]!, unlimited)
    if (overwait > 0 !== this.getOverwait(v) > 0) this.brokenRoutes += overwait > 0 ? 1 : -1
    this.routeOverwait[v] = overwait
  }

  /** Begins the way of v with everything up to `before`, followed by a leg of `leg` seconds and the stop `first` (-1: without it). */
  protected beginWay(v: number, before: number, first = -1, leg = 0): void {
    this.wayRoute = v
    this.wayBefore = before
    this.wayFirst = first
    this.wayDuration = this.headDuration[before]!
    this.wayEarliest = this.headEarliest[before]!
    this.wayLatest = this.headLatest[before]!
    if (first >= 0) this.extendWay(first, leg)
  }

  /** Adds a leg of `leg` seconds and the stop after it to the way (Vidal et al. 2013). */
  protected extendWay(stop: number, leg: number): void {
    const reach = this.wayDuration + leg
    const opens = this.model.opensSeconds[stop]! - reach
    const wait = Math.max(0, opens - this.wayLatest)
    this.wayEarliest = Math.max(opens, this.wayEarliest) - wait
    this.wayLatest = Math.min(this.model.closesSeconds[stop]! - reach, this.wayLatest)
    this.wayDuration = reach + wait + this.getService(this.wayRoute, stop)
  }

  /**
   * Whether the route keeps its limits on duration and single waits (or makes overlong waits no longer) when the way goes on to `stop`, inserted
   * after `behind`, and from there to `after` and the rest. `there` and `onward` are those legs, `drive` what all that is inserted adds to the legs.
   * Sets `newDuration` and `newOverwait`. The way stays as it was.
   */
  protected endWay(stop: number, behind: number, after: number, there: number, onward: number, drive: number): boolean {
    const { opensSeconds, closesSeconds, maxSeconds, features, maxWaitSeconds, stopCount } = this.model
    const v = this.wayRoute
    const service = this.getService(v, stop)
    const reach = this.wayDuration + there
    const opens = opensSeconds[stop]! - reach
    const wait = Math.max(0, opens - this.wayLatest)
    const latest = Math.min(closesSeconds[stop]! - reach, this.wayLatest)
    const through = reach + wait + service + onward
    const tailEarliest = this.tailEarliest[after]! - through
    const pause = Math.max(0, tailEarliest - latest)
    this.newDuration = through + pause + this.tailDuration[after]!
    if (this.newDuration > maxSeconds[v]!) return false
    this.newOverwait = 0
    if (!features.hasWaitLimit) return true
    const first = this.wayFirst
    const work = this.routeWork[v]! + drive + service + (first < 0 ? 0 : this.getService(v, first))
    // No single wait exceeds the sum of all waits.
    if (this.newDuration - work <= maxWaitSeconds) return true
    const allowed = this.getOverwait(v)
    const start = Math.max(tailEarliest, Math.max(opens, this.wayEarliest) - wait) - pause
    const sentinel = stopCount + v
    this.newOverwait =
      first < 0
        ? this.sumOverwait(v, sentinel, start, allowed, behind, stop)
        : this.sumOverwait(v, sentinel, start, allowed, this.wayBefore, first, behind, stop)
    return this.newOverwait <= allowed
  }

  private getService(v: number, stop: number): number {
    return this.model.serviceSeconds[this.model.classOf[v]!]![stop]!
  }

  /** Seconds of overlong waits on the route of v; 0 where waits are not limited. */
  protected getOverwait(v: number): number {
    return this.routeOverwait[v] ?? 0
  }

  /**
   * Sum of the seconds by which waits before stops exceed the limit when v leaves at `start` and drives the route of `sentinel`, with `stop`
   * inserted after `before`, and then `last` after `behind` (-1: without it). Stops counting above `enough`. O(stops of the route), but seldom
   * needed.
   */
  protected sumOverwait(
    v: number,
    sentinel: number,
    start: number,
    enough: number,
    before = -1,
    stop = -1,
    behind = -1,
    last = -1,
  ): number {
    const { nodeCount, opensSeconds, maxWaitSeconds, startNode, classOf } = this.model
    const { next } = this
    const seconds = this.model.seconds[classOf[v]!]!
    const serviceSeconds = this.model.serviceSeconds[classOf[v]!]!
    let time = start
    let sum = 0
    let node = startNode[v]!
    let link = sentinel
    for (;;) {
      // The inserted stops stand in for the links of the route: what comes after them came after what they follow.
      if (link === behind) link = last
      else if (link === before) link = stop
      else if (link === last) link = next[behind === stop ? before : behind]!
      else link = next[link === stop ? before : link]!
      if (link === sentinel) return sum
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
    }
  }

  /** Cost of the plan; Infinity while some wait is overlong, so that the search rejects the step. */
  override get cost(): number {
    return this.brokenRoutes > 0 ? Number.POSITIVE_INFINITY : super.cost
  }

  hasRoom(v: number, stop: number): boolean {
    const { loadDimensions: dimensions, delivered, capacity } = this.model
    for (let k = 0; k < dimensions; k++) {
      if (this.routeLoad[v * dimensions + k]! + delivered[stop * dimensions + k]! > capacity[v * dimensions + k]!)
        return false
    }
    return true
  }

  /** Refreshes the route after one stop was inserted: times are updated only as far as they change. */
  protected refreshFrom(v: number, stop: number): void {
    const model = this.model
    const { features, nodeCount, loadDimensions: dimensions } = model
    if (features.hasShipments || this.hasTravelCost || features.hasWaitLimit) {
      this.refresh(v)
      return
    }
    const { next, prev, nodeOut, nodeIn, legMeters } = this
    const meters = model.meters[model.classOf[v]!]!
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
    else if (features.hasWindows) this.carryTimes(v, stop)
    this.setRouteCost(v, this.priceOf(v, this.routeMeters[v]!, 0, this.routeDuration[v]!, this.count[v]!))
  }

  /** Updates the times of v from an inserted stop in both directions, until a link's time is unchanged. */
  private carryTimes(v: number, stop: number): void {
    const { nodeCount, opensSeconds, closesSeconds, stopCount, classOf } = this.model
    const { next, prev, nodeOut, nodeIn, leave, latest } = this
    const seconds = this.model.seconds[classOf[v]!]!
    const serviceSeconds = this.model.serviceSeconds[classOf[v]!]!
    const sentinel = stopCount + v
    const before = prev[stop]!
    const after = next[stop]!
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
}
