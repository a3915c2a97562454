/**
 * Hybrid genetic search (Vidal et al. 2013; Vidal 2022): crosses parents by exchanging routes, improves children by a local search that may
 * break loads and times at a price, and keeps a varied population of feasible and infeasible plans.
 */
import { type Model, unreachableTravel } from '../../model/model.ts'
import type { Neighbours } from '../../model/neighbours.ts'
import { Random } from '../../model/random.ts'
import { RouteEvaluator } from '../../schedule/route-evaluator.ts'
import { epsilon, LocalSearch } from './local-search.ts'
import { type Individual, Population } from './population.ts'
import type { BreedingLimits, PopulationSearch } from './population-search.ts'
import { RouteExchange } from './route-exchange.ts'
import { compileTerms } from './terms.ts'

/** Number of random plans at the start. */
const firstPlans = 40
/** From this many on, making them ends after a share of the time. */
const fewestPlans = 10
const firstShare = 0.15
/**
 * Target share of children that keep every rule, and the number of children over which it is measured. When fewer keep them the penalties
 * are multiplied by `penaltyUp`, when more do by `penaltyDown`.
 */
const targetFeasible = 0.35
const judged = 50
const penaltyUp = 1.25
const penaltyDown = 0.85
/** Largest factor by which penalties may differ from their initial values, up or down. */
const penaltyRange = 3000
/** Probability that an infeasible child is improved again with higher penalties. */
const repairRate = 0.5
const repairFactor = 10
/** Children without improvement after which a population counts as converged: a base number, and a number per stop. */
const usualIdle = { least: 1500, perStop: 10 }
/**
 * The same for large plans with times, whose populations take half of a search to converge: more children would repeat the plans that are
 * there, while another population finds others (decision 0613). Above `mostLarge` stops one population takes the whole time.
 */
const largeIdle = { least: 500, perStop: 2 }
const leastLarge = 300
const mostLarge = 500
/** Share of children made from one parent alone, by moving some of its stops; and in large plans with times, which converge sooner so. */
const perturbRate = 0.4
const largePerturbRate = 0.15

export class GeneticSearch implements PopulationSearch {
  /** Number of children made since construction. */
  iterations = 0
  /** Cost of the best feasible plan; Infinity before there is one. */
  bestCost = Number.POSITIVE_INFINITY
  /** Number of populations begun. */
  populations = 1
  readonly plan: LocalSearch
  private best: Individual | undefined
  private readonly random: Random
  private readonly population: Population
  private readonly exchange: RouteExchange
  private readonly evaluator: RouteEvaluator
  private readonly loadKept: Float64Array
  private readonly firstPenalties: Float64Array
  private warpKept = 0
  private counted = 0
  private idle = 0
  private pending = firstPlans
  /** Time spent on first plans, on the clock of the runs. */
  private firstMilliseconds = 0
  /** A plan from elsewhere, not yet improved. */
  private guest: Individual | undefined
  /** Best plan of the populations before this one, which joins it once it has converged. */
  private former: Individual | undefined
  private isOver: () => boolean = () => false
  private isCut = false
  private readonly order: Int32Array
  private readonly perturbRate: number
  private readonly mostIdle: number

  /** The model must be supported (`supportsGenetic`). */
  constructor(model: Model, neighbours: Neighbours, seed: number) {
    this.random = new Random(seed ^ 0x9e37)
    const terms = compileTerms(model)
    this.plan = new LocalSearch(terms, neighbours, this.random)
    this.population = new Population(this.plan, this.random)
    this.exchange = new RouteExchange(this.plan, neighbours, this.random)
    this.evaluator = new RouteEvaluator(model)
    this.loadKept = new Float64Array(terms.dimensions)
    this.firstPenalties = new Float64Array(terms.dimensions + 1)
    this.order = Int32Array.from({ length: model.stopCount }, (_, stop) => stop)
    const isLarge = terms.hasTimes && model.stopCount >= leastLarge && model.stopCount <= mostLarge
    this.perturbRate = isLarge ? largePerturbRate : perturbRate
    const { least, perStop } = isLarge ? largeIdle : usualIdle
    this.mostIdle = least + perStop * model.stopCount
    this.setFirstPenalties()
  }

