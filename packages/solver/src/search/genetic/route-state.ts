/**
 * Routes that may break loads and times at a price: linked lists with prefix and suffix segments, so that any concatenation of
 * parts is priced in constant time (Vidal, Crainic, Gendreau & Prins 2013: duration, time warp, earliest and latest start).
 */
import type { Model } from '../../model/model.ts'
import type { GeneticTerms } from './terms.ts'

/** Numbers per segment: duration, earliest start, latest start, time warp, waiting. */
const segmentSize = 5
/** Differences below are rounding. */
export const epsilon = 1e-6

/** Links as in `Plan`: stops 0..n-1, then one sentinel per vehicle, its start and its end. */
export class RouteState {
  readonly terms: GeneticTerms
  readonly next: Int32Array
  readonly prev: Int32Array
  /** Vehicle of a link; -1 while a stop is on no route. */
  readonly routeOf: Int32Array
  readonly position: Int32Array
  readonly count: Int32Array
  readonly nodeOut: Int32Array
  readonly nodeIn: Int32Array
  /** Price of overload per unit and dimension, and of a second of time warp. */
  readonly loadPenalty: Float64Array
  warpPenalty = 1
  /** Load up to and with a link. */
  readonly headLoad: Float64Array
  readonly routeLoad: Float64Array
  readonly routeArcs: Float64Array
  /** Seconds by which the route's times are broken, beyond its longest duration included. */
  readonly routeWarp: Float64Array
  /** What the route costs beyond its legs and fixed price: penalties and waiting. No change of its order can save more. */
  readonly routeSlack: Float64Array
  readonly routeCost: Float64Array
  /** Sum of routeCost. */
  cost = 0
  /** Value of `moves` at the route's last change. */
  readonly modified: Int32Array
  moves = 0
  protected readonly n: number
  protected readonly vehicles: number
  protected readonly nodes: number
  protected readonly dimensions: number
  protected readonly hasTimes: boolean
  private readonly head: Float64Array
  private readonly tail: Float64Array
  /** Suffixes without the end, for vehicles that end differently. */
  private readonly openTail: Float64Array
  private readonly seg = new Float64Array(segmentSize)
  private at = 0
  private matrix: Model['seconds'][number]
  private service: Int32Array

  constructor(terms: GeneticTerms) {
    const { model, dimensions } = terms
    const links = model.stopCount + model.vehicleCount
    this.terms = terms
    this.n = model.stopCount
    this.vehicles = model.vehicleCount
    this.nodes = model.nodeCount
    this.dimensions = dimensions
    this.hasTimes = terms.hasTimes
    this.next = new Int32Array(links)
    this.prev = new Int32Array(links)
    this.routeOf = new Int32Array(links).fill(-1)
    this.position = new Int32Array(links)
    this.count = new Int32Array(model.vehicleCount)
    this.nodeOut = new Int32Array(links)
    this.nodeIn = new Int32Array(links)
    for (let stop = 0; stop < this.n; stop++) this.nodeOut[stop] = this.nodeIn[stop] = stop
    for (let v = 0; v < this.vehicles; v++) {
      this.nodeOut[this.n + v] = model.startNode[v]!
      this.nodeIn[this.n + v] = model.endNode[v]!
    }
    this.loadPenalty = new Float64Array(dimensions).fill(1)
    this.headLoad = new Float64Array(links * dimensions)
    this.routeLoad = new Float64Array(this.vehicles * dimensions)
    this.routeArcs = new Float64Array(this.vehicles)
    this.routeWarp = new Float64Array(this.vehicles)
    this.routeSlack = new Float64Array(this.vehicles)
    this.routeCost = new Float64Array(this.vehicles)
    this.modified = new Int32Array(this.vehicles)
    this.head = new Float64Array(links * segmentSize)
    this.tail = new Float64Array(links * segmentSize)
    this.openTail = new Float64Array(terms.hasSeveralEnds ? links * segmentSize : 0)
    this.matrix = model.seconds[0]!
    this.service = model.serviceSeconds[0]!
    this.clear()
  }

  /** Takes every stop off. */
  clear(): void {
    this.routeOf.fill(-1, 0, this.n)
    for (let v = 0; v < this.vehicles; v++) {
      const sentinel = this.n + v
      this.next[sentinel] = this.prev[sentinel] = sentinel
      this.routeOf[sentinel] = v
    }
    this.count.fill(0)
    this.recompute()
  }

