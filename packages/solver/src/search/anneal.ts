/**
 * Ruin and recreate by slack induction under simulated annealing (Christiaens & Vanden Berghe, Transportation Science 2020): a step removes
 * strings from neighbouring routes, puts the stops back greedily, and accepts the change by a cooling rule. More than 500 lines, because
 * removing, putting back and judging share one queue and one stream of random numbers.
 */
import type { Model } from '../model/model.ts'
import type { Neighbours } from '../model/neighbours.ts'
import { Random } from '../model/random.ts'
import type { VisitChoices } from '../model/visit-choices.ts'
import { RouteEvaluator } from '../schedule/route-evaluator.ts'
import { type AnnealSettings, annealSettings, longRoute, priceOfDriving } from './anneal-settings.ts'
import { DayChoice } from './day-choice.ts'
import { supportsGenetic } from './genetic/terms.ts'
import { insertionOrders, sortByKey } from './insertion-orders.ts'
import { LeanKernel, mostTypes } from './lean-kernel.ts'
import { LeanSteps, type StepRates, supportsLeanSteps } from './lean-steps.ts'
import { getBlinkBits } from './plan.ts'
import { RichKernel } from './rich-kernel.ts'

/** Probability that changed routes look for a cheaper vehicle, before and after stops are put back. */
const retypeRate = 0.3
/** Factor on the worth of optional stops while the first plan is built. */
const constructionWorth = 10
/**
 * Probability of making a new route cheap to open: an additional route pays only when several stops have moved to it. Higher with optional
 * stops, because one of them alone hardly ever pays for a route.
 */
const openingRate = 0.02
const optionalOpeningRate = 0.1
/** Number of neighbours next to which a stop may be put back: at least this many, and more on longer routes. */
const leastNear = 8
const nearPerStop = 1
const nearPerStopWithoutWindows = 0.6
/** Up to this many stops, a required stop is always tried at every position; in larger plans with this probability. */
const thoroughStops = 100
const thoroughRate = 0.05
/**
 * An optional stop may cost its worth times a factor between these, drawn per step, because a detour may pay once several stops share it.
 */
const leastWorth = 0.8
const mostWorth = 2.5
/** Up to this many absent stops, a plan whose absent stops are easier to put back may cost `roomAllowance` temperatures more. */
const mostCounted = 50
const roomAllowance = 10
/** Share of positions that an insertion skips at random, so that greedy choices differ from step to step. */
const blinkRate = 0.01
/** Probability that a step skips most positions, so that stops leave their best places to a stop that found none. */
const boldRate = 0.05
const boldBlinkRate = 0.6
/** The same where stops come before others: the times that they are held at depend on where they were put. */
const linkedBoldRate = 0.3
/** Most of the older absent stops retried in one step. */
const mostRetried = 12
/** Probability that strings may be as long as whole routes, and their limit then. */
const longRate = 0.02
const mostLong = 40
/** Share of strings that keep one stop in their middle, and the probability of keeping one more. */
const splitRate = 0.5
const splitMore = 0.01

/** Largest number of a step's holes (positions where it removed a string) that are remembered. */
const mostHoles = 16
/** Probability that two routes exchange their tails at two of a step's holes before stops are put back. */
const crossRate = 0.3

export class Annealer {
  readonly model: Model
  readonly random: Random
  /** Iterations since construction. */
  iterations = 0
  /** Cost of the best plan seen since `start`. */
  bestCost = Number.POSITIVE_INFINITY
  temperature = 0

