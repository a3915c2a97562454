/**
 * Times of every route when travel times depend on the hour: functions forward and backward, so that one more stop is timed by composing
 * four short curves (Hashimoto et al. 2008; Visser, Spliet 2020).
 */

import { Curve, ShortestSpan, serve, through, valueAt } from '../hours/curve.ts'
import { LegTimes } from '../hours/leg-times.ts'
import { canCharge } from '../model/compile-battery.ts'
import { type Model, unlimited } from '../model/model.ts'
import type { KeptTimes } from './kept-times.ts'
import { LinkFunctions } from './link-functions.ts'
import type { Plan } from './plan.ts'

/**
 * Times of routes with hard windows, whose start is chosen for the shortest duration. Each link has two functions: `forward` gives its
 * departure by the start of the route, `backward` (computed when first needed) the end of the route by the arrival at the link. After a
 * change, links before it keep their forward functions and links after it their backward ones. Undoing a step restores its functions.
 */
export class HoursTimes implements KeptTimes {
  readonly start: Float64Array
  readonly end: Float64Array
  /** Lower bound on the duration: service and the shortest time of each leg. */
  readonly work: Float64Array
  readonly travel: Float64Array
  readonly lateCost: Float64Array
  newStart = 0
  newEnd = 0
  newWork = 0
  readonly newLateCost = 0
  mostDuration = Number.POSITIVE_INFINITY
  isBound = false

  private readonly model: Model
  private readonly plan: Plan
  private readonly legTimes: (LegTimes | undefined)[]
  /**
   * Functions of the route's start. `first`: earliest departure from the link; `last`: last start that reaches it in time; `reached`:
   * earliest arrival.
   */
  private readonly forward: LinkFunctions
  /**
   * Functions of the arrival. `first`: arrival from which the function is exact (earlier ones wait until then); `last`: the last one in
   * time.
   */
  private readonly backward: LinkFunctions
  /** Version of each route at its last refresh, and per link the version for which its backward function holds. */
  private readonly routeVersion: Float64Array
  private readonly readyVersion: Float64Array
  private versions = 0
  private readonly a = new Curve()
  private readonly b = new Curve()
  private readonly span = new ShortestSpan()

  constructor(plan: Plan, model: Model) {
    const links = plan.next.length
    const vehicles = model.vehicleCount
    this.model = model
    this.plan = plan
    this.legTimes = model.hours.map((hours) => hours && new LegTimes(hours))
    this.start = new Float64Array(vehicles)
    this.end = new Float64Array(vehicles)
    this.work = new Float64Array(vehicles)
    this.travel = new Float64Array(vehicles)
    this.lateCost = new Float64Array(vehicles)
    this.forward = new LinkFunctions(links)
    this.backward = new LinkFunctions(links)
    this.routeVersion = new Float64Array(vehicles)
    this.readyVersion = new Float64Array(links)
    for (let v = 0; v < vehicles; v++) this.keepEnds(v)
  }

  /**
   * Whether routes of the vehicle can be timed here: `RouteEvaluator` may choose any start under their rules, and driving time has no
   * price.
   */
  supports(v: number): boolean {
    const model = this.model
    return (
      this.legTimes[model.classOf[v]!] !== undefined &&
      model.setupSeconds.length === 0 &&
      model.breakFrom[v + 1] === model.breakFrom[v] &&
      model.drivingRules[v] === undefined &&
      !canCharge(model.batteries[v]) &&
      model.departureSeconds[v]! < 0 &&
      model.reloadNode[v]! < 0 &&
      model.minSeconds[v] === 0 &&
      model.costPerTravelSecond[v] === 0 &&
      model.compactnessWeight === 0 &&
      model.slackPrice === 0 &&
      model.maxWaitSeconds >= unlimited &&
      !model.features.hasShipments &&
      model.latePenalty.every((penalty) => penalty < 0) &&
      model.releaseSeconds.every((seconds) => seconds === 0)
    )
  }

  /** Functions of a route without stops: it may start, and end, at any time of its shift. */
  private keepEnds(v: number): void {
    const { stopCount, shiftStart, shiftEnd } = this.model
    const sentinel = stopCount + v
    for (const functions of [this.forward, this.backward]) {
      const curve = functions.renew(sentinel, -1)
      curve.add(shiftStart[v]!, shiftStart[v]!)
      curve.add(shiftEnd[v]!, shiftEnd[v]!)
      functions.finish(sentinel, shiftStart[v]!, shiftEnd[v]!, shiftStart[v]!)
    }
  }

