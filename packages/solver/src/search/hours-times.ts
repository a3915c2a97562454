/**
 * What is kept of every route's times where ways take longer at some hours: functions forward and backward, so that one more stop is
 * timed by composing four short curves (Hashimoto et al. 2008; Visser, Spliet 2020).
 */
import { Curve, ShortestSpan, serve, through, valueAt } from '../hours/curve.ts'
import { LegTimes } from '../hours/leg-times.ts'
import { type Model, unlimited } from '../model/model.ts'
import type { KeptTimes } from './kept-times.ts'
import type { Plan } from './plan.ts'

/**
 * Times of routes under hard windows, durations chosen by their start. Kept for each link are when it is left, by the start of the route
 * (`forward`), and when the route ends, by the arrival at the link (`backward`, made when first asked for). A change is followed from
 * where it is: what lies before it keeps its forward functions, what lies behind its backward ones.
 */
export class HoursTimes implements KeptTimes {
  readonly start: Float64Array
  readonly end: Float64Array
  /** Service and the least that the legs take: no route is shorter. */
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
  private readonly forward: Curve[]
  private readonly backward: Curve[]
  /** Least of end minus start, of the forward and of the backward function. */
  private readonly leastBefore: Float64Array
  private readonly leastBehind: Float64Array
  /** Of the functions: the earliest moment a link is left, the last start that reaches it in time, the last arrival that ends in time. */
  private readonly firstLeave: Float64Array
  private readonly lastStart: Float64Array
  private readonly lastArrival: Float64Array
  /** Links next to which a function was made, and the stamp of that link's function then; each new function gets a new stamp. */
  private readonly madeBehind: Int32Array
  private readonly madeBefore: Int32Array
  private readonly forwardStamp: Float64Array
  private readonly forwardFrom: Float64Array
  private readonly backwardStamp: Float64Array
  private readonly backwardFrom: Float64Array
  /** Arrival from which on the backward function is exact; earlier ones wait until then. */
  private readonly exactFrom: Float64Array
  private readonly isBackReady: Uint8Array
  private stamp = 1
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
    this.forward = Array.from({ length: links }, () => new Curve())
    this.backward = Array.from({ length: links }, () => new Curve())
    this.leastBefore = new Float64Array(links)
    this.leastBehind = new Float64Array(links)
    this.firstLeave = new Float64Array(links)
    this.lastStart = new Float64Array(links)
    this.lastArrival = new Float64Array(links)
    this.madeBehind = new Int32Array(links).fill(-1)
    this.madeBefore = new Int32Array(links).fill(-1)
    this.forwardStamp = new Float64Array(links)
    this.forwardFrom = new Float64Array(links)
    this.backwardStamp = new Float64Array(links)
    this.backwardFrom = new Float64Array(links)
    this.exactFrom = new Float64Array(links)
    this.isBackReady = new Uint8Array(vehicles)
    for (let v = 0; v < vehicles; v++) this.keepEnds(v)
  }

  /** Whether routes of the vehicle can be timed here: the rules under which `RouteEvaluator` chooses any start, and no price on driving. */
  supports(v: number): boolean {
    const model = this.model
    return (
      this.legTimes[model.classOf[v]!] !== undefined &&
      model.breakFrom[v + 1] === model.breakFrom[v] &&
      model.departureSeconds[v]! < 0 &&
      model.reloadNode[v]! < 0 &&
      model.minSeconds[v] === 0 &&
      model.costPerTravelSecond[v] === 0 &&
      model.compactnessWeight === 0 &&
      model.maxWaitSeconds >= unlimited &&
      !model.features.hasShipments &&
      model.latePenalty.every((penalty) => penalty < 0) &&
      model.releaseSeconds.every((seconds) => seconds === 0)
    )
  }

  /** A route without stops: it may start at any time of its shift, and end. */
  private keepEnds(v: number): void {
    const { stopCount, shiftStart, shiftEnd } = this.model
    const sentinel = stopCount + v
    for (const curve of [this.forward[sentinel]!, this.backward[sentinel]!]) {
      curve.add(shiftStart[v]!, shiftStart[v]!)
      curve.add(shiftEnd[v]!, shiftEnd[v]!)
    }
    this.forwardStamp[sentinel] = this.backwardStamp[sentinel] = ++this.stamp
    this.exactFrom[sentinel] = this.firstLeave[sentinel] = shiftStart[v]!
    this.lastStart[sentinel] = this.lastArrival[sentinel] = shiftEnd[v]!
  }

  /** Recomputes route v from its first change on; false when it cannot be driven in time. */
  refresh(v: number): boolean {
    const { stopCount, nodeCount, serviceSeconds } = this.model
    const { next, nodeOut, nodeIn } = this.plan
    const seconds = this.model.seconds[this.model.classOf[v]!]!
    const legTimes = this.legTimes[this.model.classOf[v]!]!
    const sentinel = stopCount + v
    this.isBackReady[v] = 0
    let travel = 0
    let service = 0
    let before = sentinel
    for (let link = next[sentinel]!; link !== sentinel; before = link, link = next[link]!) {
      travel += seconds[nodeOut[before]! * nodeCount + nodeIn[link]!]!
      service += serviceSeconds[link]!
      if (this.madeBehind[link] === before && this.forwardFrom[link] === this.forwardStamp[before]!) continue
      if (!this.makeForward(legTimes, before, link)) return false
    }
    if (before === sentinel) {
      this.start[v] = this.end[v] = this.work[v] = this.travel[v] = 0
      return true
    }
    travel += seconds[nodeOut[before]! * nodeCount + nodeIn[sentinel]!]!
    this.travel[v] = travel
    this.work[v] = travel + service
    this.a.count = 0
    legTimes.drive(this.forward[before]!, nodeOut[before]!, nodeIn[sentinel]!, this.a)
    const duration = this.span.find(this.a, this.backward[sentinel]!)
    this.start[v] = this.span.bestStart
    this.end[v] = this.span.bestEnd
    return duration <= this.model.maxSeconds[v]!
  }

  private makeForward(legTimes: LegTimes, before: number, link: number): boolean {
    const { windowFrom, windowOpens, windowCloses, serviceSeconds } = this.model
    const { nodeOut, nodeIn } = this.plan
    const { a } = this
    a.count = 0
    legTimes.drive(this.forward[before]!, nodeOut[before]!, nodeIn[link]!, a)
    const curve = this.forward[link]!
    curve.count = 0
    serve(a, windowOpens, windowCloses, windowFrom[link]!, windowFrom[link + 1]!, serviceSeconds[link]!, curve)
    this.forwardStamp[link] = ++this.stamp
    this.madeBehind[link] = curve.count > 0 ? before : -1
    this.forwardFrom[link] = this.forwardStamp[before]!
    this.leastBefore[link] = leastSpan(curve)
    this.firstLeave[link] = curve.y[0]!
    this.lastStart[link] = curve.x[curve.count - 1]!
    return curve.count > 0
  }

  /** Backward functions of route v, from its end to the first stop behind which nothing has changed. */
  private refreshBack(v: number, legTimes: LegTimes): void {
    const { prev, next, nodeOut, nodeIn } = this.plan
    const sentinel = this.model.stopCount + v
    this.isBackReady[v] = 1
    for (let link = prev[sentinel]!; link !== sentinel; link = prev[link]!) {
      const before = prev[link]!
      const after = next[link]!
      const earliest = legTimes.arrival(nodeOut[before]!, nodeIn[link]!, this.firstLeave[before]!)
      const isMade = this.madeBefore[link] === after && this.backwardFrom[link] === this.backwardStamp[after]!
      if (isMade && this.exactFrom[link]! <= earliest) continue
      this.makeBackward(legTimes, link, after, earliest)
    }
  }

  private makeBackward(legTimes: LegTimes, link: number, after: number, earliest: number): void {
    const { windowFrom, windowOpens, windowCloses, serviceSeconds, shiftEnd } = this.model
    const { nodeOut, nodeIn, routeOf } = this.plan
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
    const rest = this.backward[after]!
    const curve = this.backward[link]!
    curve.count = 0
    if (rest.count > 0) through(a, rest.x, rest.y, 0, rest.count, curve)
    this.backwardStamp[link] = ++this.stamp
    this.madeBefore[link] = after
    this.backwardFrom[link] = this.backwardStamp[after]!
    // Before the opening all arrivals are one.
    this.exactFrom[link] = earliest <= windowOpens[first]! ? 0 : earliest
    this.leastBehind[link] = leastSpan(curve)
    this.lastArrival[link] = curve.count > 0 ? curve.x[curve.count - 1]! : -1
  }

  /**
   * A bound on the duration of route v with `stop` between two links, of which the legs take at least `there` and `onward`: Infinity when
   * it is too late, or what the two parts of the route take at least. Constant work.
   */
  leastWith(v: number, stop: number, before: number, after: number, there: number, onward: number): number {
    const { opensSeconds, closesSeconds, serviceSeconds } = this.model
    const reached = this.firstLeave[before]! + there
    if (reached > closesSeconds[stop]!) return Number.POSITIVE_INFINITY
    if (this.isBackReady[v] === 0) this.refreshBack(v, this.legTimes[this.model.classOf[v]!]!)
    const begin = Math.max(reached, opensSeconds[stop]!)
    if (begin + serviceSeconds[stop]! + onward > this.lastArrival[after]!) return Number.POSITIVE_INFINITY
    return this.leastBefore[before]! + there + serviceSeconds[stop]! + onward + this.leastBehind[after]!
  }

  /**
   * Times route v with `stop` behind `before`; false when that is too late or takes `mostDuration` or more. The earliest arrivals come
   * first: whoever starts last still ends no sooner than whoever starts first.
   */
  probe(v: number, stop: number, before: number): boolean {
    const { windowFrom, windowOpens, windowCloses, serviceSeconds, classOf } = this.model
    const { next, nodeOut, nodeIn } = this.plan
    const legTimes = this.legTimes[classOf[v]!]!
    if (this.isBackReady[v] === 0) this.refreshBack(v, legTimes)
    const after = next[before]!
    const from = nodeOut[before]!
    const to = nodeIn[after]!
    const last = windowFrom[stop + 1]!
    const reached = legTimes.arrival(from, stop, this.firstLeave[before]!)
    let w = windowFrom[stop]!
    while (w < last && reached > windowCloses[w]!) w++
    if (w === last) return false
    const begin = Math.max(reached, windowOpens[w]!)
    const onward = legTimes.arrival(stop, to, begin + serviceSeconds[stop]!)
    if (onward > this.lastArrival[after]!) return false
    const tail = this.backward[after]!
    if (this.mostDuration < Number.POSITIVE_INFINITY) {
      const firstEnd = valueAt(tail.x, tail.y, 0, tail.count, onward)
      const lastStart = Math.min(this.lastStart[before]!, windowCloses[last - 1]! - this.leastBefore[before]!)
      if (firstEnd - lastStart >= this.mostDuration) return false
    }
    this.isBound = onward < this.exactFrom[after]!
    return this.compose(v, legTimes, stop, this.forward[before]!, from, to, tail)
  }

  private compose(
    v: number,
    legTimes: LegTimes,
    stop: number,
    head: Curve,
    from: number,
    to: number,
    tail: Curve,
  ): boolean {
    const { windowFrom, windowOpens, windowCloses, serviceSeconds, maxSeconds } = this.model
    const { a, b } = this
    a.count = 0
    legTimes.drive(head, from, stop, a)
    b.count = 0
    serve(a, windowOpens, windowCloses, windowFrom[stop]!, windowFrom[stop + 1]!, serviceSeconds[stop]!, b)
    a.count = 0
    legTimes.drive(b, stop, to, a)
    const duration = this.span.find(a, tail)
    this.newStart = this.span.bestStart
    this.newEnd = this.span.bestEnd
    return duration <= maxSeconds[v]!
  }
}

function leastSpan({ x, y, count }: Curve): number {
  let least = Number.POSITIVE_INFINITY
  for (let k = 0; k < count; k++) if (y[k]! - x[k]! < least) least = y[k]! - x[k]!
  return least
}