  readonly neighbours: Neighbours
  readonly settings: AnnealSettings
  /** Choice of days for stops served on several days, or of places for stops with alternatives. */
  readonly days: DayChoice | undefined
  /** Evaluates routes outside the search. */
  readonly evaluator: RouteEvaluator
  /** Number of absent stops of the best plan. */
  bestAbsent = 0
  /** Stops per route of the initial plan, or of one constructed with every vehicle at its full price; 0 when no setting depends on it. */
  routeLength = 0
  private readonly ownKernel: LeanKernel | RichKernel
  private readonly bestNext: Int32Array
  /** Created at the first start when the compiled steps support the model. */
  private compiled: LeanSteps | undefined
  /** Whether the compiled steps hold the plan, and whether they have advanced past the kernel's state. */
  private isCompiled = false
  private isAhead = false
  /** Stops of this share that may be removed. */
  private readonly movable: Int32Array
  private movableCount = 0
  private readonly queue: Int32Array
  private queueCount = 0
  private readonly queueStamp: Int32Array
  private stamp = 0
  private readonly ruinStamp: Int32Array
  private readonly removed: Int32Array
  /** Links after which this step removed a string. */
  private readonly holes = new Int32Array(mostHoles)
  private holeCount = 0
  private readonly orders: Float64Array[]
  private readonly orderWeights: number[]
  private readonly orderKeys: Float64Array
  private current = 0
  private readonly hasTypes: boolean
  private readonly openingRate: number
  private readonly hasOptional: boolean
  /** Every stop must be served and is inserted by itself. */
  private readonly isServingAll: boolean
  /** Whether the steps choose days or places with `days`. The lean kernel chooses places by itself when it inserts. */
  private readonly isChoosingHere: boolean
  private readonly isCompilable: boolean
  /** The best plan leaves out a required stop that can be served. */
  private hasMissing = false
  private readonly absences: Float64Array
  /** Highest price of a second in insertions when durations are limited but cost nothing. */
  private readonly timePrice: number

  constructor(
    model: Model,
    neighbours: Neighbours,
    seed: number,
    settings: AnnealSettings = annealSettings(model),
    days?: VisitChoices,
  ) {
    this.model = model
    this.neighbours = neighbours
    this.settings = settings
    this.random = new Random(seed)
    this.evaluator = new RouteEvaluator(model)
    this.ownKernel = model.features.isLean
      ? new LeanKernel(model, neighbours, this.random)
      : new RichKernel(model, neighbours, this.random)
    const choices = days ?? model.alternatives
    this.days = choices && new DayChoice(this.kernel, this.random, choices)
    this.bestNext = new Int32Array(this.kernel.next.length)
    this.movable = new Int32Array(model.stopCount)
    this.queue = new Int32Array(model.stopCount)
    this.queueStamp = new Int32Array(model.stopCount)
    this.ruinStamp = new Int32Array(model.vehicleCount)
    this.removed = new Int32Array(model.stopCount)
    this.orderKeys = new Float64Array(model.stopCount)
    const prepared = insertionOrders(model)
    this.orders = prepared.keys
    this.hasTypes = model.typeCount > 1
    this.hasOptional = model.isRequired.includes(0)
    const isLean = this.ownKernel instanceof LeanKernel
    this.isChoosingHere = this.days !== undefined && !(isLean && !days)
    this.isServingAll = isLean && !this.isChoosingHere && !this.hasOptional && !model.features.hasShipments
    this.isCompilable = settings.isCompiled && !this.isChoosingHere && supportsLeanSteps(model)
    this.openingRate = this.hasOptional ? optionalOpeningRate : openingRate
    this.absences = new Float64Array(model.stopCount)
    this.orderWeights = prepared.weights
    this.timePrice = settings.timePrice === 0 ? 0 : settings.timePrice * priceOfDriving(model, neighbours)
  }

  /** Kernel that holds the routes of the search. */
  get kernel(): LeanKernel | RichKernel {
    if (this.isAhead) this.settle()
    return this.ownKernel
  }

  /** Takes the kernel's current plan as the current and the best plan. */
  start(): void {
    const { kernel, model } = this
    this.isCompiled = false
    this.usedStamp = -1
    this.movableCount = 0
    for (let stop = 0; stop < model.stopCount; stop++) {
      if (model.isPlaceable[stop] === 0 || model.isFrozen[stop] === 1) continue
      const v = kernel.routeOf[stop]!
      if (v < 0 ? !kernel.isAbsent(stop) : kernel.isActive[v] === 0) continue
      this.movable[this.movableCount++] = stop
    }
    this.current = this.planCost()
    this.keepBest()
    this.handOver()
  }

