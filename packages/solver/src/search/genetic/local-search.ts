/**
 * Local search over penalised routes and granular neighbours (Vidal et al. 2013; Vidal 2022). A move is first judged by its legs
 * alone: no route can save more beyond them than its present slack.
 */
import type { Neighbours } from '../../model/neighbours.ts'
import type { Random } from '../../model/random.ts'
import { LocalMoves } from './local-moves.ts'
import { epsilon } from './route-state.ts'
import { SwapStar } from './swap-star.ts'
import type { GeneticTerms } from './terms.ts'

/** Neighbours tried for each stop. */
const granularStops = 20
const granularStopsWithTimes = 32
/** A guard against moves that rounding makes go in circles. */
const mostRounds = 60

export class LocalSearch extends LocalMoves {
  private readonly near: Int32Array
  private readonly nearSize: number
  private readonly nearWidth: number
  private readonly order: Int32Array
  /** Value of `moves` when the stop was last tried with all its neighbours. */
  private readonly tested: Int32Array
  private tries = 0
  private readonly random: Random
  private readonly swapStar: SwapStar | undefined
  private readonly hasTypes: boolean
  /** Vehicles by type: those of type t at typeFrom[t] .. typeFrom[t + 1] - 1. */
  private readonly typeFrom: Int32Array
  private readonly typeVehicle: Int32Array
  private bestPrice = 0
  private bestBefore = -1

  constructor(terms: GeneticTerms, neighbours: Neighbours, random: Random) {
    super(terms)
    this.near = neighbours.insert
    this.nearWidth = neighbours.insertSize
    this.nearSize = Math.min(neighbours.insertSize, terms.hasTimes ? granularStopsWithTimes : granularStops)
    this.order = Int32Array.from({ length: this.n }, (_, stop) => stop)
    this.tested = new Int32Array(this.n)
    this.random = random
    const { typeOf, typeCount } = terms.model
    this.hasTypes = typeCount > 1
    this.typeVehicle = Int32Array.from(typeOf, (_, v) => v).sort((a, b) => typeOf[a]! - typeOf[b]! || a - b)
    this.typeFrom = new Int32Array(typeCount + 1)
    for (let v = 0; v < this.vehicles; v++) this.typeFrom[typeOf[v]! + 1]!++
    for (let type = 0; type < typeCount; type++) this.typeFrom[type + 1]! += this.typeFrom[type]!
    this.swapStar = !terms.hasTimes && SwapStar.fits(terms) ? new SwapStar(this, neighbours) : undefined
  }

  /**
   * Improves until no move does. Stops early when `isOver` says so (asked every few hundred stops): then the result is partial.
   * Routes whose last change is not after `settledAt` (a value of `moves`) are known to need no move among themselves.
   */
  run(isOver: () => boolean, settledAt = -1): void {
    const { n, order, random } = this
    for (let i = n - 1; i > 0; i--) {
      const j = random.below(i + 1)
      const swap = order[i]!
      order[i] = order[j]!
      order[j] = swap
    }
    this.tested.fill(settledAt)
    this.swapStar?.reset(settledAt)
    for (let round = 0; ; round++) {
      const before = this.moves
      for (let i = 0; i < n; i++) {
        if ((++this.tries & 511) === 0 && isOver()) return
        this.improveStop(order[i]!, round > 0)
      }
      if (round > mostRounds) break
      if (round === 0 || this.moves !== before) continue
      if (this.swapStar?.improve() === true) continue
      if (this.hasTypes && this.improveVehicles()) continue
      break
    }
    this.resum()
  }

  /** Every move of u with its neighbours that may have changed since the last time. */
  private improveStop(u: number, mayOpen: boolean): void {
    const { near, nearSize, nearWidth, routeOf, modified, prev, n } = this
    const testedAt = this.tested[u]!
    this.tested[u] = this.moves
    for (let k = 0; k < nearSize; k++) {
      const v = near[u * nearWidth + k]!
      if (v < 0) break
      const ru = routeOf[u]!
      const rv = routeOf[v]!
      if (modified[ru]! <= testedAt && modified[rv]! <= testedAt) continue
      if (this.improvePair(u, v)) continue
      if (prev[v]! >= n && this.improvePair(u, prev[v]!)) continue
    }
    if (mayOpen) this.tryEmptyRoutes(u, testedAt)
  }