  /** Routes from flat lists: stops of vehicle v are stops[from[v]] .. stops[from[v + 1] - 1]. */
  load(stops: Int32Array, from: Int32Array): void {
    this.routeOf.fill(-1, 0, this.n)
    for (let v = 0; v < this.vehicles; v++) {
      let tail = this.n + v
      for (let i = from[v]!; i < from[v + 1]!; i++) {
        const stop = stops[i]!
        this.next[tail] = stop
        this.prev[stop] = tail
        this.routeOf[stop] = v
        tail = stop
      }
      this.next[tail] = this.n + v
      this.prev[this.n + v] = tail
      this.count[v] = from[v + 1]! - from[v]!
    }
    this.recompute()
  }

  /** Writes the routes to flat lists. */
  store(stops: Int32Array, from: Int32Array): void {
    let at = 0
    for (let v = 0; v < this.vehicles; v++) {
      from[v] = at
      for (let link = this.next[this.n + v]!; link < this.n; link = this.next[link]!) stops[at++] = link
    }
    from[this.vehicles] = at
  }

  /** Recomputes every route: after loading, or when penalties changed. */
  recompute(): void {
    this.moves++
    for (let v = 0; v < this.vehicles; v++) {
      this.routeCost[v] = 0
      this.refresh(v)
    }
    this.resum()
  }

  /** Says that a route is not as it was when it was last improved. */
  markChanged(v: number): void {
    this.modified[v] = this.moves + 1
  }

  /** Adds the routes' costs up anew, free of rounding. */
  resum(): void {
    let cost = 0
    for (let v = 0; v < this.vehicles; v++) cost += this.routeCost[v]!
    this.cost = cost
  }

  isFeasible(): boolean {
    for (let v = 0; v < this.vehicles; v++) {
      if (this.count[v] === 0) continue
      if (this.routeWarp[v]! > epsilon) return false
      for (let k = 0; k < this.dimensions; k++) {
        if (this.routeLoad[v * this.dimensions + k]! > this.terms.capacity[v * this.dimensions + k]! + epsilon)
          return false
      }
    }
    return true
  }

  mayServe(stop: number, v: number): boolean {
    const { model, hasTypeRules } = this.terms
    return !hasTypeRules || model.isCompatible[stop * model.typeCount + model.typeOf[v]!] === 1
  }

  /** Recomputes what is kept about one route. O(stops of the route). */
  refresh(v: number): void {
    const { terms, n, nodes, dimensions, next, nodeOut, nodeIn, headLoad, routeLoad } = this
    const sentinel = n + v
    this.modified[v] = this.moves
    for (let k = 0; k < dimensions; k++) headLoad[sentinel * dimensions + k] = 0
    const arcs = terms.arcs[terms.arcOf[v]!]!
    let sum = 0
    let count = 0
    let before = sentinel
    for (let link = next[sentinel]!; link !== sentinel; link = next[link]!) {
      sum += arcs[nodeOut[before]! * nodes + link]!
      this.position[link] = ++count
      this.routeOf[link] = v
      for (let k = 0; k < dimensions; k++) {
        headLoad[link * dimensions + k] = headLoad[before * dimensions + k]! + terms.load[link * dimensions + k]!
      }
      before = link
    }
    sum += arcs[nodeOut[before]! * nodes + nodeIn[sentinel]!]!
    this.position[sentinel] = 0
    this.count[v] = count
    for (let k = 0; k < dimensions; k++) routeLoad[v * dimensions + k] = headLoad[before * dimensions + k]!
    this.routeArcs[v] = count === 0 ? 0 : sum
    const slack = (count === 0 ? 0 : this.priceLoad(v, 0, -1)) + (this.hasTimes ? this.refreshTimes(v) : 0)
    this.routeSlack[v] = slack
    const cost = count === 0 ? 0 : sum + slack + terms.fixed[v]!
    this.cost += cost - this.routeCost[v]!
    this.routeCost[v] = cost
  }