  /** Sets initial penalties so that breaking a unit of load or time costs as much as a detour. */
  private setFirstPenalties(): void {
    const { plan } = this
    const { terms } = plan
    const { model } = terms
    const arcs = terms.arcs[0]!
    const matrix = model.seconds[0]!
    let longest = 1
    let seconds = 1
    for (let a = 0; a < model.stopCount; a++) {
      for (let b = 0; b < model.stopCount; b++) {
        const cell = a * model.nodeCount + b
        if (matrix[cell]! >= unreachableTravel) continue
        longest = Math.max(longest, arcs[cell]!)
        seconds = Math.max(seconds, matrix[cell]!)
      }
    }
    for (let k = 0; k < terms.dimensions; k++) {
      let most = 1
      for (let stop = 0; stop < model.stopCount; stop++) most = Math.max(most, terms.load[stop * terms.dimensions + k]!)
      plan.loadPenalty[k] = longest / most
    }
    plan.warpPenalty = longest / seconds
    this.firstPenalties.set(plan.loadPenalty)
    this.firstPenalties[terms.dimensions] = plan.warpPenalty
  }

  /** Adds a plan of the same problem: `routes[v]` in order, every stop on one of them. */
  admit(routes: ArrayLike<ArrayLike<number>>): void {
    const { model } = this.plan.terms
    const stops = new Int32Array(model.stopCount)
    const from = new Int32Array(model.vehicleCount + 1)
    let at = 0
    for (let v = 0; v < model.vehicleCount; v++) {
      from[v] = at
      const route = routes[v] ?? []
      for (let i = 0; i < route.length; i++) stops[at++] = route[i]!
    }
    from[model.vehicleCount] = at
    if (at !== model.stopCount) return
    this.plan.load(stops, from)
    // Other threads pass on the best plan they know, which may be this search's own: that one is not added again.
    if (Math.abs(this.plan.cost - this.bestCost) > epsilon) this.guest = this.keep()
  }

  /** Makes children until a limit is reached. Returns whether it was cancelled. */
  run(limits: BreedingLimits): boolean {
    const first = this.iterations
    const { clock, deadlineMilliseconds = Number.POSITIVE_INFINITY, cancel } = limits
    const firstMilliseconds = limits.firstMilliseconds ?? firstShare * (deadlineMilliseconds - (clock?.() ?? 0))
    this.isCut = false
    let isCancelled = false
    this.isOver = () => {
      if (cancel && Atomics.load(cancel, 0) !== 0) isCancelled = true
      if (isCancelled || (clock !== undefined && clock() >= deadlineMilliseconds)) this.isCut = true
      return this.isCut
    }
    while (this.iterations - first < limits.iterations && !this.isOver()) {
      this.iterations++
      if (this.guest && !this.former) this.improveGuest(this.guest)
      else if (this.pending > 0) this.makeFirst(clock, firstMilliseconds)
      else this.makeChild()
      limits.onPause?.(this.iterations - first)
      if (this.pending === 0 && limits.isEnough?.()) break
    }
    return isCancelled
  }

  /** Reads the best plan: calls `visit` for every used vehicle with its stops. */
  readBest(visit: (v: number, stops: Int32Array) => void): void {
    const { best } = this
    if (!best) return
    for (let v = 0; v + 1 < best.routeFrom.length; v++) {
      const from = best.routeFrom[v]!
      const to = best.routeFrom[v + 1]!
      if (to > from) visit(v, best.stops.slice(from, to))
    }
  }

  private improveGuest(guest: Individual): void {
    this.guest = undefined
    this.plan.load(guest.stops, guest.routeFrom)
    this.educate()
  }

  /** Builds a plan in random order and improves it. */
  private makeFirst(clock: (() => number) | undefined, mostMilliseconds: number): void {
    const { plan, random, order } = this
    const startedAt = clock?.() ?? 0
    this.pending--
    plan.clear()
    for (let i = order.length - 1; i > 0; i--) {
      const j = random.below(i + 1)
      const swap = order[i]!
      order[i] = order[j]!
      order[j] = swap
    }
    for (let i = 0; i < order.length; i++) plan.insert(order[i]!)
    this.educate()
    if (clock === undefined) return
    this.firstMilliseconds += clock() - startedAt
    if (this.firstMilliseconds > mostMilliseconds && this.population.size >= fewestPlans) this.pending = 0
  }

