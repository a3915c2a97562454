/**
 * Inserts stops that belong together: a pickup with its deliveries, or a cluster. Positions are ranked by their legs, bounds exclude
 * hopeless ones, and the best are evaluated in full by the reference.
 */
import { isLonePickup } from '../model/lone-pickups.ts'
import type { Model } from '../model/model.ts'
import type { Neighbours } from '../model/neighbours.ts'
import type { Random } from '../model/random.ts'
import { hasRoom } from '../schedule/slack.ts'
import { LinkHolds } from './link-holds.ts'
import { RichRoutes } from './rich-routes.ts'

const mostGroupRoutes = 6
/** Most positions of one stop or pair on one route that are queued for full evaluation. */
const mostGroupCandidates = 24
/** Most kinds of unused vehicle considered for one stop. */
export const mostTypes = 8
/** After this many evaluated positions that keep every rule, the search for a better one ends: estimates are in ascending order. */
export const enoughFitting = 4

/** A group goes to one route; members that must be on another route are left out. */
export abstract class RichGroups extends RichRoutes {
  /** Windows of stops that come before or after others; undefined without any. */
  readonly holds: LinkHolds | undefined
  private readonly best: Int32Array
  private readonly spare: Int32Array
  /** Members of the group under consideration. */
  private readonly member: Int32Array
  private memberCount = 0
  /** Result of the last `tryGroup`: length of the sequence in `this.sequence`, and the cost that it adds to the route. */
  private trialLength = 0
  private trialCost = 0

  constructor(model: Model, neighbours: Neighbours, random: Random) {
    super(model, neighbours, random)
    this.best = new Int32Array(this.sequence.length)
    this.spare = new Int32Array(this.sequence.length)
    this.member = new Int32Array(model.stopCount)
    this.holds = model.links.length > 0 ? new LinkHolds(this, model, random) : undefined
  }

  override begin(): void {
    super.begin()
    this.holds?.save()
  }

  override rollback(): void {
    this.holds?.restore()
    super.rollback()
  }

  findBegin(stop: number): number {
    const v = this.routeOf[stop] ?? 0
    const length = this.listRoute(v)
    const at = this.sequence.indexOf(stop)
    this.evaluator.evaluate(v, this.sequence, length, false)
    return this.evaluator.begin[at] ?? 0
  }