  /** Hands the plan over to the compiled steps, when they support the model. */
  private handOver(): void {
    const { model, ownKernel: kernel } = this
    if (!this.isCompilable || !(kernel instanceof LeanKernel) || this.movableCount === 0) return
    const orders = { keys: this.orders, weights: this.orderWeights }
    this.compiled ??= new LeanSteps(model, this.neighbours, kernel, orders, this.stepRates())
    const movable = this.movable.subarray(0, this.movableCount)
    this.compiled.take(kernel, movable, this.random, this.iterations)
    this.isCompiled = true
  }

  /** Stops of the model per stop on a route, where days or places are chosen: neighbour lists are longer by this factor. */
  private get spread(): number {
    return this.days?.spread ?? 1
  }

  private get nearPerStop(): number {
    return (this.model.features.hasWindows ? nearPerStop : nearPerStopWithoutWindows) * this.spread
  }

  private stepRates(): StepRates {
    const { model, settings } = this
    const isSmall = model.stopCount < 50
    return {
      averageRemoved: settings.averageRemoved,
      longestString: settings.longestString,
      mostTimePrice: this.timePrice,
      longRate: isSmall ? longRate * 5 : longRate,
      mostLong,
      splitRate,
      splitMore,
      crossRate,
      boldRate,
      boldRateServed: isSmall ? boldRate : boldRate / 10,
      openingRate: this.openingRate,
      thoroughStops,
      thoroughRate,
      leastNear: leastNear * this.spread,
      nearPerStop: this.nearPerStop,
      mostHoles,
      retypeRate,
      mostKinds: mostTypes,
      leastWorth,
      mostWorth,
      mostCounted,
      roomAllowance,
      mostRetried,
      boldBits: getBlinkBits(boldBlinkRate),
      usualBits: getBlinkBits(blinkRate),
    }
  }

  /** Brings the kernel up to the state of the compiled steps. */
  private settle(): void {
    this.isAhead = false
    const { model, ownKernel: kernel, compiled } = this
    const vehicles: number[] = []
    for (let v = 0; v < model.vehicleCount; v++) if (kernel.isActive[v] === 1) vehicles.push(v)
    const routes: Int32Array[] = Array.from({ length: model.vehicleCount }, () => new Int32Array(0))
    this.read(compiled!.currentNext, (v, elements) => {
      routes[v] = elements
    })
    kernel.load(
      vehicles,
      vehicles.map((v) => routes[v]!),
      compiled!.currentAbsent.slice(),
    )
    compiled!.giveRandom(this.random)
  }

  /** Mean cost of a leg of the current plan: the unit of temperatures. */
  legCost(): number {
    const { kernel, model } = this
    let legs = 0
    let cost = 0
    for (let v = 0; v < model.vehicleCount; v++) {
      if (kernel.count[v] === 0) continue
      legs += kernel.count[v]! + 1
      cost += kernel.routeCost[v]! - model.fixedCost[v]! - model.tollCost[v]! - model.vehiclePenalty
    }
    return legs === 0 ? 1 : Math.max(cost / legs, 1e-9)
  }

  private planCost(): number {
    return this.days ? this.kernel.cost + this.days.price() : this.kernel.cost
  }

  /** Returns false when the stop stays absent. For a stop served on several days the result is unknown, and true is returned. */
  private insert(stop: number): boolean {
    if (!this.isChoosingHere) return this.kernel.insert(stop)
    this.days?.insert(stop)
    return true
  }

  /**
   * Inserts every absent stop at its cheapest position, hardest first. Measures the route length when the plan is built from nothing or
   * given.
   */
  construct(): void {
    const { kernel, model, settings } = this
    const hasPairs = model.features.isLean && model.features.hasShipments
    this.days?.settle()
    const counts = hasPairs || supportsGenetic(model)
    const isGiven = kernel.absentCount < model.stopCount
    if (counts && !isGiven) {
      this.build(1)
      this.routeLength = this.measureRoutes()
      if (hasPairs && this.routeLength < longRoute) return
      kernel.clear()
    }
    this.build(hasPairs && this.routeLength < longRoute ? 1 : settings.openingFactor)
    if (counts && isGiven) this.routeLength = this.measureRoutes()
  }

  /** Stops per used route. */
  private measureRoutes(): number {
    const { kernel, model } = this
    const used = kernel.count.filter((stops) => stops > 0).length
    return (model.stopCount - kernel.absentCount) / Math.max(1, used)
  }

