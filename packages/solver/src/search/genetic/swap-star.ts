/**
 * SWAP* (Vidal, Computers & Operations Research 2022): two stops change routes, each going where it fits best in the other route
 * rather than into the other's place. For problems without times: only legs and loads count.
 */
import type { Neighbours } from '../../model/neighbours.ts'
import type { LocalSearch } from './local-search.ts'
import { epsilon } from './route-state.ts'
import type { GeneticTerms } from './terms.ts'

/** Best positions kept per stop and route: with the two around the other stop gone, one is left. */
const places = 3
/** Nearest stops that make two routes neighbours. */
const reach = 8
const mostEntries = 1 << 21

export class SwapStar {
  private readonly plan: LocalSearch
  private readonly near: Int32Array
  private readonly nearWidth: number
  private readonly vehicles: number
  private readonly nodes: number
  private readonly n: number
  private readonly testedAt: Int32Array
  /** Per stop and route: the three cheapest insertions, and when they were computed. */
  private readonly placePrice: Float64Array
  private readonly placeBefore: Int32Array
  private readonly placeAt: Int32Array
  private readonly gain: Float64Array
  private readonly stamp: Int32Array
  private stampValue = 0

  /** Whether the table of positions stays small. */
  static fits(terms: GeneticTerms): boolean {
    return terms.model.stopCount * terms.model.vehicleCount <= mostEntries
  }

  constructor(plan: LocalSearch, neighbours: Neighbours) {
    const { model } = plan.terms
    this.plan = plan
    this.near = neighbours.insert
    this.nearWidth = neighbours.insertSize
    this.vehicles = model.vehicleCount
    this.nodes = model.nodeCount
    this.n = model.stopCount
    const entries = this.n * this.vehicles
    this.placePrice = new Float64Array(entries * places)
    this.placeBefore = new Int32Array(entries * places)
    this.placeAt = new Int32Array(entries).fill(-1)
    this.gain = new Float64Array(this.n)
    this.stamp = new Int32Array(this.vehicles)
    this.testedAt = new Int32Array(this.vehicles).fill(-1)
  }

  /** Routes whose last change is not after `settledAt` need not be tried with each other. */
  reset(settledAt: number): void {
    this.testedAt.fill(settledAt)
  }

  /** Tries every pair of neighbouring routes that changed since the last time. Returns whether the plan improved. */
  improve(): boolean {
    const { plan, near, nearWidth, n, stamp } = this
    let hasImproved = false
    for (let a = 0; a < this.vehicles; a++) {
      if (plan.count[a] === 0) continue
      const testedAt = this.testedAt[a]!
      this.testedAt[a] = plan.moves
      this.stampValue++
      stamp[a] = this.stampValue
      for (let u = plan.next[n + a]!; u < n; ) {
        const routeBefore = plan.moves
        for (let k = 0; k < reach && k < nearWidth; k++) {
          const v = near[u * nearWidth + k]!
          if (v < 0) break
          const b = plan.routeOf[v]!
          if (stamp[b] === this.stampValue) continue
          stamp[b] = this.stampValue
          if (plan.modified[a]! <= testedAt && plan.modified[b]! <= testedAt) continue
          if (this.improveRoutes(a, b)) {
            hasImproved = true
            break
          }
        }
        // Route a was changed, so the loop over its stops ends here; the rest of it is looked at in the next round.
        if (plan.moves !== routeBefore) break
        u = plan.next[u]!
      }
    }
    return hasImproved
  }