  /** Prefixes, suffixes and the price of the route's times. */
  private refreshTimes(v: number): number {
    const { n, next, prev, head, tail, openTail } = this
    const { model, hasSeveralEnds } = this.terms
    const sentinel = n + v
    this.writeSegment(head, sentinel, 0, model.shiftStart[v]!, model.shiftEnd[v]!, 0, 0)
    this.writeSegment(tail, sentinel, 0, model.shiftStart[v]!, model.shiftEnd[v]!, 0, 0)
    this.routeWarp[v] = 0
    if (next[sentinel] === sentinel) return 0
    this.refreshHeads(v)
    this.open(prev[sentinel]!)
    const price = this.close(sentinel, v)
    this.routeWarp[v] = this.brokenSeconds(v)
    this.refreshTails(tail, v, sentinel)
    if (!hasSeveralEnds) return price
    const last = prev[sentinel]!
    this.startAt(last)
    openTail.set(this.seg, last * segmentSize)
    this.refreshTails(openTail, v, last)
    return price
  }

  /** Prefixes of v's route: what `open` and `append` would tell, without going through the segment at hand. */
  private refreshHeads(v: number): void {
    const { n, next, head, nodeOut, nodes } = this
    const { seconds, classOf, opensSeconds, closesSeconds, shiftStart, shiftEnd } = this.terms.model
    const matrix = seconds[classOf[v]!]!
    const serviceSeconds = this.terms.model.serviceSeconds[classOf[v]!]!
    let duration = 0
    let earliest: number = shiftStart[v]!
    let latest: number = shiftEnd[v]!
    let warped = 0
    let waited = 0
    let node = nodeOut[n + v]!
    for (let link = next[n + v]!; link < n; link = next[link]!) {
      const travel = matrix[node * nodes + link]!
      const delta = duration - warped + travel
      const opens = opensSeconds[link]! - delta
      const closes = closesSeconds[link]! - delta
      const wait = opens > latest ? opens - latest : 0
      const warp = earliest > closes ? earliest - closes : 0
      duration += serviceSeconds[link]! + travel + wait
      earliest = Math.max(opens, earliest) - wait
      latest = Math.min(closes, latest) + warp
      warped += warp
      waited += wait
      this.writeSegment(head, link, duration, earliest, latest, warped, waited)
      node = link
    }
  }

  /** Suffixes of v's route, written to `target`, which holds that of `end` already. */
  private refreshTails(target: Float64Array, v: number, end: number): void {
    const { n, prev, nodeIn, nodes } = this
    const { seconds, classOf, opensSeconds, closesSeconds } = this.terms.model
    const matrix = seconds[classOf[v]!]!
    const serviceSeconds = this.terms.model.serviceSeconds[classOf[v]!]!
    let duration = target[end * segmentSize]!
    let earliest = target[end * segmentSize + 1]!
    let latest = target[end * segmentSize + 2]!
    let warped = 0
    let waited = 0
    let node = nodeIn[end]!
    for (let link = prev[end]!; link < n; link = prev[link]!) {
      const delta = serviceSeconds[link]! + matrix[link * nodes + node]!
      const opens = earliest - delta
      const closes = latest - delta
      const first = opensSeconds[link]!
      const last = closesSeconds[link]!
      const wait = opens > last ? opens - last : 0
      const warp = first > closes ? first - closes : 0
      duration += delta + wait
      earliest = Math.max(opens, first) - wait
      latest = Math.min(closes, last) + warp
      warped += warp
      waited += wait
      this.writeSegment(target, link, duration, earliest, latest, warped, waited)
      node = link
    }
  }

  private writeSegment(
    target: Float64Array,
    link: number,
    duration: number,
    earliest: number,
    latest: number,
    warped: number,
    waited: number,
  ): void {
    const at = link * segmentSize
    target[at] = duration
    target[at + 1] = earliest
    target[at + 2] = latest
    target[at + 3] = warped
    target[at + 4] = waited
  }

  // Pricing concatenations: open a prefix, append stops or suffixes, close with a suffix.

  /** Begins with the route of `link` up to and with it. */
  open(link: number): void {
    const { head, seg } = this
    const at = link * segmentSize
    seg[0] = head[at]!
    seg[1] = head[at + 1]!
    seg[2] = head[at + 2]!
    seg[3] = head[at + 3]!
    seg[4] = head[at + 4]!
    this.at = this.nodeOut[link]!
    const { model } = this.terms
    const travelClass = model.classOf[this.routeOf[link]!]!
    this.matrix = model.seconds[travelClass]!
    this.service = model.serviceSeconds[travelClass]!
  }