  /** Inserts every absent stop; an unused vehicle counts `openingFactor` times its price. */
  private build(openingFactor: number): void {
    const { kernel } = this
    this.queueCount = 0
    this.stamp++
    for (let i = 0; i < kernel.absentCount; i++) this.enqueue(kernel.absent[i]!)
    this.sortQueue(0)
    kernel.begin()
    // Pinned stops take their places before anything fills the route.
    for (let i = 0; i < this.queueCount; i++) {
      const stop = this.queue[i]!
      if (this.model.pinnedTo[stop]! >= 0 && kernel.isAbsent(stop)) kernel.insert(stop)
    }
    kernel.setBlinkRate(0)
    kernel.isThorough = true
    kernel.worthFactor = 1
    kernel.openingFactor = openingFactor
    // An optional stop alone rarely pays for opening a route: insert all first, the search then drops those that do not pay.
    kernel.setOptionalWorth(constructionWorth)
    this.insertQueue()
    // Backhauls only find a place behind linehauls.
    if (this.model.firstBackhaulDimension < this.model.loadDimensions) this.insertQueue()
    kernel.setOptionalWorth(1)
  }

  /** Inserts the absent stops of the queue, each for good. */
  private insertQueue(): void {
    const { kernel } = this
    for (let i = 0; i < this.queueCount; i++) {
      const stop = this.queue[i]!
      if (!kernel.isAbsent(stop)) continue
      kernel.begin()
      this.insert(stop)
    }
  }

  /** One step at the current temperature. */
  step(): void {
    this.steps(1)
  }

  /** Runs `count` steps at the current temperature. */
  steps(count: number): void {
    if (!this.isCompiled) {
      for (let i = 0; i < count; i++) this.stepHere()
      return
    }
    const compiled = this.compiled!
    compiled.run(count, this.temperature)
    this.isAhead = true
    this.iterations += count
    this.current = compiled.currentCost
    this.bestCost = compiled.bestCost
    this.bestAbsent = compiled.bestAbsent
  }

  private stepHere(): void {
    const { kernel, random } = this
    this.iterations++
    kernel.begin()
    const threshold = this.current - this.temperature * Math.log(random.unit() + 1e-300)
    // Leaving a stop out costs more than anything else: a step that finds no place for one is rejected.
    const mustServe = this.isServingAll && kernel.absentCount === 0
    const isSeekingRoom = this.hasMissing && kernel.absentCount > 0 && kernel.absentCount <= mostCounted
    const missing = isSeekingRoom ? this.sumAbsences(false) : 0
    const abortAbove = isSeekingRoom ? kernel.routesCost + roomAllowance * this.temperature : threshold
    this.ruin()
    if (this.isChoosingHere) this.days?.free(this.queue, this.queueCount)
    if (this.hasTypes && random.unit() < retypeRate) this.retypeTouched()
    this.sortQueue(this.pickOrder())
    const usualRate = this.bestAbsent > 0 || this.model.stopCount < 50 ? boldRate : boldRate / 10
    const isBold = random.unit() < (this.model.links.length > 0 ? linkedBoldRate : usualRate)
    kernel.setBlinkRate(isBold ? boldBlinkRate : blinkRate)
    kernel.isThorough = this.model.stopCount <= thoroughStops || random.unit() < thoroughRate
    kernel.worthFactor = this.hasOptional ? leastWorth + (mostWorth - leastWorth) * random.unit() : 1
    kernel.openingFactor = random.unit() < this.openingRate ? random.unit() : 1
    if (this.timePrice > 0 && kernel instanceof LeanKernel) {
      kernel.timePrice = random.bits() < 0 ? this.timePrice * random.unit() : 0
    }
    for (let i = 0; i < this.queueCount; i++) {
      const stop = this.queue[i]!
      if (!kernel.isAbsent(stop)) continue
      const isLost = !this.insert(stop) && mustServe
      if (isLost || (kernel.routesCost > threshold && kernel.routesCost > abortAbove)) {
        kernel.rollback()
        return
      }
    }
    if (this.hasTypes && random.unit() < retypeRate) this.retypeTouched()
    const cost = this.planCost()
    if (
      cost < threshold ||
      (isSeekingRoom &&
        cost < Number.POSITIVE_INFINITY &&
        kernel.routesCost <= abortAbove &&
        this.sumAbsences(true) < missing)
    ) {
      this.current = cost
      if (cost < this.bestCost - 1e-7) this.keepBest()
    } else kernel.rollback()
  }