  /** Keeps the functions that hold now until the next step begins. */
  beginStep(): void {
    this.forward.beginStep()
    this.backward.beginStep()
  }

  /** Recomputes route v from its first change on. Returns false when it cannot be driven in time. */
  refresh(v: number): boolean {
    const { stopCount, nodeCount } = this.model
    const { next, nodeOut, nodeIn } = this.plan
    const seconds = this.model.seconds[this.model.classOf[v]!]!
    const legTimes = this.legTimes[this.model.classOf[v]!]!
    const serviceSeconds = this.model.serviceSeconds[this.model.classOf[v]!]!
    const sentinel = stopCount + v
    this.routeVersion[v] = ++this.versions
    let travel = 0
    let service = 0
    let before = sentinel
    for (let link = next[sentinel]!; link !== sentinel; before = link, link = next[link]!) {
      travel += seconds[nodeOut[before]! * nodeCount + nodeIn[link]!]!
      service += serviceSeconds[link]!
      if (!this.forward.recall(link, before) && !this.makeForward(v, legTimes, before, link)) return false
    }
    if (before === sentinel) {
      this.start[v] = this.end[v] = this.work[v] = this.travel[v] = 0
      return true
    }
    travel += seconds[nodeOut[before]! * nodeCount + nodeIn[sentinel]!]!
    this.travel[v] = travel
    this.work[v] = travel + service
    this.a.count = 0
    legTimes.drive(this.forward.curve[before]!, nodeOut[before]!, nodeIn[sentinel]!, this.a)
    const duration = this.span.find(this.a, this.backward.curve[sentinel]!)
    this.start[v] = this.span.bestStart
    this.end[v] = this.span.bestEnd
    return duration <= this.model.maxSeconds[v]!
  }

  /** Always 0: no vehicle with a break is timed here. */
  leastLate(): number {
    return 0
  }

  private makeForward(v: number, legTimes: LegTimes, before: number, link: number): boolean {
    const { windowFrom, windowOpens, windowCloses, classOf } = this.model
    const { nodeOut, nodeIn } = this.plan
    const serviceSeconds = this.model.serviceSeconds[classOf[v]!]!
    const { a } = this
    a.count = 0
    legTimes.drive(this.forward.curve[before]!, nodeOut[before]!, nodeIn[link]!, a)
    const curve = this.forward.renew(link, before)
    serve(a, windowOpens, windowCloses, windowFrom[link]!, windowFrom[link + 1]!, serviceSeconds[link]!, curve)
    this.forward.finish(link, curve.y[0]!, curve.x[Math.max(0, curve.count - 1)]!, a.y[0]!)
    return curve.count > 0
  }

  /** Computes the missing backward functions of route v from `link` to the end. */
  private readyBack(v: number, link: number): void {
    const { prev, next } = this.plan
    const { readyVersion } = this
    const version = this.routeVersion[v]!
    const sentinel = this.model.stopCount + v
    let at = link
    while (at !== sentinel && readyVersion[at] !== version) at = next[at]!
    if (at === link) return
    const legTimes = this.legTimes[this.model.classOf[v]!]!
    while (at !== link) {
      const after = at
      at = prev[at]!
      readyVersion[at] = version
      const earliest = this.forward.reached[at]!
      if (this.backward.recall(at, after) && this.backward.first[at]! <= earliest) continue
      this.makeBackward(legTimes, at, after, earliest)
    }
  }

  private makeBackward(legTimes: LegTimes, link: number, after: number, earliest: number): void {
    const { windowFrom, windowOpens, windowCloses, shiftEnd, classOf } = this.model
    const { nodeOut, nodeIn, routeOf } = this.plan
    const serviceSeconds = this.model.serviceSeconds[classOf[routeOf[link]!]!]!
    const { a, b } = this
    const first = windowFrom[link]!
    const last = windowFrom[link + 1]!
    a.count = 0
    const latest = Math.min(windowCloses[last - 1]!, shiftEnd[routeOf[link]!]!)
    const from = Math.min(earliest, latest)
    a.add(from, from)
    a.add(latest, latest)
    b.count = 0
    serve(a, windowOpens, windowCloses, first, last, serviceSeconds[link]!, b)
    a.count = 0
    legTimes.drive(b, nodeOut[link]!, nodeIn[after]!, a)
    const rest = this.backward.curve[after]!
    const curve = this.backward.renew(link, after)
    if (rest.count > 0) through(a, rest.x, rest.y, 0, rest.count, curve)
    // All arrivals before the opening are equivalent.
    const exactFrom = earliest <= windowOpens[first]! ? 0 : earliest
    this.backward.finish(link, exactFrom, curve.count > 0 ? curve.x[curve.count - 1]! : -1, earliest)
  }

