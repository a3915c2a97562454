/**
 * Plans kept for crossing: feasible and infeasible ones separately, ranked by cost and by how much they differ from their nearest (broken
 * pairs; Vidal et al. 2012, Vidal 2022).
 */
import type { Random } from '../../model/random.ts'
import type { LocalSearch } from './local-search.ts'

/** Size after survivor selection, and how many may be added before the next one. */
const leastPlans = 25
const generation = 40
/** Number of plans that rank by cost alone, and number of nearest plans whose distance counts. */
const elitePlans = 4
const nearPlans = 5
const slots = 2 * (leastPlans + generation) + 4

/** One plan. Routes are flat as in `LocalSearch.load`. */
export interface Individual {
  slot: number
  stops: Int32Array
  routeFrom: Int32Array
  /** Successor and predecessor of each stop; -1: the depot. */
  follower: Int32Array
  leader: Int32Array
  isFeasible: boolean
  /** Cost without penalties. */
  baseCost: number
  /** Overload per dimension, then seconds of time warp. */
  excess: Float64Array
  /** Cost at the current penalties. */
  cost: number
  fitness: number
}

export class Population {
  readonly feasible: Individual[] = []
  readonly infeasible: Individual[] = []
  private readonly plan: LocalSearch
  private readonly random: Random
  private readonly distance = new Float64Array(slots * slots)
  private readonly freeSlots: number[] = []
  private readonly nearest = new Float64Array(nearPlans)

  constructor(plan: LocalSearch, random: Random) {
    this.plan = plan
    this.random = random
    for (let slot = slots - 1; slot >= 0; slot--) this.freeSlots.push(slot)
  }

  get size(): number {
    return this.feasible.length + this.infeasible.length
  }

  clear(): void {
    for (const group of [this.feasible, this.infeasible]) {
      for (const individual of group) this.freeSlots.push(individual.slot)
      group.length = 0
    }
  }

  /** The search's current plan as an individual, not yet a member. */
  capture(): Individual {
    const { plan } = this
    const isFeasible = plan.isFeasible()
    const individual: Individual = { slot: -1, ...plan.store(), isFeasible, baseCost: 0, cost: plan.cost, fitness: 0 }
    individual.baseCost = isFeasible ? plan.cost : plan.cost - this.priceExcess(individual)
    return individual
  }

  private priceExcess(individual: Individual): number {
    const { loadPenalty, warpPenalty } = this.plan
    let price = warpPenalty * individual.excess[loadPenalty.length]!
    for (let k = 0; k < loadPenalty.length; k++) price += loadPenalty[k]! * individual.excess[k]!
    return price
  }

  /** Adds a plan, and removes the least fit when there are too many. */
  add(individual: Individual): void {
    const group = individual.isFeasible ? this.feasible : this.infeasible
    individual.slot = this.freeSlots.pop()!
    for (const other of group) {
      const distance = brokenPairs(individual, other)
      this.distance[individual.slot * slots + other.slot] = distance
      this.distance[other.slot * slots + individual.slot] = distance
    }
    let at = group.length
    while (at > 0 && group[at - 1]!.cost > individual.cost) at--
    group.splice(at, 0, individual)
    if (group.length > leastPlans + generation) {
      while (group.length > leastPlans) this.removeWorst(group)
    }
  }

  /** Recomputes costs with new penalties. */
  reprice(): void {
    for (const individual of this.infeasible) individual.cost = individual.baseCost + this.priceExcess(individual)
    this.infeasible.sort((a, b) => a.cost - b.cost)
  }

  /** Refreshes the ranks that `select` compares; call after a few additions. */
  rank(): void {
    this.rankGroup(this.feasible)
    this.rankGroup(this.infeasible)
  }

  /** Binary tournament over all members. */
  select(): Individual {
    const a = this.pick()
    const b = this.pick()
    return a.fitness <= b.fitness ? a : b
  }

  private pick(): Individual {
    const at = this.random.below(this.size)
    return at < this.feasible.length ? this.feasible[at]! : this.infeasible[at - this.feasible.length]!
  }

  /** Mean distance to the nearest members of the same group. */
  private meanNear(individual: Individual, group: Individual[]): number {
    const { nearest, distance } = this
    nearest.fill(Number.POSITIVE_INFINITY)
    for (const other of group) {
      if (other === individual) continue
      let value = distance[individual.slot * slots + other.slot]!
      for (let i = 0; i < nearPlans && value < Number.POSITIVE_INFINITY; i++) {
        if (value >= nearest[i]!) continue
        const pushed = nearest[i]!
        nearest[i] = value
        value = pushed
      }
    }
    const count = Math.min(nearPlans, group.length - 1)
    let sum = 0
    for (let i = 0; i < count; i++) sum += nearest[i]!
    return count === 0 ? 1 : sum / count
  }

  private rankGroup(group: Individual[]): void {
    const size = group.length
    if (size === 0) return
    const near = group.map((individual) => this.meanNear(individual, group))
    const byDistance = group.map((_, index) => index).sort((a, b) => near[b]! - near[a]! || a - b)
    const weight = size <= elitePlans ? 0 : 1 - elitePlans / size
    byDistance.forEach((index, place) => {
      const divisor = Math.max(1, size - 1)
      group[index]!.fitness = index / divisor + (weight * place) / divisor
    })
  }

  /** Removes clones first, then the least fit; never the cheapest. */
  private removeWorst(group: Individual[]): void {
    this.rankGroup(group)
    let worst = 1
    let worstIsClone = false
    for (let index = 1; index < group.length; index++) {
      const individual = group[index]!
      const isClone = group.some(
        (other) => other !== individual && this.distance[individual.slot * slots + other.slot]! === 0,
      )
      if ((isClone && !worstIsClone) || (isClone === worstIsClone && individual.fitness > group[worst]!.fitness)) {
        worst = index
        worstIsClone = isClone
      }
    }
    this.freeSlots.push(group[worst]!.slot)
    group.splice(worst, 1)
  }
}

/** Share of stops with other neighbours on their route in the other plan. */
function brokenPairs(a: Individual, b: Individual): number {
  const n = a.follower.length
  let broken = 0
  for (let stop = 0; stop < n; stop++) {
    const follower = a.follower[stop]!
    if (follower !== b.follower[stop] && follower !== b.leader[stop]) broken++
    if (a.leader[stop] === -1 && b.leader[stop] !== -1 && b.follower[stop] !== -1) broken++
  }
  return broken / n
}