  /**
   * Sum over the absent required stops of how often each was absent before (Christiaens & Vanden Berghe). A lower sum means stops that are
   * easier to put back. With `isCounted`, the present absence is counted for later calls.
   */
  private sumAbsences(isCounted: boolean): number {
    const { kernel, model, absences } = this
    let sum = 0
    for (let i = 0; i < kernel.absentCount; i++) {
      const stop = kernel.absent[i]!
      if (model.isRequired[stop] === 0 || model.isPlaceable[stop] === 0) continue
      sum += absences[stop]!
      if (isCounted) absences[stop]!++
    }
    return sum
  }

  /** Lets the changed routes change to cheaper unused vehicles. */
  private retypeTouched(): void {
    const { kernel } = this
    const count = kernel.touchedRoutes
    for (let i = 0; i < count; i++) {
      const v = kernel.touchedRoute(i)
      if (kernel.count[v]! === 0) continue
      const u = kernel.retype(v)
      kernel.trySwapVehicles(u, this.random.below(this.model.vehicleCount))
    }
  }

  get currentCost(): number {
    return this.current
  }

  private keepBest(): void {
    this.bestCost = this.current
    this.bestAbsent = this.kernel.absentCount
    this.hasMissing = false
    for (let i = 0; i < this.kernel.absentCount; i++) {
      const stop = this.kernel.absent[i]!
      if (this.model.isRequired[stop] === 1 && this.model.isPlaceable[stop] === 1) this.hasMissing = true
    }
    this.bestNext.set(this.kernel.next)
    if (this.ownKernel instanceof RichKernel) this.ownKernel.holds?.keepBest()
  }

  /** Reads the best plan: calls `visit` for every used vehicle of this share, with its elements (-1: a reload). */
  readBest(visit: (v: number, elements: Int32Array) => void): void {
    this.read(this.isCompiled ? this.compiled!.bestNext : this.bestNext, visit)
  }

  /** Reads the current plan in the same way. */
  readCurrent(visit: (v: number, elements: Int32Array) => void): void {
    this.read(this.isCompiled ? this.compiled!.currentNext : this.ownKernel.next, visit)
  }

  private read(next: Int32Array, visit: (v: number, elements: Int32Array) => void): void {
    const { stopCount, vehicleCount } = this.model
    for (let v = 0; v < vehicleCount; v++) {
      const sentinel = stopCount + v
      if (next[sentinel] === sentinel) continue
      const elements: number[] = []
      for (let link = next[sentinel]!; link !== sentinel; link = next[link]!)
        elements.push(link < stopCount ? link : -1)
      visit(v, Int32Array.from(elements))
    }
  }

  // Ruin.

  private enqueue(stop: number): void {
    if (this.queueStamp[stop] === this.stamp) return
    this.queueStamp[stop] = this.stamp
    this.queue[this.queueCount++] = stop
  }

