/**
 * Children of the genetic search: two plans crossed by exchanging routes, or one plan with a neighbourhood taken out and put back. Stops on
 * no route are inserted at their cheapest positions, in random order.
 */
import type { Neighbours } from '../../model/neighbours.ts'
import type { Random } from '../../model/random.ts'
import type { LocalSearch } from './local-search.ts'
import type { Individual } from './population.ts'
import { RouteCrossing } from './route-crossing.ts'

/** Number of stops that a perturbation removes: at least, at most, at most as a share; and the probability that a near one stays. */
const leastRemoved = 8
const mostRemoved = 60
const mostRemovedShare = 0.3
const keepRate = 0.3

export class RouteExchange {
  private readonly plan: LocalSearch
  private readonly random: Random
  private readonly near: Int32Array
  private readonly nearWidth: number
  private readonly crossing: RouteCrossing
  private readonly missing: Int32Array

  constructor(plan: LocalSearch, neighbours: Neighbours, random: Random) {
    const { model } = plan.terms
    this.plan = plan
    this.random = random
    this.near = neighbours.ruin
    this.nearWidth = neighbours.ruinSize
    this.crossing = new RouteCrossing(model, neighbours, random)
    this.missing = new Int32Array(model.stopCount)
  }

  /** Builds a child of the two as the current plan, with all stops placed, not yet improved. Returns the same as `perturb`. */
  cross(a: Individual, b: Individual): number {
    const { plan, crossing } = this
    crossing.cross(a, b)
    plan.load(crossing.stops, crossing.from)
    const settledAt = plan.moves
    for (let v = 0; v < crossing.isChanged.length; v++) if (crossing.isChanged[v] === 1) plan.markChanged(v)
    this.missing.set(crossing.missing.subarray(0, crossing.missingCount))
    this.insertMissing(crossing.missingCount)
    return settledAt
  }

  /**
   * Builds a plan with some stops around one place removed and inserted again in random order. Returns the value of the plan's `moves`
   * after which a route counts as changed.
   */
  perturb(a: Individual): number {
    const { plan, random, near, nearWidth, missing } = this
    const n = missing.length
    plan.load(a.stops, a.routeFrom)
    const settledAt = plan.moves
    const seed = random.below(n)
    const wanted = Math.min(
      n - 1,
      leastRemoved + random.below(Math.max(1, Math.min(mostRemoved, Math.floor(n * mostRemovedShare)) - leastRemoved)),
    )
    let count = 0
    missing[count++] = seed
    for (let k = 0; k < nearWidth && count < wanted; k++) {
      const stop = near[seed * nearWidth + k]!
      if (stop < 0) break
      if (random.unit() < keepRate) continue
      missing[count++] = stop
    }
    for (let i = 0; i < count; i++) plan.remove(missing[i]!)
    this.insertMissing(count)
    return settledAt
  }

  private insertMissing(remaining: number): void {
    const { random, missing } = this
    let count = remaining
    while (count > 0) {
      const pick = random.below(count)
      const stop = missing[pick]!
      missing[pick] = missing[--count]!
      this.plan.insert(stop)
    }
  }
}
