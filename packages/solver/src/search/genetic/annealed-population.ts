/**
 * A population of annealed plans, for pairs of pickup and delivery, which the local search of `GeneticSearch` does not know. A child has
 * routes of two plans (`RouteCrossing`) and is annealed for a while from a low temperature; it replaces its first parent when it is no
 * worse (Nagata & Kobayashi, PPSN 2010).
 */
import type { Model } from '../../model/model.ts'
import type { Neighbours } from '../../model/neighbours.ts'
import { Random } from '../../model/random.ts'
import { RouteEvaluator } from '../../schedule/route-evaluator.ts'
import { Annealer } from '../anneal.ts'
import { runLeg } from '../run.ts'
import type { BreedingLimits, PopulationSearch } from './population-search.ts'
import { type FlatPlan, RouteCrossing } from './route-crossing.ts'

/** Number of plans of a population. */
const planCount = 8
/** Steps per stop of a first plan and of a child. */
const firstLength = 150
const childLength = 20
/** Temperature at which a first plan and a child begin to cool, as a share of the start temperature of a search of full length. */
const firstHeat = 0.3
const childHeat = 0.15
/** Fewest steps of an iteration: the number that `childrenFor` counts with. */
const leastStride = 30
/** Children in a row that replaced no parent, after which a population counts as converged. */
const mostIdle = 30
const epsilon = 1e-7

interface AnnealedPlan extends FlatPlan {
  cost: number
}

/** A cooling of the annealer's plan that may go on in a later run. */
interface Cooling {
  hot: number
  cold: number
  steps: number
  done: number
  /** Plan that the result may replace; undefined: a first plan. */
  parent: AnnealedPlan | undefined
}

/** Whether plans of the model can be crossed without breaking a rule: vehicles are alike, and every stop must be served. */
export function supportsAnnealedPopulation(model: Model): boolean {
  const { features, typeCount } = model
  if (!features.isLean || !features.hasShipments || typeCount > 1 || model.alternatives) return false
  return !(model.isPlaceable.includes(0) || model.isRequired.includes(0) || model.isFrozen.includes(1))
}

/** An iteration makes as many steps as there are stops. Coolings count steps, not time, so the same seed makes the same plans. */
export class AnnealedPopulation implements PopulationSearch {
  iterations = 0
  bestCost = Number.POSITIVE_INFINITY
  /** Number of populations begun. */
  populations = 1
  private readonly model: Model
  private readonly annealer: Annealer
  private readonly evaluator: RouteEvaluator
  private readonly random: Random
  private readonly crossing: RouteCrossing
  private readonly vehicles: number[]
  private plans: AnnealedPlan[] = []
  private best: AnnealedPlan | undefined
  private cooling: Cooling | undefined
  /** First plans still to be made. */
  private pending = planCount
  private idle = 0
  /** A plan from elsewhere that has not joined yet. */
  private guest: AnnealedPlan | undefined
  /** Best plan of the populations before this one, which joins it once it has converged. */
  private former: AnnealedPlan | undefined

  /** The model must be supported (`supportsAnnealedPopulation`). */
  constructor(model: Model, neighbours: Neighbours, seed: number) {
    this.model = model
    this.random = new Random(seed ^ 0x9e37)
    this.annealer = new Annealer(model, neighbours, seed ^ 0x51ed)
    this.evaluator = new RouteEvaluator(model)
    this.crossing = new RouteCrossing(model, neighbours, this.random)
    this.vehicles = Array.from({ length: model.vehicleCount }, (_, v) => v)
  }

  admit(routes: ArrayLike<ArrayLike<number>>): void {
    const plan = this.flatten((visit) => {
      for (const v of this.vehicles) visit(v, Int32Array.from(routes[v] ?? []))
    })
    if (plan.cost < Number.POSITIVE_INFINITY) this.guest = plan
  }

  run(limits: BreedingLimits): boolean {
    const { cancel, clock, deadlineMilliseconds = Number.POSITIVE_INFINITY } = limits
    const first = this.iterations
    while (this.iterations - first < limits.iterations && !(clock && clock() >= deadlineMilliseconds)) {
      if (cancel && Atomics.load(cancel, 0) !== 0) return true
      if (!this.cooling) this.beginCooling()
      if (this.cooling) this.coolOn(this.cooling)
      limits.onPause?.(this.iterations - first)
      if (this.pending === 0 && limits.isEnough?.()) break
    }
    return false
  }

  readBest(visit: (v: number, stops: Int32Array) => void): void {
    const { best } = this
    if (!best) return
    for (const v of this.vehicles) {
      const stops = best.stops.slice(best.routeFrom[v], best.routeFrom[v + 1])
      if (stops.length > 0) visit(v, stops)
    }
  }