  /**
   * Lower bound on the duration of route v with `stop` between two links, whose legs take at least `there` and `onward`. Infinity when too
   * late. Constant time.
   */
  leastWith(v: number, stop: number, before: number, after: number, there: number, onward: number): number {
    const { opensSeconds, closesSeconds, classOf } = this.model
    const service = this.model.serviceSeconds[classOf[v]!]![stop]!
    const reached = this.forward.first[before]! + there
    if (reached > closesSeconds[stop]!) return Number.POSITIVE_INFINITY
    this.readyBack(v, after)
    const begin = Math.max(reached, opensSeconds[stop]!)
    if (begin + service + onward > this.backward.last[after]!) return Number.POSITIVE_INFINITY
    return this.forward.least[before]! + there + service + onward + this.backward.least[after]!
  }

  /**
   * Times route v with `stop` after `before`. Returns false when that is too late or takes `mostDuration` or more. Earliest arrivals are
   * checked first, because the latest start never ends sooner than the earliest.
   */
  probe(v: number, stop: number, before: number): boolean {
    const { windowFrom, windowOpens, windowCloses, classOf, nodeCount } = this.model
    const service = this.model.serviceSeconds[classOf[v]!]![stop]!
    const { next, nodeOut, nodeIn } = this.plan
    const legTimes = this.legTimes[classOf[v]!]!
    const after = next[before]!
    this.readyBack(v, after)
    const from = nodeOut[before]!
    const to = nodeIn[after]!
    const last = windowFrom[stop + 1]!
    const reached = legTimes.arrival(from, stop, this.forward.first[before]!)
    let w = windowFrom[stop]!
    while (w < last && reached > windowCloses[w]!) w++
    if (w === last) return false
    const begin = Math.max(reached, windowOpens[w]!)
    const onward = legTimes.arrival(stop, to, begin + service)
    if (onward > this.backward.last[after]!) return false
    const tail = this.backward.curve[after]!
    if (this.mostDuration < Number.POSITIVE_INFINITY) {
      const firstEnd = valueAt(tail.x, tail.y, 0, tail.count, onward)
      const lastStart = Math.min(this.forward.last[before]!, windowCloses[last - 1]! - this.forward.least[before]!)
      if (firstEnd - lastStart >= this.mostDuration) return false
    }
    this.isBound = onward < this.backward.first[after]!
    const seconds = this.model.seconds[classOf[v]!]!
    const least = seconds[from * nodeCount + stop]! + service + seconds[stop * nodeCount + to]!
    if (!this.keepWorthwhile(this.forward.curve[before]!, this.mostDuration - least - this.backward.least[after]!))
      return false
    return this.compose(v, legTimes, stop, from, to, tail)
  }

  /** Copies to `b` the range of starts in which the first part takes less than `most`. Returns false when there is none. */
  private keepWorthwhile({ x, y, count }: Curve, most: number): boolean {
    const { b } = this
    b.count = 0
    let first = 0
    while (first < count && y[first]! - x[first]! >= most) first++
    if (first === count) return false
    let last = count - 1
    while (y[last]! - x[last]! >= most) last--
    // Includes the points on either side, because the lines to them begin below the limit.
    for (let k = Math.max(0, first - 1); k <= Math.min(count - 1, last + 1); k++) b.add(x[k]!, y[k]!)
    return true
  }

  private compose(v: number, legTimes: LegTimes, stop: number, from: number, to: number, tail: Curve): boolean {
    const { windowFrom, windowOpens, windowCloses, classOf, maxSeconds } = this.model
    const service = this.model.serviceSeconds[classOf[v]!]![stop]!
    const { a, b } = this
    a.count = 0
    legTimes.drive(b, from, stop, a)
    b.count = 0
    serve(a, windowOpens, windowCloses, windowFrom[stop]!, windowFrom[stop + 1]!, service, b)
    a.count = 0
    legTimes.drive(b, stop, to, a)
    const duration = this.span.find(a, tail)
    this.newStart = this.span.bestStart
    this.newEnd = this.span.bestEnd
    return duration <= maxSeconds[v]!
  }
}