  private ruin(): void {
    const { kernel, random, neighbours, settings, model } = this
    this.queueCount = 0
    this.holeCount = 0
    this.stamp++
    if (this.movableCount === 0) return
    const used = this.usedRoutes()
    const mean = used === 0 ? 1 : this.movableCount / used
    let longest = Math.max(1, Math.min(settings.longestString, mean))
    if (random.unit() < (model.stopCount < 50 ? longRate * 5 : longRate)) longest = Math.min(2 * mean + 2, mostLong)
    const mostStrings = (4 * settings.averageRemoved) / (1 + longest) - 1
    const strings = Math.max(1, Math.floor(random.unit() * mostStrings + 1))
    const seed = this.movable[random.below(this.movableCount)]!
    const { ruin: near, ruinSize } = neighbours
    const oldAbsent = kernel.absentCount
    if (oldAbsent > 0) this.retryAbsent(seed)
    let done = 0
    for (let k = -1; k < ruinSize && done < strings; k++) {
      const stop = k < 0 ? seed : near[seed * ruinSize + k]!
      if (stop < 0) break
      const v = kernel.routeOf[stop]!
      if (v < 0 || kernel.isActive[v] === 0 || this.ruinStamp[v] === this.stamp || model.isFrozen[stop] === 1) continue
      this.ruinStamp[v] = this.stamp
      kernel.touch(v)
      const most = Math.min(kernel.count[v]!, longest)
      const length = Math.max(1, Math.floor(random.unit() * most + 1))
      const hole = this.removeString(stop, v, Math.min(length, kernel.count[v]!))
      if (this.holeCount < mostHoles) this.holes[this.holeCount++] = hole
      done++
    }
    for (let i = 0; i < kernel.touchedRoutes; i++) {
      const v = kernel.touchedRoute(i)
      if (kernel instanceof RichKernel) kernel.tidyReloads(v)
      kernel.refresh(v)
    }
    if (kernel instanceof LeanKernel && this.holeCount > 1 && random.unit() < crossRate) this.crossHoles(kernel)
  }

  /** Exchanges the tails of two routes after two of the holes. The change may cost more, by an amount drawn as for whole steps. */
  private crossHoles(kernel: LeanKernel): void {
    const { holes, random } = this
    const i = random.below(this.holeCount)
    let j = random.below(this.holeCount - 1)
    if (j >= i) j++
    if (kernel.routeOf[holes[i]!]! < 0 || kernel.routeOf[holes[j]!]! < 0) return
    kernel.crossTails(holes[i]!, holes[j]!, -this.temperature * Math.log(random.unit() + 1e-300))
  }

  private usedRoutes(): number {
    const { kernel, model } = this
    if (this.usedStamp !== this.iterations >> 8) {
      this.usedStamp = this.iterations >> 8
      let used = 0
      for (let v = 0; v < model.vehicleCount; v++) if (kernel.isActive[v] === 1 && kernel.count[v]! > 0) used++
      this.usedCount = used
      // Long routes pass many stops that are not next to each other, so look at more neighbours.
      const more = used === 0 ? 1 : this.nearPerStop * (this.movableCount / used)
      kernel.nearLimit = Math.round(leastNear * this.spread + more)
    }
    return this.usedCount
  }

  private usedStamp = -1
  private usedCount = 0

  /** Queues absent stops again: those near the seed, and a few at random. */
  private retryAbsent(seed: number): void {
    const { kernel, neighbours, random } = this
    const count = kernel.absentCount
    if (count <= mostRetried) {
      for (let i = 0; i < count; i++) this.enqueue(kernel.absent[i]!)
      return
    }
    if (kernel.isAbsent(seed)) this.enqueue(seed)
    const { ruin: near, ruinSize } = neighbours
    for (let k = 0; k < Math.min(ruinSize, 60) && this.queueCount < mostRetried - 2; k++) {
      const stop = near[seed * ruinSize + k]!
      if (stop < 0) break
      if (kernel.isAbsent(stop) && random.bits() < 0) this.enqueue(stop)
    }
    for (let i = 0; i < 2; i++) this.enqueue(kernel.absent[random.below(count)]!)
  }

  /**
   * Removes `length` consecutive stops around `stop`, or as many while keeping one (rarely more) in the middle. Returns the link before
   * them.
   */
  private removeString(stop: number, v: number, length: number): number {
    const { kernel, random } = this
    const total = kernel.count[v]!
    let kept = 0
    if (length > 1 && length < total && random.unit() < splitRate) {
      kept = 1
      while (length + kept < total && random.unit() < splitMore) kept++
    }
    const span = length + kept
    const keepFrom = kept > 0 ? 1 + random.below(length - 1) : span
    let before = 0
    for (let link = kernel.prev[stop]!; before < span - 1 && !this.isSentinel(link); link = kernel.prev[link]!) before++
    let after = 0
    for (let link = kernel.next[stop]!; after < span - 1 && !this.isSentinel(link); link = kernel.next[link]!) after++
    const least = Math.max(0, span - 1 - after)
    let back = before > least ? least + random.below(before - least + 1) : Math.min(least, before)
    let link = stop
    while (back-- > 0) link = kernel.prev[link]!
    const hole = kernel.prev[link]!
    let count = 0
    for (let i = 0; i < span && !this.isSentinel(link); i++) {
      if (i < keepFrom || i >= keepFrom + kept) this.removed[count++] = link
      link = kernel.next[link]!
    }
    for (let i = 0; i < count; i++) this.remove(this.removed[i]!)
    return hole
  }