  private startAt(stop: number): void {
    const { model } = this.terms
    const { seg } = this
    seg[0] = this.service[stop]!
    seg[1] = model.opensSeconds[stop]!
    seg[2] = model.closesSeconds[stop]!
    seg[3] = 0
    seg[4] = 0
  }

  /** Adds one stop. */
  append(stop: number): void {
    const { seg } = this
    const { opensSeconds, closesSeconds } = this.terms.model
    const travel = this.matrix[this.at * this.nodes + stop]!
    const earliest = seg[1]!
    const latest = seg[2]!
    const delta = seg[0]! - seg[3]! + travel
    const opens = opensSeconds[stop]! - delta
    const closes = closesSeconds[stop]! - delta
    const wait = opens > latest ? opens - latest : 0
    const warp = earliest > closes ? earliest - closes : 0
    seg[0] = seg[0]! + this.service[stop]! + travel + wait
    seg[1] = Math.max(opens, earliest) - wait
    seg[2] = Math.min(closes, latest) + warp
    seg[3] = seg[3]! + warp
    seg[4] = seg[4]! + wait
    this.at = stop
  }

  /** Adds the stops from `first` to `last` of one route. */
  appendWalk(first: number, last: number): void {
    let link = first
    this.append(link)
    while (link !== last) {
      link = this.next[link]!
      this.append(link)
    }
  }

  /** Adds the stops from `last` back to `first`. */
  appendBack(last: number, first: number): void {
    let link = last
    this.append(link)
    while (link !== first) {
      link = this.prev[link]!
      this.append(link)
    }
  }

  private join(segments: Float64Array, link: number, travel: number): void {
    const { seg } = this
    const at = link * segmentSize
    const earliest = seg[1]!
    const latest = seg[2]!
    const delta = seg[0]! - seg[3]! + travel
    const opens = segments[at + 1]! - delta
    const closes = segments[at + 2]! - delta
    const wait = opens > latest ? opens - latest : 0
    const warp = earliest > closes ? earliest - closes : 0
    seg[0] = seg[0]! + segments[at]! + travel + wait
    seg[1] = Math.max(opens, earliest) - wait
    seg[2] = Math.min(closes, latest) + warp
    seg[3] = seg[3]! + segments[at + 3]! + warp
    seg[4] = seg[4]! + segments[at + 4]! + wait
  }

  /** Ends with the rest of a route from `link` on (its sentinel: the end); returns vehicle v's price of times and waiting. */
  close(link: number, v: number): number {
    this.join(this.tail, link, this.matrix[this.at * this.nodes + this.nodeIn[link]!]!)
    return this.priceTimes(v)
  }

  /** Ends with the rest of another route, but at the end of vehicle v. */
  closeElsewhere(link: number, v: number): number {
    if (link < this.n) {
      this.join(this.openTail, link, this.matrix[this.at * this.nodes + link]!)
      this.at = this.prev[this.n + this.routeOf[link]!]!
    }
    return this.close(this.n + v, v)
  }

  private priceTimes(v: number): number {
    return this.warpPenalty * this.brokenSeconds(v) + this.terms.perWait[v]! * this.seg[4]!
  }

  private brokenSeconds(v: number): number {
    const warp = this.seg[3]!
    const over = this.seg[0]! - warp - this.terms.model.maxSeconds[v]!
    return over > 0 ? warp + over : warp
  }

  /** Penalty of vehicle v's load with `factor` times the load of `stop` added (-1: none). */
  priceLoad(v: number, factor: number, stop: number): number {
    const { dimensions, routeLoad, loadPenalty } = this
    const { capacity, load } = this.terms
    let price = 0
    for (let k = 0; k < dimensions; k++) {
      let over = routeLoad[v * dimensions + k]! - capacity[v * dimensions + k]!
      if (stop >= 0) over += factor * load[stop * dimensions + k]!
      if (over > 0) price += loadPenalty[k]! * over
    }
    return price
  }

  /** Penalty of vehicle v carrying `more` (per dimension) than now. */
  priceChange(v: number, more: Float64Array, factor: number): number {
    const { dimensions, routeLoad, loadPenalty } = this
    const { capacity } = this.terms
    let price = 0
    for (let k = 0; k < dimensions; k++) {
      const over = routeLoad[v * dimensions + k]! - capacity[v * dimensions + k]! + factor * more[k]!
      if (over > 0) price += loadPenalty[k]! * over
    }
    return price
  }
}