  /** Absent stops that must or should come with this absent one: its deliveries, or its cluster when none of it is on a route. */
  protected groupSize(stop: number): number {
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
  protected clusterRoute(cluster: number): number {
    const model = this.model
    for (let i = model.clusterFrom[cluster]!; i < model.clusterFrom[cluster + 1]!; i++) {
      const v = this.routeOf[model.clusterMember[i]!]!
      if (v !== -1) return v
    }
    return -1
  }

  /** The only route that may take the stop, because of a pin, pickup, deliveries or cluster; -1 when any may, -2 when none. */
  protected forcedRoute(stop: number): number {
    const model = this.model
    // A pin takes precedence over pickup and cluster; rules that it breaks are reported.
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

  /** Tries the absent group of `stop` (pickup with deliveries, or cluster) on the routes nearest to it; keeps the best. */
  protected insertGroup(stop: number): boolean {
    const model = this.model
    const forced = this.gatherGroup(stop)
    if (forced === -2) return false
    const size = this.memberCount
    let best = Number.POSITIVE_INFINITY
    let bestRoute = -1
    let bestLength = 0
    let bestCost = 0
    const allDrop = this.sumWorth(size)
    const attempt = (v: number): void => {
      if (this.isActive[v] === 0 || model.isLocked[v] === 1) return
      const value = this.tryGroup(v, size, allDrop, best)
      if (value < best) {
        best = value
        bestRoute = v
        bestLength = this.trialLength
        bestCost = this.trialCost
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
    const before = this.routeCost[bestRoute]!
    this.replaceRoute(bestRoute, bestLength)
    // How much a route adds to the longest one depends on the other routes too.
    const more = this.routeCost[bestRoute]! - before
    if (!model.features.hasSpan) this.audit?.record('insert group', more, bestCost, before)
    return true
  }

  /** Total worth of the first members of the group. */
  private sumWorth(size: number): number {
    let sum = 0
    for (let i = 0; i < size; i++) sum += this.worth[this.member[i]!]!
    return sum
  }

  /** Lists the group of `stop` without members that must be on another route. Returns the only route that may take it, as `forcedRoute`. */
  private gatherGroup(stop: number): number {
    let forced = this.forcedRoute(stop)
    if (forced === -2) return forced
    const size = this.listGroup(stop)
    // Members that must be on another route are left out.
    let kept = 1
    for (let i = 1; i < size; i++) {
      const other = this.forcedRoute(this.member[i]!)
      if (other === -2 || (other >= 0 && forced >= 0 && other !== forced)) continue
      if (forced >= 0 && other < 0 && !this.mayRide(this.member[i]!, forced)) continue
      if (other >= 0) forced = other
      this.member[kept++] = this.member[i]!
    }
    this.memberCount = kept
    return forced
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
        // Shipments of the cluster are inserted later, both ends together.
        const isShipped = model.pickupOf[other]! >= 0 || model.shipmentFrom[other + 1]! > model.shipmentFrom[other]!
        if (other !== stop && this.isAbsent(other) && model.isPlaceable[other] === 1 && !isShipped) {
          this.member[size++] = other
        }
      }
    }
    return size
  }

  /** Greedily inserts the listed group into v; leaves the sequence in `this.sequence`. Returns its cost plus that of members left out. */
  private tryGroup(v: number, size: number, allDrop: number, best: number): number {
    const model = this.model
    const first = this.member[0]!
    const second = size >= 2 ? this.member[1]! : -1
    if (second < 0 || model.pickupOf[second] !== first) return this.placeGroup(v, size, allDrop, false, best)
    const together = this.placeGroup(v, size, allDrop, true, best)
    if (model.isRequired[second] === 1 && together < Number.POSITIVE_INFINITY) return together
    // Going to the pickup alone may be cheaper than with an optional delivery.
    const length = this.trialLength
    const cost = this.trialCost
    this.spare.set(this.sequence.subarray(0, length))
    const apart = this.placeGroup(v, size, allDrop, false, best)
    if (apart < together) return apart
    this.sequence.set(this.spare.subarray(0, length))
    this.trialLength = length
    this.trialCost = cost
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
      // Only a stop pinned to this vehicle may break rules there. When the delivery is not pinned and the pair does not fit, the pinned
      // pickup is inserted without it.
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
    this.trialCost = cost
    return this.isHalf(v, length) ? Number.POSITIVE_INFINITY : cost + remaining
  }

  /** Whether the first member is a pickup without any of its deliveries in `this.sequence`, and not pinned to v. */
  private isHalf(v: number, length: number): boolean {
    const { model } = this
    const first = this.member[0]!
    return model.pinnedTo[first] !== v && isLonePickup(model, first, this.sequence.subarray(0, length))
  }

  /** Applies the cheapest position of `stop` in `this.sequence`. Returns the new difference to the route's cost. */
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
    // Detours above this cost too much even if they used up all waiting of the route.
    let most = Number.POSITIVE_INFINITY
    // An added stop may even lower the cost, when the route gains its break by it.
    if (this.isKept[v] === 1 && this.hasPlainBound && length > 0 && !hasRoom(model, v)) {
      const service = model.costPerSecond[v]! * model.serviceSeconds[model.classOf[v]!]![stop]!
      most = Math.min(limit, mostCost) - service - Math.max(current, 0) - (current > 0 ? 0 : this.leastMore[v]!)
    }
    let from = prefix
    const pickup = this.model.pickupOf[stop]!
    if (pickup >= 0) for (let e = 0; e < length; e++) if (sequence[e] === pickup) from = Math.max(from, e + 1)
    this.candidates.count = 0
    for (let at = from; at <= length; at++)
      this.candidates.pushBest(at, this.detourAt(v, length, stop, at), mostGroupCandidates)
    for (let tried = 0, fitting = 0; tried < this.candidates.count && fitting < enoughFitting; tried++) {
      const c = this.candidates.takeBelow(most)
      if (c < 0) break
      const at = this.candidates.before[c]!
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

  /**
   * Ranks pairs of positions in `this.sequence` by the cost of their legs, below `most` only. A pair is coded as pickup's * (length + 1) +
   * delivery's.
   */
  private rankPairs(v: number, length: number, pickup: number, delivery: number, prefix: number, most: number): void {
    const model = this.model
    const { nodeCount, stopCount } = model
    const { sequence } = this
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
    this.candidates.count = 0
    const width = length + 1
    for (let i = prefix; i <= length; i++) {
      const a = node(i - 1)
      const b = node(i)
      const alone = leg(a, pickup) + leg(pickup, b) - leg(a, b)
      if (alone >= most) continue
      this.candidates.pushBest(
        i * width + i,
        leg(a, pickup) + leg(pickup, delivery) + leg(delivery, b) - leg(a, b),
        mostGroupCandidates,
      )
      for (let j = i + 1; j <= length; j++) {
        const c = node(j - 1)
        const d = node(j)
        this.candidates.pushBest(
          i * width + j,
          alone + leg(c, delivery) + leg(delivery, d) - leg(c, d),
          mostGroupCandidates,
        )
      }
    }
  }

  /** Applies the cheapest pair of positions in `this.sequence`, by estimate first. */
  private bestPair(
    v: number,
    length: number,
    pickup: number,
    delivery: number,
    prefix: number,
    mayBreak: boolean,
    limit: number,
  ): number {
    const { model, sequence, trial } = this
    const width = length + 1
    // Lower bound on the cost of the pair beyond its legs.
    const isBound = limit < Number.POSITIVE_INFINITY && this.isKept[v] === 1 && this.hasPlainBound && length > 0
    const services =
      model.serviceSeconds[model.classOf[v]!]![pickup]! + model.serviceSeconds[model.classOf[v]!]![delivery]!
    const most = isBound ? limit - this.leastMore[v]! - model.costPerSecond[v]! * services : Number.POSITIVE_INFINITY
    this.rankPairs(v, length, pickup, delivery, prefix, most)
    let best = Number.POSITIVE_INFINITY
    let bestCode = -1
    for (let tried = 0, fitting = 0; tried < this.candidates.count && fitting < enoughFitting; tried++) {
      const c = this.candidates.takeBelow(most)
      if (c < 0) break
      const code = this.candidates.before[c]!
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

  /** Sets route v to the sequence in `this.best`, which adds absent stops and removes none. */
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