  private isSentinel(link: number): boolean {
    return link >= this.model.stopCount && link < this.kernel.firstReload
  }

  /** Removes a link, with everything that must not stay without it. */
  private remove(link: number): void {
    const { kernel, model } = this
    if (kernel.routeOf[link]! < 0) return
    if (link >= model.stopCount) {
      kernel.unlink(link)
      return
    }
    if (model.isFrozen[link] === 1) return
    kernel.touch(kernel.routeOf[link]!)
    if (model.features.hasShipments) {
      let isHeld = false
      for (let i = model.shipmentFrom[link]!; i < model.shipmentFrom[link + 1]!; i++) {
        if (model.isFrozen[model.shipmentDelivery[i]!] === 1) isHeld = true
      }
      if (isHeld) return
      for (let i = model.shipmentFrom[link]!; i < model.shipmentFrom[link + 1]!; i++) {
        this.remove(model.shipmentDelivery[i]!)
      }
      // A pickup takes its deliveries along, and the last delivery its pickup, so this link may already be gone.
      if (kernel.routeOf[link]! < 0) return
      kernel.unlink(link)
      this.enqueue(link)
      this.removeLinked(link)
      const pickup = model.pickupOf[link]!
      if (pickup >= 0 && !this.hasDelivery(pickup)) this.remove(pickup)
      return
    }
    kernel.unlink(link)
    this.enqueue(link)
    this.removeLinked(link)
    const cluster = model.clusterOf[link]!
    // One stop of a cluster can only return to the cluster's route. In half of the cases all of them are removed, and may change route.
    if (cluster >= 0 && this.random.bits() < 0) {
      for (let i = model.clusterFrom[cluster]!; i < model.clusterFrom[cluster + 1]!; i++) {
        const other = model.clusterMember[i]!
        if (kernel.routeOf[other]! >= 0 && model.isFrozen[other] === 0) {
          kernel.touch(kernel.routeOf[other]!)
          kernel.unlink(other)
          this.enqueue(other)
        }
      }
    }
  }

  /** Removes the stops that come before or after one that was removed: they go back in together. */
  private removeLinked(stop: number): void {
    if (this.model.links.length === 0 || !(this.ownKernel instanceof RichKernel)) return
    const { holds } = this.ownKernel
    holds?.freeStop(stop)
    for (const { other } of holds?.listLinks(stop) ?? []) this.remove(other)
  }

  /** Whether any delivery of the pickup is on a route. */
  private hasDelivery(pickup: number): boolean {
    const { kernel, model } = this
    for (let i = model.shipmentFrom[pickup]!; i < model.shipmentFrom[pickup + 1]!; i++) {
      if (kernel.routeOf[model.shipmentDelivery[i]!]! >= 0) return true
    }
    return false
  }

  // Recreate.

  private pickOrder(): number {
    let total = 0
    for (let i = 0; i < this.orderWeights.length; i++) total += this.orderWeights[i]!
    let draw = this.random.unit() * total
    for (let i = 0; i < this.orderWeights.length; i++) {
      draw -= this.orderWeights[i]!
      if (draw < 0) return i
    }
    return 0
  }

  /** Sorts the queue by one of the orders; order 1 is random. `insert` itself puts pickups before their deliveries. */
  private sortQueue(order: number): void {
    const { queue, queueCount: count, orderKeys, random } = this
    if (order === 1) {
      for (let i = count - 1; i > 0; i--) {
        const j = random.below(i + 1)
        const swap = queue[i]!
        queue[i] = queue[j]!
        queue[j] = swap
      }
      return
    }
    sortByKey(queue, count, this.orders[order]!, orderKeys)
  }
}