  private tryEmptyRoutes(u: number, testedAt: number): void {
    const { typeCount } = this.terms.model
    if (this.modified[this.routeOf[u]!]! <= testedAt) return
    for (let type = 0; type < typeCount; type++) {
      const v = this.findEmpty(type)
      if (v >= 0 && this.improvePair(u, this.n + v)) return
    }
  }

  /** An unused vehicle of the type, or -1. */
  findEmpty(type: number): number {
    const { typeFrom, typeVehicle, count } = this
    for (let i = typeFrom[type]!; i < typeFrom[type + 1]!; i++) if (count[typeVehicle[i]!] === 0) return typeVehicle[i]!
    return -1
  }

  /** Tries the moves of stop u behind or with link v (a stop or a sentinel); applies the first that improves. */
  private improvePair(u: number, v: number): boolean {
    const { next, prev, routeOf, nodeOut, nodeIn, nodes, n, terms, routeSlack } = this
    if (u === v) return false
    const ru = routeOf[u]!
    const rv = routeOf[v]!
    const isSame = ru === rv
    const cu = terms.arcs[terms.arcOf[ru]!]!
    const cv = terms.arcs[terms.arcOf[rv]!]!
    const slack = routeSlack[ru]! + (isSame ? 0 : routeSlack[rv]!)
    const p = prev[u]!
    const x = next[u]!
    const y = next[v]!
    const np = nodeOut[p]!
    const nx = nodeIn[x]!
    const nv = nodeOut[v]!
    const ny = nodeIn[y]!
    const pu = cu[np * nodes + u]!
    const ux = cu[u * nodes + nx]!
    const vy = cv[nv * nodes + ny]!
    const opening = !isSame && this.count[rv] === 0 ? terms.fixed[rv]! : 0
    const countU = this.count[ru]!

    // u behind v.
    const vu = cv[nv * nodes + u]!
    if (v !== p) {
      const closing = !isSame && countU === 1 ? terms.fixed[ru]! : 0
      const d = cu[np * nodes + nx]! - pu - ux + vu + cv[u * nodes + ny]! - vy + opening - closing
      if (d < slack - epsilon && this.relocate(u, u, 1, v, false, d)) return true
    }
    // u and x behind v, in either order.
    if (x < n && v !== p && v !== x) {
      const s = next[x]!
      const ns = nodeIn[s]!
      const xs = cu[x * nodes + ns]!
      const closing = !isSame && countU === 2 ? terms.fixed[ru]! : 0
      const taken = cu[np * nodes + ns]! - pu - ux - xs - vy + opening - closing
      const forward = taken + vu + cv[u * nodes + x]! + cv[x * nodes + ny]!
      if (forward < slack - epsilon && this.relocate(u, x, 2, v, false, forward)) return true
      const backward = taken + cv[nv * nodes + x]! + cv[x * nodes + u]! + cv[u * nodes + ny]!
      if (backward < slack - epsilon && this.relocate(u, x, 2, v, true, backward)) return true
    }
    if (v < n) {
      const q = prev[v]!
      const nq = nodeOut[q]!
      const qv = cv[nq * nodes + v]!
      if (x !== v && y !== u) {
        // u for v.
        if (u < v || terms.hasTimes) {
          const d =
            cu[np * nodes + v]! + cu[v * nodes + nx]! - pu - ux + cv[nq * nodes + u]! + cv[u * nodes + ny]! - qv - vy
          if (d < slack - epsilon && this.swap(u, u, 1, v, v, 1, d)) return true
        }
        // u and x for v, and u and x for v and y.
        if (x < n && next[x] !== v) {
          const ns = nodeIn[next[x]!]!
          const out = pu + ux + cu[x * nodes + ns]! + qv
          const d =
            cu[np * nodes + v]! +
            cu[v * nodes + ns]! +
            cv[nq * nodes + u]! +
            cv[u * nodes + x]! +
            cv[x * nodes + ny]! -
            out -
            vy
          if (d < slack - epsilon && this.swap(u, x, 2, v, v, 1, d)) return true
          if (y < n && next[y] !== u && y !== u && u < v) {
            const nt = nodeIn[next[y]!]!
            const e =
              cu[np * nodes + v]! +
              cu[v * nodes + y]! +
              cu[y * nodes + ns]! +
              cv[nq * nodes + u]! +
              cv[u * nodes + x]! +
              cv[x * nodes + nt]! -
              out -
              vy -
              cv[y * nodes + nt]!
            if (e < slack - epsilon && this.swap(u, x, 2, v, y, 2, e)) return true
          }
        }
      }
    }
    if (isSame) return terms.isSymmetric && this.tryReverse(u, v, slack)
    if (this.trySwapTails(u, v, slack)) return true
    return terms.isSymmetric && !this.hasTimes && this.tryCrossTails(u, v, slack)
  }