  private improveRoutes(a: number, b: number): boolean {
    const { plan, gain, n } = this
    this.prepare(a, b)
    this.prepare(b, a)
    const slack = plan.routeSlack[a]! + plan.routeSlack[b]!
    let best = -epsilon
    let bestU = -1
    let bestV = -1
    for (let u = plan.next[n + a]!; u < n; u = plan.next[u]!) {
      if (!plan.mayServe(u, b)) continue
      for (let v = plan.next[n + b]!; v < n; v = plan.next[v]!) {
        const loads = this.priceLoads(a, b, u, v) - slack
        const bound = loads - gain[u]! - gain[v]!
        if (bound >= best || !plan.mayServe(v, a)) continue
        const delta = bound + this.findPlace(u, b, v) + this.findPlace(v, a, u)
        if (delta < best) {
          best = delta
          bestU = u
          bestV = v
        }
      }
    }
    if (bestU < 0) return false
    this.findPlace(bestU, b, bestV)
    const behindU = this.foundBefore
    this.findPlace(bestV, a, bestU)
    const behindV = this.foundBefore
    const before = plan.cost
    // A place "behind the other stop" means its own place: behind what precedes it.
    const targetU = behindU === bestV ? plan.prev[bestV]! : behindU
    const targetV = behindV === bestU ? plan.prev[bestU]! : behindV
    plan.tie(plan.prev[bestU]!, plan.next[bestU]!)
    plan.tie(plan.prev[bestV]!, plan.next[bestV]!)
    const afterU = plan.next[targetU]!
    plan.tie(targetU, bestU)
    plan.tie(bestU, afterU)
    const afterV = plan.next[targetV]!
    plan.tie(targetV, bestV)
    plan.tie(bestV, afterV)
    plan.finish('swap star', a, b, before, best)
    return true
  }

  private priceLoads(a: number, b: number, u: number, v: number): number {
    const { plan } = this
    const { load, capacity, dimensions } = plan.terms
    let price = 0
    for (let k = 0; k < dimensions; k++) {
      const more = load[u * dimensions + k]! - load[v * dimensions + k]!
      const overA = plan.routeLoad[a * dimensions + k]! - more - capacity[a * dimensions + k]!
      const overB = plan.routeLoad[b * dimensions + k]! + more - capacity[b * dimensions + k]!
      if (overA > 0) price += plan.loadPenalty[k]! * overA
      if (overB > 0) price += plan.loadPenalty[k]! * overB
    }
    return price
  }

  /** Gains of leaving route a, and the three best places in route b for each of its stops, unless they are known. */
  private prepare(a: number, b: number): void {
    const { plan, n, nodes, gain, placePrice, placeBefore, placeAt } = this
    const { terms } = plan
    const ca = terms.arcs[terms.arcOf[a]!]!
    const cb = terms.arcs[terms.arcOf[b]!]!
    const sentinel = n + b
    for (let u = plan.next[n + a]!; u < n; u = plan.next[u]!) {
      const from = plan.nodeOut[plan.prev[u]!]!
      const to = plan.nodeIn[plan.next[u]!]!
      gain[u] = ca[from * nodes + u]! + ca[u * nodes + to]! - ca[from * nodes + to]!
      const entry = u * this.vehicles + b
      if (placeAt[entry]! >= plan.modified[b]!) continue
      placeAt[entry] = plan.moves
      const first = entry * places
      placePrice.fill(Number.POSITIVE_INFINITY, first, first + places)
      placeBefore.fill(-1, first, first + places)
      let link = sentinel
      do {
        const after = plan.next[link]!
        const out = plan.nodeOut[link]! * nodes
        const into = plan.nodeIn[after]!
        this.keepPlace(first, cb[out + u]! + cb[u * nodes + into]! - cb[out + into]!, link)
        link = after
      } while (link !== sentinel)
    }
  }

  private keepPlace(first: number, price: number, before: number): void {
    const { placePrice, placeBefore } = this
    if (price >= placePrice[first + 2]!) return
    let i = first + 2
    while (i > first && placePrice[i - 1]! > price) {
      placePrice[i] = placePrice[i - 1]!
      placeBefore[i] = placeBefore[i - 1]!
      i--
    }
    placePrice[i] = price
    placeBefore[i] = before
  }

  private foundBefore = -1

  /** Price of u in route b without v; leaves the link it goes behind in `foundBefore` (v: into v's own place). */
  private findPlace(u: number, b: number, v: number): number {
    const { plan, nodes, placePrice, placeBefore } = this
    const c = plan.terms.arcs[plan.terms.arcOf[b]!]!
    const from = plan.nodeOut[plan.prev[v]!]! * nodes
    const to = plan.nodeIn[plan.next[v]!]!
    let best = c[from + u]! + c[u * nodes + to]! - c[from + to]!
    this.foundBefore = v
    const first = (u * this.vehicles + b) * places
    for (let i = first; i < first + places; i++) {
      const before = placeBefore[i]!
      if (before < 0) break
      if (before === v || plan.next[before] === v) continue
      if (placePrice[i]! < best) {
        best = placePrice[i]!
        this.foundBefore = before
      }
      break
    }
    return best
  }
}
