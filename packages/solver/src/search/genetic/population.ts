/**
 * Plans kept for crossing: feasible and infeasible ones apart, judged by cost and by how much they differ from their nearest
 * (broken pairs; Vidal et al. 2012, Vidal 2022).
 */
import type { Random } from '../../model/random.ts'
import type { RouteState } from './route-state.ts'

/** Size after survivor selection, and how many may come on top before it. */
const leastPlans = 25
const generation = 40
/** Plans that rank by cost alone, and near plans whose distance counts. */
const elitePlans = 4
const nearPlans = 5
const slots = 2 * (leastPlans + generation) + 4

/** One plan. Routes are flat as in `RouteState.load`. */
export interface Individual {
  slot: number
  stops: Int32Array
  routeFrom: Int32Array
  /** Follower and predecessor of each stop; -1: the depot. */
  follower: Int32Array
  leader: Int32Array
  isFeasible: boolean
  /** Cost without penalties. */
  baseCost: number
  /** Overload per dimension, then broken seconds. */
  excess: Float64Array
  /** Cost at the present penalties. */
  cost: number
  fitness: number
}

export class Population {
  readonly feasible: Individual[] = []
  readonly infeasible: Individual[] = []
  private readonly state: RouteState
  private readonly random: Random
  private readonly distance = new Float64Array(slots * slots)
  private readonly freeSlots: number[] = []
  private readonly nearest = new Float64Array(nearPlans)

  constructor(state: RouteState, random: Random) {
    this.state = state
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

  /** The state's present plan as an individual, not yet a member. */
  capture(): Individual {
    const { state } = this
    const { n, vehicles } = { n: state.terms.model.stopCount, vehicles: state.terms.model.vehicleCount }
    const individual: Individual = {
      slot: -1,
      stops: new Int32Array(n),
      routeFrom: new Int32Array(vehicles + 1),
      follower: new Int32Array(n),
      leader: new Int32Array(n),
      isFeasible: state.isFeasible(),
      baseCost: 0,
      excess: new Float64Array(state.loadPenalty.length + 1),
      cost: state.cost,
      fitness: 0,
    }
    state.store(individual.stops, individual.routeFrom)
    for (let stop = 0; stop < n; stop++) {
      individual.follower[stop] = state.next[stop]! < n ? state.next[stop]! : -1
      individual.leader[stop] = state.prev[stop]! < n ? state.prev[stop]! : -1
    }
    this.measureExcess(individual)
    individual.baseCost = individual.isFeasible ? state.cost : state.cost - this.priceExcess(individual)
    return individual
  }

  private measureExcess(individual: Individual): void {
    const { state } = this
    const { capacity, model } = state.terms
    const dimensions = state.loadPenalty.length
    for (let v = 0; v < model.vehicleCount; v++) {
      if (state.count[v] === 0) continue
      for (let k = 0; k < dimensions; k++) {
        const over = state.routeLoad[v * dimensions + k]! - capacity[v * dimensions + k]!
        if (over > 0) individual.excess[k]! += over
      }
      individual.excess[dimensions]! += state.routeWarp[v]!
    }
  }

  private priceExcess(individual: Individual): number {
    const { loadPenalty, warpPenalty } = this.state
    let price = warpPenalty * individual.excess[loadPenalty.length]!
    for (let k = 0; k < loadPenalty.length; k++) price += loadPenalty[k]! * individual.excess[k]!
    return price
  }

  /** Takes a plan in, and lets the least fit go when there are too many. */
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

  /** Costs at new penalties. */
  reprice(): void {
    for (const individual of this.infeasible) individual.cost = individual.baseCost + this.priceExcess(individual)
    this.infeasible.sort((a, b) => a.cost - b.cost)
  }

  /** Refreshes what `select` compares; call after a few additions. */
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

  /** Clones go first, then the least fit; never the cheapest. */
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

/** Share of stops that have other neighbours on their route in the other plan. */
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