  /** Chooses the plan to cool next: a first plan, or a child of two. Lets a guest join before, and renews a converged population. */
  private beginCooling(): void {
    if (this.guest && !this.former) {
      this.add(this.guest)
      this.guest = undefined
    }
    const isConverged = this.plans.length < 2 || this.idle > mostIdle
    if (this.pending === 0 && isConverged) this.renew()
    if (this.pending > 0) this.beginFirst()
    else if (this.plans.length > 1) this.beginChild()
  }

  /** Lets the best of the former populations join a converged one; when it has joined before, starts the population anew. */
  private renew(): void {
    const { former, plans } = this
    this.idle = 0
    this.former = undefined
    if (former) this.add(former)
    if (former && plans.length > 1) return
    this.former = plans.toSorted((a, b) => a.cost - b.cost)[0]
    this.populations++
    this.plans = []
    this.pending = planCount
  }

  private beginFirst(): void {
    this.pending--
    const stops = Array.from({ length: this.model.stopCount }, (_, stop) => stop)
    this.annealer.kernel.load(
      this.vehicles,
      this.vehicles.map(() => []),
      stops,
    )
    this.cooling = this.prepareCooling(firstHeat, firstLength, undefined)
  }

  private beginChild(): void {
    const { plans, crossing, random } = this
    const first = random.below(plans.length)
    const second = (first + 1 + random.below(plans.length - 1)) % plans.length
    const parent = plans[first]
    const other = plans[second]
    if (!parent || !other) return
    crossing.cross(parent, other)
    const routes = this.vehicles.map((v) => crossing.stops.slice(crossing.from[v], crossing.from[v + 1]))
    this.annealer.kernel.load(this.vehicles, routes, crossing.missing.slice(0, crossing.missingCount))
    this.cooling = this.prepareCooling(childHeat, childLength, parent)
  }

  /** Inserts what is missing in the annealer's plan. The cooling has `length` steps per stop. */
  private prepareCooling(heat: number, length: number, parent: AnnealedPlan | undefined): Cooling {
    const { annealer, model } = this
    annealer.construct()
    annealer.start()
    const { startTemperature, endTemperature } = annealer.settings
    const leg = annealer.legCost()
    return {
      hot: leg * startTemperature * heat,
      cold: leg * endTemperature,
      steps: length * model.stopCount,
      done: 0,
      parent,
    }
  }

  private coolOn(cooling: Cooling): void {
    const { hot, cold, steps, done } = cooling
    const iterations = Math.min(Math.max(leastStride, this.model.stopCount), steps - done)
    runLeg(this.annealer, {
      hot,
      cold,
      coolings: 1,
      fromFraction: done / steps,
      toFraction: (done + iterations) / steps,
      iterations,
      clock: undefined,
      milliseconds: Number.POSITIVE_INFINITY,
      cancel: undefined,
    })
    this.iterations++
    cooling.done += iterations
    if (cooling.done < steps) return
    this.cooling = undefined
    this.keepCooled(cooling.parent)
  }

  /** Adds the annealer's best plan when it is sound, in place of the parent where it has one. */
  private keepCooled(parent: AnnealedPlan | undefined): void {
    this.idle++
    if (this.annealer.bestAbsent > 0) return
    const plan = this.flatten((visit) => this.annealer.readBest(visit))
    if (parent === undefined) {
      if (plan.cost < Number.POSITIVE_INFINITY) this.add(plan)
      return
    }
    if (!(plan.cost <= parent.cost) || !this.isNew(plan, parent)) return
    if (plan.cost < parent.cost - epsilon) this.idle = 0
    this.plans[this.plans.indexOf(parent)] = plan
    this.record(plan)
  }

  /** A plan, read in the order of vehicles, as flat lists at the price of the reference evaluation: Infinity when it breaks a rule. */
  private flatten(read: (visit: (v: number, elements: Int32Array) => void) => void): AnnealedPlan {
    const { evaluator, model } = this
    const stops = new Int32Array(model.stopCount)
    const routeFrom = new Int32Array(model.vehicleCount + 1)
    let at = 0
    let cost = 0
    read((v, elements) => {
      if (elements.length === 0) return
      stops.set(elements, at)
      at += elements.length
      routeFrom.fill(at, v + 1)
      cost += evaluator.evaluate(v, elements, elements.length, true) + model.vehiclePenalty
    })
    return { stops, routeFrom, cost }
  }

  /** Whether no other plan than `parent` costs the same. */
  private isNew(plan: AnnealedPlan, parent?: AnnealedPlan): boolean {
    return this.plans.every((other) => other === parent || Math.abs(other.cost - plan.cost) > epsilon)
  }

  private add(plan: AnnealedPlan): void {
    if (this.isNew(plan)) this.plans.push(plan)
    this.record(plan)
  }

  private record(plan: AnnealedPlan): void {
    if (plan.cost >= this.bestCost - epsilon) return
    this.bestCost = plan.cost
    this.best = plan
  }
}