  // Vehicles of several types.

  /** Gives routes to other vehicles where that is cheaper: to an unused one of another type, or in exchange with another route. */
  private improveVehicles(): boolean {
    const { typeCount, typeOf } = this.terms.model
    let hasImproved = false
    for (let v = 0; v < this.vehicles; v++) {
      for (let type = 0; type < typeCount && this.count[v]! > 0; type++) {
        if (type === typeOf[v]) continue
        const u = this.findEmpty(type)
        if (u >= 0 && this.tryExchangeVehicles(v, u)) {
          hasImproved = true
          break
        }
      }
      if (this.count[v] === 0) continue
      for (let u = v + 1; u < this.vehicles; u++) {
        if (typeOf[u] !== typeOf[v] && this.count[u]! > 0 && this.tryExchangeVehicles(v, u)) hasImproved = true
      }
    }
    return hasImproved
  }

  // Building.

  /** Puts an unplaced stop where it costs least, penalties included: beside its neighbours, into an unused vehicle, or anywhere. */
  insert(stop: number): void {
    const { near, nearWidth, routeOf, prev, n } = this
    const { typeCount } = this.terms.model
    this.bestPrice = Number.POSITIVE_INFINITY
    this.bestBefore = -1
    for (let k = 0; k < this.nearSize; k++) {
      const other = near[stop * nearWidth + k]!
      if (other < 0) break
      if (routeOf[other]! < 0) continue
      this.priceInsertion(stop, other)
      this.priceInsertion(stop, prev[other]!)
    }
    for (let type = 0; type < typeCount; type++) {
      const v = this.findEmpty(type)
      if (v >= 0) this.priceInsertion(stop, n + v)
    }
    if (this.bestBefore < 0) {
      for (let link = 0; link < this.next.length; link++) {
        if (link !== stop && routeOf[link]! >= 0) this.priceInsertion(stop, link)
      }
    }
    const before = this.bestBefore
    if (before < 0) throw new Error(`no vehicle may serve stop ${stop}`)
    const after = this.next[before]!
    const costBefore = this.cost
    this.tie(before, stop)
    this.tie(stop, after)
    const v = routeOf[before]!
    this.finish('insert at a price', v, v, costBefore, this.bestPrice)
  }

  private priceInsertion(stop: number, before: number): void {
    const { next, nodes, nodeOut, nodeIn, terms, routeOf, routeSlack } = this
    const v = routeOf[before]!
    if (!this.mayServe(stop, v)) return
    const after = next[before]!
    const c = terms.arcs[terms.arcOf[v]!]!
    const from = nodeOut[before]! * nodes
    let price =
      c[from + stop]! +
      c[stop * nodes + nodeIn[after]!]! -
      c[from + nodeIn[after]!]! +
      this.priceLoad(v, 1, stop) -
      routeSlack[v]! +
      (this.count[v] === 0 ? terms.fixed[v]! : 0)
    if (price >= this.bestPrice) return
    if (this.hasTimes) {
      this.open(before)
      this.append(stop)
      price += this.close(after, v)
      if (price >= this.bestPrice) return
    }
    this.bestPrice = price
    this.bestBefore = before
  }

  /** Takes a stop off its route. */
  remove(stop: number): void {
    const v = this.routeOf[stop]!
    this.tie(this.prev[stop]!, this.next[stop]!)
    this.routeOf[stop] = -1
    this.moves++
    this.refresh(v)
  }
}