  private makeChild(): void {
    this.population.rank()
    const a = this.population.select()
    if (this.random.unit() < this.perturbRate) this.educate(this.exchange.perturb(a))
    else {
      let b = this.population.select()
      for (let i = 0; i < 5 && a === b; i++) b = this.population.select()
      this.educate(this.exchange.cross(a, b))
    }
    if (++this.idle > this.mostIdle) this.renew()
  }

  /** Lets the best of the former populations join a converged one; when it has joined before, starts the population anew. */
  private renew(): void {
    const { population, former } = this
    this.idle = 0
    if (former) {
      this.former = undefined
      population.add(former)
      return
    }
    this.former = population.feasible[0]
    this.populations++
    population.clear()
    this.pending = firstPlans
    this.firstMilliseconds = 0
  }

  /** Improves the current plan and adds it to the population. */
  private educate(settledAt = -1): void {
    const { plan } = this
    plan.run(this.isOver, settledAt)
    if (this.isCut) return
    const child = this.keep()
    this.countKept(child)
    if (child.isFeasible || this.random.unit() >= repairRate) return
    this.scalePenalties(repairFactor)
    plan.run(this.isOver)
    this.scalePenalties(1 / repairFactor)
    if (!this.isCut && plan.isFeasible()) this.keep()
  }

  private scalePenalties(factor: number): void {
    const { plan } = this
    for (let k = 0; k < plan.loadPenalty.length; k++) plan.loadPenalty[k]! *= factor
    plan.warpPenalty *= factor
    plan.recompute()
  }

  /** Adds the current plan to the population, and records it as the best when it is. */
  private keep(): Individual {
    const { population, plan } = this
    plan.resum()
    const child = population.capture()
    const bestBefore = population.feasible[0]?.cost ?? Number.POSITIVE_INFINITY
    population.add(child)
    if (child.isFeasible && child.cost < bestBefore - epsilon) this.idle = 0
    if (child.isFeasible && child.cost < this.bestCost - epsilon && this.isConfirmed(child)) {
      this.bestCost = child.cost
      this.best = child
    }
    return child
  }

  /** Confirms a plan with the reference evaluation before it may leave the search. */
  private isConfirmed(child: Individual): boolean {
    const { evaluator } = this
    const { model } = this.plan.terms
    let cost = 0
    for (let v = 0; v < model.vehicleCount; v++) {
      const route = child.stops.subarray(child.routeFrom[v]!, child.routeFrom[v + 1]!)
      if (route.length === 0) continue
      cost += evaluator.evaluate(v, route, route.length, true) + model.vehiclePenalty
    }
    if (!(cost < Number.POSITIVE_INFINITY)) return false
    if (Math.abs(cost - child.cost) > 1e-4 * Math.max(1, Math.abs(cost) * 1e-3)) {
      throw new Error(`the genetic search prices a plan at ${child.cost}, the reference evaluation at ${cost}`)
    }
    return true
  }

  /** Adjusts penalties to the share of children that keep the rule. */
  private countKept(child: Individual): void {
    const { plan, loadKept } = this
    const dimensions = loadKept.length
    for (let k = 0; k < dimensions; k++) if (child.excess[k]! <= epsilon) loadKept[k]!++
    if (child.excess[dimensions]! <= epsilon) this.warpKept++
    if (++this.counted < judged) return
    for (let k = 0; k < dimensions; k++) {
      plan.loadPenalty[k] = follow(plan.loadPenalty[k]!, loadKept[k]! / judged, this.firstPenalties[k]!)
      loadKept[k] = 0
    }
    plan.warpPenalty = follow(plan.warpPenalty, this.warpKept / judged, this.firstPenalties[dimensions]!)
    this.warpKept = 0
    this.counted = 0
    this.population.reprice()
  }
}

/** The adjusted penalty. `first` is the initial penalty: the scale of costs. */
function follow(penalty: number, kept: number, first: number): number {
  if (kept < targetFeasible - 0.05) return Math.min(first * penaltyRange, penalty * penaltyUp)
  if (kept > targetFeasible + 0.05) return Math.max(first / penaltyRange, penalty * penaltyDown)
  return penalty
}
